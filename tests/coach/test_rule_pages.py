"""Every game's page of rules is found, in the source, in a wheel and in a package."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

import companion
from companion.base.languages.language import Language
from companion.base.text import Text
from companion.coach.game_summary import summary_of
from companion.coach.rule_pages import (
    as_html,
    marked_colours,
    read_rules,
    rules_html,
    with_colours,
)
from companion.device.lamps.palette import PALETTES, SAFE, STANDARD
from companion.games.registry import make
from tests.coach.test_translated_rules import LANGUAGES
from tests.published import PUBLISHED
from tests.tiny import Tiny

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", PUBLISHED)
def test_games_have_a_sentence_and_a_page_that_comes_with_the_wheel(name: str) -> None:
    game = make(name)
    assert game.summary.endswith(".")
    assert len(game.summary) <= 100
    assert read_rules(type(game)).startswith(f"# {game.title}\n")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included.get(f"docs/games/{name}.md") == f"companion/games/pages/{name}.md"


def test_a_game_without_a_sentence_says_how_many_play_it() -> None:
    assert summary_of(Tiny) == "A game for two players."
    assert summary_of(type(make("nim"))) == make("nim").summary


def test_an_installed_wheel_has_its_own_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games" / "pages").mkdir(parents=True)
    (tmp_path / "games" / "pages" / "nim.md").write_text("# Here\n")
    monkeypatch.setattr(companion, "__file__", str(tmp_path / "__init__.py"))
    assert read_rules(type(make("nim"))) == "# Here\n"


def _package(folder: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> type[Tiny]:
    (folder / "added").mkdir()
    (folder / "added" / "__init__.py").write_text("")
    (folder / "added" / "tiny.py").write_text(f"from tests.tiny import Tiny\n{code}")
    monkeypatch.syspath_prepend(str(folder))
    for name in ("added", "added.tiny"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    kind: type[Tiny] = __import__("added.tiny", fromlist=["Added"]).Added
    return kind


def test_the_page_of_a_package_lies_beside_its_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = _package(tmp_path, monkeypatch, "class Added(Tiny):\n    rules_page = 'rules.md'\n")
    assert read_rules(kind) == ""
    (tmp_path / "added" / "rules.md").write_text("# Added\n")
    (tmp_path / "added" / "tiny.md").write_text("# By its name\n")
    assert read_rules(kind) == "# Added\n"
    kind.rules_page = ""
    assert read_rules(kind) == "# By its name\n"


def test_a_package_may_have_its_page_in_other_languages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = _package(tmp_path, monkeypatch, "class Added(Tiny):\n    pass\n")
    (tmp_path / "added" / "tiny.md").write_text("# English\n")
    assert read_rules(kind, "de") == "# English\n"
    (tmp_path / "added" / "de").mkdir()
    (tmp_path / "added" / "de" / "tiny.md").write_text("# Deutsch\n")
    assert read_rules(kind, "de") == "# Deutsch\n"
    assert read_rules(kind, "fr") == read_rules(kind) == "# English\n"


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", None])
def test_a_page_that_cannot_be_read_is_no_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    kind = _package(tmp_path, monkeypatch, "class Added(Tiny):\n    pass\n")
    page = tmp_path / "added" / "tiny.md"
    if content is None:
        page.mkdir()
    else:
        page.write_bytes(content)
    assert read_rules(kind) == ""


def test_a_page_is_shown_without_its_pictures_and_without_html_of_its_own() -> None:
    page = as_html(
        "# A game\n\n![a star](s.svg)\n\n<script>alert(1)</script> *now* [there](nim.md)\n\n"
        "[here](javascript:alert(1)) 2 * 3\n\n| a | b |\n|---|---|\n| `c` | d |\n\n10. ten\n"
    )
    assert "<h1>A game</h1>" in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; <em>now</em>" in page
    assert '<a href="nim.md">there</a>' in page
    assert "<img" not in page
    assert "<script" not in page
    assert 'href="javascript' not in page
    assert "<td><code>c</code></td>" in page
    assert '<ol start="10">' in page


def test_marked_colours_are_those_of_the_palette_in_the_language_of_the_page() -> None:
    page = "It turns green<!--to-->, then *orange<!--victim-->*; mauve<!--other--> stays."
    said = "It turns bluish green, then *vermilion*; mauve stays."
    assert with_colours(page, SAFE.colours) == said
    assert with_colours("wird grün<!--to-->.", SAFE.colours, "de") == "wird blaugrün."
    assert marked_colours(page) == [("green", "to"), ("orange", "victim"), ("mauve", "other")]


def test_a_page_that_is_not_translated_names_its_colours_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = _package(tmp_path, monkeypatch, "class Added(Tiny):\n    pass\n")
    (tmp_path / "added" / "tiny.md").write_text("It is green<!--to-->.\n")
    assert rules_html(kind, "de", SAFE.colours) == "<p>It is bluish green.</p>\n"


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
@pytest.mark.parametrize("name", PUBLISHED)
def test_no_page_names_the_colour_of_a_lamp_without_its_meaning(name: str, language: str) -> None:
    words, page = Language(language).words, read_rules(type(make(name)), language)
    colours = STANDARD.colours
    for word, meaning in marked_colours(page):
        assert word == words(colours[meaning])
    shown = {words(hue) for palette in PALETTES.values() for hue in palette.colours.values()}
    shown.discard(words(Text("white")))  # of pieces, and of no lamp that a page names
    unmarked = with_colours(page, dict.fromkeys(colours, Text("")))
    for word in re.findall(r"\w+", unmarked):
        assert not any(word.lower().startswith(hue) for hue in shown), word


@pytest.mark.parametrize("odd", ["|", "```", "- ", "#", "[a](b", "**", "> " * 5000, "- " * 5000])
def test_every_page_is_shown_whatever_it_says(odd: str) -> None:
    assert isinstance(as_html(odd), str)
