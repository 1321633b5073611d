"""A puzzle as it is being looked at."""

from __future__ import annotations

import pytest

from companion.games.puzzles.hunt import FigureHunt, open_puzzle
from companion.games.puzzles.magic import EMPTY, InvalidLabels
from companion.games.puzzles.puzzle_names import puzzle_names
from companion.games.puzzles.viewer import (
    FigureBrowser,
    MagicEditor,
    UnknownFigure,
    UnknownPuzzle,
)
from companion.rules import CompanionError
from companion.rules.geometry import STAR, Point, grid


def at(name: int) -> Point:
    return STAR.index[str(name)]


def written(**numbers: int) -> MagicEditor:
    """`p14=3`: 3 on point 14."""
    magic = MagicEditor()
    for name, number in numbers.items():
        magic = magic.label(at(int(name[1:])), number)
    return magic


def test_star_alone_offers_puzzles() -> None:
    assert puzzle_names(STAR) == ("triangles", "quadrilaterals", "magic")
    assert puzzle_names(grid(7)) == ()


def test_puzzle_is_opened_at_its_beginning() -> None:
    assert open_puzzle(STAR, "triangles") == FigureHunt("triangles")
    assert open_puzzle(STAR, "quadrilaterals") == FigureHunt("quadrilaterals")
    assert open_puzzle(STAR, "magic") == MagicEditor(EMPTY)


def test_unknown_puzzle_names_its_neighbour() -> None:
    with pytest.raises(UnknownPuzzle, match=r"no puzzle 'trangles' \(did you mean 'triangles'\?\)"):
        open_puzzle(STAR, "trangles")
    with pytest.raises(UnknownPuzzle, match="the grid7 board has no puzzle 'magic'"):
        open_puzzle(grid(7), "magic")
    assert issubclass(UnknownPuzzle, CompanionError)
    assert issubclass(UnknownPuzzle, LookupError)


@pytest.mark.parametrize(("puzzle", "count"), [("triangles", 56), ("quadrilaterals", 93)])
def test_steps_go_through_all_figures_and_round(puzzle: str, count: int) -> None:
    shown, seen = FigureBrowser(puzzle), []
    for number in range(1, count + 1):
        assert (shown.number, shown.count) == (number, count)
        seen.append(shown.figure)
        shown = shown.step()
    assert shown == FigureBrowser(puzzle)
    assert len(set(seen)) == count
    assert shown.step(-1).number == count
    assert shown.step(-1).step(2).number == 2


def test_figure_is_found_by_its_number() -> None:
    assert FigureBrowser("triangles").at(56).index == 55
    for number in (0, 57, -1):
        with pytest.raises(UnknownFigure, match="the triangles are numbered 1 to 56"):
            FigureBrowser("triangles").at(number)


def test_empty_labelling_says_what_to_do() -> None:
    magic = MagicEditor()
    assert magic.message == "Write 1 to 19, each once, so that every line adds up to the same."
    assert (magic.tone, magic.wrong, magic.right) == ("plain", (), ())
    assert (magic.sums, magic.whole) == ((0,) * 9, (False,) * 9)


def test_number_is_written_and_wiped_off() -> None:
    magic = written(p1=7)
    assert magic.labels[at(1)] == 7
    assert magic.label(at(1), 0) == MagicEditor()
    for number in (20, -1):
        with pytest.raises(
            InvalidLabels, match=f"{number} on point 3: write a number from 1 to 19"
        ):
            magic.label(at(3), number)


def test_whole_line_gives_the_others_their_sum() -> None:
    magic = written(p1=19, p3=8, p7=7, p9=11, p14=5)
    assert magic.message.endswith("so that every line adds up to 50.")
    assert magic.tone == "plain"
    assert magic.right == tuple(sorted(at(name) for name in (1, 3, 7, 9, 14)))


def test_wrong_lines_are_lit_and_said() -> None:
    magic = written(p1=1, p3=2, p7=3, p9=4, p14=5, p18=5)
    assert magic.tone == "wrong"
    assert magic.message == "5 is used more than once, on the points 14 and 18 (and 1 more)."
    assert magic.wrong == tuple(sorted(at(name) for name in (1, 3, 7, 9, 14, 18)))
    assert magic.right == ()


def test_labelling_that_can_be_completed_is() -> None:
    magic = written(p10=1, p4=5).complete()
    assert (magic.labels[at(10)], magic.labels[at(4)]) == (1, 5)
    assert magic.tone == "good"
    assert magic.message.startswith("Every line adds up to ")
    assert len(magic.right) == 19


def test_labelling_that_cannot_be_completed_stays_and_says_why() -> None:
    begun = written(p4=11, p6=17, p18=4, p9=1)
    assert (begun.tone, begun.wrong) == ("plain", ())
    magic = begun.complete()
    assert magic.labels == begun.labels
    assert magic.tone == "wrong"
    assert magic.message == (
        "It cannot be completed: "
        "no magic labelling has 11 on point 4, 17 on point 6 and 4 on point 18."
    )
    assert magic.wrong == tuple(sorted(at(name) for name in (4, 6, 18)))
    assert magic.label(at(18), 0).tone == "plain"


def test_refusal_names_what_is_wrong_line_by_line_first() -> None:
    magic = written(p1=1, p2=1).complete()
    assert magic.message == (
        "It cannot be completed: 1 is used more than once, on the points 1 and 2."
    )
    assert magic.wrong == (at(1), at(2))
