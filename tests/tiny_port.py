"""A kind of board and a route to lamps as packages add them, and faulty ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from random import Random
from typing import ClassVar

from companion.base.text import Text
from companion.device.ports import (
    Backends,
    Claim,
    Finding,
    Frame,
    LampRoute,
    PortError,
    PortKind,
    RawSwitches,
    Report,
    ReportListener,
    Requirements,
    StripWiring,
    SystemInfo,
    by_point,
    check_claims,
    fine,
    header_pin,
    point_name,
)
from companion.device.ports.port import Button
from companion.rules.geometry import STAR, Board, Occupancy, Point, Sensed, bits
from companion.testing.port_contract import Pixel, PortBench

WOOD = Text("a tiny board")


class Wires:
    """The tiny board under the hands: its switches by number, its pixels."""

    def __init__(self) -> None:
        self.closed: set[int] = set()
        self.frame = b""
        self.port: TinyPort | None = None

    def set(self, switch: int, closed: bool) -> None:
        (self.closed.add if closed else self.closed.discard)(switch)
        if self.port is not None:
            self.port.changed(switch, closed)

    def press(self, down: bool) -> None:
        if self.port is not None:
            self.port.tell(Button(down, self.port.clock()))


WIRES = [Wires()]
"""The one that is connected."""


class TinyPort:
    pieces = None

    def __init__(self, switches: tuple[int, ...], strip: StripWiring, backends: Backends) -> None:
        self.points = len(switches)
        self.clock = backends.clock
        self._numbers = {switch: Point(p) for p, switch in enumerate(switches)}
        self._strip = strip
        self._listener: ReportListener | None = None

    def open(self, listener: ReportListener) -> None:
        self._listener = listener
        WIRES[0].port = self

    def occupancy(self) -> Occupancy:
        if self._listener is None:
            raise PortError("the port is not open")
        return bits(self._numbers[switch] for switch in WIRES[0].closed)

    def show(self, frame: Frame) -> None:
        if self._listener is not None:
            lamps = bytearray(3 * self._strip.length)
            for point, pixel in enumerate(self._strip.pixels):
                lamps[3 * pixel : 3 * pixel + 3] = frame[3 * point : 3 * point + 3]
            WIRES[0].frame = bytes(lamps)

    def close(self) -> None:
        self.show(bytes(3 * self.points))
        self._listener = WIRES[0].port = None

    def changed(self, switch: int, closed: bool) -> None:
        self.tell(Sensed(self._numbers[switch], closed, self.clock()))

    def tell(self, report: Report) -> None:
        assert self._listener is not None
        self._listener(report)


class TinyKind(PortKind, frozen=True):
    """Switches by number on a board of its own. pin: its GPIO number."""

    kind = "tiny"
    lamps_at = WOOD
    libraries: ClassVar[Mapping[str, Text]] = {"tiny-switches": Text("ask its author")}
    bench = "tests.tiny_port:bench"

    pin: int = 7
    numbers: dict[str, int] = {}  # noqa: RUF012 - msgspec copies defaults

    def wiring(self, strip: LampRoute, board: Board) -> tuple[int, ...]:
        if not self.numbers:
            return tuple(range(board.size))
        numbers = by_point(self.numbers, board, "[port] numbers", Text("number"))
        check_claims(
            Claim(Text(f"[port] numbers: {number}"), point_name(name))
            for name, number in zip(board.names, numbers, strict=True)
        )
        return numbers

    def claims(self, strip: LampRoute, board: Board) -> Iterable[Claim]:
        yield header_pin(self.pin, Text("the tiny board"))

    def open(self, strip: LampRoute, board: Board, backends: Backends) -> TinyPort:
        return TinyPort(self.wiring(strip, board), strip.wiring(board), backends)

    def raw(
        self, strip: LampRoute, lamps: StripWiring, board: Board, backends: Backends
    ) -> RawSwitches:
        every = tuple(range(board.size))
        names = [f"wire {number}" for number in every]
        known = self.wiring(strip, board)
        return RawSwitches(TinyPort(every, lamps, backends), names, every, known, "numbers")

    def requirements(self, *, pio: bool) -> Iterable[Requirements]:
        yield Requirements(
            groups=("tiny",),
            devices=("/dev/tiny0",),
            rules=('SUBSYSTEM=="tiny", GROUP="tiny", MODE="0660"',),
        )

    def advise(self, info: SystemInfo) -> Iterator[Finding]:
        yield fine(Text("a tiny board needs nothing"))


class TinyLamps(LampRoute, frozen=True):
    """Its lamps. clock_pin: their GPIO number."""

    route = "tiny"
    where = WOOD

    clock_pin: int = 8

    def claims(self) -> Iterable[Claim]:
        yield header_pin(self.clock_pin, Text("the tiny lamps"))


def bench(_: ExitStack) -> PortBench:
    """A tiny star."""
    wires = WIRES[0] = Wires()

    def move(point: str, closed: bool) -> None:
        wires.set(STAR.index[point], closed)

    def bounce(point: str, closed: bool, rng: Random) -> int:
        edges = 2 * rng.randint(1, 4) + 1
        for i in range(edges):
            move(point, closed == (i % 2 == 0))
        return edges

    def shown() -> list[Pixel]:
        return list(zip(*(iter(wires.frame),) * 3, strict=True))

    backends = Backends(lambda: made.now)
    port = TinyKind().open(TinyLamps(), STAR, backends)
    made = PortBench(STAR, port, move, bounce, shown, wires.press)
    return made


# Faulty ones


class Nameless(TinyKind, frozen=True):
    kind = "Tiny board"


class Namesake(TinyKind, frozen=True):
    kind = "pico"


class Unfinished(PortKind, frozen=True):
    kind = "unfinished"


class Demanding(TinyKind, frozen=True, kw_only=True):
    kind = "demanding"

    pins: tuple[int, ...]


class SpareRoute(TinyLamps, frozen=True):
    route = "spi"
