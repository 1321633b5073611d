"""The evaluations of Gomony: for alpha-beta, and for playouts.

The weights for alpha-beta follow a logistic regression of the winner on the quiet positions of 500
quick self-play games: a lead of 100 multiplies the odds of winning by about e. The number of
columns, the captives under a tall column, the edge and the centre turned out to be nearly
irrelevant.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from companion.games.gomony import Gomony, Path, Position, squares_of
from companion.opponents.alphabeta import Evaluation
from companion.rules import Shares, lead_shares

_MARKER: Final = 48  # each marker above the captives
_PROMOTED: Final = 30
_HELD_BY_TWO: Final = 30  # the penalty for a column with only two markers above its captives,
_HELD_BY_ONE: Final = 40  # or only one,
_FURTHER: Final = 20  # plus this for each captive after the first, up to the fifth
_FORWARD: Final = 3  # for each rank beyond the second that an unpromoted marker has reached
_RANKS: Final = 9  # how many bits two ranks take; see games/gomony.py

Worths = tuple[tuple[int, ...], ...]
"""The value of one side's men: for each pair of ranks, a table indexed by the bits of its men."""


class _Columns(dict[str, int]):
    """The value of each column to White, by its text."""

    def __missing__(self, column: str) -> int:
        worth = self[column] = _column(column)
        return worth


def _column(column: str) -> int:
    """Return the value of a column, by the captures it takes to lose it and its next owner."""
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
    """Return tables of the men's values, by how far each has advanced."""
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
    """Return the number of columns of one side that cannot step.

    Args:
        up: Its columns that may move up the board.
        down: Its columns that may move down the board.
        vacant: The vacant points.

    Returns:
        The number, at most 3; 0 if more than three columns can step.
    """
    free = up & (vacant << 4 | vacant << 5) | down & (vacant >> 4 | vacant >> 5)
    count = free.bit_count()
    return min((up | down).bit_count() - count, 3) if count <= 3 else 0


def gomony_evaluation(game: Gomony) -> Evaluation:
    """Evaluate by the values of the columns, and by how far unpromoted ones have advanced.

    Where stalemate is a draw, a lead counts a fifth less for each opposing column that cannot step,
    once at most three of them can: such games often end in stalemate.
    """
    columns_worth = _Columns()
    ours, theirs = _worths(0), _worths(1)
    squares = squares_of(game.areas[0].points)
    draws = game.chosen["stalemate"] == "draw"

    def score(position: Position) -> int:
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

    return Evaluation(score, captures)


def gomony_shares(position: Position) -> Shares:
    """Return the shares by the columns of each side, and the captures it takes to lose them."""
    lead = 0.0
    for column in position[4]:
        if not column:
            continue
        top = column[-1].lower()
        same = len(column) - len(column.lower().rstrip(top))
        value = 0.6 + 0.5 * same + (0.4 if column[-1].isupper() else 0.0)
        lead += value if top == "w" else -value
    return lead_shares(0.8 * lead)
