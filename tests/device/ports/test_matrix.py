from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from dataclasses import replace
from queue import SimpleQueue
from threading import Event
from typing import Any
from unittest.mock import patch

import pytest

from companion.device.ports import (
    Button,
    MatrixPort,
    NoLamps,
    PortError,
    Report,
    SpiLamps,
    gpio_pins,
)
from companion.device.ports.matrix_gpio import MatrixWiring
from companion.device.ports.scan_thread import RETRY_INTERVAL, PeriodicThread
from companion.device.ports.scanning import PERIOD
from companion.rules.geometry import Point, Sensed, bits, grid
from companion.testing.matrix import ReedMatrix, mock_matrix
from companion.testing.strip import CapturedStrip
from companion.testing.wiring import wired

BOARD = grid(9)
DARK = replace(wired(BOARD), strip=replace(wired(BOARD).strip, route=NoLamps()))


class Bench:
    """A port over a matrix, and what it has reported."""

    def __init__(self, wiring: MatrixWiring = DARK) -> None:
        self.reeds = ReedMatrix(wiring)
        self.heard: list[Report] = []
        self.now = 0.0
        self.port = MatrixPort(wiring, lambda: self.now)

    def open(self) -> None:
        self.port.open(self.heard.append)

    def set(self, name: str, closed: bool) -> None:
        self.reeds.drive(BOARD.index[name], closed)


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    with mock_matrix(DARK, made.reeds):
        yield made
        made.port.close()


