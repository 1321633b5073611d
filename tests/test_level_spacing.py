"""The strengths that are fitted to games are those that the games were made by."""

from __future__ import annotations

from itertools import pairwise
from math import exp, log
from pathlib import Path

import pytest

from companion.games.registry import make
from companion.opponents.levels import HIGHEST, LEVELS
from companion.rules import AnyGame
from tests import level_spacing
from tests.level_spacing import (
    RANDOM,
    STRONG,
    Curve,
    Games,
    Pair,
    Skilled,
    first_pairs,
    fit,
    main,
    play_pair,
    table,
)

GRID = range(0, 91, 10)  # the skills of the first round

GAMES = [make("solomon"), make("trinity", {"seats": "3"}), make("trinity", {"seats": "4"})]


def expected(game: AnyGame, strength: dict[Skilled, float]) -> dict[Pair, list[float]]:
    """Scores that are exactly those of players of these strengths, in 40 games of each pair."""
    seats = len(game.seats)
    pairs = [(one, other) for one, other in first_pairs(seats) if {one, other} <= set(strength)]
    return {
        (one, other): [1 / (1 + exp(strength[other] - strength[one] + log(seats - 1)))] * 40
        for one, other in pairs
    }


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.title)
def test_the_fit_finds_the_strengths_that_the_scores_were_made_by(game: AnyGame) -> None:
    strength = {RANDOM: -1.0, STRONG: 7.0}
    for skill in GRID:
        strength[Skilled("casual", skill)] = 0.06 * skill
        strength[Skilled("good", skill)] = 0.06 * skill + 0.3 * (game.name == "solomon")
        strength[Skilled("beginner", skill)] = 0.06 * skill - 0.4
    curve = fit(expected(game, strength), game)
    zero = curve.of(Skilled("casual", 0)) - strength[Skilled("casual", 0)]
    for player, wanted in strength.items():
        assert curve.of(player) - zero == pytest.approx(wanted, abs=0.25)


@pytest.mark.parametrize("step", [10, 15])
def test_the_first_round_has_skills_that_are_so_far_apart(step: int) -> None:
    pairs = list(first_pairs(3, step))
    equals = [pair for pair in pairs if {one.name for one in pair} == {"casual"}]
    assert {one.skill for pair in equals for one in pair} == set(range(0, 91, step))
    assert len(set(pairs)) == len(pairs)


def test_the_curve_never_falls() -> None:
    strength = {Skilled("casual", skill): 3.0 - abs(skill - 50) / 20 for skill in GRID}
    curve = fit(expected(GAMES[0], strength), GAMES[0])
    strengths = [curve.of(Skilled("casual", skill)) for skill in range(HIGHEST + 1)]
    assert all(low <= high for low, high in pairwise(strengths))


def curve_of(strong: float) -> Curve:
    """Random moves are as strong as no skill, and each five of skill are worth half a logit."""
    return Curve((0.5,) * 24, 0.0, strong, -0.3, 0.2)


def gaps(curve: Curve) -> list[float]:
    players = (RANDOM, *curve.levels(), STRONG)
    assert [player.name for player in players] == ["random", *LEVELS]
    return [curve.of(high) - curve.of(low) for low, high in pairwise(players)]


def test_levels_are_evenly_spaced_over_what_there_is() -> None:
    first, *others = gaps(curve_of(log(4) + 5.0))
    assert first == pytest.approx(log(4), abs=0.05)
    assert others == pytest.approx([1.0] * 5, abs=0.05)


def test_if_there_is_too_little_random_moves_are_no_further_from_the_lowest_level() -> None:
    assert gaps(curve_of(1.5)._replace(beginner=0.0)) == pytest.approx([0.25] * 6, abs=0.06)
    assert gaps(curve_of(5.1)) == pytest.approx([0.85] * 6, abs=0.06)  # 70 % each


def test_the_lowest_level_is_higher_rather_than_any_two_too_far_apart() -> None:
    first, *others = gaps(curve_of(10.0))
    assert first == pytest.approx(10 - 5 * log(0.82 / 0.18), abs=0.05)
    assert others == pytest.approx([log(0.82 / 0.18)] * 5, abs=0.05)


def test_what_the_best_levels_have_on_top_counts_for_their_skill() -> None:
    curve = curve_of(8.0)
    assert curve.skill("casual", 5.0) == pytest.approx(50, abs=0.1)
    assert curve.skill("good", 5.0) == pytest.approx(48, abs=0.1)
    assert curve.skill("beginner", 5.0) == pytest.approx(53, abs=0.1)


@pytest.mark.slow
def test_a_run_that_was_stopped_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = [(Skilled("casual", 20), RANDOM), (Skilled("casual", 40), Skilled("casual", 20))]
    monkeypatch.setattr(level_spacing, "first_pairs", lambda *_: iter(pairs))
    monkeypatch.setattr(level_spacing, "_ROUNDS", 0)
    path = tmp_path / "games"
    asked = ["--only", "Nim", "--games", "4", "--seed", "3", "--state", str(path)]
    assert main(asked) == 0
    whole, printed = path.read_text(), capsys.readouterr().out
    assert "| Nim | 4 | " in printed
    assert len(Games(path).of("Nim")) == len(pairs)
    path.write_text("".join(whole.splitlines(keepends=True)[:3]))
    assert main(asked) == 0
    assert path.read_text() == whole
    assert capsys.readouterr().out == printed


def test_the_table_has_the_skills_and_what_they_promise() -> None:
    line = table([("Nim", 30, curve_of(log(4) + 5.0)._replace(beginner=0.0, good=0.0))])
    assert "| Nim | 30 | 13.9 | 23.9 | 33.9 | 43.9 | 53.9 | 80 % | 73 % | 6.4 |" in line


@pytest.mark.slow
@pytest.mark.parametrize("title", ["Nim", "Solomon"])
def test_twenty_more_of_skill_win_most_games(title: str) -> None:
    for skill in (20, 40):
        pair = Skilled("casual", skill + 20), Skilled("casual", skill)
        scores = [play_pair((title, pair, number, 1))[1] for number in range(20)]
        assert sum(scores) > 11
