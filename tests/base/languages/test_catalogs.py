"""The catalogs: what is missing is counted, and what is there can be used."""

from __future__ import annotations

import io
import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo

from companion.base.languages import ENGLISH, languages
from companion.base.languages.collect import PAGE, compiled, is_translated, page_catalog
from companion.base.languages.language import FOLDER
from companion.opponents.levels import LEVELS
from tests.base.languages import collected
from tests.base.languages.required import incomplete

OTHERS = [code for code in languages() if code != ENGLISH]
COLLECTED = {"companion": collected.program, "page": collected.page}
CATALOGS = [(code, domain) for code in OTHERS for domain in COLLECTED]


def forms(message: Message) -> tuple[str, ...]:
    """The translation of a message: one form, or one for each number."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def keys(catalog: Catalog, *, translated: bool = False) -> set[tuple[object, object]]:
    """The messages of a catalog: all of them, or those that are translated."""
    return {
        (message.id, message.context)
        for message in catalog
        if message.id and (is_translated(message) or not translated)
    }


def file(code: str, domain: str) -> Path:
    return FOLDER / code / f"{domain}.po"


@pytest.mark.parametrize(("code", "domain"), CATALOGS)
def test_every_message_is_translated_and_used(code: str, domain: str) -> None:
    catalog, wanted = collected.catalog(file(code, domain)), keys(COLLECTED[domain]())
    missing, unused = wanted - keys(catalog, translated=True), keys(catalog) - wanted
    if missing or unused:
        incomplete(
            f"{code}/{domain}.po: {len(missing)} not translated and {len(unused)} not used",
            sorted(map(str, missing | unused)),
        )


@pytest.mark.parametrize(("code", "domain"), CATALOGS)
def test_a_translation_has_the_values_of_its_message(code: str, domain: str) -> None:
    for message in collected.catalog(file(code, domain)):
        if not message.id or not is_translated(message):
            continue
        ids = (message.id,) if isinstance(message.id, str) else message.id
        wanted = set().union(*map(values, ids))
        for form in forms(message):
            given = values(form)
            # A form for one thing need not say the number.
            assert given <= wanted and wanted - given <= {"number"}, message.id


def values(text: str) -> set[str]:
    """The names in braces."""
    if not re.search(r"\{\w+(:\w+)?\}", text):
        return set()
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("code", OTHERS)
def test_the_catalogs_are_compiled(code: str) -> None:
    program = (FOLDER / code / "LC_MESSAGES" / "companion.mo").read_bytes()
    if messages(program) != messages(compiled(collected.catalog(file(code, "companion")))):
        incomplete(f"{code}/companion.po is not compiled: run `make languages`")
    page = (PAGE / f"page-{code}.json").read_text(encoding="utf-8")
    if page != page_catalog(collected.catalog(file(code, "page"))):
        incomplete(f"{code}/page.po is not compiled: run `make languages`")


def messages(program: bytes) -> list[tuple[object, object, object]]:
    """What a compiled catalog says. Its header depends on the version of Babel."""
    catalog = read_mo(io.BytesIO(program))
    return [(message.id, message.context, message.string) for message in catalog if message.id]


@pytest.mark.parametrize(("code", "domain"), CATALOGS)
def test_no_two_levels_have_the_same_name(code: str, domain: str) -> None:
    found = (collected.catalog(file(code, domain)).get(level) for level in LEVELS)
    names = [message.string for message in found if message and is_translated(message)]
    assert len(set(names)) == len(names)
