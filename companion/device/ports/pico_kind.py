"""A kind of board: one that is connected through a Raspberry Pi Pico on USB, with its lamps.

The firmware knows the pins (firmware/pins.py). This module assigns the Pico's switches and the
pixels to points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Literal

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
from companion.device.ports.lamp_route import LampRoute, StripWiring
from companion.device.ports.link import MAX_PIXELS, MAX_SWITCHES
from companion.device.ports.pico_port import PicoPort, PicoWiring
from companion.device.ports.port import Port
from companion.device.ports.port_kind import Backends, PortKind, RawSwitches
from companion.rules.geometry import Board

ON_PICO = Text("a board on a Pico")


class PicoLamps(LampRoute, frozen=True):
    """Lamps on the Pico that the board is connected through."""

    route = "pico"
    where = ON_PICO

    def longest(self, length: int) -> int:
        return MAX_PIXELS


class PicoKind(PortKind, frozen=True):
    """A board connected through a Pico on USB.

    Attributes:
        device: The serial device; default: search for it.
        switches: The number under which the Pico reports each point, by the point's name; default:
            in the board's order.
        button: "none" if the button on the Pico's own pin is not used.
    """

    kind = "pico"
    plugged = True
    scanned = True
    lamps_at = ON_PICO
    libraries: ClassVar[Mapping[str, Text]] = {
        "pyserial": Text("install it with pip install '.[{extra}]'", extra="serial")
    }

    device: str = ""
    switches: dict[str, int] = {}
    button: int | Literal["none"] = 15

    def wiring(self, strip: LampRoute, board: Board) -> PicoWiring:
        return self._wired(self._switches(board), strip.wiring(board))

    def open(self, strip: LampRoute, board: Board, backends: Backends) -> Port:
        return PicoPort(self.wiring(strip, board), backends.clock)

    def raw(
        self, strip: LampRoute, lamps: StripWiring, board: Board, backends: Backends
    ) -> RawSwitches:
        known = self._switches(board)
        numbers = tuple(range(max(known) + 1))
        names = [Text("switch {number}", number=number) for number in numbers]
        made = PicoPort(self._wired(numbers, lamps), backends.clock)
        return RawSwitches(made, names, numbers, known)

    def requirements(self, *, pio: bool) -> Iterable[Requirements]:
        # ModemManager would mistake the port for a modem's and send commands to it.
        yield Requirements(
            groups=("dialout",),
            devices=("char-ttyACM",),
            modules=("cdc_acm",),
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
            switches=switches,
            whole=not self.switches,
            button=self.button != "none",
            strip=lamps,
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
