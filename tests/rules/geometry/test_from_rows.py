"""Boards that are written down as they look."""

from __future__ import annotations

import pytest

from companion.rules import InvalidBoard
from companion.rules.geometry import Board

LINES = ["a2 b2", "a1 b1", "a1 a2", "b1 b2"]


def test_points_named_after_file_and_rank_stand_on_a_grid() -> None:
    board = Board.from_rows("gaps", ["a7 d7", "c5", "a1"], ["a7 d7", "a7 a1", "a1 c5"])
    assert board.names == ("a7", "d7", "c5", "a1")
    assert board.xy == ((0, 6), (3, 6), (2, 4), (0, 0))
    assert board.rows == ((0, 1), (2,), (3,))
    assert board.style == "lines"


def test_other_points_stand_where_their_row_has_them() -> None:
    board = Board.from_rows(
        "compass", [". N .", "W M E", ". S ."], ["N M S", "W M E"], style="points"
    )
    assert dict(zip(board.names, board.xy, strict=True)) == {
        "N": (1, 2),
        "W": (0, 1),
        "M": (1, 1),
        "E": (2, 1),
        "S": (1, 0),
    }
    assert board.style == "points"
    assert {board.names[p] for p in board.neighbours(board.index["M"])} == set("NWES")
    assert board.way(board.index["W"], board.index["E"]) == (0, (board.index["M"],))


@pytest.mark.parametrize(
    ("rows", "lines", "said"),
    [
        (["a2 b2", "a1 a2"], LINES, "board b: point a2 stands twice"),
        (["a2 b2", "a1 b1"], [*LINES, "a1 c3"], "no row has the point c3 of the line 'a1 c3'"),
        (["a2 b2", "a1 b1"], [*LINES, "a1"], "the line 'a1' needs two points"),
        (["a2 b2", "a1 b1"], [*LINES, ""], "the line '' needs two points"),
        (["a2 b2", "a1 b1"], ["a1 a2 b2"], "the line 'a1 a2 b2' is not straight"),
        (["a1 b1 c1"], ["a1 c1 b1"], "the line 'a1 c1 b1' is not straight"),
    ],
)
def test_what_does_not_fit_together_is_refused(
    rows: list[str], lines: list[str], said: str
) -> None:
    with pytest.raises(InvalidBoard, match=said):
        Board.from_rows("b", rows, lines)
