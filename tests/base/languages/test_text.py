"""Words that remember how they were made."""

from __future__ import annotations

import copy
import pickle
from gettext import NullTranslations

import pytest

from companion.base.text import Text, english, joined, plural, sense, sentences, verbatim

MESSAGES = {
    "Move the piece from {origin} to {to}.": "Setze den Stein von {origin} auf {to}.",
    "{seat} to move": "{seat} ist am Zug",
    "White": "Weiß",
    "Taking back: {what:lower}": "Zurück: {what}",
    "put it back": "Stelle ihn zurück",
    "You {what:lower}": "{what:capital}, du",
}


class German(NullTranslations):
    """A catalog with a few messages."""

    def gettext(self, message: str) -> str:
        return MESSAGES.get(message, message)

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        return "{number} Stein" if number == 1 else "{number} Steine"

    def pgettext(self, context: str, message: str) -> str:
        return {"end": "Remis", "bag": "Ziehen"}[context]


GERMAN = German()


def test_a_text_is_its_english_words() -> None:
    text = Text("Move the piece from {origin} to {to}.", origin="14", to="12")
    assert text == "Move the piece from 14 to 12."
    assert hash(text) == hash("Move the piece from 14 to 12.")
    assert type(english(text)) is str


def test_a_text_is_translated_with_its_values() -> None:
    text = Text("Move the piece from {origin} to {to}.", origin="14", to="12")
    assert text.translated(GERMAN) == "Setze den Stein von 14 auf 12."


def test_a_value_that_is_a_text_is_translated_too() -> None:
    text = Text("{seat} to move", seat=Text("White"))
    assert text == "White to move"
    assert text.translated(GERMAN) == "Weiß ist am Zug"


def test_each_language_decides_how_a_value_begins() -> None:
    text = Text("Taking back: {what:lower}", what=Text("put it back"))
    assert text == "Taking back: put it back"
    assert text.translated(GERMAN) == "Zurück: Stelle ihn zurück"
    assert Text("You {what:lower}", what="Win").translated(GERMAN) == "Win, du"


@pytest.mark.parametrize(
    ("number", "words", "german"),
    [(1, "1 piece", "1 Stein"), (0, "0 pieces", "0 Steine"), (2, "2 pieces", "2 Steine")],
)
def test_a_number_of_things_has_the_form_of_the_number(
    number: int, words: str, german: str
) -> None:
    text = plural("{number} piece", "{number} pieces", number)
    assert text == words
    assert text.translated(GERMAN) == german


def test_a_word_with_two_meanings_says_which() -> None:
    assert sense("end", "Draw") == sense("bag", "Draw") == "Draw"
    assert sense("end", "Draw").translated(GERMAN) == "Remis"
    assert sense("bag", "Draw").translated(GERMAN) == "Ziehen"


def test_texts_one_after_another_are_translated_each() -> None:
    text = sentences(Text("White"), "", verbatim("14-9"), Text(), Text("White"))
    assert text == "White 14-9 White"
    assert text.translated(GERMAN) == "Weiß 14-9 Weiß"
    assert joined(", ", [text, "x"]).translated(GERMAN) == "Weiß 14-9 Weiß, x"
    assert sentences() == sentences().translated(GERMAN) == ""


def test_what_has_no_translation_stays_english() -> None:
    assert Text("Nobody said {this}.", this="that").translated(GERMAN) == "Nobody said that."


def test_an_empty_text_stays_empty() -> None:
    class Header(German):
        def gettext(self, message: str) -> str:
            return message or "the header of a catalog"

    assert Text().translated(Header()) == ""


def test_braces_without_values_are_left_alone() -> None:
    assert Text("{a} {").translated(GERMAN) == Text("{a} {") == "{a} {"


def test_values_are_never_taken_for_messages() -> None:
    text = Text("{seat} to move", seat="{seat.__class__} White")
    assert text == "{seat.__class__} White to move"
    assert text.translated(GERMAN) == "{seat.__class__} White ist am Zug"


def test_a_copy_can_still_be_translated_and_a_pickle_is_english() -> None:
    text = Text("{seat} to move", seat=Text("White"))
    assert copy.deepcopy(text) is copy.copy(text) is str(text) is text
    assert str(ValueError(text)) is text
    restored = pickle.loads(pickle.dumps(text))
    assert restored == text and type(restored) is str


def test_values_may_be_filled_in_later() -> None:
    told = Text("{hint:capital} marks where to.")
    assert told.filled(hint=Text("violet"), crown=Text("gold")) == "Violet marks where to."
    assert told == "{hint:capital} marks where to."
    assert Text("Go on.").filled(hint=Text("violet")) == "Go on."
