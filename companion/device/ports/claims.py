"""Which setting uses which pin, pixel or number; each may be used only once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar

from companion.base.errors import CompanionError, nearest
from companion.base.text import Text
from companion.rules.geometry import Board

HEADER = range(28)
"""The GPIO numbers on the 40-pin header of a Raspberry Pi."""

RESERVED = (0, 1)
"""These two read the ID EEPROM of an add-on board (HAT) while the Pi boots."""

T = TypeVar("T")


class InvalidWiring(CompanionError, ValueError):
    """Settings that describe no possible wiring."""


class Claim(NamedTuple):
    """The use of something that can be used only once.

    Attributes:
        place: What is used, such as a pin or a pixel.
        user: What uses it.
        gpio: The GPIO number of the place, if it is a pin of the Raspberry Pi's header.
    """

    place: Text
    user: Text
    gpio: int | None = None


def header_pin(gpio: int, user: Text) -> Claim:
    """Claim a pin of the Raspberry Pi's header.

    Raises:
        InvalidWiring: If the pin cannot be used.
    """
    if gpio in RESERVED:
        raise InvalidWiring(
            Text(
                "GPIO {gpio}, used for {user}, is reserved for the EEPROM of add-on boards; choose "
                "from 2 to {last}",
                gpio=gpio,
                user=user,
                last=HEADER[-1],
            )
        )
    if gpio not in HEADER:
        raise InvalidWiring(
            Text(
                "GPIO {gpio}, used for {user}, is not on the header; choose from 2 to {last}",
                gpio=gpio,
                user=user,
                last=HEADER[-1],
            )
        )
    return Claim(Text("GPIO {gpio}", gpio=gpio), user, gpio)


def point_name(name: str) -> Text:
    """Return the name of a point in messages."""
    return Text("point {name}", name=name)


def check_claims(claims: Iterable[Claim]) -> None:
    """Check that nothing is used twice.

    Raises:
        InvalidWiring: If something is; the message names both users.
    """
    users: dict[str, Text] = {}
    for place, user, _ in claims:
        if place in users:
            raise InvalidWiring(
                Text(
                    "{place} is used twice: for {one} and for {other}; change one of them",
                    place=place,
                    one=users[place],
                    other=user,
                )
            )
        users[place] = user


def by_point(given: Mapping[str, T], board: Board, setting: str, what: Text) -> tuple[T, ...]:
    """Return a setting's value for every point, in the board's order.

    Args:
        given: The values, by the point's name.
        board: The board.
        setting: The name of the setting, such as `[port] switches`.
        what: What a value is, such as a GPIO number.

    Raises:
        InvalidWiring: If a point is unknown or missing.
    """
    for name in given:
        if name not in board.index:
            raise InvalidWiring(
                Text(
                    "{setting}: the board {board} has no point {name!r}{hint}",
                    setting=setting,
                    board=board.name,
                    name=name,
                    hint=nearest(name, board.names),
                )
            )
    for name in board.names:
        if name not in given:
            raise InvalidWiring(
                Text(
                    "{setting}: point {name} is missing; give its {what}",
                    setting=setting,
                    name=name,
                    what=what,
                )
            )
    return tuple(given[name] for name in board.names)
