"""A kind of board: reed switches on the GPIO header, each on its own pin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.base.text import Text
from companion.device.ports.claims import (
    HEADER,
    RESERVED,
    Claim,
    InvalidWiring,
    by_point,
    header_pin,
    point_name,
)
from companion.device.ports.direct import DirectPort, DirectWiring
from companion.device.ports.header_kind import HeaderKind
from companion.device.ports.lamp_route import LampRoute, StripWiring
from companion.device.ports.port import Port
from companion.device.ports.port_kind import Backends, RawSwitches
from companion.rules.geometry import Board

MAX_GPIO_SWITCHES = len(HEADER) - len(RESERVED)

STAR_SWITCHES: Mapping[str, tuple[int, ...]] = {
    "spi": (2, 3, 4, 5, 6, 12, 13, *range(16, 28)),
    "pwm": (4, 5, 6, 7, 8, 9, 11, 12, 13, 16, 17, 19, 20, *range(22, 28)),
}
"""The GPIO numbers of the star's points 1 to 19, as `LampRoute.wired_as` says."""

DIRECT_SWITCHES: Mapping[str, Mapping[str, tuple[int, ...]]] = {"star": STAR_SWITCHES}
"""The same for every board that wiring.md wires with one pin per switch, by the board's name."""


class DirectKind(HeaderKind, frozen=True):
    """Reed switches on the GPIO header, each on its own pin.

    Attributes:
        switches: The GPIO number of each point, by the point's name; default: as in wiring.md.
    """

    kind = "direct"

    switches: dict[str, int] = {}

    def wiring(self, strip: LampRoute, board: Board) -> DirectWiring:
        return DirectWiring(
            board.names, self._switches(strip, board), self.button_pin, strip.wiring(board)
        )

    def claims(self, strip: LampRoute, board: Board) -> Iterable[Claim]:
        for name, gpio in zip(board.names, self._switches(strip, board), strict=True):
            yield header_pin(gpio, point_name(name))
        yield from self.button_claims()

    def open(self, strip: LampRoute, board: Board, backends: Backends) -> Port:
        return DirectPort(self.wiring(strip, board), backends.clock, backends.pin_factory)

    def raw(
        self, strip: LampRoute, lamps: StripWiring, board: Board, backends: Backends
    ) -> RawSwitches:
        known = self._switches(strip, board)
        pins = tuple(sorted(known))
        names = tuple(f"GPIO {gpio}" for gpio in pins)
        wiring = DirectWiring(names, pins, self.button_pin, lamps)
        made = DirectPort(wiring, backends.clock, backends.pin_factory)
        return RawSwitches(made, names, pins, known)

    def _switches(self, strip: LampRoute, board: Board) -> tuple[int, ...]:
        if board.size > MAX_GPIO_SWITCHES:
            raise InvalidWiring(
                Text(
                    "the board {board} has {size} points, the GPIO header takes "
                    "{limit} switches at most; wire them in rows and columns "
                    '([port] kind = "matrix"), or play on the simulated board',
                    board=board.name,
                    size=board.size,
                    limit=MAX_GPIO_SWITCHES,
                )
            )
        if self.switches:
            return by_point(self.switches, board, "[port] switches", Text("GPIO number"))
        if board.name not in DIRECT_SWITCHES:
            raise InvalidWiring(
                Text(
                    "[port] switches: the board {board} has no default; give the GPIO "
                    "number of every point",
                    board=board.name,
                )
            )
        return DIRECT_SWITCHES[board.name][strip.wired_as]
