"""Hints for the puzzles without pieces: they come before the solution."""

from __future__ import annotations

import pytest

from companion.games.puzzles.hunt import FigureHunt
from companion.games.puzzles.magic import InvalidLabels, complete, possible_numbers
from companion.games.puzzles.puzzle_text import parse_labels
from companion.games.puzzles.viewer import MagicEditor
from companion.rules.geometry import STAR, Point

GIVEN = parse_labels(["1=3", "2=12", "10=7"])


def test_a_hint_names_a_point_and_the_next_one_writes_its_number() -> None:
    first = MagicEditor(GIVEN).hint()
    assert first.labels == GIVEN
    assert first.hinted is not None
    possible = possible_numbers(GIVEN)
    assert len(possible[first.hinted]) == min(map(len, possible.values()))
    assert f"Look at point {STAR.names[first.hinted]}" in first.message
    second = first.hint()
    assert second.labels[first.hinted] in possible[first.hinted]
    assert second.hinted is None
    assert sum(map(bool, second.labels)) == sum(map(bool, GIVEN)) + 1


def test_hints_alone_lead_to_the_end() -> None:
    editor = MagicEditor(GIVEN)
    for _ in range(2 * 16):
        editor = editor.hint()
    assert editor.solved
    assert editor.hint() == editor


def test_every_candidate_can_be_completed_and_no_other() -> None:
    labels = parse_labels(["1=3", "2=12", "3=16", "7=2", "10=7"])
    possible = possible_numbers(labels)
    for point in (Point(p) for p in range(STAR.size) if not labels[p]):
        for number in range(1, 20):
            tried = (*labels[:point], number, *labels[point + 1 :])
            fits = number not in labels and complete(tried) is not None
            assert fits == (number in possible.get(point, ())), (point, number)


def test_a_hint_for_what_is_impossible_says_what_clashes() -> None:
    clash = MagicEditor(parse_labels(["4=11", "6=17", "9=1", "18=4"])).hint()
    assert clash.refused
    assert "11 on point 4" in clash.message


def test_given_numbers_stay() -> None:
    editor = MagicEditor.begin("daily:2026-11-28", GIVEN)
    with pytest.raises(InvalidLabels, match="the number on point 1 is given"):
        editor.label(Point(0), 3)
    assert editor.label(Point(3), 4).given == GIVEN


def test_a_solution_that_was_shown_is_not_solved() -> None:
    shown = MagicEditor(GIVEN).complete()
    assert (shown.tone, shown.solved) == ("good", False)


def test_a_hint_for_figures_never_names_the_last_corner() -> None:
    hunt = FigureHunt("triangles")
    named = []
    for _ in range(4):
        hunt = hunt.hint()
        named.append(len(hunt.hinted))
    assert named == [1, 2, 2, 2]
    first = hunt.browse().figures[0]
    assert set(hunt.hinted) < set(first.corners)
    for corner in first.corners:
        hunt = hunt.choose(corner)
    assert hunt.found == (0,)
    again = hunt.hint()
    assert len(again.hinted) == 1
    assert set(again.hinted) < set(again.browse().figures[1].corners)


def test_finds_are_taken_up_again() -> None:
    names = [str(figure.name) for figure in FigureHunt("triangles").browse().figures]
    hunt = FigureHunt("triangles").with_found([names[3], "nonsense", names[1]])
    assert hunt.found == (3, 1)
    assert FigureHunt("triangles").with_found(names).complete
    assert FigureHunt("triangles").with_found(names).hint().message == ""
