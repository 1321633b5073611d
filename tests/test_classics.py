"""The two games of the example, at the board: what only they have is shown and said."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from companion.coach.move_examples import move_examples
from companion.coach.rule_pages import read_rules
from companion.page.messages import Arrange, Lift, Put
from companion.rules import AnyGame, Match
from tests.base.languages.required import incomplete
from tests.page_contents import differences
from tests.session.virtual import Virtual

_EXAMPLE = Path(__file__).parent.parent / "docs" / "examples" / "classic-games"


@pytest.fixture
def morris(monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyGame]:
    monkeypatch.syspath_prepend(str(_EXAMPLE))
    yield import_module("companion_classics.morris").Morris()


def at(table: Virtual, game: AnyGame, position: str) -> None:
    table.session.current.begin(Match(game, game.parse_position(position)), table.now)
    table.session.listen(table.heard.append)
    table.session.handle(Arrange(), table.now)
    table.wait(0.5)


@pytest.mark.parametrize("name", ["draughts", "morris"])
def test_its_rules_come_with_the_package(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.syspath_prepend(str(_EXAMPLE))
    kind = getattr(import_module(f"companion_classics.{name}"), name.capitalize())
    assert read_rules(kind).startswith(f"# {kind.title}\n")
    assert kind.summary.endswith(".")
    titles = {example.title for example in move_examples(kind(), Random(1).randrange)}
    assert (
        titles
        >= {
            "draughts": {
                "How a man moves",
                "How a king moves",
                "Jump several times and take pieces",
            },
            "morris": {
                "Put a piece on the board",
                "Put a piece on the board and take a piece",
                "How to move",
            },
        }[name]
    )


@pytest.mark.parametrize("name", ["draughts", "morris"])
def test_its_rules_are_the_same_in_german(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.syspath_prepend(str(_EXAMPLE))
    kind = getattr(import_module(f"companion_classics.{name}"), name.capitalize())
    german, english = read_rules(kind, "de"), read_rules(kind)
    assert german != english
    if found := differences(german, english):
        incomplete(f"the German rules of {name} differ in their {', '.join(found)}")


def test_whom_a_mill_takes_is_shown_and_chosen(tmp_path: Path, morris: AnyGame) -> None:
    table = Virtual(tmp_path)
    at(table, morris, "w.w/b../.../.w..b./.b./.../b.. w 5 5")
    table.say(Lift("tray", "h", "w"))
    table.say(Put("d7", "h"))
    table.wait(1.0)
    assert table.state.phase == "hand"
    assert table.state.message == "Take off one piece: b6, f4, d3 or a1."
    orange = {table.lamp(name) for name in ("b6", "f4", "d3", "a1")}
    assert len(orange) == 1
    assert orange.isdisjoint(table.lamp(name) for name in ("a7", "b4", "d6"))
    assert table.texts == []
    table.say(Lift("f4", "h"))
    table.say(Put("tray", "h"))
    table.wait(1.0)
    assert table.texts == ["d7xf4"]
    assert table.state.headline == "Black to move"


def test_the_man_may_be_taken_before_the_mill_is_closed(tmp_path: Path, morris: AnyGame) -> None:
    table = Virtual(tmp_path)
    at(table, morris, "w.w/b../.../.w..b./.b./.../b.. w 5 5")
    table.say(Lift("f4", "h"))
    table.say(Put("tray", "h"))
    table.wait(0.5)
    table.say(Lift("tray", "h", "w"))
    table.say(Put("d7", "h"))
    table.wait(1.0)
    assert table.texts == ["d7xf4"]
