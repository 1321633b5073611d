"""The border to the games of packages: every call of one, and every answer, passes through here.

The class of a package's game is replaced by a subclass that calls its methods one by one. A method
that raises, or that returns what its contract does not allow, raises `PackageFault`, which names
the package, the game, the method, the file and the line. What a method may raise by contract, such
as `InvalidMove` from `parse_move`, passes. Built-in games are not wrapped.

The methods and attributes by which a game of men differs from `MenGame` are checked in the same
way, and so are the values of options. What `MenGame` itself writes can only fail if they do not fit
together; the fault then names `legal`, where the moves come from.

A game remembers its first fault, whoever called it, in whichever thread. The session closes it.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from inspect import getattr_static, getsource, isfunction
from itertools import islice
from types import FrameType
from typing import Any, ClassVar, NamedTuple, cast, get_args

from companion.base.errors import IllegalMove, InvalidMove, InvalidOption, InvalidPosition
from companion.base.foreign import (
    Package,
    PackageFault,
    comes_from,
    ends_program,
    explained,
    is_plain,
    one_line,
    place_of,
    place_words,
    value_words,
)
from companion.base.text import Text, joined
from companion.rules import (
    DRAW,
    LOST,
    NOBODY,
    ONGOING,
    WON,
    AnyGame,
    Area,
    Colour,
    Game,
    MenGame,
    MenMove,
    MenPosition,
    Option,
    Outcome,
    Piece,
    Step,
    Symmetry,
    win,
)
from companion.rules.geometry import Board
from companion.rules.men_game import MOST_COUNTED
from companion.rules.notation import Notation
from companion.rules.piece import SEAT_COLOURS, Look

MOST_MOVES = 50_000
"""The greatest number of legal moves of one position."""

LONGEST_SENTENCE = 400
"""The greatest length of a sentence for players (characters)."""

_LONGEST_TEXT = 2_000  # of a position or a move (characters)
_LONGEST_NAME = 60  # of a seat, a piece or a field (characters)
_MOST_VALUES = 1_000  # of an option
_KINDS = ("dark", "margin", "home", "goal", "blocked")


class ForeignGame(Game[Any, Any]):
    """A package's game, as `enclosed` makes it. Its own names are none that an author may use."""

    _border_package: ClassVar[Package]
    _border_kind: ClassVar[type[AnyGame]]  # the class as its author wrote it
    _border_fault: PackageFault | None = None  # the first failure of its code


class Rule(NamedTuple):
    """What a method returns, or an attribute holds.

    Attributes:
        fits: Returns whether a game may have this value.
        words: What is expected, for the author.
        take: Makes the value of what was returned, while the method may still fail: a generator
            runs its code only now.
    """

    fits: Callable[[AnyGame, Any], object]
    words: Text
    take: Callable[[Any], Any] | None = None


def enclosed(kind: type[AnyGame], package: Package) -> type[ForeignGame]:
    """Return the class of a package's game within its border.

    Args:
        kind: The class; a subclass of it is returned.
        package: Its package.
    """
    members: dict[str, Any] = {
        "__module__": kind.__module__,
        "__qualname__": kind.__qualname__,
        "__doc__": kind.__doc__,
        "__init__": _constructor(kind),
        "_border_package": package,
        "_border_kind": kind,
        "options": tuple(_guarded(option, kind, package) for option in kind.options),
    }
    base = MenGame if issubclass(kind, MenGame) else Game
    for name, rule in _methods(kind).items():
        found = getattr_static(kind, name)
        of_base = getattr_static(base, name)
        if found is not getattr_static(Game, name, of_base):
            members[name] = _method(name, found, rule, _written_by(found))
    for name, rule in _attributes(kind).items():
        found = getattr_static(kind, name, None)
        if hasattr(found, "__get__") and found is not getattr_static(base, name, None):
            members[name] = _property(name, found, rule)
    if base is MenGame:
        members["_prepare"] = _prepared
    metaclass: Any = type(kind)
    made: type[ForeignGame] = metaclass(kind.__name__, (kind, ForeignGame), members)
    return made


