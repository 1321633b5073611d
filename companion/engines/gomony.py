"""What a position of Gomony is worth to alpha-beta."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engines.alphabeta import Lead
from companion.games.gomony import Gomony, Path, Position
from companion.geometry import Point, bits

_COLUMN, _RESERVE, _PROMOTED, _CAPTIVE, _FORWARD = 60, 50, 40, 10, 3


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


def gomony_lead(game: Gomony) -> Lead:
    """What the columns are worth, and how far those go that are not yet promoted."""
    worth = _Columns()
    board = game.board
    near = {(origin, to) for origin in range(board.size) for to in board.neighbours(Point(origin))}
    points = [Point(p) for p in range(board.size)]
    far = [  # the squares beyond each rank, as White sees it
        int(bits(p for p in points if board.xy[p][1] >= rank)) for rank in (2, 3, 4, 5, 6)
    ]
    back = [int(bits(p for p in points if board.xy[p][1] <= 7 - rank)) for rank in (2, 3, 4, 5, 6)]

    def of(position: Position) -> int:
        lead = sum(map(worth.__getitem__, position.columns))
        white, black = position.white & ~position.promoted, position.black & ~position.promoted
        rows = 0
        for beyond in far:
            rows += (white & beyond).bit_count()
        for beyond in back:
            rows -= (black & beyond).bit_count()
        return lead + _FORWARD * rows

    def captures(_: Position, moves: Sequence[Path]) -> bool:
        return moves[0][:2] not in near

    return Lead(of, captures)
