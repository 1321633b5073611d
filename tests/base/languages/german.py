"""What the program says in German, for tests that compare it.

A test that asks for a message without a translation is skipped; see `required.py`. It fails if the
message was not collected from the source, because such a message can never be translated.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from gettext import NullTranslations

import pytest

from companion.base.languages import FOLDER, Language
from companion.base.text import Text
from tests.base.languages.required import incomplete

_NOT_TRANSLATED = "not translated into German"


class Fallback(NullTranslations):
    """Takes the place of translations that are missing, and reports each. It says English."""

    def __init__(self, report: Callable[[str, str | None], None]) -> None:
        """report: called with a message and its context."""
        super().__init__()
        self._report = report

    def gettext(self, message: str) -> str:
        self._report(message, None)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self._report(msgid1, None)
        return msgid1 if n == 1 else msgid2

    def pgettext(self, context: str, message: str) -> str:
        self._report(message, context)
        return message


def skip_missing(message: str, context: str | None = None) -> None:
    """Skip the test, or fail it if the message cannot be translated."""
    if not re.search("[a-z]", re.sub("{.*?}", "", message), re.IGNORECASE):
        return  # it has no words
    if (message, context) not in _collected():
        pytest.fail(f"{message!r} was not collected from the source, so nobody can translate it")
    incomplete(_NOT_TRANSLATED, [message])


def in_german(text: Text) -> str:
    """Return the words of a text in German."""
    return GERMAN.words(text)


def of_the_page(message: str) -> str:
    """Return the German translation of one of the page's own messages: of several forms, that for
    many things."""
    file = FOLDER.parents[1] / "page" / "static" / "page-de.json"
    messages = json.loads(file.read_text(encoding="utf-8"))["messages"]
    if message not in messages:
        incomplete(_NOT_TRANSLATED, [message])
    words = messages[message]
    return str(words if isinstance(words, str) else words[-1])


@cache
def _collected() -> set[tuple[str, str | None]]:
    from tests.base.languages.collected import program

    return {
        (message.id if isinstance(message.id, str) else message.id[0], message.context)
        for message in program()
    }


GERMAN = Language("de")
GERMAN.catalog.add_fallback(Fallback(skip_missing))  # type: ignore[attr-defined]
