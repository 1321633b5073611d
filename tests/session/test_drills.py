"""Drills, as hands play them: against the computer at its best, with their goals at the end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.coach.drills import DRILLS, Drill, UnknownDrill, drill_match, find_drill
from companion.config import Config
from companion.device.lamps.scene import Meaning
from companion.device.ports.port_kinds import PortSettings
from companion.games.registry import make
from companion.opponents import knowledge_for
from companion.opponents.alphabeta import WIN, AlphaBeta
from companion.opponents.search_jobs import Cancel, OnResult, SearchJob
from companion.opponents.tables.son_book import EACH, LONGEST_WIN
from companion.protocol.commands import Back, Resign, Train
from companion.rules import Seat
from companion.testing import Hands, VirtualTable
from tests.session.fingers import Fingers
from tests.session.test_menu import point


def drilled(directory: Path, name: str, *, bare: bool = False) -> tuple[VirtualTable, Hands]:
    """A table at which a drill has begun, its pieces set up."""
    table = VirtualTable(directory, bare=bare)
    table.begin("nim")
    table.say(Train(name))
    hands = Hands(table, pauses=(0.1,))
    hands.set_up()
    return table, hands


def play_best(table: VirtualTable, hands: Hands) -> None:
    """Carry out the computer's move, or one that is exact."""
    match = table.session.match
    if match.seat in match.computers:
        hands.play(next(iter(hands.moves)))
        return
    before = tuple(ply.position for ply in match.history)
    best = knowledge_for(match.game).best_moves(match.position, before)
    assert best is not None
    hands.play(match.game.move_text(match.position, best.moves[0]))


@pytest.mark.parametrize("bare", [True, False], ids=["wood", "simulated"])
def test_two_kings_against_one(tmp_path: Path, bare: bool) -> None:
    table, hands = drilled(tmp_path, "two_kings", bare=bare)
    assert table.state.drill is not None
    assert table.state.drill.title == "Two kings against one"
    begins = DRILLS["two_kings"].starts[7]  # by the table's seed
    assert table.state.position == begins.position
    assert table.state.message == (
        "White has two kings against one: catch it. "
        f"{begins.enough} moves are enough, counting everybody's."
    )
    assert table.lit(Meaning.MAY_MOVE)
    while not table.session.match.over:
        play_best(table, hands)
    assert len(table.texts) == begins.enough
    assert (table.state.drill.over, table.state.drill.reached) == (True, True)
    assert table.state.headline == "You won"
    assert table.state.tone == "good"
    assert table.state.message.endswith(
        f"The goal was reached in {begins.enough} moves, counting everybody's: no more than it "
        "takes against the best defence."
    )
    assert table.state.log == ""
    assert len(list(tmp_path.glob("*.jsonl"))) == 1  # of the game before


def test_more_moves_than_it_takes_are_counted(tmp_path: Path) -> None:
    table, hands = drilled(tmp_path, "two_kings")
    match = table.session.match
    knowledge = knowledge_for(match.game)
    worse = {
        move: value.plies
        for move in match.game.moves(match.position)
        if (value := knowledge.value(match.game.advance(match.position, move))) is not None
        and value.value < 0
        and value.plies is not None
    }
    hands.play(match.game.move_text(match.position, max(worse, key=lambda move: worse[move])))
    while not match.over:
        play_best(table, hands)
    plies, enough = len(table.texts), DRILLS["two_kings"].starts[7].enough
    assert plies > enough
    said = f"The goal was reached in {plies} moves, counting everybody's; {enough} are enough."
    assert table.state.message.endswith(said)
    assert table.state.drill is not None
    assert table.state.drill.reached


def test_a_goal_that_is_missed(tmp_path: Path) -> None:
    table, hands = drilled(tmp_path, "two_kings")
    play_best(table, hands)
    table.say(Resign())
    assert table.state.drill is not None
    assert (table.state.drill.over, table.state.drill.reached) == (True, False)
    assert table.state.tone == "plain"
    assert table.state.message == (
        "White resigned. The goal was not reached; 15 moves would have been enough, counting "
        "everybody's. Try again."
    )
    table.say(Back())
    assert not table.state.drill.over


