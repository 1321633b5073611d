"""The matrix on the kernel's GPIO chips: that its pins can be had, are read, and at what cost.

The simulator has no reeds and diodes between pins, so which of them are closed is not shown here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from statistics import median

import pytest

from companion.device.ports import MatrixPort, PortError, PortSettings, Report, StripSettings
from companion.device.ports.gpio_pins import find_header
from companion.device.ports.matrix_gpio import MatrixGpio
from companion.device.ports.matrix_kind import matrix_wiring
from companion.device.ports.scanning import Scanner, read_rows
from companion.rules.geometry import Point, Sensed, bits, grid, points_of
from tests.kernel.chips import Chip
from tests.kernel.program import until

DARK = StripSettings(route="none")
MATRIX = matrix_wiring(PortSettings(kind="matrix"), DARK, grid(9))
SCANS = 500


@pytest.fixture
def heard() -> list[Report]:
    return []


@pytest.fixture
def matrix(header: Chip, heard: list[Report]) -> Iterator[MatrixPort]:
    port = MatrixPort(MATRIX, time.monotonic)
    port.open(heard.append)
    yield port
    port.close()
    for gpio in range(28):
        header.close_switch(gpio, False)


def test_columns_of_a_matrix_are_read_row_by_row(
    matrix: MatrixPort, header: Chip, heard: list[Report]
) -> None:
    """A column that is low is low in every row: the simulator has no reeds between pins."""
    assert matrix.occupancy() == 0
    column = bits(Point(p) for p, cell in enumerate(MATRIX.cells) if cell[1] == 4)
    header.close_switch(MATRIX.columns[4], True)
    until(lambda: len(heard) == 9, "the points of a column")
    assert {(report.point, report.occupied) for report in heard if isinstance(report, Sensed)} == {
        (point, True) for point in points_of(column)
    }
    assert matrix.occupancy() == column
    heard.clear()
    header.close_switch(MATRIX.columns[4], False)
    until(lambda: len(heard) == 9, "its end")
    assert matrix.occupancy() == 0


def test_rows_of_a_matrix_are_open_drain_and_given_back(matrix: MatrixPort, header: Chip) -> None:
    assert {header.info(gpio).drive.name for gpio in MATRIX.rows} == {"OPEN_DRAIN"}
    assert {header.info(gpio).bias.name for gpio in MATRIX.columns} == {"PULL_UP"}
    matrix.close()
    assert not any(header.info(gpio).used for gpio in (*MATRIX.rows, *MATRIX.columns))
    matrix.open(lambda _: None)


@pytest.mark.parametrize(
    ("gpio", "user"), [(MATRIX.rows[5], "row 5"), (MATRIX.columns[7], "column 7")]
)
def test_a_busy_pin_of_a_matrix_is_named_with_its_user(gpio: int, user: str, header: Chip) -> None:
    port = MatrixPort(MATRIX, time.monotonic)
    with (
        header.taken(gpio),
        pytest.raises(PortError, match=rf"GPIO {gpio} \({user}\) is in use"),
    ):
        port.open(lambda _: None)
    assert not any(header.info(pin).used for pin in (*MATRIX.rows, *MATRIX.columns))


@pytest.mark.parametrize("size", [7, 8, 9])
def test_what_a_scan_costs(size: int, header: Chip, measured: Callable[[str], None]) -> None:
    wiring = matrix_wiring(PortSettings(kind="matrix"), DARK, grid(size))
    lgpio, number = find_header()
    lines = MatrixGpio(lgpio, number, wiring)
    told = []
    try:
        for closed in (False, True):  # no piece; one in every row
            header.close_switch(wiring.columns[0], closed)
            scanner = Scanner(read_rows(size, lines.read_columns), lines.read_columns)
            took = []
            for _ in range(SCANS):
                begun = time.perf_counter()
                scanner.scan()
                took.append(time.perf_counter() - begun)
            assert scanner.closed == [int(closed)] * size
            told.append(f"{1e6 * median(took):.0f} µs")
    finally:
        lines.close()
        header.close_switch(wiring.columns[0], False)
    measured(f"{size} × {size} scan: median {told[0]}, with pieces in every row {told[1]}")
