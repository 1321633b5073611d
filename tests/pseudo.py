"""A language in which every message stands in wide letters between ⟦ ⟧, like ⟦Ｈｉｎｔ⟧.

So a test can tell messages from words that nobody could translate, even from those that are filled
into a message.
"""

from __future__ import annotations

import json
import re
from functools import cache
from gettext import NullTranslations

import msgspec
import pytest
from playwright.sync_api import Page

from companion.base.languages import language
from companion.base.languages.collect import collect_page
from companion.base.languages.language import Language
from companion.page import static_files
from companion.page.static_files import File, PageFiles, assemble, read_files

PSEUDO = "xx"

_VALUE = re.compile(r"(\{[^}]*\})")
_LETTERS = [ord(letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"]
_WIDE = {letter: letter + ord("Ａ") - ord("A") for letter in _LETTERS}
_TOKEN = re.compile(r"[^\s⟦⟧()|·,:;!?]+")
_WORD = re.compile(r"[A-Za-z]{2,}")
_FORMS = "1011" * 50  # as in English; only the first two are ever asked for

_ALL_WORDS = """([skipped]) => {
    const found = [["title", document.title]];
    const names = [
        "aria-label", "title", "placeholder", "alt", "aria-valuetext", "aria-roledescription",
    ];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const told = (element) => !element.closest(skipped);
    while (walker.nextNode()) {
        const { nodeValue, parentElement } = walker.currentNode;
        const text = nodeValue.trim();
        if (text && told(parentElement)) found.push([parentElement.localName, text]);
    }
    for (const element of document.body.querySelectorAll("*")) {
        for (const name of names) {
            const text = element.getAttribute(name);
            if (text && told(element)) found.push([name, text]);
        }
    }
    return found;
}"""


def marked(message: str) -> str:
    """Return a message as it is in this language; values stay as they are."""
    parts = _VALUE.split(message)
    wide = [part if at % 2 else part.translate(_WIDE) for at, part in enumerate(parts)]
    return f"⟦{''.join(wide)}⟧"


class _Marks(NullTranslations):
    def gettext(self, message: str) -> str:
        return marked(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return marked(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return marked(message)


class PseudoLanguage(Language):
    """The language of the program. `told` has every string that it has sent in it.

    program: whether it marks what the program says; otherwise that stays English.
    """

    def __init__(self, *, program: bool) -> None:
        super().__init__(PSEUDO)
        self.program = program
        self.told: set[str] = set()
        if program:
            self.catalog = _Marks()

    def encode(self, message: object) -> bytes:
        encoded = super().encode(message)
        self.told.update(_strings(msgspec.json.decode(encoded)))
        return encoded


def _strings(value: object) -> set[str]:
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return set().union(*map(_strings, value.values()))
    return set().union(*map(_strings, value)) if isinstance(value, list) else set()


@cache
def pseudo_files() -> PageFiles:
    """The files of a page that can speak this language."""
    messages = {
        message.id if isinstance(message.id, str) else message.id[0]: (
            marked(message.id)
            if isinstance(message.id, str)
            else [marked(form) for form in message.id]
        )
        for message in collect_page()
        if message.id
    }
    catalog = json.dumps({"messages": messages, "forms": _FORMS}).encode()
    path = f"/page-{PSEUDO}.json"
    return assemble({**read_files(), path: File(catalog, "application/json")})


def speak_pseudo(monkeypatch: pytest.MonkeyPatch, *, program: bool) -> PseudoLanguage:
    """Have programs and pages know this language from now on."""
    pseudo = PseudoLanguage(program=program)
    known = language.find_language
    monkeypatch.setattr(language, "languages", lambda: (language.ENGLISH, PSEUDO))
    monkeypatch.setattr(
        language, "_language", lambda code: pseudo if code == PSEUDO else known([code])
    )
    monkeypatch.setattr(static_files, "load_files", pseudo_files)
    return pseudo


def unmarked(page: Page, pseudo: PseudoLanguage, notation: set[str], skipped: str) -> list[str]:
    """The words of a page that are no message, each with where it stands.

    notation: words that are the same in every language.
    skipped:  a selector of elements whose words need no mark.
    """
    # What the program says may stay English if this is not about the program.
    told = () if pseudo.program else sorted(pseudo.told, key=len, reverse=True)
    said = re.compile(
        "|".join(rf"(?<!\w){re.escape(text)}(?!\w)" for text in told if _WORD.search(text)) or "$.",
        re.IGNORECASE,
    )
    found = []
    for where, text in page.evaluate(_ALL_WORDS, [skipped]):
        rest = said.sub("", text)
        if any(
            _WORD.search(token) and token not in notation and not token.endswith(".jsonl")
            for token in _TOKEN.findall(rest)
        ):
            found.append(f"{where}: {text}")
    return found
