"""The Crowning Problem: its moves, and the fewest of them that solve it."""

from __future__ import annotations

import pytest

from companion.games.crowning import Crowning
from companion.rules import LOST, WON, IllegalMove, InvalidPosition


def _solvable(game: Crowning, position: int, idle: int, hopeless: set[tuple[int, int]]) -> bool:
    """Whether nine kings can be made with at most `idle` moves that crown nothing."""
    if game.outcome(position) is WON:
        return True
    if (position, idle) in hopeless:
        return False
    crowned = position >> 19
    for move in game.moves(position):
        after = game.advance(position, move)
        left = idle - (after >> 19 == crowned)
        if left >= 0 and _solvable(game, after, left, hopeless):
            return True
    hopeless.add((position, idle))
    return False


# One vacancy of each kind: a tip, a midpoint, a vertex, the centre.
@pytest.mark.parametrize(
    ("vacant", "fewest"), [(1, 9), (4, 9), (3, 9), pytest.param(10, 11, marks=pytest.mark.slow)]
)
def test_the_fewest_moves(vacant: int, fewest: int) -> None:
    game = Crowning({"vacant": vacant})
    idle = fewest - 9
    assert _solvable(game, game.start(), idle, set())
    assert not idle or not _solvable(game, game.start(), idle - 1, set())


def test_a_piece_passes_two_pieces_or_one_king_and_any_vacant_point() -> None:
    game = Crowning()
    position = game.parse_position("./o.(oo).o/../.../../...../.")
    texts = {game.move_text(position, move) for move in game.moves(position)}
    assert texts == {"2-5", "2-6", "6-2", "6-3"}
    position = game.parse_position("./oo.oo/../.../../...../.")
    texts = {game.move_text(position, move) for move in game.moves(position)}
    assert texts == {"2-6", "6-2"}


def test_a_king_stays_and_is_not_landed_on() -> None:
    game = Crowning()
    position = game.parse_position("./ooo(oo)./../.../../...../.")
    with pytest.raises(IllegalMove):
        game.parse_move(position, "2-5")
    with pytest.raises(IllegalMove):
        game.parse_move(position, "5-2")


def test_nine_kings_are_won_and_no_move_left_is_lost() -> None:
    game = Crowning()
    kings = "(oo)/(oo)(oo)(oo)(oo)(oo)/(oo)(oo)/(oo)../../...../."
    assert game.outcome(game.parse_position(kings)) is WON
    eight = "(oo)/(oo)(oo)(oo)(oo)(oo)/(oo)(oo)/o../../...../o"
    assert game.outcome(game.parse_position(eight)) is LOST


def test_too_many_pieces_are_refused() -> None:
    with pytest.raises(InvalidPosition, match="19 pieces"):
        Crowning().parse_position("o/ooooo/oo/ooo/oo/ooooo/o")
    with pytest.raises(InvalidPosition, match=r"point 2 .*'\(ooo\)'"):
        Crowning().parse_position("./(ooo)..../../.../../...../.")
