"""Estimates of positions for the replays of the library: quick, and never more than chances."""

from __future__ import annotations

from random import Random

import pytest

from companion.engines.evaluation import estimator_for
from companion.engines.nim import NimValues, winning
from companion.games.nim import Nim
from companion.games.registry import make
from companion.rules import Match

GAMES = [
    ("solomon", {}),
    ("son_of_solomon", {}),
    ("nim", {}),
    ("nim", {"last": "wins"}),
    ("trinity", {"seats": "2"}),
    ("soli2", {}),
    ("soli2", {"variant": "pure_skill"}),
    ("soli2", {"variant": "give_away"}),
    ("gomony", {}),
    ("halma", {}),
    ("halma", {"players": "3"}),
]


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_every_position_of_a_game_for_two_is_estimated(name: str, options: dict[str, str]) -> None:
    game, rng = make(name, options), Random(5)
    estimate = estimator_for(game)
    assert estimate is not None
    match = Match(game)
    for _ in range(120):
        if match.over:
            break
        shares = estimate(match.position)
        assert len(shares) == len(game.seats)
        assert sum(shares) == pytest.approx(1)
        assert min(shares) >= 0
        match.play(rng.choice(list(match.moves)))


@pytest.mark.parametrize("last", ["wins", "loses"])
def test_nim_with_few_pieces_is_known(last: str) -> None:
    game, rng = Nim({"last": last}), Random(6)
    values = NimValues(game)
    known = 0
    for _ in range(8):
        match = Match(game)
        while not match.over:
            position = match.position
            shares = values(position)
            if game.occupancy(position).bit_count() > 12:
                assert shares == (0.5, 0.5)
            else:
                seat = game.to_act(position)
                assert shares[seat] == float(bool(winning(game, position, lambda: False)))
                known += 1
            match.play(rng.choice(list(match.moves)))
    assert known > 20
