"""What every port does, whatever stands behind it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from random import Random

import pytest
from gpiozero import Device

from companion.drivers import Button, DirectPort, Port, Report, SimulatedPort
from companion.geometry import STAR, Point, Sensed, bits
from tests.hardware import (
    STAR_PWM,
    STAR_SPI,
    CapturedStrip,
    mock_switches,
    rpigpio_switches,
)


@dataclass
class Bench:
    """A port, and the hands that work its board."""

    port: Port
    set: Callable[[str, bool], None]
    bounce: Callable[[str, bool, Random], int]
    shown: Callable[[], list[tuple[int, int, int]]]
    press: Callable[[bool], None] | None
    now: float = 0.0

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
    made = Bench(port, lambda point, on: port.set(STAR.index[point], on), burst, shown, press=None)
    return made


def _direct(stack: ExitStack, backend: str, route: str) -> Bench:
    wiring = STAR_SPI if route == "spi" else STAR_PWM
    switches = stack.enter_context(
        mock_switches(wiring) if backend == "mock" else rpigpio_switches(wiring)
    )
    strip = stack.enter_context(CapturedStrip())
    made = Bench(
        DirectPort(wiring, lambda: made.now),
        switches.set,
        switches.bounce,
        strip.pixels,
        lambda down: switches.press() if down else switches.release(),
    )
    return made


DIRECT = ["mock spi", "mock pwm", "rpigpio spi", "rpigpio pwm"]


@pytest.fixture(params=["simulated", *DIRECT])
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    with ExitStack() as stack:
        if request.param == "simulated":
            made = _simulated()
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
    for point, name in enumerate(STAR.names):
        bench.set(name, True)
        assert reports.pop() == Sensed(Point(point), True, 0.0)
        assert bench.port.occupancy() == bits([Point(point)])
        bench.set(name, False)
        assert reports.pop() == Sensed(Point(point), False, 0.0)
    assert reports == []


def test_edges_carry_the_time_of_the_clock(bench: Bench, reports: list[Report]) -> None:
    bench.now = 12.25
    bench.set("4", True)
    bench.now = 12.5
    bench.set("4", False)
    assert [report.at for report in reports] == [12.25, 12.5]


def test_a_switch_closed_before_the_start_is_read_but_not_reported(bench: Bench) -> None:
    bench.set("1", True)
    bench.set("19", True)
    heard: list[Report] = []
    bench.port.open(heard.append)
    assert bench.port.occupancy() == bits([Point(0), Point(18)])
    assert heard == []
    bench.set("1", False)
    assert heard == [Sensed(Point(0), False, 0.0)]


def test_bounce_is_reported_as_it_comes(bench: Bench, reports: list[Report]) -> None:
    edges = bench.bounce("8", True, Random(3))
    assert edges > 1
    assert [r.occupied for r in reports if isinstance(r, Sensed)] == [
        i % 2 == 0 for i in range(edges)
    ]
    assert bench.port.occupancy() == bits([STAR.index["8"]])


def test_a_frame_reaches_every_lamp(bench: Bench, reports: list[Report]) -> None:
    colours = [(p, 100 + p, 255 - p) for p in range(STAR.size)]
    bench.port.show(bytes(part for colour in colours for part in colour))
    assert bench.shown() == colours
    assert reports == []


def test_closing_puts_the_lamps_out_ends_the_reports_and_may_be_done_twice(
    bench: Bench, reports: list[Report]
) -> None:
    bench.port.show(bytes([9]) * 57)
    bench.port.close()
    bench.port.close()
    assert bench.shown() == [(0, 0, 0)] * STAR.size
    bench.set("5", True)
    assert reports == []


def test_a_port_can_be_opened_again(bench: Bench, reports: list[Report]) -> None:
    bench.port.close()
    bench.set("5", True)
    again: list[Report] = []
    bench.port.open(again.append)
    assert bench.port.occupancy() == bits([STAR.index["5"]])
    bench.set("5", False)
    bench.port.show(bytes([7]) * 57)
    assert (again, reports) == ([Sensed(STAR.index["5"], False, 0.0)], [])
    assert bench.shown() == [(7, 7, 7)] * STAR.size


@pytest.mark.parametrize("bench", DIRECT, indirect=True)
def test_the_button_reports_down_and_up(bench: Bench, reports: list[Report]) -> None:
    assert bench.press is not None
    bench.press(True)
    bench.now = 0.5
    bench.press(False)
    assert reports == [Button(True, 0.0), Button(False, 0.5)]
    assert bench.port.occupancy() == 0


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
