"""Stand-ins for the hardware of a configured board, so that the program runs on it as it is.

Each kind of board names its own in `PortKind.stand_in`. Everything above the hardware is genuine:
gpiozero and its pins, the scan of a matrix, the firmware of a Pico, the NeoPixel libraries.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import TYPE_CHECKING

import msgspec

from companion.device.ports.claims import InvalidWiring
from companion.device.ports.direct_kind import DirectKind
from companion.device.ports.lamp_route import LampRoute
from companion.device.ports.matrix_kind import MatrixKind
from companion.device.ports.pico_kind import PicoKind
from companion.device.ports.port import Port, PortError
from companion.device.ports.port_kind import PortKind
from companion.rules.geometry import Board
from companion.testing.switches import SwitchBank

if TYPE_CHECKING:
    from companion.testing.pico import Pico  # which needs pseudo-terminals

Pixel = tuple[int, int, int]
"""Red, green and blue (0 to 255)."""


def _at_once(_: Port) -> None:
    """Wait for nothing: a change has been reported when `SwitchBank.set` returns."""


@dataclass
class StandIn:
    """The hardware of a board, or what stands in for it.

    Attributes:
        port: The section `[port]` with which the program finds it.
        strip: The section `[strip]`, likewise.
        board: The physical board.
        bank: Its switches and its button.
        pixels: Returns the colours of the lamps, in the order of the strip; None before the first
            frame. None on the whole if nothing sees them.
        heard: Waits until an open port has reported what the switches did.
        properties: What a report about it should say, such as the version of a firmware.
        reaction: Waits at most some seconds for the first frame after the last change of a switch,
            and returns the seconds between them. None if no one clock stamps both.
    """

    port: PortKind
    strip: LampRoute
    board: Board
    bank: SwitchBank
    pixels: Callable[[], list[Pixel] | None] | None = None
    heard: Callable[[Port], None] = _at_once
    properties: dict[str, str] = field(default_factory=dict)
    reaction: Callable[[float], float | None] | None = None

    def lamps(self) -> list[Pixel]:
        """Return the colour of the lamp under each point, in the board's order.

        Raises:
            PortError: If nothing sees the lamps.
        """
        if self.pixels is None:
            raise PortError(f"nothing sees the lamps of this {self.port.kind} board")
        sent = self.pixels()
        asked = [
            (0, 0, 0) if sent is None else sent[pixel]
            for pixel in self.strip.wiring(self.board).pixels
        ]
        return self.bank.seen(asked)


StandInMaker = Callable[[ExitStack, PortKind, LampRoute, Board], StandIn]


def stand_in(stack: ExitStack, port: PortKind, strip: LampRoute, board: Board) -> StandIn:
    """Provide what stands in for the hardware of a configured board.

    Args:
        stack: Ends it.
        port: The section `[port]`.
        strip: The section `[strip]`.
        board: The physical board.

    Raises:
        InvalidWiring: If the settings are not possible, or if nothing stands in for that kind.
    """
    if not port.board:  # so that a smaller game is played on a part of it
        port = msgspec.structs.replace(port, board=board.name)
    if port.stand_in:
        maker: StandInMaker = resolve_name(port.stand_in)
        return maker(stack, port, strip, board)
    if port.bench:
        return _from_bench(stack, port, strip, board)
    raise InvalidWiring(
        f"nothing stands in for the hardware of kind {port.kind!r}; let PortKind.stand_in name a "
        "function like companion.testing.stand_ins.direct"
    )


def direct(stack: ExitStack, port: PortKind, strip: LampRoute, board: Board) -> StandIn:
    """Provide gpiozero's mock pins, and what the NeoPixel libraries send."""
    from companion.testing.pins import mock_switches

    assert isinstance(port, DirectKind)
    bank = stack.enter_context(mock_switches(port.wiring(strip, board)))
    return StandIn(port, strip, board, bank, _captured(stack))


def matrix(stack: ExitStack, port: PortKind, strip: LampRoute, board: Board) -> StandIn:
    """Provide reeds and diodes behind lgpio's calls, and what the NeoPixel libraries send."""
    from companion.testing.matrix import mock_matrix

    assert isinstance(port, MatrixKind)
    bank = stack.enter_context(mock_matrix(port.wiring(strip, board)))
    return StandIn(port, strip, board, bank, _captured(stack))


def pico(stack: ExitStack, port: PortKind, strip: LampRoute, board: Board) -> StandIn:
    """Provide the genuine firmware of a Pico behind a pseudo-terminal, in real time."""
    from companion.testing.pico import SimulatedPico

    return on_pico(stack.enter_context(SimulatedPico(board.name)), port, strip, board)


def on_pico(made: Pico, port: PortKind, strip: LampRoute, board: Board) -> StandIn:
    """Return a stand-in whose switches and lamps are those of a Pico, of whatever kind."""
    assert isinstance(port, PicoKind)
    wiring = port.wiring(strip, board)
    return StandIn(
        msgspec.structs.replace(port, device=made.device),
        strip,
        board,
        SwitchBank.by_number(
            board.names, made.set, "pico", wiring.switches, made.button if wiring.button else None
        ),
        lambda: made.pixels(wiring.strip.length),
        answered,
    )


def answered(port: Port) -> None:
    """Wait for an answer, which comes after all that was said before."""
    with suppress(PortError):
        for _ in range(2):  # a frame may have waited for the one before
            port.occupancy()


def _captured(stack: ExitStack) -> Callable[[], list[Pixel] | None]:
    from companion.testing.strip import CapturedStrip

    strip = stack.enter_context(CapturedStrip())
    return lambda: strip.pixels() if strip.signals else None


def _from_bench(stack: ExitStack, port: PortKind, strip: LampRoute, board: Board) -> StandIn:
    """Provide the bench of a package's kind of board, which has the default settings."""
    made = resolve_name(port.bench)(stack)
    if made.board.name != board.name:
        raise InvalidWiring(
            f"the stand-in for {port.kind!r} is a {made.board.name}, not a {board.name}"
        )

    def drive(number: int, closed: bool) -> None:
        if number < made.board.size:
            made.set(made.board.names[number], closed)
        else:
            made.press(closed)

    button = None if made.press is None else board.size
    bank = SwitchBank.by_number(board.names, drive, port.kind, button=button)
    points = strip.wiring(board).pixels

    def pixels() -> list[Pixel]:
        seen = made.shown()
        along = [(0, 0, 0)] * (max(points) + 1)
        for point, pixel in enumerate(points):
            along[pixel] = seen[point]
        return along

    return StandIn(port, strip, board, bank, pixels)
