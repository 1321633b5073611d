"""A good game of men, broken in every way that a subclass of `MenGame` can be; see `broken.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import repeat
from typing import Any, cast

from companion.base.text import Text
from companion.rules import MenGame, MenMove, MenPosition, Option, Outcome, Piece, Seat
from companion.rules.geometry import Board, Point
from tests import needs
from tests.tiny import Position, Tiny

needs.uncompiled_rules()

BOARD = Board.from_rows(
    "three",
    ["a3 b3 c3", "a2 b2 c2", "a1 b1 c1"],
    ["a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b1 c1", "a2 b2 c2", "a3 b3 c3"],
)


class Fine(MenGame):
    """The good game: every method that it may define is there."""

    name = "fine_men"
    title = Text("Fine men")
    board = BOARD
    opening = "b../.../w.w"
    counters = (Text("moves"),)
    repetitions = 3

    def legal(self, position: MenPosition) -> Iterator[MenMove]:
        for man in self.men(position):
            yield from self.walks(position, man)

    def ended(self, position: MenPosition) -> Outcome:
        return super().ended(position)

    def becomes(self, man: str, point: Point) -> str:
        return man

    def counted(self, position: MenPosition, move: MenMove) -> tuple[int, ...]:
        return (min(position.counts[0] + 1, 999),)

    def impossible(self, position: MenPosition) -> Text:
        return Text()


def _fails() -> Any:
    raise KeyError("burrow")


def _fails_late() -> Iterator[MenMove]:
    yield MenMove((Point(6), Point(3)))
    raise KeyError("burrow")


def _returned() -> Any:
    if BOARD.size > 9:
        yield MenMove((Point(6), Point(3)))
    return [MenMove((Point(6), Point(3)))]


def _moves(*path: int, taken: tuple[int, ...] = (), jumps: bool = False) -> Callable[[], Any]:
    points = tuple(map(Point, path))
    return lambda: iter((MenMove(points, tuple(map(Point, taken)), jumps),))


METHODS: dict[str, dict[str, Callable[[], Any]]] = {
    "legal": {
        "nothing": lambda: None,
        "raises": _fails,
        "late": _fails_late,
        "points": lambda: [1, 2],
        "no_path": lambda: [MenMove(cast(Any, 6))],
        "returns": lambda: _returned(),
        "endless": lambda: repeat(MenMove((Point(6), Point(3)))),
        "outside": _moves(0, 99),
        "theirs": _moves(8, 5),
        "onto_another": _moves(6, 7),
        "takes_nobody": _moves(6, 3, taken=(4,)),
        "nothing_at_all": _moves(),
        "enters_without_hands": _moves(3),
        "jumps_over_nobody": _moves(6, 3, jumps=True),
        "takes_twice": _moves(6, 3, taken=(0, 0)),
    },
    "ended": {"nothing": lambda: None, "raises": _fails, "number": lambda: 1},
    "becomes": {"nothing": lambda: None, "raises": _fails, "stranger": lambda: "q"},
    "counted": {
        "nothing": lambda: None,
        "raises": _fails,
        "few": lambda: (),
        "minus": lambda: (-1,),
    },
    "impossible": {"nothing": lambda: None, "raises": _fails, "number": lambda: 5},
}
"""What a method does instead of its work."""

VALUES: dict[str, tuple[object, ...]] = {
    "pieces": ((Piece(Seat(0), Text("man"), "ww"), Piece(Seat(1), Text("man"), "b")), None, ()),
    "opening": ("www", "b../.../w.z", 5, None),
    "hands": ((3,), 3, (-1, 3), None),
    "counters": (5, None, (5,)),
    "directions": ({"z": [0]}, {"w": 90}, {"w": ["up"]}, None),
    "compulsory": (None, "yes"),
}
"""What an attribute is instead."""


class _Arm:
    on = False


def arm(on: bool = True) -> None:
    """Have the games that misbehave later do so from now on, or not."""
    _Arm.on = on


def names(*, later: bool = False) -> Iterator[str]:
    """Yield the names of all broken games; later: of those that misbehave only when played."""
    for method, ways in METHODS.items():
        for how in ways:
            if not later:
                yield f"{method}__{how}"
            elif how in ("nothing", "raises"):
                yield f"{method}__{how}__later"
    if not later:
        for attribute, values in VALUES.items():
            yield from (f"{attribute}__is{number}" for number in range(len(values)))


def _misbehaving(method: str, how: str, later: bool) -> type[Fine]:
    act, plain = METHODS[method][how], getattr(Fine, method)

    def behave(self: Fine, *arguments: Any) -> Any:
        return act() if _Arm.on or not later else plain(self, *arguments)

    members: dict[str, Any] = {method: behave, "name": "broken_men"}
    if how == "theirs":  # Black's man is where White's was
        members["opening"] = "b../.../w.b"
    if how == "onto_another":
        members["opening"] = "b../.../ww."
    return cast("type[Fine]", type("Broken", (Fine,), members))


def __getattr__(name: str) -> type[Fine]:
    """Make the broken game of that name."""
    what, _, how = name.partition("__")
    how, _, later = how.partition("__")
    if how in METHODS.get(what, ()):
        return _misbehaving(what, how, bool(later))
    if what in VALUES and how.startswith("is"):
        changed = {"name": "broken_men", what: VALUES[what][int(how[2:])]}
        return cast("type[Fine]", type("Broken", (Fine,), changed))
    raise AttributeError(name)


class Misplaced(Fine):
    """Its opening has one row."""

    name = "misplaced"
    opening = "www"


class Loose:
    """A value that equals only itself."""

    def __init__(self, held: Any) -> None:
        self.held = held


class Incomparable(Tiny):
    """Positions are objects of a plain class."""

    name = "incomparable"

    def start(self) -> Any:
        return Loose(super().start())

    def occupancy(self, position: Any) -> Any:
        return super().occupancy(position.held)


class IncomparableMoves(Tiny):
    """So are moves."""

    name = "incomparablemoves"

    def moves(self, position: Position) -> list[Any]:
        return [Loose(move) for move in super().moves(position)]

    def move_text(self, position: Position, move: Any) -> str:
        return super().move_text(position, move.held)

    def advance(self, position: Position, move: Any) -> Position:
        return super().advance(position, move.held)

    def steps(self, position: Position, move: Any) -> Any:
        return super().steps(position, move.held)


class Fleeting(Tiny):
    """The same move leads elsewhere each time."""

    name = "fleeting"
    calls = 0

    def advance(self, position: Position, move: Point) -> Position:
        type(self).calls += 1
        return super().advance(position, move) if type(self).calls % 2 else (1, 2)


def _with(option: Option) -> type[Tiny]:
    return cast("type[Tiny]", type("Optional", (Tiny,), {"name": "optional", "options": (option,)}))


_HELP = Text("how large")
TupleOption = _with(Option("size", _HELP, cast(Any, ("1", "2"))))
FailingOption = _with(Option("size", _HELP, lambda _: _fails()))
LateOption = _with(Option("size", _HELP, lambda _: cast(Any, None)))
StrayDefault = _with(Option("size", _HELP, lambda _: ("1", "2"), lambda _: "9"))
OddDefault = _with(Option("size", _HELP, lambda _: ("1", "2"), lambda _: cast(Any, 5)))


class Ranked(Fine):
    """It says in words where it stands in the menu."""

    menu_rank = "first"  # type: ignore[assignment]
