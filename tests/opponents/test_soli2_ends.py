"""Soli2's jumping phase: near its end, alpha-beta sees everything, as docs/knowledge.md says."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.soli2 import Position, Soli2
from companion.opponents.alphabeta import AlphaBeta
from companion.opponents.knowledge.soli2_evaluation import soli2_evaluation
from tests.slow import slow_rows_after

NODES = 40_000
"""What *strong* searches at a move."""


def with_counters(game: Soli2, counters: int, random: Random) -> Position:
    """A position of the jumping phase with so many counters and a choice of jumps, after random
    moves."""
    while True:
        position = game.start()
        while moves := game.moves(position):
            held = game.occupancy(position).bit_count()
            if not game.placing(position) and held <= counters:
                if held == counters and len(moves) > 1:
                    return position
                break
            position = game.advance(position, random.choice(moves))


def naive_winner(game: Soli2, position: Position) -> int:
    """Who wins with best play, by trying everything."""
    moves = game.moves(position)
    if not moves:
        winner = game.outcome(position).winner
        assert winner is not None
        return winner
    mover = int(game.to_act(position))
    wins = (naive_winner(game, game.advance(position, move)) == mover for move in moves)
    return mover if any(wins) else 1 - mover


@pytest.mark.parametrize(
    ("counters", "number", "naive"),
    slow_rows_after(1, [(13, 3, True), (15, 20, True), (20, 12, False)]),
)
@pytest.mark.parametrize("variant", ["standard", "give_away"])
def test_the_end_is_seen(variant: str, counters: int, number: int, naive: bool) -> None:
    game, random = Soli2({"variant": variant}), Random(counters)
    for _ in range(number):
        position = with_counters(game, counters, random)
        best = AlphaBeta(game, soli2_evaluation(game), Random(1)).search(position, NODES)
        assert best.sure
        if naive:
            mover = int(game.to_act(position))
            assert naive_winner(game, position) == (mover if best.value > 0 else 1 - mover)
