"""Checks the book of Solomon Nim against the rules, set by set.

This program shares nothing with the one that makes the book, nor with the game that people play.
Its rules follow the text of docs/games/nim.md. It asks the book for a set of pieces and for every
set that a turn can leave, and checks that the first answer follows from the others: a winner takes
the shortest way to win, and a loser the longest to lose. If this holds for every set, every answer
is right, by induction on the number of pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from random import Random

from companion.tables.checker import LINES

MOST_SETS = 2**19
"""How many sets of pieces there are, the empty one included."""

Heap = frozenset[int]
"""The points that have a piece."""

AskNim = Callable[[Heap, str], tuple[bool, int]]
"""Whether the player to act wins, and in how many plies, by what the last piece does: `loses` or
`wins`."""

_LINES = [[int(point) for point in line.split("-")] for line in LINES.split()]
_RUNS = {
    frozenset(line[first:last])
    for line in _LINES
    for first in range(5)
    for last in range(first + 1, 6)
}


def nim_fault(pieces: Heap, last: str, ask: AskNim) -> str:
    """What is wrong with the answer for a set; empty if nothing is."""
    wins, plies = ask(pieces, last)
    if not pieces:
        # The other player took the last piece.
        right = (last == "loses", 0)
    else:
        left = [ask(pieces - run, last) for run in _RUNS if run <= pieces]
        lost = [then for won, then in left if not won]
        right = (True, 1 + min(lost)) if lost else (False, 1 + max(then for _, then in left))
    if (wins, plies) == right:
        return ""
    named = ", ".join(str(point) for point in sorted(pieces)) or "nothing"
    return f"pieces on {named}, the last {last}: {wins, plies} instead of {right}"


def every_heap() -> Iterator[Heap]:
    """Every set of pieces."""
    for number in range(20):
        for points in combinations(range(1, 20), number):
            yield frozenset(points)


def some_heaps(number: int, random: Random) -> Iterator[Heap]:
    """So many sets of pieces; small ones as often as large ones."""
    for _ in range(number):
        yield frozenset(random.sample(range(1, 20), random.randint(0, 19)))


def nim_faults(heaps: Iterable[Heap], ask: AskNim) -> Iterator[str]:
    """What is wrong with the answers for each of these sets, in both forms; mostly nothing."""
    for heap in heaps:
        yield nim_fault(heap, "loses", ask) or nim_fault(heap, "wins", ask)
