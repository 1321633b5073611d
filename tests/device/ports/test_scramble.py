"""A simulated board in wild wiring: what it reports and shows, and boards by their wires."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion.device.ports import (
    InvalidWiring,
    PortSettings,
    Report,
    SimulatedPort,
    StripSettings,
    open_port,
)
from companion.device.ports.lamp_route import LampRoute
from companion.device.ports.opening import open_raw_board
from companion.device.ports.port_kind import PortKind
from companion.device.ports.simulated_kind import shuffled_wiring
from companion.rules.geometry import STAR, Point, Sensed, bits, grid

WILD = PortSettings(scramble=5)
TRUE = shuffled_wiring(5, 19, 19)


def opened(port: PortKind, strip: LampRoute) -> tuple[SimulatedPort, list[Report]]:
    made = open_port(port, strip, STAR, lambda: 1.0)
    assert isinstance(made, SimulatedPort)
    heard: list[Report] = []
    made.open(heard.append)
    return made, heard


def test_a_piece_is_felt_elsewhere_and_a_lamp_is_lit_elsewhere() -> None:
    port, heard = opened(WILD, StripSettings())
    port.arrange([["o"] if p == 6 else [] for p in range(19)])
    there = Point(TRUE.switches[6])
    assert heard == [Sensed(there, True, 1.0)]
    assert port.occupancy() == bits([there])
    frame = bytearray(57)
    frame[30:33] = b"\1\2\3"  # the point 11 is to be lit, whose pixel is said to be number 10
    port.show(bytes(frame))
    at = TRUE.lamps.index(10)
    assert port.frame[3 * at : 3 * at + 3] == b"\1\2\3"
    assert port.frame.count(0) == 54
    port.close()
    assert port.frame == bytes(57)


def test_with_the_right_maps_all_is_in_its_place() -> None:
    switches = dict(zip(STAR.names, TRUE.switches, strict=True))
    pixels = dict(zip(STAR.names, TRUE.lamps, strict=True))
    port, heard = opened(replace(WILD, switches=switches), StripSettings(pixels=pixels))
    frame = Random(1).randbytes(57)
    port.show(frame)
    assert port.frame == frame
    for point in range(19):
        port.set(Point(point), True)
        assert heard.pop() == Sensed(Point(point), True, 1.0)
    assert port.occupancy() == STAR.full


def test_a_pixel_that_is_in_no_map_stays_dark() -> None:
    strip = StripSettings(length=30)
    true = shuffled_wiring(5, 19, 30)
    port, _ = opened(WILD, strip)
    port.show(b"\7" * 57)
    lit = [p for p in range(19) if any(port.frame[3 * p : 3 * p + 3])]
    assert lit == [p for p in range(19) if true.lamps[p] < 19]
    assert 0 < len(lit) < 19


def test_without_a_scramble_the_maps_of_another_board_do_not_matter() -> None:
    port, heard = opened(PortSettings(switches={"x": 77}), StripSettings(pixels={"x": 1}))
    port.set(Point(3), True)
    assert heard == [Sensed(Point(3), True, 1.0)]


@pytest.mark.parametrize(
    ("switches", "complaint"),
    [
        (dict.fromkeys(STAR.names, 3), "each to one point"),
        ({name: p + 1 for p, name in enumerate(STAR.names)}, "from 0 to 18"),
        ({"1": 0}, r"^\[port\] switches: point 2 is missing; give its number$"),
    ],
)
def test_maps_that_cannot_be_are_refused(switches: dict[str, int], complaint: str) -> None:
    with pytest.raises(InvalidWiring, match=complaint):
        open_port(replace(WILD, switches=switches), StripSettings(), STAR, lambda: 0.0)


def test_by_its_wires_a_board_is_the_same_whatever_the_maps_say() -> None:
    switches = dict(zip(STAR.names, Random(2).sample(range(19), 19), strict=True))
    for port in (WILD, replace(WILD, switches=switches)):
        raw = open_raw_board(port, StripSettings(), STAR, lambda: 1.0)
        heard: list[Report] = []
        raw.wires.port.open(heard.append)
        assert isinstance(raw.wires.port, SimulatedPort)
        raw.wires.port.set(Point(4), True)
        assert heard == [Sensed(Point(TRUE.switches[4]), True, 1.0)]
        assert raw.wires.places == tuple(range(19))
    assert raw.switches == tuple(switches.values())


def test_switches_by_their_wires_are_in_the_order_of_their_pins() -> None:
    pins = dict(zip(STAR.names, (2, 3, 4, 5, 6, 12, 13, *range(16, 28)), strict=True))
    pins["1"], pins["2"] = 3, 2
    port = PortSettings(kind="direct", switches=pins)
    raw = open_raw_board(port, StripSettings(length=25), STAR, lambda: 1.0)
    assert raw.wires.names[:3] == ("GPIO 2", "GPIO 3", "GPIO 4")
    assert raw.switches[:3] == (1, 0, 2)
    assert raw.lamps == 25


def test_a_matrix_by_its_wires_has_every_crossing_whatever_the_cells_are() -> None:
    port = PortSettings(kind="matrix", rows=(4, 5, 6, 12), columns=(18, 19, 20, 21, 22))
    raw = open_raw_board(port, StripSettings(), STAR, lambda: 1.0)
    assert (raw.wires.key, len(raw.wires.places), raw.switches) == ("cells", 20, ())
    assert raw.wires.names[7] == "row 1, column 2"
    whole = open_raw_board(PortSettings(kind="matrix"), StripSettings(), grid(9), lambda: 1.0)
    assert whole.switches == tuple(range(81))
    with pytest.raises(InvalidWiring, match="GPIO 4 is used twice"):
        open_raw_board(replace(port, rows=(4, 4, 5, 6)), StripSettings(), STAR, lambda: 1.0)


def test_a_pico_by_its_wires_has_the_switches_that_are_named() -> None:
    numbers = {name: 2 * p for p, name in enumerate(STAR.names)}
    port = PortSettings(kind="pico", switches=numbers)
    raw = open_raw_board(port, StripSettings(route="pico"), STAR, lambda: 1.0)
    assert (raw.wires.port.points, raw.switches[3]) == (37, 6)
