"""Every wire between a computer's pins and the board, from the program's own settings.

A board that is wired to the header of a Raspberry Pi takes its pins from `companion/device/ports`,
one behind a Pico from `firmware/pins.py`. Everything else that names a pin is drawn from here, or
is compared with it (`agreement.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path
from typing import Any

from companion.device.ports import DirectKind, MatrixKind, PwmLamps, SpiLamps
from companion.device.ports.claims import InvalidWiring
from companion.device.ports.lamp_route import LampRoute, StripWiring
from companion.rules.geometry import STAR, Board, grid
from hardware.wiring.levels import PULL_UP, SERIES

ROOT = Path(__file__).parents[2]

Read = Callable[[str], str]
"""What gives the text of a file of the project, by its path from the project's root."""

PI_GROUND = (6, 9, 14, 20, 25, 30, 34, 39)
PI_3V3 = (1, 17)
PI_5V = (2, 4)
PI_PINS: Mapping[int, int] = {
    gpio: pin
    for pin, gpio in {
        3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10,
        21: 9, 22: 25, 23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19,
        36: 16, 37: 26, 38: 20, 40: 21,
    }.items()
}  # fmt: skip
"""The pin of each GPIO number on the header of a Raspberry Pi."""

PICO_3V3 = 36
"""3V3(OUT) of a Pico."""
PICO_GROUND = (3, 8, 13, 18, 23, 28, 33, 38)
PICO_PINS: Mapping[int, int] = dict(
    zip(
        (*range(23), 26, 27, 28),
        [pin for pin in range(1, 35) if pin not in (*PICO_GROUND, 30)],
        strict=True,
    )
)
"""The pin of each GP number on a Pico."""

SPI_LAMPS = 10
"""MOSI, where the route "spi" has the lamps."""

_SERIES = f"through {SERIES:g} Ω"

# Ground is black and 3.3 V is red, so the signals take the other colours of a ribbon cable.
_COLOURS = ("brown", "orange", "yellow", "green", "blue", "violet", "grey", "white")


@dataclass(frozen=True, slots=True)
class Wire:
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
    wires: tuple[Wire, ...]

    def signals(self) -> dict[str, tuple[str, int]]:
        """The name and number of each pin, by signal, without ground and supply."""
        return {w.what: (w.signal, w.pin) for w in self.wires if w.signal[0] == "G"}


def harnesses(read: Read | None = None) -> tuple[Harness, ...]:
    """The harness of every board that the pages describe, with the pins of program and firmware."""
    firmware = _firmware((read or _text)("firmware/pins.py"))
    made = [_direct(route) for route in ("spi", "pwm")]
    made += [_matrix(size, route) for route in ("spi", "pwm") for size in (7, 8, 9)]
    return (*made, _pico_star(firmware), *(_pico_grid(firmware, size) for size in (7, 8, 9)))


def _direct(route: str) -> Harness:
    made = DirectKind().wiring(_strip(route), STAR)
    signals = [
        (f"point {name}", gpio, f"reed {name}, {_SERIES}")
        for name, gpio in zip(made.names, made.switches, strict=True)
    ]
    signals += _others(made.button, made.strip)
    return Harness(
        f"star-{route}",
        f"The star on a Raspberry Pi, lamps on {route.upper()}",
        "Raspberry Pi, 40-pin header",
        40,
        (
            *_wires(signals, "GPIO ", PI_PINS),
            _ground(14, "the other end of every reed, the button"),
        ),
    )


def _matrix(size: int, route: str) -> Harness:
    board = grid(size)
    made = MatrixKind().wiring(_strip(route), board)
    signals = _lines(board, made.rows, made.columns, 0)
    signals += _others(made.button, made.strip)
    return Harness(
        f"grid{size}-{route}",
        f"The grid of {size} × {size} on a Raspberry Pi, lamps on {route.upper()}",
        "Raspberry Pi, 40-pin header",
        40,
        (
            *_wires(signals, "GPIO ", PI_PINS),
            _pull_ups(PI_3V3[1], size),
            _ground(14, "the button"),
        ),
    )