def _methods(kind: type[AnyGame]) -> Mapping[str, Rule]:
    return {**METHODS, **MEN_METHODS} if issubclass(kind, MenGame) else METHODS


def _attributes(kind: type[AnyGame]) -> Mapping[str, Rule]:
    return {**ATTRIBUTES, **MEN_ATTRIBUTES} if issubclass(kind, MenGame) else ATTRIBUTES


def _written_by(found: Any) -> str:
    """Return the name of the program's class that wrote a method; empty if it is an author's."""
    if not getattr(found, "__module__", "").startswith("companion."):
        return ""
    return str(found.__qualname__).partition(".")[0]


def origin_of(kind: type[AnyGame]) -> Package | None:
    """Return the package of a class of games; None for the program's own."""
    return kind._border_package if issubclass(kind, ForeignGame) else None


def fault_of(game: AnyGame) -> PackageFault | None:
    """Return the first failure of a game's code; None if all is well."""
    return game._border_fault if isinstance(game, ForeignGame) else None


def blame(game: AnyGame, error: BaseException) -> PackageFault | None:
    """Return an error as the fault of a package's game, if it passed through that package's code.

    That is code that is not called by the border: `__eq__` of a position, say.
    """
    if not isinstance(game, ForeignGame):
        return None
    if game._border_fault is not None or isinstance(error, PackageFault):
        return game._border_fault
    if comes_from(error, type(game).__module__):
        return _fault(game, Text("its code failed: {problem}", problem=_explained(game, error)))
    return None


def call_in_progress(frame: FrameType | None) -> Text | None:
    """Return the game and the method that a thread is in; None if it is in no package's game.

    Args:
        frame: The innermost frame of the thread.
    """
    while frame is not None:
        if frame.f_code.co_name == "call" and frame.f_globals is globals():
            seen = frame.f_locals
            game, called = seen.get("self"), seen.get("called")
            if isinstance(game, ForeignGame) and isinstance(called, str):
                return Text(
                    "package {package}: {about}: {problem}",
                    package=game._border_package.name,
                    about=Text("game {game!r}", game=type(game).name),
                    problem=called,
                )
        frame = frame.f_back
    return None


def check_attributes(game: ForeignGame) -> None:
    """Check what a game holds.

    Raises:
        PackageFault: If it must not hold that; the message says what it may.
    """
    for name, rule in _attributes(type(game)).items():
        value = getattr(game, name, None)
        if not _fits(rule, game, value):
            raise _wrong_attribute(game, name, value, rule)


def check_move(game: ForeignGame, position: Any, move: Any) -> None:
    """Check a move that `legal` of a game of men yields; any other move may be anything.

    Raises:
        PackageFault: If no man can be moved so; the message says what is wrong.
    """
    if isinstance(game, MenGame) and (problem := _men_move_fault(game, position, move)):
        raise _fault(
            game,
            joined(
                "; ",
                [
                    Text(
                        "legal() yielded {move}, but {problem}",
                        move=value_words(move),
                        problem=problem,
                    ),
                    place_in_class(game._border_kind, "legal"),
                ],
            ),
        )


def _men_move_fault(game: MenGame, position: MenPosition, move: MenMove) -> Text:
    names, cells, path = game.board.names, position.cells, move.path
    for point in (*path, *move.taken):
        if not (isinstance(point, int) and 0 <= point < game.board.size):
            return Text(
                "the board has no point {point}; points are numbers from 0 to {last}",
                point=value_words(point),
                last=game.board.size - 1,
            )
    if len(set(move.taken)) < len(move.taken):
        return Text("it takes one man twice")
    for point in move.taken:
        if cells[point] == ".":
            return Text("there is no man to take on {point}", point=names[point])
    if move.jumps and len(move.taken) != len(path) - 1:
        return Text("with jumps=True it must take one man for each point after the first")
    if not path:
        return Text() if move.taken else Text("it neither moves nor takes a man")
    own = game.letters[position.seat]
    if len(path) > 1 and cells[path[0]] not in own:
        return Text("no man of the player to act stands on {point}", point=names[path[0]])
    if len(path) == 1 and not position.hands[position.seat : position.seat + 1]:
        return Text("a path of one point is for men that enter, and `hands` is empty")
    if len(path) == 1 and not position.hands[position.seat]:
        return Text("the player has no man in hand to enter")
    if cells[path[-1]] != "." and path[-1] not in (*move.taken, *path[: len(path) > 1]):
        return Text("{point} is not vacant", point=names[path[-1]])
    return Text()


