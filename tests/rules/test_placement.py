"""The text of who stands where, and what is said of one that cannot be read."""

from __future__ import annotations

import pytest

from companion.rules import InvalidPosition, placement
from companion.rules.geometry import STAR, Board, grid

BOARD = grid(3)


def read(text: str, width: int = 1) -> list[str]:
    return placement.read(BOARD, text, lambda cell: set(cell) <= set(".bw()"), width)


def refused(text: str) -> str:
    with pytest.raises(InvalidPosition) as error:
        read(text)
    return str(error.value)


def test_a_placement_is_read_back_as_it_was_written() -> None:
    cells = ["b", ".", "(bw)", ".", "w", ".", "(wwb)", "(b)", "."]
    text = placement.write(BOARD, cells)
    assert text == "b.(bw)/.w./(wwb)(b)."
    assert read(text) == cells


def test_pieces_may_be_several_characters_wide() -> None:
    cells = ["bw", "..", "wb", "..", "..", "..", "(b)", "bb", "ww"]
    assert read("bw..wb/....../(b)bbww", 2) == cells


def test_rows_are_counted() -> None:
    assert refused(".../...") == "placement '.../...' has 2 rows; the grid3 board has 3"
    with pytest.raises(InvalidPosition, match="the star board has 7"):
        placement.read(STAR, "./.", lambda _: True)


@pytest.mark.parametrize(("row", "points"), [("..", 2), ("....", 4), ("", 0), ("(bw)...", 4)])
def test_a_row_of_another_length_is_named_with_its_number(row: str, points: int) -> None:
    assert refused(f".../{row}/...") == (
        f"row 2 of the placement, {row!r}, has {points} points; that row of the grid3 board has 3"
    )


def test_a_stack_that_is_not_closed_is_named_with_its_row() -> None:
    assert refused(".../.../b(bw") == "row 3 of the placement, 'b(bw': '(' is not closed"
    assert refused("(b.(b)/.../...").startswith("row 1 of the placement, '(b.(b)', has 1 points")


def test_what_no_piece_shows_is_named_with_its_point() -> None:
    assert refused(".../.q./...") == (
        "point b2 of the placement holds 'q', which is not a piece of this game"
    )


def test_fields_stand_between_single_spaces() -> None:
    assert placement.fields("... w -", ("placement", "turn", "drawn")) == ["...", "w", "-"]
    for text, found in (("...", "1 field"), ("...  w", "3 fields"), ("", "1 field")):
        with pytest.raises(InvalidPosition) as error:
            placement.fields(text, ("placement", "turn"))
        assert str(error.value) == (
            f"position {text!r} has {found} instead of 2, "
            "separated by single spaces: placement, turn"
        )


def test_a_field_is_one_of_its_values_or_named_with_them() -> None:
    assert placement.one_of("w", "the turn", ("w", "b")) == "w"
    with pytest.raises(InvalidPosition) as error:
        placement.one_of("x", "the turn", ("w", "b"))
    assert str(error.value) == "the turn is 'x' instead of w or b"


def test_a_board_may_write_its_points_in_another_order() -> None:
    xy = [(float(p), 0.0) for p in range(5)]
    board = Board("turned", "ABCDE", [(4, 3), (2, 0, 1)], xy, [(0, 1, 2), (3, 4)])
    cells = list("abcde")
    assert placement.write(board, cells) == "ed/cab"
    assert placement.read(board, "ed/cab", str.isalpha) == cells
