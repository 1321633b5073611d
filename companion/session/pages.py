"""What the page is told, made from what the session knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from companion.drivers.simulated import SimulatedPort
from companion.engines.opponent import LEVELS
from companion.games.registry import kinds, make
from companion.lights.palette import PALETTES
from companion.rules import AnyGame, Match, Option, Piece, Seat
from companion.web.messages import (
    AreaView,
    Choices,
    GameView,
    Hello,
    MoveView,
    OptionView,
    PieceView,
    PointView,
    Tabletop,
)


def hello(
    game: AnyGame,
    computers: Mapping[Seat, str],
    *,
    simulated: bool,
    solvable: bool,
    puzzles: tuple[str, ...],
) -> Hello:
    """The board, the game, and the seats that the computer plays."""
    board = game.board
    return Hello(
        game=game.name,
        title=game.title,
        options=game.chosen,
        seats=game.seats,
        board=board.name,
        points=tuple(
            PointView(name, x, y) for name, (x, y) in zip(board.names, board.xy, strict=True)
        ),
        areas=tuple(
            AreaView(area.kind, tuple(int(p) for p in area.points), area.seat)
            for area in game.areas
        ),
        lines=tuple(tuple(int(p) for p in line) for line in board.lines),
        palaces=tuple(int(p) for p in board.palaces),
        simulated=simulated,
        solvable=solvable,
        puzzles=puzzles,
        games=_games(),
        palettes=tuple(PALETTES),
        pieces=tuple(map(_piece, game.pieces)),
        levels=LEVELS,
        computers={int(seat): level for seat, level in computers.items()},
    )


def _piece(piece: Piece) -> PieceView:
    return PieceView(piece.text, piece.seat, piece.kind)


@cache
def _games() -> tuple[GameView, ...]:
    return tuple(
        GameView(name, kind.title, tuple(_options(kind.options)), _seats(name, kind.options))
        for name, kind in kinds().items()
    )


def _seats(name: str, options: tuple[Option, ...]) -> tuple[Choices, ...]:
    """The seats of a game, for each value of the one option that says how many there are."""
    chosen: dict[str, str] = {}
    for option in options:
        if not option.many:
            values = option.values(chosen)
            seats = {value: make(name, {**chosen, option.name: value}).seats for value in values}
            if len(set(seats.values())) > 1:
                return tuple(Choices({option.name: v}, s, s[-1]) for v, s in seats.items())
        chosen[option.name] = option.initial(chosen)
    usual = make(name).seats
    return (Choices({}, usual, usual[-1]),)


def _options(options: tuple[Option, ...]) -> Iterator[OptionView]:
    for i, option in enumerate(options):
        choices = [
            Choices(chosen, tuple(option.values(chosen)), option.initial(chosen))
            for chosen in _ways(options[:i])
        ]
        first = choices[0]
        if all((c.values, c.default) == (first.values, first.default) for c in choices):
            choices = [Choices({}, first.values, first.default)]
        yield OptionView(option.name, option.help, tuple(choices), option.many)


def _ways(options: tuple[Option, ...]) -> list[dict[str, str]]:
    """Every way in which options can be set, one after another."""
    ways: list[dict[str, str]] = [{}]
    for option in options:
        if option.many:  # too many ways to list, and nothing that comes after depends on them
            ways = [{**chosen, option.name: option.initial(chosen)} for chosen in ways]
        else:
            ways = [
                {**chosen, option.name: value} for chosen in ways for value in option.values(chosen)
            ]
    return ways


def believed(match: Match) -> tuple[tuple[PieceView, ...], ...]:
    """The pieces of the position, point by point."""
    return tuple(tuple(map(_piece, stack)) for stack in match.game.stacks(match.position))


def moves(match: Match) -> tuple[MoveView, ...]:
    """The history."""
    return tuple(MoveView(played.seat, played.text) for played in match.history)


def tabletop(port: object) -> Tabletop | None:
    """The simulated pieces; None for a board of wood."""
    if not isinstance(port, SimulatedPort):
        return None
    table = port.tabletop()
    return Tabletop(table.points, table.tray, table.hands)
