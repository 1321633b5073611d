"""What games and puzzles say can be translated, and the program's German has all of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from companion.base.languages import find_language
from companion.base.text import Text
from companion.coach.lessons import LESSONS, UnknownLesson, find_lesson
from companion.coach.move_examples import move_examples
from companion.games.puzzles.figures import quadrilaterals
from companion.games.puzzles.hunt import FigureHunt, open_puzzle
from companion.games.puzzles.puzzle_names import puzzle_names
from companion.games.puzzles.puzzle_text import (
    format_figure,
    format_gallery,
    format_labels,
    parse_labels,
)
from companion.games.puzzles.viewer import FigureBrowser, MagicEditor
from companion.games.registry import built_in, make
from companion.opponents import Interrupted
from companion.rules import AnyGame, CompanionError, InvalidOption
from companion.rules.clock import InvalidClock, TimeControl
from companion.rules.geometry import STAR, Point
from tests.base.languages.german import in_german

GERMAN = find_language(["de"])

SAME = {
    "Gomony": "a proper name",
    "Solomon": "a proper name",
    "Solomon's Trinity": "a proper name",
    "Son of Solomon": "a proper name",
    "Soli2": "a proper name",
    "West": "the same word",
}


def german(text: object) -> str:
    """A text in German, which is not what it is in English."""
    assert isinstance(text, Text), repr(text)
    words = in_german(text)
    assert (words == text) == (not text or text in SAME), words
    return words


def variants(name: str) -> Iterator[AnyGame]:
    """A game with each value of each of its options."""
    yield make(name)
    chosen: dict[str, str] = {}
    for option in built_in()[name].options:
        for value in option.values(chosen)[:8]:
            yield make(name, {**chosen, option.name: value})
        chosen[option.name] = option.initial(chosen)


@pytest.mark.parametrize("name", built_in())
def test_a_game_is_described_in_german(name: str) -> None:
    kind = built_in()[name]
    for text in (kind.title, kind.summary):
        german(text)
    for option in kind.options:
        german(option.help)
        for label in option.labels.values():
            german(label)
    for game in variants(name):
        kinds = (piece.kind for piece in game.pieces)
        for text in (*game.seats, *kinds, *game.position_fields):
            german(text)


@pytest.mark.parametrize("name", built_in())
def test_values_that_are_words_have_labels(name: str) -> None:
    chosen: dict[str, str] = {}
    for option in built_in()[name].options:
        words = [value for value in option.values(chosen) if re.search("[a-z]{2}", value)]
        assert set(words) <= set(option.labels)
        chosen[option.name] = option.initial(chosen)


def points_in(text: str) -> set[str]:
    return set(re.findall(r"\b[a-i]?\d+\b", text))


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_names_the_same_points_in_german(name: str) -> None:
    for step in find_lesson(name).steps:
        assert points_in(german(step.text)) == points_in(step.text) != set()
    german(find_lesson(name).ending)


@cache
def said(name: str) -> frozenset[Text]:
    """What a game says in some random games: objections, and why it is over."""
    game, found = make(name), set[Text]()
    points = [Point(p) for p in range(game.board.size)]
    for seed in range(3):
        random, position = Random(seed), game.start()
        for ply in range(300):
            moves = list(game.moves(position))
            if not moves:
                break
            if ply % 10 == 0:
                pairs = [
                    (random.choice(points), random.choice([*points, None])) for _ in range(400)
                ]
                found |= {game.objection(position, *pair) for pair in pairs}
            position = game.advance(position, random.choice(moves))
        found.add(game.conclusion(position))
    return frozenset(found)


@pytest.mark.parametrize("name", built_in())
def test_objections_and_conclusions_are_said_in_german(name: str) -> None:
    sentences = [german(text) for text in said(name) if text]
    assert sentences
    assert all(sentence.endswith(".") for sentence in sentences)


@pytest.mark.parametrize("name", ["gomony", "nim", "solomon", "trinity"])
def test_examples_of_moves_are_shown_in_german(name: str) -> None:
    for example in move_examples(make(name), Random(3).randrange):
        german(example.title)
        for frame in example.frames:
            german(frame.text)


def refused(text: str, position: str = "", **options: str) -> str:
    """What a refusal says, in German."""
    with pytest.raises(CompanionError) as error:
        make(text, options).parse_position(position)
    return german(error.value.args[0])


@pytest.mark.parametrize("name", built_in())
def test_a_position_that_cannot_be_read_is_refused_in_german(name: str) -> None:
    game = make(name)
    start = game.position_text(game.start())
    assert "'nonsense'" in refused(name, "nonsense")
    assert refused(name, start.replace("/", "", 1))
    assert refused(name, f"?{start[1:]}")


def test_options_are_refused_in_german() -> None:
    assert refused("nim", last="win") == (
        "die Option 'last' kann nicht 'win' sein (meinst du 'wins'?); wähle aus loses, wins"
    )
    assert (
        refused("gomony", promoted="a1,a1") == "Option 'promoted': 'a1,a1' nennt einen Wert zweimal"
    )
    assert refused("son_of_solomon", first="w") == (
        "unbekannte Option 'first'; das Spiel hat keine Optionen"
    )
    with pytest.raises(InvalidOption) as error:
        make("nim", {"last": 1.5})
    assert "weder Text noch eine Zahl" in german(error.value.args[0])


def test_other_refusals_are_german() -> None:
    with pytest.raises(UnknownLesson) as lesson:
        find_lesson("solo")
    assert german(lesson.value.args[0]).startswith("für 'solo' gibt es keine Einführungspartie")
    for clock in ("sundial", "move x", "move 5+3", "fischer 5+9999", "move 0", "fischer 5, x"):
        with pytest.raises(InvalidClock) as refusal:
            TimeControl.parse(clock, ("White", "Black"))
        assert german(refusal.value.args[0]).startswith(f"Uhr '{clock}': ")
    german(Interrupted().args[0])


@pytest.mark.parametrize("puzzle", puzzle_names(STAR)[:2])
def test_looking_for_figures_is_german(puzzle: str) -> None:
    hunt = open_puzzle(STAR, puzzle)
    assert isinstance(hunt, FigureHunt)
    assert german(hunt.question).startswith("Wie viele ")
    for figure in FigureBrowser(puzzle).figures:
        for corner in figure.corners:
            hunt = hunt.choose(corner)
        assert german(hunt.message).startswith(f"{figure.name} ")
    assert "Du hast alle " in german(hunt.message)
    for corner in hunt.corners:
        hunt = hunt.choose(corner)
    assert german(hunt.message) == f"{hunt.shown and hunt.shown.name} hast du schon gefunden. " + (
        "Suche ein anderes."
    )


def test_corners_of_no_figure_are_refused_in_german() -> None:
    for puzzle, corners, why in (
        ("triangles", "1 2 3", "Kein Dreieck: 1 und 2 "),
        ("triangles", "14 15 16", "Kein Dreieck: 14, 15 und 16 "),
        ("quadrilaterals", "1 2 3 4", "Kein Viereck: 1, 2, 3 und 4 "),
    ):
        hunt = FigureHunt(puzzle)
        for corner in corners.split():
            hunt = hunt.choose(STAR.index[corner])
        assert german(hunt.message).startswith(why)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("", "Schreibe 1 bis 19, jede Zahl einmal, sodass alle Linien dieselbe Summe ergeben."),
        ("2=1 3=2 4=3 5=4 6=5", "Die Linie "),
        ("1=19 2=18", ""),
    ],
)
def test_a_labelling_is_judged_in_german(given: str, message: str) -> None:
    editor = MagicEditor(parse_labels([given]))
    assert german(editor.message).startswith(message)
    assert german(editor.complete().message)


def test_pictures_keep_their_columns_in_german() -> None:
    gallery = format_gallery(FigureBrowser("quadrilaterals"))
    for ours, theirs in zip(gallery.split("\n"), german(gallery).split("\n"), strict=True):
        if "@" in ours or "." in ours:
            assert theirs == ours
        else:
            assert len(theirs.split()) == len(ours.split())
            assert re.search("konvex|konkav", theirs) or not ours
    assert german(format_figure(FigureBrowser("triangles"))).startswith("1 von 56: ")
    assert "(noch 4)" in german(format_labels(parse_labels(["1=5"])))
    assert {in_german(figure.described) for figure in quadrilaterals(STAR)} == {
        "konvexes Viereck",
        "konkaves Viereck",
    }
