"""The message with the rules of a game."""

from __future__ import annotations

import re

import pytest

from companion.base.languages.language import Language
from companion.coach.rule_pages import marked_colours, read_rules
from companion.device.lamps.palette import PALETTES, STANDARD, LightsError
from companion.games.registry import kinds, make
from companion.protocol.commands import Learn
from companion.rules import InvalidOption, UnknownGame
from companion.session.rules_page import rules_page
from tests.coach.test_translated_rules import LANGUAGES as TRANSLATED
from tests.foreign import Foreigner
from tests.published import PUBLISHED

LANGUAGES = ("en", *TRANSLATED)


@pytest.mark.parametrize("name", kinds())
def test_every_game_has_rules_with_a_board_and_examples(name: str, foreigner: Foreigner) -> None:
    page = rules_page(Learn(name))
    foreigner(page)
    assert page.table.game == name
    assert len(page.start) == len(page.table.points)
    known = {piece.text for piece in page.table.pieces}
    for example in page.examples:
        assert len(example.frames) > 1
        for frame in example.frames:
            assert {text for stack in frame.stacks for text in stack} <= known
            assert len(frame.lamps) == 6 * len(frame.stacks)
    assert page.examples


def test_the_board_is_that_of_the_options() -> None:
    page = rules_page(Learn("peg", {"board": "grid7"}))
    assert page.table.board == "grid7"
    assert page.asked == {"board": "grid7"}


def test_the_lamps_are_those_of_the_palette() -> None:
    pages = [rules_page(Learn("solomon", {}, palette)) for palette in ("standard", "safe")]
    lamps = [page.examples[0].frames[1].lamps for page in pages]
    assert lamps[0] != lamps[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_name_the_colours_of_the_palette(language: str) -> None:
    words = Language(language).words
    for name in PUBLISHED:
        marked = marked_colours(read_rules(type(make(name)), language))
        for palette in PALETTES.values():
            page = rules_page(Learn(name, {}, palette.name), language).page
            assert "<!--" not in page
            assert "&lt;!--" not in page
            for _, meaning in marked:
                assert words(palette.colours[meaning]) in page
    solomon = rules_page(Learn("solomon", {}, "safe"), language).page
    for standard in (words(STANDARD.colours[meaning]) for meaning in ("from", "victim", "crown")):
        assert not re.search(rf"\b{standard}\b", solomon)


def test_what_there_is_not_is_refused() -> None:
    with pytest.raises(UnknownGame):
        rules_page(Learn("solomn"))
    with pytest.raises(InvalidOption):
        rules_page(Learn("solomon", {"first": "x"}))
    with pytest.raises(LightsError):
        rules_page(Learn("solomon", {}, "neon"))


def test_the_page_is_in_the_language_asked_for_if_there_is_one_in_it() -> None:
    asked = Learn("nim")
    english, german, other = (rules_page(asked, language).page for language in ("", "de", "xx"))
    assert english.startswith("<h1>Solomon Nim</h1>")
    assert german.startswith("<h1>Solomon-Nim</h1>")
    assert other == english
