"""Looking for figures: what is found counts once, and what is none is said why."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.puzzles.hunt import FigureHunt
from companion.rules.geometry import STAR


def chosen(hunt: FigureHunt, *names: str) -> FigureHunt:
    for name in names:
        hunt = hunt.choose(STAR.index[name])
    return hunt


def test_it_asks_first_and_does_not_tell_how_many_there_are() -> None:
    for puzzle, corners in (("triangles", "three"), ("quadrilaterals", "four")):
        hunt = FigureHunt(puzzle)
        assert hunt.question.startswith(
            f"How many {puzzle} are there? Choose the {corners} corners"
        )
        assert str(len(hunt.browse().figures)) not in hunt.question
        assert hunt.message == ""


def test_three_corners_make_a_triangle_in_any_order() -> None:
    for order in (("1", "14", "18"), ("18", "1", "14"), ("14", "18", "1")):
        hunt = chosen(FigureHunt("triangles"), *order)
        assert hunt.message == "1-14-18 is a triangle: you have found 1."
        assert hunt.tone == "good"
        assert hunt.shown is not None
        assert hunt.shown.name == "1-14-18"
        assert len(hunt.found) == 1


def test_a_figure_counts_once() -> None:
    hunt = chosen(FigureHunt("triangles"), "1", "14", "18", "18", "14", "1")
    assert hunt.message == "You have found 1-14-18 before. Look for another one."
    assert (hunt.tone, len(hunt.found)) == ("question", 1)


def test_a_corner_can_be_given_up() -> None:
    hunt = chosen(FigureHunt("triangles"), "1", "9", "9")
    assert hunt.corners == (STAR.index["1"],)
    hunt = chosen(hunt, "14", "18")
    assert len(hunt.found) == 1


def test_why_corners_make_no_triangle_is_said() -> None:
    hunt = chosen(FigureHunt("triangles"), "9", "10", "1")
    assert hunt.message == "No triangle: 9 and 10 are not on one line. Choose another one."
    assert (hunt.tone, hunt.found, hunt.shown) == ("wrong", (), None)
    hunt = chosen(hunt, "1", "3", "14")
    assert hunt.message == "No triangle: 1, 3 and 14 are all on one line."
    assert len(hunt.corners) == 3
    assert chosen(hunt, "2").corners == (STAR.index["2"],)  # the next figure begins


def test_four_corners_of_none_are_said_to_be_none() -> None:
    hunt = chosen(FigureHunt("quadrilaterals"), "1", "3", "7", "9")
    assert hunt.message == (
        "No quadrilateral: no sides along lines join 1, 3, 7 and 9 without crossing."
    )
    assert hunt.tone == "wrong"


@pytest.mark.parametrize("puzzle", ["triangles", "quadrilaterals"])
def test_every_figure_can_be_found_and_the_last_one_ends_it(puzzle: str) -> None:
    hunt = FigureHunt(puzzle)
    figures = list(hunt.browse().figures)
    Random(3).shuffle(figures)
    for count, figure in enumerate(figures, start=1):
        assert not hunt.complete
        for corner in figure.corners:
            hunt = hunt.choose(corner)
        assert len(hunt.found) == count, figure
        assert hunt.tone == "good"
    assert hunt.complete
    assert hunt.message.endswith(f": you have found all {len(figures)} {puzzle}.")
    assert sorted(hunt.found) == list(range(len(figures)))
