"""What the lamps mean, seen from the names that people know."""

from __future__ import annotations

import pytest

from companion.games.registry import make
from companion.lights.scene import Meaning
from companion.rules import Match, TurnMatch
from companion.session.scene import scene
from companion.tracking import Phase, View


@pytest.mark.parametrize(("game", "worn"), [("solomon", 0), ("soli2", 1), ("gomony", 0)])
def test_white_and_black_wear_the_same_colours_in_every_game(game: str, worn: int) -> None:
    match = TurnMatch(Match(make(game)))
    shown = scene(match, View(Phase.REST, movable=0b1), 0.0)
    lamps = dict(shown.lamps)
    assert [lamp.seat for lamp in lamps.values() if lamp.meaning is Meaning.MAY_MOVE] == [worn]
    match.resign()
    assert scene(match, View(Phase.REST), 0.0).sweep == (1 - worn,)
