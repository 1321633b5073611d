"""The puzzles in the terminal: what is printed, what is read, what is refused."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.puzzles.magic import EMPTY, InvalidLabels
from companion.games.puzzles.puzzle_text import format_gallery, format_labels, parse_labels
from companion.games.puzzles.viewer import FigureBrowser
from companion.rules.geometry import STAR
from tests.test_cli import run

PAGE = (Path(__file__).parents[3] / "docs" / "puzzles.md").read_text()


def shown(page: str) -> list[tuple[str, str]]:
    """The commands of a page and what it says they print."""
    blocks = re.findall(r"^```\n\$ companion (.*)\n((?:.*\n)*?)```$", page, re.MULTILINE)
    return [(words, said) for words, said in blocks]


@pytest.mark.parametrize(("words", "said"), shown(PAGE))
def test_commands_print_what_the_page_says(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, err = run(capsys, *shlex.split(words))
    assert out + err == said


def test_page_shows_every_command() -> None:
    words = " ".join(words for words, _ in shown(PAGE))
    assert all(word in words for word in ("triangles", "quadrilaterals", "magic", "--complete"))


@pytest.mark.parametrize("puzzle", ["triangles", "quadrilaterals"])
def test_gallery_shows_every_figure(puzzle: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "puzzle", puzzle)
    assert code == 0
    figures = FigureBrowser(puzzle).figures
    assert re.findall(r"(\d+)\. ([\d-]+)", out) == [
        (str(number), figure.name) for number, figure in enumerate(figures, start=1)
    ]
    assert out.count("@") == sum(len(figure.corners) for figure in figures)
    assert out.count("o") == sum(len(figure.on) - len(figure.corners) for figure in figures) + (
        out.count("concave") + out.count("convex")
    )
    assert max(len(line) for line in out.splitlines()) <= 80


def test_picture_in_the_gallery_is_the_star() -> None:
    assert format_gallery(FigureBrowser("triangles")).splitlines()[2:9] == [
        "      @                  @                  @                  @",
        ".   @ @ .   .      .   @ o @   .      .   . @ @   .      .   o o .   .",
        "   .     .            .     .            .     .            @     .",
        "  .   .   .          .   .   .          .   .   .          .   @   .",
        "   .     .            .     .            .     .            .     .",
        ".   . . .   .      .   . . .   .      .   . . .   .      .   . . .   .",
        "      .                  .                  .                  .",
    ]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("triangles", "--number", "57"), "there is no number 57: the triangles"),
        (("quadrilaterals", "--number", "0"), "the quadrilaterals are numbered 1 to 93"),
        (("magic", "1=20"), "'20' on point 1: write a number from 1 to 19"),
        (("magic", "1=x"), "'x' on point 1: write a number from 1 to 19"),
        (("magic", "1=\u00b2"), "write a number from 1 to 19"),
        (("magic", "1=3", "7=3"), "3 is on point 1 and on point 7: write each number once"),
        (("magic", "1=3", "1=4"), "label '1=4': point 1 already has 3"),
        (("magic", "21=3"), "the star has no point '21' (did you mean '2'?)"),
        (("magic", "1=3", "4"), "label '4': write it as point=number"),
        (("magic", "1", "2", "3"), "3 labels are given: write 19"),
        (("magic", *"1234567890123456789"), "'0' on point 10: write a number from 1 to 19"),
        (("magic", "--count", "1=3"), "use it without labels and --complete"),
        (("magic", "--count", "--complete"), "use it without labels and --complete"),
        (
            ("magic", "--complete", "4=11", "6=17", "18=4"),
            "cannot be completed: no magic labelling",
        ),
    ],
)
def test_bad_input_is_one_line(
    words: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "puzzle", *words)
    assert (code, out) == (1, "")
    assert complaint in err
    assert err.count("\n") == 1


def test_labelling_that_is_wrong_is_shown_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "puzzle", "magic", "1=1 3=2 7=3 9=4 14=5")
    assert code == 1
    assert "  1-14  15\n" in out
    assert "  2-19   4  (4 to come)\n" in out
    assert out.endswith("line 1-14 adds up to 15 instead of 46 to 54\n")


def test_counts_are_printed_sum_by_sum(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "companion.games.puzzles.counting.count", lambda: iter([(46, 91), (47, 284)])
    )
    code, out, _ = run(capsys, "puzzle", "magic", "--count")
    assert code == 0
    assert out.splitlines() == [
        "sum 46: 91",
        "sum 47: 284",
        "375 magic labellings, rotations and reflections not counted",
    ]


@pytest.mark.slow
def test_all_labellings_are_counted_by_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "puzzle", "magic", "--count")[1].splitlines()[-1].startswith("4380 magic")


def test_labels_are_read_by_point_or_in_reading_order() -> None:
    wanted = (7, *EMPTY[1:18], 3)
    assert parse_labels(["1=7", "19=3"]) == wanted
    assert parse_labels(["1=7, 19=3"]) == wanted
    assert parse_labels(["7", *".................", "3"]) == wanted
    assert parse_labels(["7 . . . . . . . . . . . . . . . . . 3"]) == wanted
    assert parse_labels([]) == EMPTY


def test_nothing_written_shows_the_points() -> None:
    assert all(name in format_labels(EMPTY).split() for name in STAR.names)


@given(st.lists(st.text("0123456789=., x-"), max_size=20))
def test_any_text_is_read_or_refused_in_one_line(words: list[str]) -> None:
    try:
        assert format_labels(parse_labels(words))
    except InvalidLabels as error:
        assert "\n" not in str(error)
