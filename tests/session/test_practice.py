"""Mistakes of a reviewed game as a set to train."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.protocol.commands import MistakeMade, Practise, Train
from companion.session.play.practice_game import MISTAKES
from companion.testing import Hands, VirtualTable

START = "b/bbbbb/../.../../wwwww/w w"
SET = (MistakeMade(START, "14-9", "15-12"), MistakeMade(START, "14-12", "16-10"))


@pytest.fixture
def table(tmp_path: Path) -> VirtualTable:
    table = VirtualTable(tmp_path)
    table.begin("nim")
    table.say(Practise(game="solomon", mistakes=SET))
    return table


def test_only_the_better_move_is_accepted_and_then_comes_the_next(table: VirtualTable) -> None:
    hands = Hands(table, pauses=(0.1,))
    hands.set_up()
    assert table.state.headline == "Mistake 1 of 2: White to move"
    assert table.state.message == "14-9 was played here. Find the better move."
    hands.lift("14")
    hands.put("9")
    table.wait(2)
    assert table.texts == []
    assert "There is a better move" in table.state.message
    hands.lift("9")
    hands.put("14")
    table.wait(2)
    hands.play("15-12")
    assert table.texts == ["15-12"]
    assert table.state.headline == "That is better"
    assert table.state.message == "1 to go."
    drill = table.state.drill
    assert drill is not None
    assert (drill.name, drill.over, drill.reached) == (MISTAKES, True, True)
    table.say(Train(MISTAKES))
    hands.set_up()
    assert table.state.headline == "Mistake 2 of 2: White to move"
    hands.play("16-10")
    assert table.state.message == "That was the last one."
    table.say(Train(MISTAKES))
    assert table.state.drill is not None
    assert table.state.drill.title == "Mistake 1 of 2"


def test_it_is_left_like_a_drill_and_not_logged(table: VirtualTable, tmp_path: Path) -> None:
    table.wait(1)
    logs = len(list(tmp_path.glob("*.jsonl")))
    table.say(Train(""))
    table.wait(1)
    assert table.state.drill is None
    assert len(list(tmp_path.glob("*.jsonl"))) == logs + 1  # of the new game


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (Practise(game="solomon", mistakes=()), "there are no mistakes to train"),
        (
            Practise(game="solomon", mistakes=(MistakeMade(START, "14-9", "1-2"),)),
            "the move '1-2' is not possible there",
        ),
        (Practise(game="chess", mistakes=SET), "chess"),
        (Practise(game="solomon", mistakes=(MistakeMade("x", "14-9", "1-2"),)), "position"),
        (Train(MISTAKES), "no mistakes are being trained"),
    ],
)
def test_a_set_that_makes_no_sense_is_refused(
    tmp_path: Path, command: Practise | Train, why: str
) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin("nim")
        table.say(command)
        assert why in table.state.warning
        assert table.state.drill is None
