"""What a position of Gomony is worth to alpha-beta."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from companion.engines.alphabeta import Lead
from companion.games.gomony import Gomony, Path, Position, squares_of

_COLUMN: Final = 60
_RESERVE: Final = 50
_PROMOTED: Final = 40
_CAPTIVE: Final = 10
_FORWARD: Final = 3  # for each rank beyond the second that an unpromoted marker has come
_RANKS: Final = 9  # how many bits two ranks take; see games/gomony.py

Worths = tuple[tuple[int, ...], ...]
"""What the men of one side are worth, by two ranks and the bits of the men there."""


class _Columns(dict[str, int]):
    """What a column is worth to White, by its text."""

    def __missing__(self, column: str) -> int:
        worth = self[column] = _column(column)
        return worth


def _column(column: str) -> int:
    """By how many captures it takes to lose the column, and who gets it then."""
    if not column:
        return 0
    colours = column.lower()
    top = colours[-1]
    own = colours.rstrip(top)
    worth = _COLUMN + _RESERVE * (len(colours) - len(own)) - _CAPTIVE * min(len(own), 3)
    worth += _PROMOTED * column[-1].isupper()
    return worth if top == "w" else -worth


@cache
def _worths(seat: int) -> Worths:
    """By how far each man has come."""
    game = Gomony()
    each: dict[int, int] = {}
    for point in game.areas[0].points:
        y = round(game.board.xy[point][1])
        each[squares_of((point,))] = _FORWARD * max(0, min(6 - y if seat else y - 1, 5))
    found = []
    for shift in range(0, 4 * _RANKS, _RANKS):
        worths = [0]
        for bit in range(shift, shift + _RANKS):
            worths += [worth + each.get(1 << bit, 0) for worth in worths]
        found.append(tuple(worths))
    return tuple(found)


def _worth(worths: Worths, men: int) -> int:
    two = (1 << _RANKS) - 1
    return (
        worths[0][men & two]
        + worths[1][men >> _RANKS & two]
        + worths[2][men >> 2 * _RANKS & two]
        + worths[3][men >> 3 * _RANKS]
    )


def gomony_lead(game: Gomony) -> Lead:
    """What the columns are worth, and how far those go that are not yet promoted."""
    columns_worth = _Columns()
    ours, theirs = _worths(0), _worths(1)

    def of(position: Position) -> int:
        white, black, promoted, _, columns = position
        lead = _worth(ours, white & ~promoted) - _worth(theirs, black & ~promoted)
        for column in columns:
            if column:
                lead += columns_worth[column]
        return lead

    def captures(_: Position, moves: Sequence[Path]) -> bool:
        return game.jumps(moves[0])

    return Lead(of, captures)
