"""Levels are ordered, and below the best of them the computer errs as people do."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from companion.engines.alphabeta import Lead
from companion.engines.attention import SeenGame, misjudged_lead, misjudged_shares
from companion.engines.evaluation import Evaluator
from companion.engines.levels import LEVELS, Care, level_for
from companion.engines.opponent import choose, wins_at_once
from companion.games.registry import make
from companion.rules import CHANCE, AnyGame, Match
from tests.conformance.option_sets import games

_GAMES = {label: game for label, game in games() if len(game.seats) > 1}


def after_random_moves(game: AnyGame, count: int, seed: int) -> Match:
    match, random = Match(game), Random(seed)
    for _ in range(count):
        if match.over:
            break
        match.play(random.choice(match.moves))
    return match


def texts(game: AnyGame, position: Any, moves: Any) -> list[str]:
    return sorted(game.move_text(position, move) for move in moves)


@pytest.mark.parametrize("label", _GAMES)
def test_each_level_is_stronger_than_the_one_below(label: str) -> None:
    levels = [level_for(_GAMES[label], name) for name in LEVELS]
    for lower, level in pairwise(levels):
        assert (lower.depth, lower.playouts, lower.exact) <= (
            level.depth,
            level.playouts,
            level.exact,
        )
        assert lower.playouts < level.playouts
        assert lower.care <= level.care
        assert lower.solved <= level.solved
    assert levels[-1].overlooks == levels[-1].misjudges == 0


def test_the_old_names_are_still_levels() -> None:
    assert {"easy", "fair", "strong"} <= set(LEVELS)
    strong = level_for(make("gomony"), "strong")
    assert (strong.nodes, strong.playouts) == (40_000, 3000)


@pytest.mark.parametrize("level", LEVELS[1:-1])
@pytest.mark.parametrize(
    ("name", "options"), [("solomon", {}), ("son_of_solomon", {}), ("nim", {"last": "wins"})]
)
def test_only_a_beginner_misses_a_win_in_one(
    name: str, options: dict[str, str], level: str
) -> None:
    game = make(name, options)
    assert level_for(game, level).care >= Care.OWN
    met = 0
    for seed in range(200):
        match, random = Match(game), Random(seed)
        while not match.over and met < 3:
            position = match.position
            if len(match.moves) > 1 and wins_at_once(game, position, match.moves) is not None:
                met += 1
                move = choose(game, position, level, seed=seed).move
                assert game.outcome(game.advance(position, move)).winner == match.to_act
            match.play(random.choice(match.moves))
    assert met == 3


def seen(game: AnyGame, match: Match, overlooks: float, seed: str = "1") -> SeenGame:
    before = [played.position for played in match.history]
    return SeenGame(game, match.position, before, overlooks, seed)


def test_short_moves_forward_and_the_piece_moved_last_are_the_most_obvious() -> None:
    solomon = make("solomon")
    king = solomon.parse_position("./...../W./.../../....b/. w")
    hidden = hidden_moves(solomon, Match(solomon, king))
    assert max(hidden["7-2"], hidden["7-3"]) < min(hidden["7-9"], hidden["7-10"])
    halma = make("halma")
    match = after_random_moves(halma, 40, 0)
    assert halma.move_text(match.history[-2].position, match.history[-2].move) == "d2-d3"
    hidden = hidden_moves(halma, match)
    assert hidden["d3-e4"] < hidden["c4-d5"]
    assert hidden["d3-e4"] < hidden["d3-b5-d7"]
    assert hidden["c4-c5"] < hidden["c4-d4"] < hidden["g5-g4"]


def test_a_capture_is_more_obvious_than_the_same_jump_without_one() -> None:
    soli2, halma = make("soli2", {"variant": "pure_skill"}), make("halma")
    jumps = [
        hidden_moves(halma, after_random_moves(halma, 40, 0))["g1-g3"],
        min(hidden_moves(soli2, after_random_moves(soli2, 52, 3)).values()),
    ]
    assert jumps[1] < jumps[0]


def hidden_moves(game: AnyGame, match: Match) -> dict[str, float]:
    """How hidden each move is, by its text."""
    watcher, position = seen(game, match, 1.0), match.position
    hidden = {game.move_text(position, m): watcher.hidden(position, m) for m in match.moves}
    assert all(0.0 <= one <= 1.0 for one in hidden.values())
    return hidden


@pytest.mark.parametrize("label", _GAMES)
def test_something_is_always_seen_and_it_is_the_same_each_time(label: str) -> None:
    game = _GAMES[label]
    for seed in range(4):
        match = after_random_moves(game, 12, seed)
        if match.over or match.to_act == CHANCE:
            continue
        all_moves = texts(game, match.position, match.moves)
        first, again = (seen(game, match, 1.0, str(seed)) for _ in range(2))
        found = texts(game, match.position, first.moves(match.position))
        assert found
        assert set(found) <= set(all_moves)
        assert texts(game, match.position, again.moves(match.position)) == found
        everything = seen(game, match, 0.0)
        assert texts(game, match.position, everything.moves(match.position)) == all_moves


def test_the_seed_decides_what_is_overlooked() -> None:
    game = make("halma")
    match = after_random_moves(game, 40, 2)
    found = {
        tuple(texts(game, match.position, seen(game, match, 1.0, str(seed)).moves(match.position)))
        for seed in range(8)
    }
    assert len(found) > 1


def test_what_the_bag_can_give_is_never_overlooked() -> None:
    game = make("soli2")
    match = Match(game)
    assert match.to_act == CHANCE
    assert seen(game, match, 1.0).moves(match.position) == list(match.moves)


def test_a_position_is_always_misjudged_by_the_same_amount() -> None:
    game = make("gomony")
    lead = misjudged_lead(game, Lead(lambda _: 100), 50, 7)
    other = misjudged_lead(game, Lead(lambda _: 100), 50, 8)
    positions = [after_random_moves(game, count, 1).position for count in range(30)]
    found = [lead.of(position) for position in positions]
    assert found == [lead.of(position) for position in positions]
    assert found != [other.of(position) for position in positions]
    assert len(set(found)) > 10
    assert min(found) >= 50
    assert max(found) <= 150


def test_misjudged_shares_add_up_to_one() -> None:
    game = make("halma", {"players": "3"})
    even = Evaluator(lambda _: (1 / 3,) * 3, 0)
    shares = misjudged_shares(game, even, 100, 3).evaluate(game.start())
    assert abs(sum(shares) - 1) < 1e-9
    assert len(set(shares)) == 3
