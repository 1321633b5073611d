"""The old games of the example: their pages, their boards on wood, and what is said of them."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from companion.coach.rule_pages import read_rules
from companion.device.ports.sub_board import places
from companion.rules import AnyGame
from companion.rules.geometry import grid
from tests.base.languages.required import incomplete
from tests.page_contents import differences

_EXAMPLE = Path(__file__).parent.parent / "docs" / "examples" / "old-games"
_GAMES = {
    "alquerque": "Alquerque",
    "fox_and_geese": "FoxAndGeese",
    "hare_and_hounds": "HareAndHounds",
    "konane": "Konane",
    "three_mens_morris": "ThreeMensMorris",
}

every_game = pytest.mark.parametrize("name", _GAMES)


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(_EXAMPLE))


def kind_of(name: str) -> type[AnyGame]:
    kind: type[AnyGame] = getattr(import_module(f"companion_old_games.{name}"), _GAMES[name])
    return kind


@every_game
def test_its_rules_come_with_the_package_in_two_languages(name: str) -> None:
    kind = kind_of(name)
    german, english = read_rules(kind, "de"), read_rules(kind)
    assert english.startswith(f"# {kind.title}\n")
    assert "**Sources**" in english
    assert german.startswith("# ")
    assert german != english
    if found := differences(german, english):
        incomplete(f"the German rules of {name} differ in their {', '.join(found)}")


@every_game
def test_its_page_has_the_text_of_the_start(name: str) -> None:
    kind = kind_of(name)
    games = [kind(), *(kind({o.name: v}) for o in kind.options for v in o.values({}))]
    assert any(f"`{game.position_text(game.start())}`" in read_rules(kind) for game in games)


@every_game
def test_it_can_be_played_on_a_wooden_grid(name: str) -> None:
    board = kind_of(name)().board
    wood = grid(8 if board.size == 64 else 7)
    assert len(set(places(wood, board))) == board.size


def test_the_readme_counts_the_lines() -> None:
    page = (_EXAMPLE / "README.md").read_text(encoding="utf-8")
    for name in _GAMES:
        code = (_EXAMPLE / "companion_old_games" / f"{name}.py").read_text(encoding="utf-8")
        (row,) = (line for line in page.splitlines() if f"| `{name}` |" in line)
        assert row.endswith(f"| {len(code.splitlines())} |"), (name, len(code.splitlines()))


def test_the_guide_keeps_its_promise_of_sixty_lines() -> None:
    page = (_EXAMPLE.parents[1] / "adding-a-game.md").read_text(encoding="utf-8")
    code = (_EXAMPLE / "companion_old_games" / "three_mens_morris.py").read_text(encoding="utf-8")
    first, *_ = page.split("## A game in sixty lines")[1].split("\n## ")
    assert f"```python\n{code}```" in first
    assert len(code.splitlines()) <= 60
