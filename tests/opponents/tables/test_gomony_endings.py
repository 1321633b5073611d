"""Gomony with two to four markers, solved, and checked by rules of their own."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.gomony import Gomony
from companion_research import gomony_checker
from companion_research.gomony_endings import Columns, GomonyEndings, position_of
from tests.slow import slow_rows_after

COUNTS = [
    (2, (835, 2_373, 520, 13)),
    (3, (114_919, 24_508, 99_885, 62)),
    (4, (4_171_963, 1_802_609, 3_277_848, 94)),
]


def columns_of(board: gomony_checker.ColumnBoard) -> Columns:
    """A board of the checker, by squares from a8 in reading order."""
    return tuple(sorted((8 * (8 - rank) + file - 1, text) for (file, rank), text in board.items()))


@pytest.mark.parametrize(("markers", "counts"), slow_rows_after(1, COUNTS))
def test_positions_with_few_markers(markers: int, counts: tuple[int, int, int, int]) -> None:
    endings = GomonyEndings(markers, lambda _: None)
    assert endings.counts() == counts

    def ask(board: gomony_checker.ColumnBoard) -> tuple[int, int | None]:
        found = endings.look_up(columns_of(board))
        return found.value, found.plies

    random = Random(markers)
    for _ in range(2000):
        assert gomony_checker.gomony_fault(gomony_checker.some_board(markers, random), ask) == ""

    def wrong(board: gomony_checker.ColumnBoard) -> tuple[int, int | None]:
        value, plies = ask(board)
        return value, None if plies is None else plies + 1

    buried = {(2, 2): "wB", **{(4, 2 * n): "b" for n in range(2, markers)}}
    assert gomony_checker.gomony_fault(buried, ask) == ""
    assert "(-1, 1) instead of (-1, 0)" in gomony_checker.gomony_fault(buried, wrong)


def test_the_squares_are_those_of_the_game() -> None:
    board = {(1, 3): "bW", (4, 4): "b"}
    assert Gomony().position_text(position_of(columns_of(board))) == (
        "......../......../......../......../...b..../(bW)......./......../........ w"
    )