@pytest.mark.parametrize("name", ["son_of_solomon"])
def test_a_whole_drill_as_the_second_player(tmp_path: Path, name: str) -> None:
    table = VirtualTable(tmp_path, Config(port=PortSettings(bounce=True)), search=hurried)
    table.begin("nim")
    table.say(Train(name))
    hands = Hands(table, pauses=(0.1,))
    hands.set_up()
    assert list(table.session.match.computers) == [Seat(0)]
    while not table.session.match.over:
        play_best(table, hands)
    assert table.state.drill is not None
    assert table.state.drill.reached
    assert len(table.texts) <= DRILLS[name].starts[0].enough
    assert "no more than it takes against the best defence." in table.state.message


def hurried(job: SearchJob, on_result: OnResult, *, ahead: bool = False) -> Cancel:
    """A search whose time is over when it begins."""
    if not ahead:
        on_result(job.run(lambda: False, lambda: True))
    return lambda: None


def test_trinity_begins_as_player_1(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, search=hurried)
    table.begin("nim")
    table.say(Train("trinity"))
    hands = Hands(table, pauses=(0.1,))
    hands.set_up()
    match = table.session.match
    assert match.game.chosen["seats"] == "2"
    assert list(match.computers) == [Seat(1)]
    hands.play("N1-9")
    assert match.seat == 1
    assert table.state.turn == 1


def test_a_drill_is_left_for_a_game_of_ones_own(tmp_path: Path) -> None:
    table, hands = drilled(tmp_path, "two_kings")
    table.say(Train())
    hands.set_up()
    assert table.state.drill is None
    assert table.session.match.computers == {}
    assert table.session.match.position == make("solomon").start()
    table.say(Train())
    assert table.state.warning == "no drill is being played: there is nothing to leave"


def test_bad_names_and_tools(tmp_path: Path) -> None:
    table, _ = drilled(tmp_path, "two_kings")
    with pytest.raises(UnknownDrill, match=r"no drill 'two_kingz' \(did you mean 'two_kings'\?\)"):
        table.session.features.obey(Train("two_kingz"), table.now)
    with pytest.raises(UnknownDrill, match="choose from two_kings, trinity, son_of_solomon"):
        find_drill("chess")
    assert table.state.drill is not None


def test_a_drill_is_chosen_on_the_board(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, bare=True)
    table.begin("solomon")
    hands = Fingers(table)
    hands.set_up()
    hands.open_menu()
    hands.touch(point(hands, -5))
    assert table.state.headline == "Menu"
    assert table.state.menu is not None
    texts: list[str] = [entry.text for entry in table.state.menu.entries]
    assert "drill: Two kings against one" in texts
    where = table.state.menu.entries[texts.index("drill: Two kings against one")].point
    assert where is not None
    hands.touch(table.board.names[where], 3.5)
    assert table.state.drill is not None
    assert table.state.phase == "setup"
    hands.set_up()
    assert table.state.phase == "rest"
    table.say(Resign())
    hands.open_menu()
    hands.touch(point(hands, -1), 3.5)
    assert table.state.drill.name == "two_kings"
    assert not table.state.drill.over


@pytest.mark.parametrize("drill", DRILLS.values(), ids=list(DRILLS))
def test_what_is_said_of_the_positions_is_true(drill: Drill) -> None:
    for start in drill.starts:
        match = drill_match(drill, start)
        assert match.game.name == drill.game
        assert not match.over
        value = knowledge_for(match.game).value(match.position)
        if drill.name == "two_kings":
            assert value == (1, start.enough)
            assert match.to_act == drill.seat
        elif drill.name == "son_of_solomon":
            assert start.enough == 2 * EACH + LONGEST_WIN


@pytest.mark.slow
def test_trinity_is_won_from_its_start() -> None:
    drill = DRILLS["trinity"]
    (start,) = drill.starts
    match = drill_match(drill, start)
    evaluation = knowledge_for(match.game).evaluation(match.position)
    assert evaluation is not None
    search = AlphaBeta(match.game, evaluation, Random(1), table=2_000_000)
    best = search.search(match.position, 6_000_000)
    assert best.sure
    assert best.value == WIN - start.enough
