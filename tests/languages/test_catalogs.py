"""The catalogs: everything is in them, translated, and compiled as it stands there."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from companion.engines.levels import LEVELS
from companion.languages import ENGLISH, languages
from companion.languages.collect import PAGE, compiled, page_catalog
from companion.languages.language import FOLDER
from tests.languages import collected

OTHERS = [code for code in languages() if code != ENGLISH]
COLLECTED = {"companion": collected.program, "page": collected.page}
CATALOGS = [(code, domain) for code in OTHERS for domain in COLLECTED]
AGAIN = "run `make languages`"


def forms(message: Message) -> tuple[str, ...]:
    """All that stands for a message: in a translation one form, or one for each number."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def known(catalog: Catalog) -> set[tuple[object, object]]:
    return {(message.id, message.context) for message in catalog if message.id}


def file(code: str, domain: str) -> Path:
    return FOLDER / code / f"{domain}.po"


@pytest.mark.parametrize(("code", "domain"), CATALOGS)
def test_every_message_is_in_the_catalog_and_no_other(code: str, domain: str) -> None:
    assert known(collected.catalog(file(code, domain))) == known(COLLECTED[domain]()), AGAIN


@pytest.mark.parametrize(("code", "domain"), CATALOGS)
def test_every_message_is_translated(code: str, domain: str) -> None:
    messages = [message for message in collected.catalog(file(code, domain)) if message.id]
    assert [message.id for message in messages if not all(forms(message))] == []
    assert [message.id for message in messages if message.fuzzy] == []


@pytest.mark.parametrize(("code", "domain"), CATALOGS)
def test_a_translation_has_the_values_of_its_message(code: str, domain: str) -> None:
    for message in collected.catalog(file(code, domain)):
        if not message.id:
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
def test_the_catalogs_are_compiled_as_they_stand(code: str) -> None:
    program = FOLDER / code / "LC_MESSAGES" / "companion.mo"
    assert program.read_bytes() == compiled(collected.catalog(file(code, "companion"))), AGAIN
    page = (PAGE / f"page-{code}.json").read_text(encoding="utf-8")
    assert page == page_catalog(collected.catalog(file(code, "page"))), AGAIN


@pytest.mark.parametrize(("code", "domain"), CATALOGS)
def test_every_level_has_a_name(code: str, domain: str) -> None:
    names = [collected.catalog(file(code, domain)).get(level) for level in LEVELS]
    assert all(name is not None and name.string for name in names)
    assert len({name.string for name in names if name is not None}) == len(LEVELS)
