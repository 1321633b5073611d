"""A good small game, broken in every way that a package's game can be: one method at a time, and in
one attribute at a time, from the start or only once it is played.

`tests.broken:moves__raises` names the game whose `moves` raises; a package of a test declares it by
that name. Those that end in `__later` behave until `arm` is called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, NoReturn, cast

from companion.base.text import Text
from companion.games.border import ATTRIBUTES, METHODS
from companion.rules import WON, Area, Option, Piece, Seat, win
from companion.rules.geometry import Board, Point
from companion.rules.option import choice
from tests import needs
from tests.tiny import Position, Tiny

needs.uncompiled_rules()

SAYS = "a burrow\x1b[31m\nis in the way \x07"
"""What the errors say: on two lines, and with orders to a terminal."""


class Fine(Tiny):
    """The good game: every optional method is there, and answers."""

    name = "fine"
    title = Text("Fine")
    summary = Text("Whoever fills the row loses.")
    position_fields = (Text("placement"),)
    repetitions = 3
    areas = (Area("dark", (Point(1),)),)

    def forced(self, position: Position) -> bool:
        return False

    def is_pass(self, move: Point) -> bool:
        return False

    def objection(self, position: Position, origin: Point, to: Point | None) -> Text:
        return Text("No stone moves.")

    def conclusion(self, position: Position) -> Text:
        return Text("The row is full.")

    def evaluate(self, position: Position) -> tuple[float, float]:
        return 0.5, 0.5

    def recurrence(self, position: Position) -> Any:
        return position

    def notation(self, protocol: str) -> None:
        return None

    def symmetries(self) -> tuple[()]:
        return ()

    def colour(self, seat: int) -> Any:
        return self.colours[seat]


class Stop(BaseException):
    """Of a package, and no `Exception`."""


def _raise(error: type[BaseException]) -> Callable[[], NoReturn]:
    def act() -> NoReturn:
        raise error(SAYS)

    return act


MISBEHAVIOURS: dict[str, Callable[[], object]] = {
    "raises": _raise(RuntimeError),
    "stops": _raise(Stop),
    "exits": _raise(SystemExit),
    "interrupts": _raise(KeyboardInterrupt),
    "recurs": lambda: MISBEHAVIOURS["recurs"](),
    "nothing": lambda: None,
    "number": lambda: -5,
    "beyond": lambda: win(5),
    "solitary": lambda: WON,
    "endless": lambda: count(),
    "unhashable": lambda: [[]],
    "wordy": lambda: "<b>burrow</b>\n" * 900,
}
"""What a method does instead of its work, by name."""


def _never() -> NoReturn:
    raise RuntimeError(SAYS)


VALUES: dict[str, tuple[object, ...]] = {
    "board": (None, "row9"),
    "seats": ((), ("White",) * 2, (Text("x" * 5000), Text("Black")), 5),
    "pieces": ((), None, (5,), (Piece(Seat(7), Text("stone"), "w"),)),
    "colours": (("purple", "white"), ("white", "white"), 5),
    "areas": ((5,), (Area("castle", ()),), (Area("dark", (Point(99),)),)),
    "repetitions": ("3", -1, None),
    "minutes": ("long", -1),
    "best": ("x", -1),
    "computers_seat": (7, None),
    "title": (Text(), "x" * 5000, "Two\nlines", "\x1b]0;burrow\x07", 5),
    "summary": ("two\nlines", None, 5),
    "position_fields": (5, (5,)),
    "options": (
        5,
        (5,),
        (choice("n", Text("a number"), *map(str, range(5000))),),
        (choice("n", Text("a number"), "1"), choice("n", Text("again"), "1")),
        (choice("n", Text("two\nlines"), "1"),),
        (Option("n", Text("a number"), lambda _: _never()),),
        (Option("n", Text("a number"), lambda _: cast(Any, [[]])),),
        (Option("n", Text("a number"), lambda _: ()),),
    ),
    "menu_rank": ("first",),
    "name": ("Fine game", "solomon", 5),
    "rules_page": (5, "../../../../etc/passwd", "/etc/passwd", "rules", "a\nb.md"),
}
"""What an attribute is instead, by its name."""


def _points(number: int) -> Board:
    return Board(
        f"row{number}",
        [f"p{n}" for n in range(1, number + 1)],
        [range(number)],
        [(float(n), 0.0) for n in range(number)],
        [range(number)],
        style="points",
    )


class _Arm:
    """Whether the games that misbehave later do so now."""

    def __init__(self) -> None:
        self.on = False


_arm = _Arm()


def arm(on: bool = True) -> None:
    """Have the games that misbehave later do so from now on, or not."""
    _arm.on = on


def names(*, later: bool = False) -> Iterator[str]:
    """Yield the names of all broken games; later: of those that misbehave only when played."""
    for method in METHODS:
        for how in MISBEHAVIOURS:
            yield f"{method}__{how}__later" if later else f"{method}__{how}"
    if not later:
        for attribute, values in VALUES.items():
            for number in range(len(values)):
                yield f"{attribute}__is{number}"
        yield "board__has0"
        yield "board__has500"


def _misbehaving(method: str, how: str, later: bool) -> type[Fine]:
    act, plain = MISBEHAVIOURS[how], getattr(Fine, method)

    def behave(self: Fine, *arguments: Any) -> Any:
        return act() if _arm.on or not later else plain(self, *arguments)

    return cast("type[Fine]", type("Broken", (Fine,), {method: behave, "name": "broken"}))


def __getattr__(name: str) -> type[Fine]:
    """Make the broken game of that name."""
    what, _, how = name.partition("__")
    how, _, later = how.partition("__")
    if what in METHODS and how in MISBEHAVIOURS:
        return _misbehaving(what, how, bool(later))
    if what in VALUES and how.startswith("is"):
        changed = {"name": "broken", what: VALUES[what][int(how[2:])]}
        return cast("type[Fine]", type("Broken", (Fine,), changed))
    if what == "board" and how.startswith("has"):
        return cast("type[Fine]", type("Broken", (Fine,), {"board": _points(int(how[3:]))}))
    raise AttributeError(name)


assert set(ATTRIBUTES) <= set(VALUES)
