"""The checks that a package's game must pass before it can be chosen.

They look at its class and its options, and play a few moves, so that every method is called and
every attribute is read. What a method returns is checked by the border (`border.py`), here as in
play. `companion test-game` checks the rest.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterator
from importlib.resources import files
from inspect import isabstract
from typing import Any

from companion.base.errors import IllegalMove, InvalidMove, InvalidPosition
from companion.base.foreign import Package, one_line, value_words
from companion.base.plugins import InvalidPlugin, Loading
from companion.base.text import Text
from companion.games.border import (
    LONGEST_SENTENCE,
    ForeignGame,
    check_attributes,
    check_move,
    enclosed,
    has_no_equality,
    is_name,
    is_words,
)
from companion.rules import CHANCE, AnyGame, Game, MenGame, Option, boards
from companion.rules.geometry import Point
from companion.rules.piece import DRAWING

_log = logging.getLogger(__name__)

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_PAGE = re.compile(r"\w[\w.-]*\.md")
_MOVES = 20  # moves from the start to check
_PLIES = 12  # of a game that is played
_FEW_PLIES = 4  # of a game with other options
_LONGER = 2  # other moves of each position that are checked
_MOST_OPTIONS = 12
_MOST_VARIANTS = 60  # that are played


def accept(
    value: object, taken: Collection[str], loading: Loading
) -> tuple[str, type[ForeignGame]]:
    """Return the name and class of a game, within its border.

    Args:
        value: What the entry point of the package names.
        taken: The names of the other games.
        loading: Where it comes from.

    Raises:
        InvalidPlugin: If the game cannot be played; the message names the fault and its remedy.
        PackageFault: If a method fails, or returns something wrong.
    """
    if not (isinstance(value, type) and issubclass(value, Game)):
        raise InvalidPlugin(
            Text(
                "it is {value}, not a game; the entry point must name a subclass of "
                "companion.rules.Game",
                value=value_words(value),
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
            Text("its name is {name}; use lower-case letters, digits and _", name=value_words(name))
        )
    if name in taken:
        raise InvalidPlugin(
            Text(
                "there is already a game {name!r}; rename it, or uninstall one of the packages",
                name=name,
            )
        )
    _check_words(value)
    _check_options(value)
    kind = enclosed(value, loading.package)
    _check_values(kind)
    for number, game in enumerate(_variants(kind)):
        check_attributes(game)
        _check_board(game)
        _check_looks(game)
        if number == 0 or (number < _MOST_VARIANTS and not loading.late()):
            _check_play(game, _FEW_PLIES if number else _PLIES, loading)
    _warn_of_page(kind, loading.package)
    return name, kind


# The class


def _check_words(kind: type[AnyGame]) -> None:
    """Check what a class says of its game."""
    if not getattr(kind, "title", None):
        raise InvalidPlugin(
            Text(
                "{game} has no title; set title to the name that players know",
                game=kind.__name__,
            )
        )
    if not is_name(kind.title):
        raise _not("title", kind.title, Text("a name on one line, of at most 60 letters"))
    if not is_words(kind.summary):
        raise _not("summary", kind.summary, Text("one sentence on one line"))
    if kind.menu_rank is not None and type(kind.menu_rank) is not int:
        raise _not("menu_rank", kind.menu_rank, Text("a whole number, or None"))
    if not isinstance(kind.rules_page, str) or (
        kind.rules_page and not _PAGE.fullmatch(kind.rules_page)
    ):
        raise _not(
            "rules_page",
            kind.rules_page,
            Text("the name of a file beside the game's module, such as {name}.md", name=kind.name),
        )


def _not(name: str, value: object, expected: Text) -> InvalidPlugin:
    return InvalidPlugin(
        Text(
            "{name} is {value}; it must be {expected}",
            name=name,
            value=value_words(value),
            expected=expected,
        )
    )


def _check_options(kind: type[AnyGame]) -> None:
    options = kind.options
    if (
        not isinstance(options, tuple | list)
        or len(options) > _MOST_OPTIONS
        or not all(isinstance(option, Option) for option in options)
    ):
        raise _not("options", options, Text("a tuple of at most {n} Option", n=_MOST_OPTIONS))
    if len({option.name for option in options}) < len(options):
        raise InvalidPlugin(Text("two options have one name; give each its own"))
    for option in options:
        if not (is_name(option.name) and is_words(option.help)):
            raise _not(
                "options", option.name, Text("a tuple of Option, each with a name and a sentence")
            )
        if not all(is_words(label, LONGEST_SENTENCE) for label in option.labels.values()):
            raise InvalidPlugin(
                Text(
                    "option {option!r}: its labels must be short words on one line",
                    option=option.name,
                )
            )


def _check_values(kind: type[ForeignGame]) -> None:
    """Check that the default of each option is one of its values."""
    chosen: dict[str, str] = {}
    for option in kind.options:
        values, initial = option.values(chosen), option.initial(chosen)
        if not option.many and initial not in values:
            raise InvalidPlugin(
                Text(
                    "option {option!r}: its default {value!r} is none of its values: {values}",
                    option=option.name,
                    value=initial,
                    values=one_line(", ".join(values), 60),
                )
            )
        chosen[option.name] = initial


def _warn_of_page(kind: type[ForeignGame], package: Package) -> None:
    """Warn of a page of rules that is missing, or that cannot be read."""
    folder = kind.__module__.rpartition(".")[0]
    if not folder or not kind.rules_page:
        return
    try:
        files(folder).joinpath(kind.rules_page).read_text(encoding="utf-8")
        return
    except UnicodeDecodeError:
        problem = Text("it is not UTF-8; save it as UTF-8")
    except OSError:
        problem = Text("there is no such file beside the game's module")
    _log.warning(
        "package %s: game %r: rules_page is %r: %s",
        package.name,
        kind.name,
        kind.rules_page,
        problem,
    )


def _variants(kind: type[ForeignGame]) -> Iterator[ForeignGame]:
    """Return the game with every value of each of its options, the defaults first."""
    yield kind({})  # as everything else makes it
    chosen = dict[str, str]()
    for option in kind.options:
        if not option.many:
            for value in option.values(chosen):
                yield kind({**chosen, option.name: value})
        chosen[option.name] = option.initial(chosen)


# The board and the pieces


def _check_board(game: AnyGame) -> None:
    wrong = boards.fault(game.board)
    known = None if wrong else boards.find(game.board.name)
    if known is not None and (known.names, known.xy) != (game.board.names, game.board.xy):
        wrong = Text("there is another board {name!r}; give this one another name", name=known.name)
    if wrong:
        raise InvalidPlugin(wrong)


def _check_looks(game: AnyGame) -> None:
    for piece in game.pieces:
        drawing = piece.look.drawing
        if not isinstance(drawing, str) or not DRAWING.fullmatch(drawing):
            raise InvalidPlugin(
                Text(
                    "the drawing of its piece {piece!r} is not the data of an SVG path, "
                    "of 1000 characters at most",
                    piece=piece.text,
                )
            )


# Play


def _check_play(game: ForeignGame, plies: int, loading: Loading) -> None:
    """Play some moves, and check what the game says of each position and move."""
    game.symmetries()
    game.notation("uci")
    for seat in range(len(game.seats)):
        game.colour(seat)
    game.readable_move("?")
    position = game.start()
    for ply in range(plies):
        moves = _check_position(game, position, first=ply == 0)
        if not moves or (ply and loading.late()):
            break
        # Moves spread over the list, other ones each time, the same in every run.
        chosen = moves[(ply * 7919 + plies) % len(moves)]
        others = moves[:_MOVES] if ply == 0 else moves[:_LONGER]
        for move in (*others, chosen):
            if move is chosen or not loading.late():
                _check_move(game, position, move)
        position = game.advance(position, chosen)


def _check_position(game: ForeignGame, position: Any, *, first: bool) -> list[Any]:
    """Check what a game says of a position, and return its moves."""
    where = Text("at its start") if first else Text("in a position that it comes to")
    if first and has_no_equality(position):
        raise _incomparable(position, Text("positions"), "start()")
    stacks, text = game.stacks(position), game.position_text(position)
    held = sum(1 << point for point, stack in enumerate(stacks) if stack)
    if held != game.occupancy(position):
        raise InvalidPlugin(
            Text("{where}, stacks() and occupancy() disagree; fix stacks()", where=where)
        )
    strange = [piece.text for stack in stacks for piece in stack if piece not in game.pieces]
    if strange:
        raise InvalidPlugin(
            Text(
                "{where}, stacks() has a piece {piece!r} that is not one of its pieces",
                where=where,
                piece=strange[0],
            )
        )
    try:
        read = game.parse_position(text)
    except InvalidPosition as error:
        raise InvalidPlugin(
            Text(
                "{where}, parse_position() refuses what position_text() writes: {problem}",
                where=where,
                problem=one_line(error.text),
            )
        ) from error
    if read != position:
        raise InvalidPlugin(
            Text(
                "{where}, {text!r} reads back as another position; fix parse_position()",
                where=where,
                text=text,
            )
        )
    outcome, seat, moves = game.outcome(position), game.to_act(position), game.moves(position)
    if outcome.over:
        if first:
            men = isinstance(game, MenGame)
            where = Text("legal() or ended()") if men else Text("start() or outcome()")
            raise InvalidPlugin(Text("it is over at its start; fix {methods}", methods=where))
        game.conclusion(position)
        return []
    if not moves:
        raise InvalidPlugin(
            Text(
                "{where}, there are no moves, but the game is not over; fix moves(), or outcome()",
                where=where,
            )
        )
    if seat < CHANCE:
        raise InvalidPlugin(
            Text(
                "{where}, to_act() returned NOBODY, but the game is not over; fix to_act()",
                where=where,
            )
        )
    game.forced(position)
    game.recurrence(position)
    game.repeated(position)
    game.evaluate(position)
    placed = game.usual_placement(position)
    if placed is not None and placed not in moves:
        raise InvalidPlugin(
            Text(
                "{where}, usual_placement() returned {move}, which is none of moves()",
                where=where,
                move=value_words(placed),
            )
        )
    points = [Point(p) for p in range(game.board.size)]
    for origin in [p for p in points if stacks[p]][:2]:
        for to in (None, *[p for p in points if not stacks[p]][:2]):
            game.objection(position, origin, to)
    return list(moves)


def _incomparable(value: object, what: Text, method: str) -> InvalidPlugin:
    return InvalidPlugin(
        Text(
            "{method}: {what} are of the class {kind}, of which no two are equal; make it a "
            "NamedTuple or a dataclass(frozen=True), or give it __eq__() and __hash__()",
            method=method,
            what=what,
            kind=type(value).__name__,
        )
    )


def _check_move(game: ForeignGame, position: Any, move: Any) -> None:
    if has_no_equality(move) and move not in game.moves(position):
        raise _incomparable(move, Text("moves"), "moves()")
    check_move(game, position, move)
    after = game.advance(position, move)
    if after != game.advance(position, move):
        if has_no_equality(after):
            raise _incomparable(after, Text("positions"), "advance()")
        raise InvalidPlugin(
            Text(
                "advance() returned two different positions for the move {move!r}; it must not "
                "depend on anything but its arguments, and all parts of a position must be "
                "comparable",
                move=game.move_text(position, move),
            )
        )
    try:
        hash(move)
    except Exception:
        raise InvalidPlugin(
            Text(
                "moves() returned a move {move} that cannot be hashed; make moves tuples or ints",
                move=value_words(move),
            )
        ) from None
    named = game.move_text(position, move)
    game.in_words(position, move)
    game.is_pass(move)
    if game.to_act(position) == CHANCE:
        game.weight(position, move)
    try:
        read = game.parse_move(position, named)
    except (InvalidMove, IllegalMove) as error:
        raise InvalidPlugin(
            Text(
                "parse_move() refuses what move_text() writes: {problem}",
                problem=one_line(error.text),
            )
        ) from error
    if read != move:
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
                "the steps of its move {move!r} do not lead to the position after it; fix steps()",
                move=named,
            )
        )
