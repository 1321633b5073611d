"""`make languages`: how catalogs follow the source, and what is used of them."""

from __future__ import annotations

import io
import json
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from companion.base.languages import collect

Message = str | tuple[str, str]


class Project:
    """A program and a page with a few messages, and their translations into a language."""

    def __init__(self, folder: Path, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self._page = folder / f"page-{code}.json"
        self._translations = folder / code
        self._translations.mkdir()
        monkeypatch.setattr(collect, "PAGE", folder)

    def update(self, *messages: Message) -> str:
        """Collect these messages, of program and page. Returns what is printed."""
        for name in ("collect_program", "collect_page"):
            self._monkeypatch.setattr(collect, name, lambda: _catalog(*messages))
        return collect.update(self._translations)

    def translate(self, translations: dict[Message, Any]) -> None:
        """Write translations into both files."""
        for file in self._translations.glob("*.po"):
            catalog = collect.read_catalog(file)
            for message in catalog:
                if message.id in translations:
                    message.string = translations[message.id]
                    message.flags.discard("fuzzy")
            with file.open("wb") as target:
                write_po(target, catalog)

    @property
    def program(self) -> GNUTranslations:
        file = self._translations / "LC_MESSAGES" / "companion.mo"
        return GNUTranslations(io.BytesIO(file.read_bytes()))

    @property
    def page(self) -> dict[str, object]:
        """The translations that the page has."""
        found: dict[str, object] = json.loads(self._page.read_text(encoding="utf-8"))["messages"]
        return found


def _catalog(*messages: Message) -> Catalog:
    catalog = Catalog()
    for message in messages:
        catalog.add(message)
    return catalog


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with one message of each kind in German."""
    project = Project(tmp_path, "de", monkeypatch)
    project.update(*GERMAN)
    project.translate(GERMAN)
    assert project.update(*GERMAN) == "de: all 4 messages are translated"
    return project


GERMAN: dict[Message, Any] = {
    "Put the piece on {point}.": "Setze den Stein auf {point}.",
    ("{number} point left", "{number} points left"): (
        "noch {number} Punkt",
        "noch {number} Punkte",
    ),
}


def test_translations_are_used(german: Project) -> None:
    assert german.program.gettext("Put the piece on {point}.") == "Setze den Stein auf {point}."
    assert german.program.ngettext("{number} point left", "", 0) == "noch {number} Punkte"
    assert german.page == {
        "Put the piece on {point}.": "Setze den Stein auf {point}.",
        "{number} point left": ["noch {number} Punkt", "noch {number} Punkte"],
    }


@pytest.mark.parametrize(
    "changed",
    [
        ("Put a piece on {point}.", "{number} point left", "{number} points left"),
        ("Put the piece on {point}.", "{number} point is left", "{number} points left"),
        ("Put the piece on {point}.", "{number} point left", "{number} points left of {all}"),
    ],
)
def test_a_changed_message_is_english_until_its_translation_was_checked(
    german: Project, changed: tuple[str, str, str]
) -> None:
    simple, one, many = changed
    assert german.update(simple, (one, many)) == (
        "de: 2 of 4 messages are translated; 0 are missing, 2 are fuzzy"
    )
    new = simple if simple not in GERMAN else one
    assert new not in german.page
    assert len(german.page) == 1
    assert german.program.gettext(simple).startswith("Put a" if simple == new else "Setze")
    assert german.program.ngettext(one, many, 2) == (many if one == new else "noch {number} Punkte")
    german.translate({simple: "Setze.", (one, many): ("ein Punkt", "{number} Punkte")})
    assert german.update(simple, (one, many)) == "de: all 4 messages are translated"
    assert german.program.gettext(simple) == german.page[simple] == "Setze."


def test_a_new_message_is_english_and_an_old_one_is_removed(german: Project) -> None:
    assert german.update("It is your turn.") == (
        "de: 0 of 2 messages are translated; 2 are missing, 0 are fuzzy"
    )
    assert german.program.gettext("It is your turn.") == "It is your turn."
    assert german.page == {}


@pytest.mark.parametrize(("code", "number"), [("ja", 2), ("fr", 0), ("pl", 5)])
def test_a_number_of_things_without_a_translation_has_the_form_that_english_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, number: int
) -> None:
    """Though the language begun has other forms."""
    project = Project(tmp_path, code, monkeypatch)
    assert project.update(*GERMAN).startswith(f"{code}: 0 of 4 messages")
    assert project.program.ngettext("{number} point left", "{number} points left", number) == (
        "{number} points left"
    )
    assert project.page == {}


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("en", "English needs no translation"),
        ("french", "unknown language; give its code, such as fr or pt_BR"),
        ("xx", "unknown language; give its code, such as fr or pt_BR"),
        ("../de", "unknown language; give its code, such as fr or pt_BR"),
    ],
)
def test_a_language_that_there_is_not_is_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, reason: str
) -> None:
    monkeypatch.setattr(collect, "FOLDER", tmp_path / "languages")
    monkeypatch.setattr("sys.argv", ["collect", code])
    with pytest.raises(SystemExit, match=f"make: CODE={code}: {reason}"):
        collect.update_all()
    assert list(tmp_path.iterdir()) == []
