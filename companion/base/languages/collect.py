"""The collection of messages from the source, and of translations into catalogs: `make languages`.

`companion.po` of each language has the messages of the program, `page.po` the page's own messages.
New messages are added to them, and those that are no longer used are removed. A new message that is
like an old one takes over its translation, marked `fuzzy`; it is not used until a translator has
checked it. Then `companion.po` becomes `LC_MESSAGES/companion.mo`, and `page.po` becomes a file of
the page. A message without a translation stays English.

Babel is needed here, and nowhere else in the program.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable
from copy import deepcopy
from datetime import UTC, datetime
from gettext import GNUTranslations
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.base.languages.language import CODE, ENGLISH, FOLDER

ROOT = FOLDER.parents[1]
PAGE = ROOT / "page" / "static"

# As in companion/base/text.py and companion/page/static/text.js.
PYTHON: Any = {"Text": None, "plural": (1, 2), "sense": ((1, "c"), 2)}
_SCRIPT = {"_": None, "plural": (1, 2)}
_ATTRIBUTES = ("aria-label", "title", "placeholder", "alt")  # as in language.js
_NUMBERS = 200  # of things; the forms repeat themselves after the first hundred
_WIDTH = 100
_BEGUN = datetime(2026, 11, 22, tzinfo=UTC)  # a date that changes would change the files


def collect_program() -> Catalog:
    """Return the messages of the program."""
    return _collected("python", PYTHON, sorted(ROOT.rglob("*.py")))


def collect_page() -> Catalog:
    """Return the messages of the page's scripts and of its markup."""
    catalog = _collected("javascript", _SCRIPT, sorted(PAGE.glob("*.js")))
    for page in sorted(PAGE.glob("*.html")):
        for line, words in _Markup.words(page):
            catalog.add(words, locations=[(_place(page), line)])
    return catalog


def update(folder: Path) -> str:
    """Bring the translations of a language up to date, and compile them.

    Args:
        folder: The folder of the language.

    Returns:
        A line that gives the number of translated messages.
    """
    program = _merged(folder / "companion.po", collect_program(), folder.name)
    page = _merged(folder / "page.po", collect_page(), folder.name)
    (folder / "LC_MESSAGES").mkdir(exist_ok=True)
    (folder / "LC_MESSAGES" / "companion.mo").write_bytes(compiled(program))
    (PAGE / f"page-{folder.name}.json").write_text(page_catalog(page), encoding="utf-8")
    return f"{folder.name}: {_progress([*program, *page])}"


def is_translated(message: Message) -> bool:
    """Return whether a message has a translation in all of its forms that is not `fuzzy`."""
    return all(_forms(message)) and not message.fuzzy


def read_catalog(file: Path) -> Catalog:
    """Return the translations in a file."""
    with file.open("rb") as source:
        return read_po(source, locale=file.parent.name, domain=file.stem, abort_invalid=True)


def compiled(catalog: Catalog) -> bytes:
    """Return the translations of the program as gettext reads them."""
    used = deepcopy(catalog)
    for message in catalog:
        if message.id and not is_translated(message):
            used.delete(message.id, message.context)
    target = io.BytesIO()
    write_mo(target, used)
    return target.getvalue()


def page_catalog(catalog: Catalog) -> str:
    """Return the translations of the page as it reads them; see `Catalog` in text.js."""
    messages: dict[str, Any] = {
        _first(message): message.string if isinstance(message.string, str) else _forms(message)
        for message in catalog
        if message.id and is_translated(message)
    }
    forms = "".join(_form(catalog, number) for number in range(_NUMBERS))
    return json.dumps({"messages": messages, "forms": forms}, ensure_ascii=False, indent=0) + "\n"


def update_all() -> None:
    """Update all languages, and begin those that the command line names."""
    for code in sys.argv[1:]:
        if reason := _refusal(code):
            sys.exit(f"make: CODE={code}: {reason}")
        (FOLDER / code).mkdir(exist_ok=True)
    for folder in sorted(entry for entry in FOLDER.iterdir() if entry.is_dir()):
        if not folder.name.startswith("__"):
            sys.stdout.write(f"{update(folder)}\n")


def _refusal(code: str) -> str:
    """Return why a language cannot be begun; empty if it can."""
    if code == ENGLISH:
        return "English needs no translation"
    try:
        if CODE.fullmatch(code):
            Locale.parse(code)
            return ""
    except UnknownLocaleError:
        pass
    return "unknown language; give its code, such as fr or pt_BR"


def _progress(messages: Iterable[Message]) -> str:
    own = [message for message in messages if message.id]
    left = [message for message in own if not is_translated(message)]
    if not left:
        return f"all {len(own)} messages are translated"
    fuzzy = sum(message.fuzzy for message in left)
    return (
        f"{len(own) - len(left)} of {len(own)} messages are translated; "
        f"{len(left) - fuzzy} are missing, {fuzzy} are fuzzy"
    )


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
    """Return the translations in a file for the messages that were found, and write the file."""
    catalog = read_catalog(file) if file.exists() else _begun(code, file.stem)
    before = {_key(message): message.id for message in catalog}
    catalog.update(found, update_creation_date=False)
    catalog.obsolete.clear()
    for message in catalog:
        # Babel compares the form for one thing only.
        if message.string and before.get(_key(message), message.id) != message.id:
            message.flags.add("fuzzy")
    text = io.BytesIO()
    write_po(text, catalog, _WIDTH, sort_output=True, include_lineno=False)
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


def _forms(message: Message) -> list[str]:
    """Return the translation of a message: one form, or one for each number."""
    words = message.string or ""
    return [words] if isinstance(words, str) else [*words]


def _first(message: Message) -> str:
    return str(message.id[0] if message.pluralizable else message.id)


def _key(message: Message) -> tuple[str, str | None]:
    return _first(message), message.context


def _form(catalog: Catalog, number: int) -> str:
    """Return the index of the plural form for `number`."""
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
