"""A run of careless hands that is stopped goes on where it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench_hands import Plan, Progress, main, play
from tests.sloppy.tally import by_game, by_kind

PLAN = Plan(turns=4, seed=5, games=["nim", "trinity"], only=[])


def test_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    numbered = list(enumerate(PLAN.tasks))
    for path, tasks in ((whole, numbered), (stopped, numbered[:1])):
        progress = Progress(path, PLAN)
        for task in tasks:
            progress.add(*play((), task))
    stopped.write_text(stopped.read_text() + '{"number": 1, "gam')
    progress = Progress(stopped, PLAN._replace(seed=6))
    assert (progress.plan, progress.done) == (PLAN, {0})
    progress.add(*play((), numbered[1]))
    tables = [
        [by_game(again.tallies), by_kind(again.tallies)]
        for again in (Progress(whole, PLAN), Progress(stopped, PLAN))
    ]
    assert tables[0] == tables[1]
    assert "| all | 4 |" in tables[0][0]


@pytest.mark.slow
def test_run_prints_its_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = ["--state", str(tmp_path / "state"), "--processes", "1"]
    asked = ["--turns", "3", "--seed", "1", "--game", "peg", "--only", "on_edge"]
    assert main([*asked, *state]) == 0
    printed = capsys.readouterr().out
    assert "| peg | 3 |" in printed
    assert main(state) == 0  # everything is done
    assert capsys.readouterr().out == printed
