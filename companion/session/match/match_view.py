"""The page's view of a match, apart from hands and lamps; it changes only with the moves."""

from __future__ import annotations

from typing import NamedTuple

from companion.base.text import Text
from companion.protocol.views import MoveView, PieceView, UndoView
from companion.rules import Piece, Played, TurnMatch
from companion.rules.geometry import Point
from companion.session.match.last_move import last_move, takeback
from companion.session.match.last_result import LastResult
from companion.session.match.move_list import MoveList
from companion.session.match.spoken_move import said, spoken_move


class MatchView(NamedTuple):
    """Those fields of `State`, which documents them, that depend only on the match."""

    believed: tuple[tuple[PieceView, ...], ...]
    moves: tuple[MoveView, ...]
    position: str
    last: tuple[Point, ...]
    undo: UndoView | None
    told: Text


def empty_view(points: int) -> MatchView:
    """Return the view of an empty board with so many points, for a match that cannot be viewed."""
    return MatchView(((),) * points, (), "", (), None, Text())


class MatchViewer:
    """Builds the view of one match."""

    def __init__(self, match: TurnMatch) -> None:
        self._match = match
        self._moves = MoveList(self._described)
        self._view: LastResult[MatchView] = LastResult()

    @property
    def view(self) -> MatchView:
        """The current view; only what has changed is computed again."""
        return self._view.get(self._match.cache_key, self._look)

    def _described(self, played: Played) -> Text:
        return said(self._match, played)

    def _look(self) -> MatchView:
        match = self._match
        undo = takeback(match)
        return MatchView(
            believed=tuple(tuple(map(view_piece, s)) for s in match.game.stacks(match.position)),
            moves=self._moves.follow(match.history),
            position=match.game.position_text(match.position),
            last=last_move(match),
            undo=None if undo is None else UndoView(*undo),
            told=spoken_move(match),
        )


def view_piece(piece: Piece) -> PieceView:
    """Return the view of a piece for the page."""
    look = piece.look
    return PieceView(
        piece.text,
        piece.seat,
        piece.kind,
        look.shape,
        look.sign,
        look.material,
        look.letters,
        look.drawing,
    )
