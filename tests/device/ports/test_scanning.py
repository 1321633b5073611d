from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.device.ports.scanning import (
    ACTIVE_SCANS,
    PERIOD,
    SHARE,
    Ghost,
    Scanner,
    ScanRate,
    ghosts,
    occupancy_of,
    read_rows,
    without_diodes,
)
from companion.rules.geometry import Occupancy, Point, bits, grid
from companion.testing.matrix import Diode, ReedMatrix
from companion.testing.wiring import wired

SQUARE = tuple((row, column) for row in range(9) for column in range(9))
boards = st.integers(0, (1 << 81) - 1)


class Looks:
    """A board to look at: the closed columns of each row. slow: a column that was low is still low
    at the next look, if that is in haste."""

    def __init__(self, closed: list[int], *, slow: bool = False) -> None:
        self.closed, self.slow = closed, slow
        self.count = 0
        self._before = 0

    def __call__(self, rows: int, settle: bool) -> int:
        self.count += 1
        now = 0
        for row, columns in enumerate(self.closed):
            if rows >> row & 1:
                now |= columns
        late = self._before if self.slow and not settle else 0
        self._before = now
        return now | late


def rows_of(board: int) -> list[int]:
    return [board >> 9 * row & 0x1FF for row in range(9)]


@given(st.lists(boards, min_size=1, max_size=6))
def test_a_scan_finds_whatever_has_changed(states: list[int]) -> None:
    look = Looks(rows_of(0))
    scanner = Scanner(read_rows(9, look), look)
    for state in states:
        look.closed = rows_of(state)
        scanner.scan()
        assert scanner.closed == look.closed
        assert occupancy_of(SQUARE, scanner.closed) == state


@pytest.mark.parametrize(
    ("rows", "looks"), [((), 1), ((4,), 2), ((0, 1, 2, 6, 7, 8), 7), (tuple(range(9)), 9)]
)
def test_a_board_at_rest_takes_a_look_for_each_row_with_pieces_and_one_for_all_others(
    rows: tuple[int, ...], looks: int
) -> None:
    look = Looks([0x155 if row in rows else 0 for row in range(9)])
    scanner = Scanner(read_rows(9, look), look)
    look.count = 0
    scanner.scan()
    assert look.count == looks


def test_a_change_is_looked_at_twice() -> None:
    look = Looks([1] * 9)
    scanner = Scanner(read_rows(9, look), look)
    look.closed[3] = 5
    look.count = 0
    scanner.scan()
    assert (look.count, scanner.closed[3]) == (10, 5)


@given(boards, boards)
def test_columns_that_rise_slowly_close_no_reed_and_a_reading_in_patience_is_right(
    before: int, after: int
) -> None:
    look = Looks(rows_of(before), slow=True)
    scanner = Scanner(read_rows(9, look), look)
    look.closed = rows_of(after)
    scanner.scan()
    seen = occupancy_of(SQUARE, scanner.closed)
    # What was lifted may still seem to stand: the reading in patience, each second, tells.
    assert seen & ~(before | after) == 0
    assert after & ~seen == 0
    assert occupancy_of(SQUARE, read_rows(9, look)) == after


def test_columns_that_rise_only_with_patience_close_no_reed() -> None:
    low = 0

    def look(rows: int, settle: bool) -> int:
        """Row 0 holds pieces on all columns, row 1 on one; what was low stays so in haste."""
        nonlocal low
        now = 0b111 * (rows & 1) | 0b010 * (rows >> 1 & 1)
        low = now if settle else low | now
        return low

    scanner = Scanner([0b111, 0b010], look)
    for _ in range(3):
        scanner.scan()
        assert scanner.closed == [0b111, 0b010]


def test_a_disturbance_of_one_look_is_no_change() -> None:
    look = Looks([0b110] * 9)
    flips = iter([0, 0, 0, 0b1000])

    def disturbed(rows: int, settle: bool) -> int:
        return look(rows, settle) ^ next(flips, 0)

    scanner = Scanner([0b110] * 9, disturbed)
    scanner.scan()
    assert scanner.closed == [0b110] * 9


def test_a_fast_computer_scans_a_hundred_times_a_second() -> None:
    rate = ScanRate()
    assert {rate.next_delay(SHARE * PERIOD, i % 7 == 0) for i in range(500)} == {PERIOD}
    assert PERIOD <= 0.01


