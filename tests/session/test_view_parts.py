"""An error in one part of what a page is told leaves it all the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.page.messages import Arrange
from companion.protocol.views import Hello, State
from companion.session import view_builder
from companion.session.display import FAILED
from companion.session.features.feature import Features
from companion.session.match.match_view import MatchViewer
from companion.session.play.exercise import Exercise
from companion.session.play.live_game import LiveGame
from companion.session.view_builder import Parts
from tests.session.test_opponents import move
from tests.session.virtual import Virtual


@pytest.fixture
def table(tmp_path: Path) -> Virtual:
    table = Virtual(tmp_path)
    table.begin("solomon")
    table.say(Arrange())
    table.wait(1)
    return table


def broken(*_: object, **__: object) -> object:
    raise ValueError("not enough values to unpack (expected 1, got 2)")


PARTS = [
    (LiveGame, "words"),
    (LiveGame, "question"),
    (MatchViewer, "view"),
    (Exercise, "fields"),
    (Features, "fields"),
    (view_builder, "warning"),
    (view_builder, "_tabletop"),
    (view_builder, "_refusal"),
]


@pytest.mark.parametrize(("where", "name"), PARTS, ids=lambda part: getattr(part, "__name__", part))
def test_a_page_gets_a_state_whatever_fails(
    table: Virtual, monkeypatch: pytest.MonkeyPatch, where: object, name: str
) -> None:
    wraps = isinstance(getattr(where, name), property)
    monkeypatch.setattr(where, name, property(broken) if wraps else broken)
    told: list[object] = []
    table.session.listen(told.append, table.now)
    hello, state = told[:2]
    assert isinstance(hello, Hello)
    assert isinstance(state, State)
    assert str(FAILED) in str(state.warning)
    assert len(state.believed) == len(state.sensed) == 19
    move(table, "-14", "+12")
    table.wait(2)
    assert table.texts == ["14-12"]
    assert told[-1] is not state


def test_a_failing_part_is_logged_once_until_it_works_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    parts = Parts()
    for _ in range(3):
        assert parts.get("the hint", lambda: 1 // 0, 7) == 7
        assert parts.broken
    assert len(caplog.records) == 1
    assert parts.get("the hint", lambda: 5, 7) == 5
    assert parts.get("the hint", lambda: 1 // 0, 7) == 7
    assert len(caplog.records) == 2
