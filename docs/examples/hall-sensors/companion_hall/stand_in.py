"""A stand-in for the hardware of `hall.py`, for tests: expanders on an I2C bus, with sensors.

    with mock_hall(HallKind().wiring(SpiLamps(), grid(8)), grid(8).names) as bank:
        bank.close("c5")        # a magnet over c5

Adafruit's library for the MCP23017 is the genuine one; below it, the bus and the registers of the
expanders are models. The scanning thread is replaced: it reads whenever a sensor changes, so that
nothing waits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from companion.device.ports import LampRoute, PortKind, scanned_port
from companion.rules.geometry import Board
from companion.testing import CapturedStrip, Scans, StandIn, SwitchBank, mock_switches
from companion_hall.hall import HallWiring

_IODIR, _GPPU, _GPIO = 0x00, 0x0C, 0x12
"""Registers of an MCP23017, datasheet DS20001952, table 3-1: port A; port B is the next one."""


class Expander:
    """The registers of an MCP23017. magnets: the pins whose sensor pulls them low."""

    def __init__(self) -> None:
        self.magnets: set[int] = set()
        self._registers = bytearray([0xFF, 0xFF, *bytes(20)])  # after power-on, all are inputs

    def write(self, data: bytes) -> None:
        """Write registers from the address in the first byte on."""
        for offset, value in enumerate(data[1:]):
            self._registers[data[0] + offset] = value

    def read(self, register: int, count: int) -> bytes:
        """Read registers from this one on."""
        found = bytearray(self._registers)
        for port in range(2):
            assert found[_IODIR + port] == 0xFF, "a pin that is an output shorts its sensor"
            assert found[_GPPU + port] == 0xFF, "an open drain without a pull-up floats"
            low = sum(1 << pin % 8 for pin in self.magnets if pin // 8 == port)
            found[_GPIO + port] = 0xFF & ~low
        return bytes(found[register : register + count])


class Bus(Scans):
    """An I2C bus with the methods of Blinka's.

    Attributes:
        chips: The connected chips, by address.
        fault: The error that every transfer raises, if set.
    """

    def __init__(self, addresses: Sequence[int]) -> None:
        super().__init__()
        self.chips = {address: Expander() for address in addresses}
        self.fault: Exception | None = None
        self._locked = False

    def try_lock(self) -> bool:
        """Lock the bus unless it is locked."""
        taken, self._locked = self._locked, True
        return not taken

    def unlock(self) -> None:
        """Unlock the bus."""
        self._locked = False

    def writeto(self, address: int, data: bytes, *, start: int = 0, end: int | None = None) -> None:
        """Write to a chip, or only ask whether it is there."""
        chip, sent = self._chip(address), bytes(data[start:end])
        if sent:
            chip.write(sent)

    def writeto_then_readfrom(
        self,
        address: int,
        out: bytes,
        into: bytearray,
        *,
        out_start: int = 0,
        out_end: int | None = None,
        in_start: int = 0,
        in_end: int | None = None,
    ) -> None:
        """Name a register of a chip, and read from there."""
        (register,) = out[out_start:out_end]
        count = len(into[in_start:in_end])
        into[in_start:in_end] = self._chip(address).read(register, count)

    def _chip(self, address: int) -> Expander:
        assert self._locked, "another user of the bus may interfere"
        if self.fault is not None:
            raise self.fault
        if address not in self.chips:
            raise OSError(121, "Remote I/O error")
        return self.chips[address]


@contextmanager
def mock_hall(
    wiring: HallWiring, names: Sequence[str], bus: Bus | None = None
) -> Iterator[SwitchBank]:
    """Provide the sensors and the button of a board with this wiring.

    Enter it after `CapturedStrip`, which loads Blinka's pins afresh.

    Args:
        wiring: The wiring of the board.
        names: The names of its points.
        bus: The bus of the expanders; None for a new one.
    """
    made = bus or Bus(wiring.expanders)
    points = len(wiring.places)

    with ExitStack() as stack:
        import board as pins

        header = stack.enter_context(mock_switches(wiring.rest))

        def drive(point: int, closed: bool) -> None:
            if point == points:
                (header.press if closed else header.release)()
                return
            chip, pin = wiring.places[point]
            magnets = made.chips[wiring.expanders[chip]].magnets
            (magnets.add if closed else magnets.discard)(pin)
            made.scan()

        stack.enter_context(patch.object(pins, "I2C", lambda: made, create=True))
        stack.enter_context(patch.object(scanned_port, "PeriodicThread", made.ticking))
        yield SwitchBank.by_number(names, drive, "hall", button=points)


def stand_in(stack: ExitStack, port: PortKind, strip: LampRoute, board: Board) -> StandIn:
    """Provide a board with these settings, for tests of any board."""
    captured = stack.enter_context(CapturedStrip())
    sensors = stack.enter_context(mock_hall(port.wiring(strip, board), board.names))
    return StandIn(port, strip, board, sensors, captured.pixels)
