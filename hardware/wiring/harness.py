"""Every wire between a computer's pins and the board, from the program's own settings.

A board that is wired to the header of a Raspberry Pi takes its pins from `companion/device/ports`,
one behind a Pico from `firmware/pins.py`. Everything else that names a pin is drawn from here, or
is compared with it (`agreement.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from companion.device.ports import DirectKind, LampRoute, MatrixKind, PwmLamps, SpiLamps
from companion.device.ports.claims import InvalidWiring
from companion.device.ports.firmware_files import parse_pins
from companion.device.ports.harness import (
    PI_3V3,
    PI_GROUND,
    PI_PINS,
    PICO_3V3,
    PICO_GROUND,
    PICO_PINS,
    Wire,
)
from companion.device.ports.harness import Harness as Wires
from companion.device.ports.pico_kind import pico_harness
from companion.rules.geometry import NINE, STAR, Board, grid, points_of
from hardware.artwork.layout import in_rows
from hardware.wiring.levels import PULL_UP, SERIES

__all__ = [
    "PICO_3V3",
    "PICO_GROUND",
    "PICO_PINS",
    "PI_3V3",
    "PI_5V",
    "PI_GROUND",
    "PI_PINS",
    "ROOT",
    "Harness",
    "ListedWire",
    "Read",
    "board_harness",
    "harnesses",
    "in_rows",
]

ROOT = Path(__file__).parents[2]

Read = Callable[[str], str]
"""What gives the text of a file of the project, by its path from the project's root."""

PI_5V = (2, 4)
_TITLES = {
    STAR: "The star",
    **{grid(size): f"The grid of {size} × {size}" for size in (7, 8, 9)},
    NINE: "The nine points",
}
"""The boards that the pages describe."""

_SERIES = f"through {SERIES:g} Ω"


class ListedWire(NamedTuple):
    """A wire from a pin of the computer, by its number there, to the board.

    what: "point 1", "row 0", "column 0", "button", "lamps", "ground" or "3.3 V", as the tables of
    the pages name it. signal: the name of the pin, "GPIO 2" or "GP0".
    """

    what: str
    signal: str
    pin: int
    to: str
    colour: str


@dataclass(frozen=True, slots=True)
class Harness:
    """All wires of a board; `pins` is the number of pins of the computer's connector."""

    name: str
    title: str
    computer: str
    pins: int
    wires: tuple[ListedWire, ...]

    def signals(self) -> dict[str, tuple[str, int]]:
        """The name and number of each pin, by signal, without ground and supply."""
        return {w.what: (w.signal, w.pin) for w in self.wires if w.signal[0] == "G"}


def harnesses(read: Read | None = None) -> tuple[Harness, ...]:
    """The harness of every board that the pages describe, with the pins of program and firmware."""
    pins = parse_pins((read or _text)("firmware/pins.py"))
    made = []
    for route in ("spi", "pwm"):
        strip = PwmLamps() if route == "pwm" else SpiLamps()
        on = f"on a Raspberry Pi, lamps on {route.upper()}"
        for board, title in _TITLES.items():
            wired = header_harness(board, strip)
            made.append(_listed(f"{board.name}-{route}", f"{title} {on}", wired, board))
    made.sort(key=lambda each: not each.name.startswith("star"))
    for board, title in _TITLES.items():
        wired = pico_harness(pins, board, range(board.size), button=True)
        made.append(_listed(f"{board.name}-pico", f"{title} on a Pico", wired, board))
    return tuple(made)


def header_harness(board: Board, strip: LampRoute) -> Wires:
    """Return the wires of a board on the header of a Raspberry Pi.

    Raises:
        InvalidWiring: If the header has too few pins.
    """
    return (MatrixKind() if in_rows(board) else DirectKind()).harness(strip, board)


def board_harness(board: Board, title: str) -> Harness:
    """Return the harness of any board on a Raspberry Pi, lamps on SPI.

    Raises:
        InvalidWiring: If the header has too few pins.
    """
    wired = header_harness(board, SpiLamps())
    return _listed(f"{board.name}-spi", f"{title} on a Raspberry Pi, lamps on SPI", wired, board)


def _listed(name: str, title: str, wired: Wires, board: Board) -> Harness:
    """The wires as they are listed, each with where it goes to."""
    if wired.matrix:
        along = [[board.names[p] for p in points_of(points)] for _, points in wired.lines]
        ends = [f"{names[0]} to {names[-1]}" for names in along]
        count = len(wired.rows)
        lines = [
            _to(wire, f"rings of the diodes {names}")
            for wire, names in zip(wired.rows, ends[:count], strict=True)
        ]
        lines += [
            _to(wire, f"reeds {names}, {_SERIES}")
            for wire, names in zip(wired.columns, ends[count:], strict=True)
        ]
        others = "the button"
    else:
        lines = [
            _to(wire, f"reed {point}, {_SERIES}")
            for wire, point in zip(wired.columns, board.names, strict=True)
        ]
        others = "the other end of every reed, the button"
    if wired.button is not None:
        lines.append(_to(wired.button, f"the button, {_SERIES}"))
    if wired.lamps is not None:
        lines.append(_to(wired.lamps, f"74AHCT125, pin 2, {_SERIES}"))
    if wired.pull_ups is not None:
        count = len(wired.columns)
        to = f"{count} resistors {PULL_UP / 1000:g} kΩ, one to each column"
        lines.append(_to(wired.pull_ups, to))
    lines.append(_to(wired.ground, f"{others}, the lamps' 0 V"))
    lacking = [wire for wire in lines if not wire.pin]
    if lacking:
        raise InvalidWiring(
            f"{lacking[0].signal}, given to {lacking[0].what}, is on no pin of the connector"
        )
    pico = name.endswith("pico")
    computer = "Raspberry Pi Pico" if pico else "Raspberry Pi, 40-pin header"
    return Harness(name, title, computer, 40, tuple(lines))


def _to(wire: Wire, to: str) -> ListedWire:
    return ListedWire(str(wire.what), wire.signal, wire.pin, to, str(wire.colour))


def _text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")
