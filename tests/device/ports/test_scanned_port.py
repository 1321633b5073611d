"""A port of another package that is scanned, on pins of several chips."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from unittest.mock import patch

import pytest

from companion.device.ports import (
    ChipPins,
    Clock,
    DirectKind,
    DirectWiring,
    InvalidWiring,
    PortError,
    ScannedPort,
    SimulatedPort,
    SpiLamps,
    low_points,
    scanned_port,
)
from companion.rules.geometry import STAR, Occupancy
from companion.testing import CapturedStrip, PortBench, Scans, StandIn, SwitchBank, WiredContract
from companion.testing.pins import mock_switches

PINS = ChipPins(3, 8, "expander", "pin", lambda place: f"chip {place[0]} P{place[1]}")
PLACES = PINS.places({}, STAR)


class Chips(Scans):
    """Three chips of eight pins, which are low where a switch is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.levels = [0xFF] * 3
        self.connected = 0
        self.fault: Exception | None = None

    def drive(self, point: int, closed: bool) -> None:
        chip, pin = PLACES[point]
        self.levels[chip] = self.levels[chip] & ~(1 << pin) | (not closed) << pin
        self.scan()


class ChipPort(ScannedPort):
    def __init__(self, chips: Chips, rest: DirectWiring, clock: Clock) -> None:
        super().__init__(STAR.size, rest, clock)
        self._chips = chips

    def connect(self) -> None:
        if self._chips.fault is not None:
            raise PortError(str(self._chips.fault))
        self._chips.connected += 1

    def read(self) -> Occupancy:
        if self._chips.fault is not None:
            raise self._chips.fault
        return low_points(PLACES, self._chips.levels)

    def disconnect(self) -> None:
        self._chips.connected = 0


@pytest.fixture
def chips() -> Chips:
    return Chips()


@pytest.fixture
def bench(chips: Chips) -> Iterator[PortBench]:
    rest = DirectWiring((), (), DirectKind().button_pin, SpiLamps().wiring(STAR))
    with ExitStack() as stack:
        stack.enter_context(patch.object(scanned_port, "PeriodicThread", chips.ticking))
        button = stack.enter_context(mock_switches(rest))
        strip = stack.enter_context(CapturedStrip())

        def drive(number: int, closed: bool) -> None:
            if number < STAR.size:
                chips.drive(number, closed)
            else:
                (button.press if closed else button.release)()

        bank = SwitchBank.by_number(STAR.names, drive, "chips", button=STAR.size)
        hardware = StandIn(DirectKind(), SpiLamps(), STAR, bank, strip.pixels)
        made = PortBench.on(hardware, opener=lambda _, clock: ChipPort(chips, rest, clock))
        yield made
        made.port.close()


class TestScanned(WiredContract):
    """What every port does."""


def test_what_cannot_be_connected_leaves_everything_free(bench: PortBench, chips: Chips) -> None:
    chips.fault = OSError("no such chip")
    with pytest.raises(PortError, match="no such chip"):
        bench.port.open(lambda _: None)
    assert chips.ticks == []
    chips.fault = None
    bench.port.open(lambda _: None)  # the pins of button and lamps are free
    assert chips.connected == 1


def test_a_reading_that_fails_is_said(bench: PortBench, chips: Chips) -> None:
    bench.port.open(lambda _: None)
    chips.fault = OSError("the cable is out")
    with pytest.raises(PortError, match=r"^the switches cannot be read: the cable is out$"):
        bench.port.occupancy()


GIVEN = {name: divmod(point, 8) for point, name in enumerate(STAR.names)}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            {"7": (3, 0)},
            "point 7 has expander 3 and pin 0; the expanders go from 0 to 2, their pins ",
        ),
        ({"7": (0, 8)}, "point 7 has expander 0 and pin 8; .* from 0 to 7$"),
        ({"7": (0, 0)}, "chip 0 P0 is used twice: for point 1 and for point 7"),
    ],
)
def test_places_that_are_not_possible(changed: dict[str, tuple[int, int]], said: str) -> None:
    with pytest.raises(InvalidWiring, match=said):
        PINS.places(GIVEN | changed, STAR)
    raw = PINS.raw(SimulatedPort(24, lambda: 0.0), GIVEN | changed, STAR)
    assert raw.known == ()
    assert raw.places == PINS.every


def test_places_are_in_the_order_of_the_board_unless_they_are_given() -> None:
    assert PINS.places({}, STAR) == PINS.places(GIVEN, STAR) == PINS.every[:19]
    with pytest.raises(InvalidWiring, match="point 7 is missing; give its expander and pin"):
        PINS.places({name: place for name, place in GIVEN.items() if name != "7"}, STAR)