def place_in_class(kind: type, name: str) -> Text:
    """Return the file and line at which a package's class defines a method or an attribute.

    Args:
        kind: The class.
        name: The method or attribute.

    Returns:
        The place; empty if it is unknown, or if a base class of the program defines it.
    """
    for owner in kind.__mro__:
        if name in vars(owner):
            if owner.__module__.startswith("companion."):
                return Text()
            found = vars(owner)[name]
            found = getattr(found, "fget", None) or getattr(found, "__func__", found)
            code = getattr(found, "__code__", None)
            if code is not None:
                return place_words(code.co_filename, code.co_firstlineno)
            return _place_of_attribute(owner, name)
    return Text()


def _place_of_attribute(owner: type, name: str) -> Text:
    """Return the line of a class that sets an attribute; empty if its source is not there."""
    path = str(getattr(sys.modules.get(owner.__module__), "__file__", ""))
    try:
        parsed = ast.parse(getsource(sys.modules[owner.__module__]))
    except (KeyError, OSError, TypeError, SyntaxError, ValueError):
        return Text()
    for within in ast.walk(parsed):
        if isinstance(within, ast.ClassDef) and within.name == owner.__name__:
            for line in within.body:
                targets = getattr(line, "targets", None) or [getattr(line, "target", None)]
                if any(isinstance(one, ast.Name) and one.id == name for one in targets):
                    return place_words(path, line.lineno)
    return Text()


# Making the class


_MAY_RAISE: dict[str, tuple[type[Exception], ...]] = {
    "parse_position": (InvalidPosition,),
    "parse_move": (InvalidMove, IllegalMove),
}


def _method(name: str, found: Any, rule: Rule, writer: str) -> Callable[..., Any]:
    plain = found if isfunction(found) else _bound(found)
    allowed = _MAY_RAISE.get(name, ())
    fits, take, called = rule.fits, rule.take, f"{name}()"

    def call(self: ForeignGame, *arguments: Any, **named: Any) -> Any:
        result = None
        try:
            result = plain(self, *arguments, **named)
            if take is not None:
                result = take(result)
        except allowed:
            raise
        except BaseException as error:
            if take is not None and isinstance(error, TypeError) and not _is_iterable(result):
                raise _wrong_result(self, name, result, rule) from error
            if writer:
                raise _failed_in_base(self, f"{writer}.{called}", error) from error
            raise _failed(self, name, error) from error
        try:
            if fits(self, result):
                return result
        except PackageFault:  # of an attribute that it is compared with
            raise
        except Exception:  # noqa: S110 - then it does not fit
            pass
        raise _wrong_result(self, name, result, rule)

    call.__name__ = name
    return call


def _is_iterable(value: object) -> bool:
    return hasattr(value, "__iter__")


def _bound(found: Any) -> Callable[..., Any]:
    """Return a function of the game and the arguments, for what is no plain function."""

    def call(self: ForeignGame, *arguments: Any, **named: Any) -> Any:
        bound = found.__get__(self, type(self)) if hasattr(found, "__get__") else found
        return bound(*arguments, **named)

    return call


def _constructor(kind: type[AnyGame]) -> Callable[..., None]:
    def construct(self: ForeignGame, *arguments: Any, **named: Any) -> None:
        try:
            kind.__init__(self, *arguments, **named)
        except InvalidOption:
            raise
        except BaseException as error:
            own = kind.__init__ not in (Game.__init__, MenGame.__init__)
            raise _failed(self, "__init__" if own else "setup", error) from error

    return construct


def _prepared(self: Any) -> None:
    check_attributes(self)
    MenGame._prepare(self)


