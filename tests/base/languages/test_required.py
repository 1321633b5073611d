"""A test that compares what is not translated is skipped, unless translations are required."""

from __future__ import annotations

import pytest

from companion.base.languages import Language
from companion.base.text import Text, plural, sense
from tests.base.languages.german import Fallback, skip_missing

YOUR_MOVE = Text("Your move")
"""A message of the program."""
TEXTS = [
    YOUR_MOVE,
    plural("{number} move", "{number} moves", 2),
    sense("how a game ended", "Draw"),
]


@pytest.fixture
def untranslated() -> Language:
    """A language that has no translations."""
    language = Language("xx")
    language.catalog = Fallback(skip_missing)
    return language


@pytest.mark.parametrize("text", TEXTS)
def test_a_missing_translation_skips_a_test(
    untranslated: Language, text: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TRANSLATIONS", raising=False)
    with pytest.raises(pytest.skip.Exception, match="not translated into German"):
        untranslated.words(text)


@pytest.mark.parametrize("text", TEXTS)
def test_a_missing_translation_fails_a_test_before_a_release(
    untranslated: Language, text: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRANSLATIONS", "required")
    with pytest.raises(pytest.fail.Exception, match="not translated into German"):
        untranslated.words(text)


@pytest.mark.parametrize("text", [Text("Nobody says this."), sense("a bag", "Your move")])
def test_words_that_nobody_can_translate_always_fail_a_test(
    untranslated: Language, text: Text
) -> None:
    with pytest.raises(pytest.fail.Exception, match="was not collected from the source"):
        untranslated.words(text)


def test_a_message_without_words_needs_no_translation(untranslated: Language) -> None:
    assert untranslated.words(Text("{a}: {b:>3}", a=1, b=2)) == "1:   2"
