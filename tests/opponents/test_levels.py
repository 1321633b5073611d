"""Levels are ordered, and below the best of them the computer errs as people do."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from companion.games.registry import make
from companion.opponents.alphabeta import Evaluation
from companion.opponents.attention import SeenGame
from companion.opponents.levels import HIGHEST, LEVELS, Level, level_for, skilled, skills_for
from companion.opponents.misjudging import misjudged_evaluation, misjudged_values
from companion.opponents.opponent import choose, wins_at_once
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
    skills = skills_for(_GAMES[label])
    assert len(skills) == len(LEVELS) - 1
    assert all(lower < skill for lower, skill in pairwise(skills))
    assert 0 <= skills[0] < skills[-1] <= HIGHEST
    strong = level_for(_GAMES[label], "strong")
    assert strong.overlooks == strong.misjudges == 0


def test_everything_about_a_level_gets_better_with_its_skill() -> None:
    levels = [skilled(skill, "casual") for skill in range(HIGHEST + 1)]
    levels.append(level_for(make("gomony"), "strong"))
    for lower, level in pairwise(levels):
        assert (lower.depth, lower.nodes) <= (level.depth, level.nodes)
        assert lower.playouts <= level.playouts
        assert lower.overlooks >= level.overlooks
        assert lower.misjudges > level.misjudges
    assert levels[0].depth == 1
    assert levels[0].overlooks == 1


def test_the_options_that_matter_decide_about_the_skills() -> None:
    halma, advanced = make("halma"), make("halma", {"rules": "advanced"})
    assert skills_for(halma) != skills_for(advanced)
    assert skills_for(make("gomony", {"first": "b"})) == skills_for(make("gomony"))


def test_between_two_depths_it_looks_at_each_as_often_as_asked() -> None:
    level, random = Level(1, 1, depth=2.3, exact=7.3), Random(1)
    plies = [level.plies(random) for _ in range(1000)]
    assert set(plies) == {2, 3}
    assert 2.25 < sum(plies) / 1000 < 2.35
    assert {Level(1, 1, depth=2.0).plies(random) for _ in range(20)} == {2}


def test_between_two_counts_of_pieces_nim_is_known_as_often_as_asked() -> None:
    nim, random = make("nim"), Random(1)
    count = nim.occupancy(nim.start()).bit_count()
    assert not Level(1, 1, exact=count - 1).knows(nim, nim.start(), random)
    assert Level(1, 1, exact=count).knows(nim, nim.start(), random)
    level = Level(1, 1, exact=count - 0.7)
    known = sum(level.knows(nim, nim.start(), random) for _ in range(1000))
    assert 250 < known < 350


def test_only_good_and_strong_know_the_endings_of_solomon() -> None:
    game = make("solomon")
    knowing = [n for n in LEVELS if level_for(game, n).knows(game, game.start(), Random(1))]
    assert knowing == ["good", "strong"]
    assert [name for name in LEVELS if level_for(game, name).solved] == ["strong"]


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
    assert level_for(game, level).wins
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


@pytest.mark.parametrize(
    ("name", "options", "plies"),
    [("halma", {"players": "3"}, 15), ("trinity", {"seats": "3"}, 3), ("nim", {}, 3)],
)
def test_who_happens_to_overlook_nothing_judges_as_well_as_who_sees_all(
    name: str, options: dict[str, str], plies: int
) -> None:
    game = make(name, options)
    for seed in range(3):
        match = after_random_moves(game, plies, seed)
        plain, watchful = (
            choose(game, match.position, Level(1, 25, overlooks=chance), seed=seed)
            for chance in (0.0, 1e-9)
        )
        assert plain == watchful


def test_a_position_is_always_misjudged_by_the_same_amount() -> None:
    game = make("gomony")
    evaluation = misjudged_evaluation(game, Evaluation(lambda _: 100), 50, 7)
    other = misjudged_evaluation(game, Evaluation(lambda _: 100), 50, 8)
    positions = [after_random_moves(game, count, 1).position for count in range(30)]
    found = [evaluation.score(position) for position in positions]
    assert found == [evaluation.score(position) for position in positions]
    assert found != [other.score(position) for position in positions]
    assert len(set(found)) > 10
    assert min(found) >= 50
    assert max(found) <= 150


def test_misjudged_values_stay_between_a_loss_and_a_win() -> None:
    game = make("trinity", {"seats": "3"})
    positions = [after_random_moves(game, count, 1).position for count in range(8)]
    wrong = misjudged_values(game, 500, 3)
    found = [wrong(position, 1 / 3) for position in positions]
    assert found == [wrong(position, 1 / 3) for position in positions]
    assert len(set(found)) == len(set(positions))
    assert 0 < min(found) < 1 / 3 < max(found) < 1
    assert (wrong(positions[0], 0.0), wrong(positions[0], 1.0)) == (0.0, 1.0)


def test_a_level_that_misjudges_makes_other_moves_where_playouts_decide() -> None:
    game = make("trinity", {"seats": "3"})
    match = after_random_moves(game, 4, 1)
    right, wrong = (
        {choose(game, match.position, level, seed=seed).move for seed in range(12)}
        for level in (Level(1, 100), Level(1, 100, misjudges=1000))
    )
    assert len(wrong) > len(right)
