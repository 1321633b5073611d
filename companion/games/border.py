"""The border to the games of packages: every call of one, and every answer, passes through here.

The class of a package's game is replaced by a subclass that calls its methods one by one. A method
that raises, or that returns what its contract does not allow, raises `PackageFault`, which names
the package, the game, the method, the file and the line. What a method may raise by contract, such
as `InvalidMove` from `parse_move`, passes. Built-in games are not wrapped.

A game remembers its first fault, whoever called it, in whichever thread. The session closes it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import getattr_static, isfunction
from typing import Any, ClassVar, NamedTuple, get_args

from companion.base.errors import IllegalMove, InvalidMove, InvalidOption, InvalidPosition
from companion.base.foreign import (
    Package,
    PackageFault,
    comes_from,
    ends_program,
    explained,
    is_plain,
    value_words,
)
from companion.base.text import Text
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
    Outcome,
    Piece,
    Step,
    Symmetry,
    win,
)
from companion.rules.geometry import Board
from companion.rules.notation import Notation
from companion.rules.piece import SEAT_COLOURS, Look

MOST_MOVES = 50_000
"""The greatest number of legal moves of one position."""

LONGEST_SENTENCE = 400
"""The greatest length of a sentence for players (characters)."""

_LONGEST_TEXT = 2_000  # of a position or a move (characters)
_LONGEST_NAME = 60  # of a seat, a piece or a field (characters)
_KINDS = ("dark", "margin", "home", "goal", "blocked")


class ForeignGame(Game[Any, Any]):
    """A package's game, as `enclosed` makes it. Its own names are none that an author may use."""

    _border_package: ClassVar[Package]
    _border_fault: PackageFault | None = None  # the first failure of its code


class Rule(NamedTuple):
    """What a method returns, or an attribute holds.

    Attributes:
        fits: Returns whether a game may have this value.
        words: What is expected, for the author.
    """

    fits: Callable[[AnyGame, Any], object]
    words: Text


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
    }
    for name, rule in METHODS.items():
        found = getattr_static(kind, name)
        if found is not getattr_static(Game, name):
            members[name] = _method(name, found, rule)
    for name, rule in ATTRIBUTES.items():
        found = getattr_static(kind, name, None)
        if hasattr(found, "__get__") and found is not getattr_static(Game, name, None):
            members[name] = _property(name, found, rule)
    metaclass: Any = type(kind)
    made: type[ForeignGame] = metaclass(kind.__name__, (kind, ForeignGame), members)
    return made


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


def check_attributes(game: ForeignGame) -> None:
    """Check what a game holds.

    Raises:
        PackageFault: If it must not hold that; the message says what it may.
    """
    for name, rule in ATTRIBUTES.items():
        value = getattr(game, name)
        if not _fits(rule, game, value):
            raise _wrong(game, Text("{name} is {value}", name=name, value=value_words(value)), rule)


# Making the class


_MAY_RAISE: dict[str, tuple[type[Exception], ...]] = {
    "parse_position": (InvalidPosition,),
    "parse_move": (InvalidMove, IllegalMove),
}


def _method(name: str, found: Any, rule: Rule) -> Callable[..., Any]:
    plain = found if isfunction(found) else _bound(found)
    allowed = _MAY_RAISE.get(name, ())
    fits, called = rule.fits, f"{name}()"

    def call(self: ForeignGame, *arguments: Any, **named: Any) -> Any:
        try:
            result = plain(self, *arguments, **named)
        except allowed:
            raise
        except BaseException as error:
            raise _failed(self, called, error) from error
        try:
            if fits(self, result):
                return result
        except PackageFault:  # of an attribute that it is compared with
            raise
        except Exception:  # noqa: S110 - then it does not fit
            pass
        raise _wrong(
            self, Text("{method} returned {value}", method=called, value=value_words(result)), rule
        )

    call.__name__ = name
    return call


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
            what = "setup()" if kind.__init__ is Game.__init__ else "__init__()"
            raise _failed(self, what, error) from error

    return construct


def _property(name: str, found: Any, rule: Rule) -> property:
    def get(self: ForeignGame) -> Any:
        try:
            value = found.__get__(self, type(self))
        except BaseException as error:
            raise _failed(self, name, error) from error
        if not _fits(rule, self, value):
            raise _wrong(self, Text("{name} is {value}", name=name, value=value_words(value)), rule)
        return value

    return property(get)


# Faults


def _failed(game: ForeignGame, what: str, error: BaseException) -> PackageFault:
    """Return the fault of a method that raised; or raise what is meant for the program."""
    if isinstance(error, PackageFault):
        return error
    if ends_program(error):
        raise error
    return _fault(
        game, Text("{method} failed: {problem}", method=what, problem=_explained(game, error))
    )


def _wrong(game: ForeignGame, what: Text, rule: Rule) -> PackageFault:
    return _fault(game, Text("{what}; it must be {expected}", what=what, expected=rule.words))


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
