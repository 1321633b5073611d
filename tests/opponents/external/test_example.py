"""The example engine of docs/engines.md, and the published schema of the messages."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.registry import make
from companion.opponents.external.engine_levels import EngineRoster
from companion.opponents.external.engine_settings import EngineSettings
from companion.opponents.external.json_lines import schema
from companion.opponents.question import Question
from tests.opponents.external.engines import Clock

DOCS = Path(__file__).parents[3] / "docs"


@pytest.fixture
def roster() -> Iterator[EngineRoster]:
    command = (sys.executable, str(DOCS / "examples" / "engine" / "engine.py"))
    made = EngineRoster({"example": EngineSettings(command=command)}, clock=Clock())
    yield made
    made.close()


def test_the_example_engine_plays_and_rates(roster: EngineRoster) -> None:
    game = make("nim", {"last": "wins"})
    position = game.parse_position("./.o.../../o../../.o.o./. b")
    winning = game.parse_position("./...../../o../../...../. w")
    player = roster.engine(game, "example")
    choice = player.choose(Question(game, position, seed=3))
    assert choice.move in game.moves(position)
    assert choice == player.choose(Question(game, position, seed=3))
    assert choice.trouble == ""
    assert player.choose(Question(game, winning)).value == 1.0


def test_the_schema_is_published_as_it_is() -> None:
    assert json.loads((DOCS / "engines.schema.json").read_text()) == schema()
