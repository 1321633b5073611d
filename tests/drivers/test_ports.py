"""What every port does, whatever stands behind it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from operator import itemgetter
from random import Random

import msgspec
import pytest
from gpiozero import Device

from companion.drivers import (
    Button,
    DirectPort,
    Port,
    PortError,
    PortSettings,
    Report,
    SimulatedPort,
    StripSettings,
    open_port,
)
from companion.geometry import STAR, Board, Occupancy, Point, Sensed, bits, grid
from companion.testing.matrix import mock_matrix
from companion.testing.pico import SimulatedPico, unhurried
from companion.testing.pins import mock_switches, rpigpio_switches
from companion.testing.strip import CapturedStrip
from companion.testing.wiring import STAR_PWM, STAR_SPI, wired
from tests.pico.boards import MicroPico, need_micropython


@dataclass
class Bench:
    """A port, and the hands that work its board. shown: the colours of its lamps, point by point.
    others: the lamps that belong to no point of it."""

    board: Board
    port: Port
    set: Callable[[str, bool], None]
    bounce: Callable[[str, bool, Random], int]
    shown: Callable[[], list[tuple[int, int, int]]]
    press: Callable[[bool], None] | None
    others: Callable[[], list[tuple[int, int, int]]] = list
    now: float = 0.0

    def frame(self, level: int) -> bytes:
        return bytes([level]) * (3 * self.board.size)

    def clock(self) -> float:
        return self.now


def _simulated() -> Bench:
    def burst(point: str, closed: bool, rng: Random) -> int:
        edges = 2 * rng.randint(1, 4) + 1
        for i in range(edges):
            port.set(STAR.index[point], closed == (i % 2 == 0))
        return edges

    def shown() -> list[tuple[int, int, int]]:
        frame = port.frame
        return [(frame[i], frame[i + 1], frame[i + 2]) for i in range(0, len(frame), 3)]

    port = SimulatedPort(STAR.size, lambda: made.now)
    made = Bench(
        STAR, port, lambda point, on: port.set(STAR.index[point], on), burst, shown, press=None
    )
    return made


def _direct(stack: ExitStack, backend: str, route: str) -> Bench:
    wiring = STAR_SPI if route == "spi" else STAR_PWM
    switches = stack.enter_context(
        mock_switches(wiring) if backend == "mock" else rpigpio_switches(wiring)
    )
    strip = stack.enter_context(CapturedStrip())
    made = Bench(
        STAR,
        DirectPort(wiring, lambda: made.now),
        switches.set,
        switches.bounce,
        strip.pixels,
        lambda down: switches.press() if down else switches.release(),
    )
    return made


BOARDS = {board.name: board for board in (STAR, grid(7), grid(8), grid(9))}
MARGINS = {("grid7", "grid9"): 1}
"""How far a board lies from the edge of a larger one, where that is not 0."""


def _printed(name: str, whole: str) -> dict[str, str]:
    """What the larger board calls the points of a board that lies on it."""
    margin = MARGINS.get((name, whole), 0)
    return {
        text: f"{chr(ord(text[0]) + margin)}{int(text[1:]) + margin}" if margin else text
        for text in BOARDS[name].names
    }


def _matrix(stack: ExitStack, name: str, route: str, whole: str = "") -> Bench:
    """The port of a board in rows and columns, or of a part of one."""
    board, physical = BOARDS[name], BOARDS[whole or name]
    printed = _printed(name, whole)
    switches = stack.enter_context(mock_matrix(wired(physical, route)))
    strip = stack.enter_context(CapturedStrip())
    places = [physical.index[printed[text]] for text in board.names]
    port = open_port(
        msgspec.convert({"kind": "matrix", "board": physical.name}, PortSettings),
        StripSettings(route="pwm" if route == "pwm" else "spi"),
        board,
        lambda: made.now,
    )
    made = Bench(
        board,
        port,
        lambda point, closed: switches.set(printed[point], closed),
        lambda point, closed, rng: switches.bounce(printed[point], closed, rng),
        lambda: [strip.pixels()[place] for place in places],
        lambda down: switches.press() if down else switches.release(),
        lambda: [c for place, c in enumerate(strip.pixels()) if place not in places],
    )
    return made


def _pico(stack: ExitStack, kind: str, name: str, whole: str = "") -> Bench:
    """The port of a board on a Pico, or of a part of one."""
    board, physical = BOARDS[name], BOARDS[whole or name]
    printed = _printed(name, whole)
    if kind == "micropython":
        need_micropython()
    pico = stack.enter_context(
        (MicroPico if kind == "micropython" else SimulatedPico)(physical.name)
    )
    settings = {"kind": "pico", "device": pico.device, "board": physical.name}
    places = [physical.index[printed[text]] for text in board.names]
    port = open_port(
        msgspec.convert(settings, PortSettings),
        StripSettings(route="pico"),
        board,
        lambda: made.now,
    )

    def heard(times: int = 1) -> None:
        """Wait until all that the Pico has said has been heard, when somebody hears it."""
        with suppress(PortError):
            for _ in range(times):
                port.occupancy()

    def set_switch(switch: int, closed: bool) -> None:
        pico.set(switch, closed)
        heard()

    def burst(point: str, closed: bool, rng: Random) -> int:
        edges = 2 * rng.randint(1, 4) + 1
        for i in range(edges):
            pico.set(physical.index[printed[point]], closed == (i % 2 == 0))
        heard()
        return edges

    def pixels() -> list[tuple[int, int, int]]:
        heard(2)  # a frame may have waited for the one before
        return pico.pixels(physical.size)

    made = Bench(
        board,
        port,
        lambda point, closed: set_switch(physical.index[printed[point]], closed),
        burst,
        lambda: list(itemgetter(*places)(pixels())),
        lambda down: set_switch(pico.button, down),
        lambda: [colour for place, colour in enumerate(pixels()) if place not in places],
    )
    return made


DIRECT = ["mock spi", "mock pwm", "rpigpio spi", "rpigpio pwm"]
PARTS = ["grid7 spi grid9", "grid8 pwm grid9", "grid7 spi grid8"]
MATRIX = ["grid7 spi", "grid8 spi", "grid9 spi", "grid9 pwm", "star spi", *PARTS]
PICO = ["cpython star", "micropython star", *(f"cpython grid{n}" for n in (7, 8, 9))]
PICO += ["cpython grid7 grid9"]


@pytest.fixture(params=["simulated", *DIRECT, *MATRIX, *PICO])
def bench(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    unhurried(monkeypatch)
    with ExitStack() as stack:
        if request.param == "simulated":
            made = _simulated()
        elif request.param in MATRIX:
            made = _matrix(stack, *request.param.split())
        elif request.param in PICO:
            made = _pico(stack, *request.param.split())
        else:
            made = _direct(stack, *request.param.split())
        stack.callback(made.port.close)
        yield made


@pytest.fixture
def reports(bench: Bench) -> list[Report]:
    heard: list[Report] = []
    bench.port.open(heard.append)
    return heard


def test_every_point_reports_under_its_own_number(bench: Bench, reports: list[Report]) -> None:
    for point, name in enumerate(bench.board.names):
        bench.set(name, True)
        assert reports.pop() == Sensed(Point(point), True, 0.0)
        assert bench.port.occupancy() == bits([Point(point)])
        bench.set(name, False)
        assert reports.pop() == Sensed(Point(point), False, 0.0)
    assert reports == []


def test_any_points_may_be_occupied_at_once(bench: Bench, reports: list[Report]) -> None:
    rng, closed = Random(1), bits([])
    for _ in range(60):
        point = Point(rng.randrange(bench.board.size))
        closed = Occupancy(closed ^ 1 << point)
        bench.set(bench.board.names[point], bool(closed >> point & 1))
        assert reports.pop() == Sensed(point, bool(closed >> point & 1), 0.0)
        assert bench.port.occupancy() == closed
    for number, name in enumerate(bench.board.names):
        bench.set(name, True)
        assert bench.port.occupancy() >> number & 1
    assert bench.port.occupancy() == bench.board.full


def test_edges_carry_the_time_of_the_clock(bench: Bench, reports: list[Report]) -> None:
    name = bench.board.names[4]
    bench.now = 12.25
    bench.set(name, True)
    bench.now = 12.5
    bench.set(name, False)
    assert [report.at for report in reports] == [12.25, 12.5]


def test_a_switch_closed_before_the_start_is_read_but_not_reported(bench: Bench) -> None:
    first, last = Point(0), Point(bench.board.size - 1)
    bench.set(bench.board.names[first], True)
    bench.set(bench.board.names[last], True)
    heard: list[Report] = []
    bench.port.open(heard.append)
    assert bench.port.occupancy() == bits([first, last])
    assert heard == []
    bench.set(bench.board.names[first], False)
    assert heard == [Sensed(first, False, 0.0)]


def test_bounce_is_reported_as_it_comes(bench: Bench, reports: list[Report]) -> None:
    edges = bench.bounce(bench.board.names[7], True, Random(3))
    assert edges > 1
    assert [r.occupied for r in reports if isinstance(r, Sensed)] == [
        i % 2 == 0 for i in range(edges)
    ]
    assert bench.port.occupancy() == bits([Point(7)])


def test_a_frame_reaches_every_lamp(bench: Bench, reports: list[Report]) -> None:
    colours = [(p, 100 + p, 255 - p) for p in range(bench.board.size)]
    bench.port.show(bytes(part for colour in colours for part in colour))
    assert bench.shown() == colours
    assert set(bench.others()) <= {(0, 0, 0)}
    assert reports == []


def test_closing_puts_the_lamps_out_ends_the_reports_and_may_be_done_twice(
    bench: Bench, reports: list[Report]
) -> None:
    bench.port.show(bench.frame(9))
    bench.port.close()
    bench.port.close()
    assert bench.shown() == [(0, 0, 0)] * bench.board.size
    bench.set(bench.board.names[5], True)
    assert reports == []


def test_a_port_can_be_opened_again(bench: Bench, reports: list[Report]) -> None:
    point, name = Point(5), bench.board.names[5]
    bench.port.close()
    bench.set(name, True)
    again: list[Report] = []
    bench.port.open(again.append)
    assert bench.port.occupancy() == bits([point])
    bench.set(name, False)
    bench.port.show(bench.frame(7))
    assert (again, reports) == ([Sensed(point, False, 0.0)], [])
    assert bench.shown() == [(7, 7, 7)] * bench.board.size


@pytest.mark.parametrize("bench", [*DIRECT, *MATRIX, *PICO], indirect=True)
def test_the_button_reports_down_and_up(bench: Bench, reports: list[Report]) -> None:
    assert bench.press is not None
    bench.press(True)
    bench.now = 0.5
    bench.press(False)
    assert reports == [Button(True, 0.0), Button(False, 0.5)]
    assert bench.port.occupancy() == 0


@pytest.mark.parametrize("bench", ["mock spi", *MATRIX, *PICO], indirect=True)
def test_a_port_that_is_not_open_cannot_be_read(bench: Bench) -> None:
    with pytest.raises(PortError, match="not open"):
        bench.port.occupancy()
    bench.port.show(bench.frame(9))


@pytest.mark.parametrize("backend", ["mock", "rpigpio"])
def test_the_fakes_leave_the_process_as_it_was(backend: str) -> None:
    def state() -> tuple[object, ...]:
        gpio = [name for name in sys.modules if name == "board" or name.startswith("RPi")]
        return Device.pin_factory, dict(os.environ), gpio

    os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"
    before = state()
    with ExitStack() as stack:
        bench = _direct(stack, backend, "spi")
        bench.port.open(lambda _: None)
        assert state() != before
        bench.port.close()
    assert state() == before
