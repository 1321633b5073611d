"""A kind of board: switches behind a chain of 74HC165 shift registers on SPI1.

A register has eight inputs, D0 to D7, each with a pull-up; a switch pulls its input low. While the
latch (PL) is low, the registers follow their inputs; while it is high, each rising edge of the
clock shifts the chain by one, towards the Pi. D7 of the first register is at the Pi before the
first edge, so the Pi samples at the falling edges of a clock that rests high: mode 2. CE0 stops
the clock of the registers (CLK INH) between transfers, where its rest would be an edge.

The latch is a pin of its own, for a chip select cannot be made active high: since Linux 5.4, spidev
ignores that wish. The button and the lamps are on the GPIO header, as on the program's own boards.
"""

from __future__ import annotations

import os
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

INPUTS = 8
"""Inputs of a register, D0 to D7."""

REGISTERS = range(1, 33)
"""How many registers a chain may have."""

DEVICE = "/dev/spidev1.0"
BUS_PINS = {18: Text("SPI1 (CE0)"), 19: Text("SPI1 (MISO)"), 20: Text("SPI1 (MOSI)")}
BUS_PINS |= {21: Text("SPI1 (SCLK)")}

SPEED = 1_000_000
"""The clock (Hz). A register is faster, a long cable is not: 64 switches take 64 µs."""

POLARITY, PHASE = 1, 0
"""Mode 2."""


@dataclass(frozen=True, slots=True)
class ShiftWiring:
    """The wiring of a board.

    Attributes:
        registers: The number of registers.
        latch: The GPIO number of the latch.
        places: `places[p]` is the switch of point p.
        rest: The button and the lamps, on the header.
    """

    registers: int
    latch: int
    places: tuple[PinPlace, ...]
    rest: DirectWiring


class ShiftKind(HeaderKind, frozen=True):
    """The section `[port]` with kind = "shift".

    Attributes:
        registers: The number of registers.
        latch: The GPIO number of the latch.
        switches: The register, counted from 0, and the input (0 to 7) of each point, by the point's
            name; default: in the board's order, 8 on each register.
    """

    kind = "shift"
    scanned = True
    interfaces = frozenset({"spi1"})
    libraries: ClassVar[Mapping[str, Text]] = {
        **HeaderKind.libraries,
        "adafruit-pureio": Text("install companion-shift again, with pip"),
    }
    stand_in = "companion_shift.stand_in:stand_in"

    registers: int = 8
    latch: int = 22
    switches: dict[str, PinPlace] = {}  # noqa: RUF012 - msgspec copies defaults

    def wiring(self, strip: LampRoute, board: Board) -> ShiftWiring:
        rest = DirectWiring((), (), self.button_pin, strip.wiring(board))
        places = self._inputs(board).places(self.switches, board)
        return ShiftWiring(self.registers, self.latch, places, rest)

    def claims(self, strip: LampRoute, board: Board) -> Iterable[Claim]:
        for gpio, user in BUS_PINS.items():
            yield header_pin(gpio, user)
        yield header_pin(self.latch, Text("the latch"))
        yield from self.button_claims()

    def open(self, strip: LampRoute, board: Board, backends: Backends) -> ShiftPort:
        return ShiftPort(self.wiring(strip, board), backends.clock, backends.pin_factory)

    def raw(
        self, strip: LampRoute, lamps: StripWiring, board: Board, backends: Backends
    ) -> RawSwitches:
        inputs = self._inputs(board)
        rest = DirectWiring((), (), self.button_pin, lamps)
        wiring = ShiftWiring(self.registers, self.latch, inputs.every, rest)
        made = ShiftPort(wiring, backends.clock, backends.pin_factory)
        return inputs.raw(made, self.switches, board)

    def requirements(self, *, pio: bool) -> Iterable[Requirements]:
        yield from super().requirements(pio=pio)
        yield Requirements(
            groups=("spi",),
            devices=("char-spi",),
            modules=("spidev",),
            rules=('SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"',),
        )

    def advise(self, info: SystemInfo) -> Iterator[Finding]:
        yield from super().advise(info)
        if "spi1" not in info.interfaces:
            yield wrong(
                Text(
                    "SPI1 is off, but the shift registers need it: put dtoverlay=spi1-1cs into "
                    "config.txt, and restart"
                )
            )

    def _check_registers(self, board: Board) -> None:
        if self.registers not in REGISTERS:
            raise InvalidWiring(
                f"[port] registers is {self.registers}; choose from {REGISTERS[0]} to "
                f"{REGISTERS[-1]}"
            )
        if self.registers * INPUTS < board.size:
            raise InvalidWiring(
                f"[port] registers: {self.registers} × {INPUTS} inputs are too few for the "
                f"{board.size} points of the board {board.name}; chain more of them"
            )

    def _inputs(self, board: Board) -> ChipPins:
        """Return the inputs for the switches of a board.

        Raises:
            InvalidWiring: If there are too few.
        """
        self._check_registers(board)
        return ChipPins(self.registers, INPUTS, "register", "input", _input_name)


def _input_name(place: PinPlace) -> str:
    chip, pin = place
    return f"register {chip} D{pin}"


class ShiftPort(ScannedPort):
    """A port over Adafruit's library for SPI and gpiozero."""

    def __init__(self, wiring: ShiftWiring, clock: Clock, pin_factory: Any = None) -> None:
        super().__init__(len(wiring.places), wiring.rest, clock, pin_factory)
        self._wiring = wiring
        self._factory = pin_factory
        self._latch: Any = None
        self._spi: Any = None

    def connect(self) -> None:
        """Open SPI and claim the latch. Raises PortError."""
        self._spi = _open_spi()
        self._latch = self._open_latch()

    def read(self) -> Occupancy:
        """Read every register."""
        self._latch.off()
        self._latch.on()
        # A byte for each register, the nearest first, with D7 in the highest bit.
        return low_points(self._wiring.places, self._spi.readbytes(self._wiring.registers))

    def disconnect(self) -> None:
        """Release the latch and SPI."""
        if self._latch is not None:
            self._latch.close()
            self._latch = None
        if self._spi is not None:
            os.close(self._spi.handle)
            self._spi = None

    def _open_latch(self) -> Any:
        """Claim the pin of the latch. Raises PortError."""
        from gpiozero import DigitalOutputDevice

        gpio = self._wiring.latch
        try:
            # By now there is a default factory, that of the button.
            return DigitalOutputDevice(gpio, initial_value=True, pin_factory=self._factory)
        except Exception as error:
            raise PortError(
                Text("the latch on GPIO {gpio}: {problem}", gpio=gpio, problem=_line(error))
            ) from error


def _open_spi() -> Any:
    """Open SPI1 in mode 2. Raises PortError."""
    try:
        from Adafruit_PureIO.spi import SPI
    except ImportError as error:
        raise MissingLibrary(
            Text("the library {name} is missing; install companion-shift again", name=error.name)
        ) from error
    try:
        return SPI(DEVICE, SPEED, bits_per_word=8, phase=PHASE, polarity=POLARITY)
    except Exception as error:
        raise PortError(
            Text(
                "the shift registers on {device}: {problem}; is dtoverlay=spi1-1cs in config.txt?",
                device=DEVICE,
                problem=_line(error),
            )
        ) from error


def _line(error: Exception) -> str:
    return " ".join(str(error).split())
