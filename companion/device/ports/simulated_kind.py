"""A kind of board: one on the page, in order or with shuffled wiring, to practise calibration."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import msgspec

from companion.base.text import Text
from companion.device.ports.claims import InvalidWiring, by_point
from companion.device.ports.lamp_route import LampRoute, NoLamps, StripWiring
from companion.device.ports.port import Port
from companion.device.ports.port_kind import Backends, PortKind, RawSwitches
from companion.device.ports.simulated import SimulatedPort, SimulatedWiring
from companion.rules.geometry import Board

if TYPE_CHECKING:
    from companion.device.ports.board_faults import Fault


class PictureLamps(NoLamps, frozen=True):
    """Lamps that are drawn on the page."""

    lit = True


class SimulatedKind(PortKind, frozen=True):
    """A board on the page, always the game's.

    Attributes:
        bounce: Whether switches bounce as reeds do.
        scramble: The seed that shuffles the wiring of switches and pixels, to practise `companion
            calibrate`; 0: not shuffled. Only a shuffled board uses `switches` and the strip's
            `pixels`: their numbers in that wiring.
        switches: The number of each point's switch in shuffled wiring, by the point's name.
        faults: What is out of order on the board, to see what the program then says, such as
            "stuck:14@30s"; see `device/ports/board_faults.py`.
    """

    kind = "simulated"
    simulated = True

    bounce: bool = False
    scramble: int = 0
    switches: dict[str, int] = {}
    faults: tuple[str, ...] = ()

    def physical_board(self, board: Board) -> Board:
        return board

    def lamps(self, strip: LampRoute) -> LampRoute:
        return PictureLamps()

    def wiring(self, strip: LampRoute, board: Board) -> SimulatedWiring | None:
        """Return the wiring as it appears through the settings.

        Returns:
            The point that each switch reports, and the point whose colour each lamp shows; None if
            it is in order.

        Raises:
            InvalidWiring: If the settings are not possible.
        """
        if self.faults:
            self._faults(board)
        if not self.scramble:
            return None
        numbers = self._switches(board)
        lamps = strip.wiring(board)
        true = shuffled_wiring(self.scramble, board.size, lamps.length)
        dark = board.size  # past the end of a frame: for pixels that belong to no point
        return SimulatedWiring(
            tuple(numbers.index(switch) for switch in true.switches),
            tuple(lamps.pixels.index(k) if k in lamps.pixels else dark for k in true.lamps),
        )

    def open(self, strip: LampRoute, board: Board, backends: Backends) -> Port:
        return self._port(board, self.wiring(strip, board), backends)

    def _faults(self, board: Board) -> tuple[Fault, ...]:
        # Not at the top: few boards have any, and the first lamp would wait.
        from companion.device.ports.board_faults import parse_fault

        return tuple(parse_fault(words, board) for words in self.faults)

    def raw(
        self, strip: LampRoute, lamps: StripWiring, board: Board, backends: Backends
    ) -> RawSwitches:
        numbers = tuple(range(board.size))
        known, wires = numbers, SimulatedWiring(numbers, numbers)
        if self.scramble:
            known = self._switches(board)
            wires = shuffled_wiring(self.scramble, board.size, lamps.length)
        names = [Text("switch {number}", number=number) for number in numbers]
        return RawSwitches(self._port(board, wires, backends), names, numbers, known)

    def _port(self, board: Board, wires: SimulatedWiring | None, backends: Backends) -> Port:
        port = SimulatedPort(
            board.size,
            backends.clock,
            backends.rng,
            self.bounce,
            names=board.names,
            wiring=wires,
        )
        if not self.faults:
            return port
        from companion.device.ports.faulty_port import FaultyPort

        return FaultyPort(port, self._faults(board), backends.clock, backends.periodic)

    def _switches(self, board: Board) -> tuple[int, ...]:
        """Return the configured switch of each point.

        Raises:
            InvalidWiring: If there is no such switch.
        """
        if not self.switches:
            return tuple(range(board.size))
        numbers = by_point(self.switches, board, "[port] switches", Text("number"))
        if sorted(numbers) != list(range(board.size)):
            raise InvalidWiring(
                Text(
                    "[port] switches: a simulated board numbers its switches from 0 to "
                    "{last}; assign each to one point",
                    last=board.size - 1,
                )
            )
        return numbers


def with_faults(port: PortKind, faults: tuple[str, ...]) -> PortKind:
    """Return the settings of a simulated board with more faults.

    Raises:
        InvalidWiring: If the board is not simulated: a real one has its own.
    """
    if not isinstance(port, SimulatedKind):
        raise InvalidWiring(
            Text(
                "--fault is for a simulated board, and [port] kind is {kind}; leave it out",
                kind=port.kind,
            )
        )
    return msgspec.structs.replace(port, faults=(*port.faults, *faults))


def shuffled_wiring(seed: int, points: int, pixels: int) -> SimulatedWiring:
    """Return which switch and which pixel of the strip are at each point, shuffled by a seed."""
    rng = Random(seed)  # noqa: S311 - a rehearsal, not secrets
    return SimulatedWiring(
        tuple(rng.sample(range(points), points)), tuple(rng.sample(range(pixels), points))
    )
