"""What a position of Gomony is worth to alpha-beta.

The worths follow a logistic regression on the quiet positions of 500 quick games of the computer
against itself, by who won: a lead of 100 multiplies the odds of winning by about e. How many
columns there are, captives under a tall one, edge and centre turned out worth next to nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from companion.engines.alphabeta import Lead
from companion.games.gomony import Gomony, Path, Position, squares_of

_MARKER: Final = 48  # each marker above the captives
_PROMOTED: Final = 30
_HELD_BY_TWO: Final = 30  # what a column loses if only two markers are above its captives,
_HELD_BY_ONE: Final = 40  # or only one,
_FURTHER: Final = 20  # and then for each captive but the first, up to the fifth
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
    captives = len(colours.rstrip(top))
    above = len(colours) - captives
    worth = _MARKER * above + _PROMOTED * column[-1].isupper()
    if captives and above == 1:
        worth -= _HELD_BY_ONE + _FURTHER * (min(captives, 5) - 1)
    elif captives and above == 2:
        worth -= _HELD_BY_TWO
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


def _stuck(up: int, down: int, vacant: int) -> int:
    """How many columns of a side cannot step, from 0 to 3; 0 if more than three can. up, down: its
    columns that may go up and down the board."""
    free = up & (vacant << 4 | vacant << 5) | down & (vacant >> 4 | vacant >> 5)
    count = free.bit_count()
    return min((up | down).bit_count() - count, 3) if count <= 3 else 0


def gomony_lead(game: Gomony) -> Lead:
    """What the columns are worth, and how far those go that are not yet promoted.

    Where stalemate is a draw, a lead is worth a fifth less for each column of the other side that
    cannot step, once no more than three can: such a side is often stalemated in the end.
    """
    columns_worth = _Columns()
    ours, theirs = _worths(0), _worths(1)
    squares = squares_of(game.areas[0].points)
    draws = game.chosen["stalemate"] == "draw"

    def of(position: Position) -> int:
        white, black, promoted, _, columns = position
        lead = _worth(ours, white & ~promoted) - _worth(theirs, black & ~promoted)
        for column in columns:
            if column:
                lead += columns_worth[column]
        if not draws:
            return lead
        vacant = squares & ~(white | black)
        if lead > 0:
            return lead - lead * _stuck(black & promoted, black, vacant) // 5
        return lead + -lead * _stuck(white, white & promoted, vacant) // 5

    def captures(_: Position, moves: Sequence[Path]) -> bool:
        return game.jumps(moves[0])

    return Lead(of, captures)
