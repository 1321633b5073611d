"""The pages of rules in other languages say what the English ones say, as far as that can be
compared: a rule that is changed in one of them is not forgotten in the others."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import companion
from companion.coach.rule_pages import read_rules
from companion.games.registry import make
from docs.site.markdown import links
from tests.base.languages.required import incomplete
from tests.page_contents import differences
from tests.published import PUBLISHED

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "docs" / "games"
_OTHERS = {"README.md", "card.md"}  # the list of the games, and the card of the menu

TRANSLATED = sorted(
    (page.parent.name, page.stem) for page in GAMES.glob("*/*.md") if page.name not in _OTHERS
)


LANGUAGES = sorted({language for language, _ in TRANSLATED})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_its_rules_in_this_language(language: str) -> None:
    if missing := [name for name in PUBLISHED if (language, name) not in TRANSLATED]:
        incomplete(f"docs/games/{language} lacks {', '.join(missing)}")


@pytest.mark.parametrize(("language", "name"), TRANSLATED)
class TestTranslation:
    def test_is_what_is_read_in_its_language(self, language: str, name: str) -> None:
        text = read_rules(type(make(name)), language)
        assert text == (GAMES / language / f"{name}.md").read_text(encoding="utf-8")
        assert text != read_rules(type(make(name)))

    def test_comes_with_the_wheel(self, language: str, name: str) -> None:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
        assert included.get(f"docs/games/{language}") == f"companion/games/pages/{language}"

    def test_says_what_the_english_page_says(self, language: str, name: str) -> None:
        kind = type(make(name))
        if found := differences(read_rules(kind, language), read_rules(kind)):
            incomplete(f"docs/games/{language}/{name}.md differs in its {', '.join(found)}")

    def test_links_to_pages_in_its_own_language(self, language: str, name: str) -> None:
        own = {page.name for page in (GAMES / language).glob("*.md")} - {"card.md"}
        for link in links(read_rules(type(make(name)), language)):
            assert link.partition("#")[0] not in {f"../{page}" for page in own}


ENGLISH_PAGE = """# Nim

![](nim.svg)

Take 2 pieces from `a1`. See [Solomon](solomon.md).

1. The last loses.
"""


@pytest.mark.parametrize(
    ("changed", "into", "found"),
    [
        ("Take", "Nimm", []),
        ("Take 2", "Take 3", ["numbers and points"]),
        ("`a1`", "`a2`", ["moves, positions and options"]),
        ("1. The", "- The", ["parts"]),
        ("nim.svg", "peg.svg", ["links"]),
        ("(solomon.md)", "(../solomon.md)", []),
        ("(solomon.md)", "(../../solomon.md)", ["links"]),
    ],
)
def test_a_page_that_says_something_else_is_found(
    changed: str, into: str, found: list[str]
) -> None:
    page = ENGLISH_PAGE.replace("(nim.svg)", "(../nim.svg)").replace(changed, into)
    assert differences(page, ENGLISH_PAGE) == found


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
