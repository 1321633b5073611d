"""The contract of `companion/device/ports/port.py` as tests, for every kind of board.

    class TestMyBoard(PortContract):
        @pytest.fixture
        def bench(self) -> Iterator[PortBench]:
            ...

A bench is a port and the hands that work its board. `PortBench.on` makes one of a `StandIn`; the
fixture `port_bench` is that of the board that `--board` names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Self

from companion.base.monotonic import Clock
from companion.device.ports.opening import open_port
from companion.device.ports.port import Button, Port, PortError, Report, read_button
from companion.device.ports.sub_board import places
from companion.rules.geometry import Board, Occupancy, Point, Sensed, bits
from companion.session.menu.button import Gesture, GestureButton
from companion.testing.needs import needed_by
from companion.testing.stand_ins import Pixel as Pixel
from companion.testing.stand_ins import StandIn

with needed_by("companion.testing.port_contract"):
    import pytest


@dataclass
class PortBench:
    """A port, and the hands that work its board.

    Attributes:
        board: The board whose points the port reports.
        port: The port, not open yet.
        set: Closes the switch of a point, by the point's name, or opens it.
        bounce: The same with a burst of edges; returns their number.
        shown: Returns the colours of the lamps, point by point.
        press: Pushes the button, or lets it go; None without one.
        others: Returns the colours of the lamps that belong to no point.
        now: The time of the port's clock, in seconds.
    """

    board: Board
    port: Port
    set: Callable[[str, bool], None]
    bounce: Callable[[str, bool, Random], int]
    shown: Callable[[], list[Pixel]]
    press: Callable[[bool], None] | None
    others: Callable[[], list[Pixel]] = list
    now: float = 0.0

    @classmethod
    def on(
        cls,
        hardware: StandIn,
        board: Board | None = None,
        opener: Callable[[Board, Clock], Port] | None = None,
    ) -> Self:
        """Return a bench with this hardware.

        Args:
            hardware: What works the switches and sees the lamps.
            board: The board whose points the port reports; by default the whole physical one.
            opener: Creates the port; by default as the settings describe it.
        """
        whole = hardware.board
        played = board or whole
        where = places(whole, played)
        names = {name: whole.names[place] for name, place in zip(played.names, where, strict=True)}
        bank = hardware.bank

        def heard() -> None:
            hardware.heard(made.port)

        def set_switch(point: str, closed: bool) -> None:
            bank.set(names[point], closed)
            heard()

        def bounce(point: str, closed: bool, rng: Random) -> int:
            edges = bank.bounce(names[point], closed, rng)
            heard()
            return edges

        def press(down: bool) -> None:
            (bank.press if down else bank.release)()
            heard()

        def lamps(*, inside: bool) -> list[Pixel]:
            heard()
            seen = hardware.lamps()
            if inside:
                return [seen[place] for place in where]
            return [colour for place, colour in enumerate(seen) if place not in where]

        def clock() -> float:
            return made.now

        if opener is None:
            port = open_port(hardware.port, hardware.strip, played, clock)
        else:
            port = opener(played, clock)
        made = cls(
            played,
            port,
            set_switch,
            bounce,
            lambda: lamps(inside=True),
            press if bank.has_button else None,
            lambda: lamps(inside=False),
        )
        return made

    def frame(self, level: int) -> bytes:
        """Return a frame with this level in every colour of every lamp."""
        return bytes([level]) * (3 * self.board.size)


class PortContract:
    """What every port does. A subclass, or its module, has the fixture `bench`."""

    @pytest.fixture
    def reports(self, bench: PortBench) -> list[Report]:
        """Open the port, and return the list that its reports are added to."""
        heard: list[Report] = []
        bench.port.open(heard.append)
        return heard

    def test_every_point_reports_under_its_own_number(
        self, bench: PortBench, reports: list[Report]
    ) -> None:
        """Close and open each switch alone."""
        for point, name in enumerate(bench.board.names):
            bench.set(name, True)
            assert reports.pop() == Sensed(Point(point), True, 0.0)
            assert bench.port.occupancy() == bits([Point(point)])
            bench.set(name, False)
            assert reports.pop() == Sensed(Point(point), False, 0.0)
        assert reports == []

    def test_any_points_may_be_occupied_at_once(
        self, bench: PortBench, reports: list[Report]
    ) -> None:
        """Close any set of switches, and in the end all of them."""
        rng, closed = Random(1), bits([])  # noqa: S311 - any order will do
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

    def test_edges_carry_the_time_of_the_clock(
        self, bench: PortBench, reports: list[Report]
    ) -> None:
        """Read the clock at each edge."""
        name = bench.board.names[4]
        bench.now = 12.25
        bench.set(name, True)
        bench.now = 12.5
        bench.set(name, False)
        assert [report.at for report in reports] == [12.25, 12.5]

    def test_a_switch_closed_before_the_start_is_read_but_not_reported(
        self, bench: PortBench
    ) -> None:
        """Open the port of a board with pieces on it."""
        first, last = Point(0), Point(bench.board.size - 1)
        bench.set(bench.board.names[first], True)
        bench.set(bench.board.names[last], True)
        heard: list[Report] = []
        bench.port.open(heard.append)
        assert bench.port.occupancy() == bits([first, last])
        assert heard == []
        bench.set(bench.board.names[first], False)
        assert heard == [Sensed(first, False, 0.0)]

    def test_bounce_is_reported_as_it_comes(self, bench: PortBench, reports: list[Report]) -> None:
        """Debounce nothing."""
        edges = bench.bounce(bench.board.names[7], True, Random(3))  # noqa: S311 - likewise
        assert edges > 1
        assert [r.occupied for r in reports if isinstance(r, Sensed)] == [
            i % 2 == 0 for i in range(edges)
        ]
        assert bench.port.occupancy() == bits([Point(7)])

    @pytest.mark.board("lamps")
    def test_a_frame_reaches_every_lamp(self, bench: PortBench, reports: list[Report]) -> None:
        """Show another colour at each point."""
        colours = [(p, 100 + p, 255 - p) for p in range(bench.board.size)]
        bench.port.show(bytes(part for colour in colours for part in colour))
        assert bench.shown() == colours
        assert set(bench.others()) <= {(0, 0, 0)}
        assert reports == []

    @pytest.mark.board("lamps")
    def test_closing_puts_the_lamps_out_ends_the_reports_and_may_be_done_twice(
        self, bench: PortBench, reports: list[Report]
    ) -> None:
        """Close a lit board."""
        bench.port.show(bench.frame(9))
        bench.port.close()
        bench.port.close()
        assert bench.shown() == [(0, 0, 0)] * bench.board.size
        bench.set(bench.board.names[5], True)
        assert reports == []

    @pytest.mark.board("lamps")
    def test_a_port_can_be_opened_again(self, bench: PortBench, reports: list[Report]) -> None:
        """Report to the new listener alone."""
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


class WiredContract(PortContract):
    """What every port to a physical board with a button does as well."""

    def test_the_button_reports_down_and_up(self, bench: PortBench, reports: list[Report]) -> None:
        """Press the button, which is no point of the board."""
        assert bench.press is not None, "this board has no button: use PortContract"
        bench.press(True)
        bench.now = 0.5
        bench.press(False)
        assert reports == [Button(True, 0.0), Button(False, 0.5)]
        assert bench.port.occupancy() == 0

    def test_the_level_of_the_button_can_be_read(
        self, bench: PortBench, reports: list[Report]
    ) -> None:
        """Read the button, for an edge of it may have been lost."""
        assert bench.press is not None, "this board has no button: use PortContract"
        assert read_button(bench.port) in (False, None)
        bench.press(True)
        assert read_button(bench.port) in (True, None)
        bench.press(False)
        assert read_button(bench.port) in (False, None)

    @pytest.mark.parametrize("kept", [False, True])
    def test_a_hold_counts_only_while_the_button_is_down(
        self, bench: PortBench, kept: bool
    ) -> None:
        """Let the button go without a report, or keep it down."""
        assert bench.press is not None, "this board has no button: use PortContract"
        button, deaf = GestureButton(0.01, lambda: read_button(bench.port)), False

        def listen(report: Report) -> None:
            if isinstance(report, Button) and not deaf:
                button.feed(report)

        bench.port.open(listen)
        bench.press(True)
        can_be_read = read_button(bench.port) is not None
        bench.now = 0.5
        assert list(button.gestures(0.5)) == []
        deaf = True
        if not kept:
            bench.press(False)
        expected = [Gesture.HOLD] if kept or not can_be_read else []
        bench.now = 1.0
        assert [gesture for gesture in button.gestures(1.0) if gesture is not Gesture.PRESS] == (
            expected
        )

    def test_a_port_that_is_not_open_cannot_be_read(self, bench: PortBench) -> None:
        """Raise PortError, but drop a frame without a word."""
        with pytest.raises(PortError, match="not open"):
            bench.port.occupancy()
        bench.port.show(bench.frame(9))
