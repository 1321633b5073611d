"""Son of Solomon: the order of turns, slides before jumps, four in a row."""

from __future__ import annotations

import pytest

from companion.games.son_of_solomon import SonOfSolomon
from companion.rules import InvalidPosition, Match

_GAME = SonOfSolomon()


def _texts(text: str) -> set[str]:
    position = _GAME.parse_position(text)
    return {_GAME.move_text(position, move) for move in _GAME.moves(position)}


def test_pieces_enter_in_the_order_of_their_numbers() -> None:
    match = Match(_GAME)
    for text in ["1@1", "a@2", "2@3", "b@6", "3@4", "c@7", "4@5", "d@8", "5@9", "e@12"]:
        match.play_text(text)
    assert _GAME.position_text(match.position) == "1/a234b/cd/5../e./...../. w 1 move"


def test_four_in_a_row_win_while_pieces_are_still_placed() -> None:
    match = Match(_GAME)
    for text in ["1@2", "a@19", "2@3", "b@18", "3@4", "c@17", "4@5"]:
        match.play_text(text)
    assert match.outcome.text == "win 0"
    assert _GAME.position_text(match.position) == "./1234./../.../../...cb/a b 4 place"


def test_an_enemy_between_four_is_no_row() -> None:
    position = _GAME.parse_position("./12a34/../.../../...cb/. b 4 place")
    assert not _GAME.outcome(position).over


def test_a_piece_that_can_slide_does_not_jump() -> None:
    # White 1 on 2 has 3 vacant beside it, and could jump 7 on the line to 18.
    assert _texts("./1..../a./2b./3c/.d45./e w 1 move") == {"2-3"}


def test_only_the_shortest_jumps_are_offered() -> None:
    # White 1 on 1: over 3 to 7, over 5 to 8; over 4 and 10 it would pass two points.
    assert _texts("1/.2a3./../.b./../c4d5e/. w 1 move") == {"1x7", "1x8"}
    position = _GAME.parse_position("1/.2a3./../.b./../c4d5e/. w 1 move")
    assert _GAME.forced(position)


def test_a_jumped_piece_stays() -> None:
    position = _GAME.parse_position("1/.2a3./../.b./../c4d5e/. w 1 move")
    after = _GAME.advance(position, _GAME.parse_move(position, "1x7"))
    assert _GAME.position_text(after) == "./.2a3./1./.b./../c4d5e/. b 1 move"


def test_text_and_turn_must_agree() -> None:
    for text, at_fault in (
        ("1/...../../.../../...../. w 1 place", "'1'"),
        ("./...../../.../../...../. b 1 place", "'1' is missing"),
        ("./...../../.../../...../. w 1 move", "'1' is missing"),
        ("1/1..../../.../../...../. b 1 place", "points 1 and 2"),
        ("./...../../.../../...../. w 6 place", "'6'"),
        ("./1234./../.../../abcd./. w 5 place", "both players"),
    ):
        with pytest.raises(InvalidPosition, match=at_fault):
            _GAME.parse_position(text)
