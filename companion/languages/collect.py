"""Collects the messages from the source, and compiles the translations: `make languages`.

`companion.po` of each language has what the program says, `page.po` what the page says by itself.
New messages are added to them without a translation, and those that are used no more are removed.
Then `companion.po` becomes `LC_MESSAGES/companion.mo`, and `page.po` becomes a file of the page.
Needs Babel, and so does nothing else here.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from gettext import GNUTranslations
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.languages.language import FOLDER

ROOT = FOLDER.parent
PAGE = ROOT / "web" / "static"

# As in companion/text.py and companion/web/static/text.js.
_PYTHON = {"Text": None, "plural": (1, 2), "sense": ((1, "c"), 2)}
_SCRIPT = {"_": None, "plural": (1, 2)}
_ATTRIBUTES = ("aria-label", "title", "placeholder", "alt")  # as in language.js
_NUMBERS = 200  # of things; the forms repeat themselves after the first hundred
_WIDTH = 100
_BEGUN = datetime(2026, 11, 22, tzinfo=UTC)  # a date that changes would change the files


def collect_program() -> Catalog:
    """The messages of the program."""
    return _collected("python", _PYTHON, sorted(ROOT.rglob("*.py")))


def collect_page() -> Catalog:
    """The messages of the page's scripts and of its markup."""
    catalog = _collected("javascript", _SCRIPT, sorted(PAGE.glob("*.js")))
    for line, words in _Markup.words(PAGE / "index.html"):
        catalog.add(words, locations=[(_place(PAGE / "index.html"), line)])
    return catalog


def update(folder: Path) -> None:
    """Bring the translations of a language up to date, and compile them."""
    program = _merged(folder / "companion.po", collect_program(), folder.name)
    page = _merged(folder / "page.po", collect_page(), folder.name)
    (folder / "LC_MESSAGES").mkdir(exist_ok=True)
    (folder / "LC_MESSAGES" / "companion.mo").write_bytes(compiled(program))
    (PAGE / f"page-{folder.name}.json").write_text(page_catalog(page), encoding="utf-8")


def read_catalog(file: Path) -> Catalog:
    """The translations in a file."""
    with file.open("rb") as source:
        return read_po(source, locale=file.parent.name, domain=file.stem, abort_invalid=True)


def compiled(catalog: Catalog) -> bytes:
    """The translations of the program as gettext reads them."""
    target = io.BytesIO()
    write_mo(target, catalog)
    return target.getvalue()


def page_catalog(catalog: Catalog) -> str:
    """The translations of the page as it reads them; see `Catalog` in text.js."""
    messages: dict[str, Any] = {
        _first(message): message.string if isinstance(message.string, str) else [*message.string]
        for message in catalog
        if message.id and message.string and all(message.string)
    }
    forms = "".join(_form(catalog, number) for number in range(_NUMBERS))
    return json.dumps({"messages": messages, "forms": forms}, ensure_ascii=False, indent=0) + "\n"


def update_all() -> None:
    """Update all languages, or begin those that are named."""
    for code in sys.argv[1:]:
        (FOLDER / code).mkdir(exist_ok=True)
    for folder in sorted(entry for entry in FOLDER.iterdir() if entry.is_dir()):
        if not folder.name.startswith("__"):
            update(folder)


def _collected(method: str, keywords: Any, files: Iterable[Path]) -> Catalog:
    catalog = Catalog()
    for file in files:
        with file.open("rb") as source:
            for line, message, comments, context in extract(method, source, keywords):
                catalog.add(
                    message,
                    locations=[(_place(file), line)],
                    auto_comments=comments,
                    context=context,
                )
    return catalog


def _place(file: Path) -> str:
    return file.relative_to(ROOT.parent).as_posix()


def _merged(file: Path, found: Catalog, code: str) -> Catalog:
    """The translations in a file for the messages that were found. Writes the file."""
    catalog = read_catalog(file) if file.exists() else _begun(code, file.stem)
    catalog.update(found, no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    text = io.BytesIO()
    write_po(text, catalog, width=_WIDTH, sort_output=True, include_lineno=False, omit_header=False)
    file.write_bytes(text.getvalue())
    return read_catalog(file)  # in the order of the file


def _begun(code: str, domain: str) -> Catalog:
    return Catalog(
        locale=code,
        domain=domain,
        header_comment="# Translations of the board companion; see docs/translating.md.",
        project="board companion",
        version="0",
        creation_date=_BEGUN,
        revision_date=_BEGUN,
        fuzzy=False,
    )


def _first(message: Message) -> str:
    return str(message.id[0] if message.pluralizable else message.id)


def _form(catalog: Catalog, number: int) -> str:
    """Which of a message's forms, from 0, so many things take."""
    sample = Catalog(locale=catalog.locale)
    sample.add(("one", "many"), tuple(map(str, range(catalog.num_plurals))))
    return GNUTranslations(io.BytesIO(compiled(sample))).ngettext("one", "many", number)


class _Markup(HTMLParser):
    """Finds the words in the page's markup, each with its line."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[int, str]] = []

    @classmethod
    def words(cls, file: Path) -> list[tuple[int, str]]:
        parser = cls()
        parser.feed(file.read_text(encoding="utf-8"))
        return parser.found

    def handle_data(self, data: str) -> None:
        self._add(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in _ATTRIBUTES and value:
                self._add(value)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def _add(self, data: str) -> None:
        words = " ".join(data.split())
        if any(letter.isalpha() for letter in words):
            self.found.append((self.getpos()[0], words))


if __name__ == "__main__":
    update_all()