def test_a_listener_that_raises_is_logged_and_later_changes_still_come(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    def listener(report: Report) -> None:
        bench.heard.append(report)
        if len(bench.heard) == 1:
            raise RuntimeError("full")

    bench.port.open(listener)
    bench.set("a9", True)
    bench.set("b9", True)
    assert bench.heard == [Sensed(Point(0), True, 0.0), Sensed(Point(1), True, 0.0)]
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert "a change was lost" in record.message


def test_pins_that_fail_are_logged_once_and_tried_again(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    bench.open()
    bench.reeds.fault = ReedMatrix.error("'GPIO trouble'")
    bench.set("a9", True)
    bench.set("b9", True)
    assert bench.reeds.waits == [RETRY_INTERVAL, RETRY_INTERVAL]
    with pytest.raises(PortError, match="the switches cannot be read: 'GPIO trouble'"):
        bench.port.occupancy()
    assert bench.heard == []
    bench.reeds.fault = None
    bench.reeds.scan()
    assert bench.heard == [Sensed(Point(0), True, 0.0), Sensed(Point(1), True, 0.0)]
    assert bench.port.occupancy() == bits([Point(0), Point(1)])
    assert [record.levelno for record in caplog.records] == [logging.ERROR, logging.WARNING]
    assert "trying again: 'GPIO trouble'" in caplog.text
    assert "can be read again" in caplog.text


def test_a_scan_that_fails_halfway_loses_nothing_of_what_it_had_seen(bench: Bench) -> None:
    bench.open()
    bench.reeds.closed = {0}
    reads = bench.reeds.reads
    original = bench.reeds.group_read

    def failing(handle: int, leader: int) -> tuple[int, int]:
        if bench.reeds.reads == reads + 5:  # row 0 has been looked at, and row 8 has not
            raise ReedMatrix.error("'GPIO trouble'")
        return original(handle, leader)

    with patch.object(bench.reeds, "group_read", failing):
        bench.reeds.scan()
    assert bench.heard == []
    bench.reeds.scan()
    assert bench.heard == [Sensed(Point(0), True, 0.0)]


def test_pins_that_fail_while_the_port_opens_are_given_back(bench: Bench) -> None:
    bench.reeds.fault = ReedMatrix.error("'GPIO trouble'")
    with pytest.raises(PortError, match="cannot be read"):
        bench.open()
    bench.reeds.fault = None
    bench.open()


def test_a_button_that_is_held_at_the_start_is_heard_when_it_is_let_go(bench: Bench) -> None:
    bench.reeds.pressed = True
    bench.open()
    assert bench.heard == []
    bench.reeds.drive(BOARD.size, False)
    assert bench.heard == [Button(False, 0.0)]


@pytest.mark.parametrize(
    ("gpio", "user"), [(4, "row 0"), (14, "row 8"), (26, "column 8"), (15, "the button")]
)
def test_a_pin_that_cannot_be_had_is_named_with_its_user(
    bench: Bench, gpio: int, user: str
) -> None:
    bench.reeds.refused = {gpio}
    with pytest.raises(PortError, match=rf"GPIO {gpio} \({user}\) is in use: 'GPIO busy'"):
        bench.open()
    bench.reeds.refused = set()
    bench.open()


def test_a_chip_that_may_not_be_opened_is_named(bench: Bench) -> None:
    with (
        patch.object(bench.reeds, "gpiochip_open", side_effect=ReedMatrix.error("denied")),
        pytest.raises(PortError, match=r"/dev/gpiochip0 cannot be opened \(denied\); add yourself"),
    ):
        bench.open()


def test_without_lgpio_the_error_says_how_to_install_it() -> None:
    with (
        patch.object(gpio_pins, "chip_numbers", lambda: [0]),
        patch.dict(sys.modules, {"lgpio": None}),
        pytest.raises(PortError, match=r"lgpio is missing; install it with .*pip install"),
    ):
        Bench().open()


def test_the_library_and_the_chip_can_be_passed() -> None:
    bench = Bench()
    bench.port = MatrixPort(DARK, lambda: 0.0, bench.reeds, 0, bench.reeds.ticking)
    bench.open()
    bench.set("e5", True)
    assert bench.heard == [Sensed(BOARD.index["e5"], True, 0.0)]
    bench.port.close()


def test_a_board_without_a_button_has_none() -> None:
    bench = Bench(replace(DARK, button=None))
    with mock_matrix(bench.port._wiring, bench.reeds):
        bench.open()
        bench.reeds.drive(BOARD.size, True)
        bench.set("a9", True)
        assert bench.heard == [Sensed(Point(0), True, 0.0)]
        bench.port.close()


def test_points_may_be_wired_in_any_order() -> None:
    # Turned by a quarter, and the columns wired from the other end.
    cells = tuple((column, 8 - row) for row, column in DARK.cells)
    bench = Bench(replace(DARK, cells=cells, columns=DARK.columns[::-1]))
    with mock_matrix(bench.port._wiring, bench.reeds):
        bench.open()
        for point in range(81):
            bench.reeds.drive(point, True)
        assert bench.heard == [Sensed(Point(p), True, 0.0) for p in range(81)]
        bench.port.close()


def test_several_changes_of_one_scan_carry_one_time(bench: Bench) -> None:
    bench.open()
    bench.reeds.closed |= {0, 40, 80}
    bench.now = 3.5
    bench.reeds.scan()
    assert bench.heard == [Sensed(Point(p), True, 3.5) for p in (0, 40, 80)]


def test_what_a_slow_column_hides_is_found_by_reading_the_board(bench: Bench) -> None:
    bench.reeds.slow = True
    bench.reeds.closed = {9 * row + 4 for row in range(9)}  # the e file
    bench.open()
    assert bench.port.occupancy().bit_count() == 9
    bench.set("e4", False)
    assert bench.heard == []
    assert bench.port.occupancy().bit_count() == 8
    bench.set("c4", True)
    assert bench.heard == [
        Sensed(BOARD.index["c4"], True, 0.0),
        Sensed(BOARD.index["e4"], False, 0.0),
    ]


def test_scans_are_a_hundred_a_second(bench: Bench) -> None:
    bench.open()
    for _ in range(20):
        bench.reeds.scan()
    # What a scan costs is measured: the fake currents are dear, so that only the least is known.
    assert min(bench.reeds.waits) >= PERIOD
    bench.set("a1", True)
    assert bench.reeds.waits[-1] == PERIOD


def test_lamps_that_cannot_be_had_leave_the_pins_free(bench: Bench) -> None:
    with (
        patch("companion.device.ports.lamp_route.NoLamps.open", side_effect=PortError("no lamps")),
        pytest.raises(PortError, match="no lamps"),
    ):
        bench.open()
    assert bench.reeds.ticks == []
    bench.open()


def test_a_row_that_cannot_be_let_go_of_is_logged(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    bench.open()
    bench.reeds.fault = ReedMatrix.error("'unknown handle'")
    with patch.object(bench.reeds, "gpiochip_close", side_effect=bench.reeds.fault):
        bench.port.close()
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 2


def test_a_frame_follows_the_map_of_the_pixels() -> None:
    wiring = wired(BOARD)
    snake = replace(wiring.strip, route=SpiLamps(order="RGB"), pixels=tuple(range(80, -1, -1)))
    bench = Bench(replace(wiring, strip=snake))
    with mock_matrix(bench.port._wiring, bench.reeds), CapturedStrip() as strip:
        bench.open()
        bench.port.show(bytes([1, 2, 3]) + bytes(240))
        assert strip.frames[-1] == bytes(240) + bytes([1, 2, 3])
        bench.port.close()


def test_the_thread_ticks_until_it_is_stopped_and_makes_up_for_nothing() -> None:
    ticked: list[int] = []
    enough = Event()

    def tick() -> float:
        ticked.append(1)
        if len(ticked) == 3:
            enough.set()
            return 3600.0
        return 0.0

    ticking = PeriodicThread(tick)
    assert enough.wait(timeout=60)
    ticking.stop()
    assert len(ticked) == 3
    ticking.stop()


def test_the_thread_outlives_a_listener_that_raises_and_pins_that_fail() -> None:
    bench = Bench()
    heard: SimpleQueue[Report] = SimpleQueue()

    def listener(report: Report) -> None:
        heard.put(report)
        raise RuntimeError("full")

    port = MatrixPort(DARK, lambda: 0.0, bench.reeds)
    with patch("companion.device.ports.scan_thread.RETRY_INTERVAL", 0.001):
        port.open(listener)
        bench.reeds.closed = {3}
        assert heard.get(timeout=60) == Sensed(Point(3), True, 0.0)
        failed = Event()
        bench.reeds.fault = Telling("'GPIO trouble'", failed)
        assert failed.wait(timeout=60)
        bench.reeds.closed = set()
        bench.reeds.fault = None
        assert heard.get(timeout=60) == Sensed(Point(3), False, 0.0)
        port.close()
    assert heard.empty()


class Telling(Exception):
    """An error that says when somebody has looked at it."""

    def __init__(self, said: str, looked: Event) -> None:
        super().__init__(said)
        self._looked = looked

    def __str__(self) -> str:
        self._looked.set()
        return super().__str__()


def test_the_thread_and_the_session_do_not_look_at_once(bench: Bench) -> None:
    bench.open()
    asked: list[Any] = []

    def during(handle: int, leader: int) -> tuple[int, int]:
        asked.append(bench.port._lock.locked())
        return read(handle, leader)

    read = bench.reeds.group_read
    with patch.object(bench.reeds, "group_read", during):
        bench.reeds.scan()
        bench.port.occupancy()
    assert len(asked) > 9
    assert all(asked)
