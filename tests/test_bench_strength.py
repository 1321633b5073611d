"""A ladder that is stopped goes on where it was, and its figures are right."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from companion.games.registry import kinds, make
from companion.opponents.levels import LEVELS
from tests import bench_strength
from tests.bench_strength import (
    LOST_OPENINGS,
    PAIRINGS,
    Ladder,
    Plan,
    Played,
    as_of_two,
    interval,
    main,
    opening,
    opening_text,
    play,
    publish,
    table,
)
from tests.opponents.reference import PLAYERS, Asked, Player, at_random

PLAN = Plan(games=2, seed=5, effort=0.002, only=["Trinity: strong-playouts"])


def keep(ladder: Ladder, task: tuple[int, int]) -> None:
    plan = ladder.plan
    played = play((*task, plan.seed, plan.effort))
    ladder.add(played._replace(seconds=(0.0, 0.0)))


@pytest.mark.slow
def test_a_ladder_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    for path, tasks in ((whole, PLAN.tasks), (stopped, PLAN.tasks[:1])):
        ladder = Ladder(path, PLAN)
        for task in tasks:
            keep(ladder, task)
    stopped.write_text(stopped.read_text() + '{"pairing": 1, "num')
    ladder = Ladder(stopped, PLAN._replace(seed=6))
    assert ladder.plan == PLAN
    assert list(ladder.played) == PLAN.tasks[:1]
    for task in PLAN.tasks[1:]:
        keep(ladder, task)
    assert table(Ladder(stopped, PLAN).rows("ladder")) == table(Ladder(whole, PLAN).rows("ladder"))


def test_both_players_have_either_seat_in_every_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    met: dict[str, list[tuple[int, object]]] = {"strong": [], "playouts": []}

    def record(name: str) -> Player:
        def player(asked: Asked) -> object:
            if len(asked.before) < 4:
                met[name].append((asked.game.to_act(asked.position), asked.before[1]))
            return at_random(asked)

        return player

    for name in met:
        monkeypatch.setitem(PLAYERS, name, record(name))
    for task in PLAN.tasks:
        play((*task, PLAN.seed, PLAN.effort))
    assert [seat for seat, _ in met["strong"]] == [0, 1]
    assert [seat for seat, _ in met["playouts"]] == [1, 0]
    assert len({second for found in met.values() for _, second in found}) == 1


def test_no_game_begins_with_an_opening_that_loses() -> None:
    game = make("solomon")
    lost = LOST_OPENINGS["solomon"]
    begun = Counter(opening_text(opening(game, Random(number))) for number in range(300))
    assert not lost & set(begun)
    (turned,) = (each for each in game.symmetries() if not each.letters and each.points[1] != 1)
    names = {name: game.board.names[turned.points[p]] for p, name in enumerate(game.board.names)}
    every = set()
    for first in game.moves(game.start()):
        after = game.advance(game.start(), first)
        for reply in game.moves(after):
            every.add(f"{game.move_text(game.start(), first)} {game.move_text(after, reply)}")
    assert set(begun) == every - lost
    assert lost == {re.sub("[0-9]+", lambda found: names[found[0]], text) for text in lost}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"rows": 3, "seed": 1}\n', 1),
        ("games\n", 1),
        ("[]\n", 1),
        (f"{json.dumps(PLAN._asdict())}\n{json.dumps({'pairing': 'Go: strong-weak'})}\n", 2),
        (f"{json.dumps(PLAN._asdict())}\n7\n", 2),
    ],
)
def test_a_file_of_another_bench_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, line: int
) -> None:
    state = tmp_path / "other.jsonl"
    state.write_text(text)
    assert main(["--state", str(state), "--processes", "1"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert f"other.jsonl, line {line}: " in said.err
    assert state.read_text() == text


def test_every_level_meets_the_one_below_in_every_game() -> None:
    titles = {pairing.title for pairing in PAIRINGS}
    names = {pairing.name for pairing in PAIRINGS}
    assert len(names) == len(PAIRINGS)
    for title in titles:
        for lower, level in pairwise(("random", *LEVELS)):
            assert f"{title}: {level}-{lower}" in names
    played = {(pairing.game, *pairing.options.values()) for pairing in PAIRINGS}
    assert {name for name, *_ in played} == {n for n in kinds() if len(make(n).seats) > 1} | {
        "trinity"
    }


def test_low_levels_play_more_games() -> None:
    tasks = Plan(40, 1, 1.0, ["Nim: beginner-random", "Nim: strong-good"]).tasks
    counts = Counter(PAIRINGS[index].player for index, _ in tasks)
    assert counts == {"beginner": 100, "strong": 20}


def test_a_share_against_several_is_put_as_against_one() -> None:
    assert as_of_two(0.7, 2) == pytest.approx(0.7)
    assert as_of_two(1 / 3, 3) == pytest.approx(0.5)
    assert as_of_two(0.6, 3) == pytest.approx(0.75)
    assert (as_of_two(0.0, 4), as_of_two(1.0, 4)) == (0.0, 1.0)


def test_each_player_has_every_seat_of_three() -> None:
    plan = Plan(1, 5, 0.01, ["Trinity, 3 players: easy-beginner"])
    (index, _) = plan.tasks[0]
    games = [play((index, number, 5, 0.01)) for number in range(3)]
    assert all(one.score in (0.0, 1.0, 1 / 3) for one in games)
    for one in games:
        assert one.moves[1] > one.moves[0]


@pytest.mark.slow
def test_the_same_seed_plays_the_same_game() -> None:
    first, again = (play((*PLAN.tasks[0], 5, 0.002)) for _ in range(2))
    assert first._replace(seconds=again.seconds) == again


def test_the_table_counts_wins_draws_and_losses(tmp_path: Path) -> None:
    ladder = Ladder(tmp_path / "state", PLAN)
    for number, score in enumerate((1.0, 1.0, 0.5, 0.0)):
        ladder.add(Played(0, number, score, 30, (10, 12), (1.0, 6.0)))
    low, high = interval([1.0, 1.0, 0.5, 0.0])
    assert 0.0 < low < 0.625 < high < 1.0
    row = f"| 4 | 2 | 1 | 1 | 62 % | {low:.0%} to {high:.0%} | 75 % | 0.10 | 0.50 |"
    assert row.replace("%", " %").replace("  %", " %") in table(ladder.rows("ladder"))


def test_levels_have_a_table_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- ladder -->\nold\n<!-- /ladder -->\n<!-- levels -->\n<!-- /levels -->\n")
    monkeypatch.setattr(bench_strength, "PAGE", page)
    ladder = Ladder(tmp_path / "state", PLAN)
    index = next(i for i, pairing in enumerate(PAIRINGS) if pairing.name == "Nim: easy-beginner")
    ladder.add(Played(index, 0, 1.0, 30, (10, 12), (1.0, 6.0)))
    publish(ladder)
    text = page.read_text()
    assert "<!-- ladder -->\nold\n" in text
    assert "| Nim | easy | beginner | 1 | 1 | 0 | 0 | 100 % |" in text


def test_a_run_prints_its_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = ["--state", str(tmp_path / "state"), "--processes", "1"]
    asked = [
        "--games",
        "1",
        "--seed",
        "1",
        "--effort",
        "0.002",
        "--only",
        "Trinity: strong-playouts",
    ]
    assert main([*asked, *state]) == 0
    printed = capsys.readouterr().out
    assert "| Trinity | strong | playouts | 1 |" in printed
    assert main(state) == 0  # everything is done
    assert capsys.readouterr().out == printed
