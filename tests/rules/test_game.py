"""What the contract provides to every game that says nothing else."""

from __future__ import annotations

import re

import pytest

from companion.games.registry import make
from companion.rules import CHANCE, DRAW, IllegalMove, InvalidMove, every_symmetry, perft
from companion.rules.geometry import bits
from tests.rules.walk import Walk

GAME = Walk()


def said(position: str, text: str) -> str:
    """What a move that cannot be read or played is answered with."""
    with pytest.raises((IllegalMove, InvalidMove)) as error:
        GAME.parse_move(GAME.parse_position(position), text)
    return f"{type(error.value).__name__}: {error.value}"


def test_a_move_is_read_by_its_text_in_the_position() -> None:
    assert GAME.parse_move(GAME.parse_position("b2 w"), "b2-c3") == GAME.board.index["c3"]


def test_an_illegal_move_is_answered_with_the_first_six_legal_ones() -> None:
    legal = "b2-a1, b2-a2, b2-a3, b2-b1, b2-b3, b2-c1, …"
    refused = "IllegalMove: move 'a1-a2' is not legal in"
    assert said("b2 b", "a1-a2") == f"{refused} 'b2 b'; legal: {legal}"
    legal = "b1-a1, b1-a2, b1-b2, b1-c1, b1-c2"
    assert said("b1 w", "a1-a2") == f"{refused} 'b1 w'; legal: {legal}"


def test_six_legal_moves_are_all_that_there_are() -> None:
    game = Walk({"blocked": "b1,b3"})
    with pytest.raises(IllegalMove, match=re.escape("b2-a3, b2-c1, b2-c2, b2-c3") + "$"):
        game.parse_move(game.parse_position("b2 w"), "a1-a2")


def test_a_move_after_the_end_is_answered_with_the_outcome() -> None:
    assert said("c3 w", "c3-c2") == (
        "IllegalMove: move 'c3-c2' is not legal in 'c3 w': the game is over (win 1)"
    )


@pytest.mark.parametrize("text", ["", "a1", "north", "a1-", "a1-d4", "a1xd4", "a1X"])
def test_a_text_without_two_points_of_the_board_is_no_move(text: str) -> None:
    assert not GAME.readable_move(text)
    assert said("a1 w", text) == f"InvalidMove: {text!r} is not a move of Walk in any position"


@pytest.mark.parametrize("text", ["a1-a2", "a1xc3", "a1xc3xa1", "a1-b2xc3"])
def test_points_joined_by_hyphens_and_crosses_are_the_form_of_a_move(text: str) -> None:
    assert GAME.readable_move(text)


def test_points_with_a_stack_are_occupied() -> None:
    assert GAME.occupancy(GAME.parse_position("c3 w")) == 1 << GAME.board.index["c3"]
    trinity = make("trinity")  # as little as `Walk` does it say where its pieces are
    coins = bits(trinity.board.index[name] for name in ("1", "14", "18"))
    assert trinity.occupancy(trinity.start()) == coins


def test_nothing_is_forced_weighed_or_passed_unless_a_game_says_so() -> None:
    start = GAME.start()
    assert not GAME.forced(start)
    assert not any(GAME.is_pass(move) for move in GAME.moves(start))
    assert {GAME.weight(start, move) for move in GAME.moves(start)} == {1}
    assert GAME.symmetries() == ()
    assert make("solomon").repeated(make("solomon").start()) == DRAW


def test_perft_counts_sequences_of_exactly_so_many_moves() -> None:
    start = GAME.start()
    assert [perft(GAME, start, depth) for depth in range(4)] == [1, 3, 18, 77]
    over = GAME.parse_position("c3 w")
    assert [perft(GAME, over, depth) for depth in range(3)] == [1, 0, 0]


def test_all_directions_of_a_square_board_are_eight_symmetries() -> None:
    found = every_symmetry(GAME.board)
    corners = {GAME.board.index[name] for name in ("a1", "a3", "c1", "c3")}
    assert len({symmetry.points for symmetry in found}) == 8
    assert {symmetry.points[GAME.board.index["a1"]] for symmetry in found} == corners
    assert {(symmetry.letters, symmetry.become) for symmetry in found} == {("", "")}


def test_chance_is_no_seat() -> None:
    game = make("soli2")
    assert game.to_act(game.start()) == CHANCE
    assert CHANCE not in range(len(game.seats))