def test_a_slow_computer_scans_less_often_while_nothing_moves() -> None:
    cost = 4 * SHARE * PERIOD
    rate = ScanRate()
    waits = [rate.next_delay(cost, changed=False) for _ in range(200)]
    assert waits == sorted(waits)
    assert waits[-1] == pytest.approx(cost / SHARE, rel=0.01)
    assert rate.next_delay(cost, changed=True) == PERIOD
    assert [rate.next_delay(cost, changed=False) for _ in range(ACTIVE_SCANS - 1)] == [PERIOD] * (
        ACTIVE_SCANS - 1
    )
    assert rate.next_delay(cost, changed=False) == pytest.approx(cost / SHARE, rel=0.01)


def test_one_dear_scan_does_not_slow_the_next_ones() -> None:
    rate = ScanRate()
    for _ in range(50):
        rate.next_delay(0.0001, changed=False)
    assert rate.next_delay(0.002, changed=False) == PERIOD


# Ghosts, against currents that are followed from reed to reed


def reading(reeds: ReedMatrix) -> Occupancy:
    """What a program reads of a matrix, whatever flows in it."""
    from companion.device.ports.matrix_gpio import MatrixGpio

    lines = MatrixGpio(reeds, 0, reeds.wiring)
    try:
        return occupancy_of(
            reeds.wiring.cells, read_rows(len(reeds.wiring.rows), lines.read_columns)
        )
    finally:
        lines.close()


def random_points(rng: Random, most: int) -> Occupancy:
    return bits(Point(p) for p in rng.sample(range(49), rng.randint(0, most)))


def test_without_diodes_a_board_reads_as_predicted() -> None:
    rng = Random(1)
    wiring = wired(grid(7))
    for most in (4, 8, 12, 16, 20) * 4:
        reeds = ReedMatrix(wiring)
        reeds.diodes = dict.fromkeys(range(49), Diode.MISSING)
        stands = random_points(rng, most)
        reeds.closed = {p for p in range(49) if stands >> p & 1}
        assert reading(reeds) == without_diodes(wiring.cells, stands)


def test_with_diodes_a_board_reads_as_it_stands() -> None:
    rng = Random(2)
    wiring = wired(grid(7))
    for _ in range(20):
        reeds = ReedMatrix(wiring)
        stands = random_points(rng, 49)
        reeds.closed = {p for p in range(49) if stands >> p & 1}
        assert reading(reeds) == stands
        assert ghosts(wiring.cells, stands, reading(reeds)) == ()


def test_a_half_full_board_without_diodes_has_ghosts_by_the_dozen() -> None:
    rng = Random(3)
    cells = wired(grid(8)).cells
    counts = []
    for _ in range(50):
        stands = bits(Point(p) for p in rng.sample(range(64), 32))
        counts.append((without_diodes(cells, stands) & ~stands).bit_count())
    assert sum(counts) / len(counts) > 30


@pytest.mark.parametrize(("bad", "blind"), [(Diode.MISSING, False), (Diode.REVERSED, True)])
@pytest.mark.parametrize(
    "corners", [("b2", "b5", "e2", "e5"), ("a7", "a1", "g7", "g1"), ("c3", "c4", "d3", "d4")]
)
def test_three_corners_name_the_diode_that_is_bad(
    bad: Diode, blind: bool, corners: tuple[str, ...]
) -> None:
    board = grid(7)
    wiring = wired(board)
    culprit, across, other, ghost = (board.index[name] for name in corners)
    stands = bits([culprit, across, other])
    reeds = ReedMatrix(wiring)
    reeds.diodes = {culprit: bad}
    reeds.closed = {culprit, across, other}
    seen = reading(reeds)
    # The other way round it lets the current back all the same, and is blind itself.
    assert seen == stands & ~(blind << culprit) | 1 << ghost
    assert ghosts(wiring.cells, stands, seen) == (Ghost(ghost, (culprit,)),)


def test_a_ghost_that_came_a_long_way_has_no_single_culprit() -> None:
    board = grid(7)
    cells = wired(board).cells
    stands = bits(board.index[name] for name in ("a1", "a3", "c3", "c5", "e5"))
    found = ghosts(cells, stands, without_diodes(cells, stands))
    by_point = {ghost.point: ghost.suspects for ghost in found}
    assert by_point[board.index["c1"]] == (board.index["a3"],)
    assert by_point[board.index["e1"]] == ()


def test_a_wrong_switch_that_no_diode_explains_is_no_ghost() -> None:
    board = grid(7)
    cells = wired(board).cells
    stands = bits(board.index[name] for name in ("a1", "b1", "c1"))
    assert ghosts(cells, stands, Occupancy(stands | 1 << board.index["e5"])) == ()
