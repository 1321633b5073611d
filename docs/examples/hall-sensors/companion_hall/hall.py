"""A kind of board: Hall sensors behind MCP23017 port expanders on I2C, in place of reeds.

A sensor with an open-drain output, such as a DRV5023, pulls its pin of an expander low while a
magnet is near. An expander has 16 pins, GPA0 to GPA7 and GPB0 to GPB7, each with a pull-up of its
own; up to eight expanders share the two wires of the bus (GPIO 2 and 3). The button and the lamps
are on the GPIO header, as on the program's own boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.base.monotonic import Clock
from companion.base.text import Text
from companion.device.ports import (
    Backends,
    ChipPins,
    Claim,
    DirectWiring,
    Finding,
    HeaderKind,
    InvalidWiring,
    LampRoute,
    MissingLibrary,
    PinPlace,
    PortError,
    RawSwitches,
    Requirements,
    ScannedPort,
    StripWiring,
    SystemInfo,
    header_pin,
    low_points,
    wrong,
)
from companion.rules.geometry import Board, Occupancy

PINS = 16
"""Pins of an expander: 0 to 7 are GPA0 to GPA7, 8 to 15 are GPB0 to GPB7."""

ADDRESSES = range(0x20, 0x28)
"""The I2C addresses that an MCP23017 can have; its pins A0 to A2 choose one."""

BUS_PINS = {2: Text("the I2C bus (SDA)"), 3: Text("the I2C bus (SCL)")}


@dataclass(frozen=True, slots=True)
class HallWiring:
    """The wiring of a board.

    Attributes:
        expanders: The I2C addresses of the expanders.
        places: `places[p]` is the sensor of point p.
        rest: The button and the lamps, on the header.
    """

    expanders: tuple[int, ...]
    places: tuple[PinPlace, ...]
    rest: DirectWiring


class HallKind(HeaderKind, frozen=True):
    """The section `[port]` with kind = "hall".

    Attributes:
        expanders: The I2C addresses of the expanders.
        switches: The expander, counted from 0, and the pin (0 to 15) of each point, by the point's
            name; default: in the board's order, 16 on each expander.
    """

    kind = "hall"
    scanned = True
    interfaces = frozenset({"i2c"})
    libraries: ClassVar[Mapping[str, Text]] = {
        **HeaderKind.libraries,
        "adafruit-circuitpython-mcp230xx": Text("install companion-hall again, with pip"),
    }
    stand_in = "companion_hall.stand_in:stand_in"

    expanders: tuple[int, ...] = (0x20, 0x21, 0x22, 0x23)
    switches: dict[str, PinPlace] = {}  # noqa: RUF012 - msgspec copies defaults

    def wiring(self, strip: LampRoute, board: Board) -> HallWiring:
        rest = DirectWiring((), (), self.button_pin, strip.wiring(board))
        places = self._pins(board).places(self.switches, board)
        return HallWiring(self.expanders, places, rest)

    def claims(self, strip: LampRoute, board: Board) -> Iterable[Claim]:
        for gpio, user in BUS_PINS.items():
            yield header_pin(gpio, user)
        yield from self.button_claims()
        for number, address in enumerate(self.expanders):
            yield Claim(Text(f"[port] expanders: {address:#x}"), _expander_name(number))

    def open(self, strip: LampRoute, board: Board, backends: Backends) -> HallPort:
        return HallPort(self.wiring(strip, board), backends.clock, backends.pin_factory)

    def raw(
        self, strip: LampRoute, lamps: StripWiring, board: Board, backends: Backends
    ) -> RawSwitches:
        pins = self._pins(board)
        rest = DirectWiring((), (), self.button_pin, lamps)
        wiring = HallWiring(self.expanders, pins.every, rest)
        made = HallPort(wiring, backends.clock, backends.pin_factory)
        return pins.raw(made, self.switches, board)

    def requirements(self, *, pio: bool) -> Iterable[Requirements]:
        yield from super().requirements(pio=pio)
        yield Requirements(
            groups=("i2c",),
            devices=("char-i2c",),
            modules=("i2c-dev",),
            rules=('SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"',),
        )

    def advise(self, info: SystemInfo) -> Iterator[Finding]:
        yield from super().advise(info)
        if "i2c" not in info.interfaces:
            yield wrong(
                Text(
                    "I2C is off, but the expanders need it: `sudo raspi-config nonint do_i2c 0`, "
                    "and restart"
                )
            )

    def _check_expanders(self, board: Board) -> None:
        for address in self.expanders:
            if address not in ADDRESSES:
                raise InvalidWiring(
                    f"[port] expanders: {address:#x} is not an address of an MCP23017; choose from "
                    f"{ADDRESSES[0]:#x} to {ADDRESSES[-1]:#x}"
                )
        if len(self.expanders) * PINS < board.size:
            raise InvalidWiring(
                f"[port] expanders: {len(self.expanders)} × {PINS} pins are too few for the "
                f"{board.size} points of the board {board.name}; name more of them"
            )

    def _pins(self, board: Board) -> ChipPins:
        """Return the pins for the sensors of a board.

        Raises:
            InvalidWiring: If there are too few.
        """
        self._check_expanders(board)
        return ChipPins(len(self.expanders), PINS, "expander", "pin", _pin_name)


def _expander_name(number: int) -> Text:
    return Text("expander {number}", number=number)


def _pin_name(place: PinPlace) -> str:
    chip, pin = place
    return f"expander {chip} GP{'AB'[pin // 8]}{pin % 8}"


class HallPort(ScannedPort):
    """A port over Adafruit's library for the MCP23017."""

    def __init__(self, wiring: HallWiring, clock: Clock, pin_factory: Any = None) -> None:
        super().__init__(len(wiring.places), wiring.rest, clock, pin_factory)
        self._wiring = wiring
        self._chips: list[Any] = []

    def connect(self) -> None:
        """Open the expanders. Raises PortError."""
        self._chips = _open_chips(self._wiring.expanders)

    def read(self) -> Occupancy:
        """Read every expander. A low pin is a magnet."""
        return low_points(self._wiring.places, [chip.gpio for chip in self._chips])


def _open_chips(addresses: Iterable[int]) -> list[Any]:
    """Open the expanders, with all pins as inputs with pull-ups. Raises PortError."""
    try:
        import board
        from adafruit_mcp230xx.mcp23017 import MCP23017
    except ImportError as error:
        raise MissingLibrary(
            Text("the library {name} is missing; install companion-hall again", name=error.name)
        ) from error
    made = []
    for address in addresses:
        try:
            chip = MCP23017(board.I2C(), address=address)
            chip.iodir = chip.gppu = 0xFFFF
        except Exception as error:
            said = " ".join(str(error).split())
            raise PortError(
                Text(
                    "the expander at {address}: {problem}; check its wires and its pins A0 to A2",
                    address=f"{address:#x}",
                    problem=said,
                )
            ) from error
        made.append(chip)
    return made