def _pico_star(firmware: Mapping[str, Any]) -> Harness:
    signals = [
        (f"point {name}", gp, f"reed {name}, {_SERIES}")
        for name, gp in zip(STAR.names, _numbers(firmware["STAR"]), strict=True)
    ]
    return _pico("star-pico", "The star on a Pico", signals, firmware)


def _pico_grid(firmware: Mapping[str, Any], size: int) -> Harness:
    rows, columns = (_numbers(firmware[which])[:size] for which in ("ROWS", "COLUMNS"))
    signals = _lines(grid(size), rows, columns, 1)
    title = f"The grid of {size} × {size} on a Pico"
    made = _pico(f"grid{size}-pico", title, signals, firmware)
    *others, ground = made.wires
    return replace(made, wires=(*others, _pull_ups(PICO_3V3, size), ground))


def _pico(
    name: str, title: str, signals: list[tuple[str, int, str]], firmware: Mapping[str, Any]
) -> Harness:
    button, lamps = _numbers((firmware["BUTTON"], firmware["LAMPS"]))
    signals = [*signals, *_button_lamps(button, lamps)]
    others = "the button" if name != "star-pico" else "the other end of every reed, the button"
    wires = (*_wires(signals, "GP", PICO_PINS), _ground(23, others))
    return Harness(name, title, "Raspberry Pi Pico", 40, wires)


def _strip(route: str) -> LampRoute:
    return PwmLamps() if route == "pwm" else SpiLamps()


def _lines(
    board: Board, rows: tuple[int, ...], columns: tuple[int, ...], first: int
) -> list[tuple[str, int, str]]:
    names = [[board.names[p] for p in row] for row in board.rows]
    made = [
        (f"row {i + first}", pin, f"rings of the diodes {names[i][0]} to {names[i][-1]}")
        for i, pin in enumerate(rows)
    ]
    return made + [
        (f"column {i + first}", pin, f"reeds {names[0][i]} to {names[-1][i]}, {_SERIES}")
        for i, pin in enumerate(columns)
    ]


def _others(button: int | None, strip: StripWiring) -> list[tuple[str, int, str]]:
    return _button_lamps(
        button, strip.route.pin if isinstance(strip.route, PwmLamps) else SPI_LAMPS
    )


def _button_lamps(button: int | None, pin: int) -> list[tuple[str, int, str]]:
    lamps = ("lamps", pin, f"74AHCT125, pin 2, {_SERIES}")
    return [("button", button, f"the button, {_SERIES}"), lamps] if button is not None else [lamps]


def _wires(
    signals: list[tuple[str, int, str]], prefix: str, pins: Mapping[int, int]
) -> tuple[Wire, ...]:
    for what, number, _ in signals:
        if number not in pins:
            raise InvalidWiring(f"{prefix}{number}, given to {what}, is on no pin of the connector")
    return tuple(
        Wire(what, f"{prefix}{number}", pins[number], to, colour)
        for (what, number, to), colour in zip(signals, cycle(_COLOURS), strict=False)
    )


def _ground(pin: int, others: str) -> Wire:
    return Wire("ground", "ground", pin, f"{others}, the lamps' 0 V", "black")


def _pull_ups(pin: int, columns: int) -> Wire:
    to = f"{columns} resistors {PULL_UP / 1000:g} kΩ, one to each column"
    return Wire("3.3 V", "3.3 V", pin, to, "red")


def _firmware(text: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(text, "firmware/pins.py", "exec"), names)  # noqa: S102 - the project's own file
    return names


def _numbers(names: Iterable[str]) -> tuple[int, ...]:
    return tuple(int(name.removeprefix("GP")) for name in names)


def _text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")
