"""Failed tests show boards."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

FAILING = """
from companion.testing import Match, VirtualTable, make

SOLOMON = make("solomon")


def test_positions():
    match = Match(SOLOMON)
    match.play("14-9")
    assert match.position == SOLOMON.start()


def test_occupancies():
    match = Match(SOLOMON)
    assert (
        match.game.occupancy(match.position)
        == 0
    )


def test_stacks():
    before = SOLOMON.stacks(SOLOMON.start())
    match = Match(SOLOMON)
    match.play("14-9")
    assert SOLOMON.stacks(match.position) == before


def test_numbers():
    position = SOLOMON.start()
    assert len(SOLOMON.moves(position)) == 3


def test_same_pieces():
    halma = make("soli2")
    assert halma.advance(halma.start(), halma.moves(halma.start())[0]) == halma.start()


def test_a_raised_error():
    match = Match(SOLOMON)
    match.play("14-9")
    played(match)


def played(played_here):
    played_here.play("19-18")


def test_a_table(virtual_table, tmp_path):
    waiting = VirtualTable(tmp_path / "other")
    virtual_table.begin("nim", "./...../../.../../.oo../o w")
    assert virtual_table.texts == ["1"]


def test_a_match_that_cannot_be_drawn():
    match = Match(SOLOMON)
    match.position = None
    assert match.history == [1]


def test_that_passes():
    match = Match(SOLOMON)
    assert match.position == SOLOMON.start()
    assert not match.position == 5


def test_after_it():
    number = 3
    assert number == 4
"""

SIDE_BY_SIDE = """\
      b                    b

b   b b b   b        b   b b b   b
   .     .              .     .
  w   .   .            .   .   .
   .     .              .     .
.   w w w   w        w   w w w   w

      w                    w

They differ on 9, 14."""

MATCH = """\
match: Match(make('solomon'), 'b/bbbbb/../w../../.wwww/w b')

      b

b   b b b   b
   .     .
  w   .   .
   .     .
.   w w w   w

      w

Black to move after 14-9"""

TABLE = """\
virtual_table.match: Match(make('nim'), './...../../.../../.oo../o w')

      .

.   . . .   .
   .     .
  .   .   .
   .     .
.   o o .   .

      o

White to move"""


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What pytest prints about each test."""
    folder = tmp_path_factory.mktemp("failing")
    (folder / "conftest.py").write_text('pytest_plugins = ["companion.testing.fixtures"]\n')
    (folder / "test_failing.py").write_text(FAILING)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short", "."],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "9 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    shown, _, _ = done.stdout.partition("= short test summary info =")
    parts = shown.split("___ test_")[1:]
    return {part.split(" ", 1)[0]: part for part in parts}


def test_positions_are_drawn_side_by_side(reports: dict[str, str]) -> None:
    report = reports["positions"]
    assert SIDE_BY_SIDE in report
    assert "E     b/bbbbb/../w../../.wwww/w b\nE     b/bbbbb/../.../../wwwww/w w\n" in report
    assert MATCH in report
    assert "33546240" not in report


def test_occupancies_are_drawn_as_sets_of_points(reports: dict[str, str]) -> None:
    report = reports["occupancies"]
    assert "o   o o o   o        .   . . .   .\n" in report
    assert "They differ on 1, 2, 3, 4, 5, 6, 14, 15, 16, 17, 18, 19.\n" in report


def test_stacks_are_drawn(reports: dict[str, str]) -> None:
    assert SIDE_BY_SIDE in reports["stacks"]


def test_numbers_stay_numbers(reports: dict[str, str]) -> None:
    assert "assert 7 == 3\n" in reports["numbers"]
    assert "board" not in reports["numbers"]


def test_positions_with_the_same_pieces_differ_in_their_texts(reports: dict[str, str]) -> None:
    report = reports["same_pieces"]
    assert "The pieces are the same.\n" in report
    assert " b place 23b24w b\n" in report
    assert " b place 24b24w -\n" in report


def test_a_match_is_drawn_once_for_all_functions_that_have_it(reports: dict[str, str]) -> None:
    report = reports["a_raised_error"]
    assert "IllegalMove: move '19-18' is not legal" in report
    assert report.count("Black to move after 14-9") == 1


def test_the_match_of_a_table_is_drawn(reports: dict[str, str]) -> None:
    assert TABLE in reports["a_table"]
    assert "waiting.match" not in reports["a_table"]


def test_what_cannot_be_drawn_hides_no_failure(reports: dict[str, str]) -> None:
    assert "assert [] == [1]" in reports["a_match_that_cannot_be_drawn"]
    assert " board -" not in reports["a_match_that_cannot_be_drawn"]


def test_what_another_test_compared_is_not_shown(reports: dict[str, str]) -> None:
    assert "assert 3 == 4" in reports["after_it"]
    assert "board" not in reports["after_it"]
