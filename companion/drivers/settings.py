"""The sections `[port]` and `[strip]` of the configuration, and the wiring that they describe."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import msgspec

from companion.geometry import Board
from companion.rules import CompanionError
from companion.rules.errors import nearest

HEADER = range(28)
"""The GPIO numbers on the 40-pin header of a Raspberry Pi."""

RESERVED = (0, 1)
"""These two read the memory of an add-on board while the Pi boots."""

SPI_PINS = range(7, 12)
"""What SPI0 takes when it is switched on: CE1, CE0, MISO, MOSI and SCLK; the lamps are on MOSI."""

MOST_SWITCHES = len(HEADER) - len(RESERVED)

MOST_SPI_PIXELS = 165
"""What fits into one transfer of 4096 bytes, spidev's limit: 24 bytes a pixel and 2 × 64 of reset.
A second transfer would leave a gap that the pixels take for the end of the frame."""

STAR_SWITCHES: Mapping[str, tuple[int, ...]] = {
    "spi": (2, 3, 4, 5, 6, 12, 13, *range(16, 28)),
    "pwm": (4, 5, 6, 7, 8, 9, 11, 12, 13, 16, 17, 19, 20, *range(22, 28)),
}
"""The GPIO numbers of the star's points 1 to 19, by the route to the lamps."""


class InvalidWiring(CompanionError, ValueError):
    """Settings that no wiring can follow."""


class PortSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section `[port]`: how the program meets the board.

    kind:     "simulated", a board on the page; "direct", reed switches on the GPIO header.
    switches: the GPIO number of each point, by the point's name; left out: as in wiring.md.
    button:   the GPIO number of the confirm button, or "none".
    bounce:   whether simulated switches bounce as reeds do.
    """

    kind: Literal["simulated", "direct"] = "simulated"
    switches: dict[str, int] = {}
    button: int | Literal["none"] = 15
    bounce: bool = False


class StripSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The section `[strip]`: how the lamps of a direct port are wired.

    route:  "spi" on GPIO 10, without root; "pwm" on `pin`, which wants root; "none": no lamps.
    pin:    the GPIO number for the route "pwm".
    pixels: the pixel of each point, by the point's name, counted from 0 along the strip; left
            out: in the board's order.
    length: how many pixels the strip has; left out or 0: one a point.
    order:  in which order a pixel takes its colours.
    """

    route: Literal["spi", "pwm", "none"] = "spi"
    pin: int = 18
    pixels: dict[str, int] = {}
    length: int = 0
    order: Literal["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"] = "GRB"


@dataclass(frozen=True, slots=True)
class StripWiring:
    """A strip of `length` pixels; `pixels[p]` is the one under point p."""

    route: str
    pin: int
    pixels: tuple[int, ...]
    length: int
    order: str


@dataclass(frozen=True, slots=True)
class Wiring:
    """A board on the GPIO header: `switches[p]` is the GPIO number of point p, named `names[p]`."""

    names: tuple[str, ...]
    switches: tuple[int, ...]
    button: int | None
    strip: StripWiring


def wiring(port: PortSettings, strip: StripSettings, board: Board) -> Wiring:
    """The wiring of a direct port; InvalidWiring, naming the setting, when there can be none."""
    switches = _switches(port, strip, board)
    users: dict[int, str] = {}
    if strip.route == "spi":
        users = dict.fromkeys(SPI_PINS, 'the lamps ([strip] route "spi")')
    elif strip.route == "pwm":
        _claim(users, strip.pin, "the lamps ([strip] pin)")
    for name, gpio in zip(board.names, switches, strict=True):
        _claim(users, gpio, f"point {name}")
    button = None if port.button == "none" else port.button
    if button is not None:
        _claim(users, button, "the button")
    length = _length(strip, board)
    return Wiring(
        names=board.names,
        switches=switches,
        button=button,
        strip=StripWiring(
            route=strip.route,
            pin=strip.pin,
            pixels=_pixels(strip, board, length),
            length=length,
            order=strip.order,
        ),
    )


def check(port: PortSettings, strip: StripSettings, board: Board) -> None:
    """Raise InvalidWiring when these settings do not fit each other or the board."""
    if port.kind == "direct":
        wiring(port, strip, board)


def _switches(port: PortSettings, strip: StripSettings, board: Board) -> tuple[int, ...]:
    if board.size > MOST_SWITCHES:
        raise InvalidWiring(
            f"the board {board.name} has {board.size} points, the GPIO header takes "
            f'{MOST_SWITCHES} switches at most; play it with [port] kind = "simulated"'
        )
    if not port.switches:
        if board.name != "star":
            raise InvalidWiring(
                f"[port] switches: the board {board.name} has no default; "
                "give the GPIO number of every point"
            )
        return STAR_SWITCHES["pwm" if strip.route == "pwm" else "spi"]
    return _by_point(port.switches, board, "[port] switches", "GPIO number")


def _by_point(given: Mapping[str, int], board: Board, setting: str, what: str) -> tuple[int, ...]:
    for name in given:
        if name not in board.index:
            raise InvalidWiring(
                f"{setting}: the board {board.name} has no point "
                f"{name!r}{nearest(name, board.names)}"
            )
    for name in board.names:
        if name not in given:
            raise InvalidWiring(f"{setting}: point {name} is missing; give its {what}")
    return tuple(given[name] for name in board.names)


def _claim(users: dict[int, str], gpio: int, user: str) -> None:
    if gpio in RESERVED:
        raise InvalidWiring(
            f"GPIO {gpio}, given to {user}, is reserved for the memory of add-on boards; "
            f"choose from 2 to {HEADER[-1]}"
        )
    if gpio not in HEADER:
        raise InvalidWiring(
            f"GPIO {gpio}, given to {user}, is not on the header; choose from 2 to {HEADER[-1]}"
        )
    if gpio in users:
        raise InvalidWiring(
            f"GPIO {gpio} is used twice: by {users[gpio]} and by {user}; give one of them another"
        )
    users[gpio] = user


def _length(strip: StripSettings, board: Board) -> int:
    length = strip.length or board.size
    if length < board.size:
        raise InvalidWiring(
            f"[strip] length: {length} pixels are too few for the {board.size} points of the "
            f"board {board.name}"
        )
    if strip.route == "spi" and length > MOST_SPI_PIXELS:
        raise InvalidWiring(
            f'[strip] length: the route "spi" takes {MOST_SPI_PIXELS} pixels at most, not {length}'
        )
    return length


def _pixels(strip: StripSettings, board: Board, length: int) -> tuple[int, ...]:
    if not strip.pixels:
        return tuple(range(board.size))
    pixels = _by_point(strip.pixels, board, "[strip] pixels", "place on the strip")
    users: dict[int, str] = {}
    for name, pixel in zip(board.names, pixels, strict=True):
        if not 0 <= pixel < length:
            raise InvalidWiring(
                f"[strip] pixels: point {name} has pixel {pixel}, but the strip's pixels go from "
                f"0 to {length - 1}; [strip] length makes it longer"
            )
        if pixel in users:
            raise InvalidWiring(
                f"[strip] pixels: pixel {pixel} is used twice: by point {users[pixel]} and by "
                f"point {name}"
            )
        users[pixel] = name
    return pixels
