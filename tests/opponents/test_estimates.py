"""Estimates of positions for the replays of the library: quick, and never more than chances."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.nim import Nim
from companion.games.registry import make
from companion.opponents import knowledge_for
from companion.opponents.knowledge import nim_knowledge
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
    estimate = knowledge_for(game).estimator()
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
def test_nim_is_known_with_any_number_of_pieces(last: str) -> None:
    game, rng = Nim({"last": last}), Random(6)
    estimate = knowledge_for(game).estimator()
    assert estimate is not None
    for _ in range(8):
        match = Match(game)
        while not match.over:
            position = match.position
            best = knowledge_for(game).best_moves(position)
            assert best is not None
            assert estimate(position)[match.to_act] == float(best.ending.value > 0)
            match.play(rng.choice(list(match.moves)))


def test_nim_without_its_book_is_even(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nim_knowledge, "_book", lambda: None)
    estimate = knowledge_for(Nim()).estimator()
    assert estimate is not None
    assert estimate(Nim().start()) == (0.5, 0.5)