def _guarded(option: Option, kind: type[AnyGame], package: Package) -> Option:
    """Return an option whose functions name it when they fail, or return something wrong."""

    def wrong(problem: Text) -> PackageFault:
        about = Text("game {game!r}", game=kind.name)
        of = Text("option {option!r}: {problem}", option=option.name, problem=problem)
        return PackageFault(package, about, of)

    def guard(name: str, function: Any, rule: Rule) -> Callable[[Any], Any]:
        def call(chosen: Any) -> Any:
            try:
                result = function(chosen)
            except BaseException as error:
                if ends_program(error):
                    raise
                raise wrong(
                    Text(
                        "{method} failed: {problem}",
                        method=f"{name}()",
                        problem=explained(error, kind.__module__),
                    )
                ) from error
            if not _fits(rule, cast(Any, None), result):
                raise wrong(
                    Text(
                        "{what}; it must be {expected}",
                        what=Text(
                            "{method} returned {value}",
                            method=f"{name}()",
                            value=value_words(result),
                        ),
                        expected=rule.words,
                    )
                )
            return result

        return call

    default = option.default
    return replace(
        option,
        values=guard("values", option.values, _VALUES),
        default=None if default is None else guard("default", default, _NAME),
    )


def _property(name: str, found: Any, rule: Rule) -> property:
    def get(self: ForeignGame) -> Any:
        try:
            value = found.__get__(self, type(self))
        except BaseException as error:
            raise _failed_at(self, name, name, error) from error
        if not _fits(rule, self, value):
            raise _wrong_attribute(self, name, value, rule)
        return value

    return property(get)


# Faults


def _failed(game: ForeignGame, name: str, error: BaseException) -> PackageFault:
    """Return the fault of a method that raised; or raise what is meant for the program."""
    return _failed_at(game, f"{name}()", name, error)


def _failed_at(game: ForeignGame, what: str, name: str, error: BaseException) -> PackageFault:
    if isinstance(error, PackageFault):
        return error
    if ends_program(error):
        raise error
    problem = Text("{method} failed: {problem}", method=what, problem=_explained(game, error))
    if not place_of(error, type(game).__module__):
        problem = joined("; ", [problem, place_in_class(type(game)._border_kind, name)])
    return _fault(game, problem)


def _failed_in_base(game: ForeignGame, what: str, error: BaseException) -> PackageFault:
    """Return the fault of a method that the program wrote, or of what it calls."""
    if isinstance(error, PackageFault) or ends_program(error) or place_of(error):
        return _failed_at(game, what, "legal", error)
    problem = Text(
        "{method} failed: {problem}",
        method=what,
        problem=one_line(f"{type(error).__name__}: {error}"),
    )
    look = Text("look at what legal() yields, and at the class attributes")
    return _fault(
        game, joined("; ", [problem, look, place_in_class(type(game)._border_kind, "legal")])
    )


def _wrong_result(game: ForeignGame, name: str, value: object, rule: Rule) -> PackageFault:
    what = Text("{method} returned {value}", method=f"{name}()", value=value_words(value))
    return _wrong(game, name, what, rule)


def _wrong_attribute(game: ForeignGame, name: str, value: object, rule: Rule) -> PackageFault:
    what = Text("{name} is {value}", name=name, value=value_words(value))
    return _wrong(game, name, what, rule)


def _wrong(game: ForeignGame, name: str, what: Text, rule: Rule) -> PackageFault:
    expected = Text("{what}; it must be {expected}", what=what, expected=rule.words)
    place = place_in_class(type(game)._border_kind, name)
    return _fault(game, joined("; ", [expected, place]))


def _explained(game: AnyGame, error: BaseException) -> Text:
    return explained(error, type(game).__module__)


def _fault(game: ForeignGame, problem: Text) -> PackageFault:
    about = Text("game {game!r}", game=type(game).name)
    fault = PackageFault(type(game)._border_package, about, problem)
    if game._border_fault is None:
        object.__setattr__(game, "_border_fault", fault)
    return fault


# What is expected


def is_words(value: object, longest: int = LONGEST_SENTENCE) -> bool:
    """Return whether a value is words for people: on one line, and not too long."""
    return isinstance(value, str) and len(value) <= longest and is_plain(value)


