"""A kind of board: one that is connected through a Raspberry Pi Pico on USB, with its lamps.

The firmware knows the pins (firmware/pins.py). This module assigns the Pico's switches and the
pixels to points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

from companion.base.extras import Remedies, by_extra
from companion.base.text import Text, join_words, joined
from companion.device.ports.claims import (
    Claim,
    InvalidWiring,
    by_point,
    check_claims,
    point_name,
)
from companion.device.ports.computer import Requirements, SystemInfo
from companion.device.ports.findings import Finding, fine, note, wrong
from companion.device.ports.firmware_files import PICO_BOARDS, firmware_pins
from companion.device.ports.harness import PICO_HEADER, Harness, plugged, unnamed_harness
from companion.device.ports.lamp_route import LampRoute, StripWiring
from companion.device.ports.link import MAX_PIXELS, MAX_SWITCHES
from companion.device.ports.matrix_gpio import column_name, row_name
from companion.device.ports.pico_port import PicoPort, PicoWiring
from companion.device.ports.port import Port
from companion.device.ports.port_kind import Backends, PortKind, RawSwitches
from companion.device.ports.serial_locator import BAUD
from companion.rules.geometry import Board

ON_PICO = Text("a board on a Pico")

BAUDS = range(9600, 4_000_001)
"""The speeds of a serial line (bits per second). At 1200, some boards expect new firmware."""


class PicoLamps(LampRoute, frozen=True):
    """Lamps on the Pico that the board is connected through."""

    route = "pico"
    where = ON_PICO

    def longest(self, length: int) -> int:
        return MAX_PIXELS


class PicoKind(PortKind, frozen=True):
    """A board connected through a Pico on USB, or another microcontroller.

    Attributes:
        device: The serial device; default: search for it.
        baud: The speed of the serial line, for a board behind a UART (bits per second).
        switches: The number under which the Pico reports each point, by the point's name; default:
            in the board's order.
        button: "none" if the button on the Pico's own pin is not used.
    """

    kind = "pico"
    stand_in = "companion.testing.stand_ins:pico"
    plugged = True
    scanned = True
    debounced = True
    lamps_at = ON_PICO
    libraries: ClassVar[Mapping[str, Text]] = Remedies({"pyserial": by_extra("serial")})

    device: str = ""
    baud: int = BAUD
    switches: dict[str, int] = {}
    button: int | Literal["none"] = 15

    def wiring(self, strip: LampRoute, board: Board) -> PicoWiring:
        self._check_baud()
        return self._wired(self._switches(board), strip.wiring(board))

    def open(self, strip: LampRoute, board: Board, backends: Backends) -> Port:
        return PicoPort(self.wiring(strip, board), backends.clock)

    def raw(
        self, strip: LampRoute, lamps: StripWiring, board: Board, backends: Backends
    ) -> RawSwitches:
        self._check_baud()
        known = self._switches(board)
        numbers = tuple(range(max(known) + 1))
        names = [Text("switch {number}", number=number) for number in numbers]
        made = PicoPort(self._wired(numbers, lamps), backends.clock)
        return RawSwitches(made, names, numbers, known)

    @property
    def has_button(self) -> bool:
        return self.button != "none"

    def harness(self, strip: LampRoute, board: Board) -> Harness:
        numbers = self._switches(board)
        # A board that is named may be another microcontroller, with pins of its own.
        if self.device or board.name not in PICO_BOARDS or max(numbers) >= board.size:
            return unnamed_harness(board, button=self.has_button)
        return pico_harness(firmware_pins(), board, numbers, button=self.has_button)

    def requirements(self, *, pio: bool) -> Iterable[Requirements]:
        # A board that is named may be behind a USB-to-UART bridge.
        bridged = bool(self.device)
        # ModemManager would mistake the port for a modem's and send commands to it.
        yield Requirements(
            groups=("dialout",),
            devices=("char-ttyACM", *["char-ttyUSB"] * bridged),
            modules=("cdc_acm", *["usbserial"] * bridged),
            rules=(
                'SUBSYSTEM=="tty", ATTRS{manufacturer}=="Board companion", GROUP="dialout", '
                'MODE="0660", ENV{ID_MM_PORT_IGNORE}="1"',
            ),
        )

    @property
    def named_devices(self) -> tuple[str, ...]:
        return (self.device,) if self.device else ()

    def advise(self, info: SystemInfo) -> Iterator[Finding]:
        serial = {name: open_ for name, open_ in info.devices.items() if name.startswith("ttyACM")}
        serial = {f"/dev/{name}": open_ for name, open_ in serial.items()} | info.boards
        if self.device:
            usable = info.named.get(self.device, serial.get(self.device))
            if usable is None:
                said = [Text("[port] device is {device}, which is not there", device=self.device)]
                if serial:
                    said.append(Text("plugged in: {devices}", devices=join_words([*serial])))
                yield wrong(joined("; ", said))
                return
            serial = {self.device: usable}
        shut = [device for device, open_ in serial.items() if not open_]
        if shut:
            yield wrong(
                Text(
                    "no permission for {device}: {advice}",
                    device=shut[0],
                    advice=info.how_to_join("dialout"),
                )
            )
        elif serial:
            yield fine(Text("{devices} can be opened", devices=join_words([*serial])))
        elif info.kernel and not info.kernel.startswith("Linux"):
            yield note(
                Text(
                    "no serial port of a Pico is found: is it connected, with a USB cable "
                    "that carries data?"
                )
            )
        else:
            yield note(
                Text(
                    "there is no /dev/ttyACM…: is the Pico connected, with a USB cable that "
                    "carries data?"
                )
            )

    def _wired(self, switches: tuple[int, ...], lamps: StripWiring) -> PicoWiring:
        return PicoWiring(
            device=self.device,
            baud=self.baud,
            switches=switches,
            whole=not self.switches,
            button=self.button != "none",
            strip=lamps,
        )

    def _check_baud(self) -> None:
        if self.baud not in BAUDS:
            raise InvalidWiring(
                Text(
                    "[port] baud is {baud}; choose from {least:,} to {most:,}",
                    baud=self.baud,
                    least=BAUDS[0],
                    most=BAUDS[-1],
                )
            )

    def _switches(self, board: Board) -> tuple[int, ...]:
        if not self.switches:
            return tuple(range(board.size))
        numbers = by_point(self.switches, board, "[port] switches", Text("number on the Pico"))
        for name, number in zip(board.names, numbers, strict=True):
            if not 0 <= number < MAX_SWITCHES:
                raise InvalidWiring(
                    Text(
                        "[port] switches: point {name} has number {switch}; a Pico counts "
                        "its switches from 0 to {last} at most",
                        name=name,
                        switch=number,
                        last=MAX_SWITCHES - 1,
                    )
                )
        check_claims(
            Claim(
                joined(": ", ["[port] switches", Text("number {switch}", switch=number)]),
                point_name(name),
            )
            for name, number in zip(board.names, numbers, strict=True)
        )
        return numbers


def pico_harness(
    pins: Mapping[str, Any], board: Board, numbers: Sequence[int], *, button: bool
) -> Harness:
    """Return the wires of a board on a Pico with this program's firmware.

    Args:
        pins: What the firmware's pins.py defines.
        board: The board, one of `companion.device.ports.firmware_files.PICO_BOARDS`.
        numbers: The number on the Pico of each point's switch.
        button: Whether the button is used.
    """
    size = pins["GRIDS"].get(board.name)
    if size is None:
        rows: list[tuple[Text, int]] = []
        names = [point_name(board.names[numbers.index(switch)]) for switch in range(board.size)]
        columns = list(
            zip(names, map(_gp, pins["STAR"][: pins["DIRECT"][board.name]]), strict=True)
        )
        cells = tuple((0, number) for number in numbers)
    else:
        rows = [(row_name(1 + i), _gp(pin)) for i, pin in enumerate(pins["ROWS"][:size])]
        columns = [(column_name(1 + i), _gp(pin)) for i, pin in enumerate(pins["COLUMNS"][:size])]
        cells = tuple(divmod(number, size) for number in numbers)
    return plugged(
        PICO_HEADER,
        (rows, columns),
        cells,
        _gp(pins["BUTTON"]) if button else None,
        _gp(pins["LAMPS"]),
    )


def _gp(name: str) -> int:
    return int(name.removeprefix("GP"))
