"""Checks the book of Solomon Nim against the rules, set by set.

It shares no code with the program that makes the book, nor with the game that people play. Its
rules follow docs/games/nim.md. It looks up a set of pieces and every set that a turn can leave, and
checks that the first answer follows from the others: a winner takes the shortest way to win, and a
loser the longest way to lose. If this holds for every set, every answer is right, by induction on
the number of pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from random import Random

from companion_research.checker import LINES

MOST_SETS = 2**19
"""The number of sets of pieces, including the empty one."""

Heap = frozenset[int]
"""The occupied points."""

AskNim = Callable[[Heap, str], tuple[bool, int]]
"""Returns whether the player to act wins, and in how many plies.

Its second argument is the result of taking the last piece: `loses` or `wins`.
"""

_LINES = [[int(point) for point in line.split("-")] for line in LINES.split()]
_RUNS = {
    frozenset(line[first:last])
    for line in _LINES
    for first in range(5)
    for last in range(first + 1, 6)
}


def nim_fault(pieces: Heap, last: str, ask: AskNim) -> str:
    """Describe the fault of the answer for a set; empty if there is none."""
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
    """Yield all sets of pieces."""
    for number in range(20):
        for points in combinations(range(1, 20), number):
            yield frozenset(points)


def some_heaps(number: int, random: Random) -> Iterator[Heap]:
    """Yield a random sample of sets of pieces; small ones are as likely as large ones."""
    for _ in range(number):
        yield frozenset(random.sample(range(1, 20), random.randint(0, 19)))


def nim_faults(heaps: Iterable[Heap], ask: AskNim) -> Iterator[str]:
    """Describe the faults of the answers for each set, in both forms; most are empty."""
    for heap in heaps:
        yield nim_fault(heap, "loses", ask) or nim_fault(heap, "wins", ask)
