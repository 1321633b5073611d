"""Gomony: what the rules of docs/games/gomony.md come to."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.gomony import Gomony
from companion.rules import Action, InvalidOption, InvalidPosition


def text_of(turn: str, **columns: str) -> str:
    """The text of a position: `c3="w", d4="bW"`."""
    rows = [["."] * 8 for _ in range(8)]
    for square, column in columns.items():
        cell = column if len(column) == 1 else f"({column})"
        rows[8 - int(square[1])]["abcdefgh".index(square[0])] = cell
    return f"{'/'.join(map(''.join, rows))} {turn}"


def moves(text: str) -> list[str]:
    game = Gomony()
    position = game.parse_position(text)
    return sorted(game.move_text(position, move) for move in game.moves(position))


def after(text: str, *played: str) -> str:
    game = Gomony()
    position = game.parse_position(text)
    for move in played:
        position = game.advance(position, game.parse_move(position, move))
    return game.position_text(position)


def outcome(text: str, **options: Any) -> str:
    game = Gomony(options)
    return game.outcome(game.parse_position(text)).text


def test_twelve_markers_each_stand_on_the_dark_squares() -> None:
    game = Gomony()
    assert game.position_text(game.start()) == (
        ".b.b.b.b/b.b.b.b./.b.b.b.b/......../......../w.w.w.w./.w.w.w.w/w.w.w.w. w"
    )
    (dark,) = game.areas
    assert (dark.kind, len(dark.points)) == ("dark", 32)
    assert {game.board.index[square] for square in ("a1", "h8", "c3")} < set(dark.points)


def test_an_unpromoted_top_goes_forward_only_a_promoted_one_both_ways() -> None:
    assert moves(text_of("w", d4="bbw", h8="b")) == ["d4-c5", "d4-e5"]
    assert moves(text_of("b", d4="wb", h8="w")) == ["d4-c3", "d4-e3"]
    assert moves(text_of("w", d4="W", h8="b")) == ["d4-c3", "d4-c5", "d4-e3", "d4-e5"]
    assert moves(text_of("w", d4="Ww", h8="b")) == ["d4-c5", "d4-e5"]


def test_a_jumped_marker_goes_under_the_jumper() -> None:
    assert after(text_of("w", c3="w", d4="b"), "c3xe5") == text_of("b", e5="bw")
    assert after(text_of("w", c3="Bw", d4="b"), "c3xe5") == text_of("b", e5="bBw")


def test_of_a_column_only_the_top_is_taken_and_the_next_one_owns_the_rest() -> None:
    assert after(text_of("w", c3="w", d4="bb"), "c3xe5") == text_of("b", d4="b", e5="bw")
    assert after(text_of("w", c3="w", d4="bwB"), "c3xe5") == text_of("b", d4="bw", e5="Bw")


def test_a_jump_must_be_played_and_a_chain_finished() -> None:
    assert moves(text_of("w", c3="w", d4="b", f6="b", a1="w")) == ["c3xe5xg7"]
    assert moves(text_of("w", c3="w", d4="b", b4="b", g1="w")) == ["c3xa5", "c3xe5"]
    assert moves(text_of("w", c3="w", d4="b", f6="b", d6="b")) == ["c3xe5xc7", "c3xe5xg7"]
    game = Gomony()
    assert game.forced(game.parse_position(text_of("w", c3="w", d4="b", a1="w")))
    assert not game.forced(game.start())


def test_a_single_marker_taken_on_the_way_leaves_its_square_to_land_on() -> None:
    # Round the square d4, f4, f2, d2 and over d2's vacant square nothing is left to take.
    text = text_of("w", c3="W", d4="b", f4="b", f2="b", d2="b")
    assert moves(text) == ["c3xe1xg3xe5xc3", "c3xe5xg3xe1xc3"]
    assert after(text, "c3xe5xg3xe1xc3") == text_of("b", c3="bbbbW")


def test_no_column_is_jumped_twice_in_a_turn() -> None:
    assert moves(text_of("w", c3="W", d4="bb")) == ["c3xe5"]
    text = text_of("w", c3="W", d4="bb", f4="b", f2="b", d2="b")
    assert moves(text) == ["c3xe1xg3xe5xc3", "c3xe5xg3xe1xc3"]
    assert after(text, "c3xe5xg3xe1xc3") == text_of("b", c3="bbbbW", d4="b")


def test_the_far_end_turns_over_the_top_alone_and_ends_the_turn() -> None:
    text = text_of("w", d6="w", e7="b", g7="b")
    assert moves(text) == ["d6xf8"]
    assert after(text, "d6xf8") == text_of("b", f8="bW", g7="b")
    assert moves(text_of("w", d6="W", e7="b", g7="b")) == ["d6xf8xh6"]
    assert after(text_of("b", b2="wwb", h8="w"), "b2-a1") == text_of("w", a1="wwB", h8="w")


def test_a_promoted_marker_stays_promoted_when_buried_and_freed() -> None:
    text = text_of("b", e5="b", d4="W", b2="w", a1="w", h8="b")
    assert after(text, "e5xc3") == text_of("w", b2="w", a1="w", c3="Wb", h8="b")
    assert after(text, "e5xc3", "b2xd4") == text_of("b", c3="W", a1="w", d4="bw", h8="b")


def test_who_has_no_column_at_his_turn_loses() -> None:
    assert outcome(text_of("b", e5="bw")) == "win 0"
    assert outcome(text_of("w", e5="wwB")) == "win 1"
    assert outcome(text_of("b", e5="bw"), stalemate="loses") == "win 0"


def test_being_blocked_is_a_draw_or_loses() -> None:
    text = text_of("w", a3="w", b4="b", c5="b")
    assert moves(text) == []
    assert outcome(text) == "draw"
    assert outcome(text, stalemate="loses") == "win 1"


def test_markers_may_start_promoted_and_black_may_begin() -> None:
    game = Gomony({"promoted": "a1,f8", "first": "b"})
    assert game.position_text(game.start()) == (
        ".b.b.B.b/b.b.b.b./.b.b.b.b/......../......../w.w.w.w./.w.w.w.w/W.w.w.w. b"
    )
    with pytest.raises(InvalidOption, match="'d4'"):
        Gomony({"promoted": "d4"})


def test_hands_take_a_marker_from_its_column_and_turn_over_the_one_that_arrives() -> None:
    game = Gomony()
    position = game.parse_position(text_of("w", b4="w", c5="wb", e7="b", a1="w"))
    steps = game.steps(position, game.parse_move(position, "b4xd6xf8"))
    names = game.board.names
    assert [(s.action, names[s.point], s.piece.text, s.occupied) for s in steps] == [
        (Action.LIFT, "b4", "w", False),
        (Action.PLACE, "d6", "w", True),
        (Action.REMOVE, "c5", "b", True),
        (Action.LIFT, "d6", "w", False),
        (Action.PLACE, "f8", "w", True),
        (Action.REMOVE, "e7", "b", False),
        (Action.TURN, "f8", "W", True),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (text_of("w", c4="w"), "square c4 shows 'w', but it is a light square"),
        (text_of("w", c4="bw"), r"square c4 shows '\(bw\)', but it is a light square"),
        (text_of("w", c3="b" * 13), "13 markers of 'b'"),
        (text_of("w", c3="wW" * 6, d4="w"), "13 markers of 'w'"),
        (text_of("w", c3="bx"), r"point c3 of the placement holds '\(bx\)'"),
        (text_of("w", c3="x"), "point c3 of the placement holds 'x'"),
        (text_of("w", c3=""), r"point c3 of the placement holds '\(\)'"),
        (text_of("w", c3="w").replace("w.", "(w).", 1), r"point c3 .* holds '\(w\)'"),
        (text_of("w", c3="w").replace("w.", "(w.", 1), "'' is not closed|not closed"),
        (text_of("x", c3="w"), "player to move is 'x'"),
        (text_of("w", c3="w")[:-2], "1 field instead of 2"),
    ],
)
def test_what_cannot_be_is_refused_by_name(text: str, said: str) -> None:
    with pytest.raises(InvalidPosition, match=said):
        Gomony().parse_position(text)
