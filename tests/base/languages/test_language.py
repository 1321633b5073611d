"""The languages that there are, and what is said in them."""

from __future__ import annotations

import msgspec
import pytest

from companion.base.languages import ENGLISH, find_language, languages, preferred
from companion.base.text import Text
from companion.protocol.views import Refused
from companion.session.play.guided_game import GuidedGame
from tests.base.languages.german import in_german


def test_english_comes_first_and_german_is_there() -> None:
    assert languages()[0] == ENGLISH
    assert "de" in languages()


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ([], "en"),
        ([""], "en"),
        (["de"], "de"),
        (["de-AT"], "de"),
        (["de_DE.UTF-8"], "de"),
        (["DE"], "de"),
        (["de;q=0.8"], "de"),
        (["xx", "de"], "de"),
        (["en-GB", "de"], "en"),
        (["C"], "en"),
        (["../../etc", "__pycache__", "d" * 10_000], "en"),
    ],
)
def test_the_first_language_that_there_is_is_taken(wanted: list[str], found: str) -> None:
    assert preferred(wanted) == find_language(wanted).code == found


def test_a_message_is_sent_in_the_language_of_the_page() -> None:
    said = GuidedGame.objection
    message = Refused(said)
    told = {code: find_language([code]).encode(message) for code in ("en", "de")}
    assert msgspec.json.decode(told["en"])["text"] == said
    assert msgspec.json.decode(told["de"])["text"] == in_german(said) != said


def test_what_is_no_text_is_not_sent_as_one() -> None:
    with pytest.raises(TypeError, match="complex is not a text"):
        find_language([]).encode(1j)


def test_the_words_of_a_text_are_a_plain_string() -> None:
    assert type(find_language([]).words(Text("Hello"))) is str