def is_name(value: object) -> bool:
    """Return whether a value is a short name for people."""
    return is_words(value, _LONGEST_NAME) and bool(value)


def _fits(rule: Rule, game: AnyGame, value: object) -> bool:
    try:
        return bool(rule.fits(game, value))
    except Exception:
        return False


def _is_value(_: AnyGame, value: Any) -> bool:
    if value is None:
        return False
    hash(value)
    return True


def has_no_equality(value: object) -> bool:
    """Return whether a value equals only itself, because its class does not say otherwise."""
    return type(value).__eq__ is object.__eq__


def _is_key(_: AnyGame, value: Any) -> bool:
    hash(value)
    return True


def _is_seat(game: AnyGame, value: object) -> bool:
    return isinstance(value, int) and NOBODY <= value < len(game.seats)


def _are_moves(_: AnyGame, value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and len(value) <= MOST_MOVES


def _may_be_move(_: AnyGame, value: Any) -> bool:
    hash(value)
    return True


def _are_stacks(game: AnyGame, value: Any) -> bool:
    if not isinstance(value, tuple | list) or len(value) != game.board.size:
        return False
    for stack in value:
        if stack:
            for piece in stack:
                if not isinstance(piece, Piece):
                    return False
        elif stack != ():
            return False
    return True


def _are_steps(game: AnyGame, value: Any) -> bool:
    return isinstance(value, tuple | list) and all(
        isinstance(step, Step) and 0 <= step.point < game.board.size for step in value
    )


def _is_text(_: AnyGame, value: object) -> bool:
    return is_words(value, _LONGEST_TEXT) and bool(value)


def _is_sentence(_: AnyGame, value: object) -> bool:
    return is_words(value)


def _is_bool(_: AnyGame, value: object) -> bool:
    return value is True or value is False


def _is_outcome(game: AnyGame, value: object) -> bool:
    if value in (ONGOING, DRAW):
        return True
    if len(game.seats) == 1:
        return value in (WON, LOST)
    return isinstance(value, Outcome) and value in map(win, range(len(game.seats)))


def _are_shares(game: AnyGame, value: Any) -> bool:
    return value is None or (
        isinstance(value, tuple | list)
        and len(value) == len(game.seats)
        and all(0 <= share <= 1 for share in value)
    )


def _are_symmetries(_: AnyGame, value: Any) -> bool:
    return isinstance(value, tuple | list) and all(isinstance(one, Symmetry) for one in value)


_POSITION = Rule(
    _is_value, Text("a position that can be hashed, such as a tuple, a frozenset or a NamedTuple")
)
_YES_NO = Rule(_is_bool, Text("True or False"))
_SENTENCE = Rule(_is_sentence, Text("one short sentence as Text, or Text() for none"))
_OUTCOME = Rule(
    _is_outcome,
    Text(
        "ONGOING or DRAW; for several seats win(seat), counted from 0; for a single one WON or LOST"
    ),
)
_WRITTEN = Rule(_is_text, Text("a text on one line"))

METHODS: dict[str, Rule] = {
    "start": _POSITION,
    "to_act": Rule(_is_seat, Text("the number of a seat, CHANCE or NOBODY")),
    "moves": Rule(_are_moves, Text("a list or tuple of at most {number} moves", number=MOST_MOVES)),
    "advance": _POSITION,
    "outcome": _OUTCOME,
    "stacks": Rule(
        _are_stacks, Text("a tuple with a tuple of pieces for each point, in the board's order")
    ),
    "steps": Rule(_are_steps, Text("a tuple of Step, each on a point of the board")),
    "position_text": _WRITTEN,
    "parse_position": _POSITION,
    "move_text": _WRITTEN,
    "parse_move": Rule(_is_value, Text("one of the legal moves")),
    "readable_move": _YES_NO,
    "occupancy": Rule(
        lambda game, value: isinstance(value, int) and 0 <= value <= game.board.full,
        Text("the occupied points as bits of an int"),
    ),
    "forced": _YES_NO,
    "is_pass": _YES_NO,
    "weight": Rule(
        lambda _, value: isinstance(value, int | float) and 0 < value < float("inf"),
        Text("a number above 0"),
    ),
    "in_words": _SENTENCE,
    "usual_placement": Rule(_may_be_move, Text("one of the legal moves, or None")),
    "objection": _SENTENCE,
    "conclusion": _SENTENCE,
    "evaluate": Rule(_are_shares, Text("a share from 0 to 1 for each seat, or None")),
    "symmetries": Rule(_are_symmetries, Text("a tuple of Symmetry")),
    "notation": Rule(
        lambda _, value: value is None or isinstance(value, Notation), Text("a Notation, or None")
    ),
    "recurrence": Rule(_is_key, Text("a value that can be hashed")),
    "repeated": _OUTCOME,
    "colour": Rule(
        lambda _, value: value in get_args(Colour),
        Text("one of {colours}", colours=", ".join(get_args(Colour))),
    ),
}
"""What each method returns."""


def _are_pieces(game: AnyGame, value: Any) -> bool:
    return (
        isinstance(value, tuple | list)
        and len(value) > 0
        and all(isinstance(piece, Piece) and _is_piece(game, piece) for piece in value)
        and len({piece.text for piece in value}) == len(value)
    )


def _is_piece(game: AnyGame, piece: Piece) -> bool:
    return (
        (piece.seat is None or 0 <= piece.seat < len(game.seats))
        and is_name(piece.kind)
        and is_words(piece.text, 8)
        and bool(piece.text)
        and not set(piece.text) & set("/() ")
        and isinstance(piece.look, Look)
    )


def _are_seats(_: AnyGame, value: Any) -> bool:
    return (
        isinstance(value, tuple | list)
        and 1 <= len(value) <= len(SEAT_COLOURS)
        and all(map(is_name, value))
        and len(set(value)) == len(value)
    )


def _are_colours(game: AnyGame, value: Any) -> bool:
    return isinstance(value, tuple | list) and (
        not value
        or (
            len(value) == len(game.seats) == len(set(value)) and set(value) <= set(get_args(Colour))
        )
    )


def _are_names(_: AnyGame, value: Any) -> bool:
    return isinstance(value, tuple | list) and all(map(is_name, value))


def _are_areas(game: AnyGame, value: Any) -> bool:
    return isinstance(value, tuple | list) and all(
        isinstance(area, Area)
        and area.kind in _KINDS
        and all(isinstance(p, int) and 0 <= p < game.board.size for p in area.points)
        and (area.seat is None or 0 <= area.seat < len(game.seats))
        for area in value
    )


ATTRIBUTES: dict[str, Rule] = {
    "board": Rule(
        lambda _, value: isinstance(value, Board),
        Text("a companion.rules.geometry.Board"),
    ),
    "seats": Rule(
        _are_seats,
        Text("a tuple of 1 to {most} different short names", most=len(SEAT_COLOURS)),
    ),
    "pieces": Rule(
        _are_pieces,
        Text(
            "a tuple of Piece, each with a seat of the game or None, a short name, and a text of "
            "its own without / ( ) and spaces"
        ),
    ),
    "colours": Rule(
        _are_colours,
        Text(
            "empty, or one colour for each seat, each another: {colours}",
            colours=", ".join(get_args(Colour)),
        ),
    ),
    "areas": Rule(
        _are_areas,
        Text(
            "a tuple of Area, each of a kind of {kinds} and with points of the board",
            kinds=", ".join(_KINDS),
        ),
    ),
    "position_fields": Rule(_are_names, Text("a tuple of short names")),
    "repetitions": Rule(
        lambda _, value: type(value) is int and (value == 0 or value > 1),
        Text("0 for never, or a whole number from 2 on"),
    ),
    "minutes": Rule(
        lambda _, value: type(value) is int and value >= 0, Text("a number of minutes, or 0")
    ),
    "best": Rule(
        lambda _, value: value is None or (type(value) is int and value > 0),
        Text("a number of moves, or None"),
    ),
    "computers_seat": Rule(
        lambda game, value: _is_seat(game, value) and value >= 0, Text("the number of a seat")
    ),
}
"""What each attribute of a game holds."""


# A game of men


def _is_legal(_: AnyGame, value: Any) -> bool:
    return len(value) <= MOST_MOVES and all(
        isinstance(move, MenMove) and isinstance(move.path, tuple) and isinstance(move.taken, tuple)
        for move in value
    )


def _yielded(result: Any) -> tuple[Any, ...]:
    """Return what an iterable yields, without its end if it has none.

    Raises:
        ValueError: If it is a generator that returns a value, which nobody would see.
    """
    lost: list[object] = []

    def run() -> Iterator[Any]:
        lost.append((yield from result))

    moves = tuple(islice(run(), MOST_MOVES + 1))
    if lost and lost[0] is not None:
        raise ValueError("it returns moves beside those that it yields; write `yield from`")
    return moves


def _are_counts(game: Any, value: Any) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) == len(game.counters)
        and all(type(number) is int and 0 <= number <= MOST_COUNTED for number in value)
    )


