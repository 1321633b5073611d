"""The pages of rules in other languages say what the English ones say, as far as that can be
compared: a rule that is changed in one of them cannot be forgotten in the others."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import companion
from companion.games.registry import make
from companion.learning.rule_pages import read_rules
from docs.site.markdown import links
from tests.page_contents import code, numbers, structure
from tests.published import PUBLISHED

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "docs" / "games"

TRANSLATED = sorted(
    (page.parent.name, page.stem)
    for page in GAMES.glob("*/*.md")
    if page.name != "README.md"  # the list of the games, which is no page of rules
)


@pytest.mark.parametrize("name", PUBLISHED)
def test_every_game_has_its_rules_in_german(name: str) -> None:
    assert ("de", name) in TRANSLATED


@pytest.mark.parametrize(("language", "name"), TRANSLATED)
class TestTranslation:
    def test_is_what_is_read_in_its_language(self, language: str, name: str) -> None:
        text = read_rules(type(make(name)), language)
        assert text == (GAMES / language / f"{name}.md").read_text(encoding="utf-8")
        assert text != read_rules(type(make(name)))

    def test_comes_with_the_wheel(self, language: str, name: str) -> None:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
        page = f"{language}/{name}.md"
        assert included.get(f"docs/games/{page}") == f"companion/games/pages/{page}"

    def test_is_built_like_the_english_page(self, language: str, name: str) -> None:
        kind = type(make(name))
        assert structure(read_rules(kind, language)) == structure(read_rules(kind))

    def test_has_the_same_moves_positions_and_options(self, language: str, name: str) -> None:
        kind = type(make(name))
        assert code(read_rules(kind, language)) == code(read_rules(kind))

    def test_has_the_same_numbers_and_points(self, language: str, name: str) -> None:
        kind = type(make(name))
        assert numbers(read_rules(kind, language)) == numbers(read_rules(kind))

    def test_shares_the_pictures_and_links_to_its_own_pages(self, language: str, name: str) -> None:
        kind = type(make(name))
        english = list(links(read_rules(kind)))
        there = [
            link if link.endswith(".md") and "/" not in link else f"../{link}" for link in english
        ]
        assert list(links(read_rules(kind, language))) == there


@pytest.mark.parametrize("language", ["", "xx", "..", "../games", "de/..", "de\0", "d" * 300])
def test_a_language_that_is_not_there_gives_the_english_page(language: str) -> None:
    kind = type(make("nim"))
    assert read_rules(kind, language) == read_rules(kind)
    assert read_rules(kind).startswith("# Solomon Nim\n")


def test_an_installed_wheel_has_its_own_translations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games" / "pages" / "de").mkdir(parents=True)
    (tmp_path / "games" / "pages" / "de" / "nim.md").write_text("# Hier\n")
    monkeypatch.setattr(companion, "__file__", str(tmp_path / "__init__.py"))
    assert read_rules(type(make("nim")), "de") == "# Hier\n"
