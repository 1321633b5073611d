"""What the lamps mean, seen from the names that people know."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import Config
from companion.device.lamps.lamp_settings import LightSettings
from companion.device.lamps.scene import Meaning
from companion.device.ports.port_kinds import PortSettings
from companion.games.registry import make
from companion.hands import Phase, View
from companion.rules import Match, TurnMatch
from companion.session.play.scene_builder import scene
from companion.testing import Hands, VirtualTable


@pytest.mark.parametrize(("game", "worn"), [("solomon", 0), ("soli2", 1), ("gomony", 0)])
def test_white_and_black_wear_the_same_colours_in_every_game(game: str, worn: int) -> None:
    match = TurnMatch(Match(make(game)))
    shown = scene(match, View(Phase.REST, movable=0b1), 0.0)
    lamps = dict(shown.lamps)
    assert [lamp.seat for lamp in lamps.values() if lamp.meaning is Meaning.MAY_MOVE] == [worn]
    match.resign()
    assert scene(match, View(Phase.REST), 0.0).sweep == (1 - worn,)


def test_the_last_move_is_marked_faintly_while_nothing_else_is_shown(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, Config(port=PortSettings(bounce=True)))
    table.begin("solomon")
    hands = Hands(table)
    hands.set_up()
    assert table.lit(Meaning.LAST_MOVE) == set()
    hands.play("14-12")
    assert table.lit(Meaning.LAST_MOVE) == {"14", "12"}
    assert table.lit(Meaning.MAY_MOVE) == {"2", "3", "4", "5", "6"}
    hands.lift("2")
    table.wait(0.5)
    assert table.lit(Meaning.LAST_MOVE) == set()


def test_no_lamp_that_says_more_gives_way_to_the_last_move() -> None:
    match = TurnMatch(Match(make("solomon")))
    last = (match.game.board.index["14"], match.game.board.index["12"])
    view = View(Phase.REST, movable=1 << last[1])
    shown = dict(scene(match, view, 0.0, last=last).lamps)
    assert shown[last[0]].meaning is Meaning.LAST_MOVE
    assert shown[last[1]].meaning is Meaning.MAY_MOVE
    hint = (match.game.board.index["15"], last[1])
    hinted = scene(match, view, 0.0, hint=hint, last=last).lamps
    assert Meaning.LAST_MOVE not in {lamp.meaning for _, lamp in hinted}


def test_the_last_move_can_stay_dark(tmp_path: Path) -> None:
    config = Config(port=PortSettings(bounce=True), lights=LightSettings(last_move=False))
    table = VirtualTable(tmp_path, config)
    table.begin("solomon")
    hands = Hands(table)
    hands.set_up()
    hands.play("14-12")
    assert table.lit(Meaning.LAST_MOVE) == set()
