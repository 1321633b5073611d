"""English draughts, rule by rule."""

from __future__ import annotations

from random import Random

import pytest
from companion_classics.draughts import Draughts

from companion.testing import Action, InvalidPosition, Match, MenPosition, choose, perft

GAME = Draughts()


def position(turn: str, **squares: str) -> MenPosition:
    """A position from what stands on each square."""
    board = GAME.board
    rows = ["".join(squares.get(board.names[p], ".") for p in row) for row in board.rows]
    return GAME.parse_position(f"{'/'.join(rows)} {turn}")


def moves(at: MenPosition) -> set[str]:
    return {GAME.move_text(at, move) for move in GAME.moves(at)}


def after(at: MenPosition, text: str) -> MenPosition:
    return GAME.advance(at, GAME.parse_move(at, text))


# The counts from the start on which programs for the game agree.
@pytest.mark.parametrize(
    ("depth", "nodes"),
    [(1, 7), (2, 49), (3, 302), (4, 1469), (5, 7361), (6, 36768), (7, 179740)],
)
def test_the_moves_from_the_start_add_up(depth: int, nodes: int) -> None:
    assert perft(GAME, GAME.start(), depth) == nodes


def test_black_begins_at_the_top_and_goes_down() -> None:
    start = GAME.start()
    assert GAME.position_text(start).startswith(".b.b.b.b/b.b.b.b./.b.b.b.b/......../")
    assert GAME.seats[GAME.to_act(start)] == "Black"
    assert moves(start) == {"b6-a5", "b6-c5", "d6-c5", "d6-e5", "f6-e5", "f6-g5", "h6-g5"}


def test_a_jump_is_compulsory_and_any_may_be_chosen() -> None:
    at = position("w", c3="w", d4="b", g3="w", f4="b", a1="w")
    assert moves(at) == {"c3xe5", "g3xe5"}
    assert GAME.forced(at)
    assert not GAME.forced(GAME.start())


def test_a_jump_goes_on_for_as_long_as_it_can() -> None:
    at = position("w", a1="w", b2="b", d4="b", f4="b", h8="b")
    assert moves(at) == {"a1xc3xe5"}  # a man jumps forward only
    king = position("w", a1="W", b2="b", d4="b", f4="b", h8="b")
    assert moves(king) == {"a1xc3xe5xg3"}
    assert after(king, "a1xc3xe5xg3") == position("b", g3="W", h8="b")


def test_a_man_that_is_crowned_ends_its_move() -> None:
    at = position("w", b6="w", c7="b", e7="b", a3="b")
    assert moves(at) == {"b6xd8"}
    reached = after(at, "b6xd8")
    assert "W" in GAME.position_text(reached)
    steps = GAME.steps(at, GAME.parse_move(at, "b6xd8"))
    assert steps[-1].action is Action.TURN
    assert steps[-1].piece.kind == "king"


def test_a_king_goes_both_ways_and_may_come_back_to_where_it_began() -> None:
    assert moves(position("w", d4="W", h8="b")) == {"d4-c5", "d4-e5", "d4-c3", "d4-e3"}
    ring = position("w", c3="W", d4="b", f4="b", f2="b", d2="b", h8="b")
    assert moves(ring) == {"c3xe5xg3xe1xc3", "c3xe1xg3xe5xc3"}
    assert after(ring, "c3xe5xg3xe1xc3") == position("b", c3="W", h8="b")


def test_a_player_without_pieces_or_without_a_move_loses() -> None:
    assert GAME.outcome(position("b", c3="w")).text == "win 1"
    stuck = position("w", a1="w", b2="b", c3="b")
    assert moves(stuck) == set()
    assert GAME.outcome(stuck).text == "win 0"


def test_the_third_time_is_a_draw() -> None:
    match = Match(GAME, position("w", a1="W", h8="B"))
    for _ in range(2):
        for text in ("a1-b2", "h8-g7", "b2-a1", "g7-h8"):
            assert not match.over
            match.play_text(text)
    assert match.outcome.text == "draw"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "......../.w......" + 6 * "/........" + " w",
            "b7 is a light square",
        ),
        (
            ".w......" + 7 * "/........" + " w",
            "becomes 'W' there",
        ),
        (
            ".b.b.b.b/b.b.b.b./.b.b.b.b/b......." + 4 * "/........" + " w",
            "has 13 men 'b'; a side has 12",
        ),
        (
            "........" + 7 * "/........",
            "1 field instead",
        ),
    ],
)
def test_what_no_game_comes_to_is_refused(text: str, said: str) -> None:
    with pytest.raises(InvalidPosition, match=said):
        GAME.parse_position(text)


def test_the_computer_beats_random_moves() -> None:
    won = 0
    for seed in range(6):
        match, random = Match(GAME), Random(seed)
        while not match.over and len(match.history) < 200:
            if match.to_act == seed % 2:
                match.play(choose(GAME, match.position, "easy", seed=seed).move)
            else:
                match.play(random.choice(match.moves))
        won += match.outcome.winner == seed % 2
    assert won >= 5


def test_why_a_move_is_refused_and_who_is_beaten_is_said() -> None:
    start = GAME.start()
    index = GAME.board.index
    assert GAME.objection(start, index["b6"], index["b5"]) == "Pieces stay on the dark squares."
    lone = GAME.parse_position(
        "......../......../...b..../......../......../......../......../w....... b"
    )
    assert GAME.objection(lone, index["d6"], index["e7"]) == "Men cannot go backwards."
    assert GAME.objection(lone, index["d6"], index["e5"]) == ""
    beaten = GAME.parse_position(
        "......../......../...b..../......../......../......../......../........ w"
    )
    assert GAME.conclusion(beaten) == "White has no pieces left."


# A game as version 1.0 of this package wrote it down.
OLD_GAME = """
d6-e5 g3-h4 f6-g5 h4xf6 e7xg5 c3-d4 e5xc3 d2xb4 g5-h4 b2-c3 g7-f6 f2-g3 h4xf2 e1xg3 b6-a5 e3-d4
f8-e7 g3-h4 h6-g5 h2-g3 g5-f4 g3xe5xg7 h8xf6 a1-b2 e7-d6 g1-f2 d6-e5 c1-d2 a7-b6 f2-g3 d8-e7
h4-g5 f6xh4xf2 d4xf6xd8 b6-c5 d8xb6xd4 f2-g1 d4-e3 g1-h2 e3-f2 b8-c7 f2-g3 h2xf4 b4-c5 c7-b6
c5xa7 f4-e5 c3-d4 e5xc3xa1 a7-b8 a5-b4 a3xc5 a1-b2 d2-c3 b2xd4xb6 b8-a7 b6-a5 a7-b8 a5-b6 b8-c7
b6xd8
"""


def test_a_game_that_version_1_0_wrote_is_still_read() -> None:
    match = Match(GAME)
    for text in OLD_GAME.split():
        match.play_text(text)
    assert (
        GAME.position_text(match.position)
        == "...B..../......../......../......../......../......../......../........ w"
    )
    assert match.outcome.text == "win 0"
