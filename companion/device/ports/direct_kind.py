"""A kind of board: reed switches on the GPIO header, each on its own pin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

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
from companion.device.ports.harness import PI_HEADER, Harness, plugged
from companion.device.ports.header_kind import HeaderKind
from companion.device.ports.lamp_route import LampRoute, StripWiring
from companion.device.ports.port import Port
from companion.device.ports.port_entry import ChangedDefault
from companion.device.ports.port_kind import Backends, RawSwitches
from companion.rules.geometry import Board

MAX_GPIO_SWITCHES = len(HEADER) - len(RESERVED)

STAR_SWITCHES: Mapping[str, tuple[int, ...]] = {
    "spi": (2, 14, 4, 5, 6, 12, 13, *range(16, 28)),
    "pwm": (4, 5, 6, 7, 8, 9, 11, 12, 13, 16, 17, 19, 20, *range(22, 28)),
}
"""The GPIO numbers of the star's points 1 to 19, as `LampRoute.wired_as` says. GPIO 3 is not among
them: a piece that is put down there starts a Pi that has been shut down."""

Defaults = Mapping[str, Mapping[str, tuple[int, ...]]]

DIRECT_SWITCHES: Defaults = {"star": STAR_SWITCHES}
"""The same for every board that wiring.md wires with one pin per switch, by the board's name."""

FEW_SWITCHES: Mapping[str, tuple[int, ...]] = {
    "spi": (4, 5, 6, 12, 13, *range(16, 28), 2, 14),
    "pwm": STAR_SWITCHES["pwm"],
}
"""The GPIO numbers of every other board's points, in its order; a board uses the first ones. Those
that the board computer itself has a use for come last."""

_KEPT_UNTIL = 3
"""The version of the configuration that put point 2 of the star on GPIO 14."""

_FORMER_SWITCHES: Defaults = {
    "star": {**STAR_SWITCHES, "spi": (2, 3, 4, 5, 6, 12, 13, *range(16, 28))}
}
"""What was wired until then."""


class DirectKind(HeaderKind, frozen=True):
    """Reed switches on the GPIO header, each on its own pin.

    Attributes:
        switches: The GPIO number of each point, by the point's name; default: as in wiring.md.
    """

    kind = "direct"
    stand_in = "companion.testing.stand_ins:direct"

    switches: dict[str, int] = {}

    @property
    def defaults(self) -> Defaults:
        """The GPIO numbers of the points if `switches` does not say."""
        return DIRECT_SWITCHES

    def as_of(self, version: int) -> DirectKind:
        if version >= _KEPT_UNTIL:
            return self
        return _FormerDirectKind(**msgspec.structs.asdict(self))

    def wiring(self, strip: LampRoute, board: Board) -> DirectWiring:
        return DirectWiring(
            board.names, self._switches(strip, board), self.button_pin, strip.wiring(board)
        )

    def claims(self, strip: LampRoute, board: Board) -> Iterable[Claim]:
        for name, gpio in zip(board.names, self._switches(strip, board), strict=True):
            yield header_pin(gpio, point_name(name))
        yield from self.button_claims()

    def harness(self, strip: LampRoute, board: Board) -> Harness:
        made = self.wiring(strip, board)
        columns = [(point_name(n), gpio) for n, gpio in zip(made.names, made.switches, strict=True)]
        cells = tuple((0, p) for p in range(board.size))
        return plugged(PI_HEADER, ((), columns), cells, made.button, strip.data_pin)

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
        few = FEW_SWITCHES[strip.wired_as]
        if board.name not in self.defaults and board.size > len(few):
            raise InvalidWiring(
                Text(
                    "[port] switches: the board {board} has no default; give the GPIO "
                    "number of every point",
                    board=board.name,
                )
            )
        known = self.defaults.get(board.name)
        return known[strip.wired_as] if known else few[: board.size]


class _FormerDirectKind(DirectKind, frozen=True):
    """The same with the pins of former wiring lists, for a file that does not name its version."""

    @property
    def defaults(self) -> Defaults:
        return _FORMER_SWITCHES

    def changed_defaults(self, physical: Board) -> Iterable[ChangedDefault]:
        if physical.name not in self.defaults or self.switches:
            return
        lists = (each[physical.name]["spi"] for each in (self.defaults, DIRECT_SWITCHES))
        for name, before, now in zip(physical.names, *lists, strict=True):
            if before != now:
                user = point_name(name)
                yield ChangedDefault(
                    _KEPT_UNTIL,
                    "[port] switches",
                    user,
                    header_pin(before, user).place,
                    header_pin(now, user).place,
                    kept=True,
                )
