"""The checks that a package's game must pass before it can be chosen.

They look briefly at its class, its options and the moves from its start. The conformance suite
checks the rest.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from inspect import isabstract

from companion.base.plugins import InvalidPlugin
from companion.base.text import Text
from companion.rules import CHANCE, SEAT_COLOURS, AnyGame, Game, boards
from companion.rules.geometry import Board
from companion.rules.piece import DRAWING

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_MOVES = 20  # moves from the start to check


def accept(value: object, taken: Collection[str]) -> tuple[str, type[AnyGame]]:
    """Return the name and class of a game.

    Args:
        value: What the entry point of the package names.
        taken: The names of the other games.

    Raises:
        InvalidPlugin: If the game cannot be played; the message names the fault and its remedy.
    """
    if not (isinstance(value, type) and issubclass(value, Game)):
        raise InvalidPlugin(
            Text(
                "it is {value!r}, not a game; the entry point must name a subclass of "
                "companion.rules.Game",
                value=value,
            )
        )
    if isabstract(value):
        missing = ", ".join(sorted(value.__abstractmethods__))
        raise InvalidPlugin(
            Text(
                "{game} lacks {missing}; define all that companion.rules.Game requires",
                game=value.__name__,
                missing=missing,
            )
        )
    name = getattr(value, "name", None)
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise InvalidPlugin(
            Text("its name is {name!r}; use lower-case letters, digits and _", name=name)
        )
    if name in taken:
        raise InvalidPlugin(
            Text(
                "there is already a game {name!r}; rename it, or uninstall one of the packages",
                name=name,
            )
        )
    if not isinstance(getattr(value, "title", None), str) or not value.title:
        raise InvalidPlugin(
            Text(
                "{game} has no title; set title to the name that players know",
                game=value.__name__,
            )
        )
    for game in _variants(value):
        _check_board(game)
        _check_looks(game)
    _check_start(value())
    return name, value


def _variants(kind: type[AnyGame]) -> list[AnyGame]:
    """Return the game with every value of each of its options."""
    found, chosen = [kind()], dict[str, str]()
    for option in kind.options:
        if not option.many:
            found += [kind({**chosen, option.name: value}) for value in option.values(chosen)]
        chosen[option.name] = option.initial(chosen)
    return found


def _check_board(game: AnyGame) -> None:
    if not isinstance(game.board, Board):
        raise InvalidPlugin(
            Text(
                "its board is {board!r}; give it a companion.rules.geometry.Board", board=game.board
            )
        )
    wrong = boards.fault(game.board)
    known = None if wrong else boards.find(game.board.name)
    if known is not None and (known.names, known.xy) != (game.board.names, game.board.xy):
        wrong = Text("there is another board {name!r}; give this one another name", name=known.name)
    if wrong:
        raise InvalidPlugin(wrong)
    if not 1 <= len(game.seats) <= len(SEAT_COLOURS):
        raise InvalidPlugin(
            Text(
                "it has {number} seats; choose from 1 to {most}",
                number=len(game.seats),
                most=len(SEAT_COLOURS),
            )
        )
    if game.colours and len(game.colours) != len(game.seats):
        raise InvalidPlugin(Text("give it one colour for each seat, or none"))


def _check_looks(game: AnyGame) -> None:
    for piece in game.pieces:
        if not DRAWING.fullmatch(piece.look.drawing):
            raise InvalidPlugin(
                Text(
                    "the drawing of its piece {piece!r} is not the data of an SVG path, "
                    "of 1000 characters at most",
                    piece=piece.text,
                )
            )


def _check_start(game: AnyGame) -> None:
    """Check that the start position can be shown, written, read and played from."""
    position = game.start()
    stacks, text = game.stacks(position), game.position_text(position)
    held = sum(1 << point for point, stack in enumerate(stacks) if stack)
    if len(stacks) != game.board.size or held != game.occupancy(position):
        raise InvalidPlugin(Text("at its start, stacks() and occupancy() disagree; fix stacks()"))
    if game.parse_position(text) != position:
        raise InvalidPlugin(
            Text(
                "its start {text!r} reads back as another position; fix parse_position()", text=text
            )
        )
    moves = list(game.moves(position))
    if not moves or not -1 <= game.to_act(position) < len(game.seats):
        raise InvalidPlugin(Text("nobody can move from its start; fix moves() or to_act()"))
    if game.to_act(position) == CHANCE:
        return
    for move in moves[:_MOVES]:
        named = game.move_text(position, move)
        if game.parse_move(position, named) != move:
            raise InvalidPlugin(
                Text("its move {move!r} reads back as another move; fix move_text()", move=named)
            )
        occupied = int(game.occupancy(position))
        for step in game.steps(position, move):
            bit = 1 << step.point
            occupied = occupied | bit if step.occupied else occupied & ~bit
        if occupied != game.occupancy(game.advance(position, move)):
            raise InvalidPlugin(
                Text(
                    "the steps of its move {move!r} do not lead to the position after it; "
                    "fix steps()",
                    move=named,
                )
            )
