from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config import InvalidConfig, parse_config
from companion.device.ports import (
    InvalidWiring,
    MatrixPort,
    PortSettings,
    StripSettings,
    fit,
    open_port,
)
from companion.device.ports.lamp_route import LampRoute
from companion.device.ports.matrix_kind import matrix_wiring
from companion.device.ports.pixel_strip import SPI_PINS
from companion.device.ports.port_kind import PortKind
from companion.rules.geometry import STAR, Board, grid

GRIDS = (grid(7), grid(8), grid(9))
AS_IT_LIES = {name: (p // 7, p % 7) for p, name in enumerate(grid(7).names)}


def matrix(**section: Any) -> PortKind:
    return PortSettings("matrix", **section)


def strip(**section: Any) -> LampRoute:
    return StripSettings(**section)


@pytest.mark.parametrize("route", ["spi", "pwm", "none"])
@pytest.mark.parametrize("board", [*GRIDS, STAR], ids=lambda board: board.name)
def test_every_board_has_default_pins_that_hurt_nobody(board: Board, route: str) -> None:
    made = matrix_wiring(matrix(), strip(route=route), board)
    pins = [*made.rows, *made.columns, made.button]
    assert len(set(pins)) == len(pins)
    # The EEPROM, and pull-ups of 1.8 kΩ; the console would drive GPIO 14, into nothing but diodes.
    assert not {0, 1, 2, 3} & set(pins)
    assert 14 not in (*made.columns, made.button)
    assert not (set(SPI_PINS) & set(pins) if route == "spi" else {10, 18} & set(made.rows))
    assert route != "pwm" or 18 not in pins
    assert len(set(made.cells)) == board.size
    assert {row for row, _ in made.cells} == set(range(len(made.rows)))
    assert {column for _, column in made.cells} == set(range(len(made.columns)))


@pytest.mark.parametrize("board", GRIDS, ids=lambda board: board.name)
def test_a_smaller_board_uses_the_pins_of_a_larger_one(board: Board) -> None:
    made, largest = (matrix_wiring(matrix(), strip(), b) for b in (board, grid(9)))
    assert made.rows == largest.rows[: len(made.rows)]
    assert made.columns == largest.columns[: len(made.columns)]


def test_points_follow_the_rows_of_the_board() -> None:
    made = matrix_wiring(matrix(), strip(), grid(8))
    at = {name: made.cells[p] for p, name in enumerate(grid(8).names)}
    assert (at["a8"], at["h8"], at["a1"], at["h1"], at["c6"]) == (
        (0, 0),
        (0, 7),
        (7, 0),
        (7, 7),
        (2, 2),
    )
    star = matrix_wiring(matrix(), strip(), STAR)
    assert (len(star.rows), len(star.columns)) == (7, 5)
    assert star.cells[STAR.index["6"]] == (1, 4)


def test_a_map_may_be_in_any_order_and_on_any_number_of_lines() -> None:
    cells = {name: (p % 4, p // 4) for p, name in enumerate(STAR.names)}
    port = matrix(rows=[4, 5, 6, 12], columns=[20, 21, 22, 23, 24], cells=cells, button="none")
    made = matrix_wiring(port, strip(), STAR)
    assert made.cells == tuple(cells.values())
    assert made.button is None


@pytest.mark.parametrize(
    ("port", "lamps", "said"),
    [
        (matrix(rows=[4, 5, 6, 4, 13, 16, 17]), strip(), "GPIO 4 .* for row 0 and for row 3"),
        (matrix(rows=[4, 5, 6, 18, 13, 16, 17]), strip(), "GPIO 18 .* for row 3 and for column 0"),
        (
            matrix(columns=[18, 19, 20, 21, 22, 23, 15]),
            strip(),
            "GPIO 15 .* for column 6 and for the button",
        ),
        (
            matrix(rows=[4, 5, 6, 9, 13, 16, 17]),
            strip(),
            r'GPIO 9 .* for the lamps \(\[strip\] route "spi"\) and for row 3',
        ),
        (matrix(), strip(route="pwm", pin=21), "GPIO 21 .* for the lamps .* and for column 3"),
        (matrix(rows=[4, 5, 6, 1, 13, 16, 17]), strip(), "GPIO 1, used for row 3, is reserved"),
        (matrix(columns=[*range(18, 24), 28]), strip(), "GPIO 28, used for column 6, is not on"),
        (matrix(rows=[4, 5]), strip(), r"\[port\] rows: 2 are too few .* grid7, which has 7"),
        (matrix(columns=[18]), strip(), r"\[port\] columns: 1 are too few .* grid7, which has 7"),
        (
            matrix(cells=AS_IT_LIES | {"b7": (0, 0)}),
            strip(),
            "row 0, column 0 is used twice: for point a7 and for point b7",
        ),
        (matrix(cells=AS_IT_LIES | {"b7": (7, 0)}), strip(), "point b7 has row 7, .* 0 to 6"),
        (matrix(cells=AS_IT_LIES | {"b7": (0, -1)}), strip(), "point b7 has column -1"),
        (matrix(cells={"a7": (0, 0)}), strip(), "point b7 is missing; give its row and column"),
        (matrix(cells=AS_IT_LIES | {"h1": (0, 0)}), strip(), r"\[port\] cells: .* no point 'h1'"),
        (matrix(), strip(length=48), "48 pixels are too few"),
        (matrix(), strip(length=166), 'the route "spi" takes 165'),
        (matrix(), strip(first="d4"), "first: 'd4' is not a corner .* a7, g7, a1, g1"),
        (matrix(board="star"), strip(), "star has no room for the game's board grid7"),
    ],
)
def test_settings_that_cannot_be_wired_are_refused_in_one_line(
    port: PortKind, lamps: LampRoute, said: str
) -> None:
    with pytest.raises(InvalidWiring, match=said) as caught:
        fit(port, lamps, grid(7))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('rows = [4, "x"]', r"port.rows is \[4, 'x'\]: write"),
        ("rows = 4", "port.rows is 4: write"),
        ("[port.cells]\na1 = [0, 1]\nb1 = [0]", r"port.cells.b1 is \[0\]: write"),
        ("[port.cells]\na1 = [0, 1]\nb1 = [0, 'x']", r"port.cells.b1 is \[0, 'x'\]: write"),
        ("[port.cells]\na1 = [0, 1]\nb1 = 7", "port.cells.b1 is 7: write"),
        (
            'board = "grid"',
            "port.board is 'grid'; choose from star, grid7, grid8, grid9, nine, five$",
        ),
    ],
)
def test_values_of_the_wrong_kind_are_named(text: str, said: str) -> None:
    with pytest.raises(InvalidConfig, match=said):
        parse_config(f"[port]\n{text}\n")


def test_the_port_of_the_settings_is_made() -> None:
    made = open_port(matrix(), strip(), grid(7), lambda: 0.0)
    assert isinstance(made, MatrixPort)
    assert made.points == 49


# The order of the pixels


def along(board: Board, **section: Any) -> list[str]:
    """The points in the order in which the strip comes by them."""
    pixels = strip(**section).wiring(board).pixels
    return [board.names[pixels.index(pixel)] for pixel in range(board.size)]


@pytest.mark.parametrize(
    ("section", "begins", "turns", "ends"),
    [
        ({}, "a7 b7 c7", "g7 a6", "f1 g1"),
        ({"first": "a1"}, "a1 b1 c1", "g1 a2", "f7 g7"),
        ({"first": "g7"}, "g7 f7 e7", "a7 g6", "b1 a1"),
        ({"layout": "columns"}, "a7 a6 a5", "a1 b7", "g2 g1"),
        ({"layout": "columns", "first": "g1"}, "g1 g2 g3", "g7 f1", "a6 a7"),
        ({"layout": "serpentine rows"}, "a7 b7 c7", "g7 g6", "f1 g1"),
        ({"layout": "serpentine rows", "first": "g1"}, "g1 f1 e1", "a1 a2", "b7 a7"),
        ({"layout": "serpentine columns", "first": "a1"}, "a1 a2 a3", "a7 b7", "g6 g7"),
    ],
)
def test_a_strip_begins_at_a_corner_and_runs_there_and_back_or_not(
    section: dict[str, str], begins: str, turns: str, ends: str
) -> None:
    order = along(grid(7), **section)
    assert (order[:3], order[6:8], order[-2:]) == (begins.split(), turns.split(), ends.split())


@given(
    st.sampled_from(GRIDS),
    st.sampled_from(["rows", "columns", "serpentine rows", "serpentine columns"]),
    st.integers(0, 3),
)
def test_every_layout_comes_by_every_point_once_and_a_serpentine_never_leaps(
    board: Board, layout: str, corner: int
) -> None:
    first = board.names[(0, len(board.rows) - 1, -len(board.rows), -1)[corner]]
    order = along(board, layout=layout, first=first)
    assert order[0] == first
    assert sorted(order) == sorted(board.names)
    if layout.startswith("serpentine"):
        points = [board.xy[board.index[name]] for name in order]
        steps = pairwise(points)
        assert all(abs(ax - bx) + abs(ay - by) == 1 for (ax, ay), (bx, by) in steps)


def test_a_star_has_rows_of_lamps_and_no_columns() -> None:
    assert along(STAR) == list(STAR.names)
    assert along(STAR, layout="serpentine rows")[:8] == [*"16543278"]
    with pytest.raises(InvalidWiring, match="the board star has no columns"):
        fit(matrix(), strip(layout="columns"), STAR)


def test_a_map_of_pixels_goes_before_a_layout() -> None:
    board = grid(7)
    pixels = {name: 48 - p for p, name in enumerate(board.names)}
    assert along(board, pixels=pixels, layout="columns") == list(board.names[::-1])
