"""Every game has a page and a picture, and both are as the game is."""

from __future__ import annotations

import re
from importlib import util
from pathlib import Path
from types import ModuleType

import pytest

from companion import games
from companion.games.registry import kinds, make
from tests.published import PUBLISHED

_DOCS = Path(__file__).parents[2] / "docs" / "games"


def _draw() -> ModuleType:
    spec = util.spec_from_file_location("draw", _DOCS / "draw.py")
    assert spec is not None and spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_picture_is_drawn_from_the_game(name: str) -> None:
    assert (_DOCS / f"{name}.svg").read_text(encoding="utf-8") == _draw().draw(make(name))


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_page_shows_the_picture_the_start_and_the_options(name: str) -> None:
    page = (_DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert f"({name}.svg)" in page
    for option in kinds()[name].options:
        assert f"| `{option.name}` |" in page
    start = make(name).position_text(make(name).start())
    assert f"`{start}`" in re.sub(r"\s+", " ", page) or f"    {start}" in page


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_overview_names_the_game(name: str) -> None:
    overview = (_DOCS / "README.md").read_text(encoding="utf-8")
    assert f"| [{make(name).title}]({name}.md) | `{name}` |" in overview


@pytest.mark.parametrize("name", PUBLISHED)
def test_every_rule_that_the_code_cites_stands_on_the_page(name: str) -> None:
    page = (_DOCS / f"{name}.md").read_text(encoding="utf-8")
    code = Path(games.__path__[0], f"{name}.py").read_text(encoding="utf-8")
    rules = set(re.findall(r"^(\d+)\. ", page, flags=re.MULTILINE))
    cited = set(re.findall(r"\bRules? (\d+)", code))
    assert cited and cited <= rules
