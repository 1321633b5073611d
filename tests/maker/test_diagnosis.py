"""Each wire of every wiring is cut, shorted and swapped in turn: one line, which names the wire."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config import parse_config
from companion.device.ports.harness import Harness, Wire
from companion.maker.diagnosis import ButtonState, Readings, diagnose
from companion.rules.boards import boards
from companion.rules.geometry import Board, Point
from tests.maker.electric_board import ElectricBoard, Net

WIRINGS = {
    "star-spi": ("star", 'version = 3\n[port]\nkind = "direct"\n'),
    "star-pwm": ("star", 'version = 3\n[port]\nkind = "direct"\n[strip]\nroute = "pwm"\n'),
    "star-pico": ("star", '[port]\nkind = "pico"\n[strip]\nroute = "pico"\n'),
    **{f"grid{n}-spi": (f"grid{n}", '[port]\nkind = "matrix"\n') for n in (7, 8, 9)},
    **{
        f"grid{n}-pico": (f"grid{n}", '[port]\nkind = "pico"\n[strip]\nroute = "pico"\n')
        for n in (7, 8, 9)
    },
    "grid9-pwm": ("grid9", '[port]\nkind = "matrix"\n[strip]\nroute = "pwm"\n'),
}
every_wiring = pytest.mark.parametrize("wiring", WIRINGS)


def harness_of(wiring: str) -> tuple[Board, Harness]:
    name, text = WIRINGS[wiring]
    config, board = parse_config(text), boards()[name]
    return board, config.port.harness(config.strip, board)


def wires_of(harness: Harness) -> dict[Net, Wire]:
    rows = enumerate(harness.rows if harness.matrix else ())
    found: dict[Net, Wire] = {("row", i): wire for i, wire in rows}
    return found | {("column", i): wire for i, wire in enumerate(harness.columns)}


def told(board: Board, broken: ElectricBoard) -> list[str]:
    return [str(line) for line in diagnose(broken.readings(), broken.harness, board.names)]


@every_wiring
def test_nothing_is_wrong_with_a_good_board(wiring: str) -> None:
    board, harness = harness_of(wiring)
    assert told(board, ElectricBoard(harness)) == []


@every_wiring
def test_a_cut_wire_is_one_line_that_names_it(wiring: str) -> None:
    board, harness = harness_of(wiring)
    for net, wire in wires_of(harness).items():
        lines = told(board, ElectricBoard(harness, cut={net}))
        assert len(lines) == 1, lines
        assert wire.place in lines[0]
        assert wire.what in lines[0]


@every_wiring
def test_so_is_that_of_ground_of_the_button_and_of_the_pull_ups(wiring: str) -> None:
    board, harness = harness_of(wiring)
    (line,) = told(board, ElectricBoard(harness, ground=False))
    assert harness.ground.place in line
    assert harness.button is not None
    (line,) = told(board, ElectricBoard(harness, button=False))
    assert harness.button.place in line
    if harness.pull_ups is not None:
        (line,) = told(board, ElectricBoard(harness, pull_ups=False))
        assert harness.pull_ups.place in line


def test_a_row_is_told_as_a_maker_looks_for_it() -> None:
    board, harness = harness_of("grid7-spi")
    (line,) = told(board, ElectricBoard(harness, cut={("row", 2)}))
    assert line == (
        "row 2, GPIO 6, header pin 31, yellow: nothing on a5–g5: that one wire, its joints or its "
        "pin"
    )


@every_wiring
def test_a_wire_that_touches_ground_is_one_line(wiring: str) -> None:
    board, harness = harness_of(wiring)
    for net, wire in wires_of(harness).items():
        lines = told(board, ElectricBoard(harness, grounded={net}))
        assert len(lines) == 1, lines
        assert wire.place in lines[0]


@every_wiring
@pytest.mark.parametrize("fault", ["touching", "swapped"])
def test_two_wires_that_touch_or_are_swapped_are_one_line(wiring: str, fault: str) -> None:
    board, harness = harness_of(wiring)
    wires = wires_of(harness)
    pairs = [(one, other) for one, other in combinations(wires, 2) if one[0] == other[0]]
    for one, other in Random(5).sample(pairs, 15):
        broken = ElectricBoard(harness)
        getattr(broken, fault).append((one, other))
        lines = told(board, broken)
        assert len(lines) == 1, lines
        assert wires[one].place in lines[0]
        assert wires[other].place in lines[0]


@every_wiring
def test_two_cut_wires_are_two_lines(wiring: str) -> None:
    board, harness = harness_of(wiring)
    wires = wires_of(harness)
    for pair in Random(4).sample(list(combinations(wires, 2)), 20):
        lines = told(board, ElectricBoard(harness, cut=set(pair)))
        assert len(lines) == 2, lines
        assert all(any(wires[net].place in line for line in lines) for net in pair)


@every_wiring
def test_a_dead_reed_is_one_line_with_its_wires(wiring: str) -> None:
    board, harness = harness_of(wiring)
    for point, title in enumerate(harness.titles(board.names)):
        (line,) = told(board, ElectricBoard(harness, dead={point}))
        assert line.startswith(f"{title} is dead")


def test_a_row_that_is_broken_on_its_way_is_told_with_the_place() -> None:
    board, harness = harness_of("grid9-spi")
    dead = {board.index[name] for name in ("e5", "f5", "g5", "h5", "i5")}
    (line,) = told(board, ElectricBoard(harness, dead=set(map(int, dead))))
    assert "row 4, GPIO 13, header pin 33, blue: nothing on e5–i5" in line
    assert "broken between d5 and e5" in line


def test_ground_that_reaches_the_button_but_no_reed_is_that_of_the_reeds() -> None:
    board, harness = harness_of("star-spi")
    dead = dict.fromkeys(map(Point, range(19)), 0)
    (line,) = diagnose(Readings(dead, button=ButtonState.WORKS), harness, board.names)
    assert "but the button works: the wire that joins the reeds to ground" in line


def test_a_loose_wire_of_a_row_is_one_line_and_a_loose_joint_names_its_point() -> None:
    board, harness = harness_of("grid7-spi")
    row = harness.along(0, 3)
    alive = {Point(p): 1 << p for p in range(49) if not row >> p & 1}
    (line,) = diagnose(Readings(alive, unstable=row), harness, board.names)
    assert line.startswith("row 3, GPIO 12, header pin 32, green: unstable on a4–g4: a loose joint")
    point = board.index["c4"]
    alive = {Point(p): 1 << p for p in range(49) if p != point}
    (line,) = diagnose(Readings(alive, unstable=1 << point), harness, board.names)
    assert line.startswith("point c4 (row 3, GPIO 12")
    assert "is unstable" in line


def test_a_stuck_button_is_named_with_its_pin() -> None:
    board, harness = harness_of("star-spi")
    alive = {Point(p): 1 << p for p in range(19)}
    (line,) = diagnose(Readings(alive, button=ButtonState.STUCK), harness, board.names)
    assert line.startswith("button, GPIO 15, header pin 10, green is stuck")


masks = st.integers(0, 2**19 - 1)


@given(
    st.dictionaries(st.integers(0, 18).map(Point), masks),
    masks,
    masks,
    st.sampled_from(ButtonState),
)
def test_whatever_is_read_something_is_said_if_anything_is_odd(
    detected: dict[Point, int], stuck: int, unstable: int, button: ButtonState
) -> None:
    board, harness = harness_of("star-spi")
    lines = diagnose(Readings(detected, stuck, unstable, button), harness, board.names)
    aside = stuck | unstable
    odd = aside or any(m != 1 << p for p, m in detected.items() if not aside >> p & 1)
    assert bool(lines) == bool(odd or button in (ButtonState.DEAD, ButtonState.STUCK))
    assert len(lines) == len(set(lines))