def _are_hands(game: AnyGame, value: Any) -> bool:
    return isinstance(value, tuple) and (
        not value
        or (
            len(value) == len(game.seats)
            and all(type(men) is int and 0 <= men <= MOST_COUNTED for men in value)
        )
    )


def _is_opening(game: AnyGame, value: Any) -> bool:
    if not isinstance(value, str):
        return False
    letters = {piece.text for piece in game.pieces} | {"."}
    rows = value.split("/") if value else ["." * len(row) for row in game.board.rows]
    return [len(row) for row in rows] == [len(row) for row in game.board.rows] and (
        set("".join(rows)) <= letters
    )


def _are_directions(game: AnyGame, value: Any) -> bool:
    return (
        isinstance(value, Mapping)
        and set(value) <= {piece.text for piece in game.pieces}
        and all(
            isinstance(angles, Collection)
            and all(type(angle) is int and 0 <= angle < 360 for angle in angles)
            for angles in value.values()
        )
    )


def _are_men(game: AnyGame, value: Any) -> bool:
    return (
        _are_pieces(game, value)
        and all(len(piece.text) == 1 and piece.text != "." for piece in value)
        and {piece.seat for piece in value} == set(range(len(game.seats)))
    )


MEN_METHODS: dict[str, Rule] = {
    "legal": Rule(
        _is_legal,
        Text(
            "an iterator of at most {number} MenMove, each with tuples of points", number=MOST_MOVES
        ),
        _yielded,
    ),
    "ended": _OUTCOME,
    "becomes": Rule(
        lambda game, value: any(piece.text == value for piece in game.pieces),
        Text("the letter of one of its pieces"),
    ),
    "counted": Rule(
        _are_counts,
        Text("a tuple with a number from 0 to {most} for each name in counters", most=MOST_COUNTED),
    ),
    "impossible": _SENTENCE,
}
"""What each method returns that a game of men may define besides."""

MEN_ATTRIBUTES: dict[str, Rule] = {
    "pieces": Rule(
        _are_men,
        Text(
            "a tuple of Piece with a letter each, no two alike, and at least one for each seat of "
            "the game"
        ),
    ),
    "opening": Rule(
        _is_opening,
        Text(
            "the rows of the board from the top, joined by /, with the letter of a piece or . for "
            "each point; or empty"
        ),
    ),
    "hands": Rule(_are_hands, Text("empty, or a tuple with a number of men for each seat")),
    "counters": Rule(_are_names, Text("a tuple of short names")),
    "directions": Rule(
        _are_directions,
        Text(
            "a dict with the angles for the letters of pieces, such as {example}", example="UPWARD"
        ),
    ),
    "compulsory": _YES_NO,
}
"""What each attribute holds that a game of men may set besides."""


# Options


_NAME = Rule(lambda _, value: is_name(value), Text("a short word"))
_VALUES = Rule(
    lambda _, value: (
        isinstance(value, tuple | list | range)
        and 1 <= len(value) <= _MOST_VALUES
        and all(map(is_name, value))
    ),
    Text("a tuple of 1 to {most} short words", most=_MOST_VALUES),
)
