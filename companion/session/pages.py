"""What the page is told, made from what the session knows."""

from __future__ import annotations

from functools import cache

from companion.drivers.simulated import SimulatedPort
from companion.games.registry import kinds
from companion.lights.palette import PALETTES
from companion.rules import AnyGame, Match, Option
from companion.web.messages import (
    GameView,
    Hello,
    MoveView,
    OptionView,
    PieceView,
    PointView,
    Tabletop,
)


def hello(game: AnyGame, *, simulated: bool) -> Hello:
    """The board and the game."""
    board = game.board
    return Hello(
        game=game.name,
        title=game.title,
        options=game.chosen,
        seats=game.seats,
        points=tuple(
            PointView(name, x, y) for name, (x, y) in zip(board.names, board.xy, strict=True)
        ),
        lines=tuple(tuple(int(p) for p in line) for line in board.lines),
        palaces=tuple(int(p) for p in board.palaces),
        simulated=simulated,
        games=_games(),
        palettes=tuple(PALETTES),
    )


@cache
def _games() -> tuple[GameView, ...]:
    return tuple(
        GameView(name, kind.title, tuple(_options(kind.options))) for name, kind in kinds().items()
    )


def _options(options: tuple[Option, ...]) -> list[OptionView]:
    views: list[OptionView] = []
    chosen: dict[str, str] = {}
    for option in options:
        chosen[option.name] = option.initial(chosen)
        values = tuple(option.values(chosen))
        views.append(OptionView(option.name, option.help, values, chosen[option.name], option.many))
    return views


def believed(match: Match) -> tuple[tuple[PieceView, ...], ...]:
    """The pieces of the position, point by point."""
    return tuple(
        tuple(PieceView(piece.text, piece.seat, piece.kind) for piece in stack)
        for stack in match.game.stacks(match.position)
    )


def moves(match: Match) -> tuple[MoveView, ...]:
    """The history."""
    return tuple(MoveView(played.seat, played.text) for played in match.history)


def tabletop(port: object) -> Tabletop | None:
    """The simulated pieces; None for a board of wood."""
    if not isinstance(port, SimulatedPort):
        return None
    table = port.tabletop()
    hands = {hand: "".join(held) for hand, held in table.hands.items()}
    return Tabletop(table.points, table.tray, hands)
