"""Words for the ear."""

from __future__ import annotations

import pytest

from companion.base.languages import find_language
from companion.base.text import Text
from companion.rules.boards import boards
from companion.session.speech.said_words import SaidWords, finished, said_time

ENGLISH, GERMAN = find_language(["en"]), find_language(["de"])
CHESS = [f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)]


def plain(words: str) -> Text:
    """A text as it is made: its words are filled in."""
    return Text("{words}", words=words)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("a5 takes b6.", "A5 takes B6."),
        ("Was the move b4xd6xf4?", "Was the move B4 jumps to D6 jumps to F4?"),
        ("Was the move c3-b4?", "Was the move C3 to B4?"),
        ("The a is no point, and a9 is none here.", "The a is no point, and a9 is none here."),
        ("Circle C@f9 stays.", "Circle C@f9 stays."),
    ],
)
def test_points_and_moves_are_said_as_people_say_them(written: str, said: str) -> None:
    assert SaidWords(CHESS, ENGLISH.words).said(plain(written)) == said


def test_letters_can_be_said_as_words() -> None:
    assert SaidWords(CHESS, ENGLISH.words, spelled=True).said(plain("a5 to h8")) == (
        "alfa 5 to hotel 8"
    )
    assert SaidWords(CHESS, GERMAN.words, spelled=True).said(plain("c5")) == "Cäsar 5"


def test_numbers_are_left_as_they_are() -> None:
    names = [str(number) for number in range(1, 20)]
    said = SaidWords(names, ENGLISH.words).said
    assert said(plain("White: 14 to 12, takes 13.")) == "White: 14 to 12, takes 13."
    assert said(plain("Was the move 14-12x3?")) == "Was the move 14 to 12 jumps to 3?"
    assert said(plain("3 pieces of 19, 100-14")) == "3 pieces of 19, 100-14"


def test_every_letter_of_every_board_has_a_word() -> None:
    for board in boards().values():
        for language in (ENGLISH, GERMAN):
            words = SaidWords(board.names, language.words, spelled=True)
            for name in board.names:
                said = words.said(plain(name))
                assert said.rpartition(" ")[2] == name.lstrip("abcdefghijklmnopqrstuvwxyz")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (310, "5 minutes 10 seconds"),
        (60, "one minute"),
        (61, "one minute one second"),
        (9.9, "9 seconds"),
        (3600, "one hour"),
        (7384, "2 hours 3 minutes"),
        (0.4, "no time"),
        (-3, "no time"),
    ],
)
def test_times(seconds: float, words: str) -> None:
    assert said_time(seconds) == words


def test_times_are_said_in_german() -> None:
    assert GERMAN.words(said_time(310)) == "5 Minuten 10 Sekunden"
    assert GERMAN.words(said_time(61)) == "eine Minute eine Sekunde"
    assert GERMAN.words(said_time(3600)) == "eine Stunde"


@pytest.mark.parametrize(
    ("text", "said"),
    [("White to move", "White to move."), ("Solved!", "Solved!"), ("", ""), ("Done.", "Done.")],
)
def test_a_phrase_is_finished(text: str, said: str) -> None:
    assert finished(Text(text)) == said
