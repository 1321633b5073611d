"""The direct port by itself on the kernel's GPIO chips, in this process: what its listener hears.

Its pins are this process's as long as that lives, so all tests here use the same chip.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from statistics import median

import pytest

from companion.device.ports import Button, DirectKind, DirectPort, NoLamps, Report
from companion.rules.geometry import STAR, Point, bits
from tests.kernel.chips import Chip
from tests.kernel.program import until

DARK = NoLamps()
DIRECT = DirectKind().wiring(DARK, STAR)
BUTTON = DirectKind().button


@pytest.fixture
def heard() -> list[Report]:
    return []


@pytest.fixture
def direct(header: Chip, heard: list[Report]) -> Iterator[DirectPort]:
    port = DirectPort(DIRECT, time.monotonic)
    port.open(heard.append)
    yield port
    port.close()
    _let_go(header)


def _let_go(header: Chip) -> None:
    for gpio in range(28):
        header.close_switch(gpio, False)


def _edges(heard: list[Report]) -> list[tuple[str, bool]]:
    return [
        ("button", report.down)
        if isinstance(report, Button)
        else (STAR.names[report.point], report.occupied)
        for report in heard
    ]


def test_every_switch_and_the_button_are_heard(
    direct: DirectPort, header: Chip, heard: list[Report], measured: Callable[[str], None]
) -> None:
    assert isinstance(BUTTON, int)
    pins = dict(zip(STAR.names, DIRECT.switches, strict=True)) | {"button": BUTTON}
    wanted, late = [], []
    for name, gpio in pins.items():
        for closed in (True, False):
            wanted.append((name, closed))
            at = time.monotonic()
            header.close_switch(gpio, closed)
            until(lambda: len(heard) == len(wanted), f"an edge of {wanted[-1]}")
            late.append(heard[-1].at - at)
            if closed and name != "button":
                assert direct.occupancy() == bits([STAR.index[name]])
    assert _edges(heard) == wanted
    assert direct.occupancy() == 0
    measured(
        f"edge to callback: median {1e3 * median(late):.1f} ms, most {1e3 * max(late):.1f} ms "
        f"of {len(late)}; the simulator gives edges at ticks of 10 ms"
    )


def test_how_long_ago_an_edge_was_is_told_by_the_kernels_own_time_of_it(
    direct: DirectPort, header: Chip, heard: list[Report], measured: Callable[[str], None]
) -> None:
    late = []
    for closed in (True, False) * 5:
        before, count = time.monotonic(), len(heard)
        header.close_switch(DIRECT.switches[4], closed)
        until(lambda count=count: len(heard) > count, "an edge")  # type: ignore[misc]
        early = time.monotonic()
        since = direct.since_edge(Point(4))
        assert before <= time.monotonic() - since  # an interrupted test makes it only later
        assert early - since <= heard[-1].at
        late.append(heard[-1].at - (early - since))
    measured(
        f"edge to callback, by the kernel's time of the edge: median {1e3 * median(late):.2f} ms"
    )


def test_an_exception_in_the_listener_silences_nothing(
    header: Chip, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[Report] = []

    def listener(report: Report) -> None:
        heard.append(report)
        if len(heard) == 1:
            raise RuntimeError("a fault of the listener")

    port = DirectPort(DIRECT, time.monotonic)
    port.open(listener)
    try:
        for count, (gpio, closed) in enumerate(
            [(DIRECT.switches[3], True), (DIRECT.switches[3], False), (DIRECT.switches[8], True)]
        ):
            header.close_switch(gpio, closed)
            until(lambda count=count: len(heard) > count, "the next edge")  # type: ignore[misc]
    finally:
        port.close()
        _let_go(header)
    assert _edges(heard) == [
        (STAR.names[3], True),
        (STAR.names[3], False),
        (STAR.names[8], True),
    ]
    assert len(caplog.records) == 1


def test_a_switch_that_is_closed_before_the_port_opens_is_read_and_not_reported(
    header: Chip, heard: list[Report]
) -> None:
    header.close_switch(DIRECT.switches[6], True)
    port = DirectPort(DIRECT, time.monotonic)
    port.open(heard.append)
    try:
        assert port.occupancy() == bits([Point(6)])
        header.close_switch(DIRECT.switches[2], True)
        until(lambda: bool(heard), "a later edge")
        assert _edges(heard) == [(STAR.names[2], True)]
    finally:
        port.close()
        _let_go(header)


def test_a_port_that_is_closed_is_silent_and_can_be_opened_again(
    direct: DirectPort, header: Chip, heard: list[Report]
) -> None:
    for _ in range(3):
        direct.close()
        assert {header.info(gpio).edge_detection.name for gpio in DIRECT.switches} == {"NONE"}
        header.close_switch(DIRECT.switches[4], True)
        again: list[Report] = []
        direct.open(again.append)
        assert direct.occupancy() == bits([Point(4)])
        header.close_switch(DIRECT.switches[4], False)
        until(lambda again=again: bool(again), "an edge")  # type: ignore[misc]
        assert _edges(again) == [(STAR.names[4], False)]
    assert heard == []
