"""Solomon solved by brute force, from the ends of the game backwards."""

from __future__ import annotations

from collections.abc import Iterable, Set
from itertools import count

from companion.games.solomon import Solomon
from companion.opponents.tables import ExactValue

_GAME = Solomon()


def solved(positions: Iterable[int], barred: Set[int] = frozenset()) -> dict[int, ExactValue]:
    """The values of these positions and of all that can follow. A position without a value is
    drawn. barred: positions that are draws, as they would end a match by repetition."""
    after: dict[int, list[int]] = {}
    waiting = list(positions)
    while waiting:
        here = waiting.pop()
        if here not in after:
            moves = () if here in barred else _GAME.moves(here)
            after[here] = [_GAME.advance(here, move) for move in moves]
            waiting += after[here]
    found = {
        here: ExactValue(-1, 0)
        for here in after
        if here not in barred and _GAME.outcome(here).winner is not None
    }
    for plies in count(1):
        now = dict[int, ExactValue]()
        for here, then in after.items():
            if here in found or not then:
                continue
            ends = [found.get(each) for each in then]
            if any(end is not None and end.value < 0 for end in ends):
                now[here] = ExactValue(1, plies)
            elif all(end is not None and end.value > 0 for end in ends):
                now[here] = ExactValue(-1, plies)
        if not now:
            return found
        found |= now
    raise AssertionError
