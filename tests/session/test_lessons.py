"""Guided first games, as hands play them: on bare switches and with simulated pieces."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.coach.lessons import LESSONS
from companion.device.lamps.palette import STANDARD
from companion.device.lamps.scene import Meaning
from companion.hands import Phase
from companion.protocol.commands import Adjust, Back, New, Resign, Teach
from companion.records.journal import reader
from companion.testing import Hands
from tests.session.fingers import Fingers
from tests.session.test_menu import point, switched_on
from tests.session.virtual import Virtual

bare = pytest.mark.parametrize("bare", [True, False], ids=["wood", "simulated"])


def taught(directory: Path, game: str, *, bare: bool = True) -> tuple[Virtual, Hands]:
    """A table at which a lesson has begun, its pieces set up."""
    table = Virtual(directory, bare=bare)
    table.begin("nim")
    table.say(Teach(game))
    hands = Hands(table, pauses=(0.1,))
    hands.set_up()
    return table, hands


@bare
@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_is_played_to_its_end(tmp_path: Path, game: str, bare: bool) -> None:
    table, hands = taught(tmp_path, game, bare=bare)
    lesson = LESSONS[game]
    for number, step in enumerate(lesson.steps, start=1):
        assert table.state.lesson is not None
        assert (table.state.lesson.step, table.state.lesson.done) == (number, False)
        assert table.state.headline.startswith(f"Step {number} of {len(lesson.steps)}: ")
        assert table.state.message == step.text.filled(**STANDARD.colours)
        hands.play(step.move)
    assert table.state.lesson is not None
    assert table.state.lesson.done
    assert table.state.message == lesson.ending
    assert table.state.tone == "good"
    assert table.texts == [step.move for step in lesson.steps]


def test_the_lamps_show_what_to_do(tmp_path: Path) -> None:
    table, hands = taught(tmp_path, "solomon")
    assert table.lit(Meaning.MAY_MOVE) == {"12"}
    assert table.lit(Meaning.HINT) == {"10"}
    hands.lift("12")
    assert table.lit(Meaning.FROM) == {"12"}
    assert table.lit(Meaning.TO) == {"10"}
    hands.put("10", wait=0.5)
    assert table.lit(Meaning.MUST_JUMP) == {"2"}
    assert table.lit(Meaning.HINT) == {"12"}
    assert table.state.tone == "forced"


def test_where_a_stone_goes_is_lit_before_the_move(tmp_path: Path) -> None:
    table, hands = taught(tmp_path, "trinity")
    assert table.lit(Meaning.MAY_MOVE) == {"7"}
    assert table.lit(Meaning.HINT) == {"3"}
    hands.lift("7")
    hands.put("3", wait=0.5)
    assert table.state.message == "Put a stone on 7."


@bare
def test_a_wrong_move_is_answered_with_what_to_do(tmp_path: Path, bare: bool) -> None:
    table, hands = taught(tmp_path, "solomon", bare=bare)
    hands.lift("14")
    hands.put("16", wait=3.0)  # no move at all
    assert table.phase is Phase.ASTRAY
    assert table.state.tone == "wrong"
    why = "This step asks for another move."
    assert table.state.message == f"{why} Move White's man from 16 to 14. Then try again."
    hands.lift("16")
    hands.put("14", wait=0.6)
    hands.lift("9")
    hands.put("3", wait=3.0)  # legal, but not what the step asks for
    assert table.texts == []
    assert table.state.message == f"{why} Move White's man from 3 to 9. Then try again."
    hands.lift("3")
    hands.put("9", wait=0.6)
    assert table.state.message == LESSONS["solomon"].steps[0].text.filled(**STANDARD.colours)
    hands.play("12-10")
    assert table.texts == ["12-10"]


@bare
def test_a_takeback_goes_a_step_back(tmp_path: Path, bare: bool) -> None:
    table, hands = taught(tmp_path, "halma", bare=bare)
    hands.play("d1-d2")
    hands.play("e8-d8")
    table.say(Back())
    hands.set_up()
    assert table.texts == ["d1-d2"]
    assert table.state.message == LESSONS["halma"].steps[1].text.filled(**STANDARD.colours)
    hands.lift("d2")
    hands.put("d1", wait=0.6)
    assert table.texts == []
    assert table.state.message == LESSONS["halma"].steps[0].text.filled(**STANDARD.colours)


def test_a_guided_game_is_left_at_any_time(tmp_path: Path) -> None:
    table, hands = taught(tmp_path, "trinity")
    hands.play("N7-3")
    table.say(Teach())
    assert table.state.lesson is None
    assert table.session.game.name == "trinity"
    assert table.texts == []
    hands.set_up()
    hands.play("N1-9")
    assert table.texts == ["N1-9"]
    table.say(Teach())
    assert "no guided game is being played" in table.state.warning
    table.say(Teach("solomon"))
    table.say(New("nim"))
    assert table.state.lesson is None


def test_a_game_given_up_in_a_lesson_has_no_happy_end(tmp_path: Path) -> None:
    table, _ = taught(tmp_path, "solomon")
    table.say(Resign())
    assert table.state.headline == "Black wins"
    assert table.state.message == "White resigned."


def test_a_lesson_is_not_logged_and_ends_the_game_before(tmp_path: Path) -> None:
    table, hands = taught(tmp_path, "solomon")
    hands.play("12-10")
    (log,) = reader.list_logs(tmp_path)
    assert log.log is not None
    assert (log.log.head.game, log.log.finished) == ("nim", True)
    assert table.state.log == ""
    assert table.state.warning == ""


def test_after_the_last_step_nothing_on_the_board_is_a_mistake(tmp_path: Path) -> None:
    table, hands = taught(tmp_path, "halma")
    for step in LESSONS["halma"].steps:
        hands.play(step.move)
    assert table.session.lights.sweep
    hands.lift("d2", wait=0.6)
    assert table.lit(Meaning.PUT_HERE, Meaning.TAKE_AWAY) == set()
    assert table.state.message == LESSONS["halma"].ending


LEARN = -5


def test_a_guided_game_is_chosen_on_the_board(tmp_path: Path) -> None:
    hands = switched_on(tmp_path)
    table = hands.table
    hands.touch(point(hands, LEARN))
    offered = "Guided games and drills: 1 The Crowning Problem; 2 Solomon Nim; 3 Peg"
    assert offered in table.state.message
    hands.touch("6")
    assert table.session.game.name == "trinity"
    assert table.state.lesson is not None
    hands.set_up()
    assert table.state.message == LESSONS["trinity"].steps[0].text.filled(**STANDARD.colours)


def test_over_a_game_it_has_to_be_held(tmp_path: Path) -> None:
    table = Virtual(tmp_path, bare=True)
    table.begin("halma")
    hands = Fingers(table)
    hands.open_menu()
    hands.touch(point(hands, LEARN))
    hands.touch("a9", 1.5)
    assert table.state.lesson is None
    hands.touch("a9", 3.3)
    assert table.state.lesson is not None


def test_a_guided_game_comes_before_the_drills_of_its_board(tmp_path: Path) -> None:
    hands = switched_on(tmp_path, "grid8")
    hands.touch(point(hands, LEARN))
    drill = "b8 drill: A win from your games of Gomony; c8 puzzle of the day; "
    assert f"Guided games and drills: a8 Gomony; {drill}g1 back." in hands.table.state.message


def test_on_the_board_a_guided_game_is_left_in_the_menu(tmp_path: Path) -> None:
    hands = switched_on(tmp_path)
    table = hands.table
    hands.touch(point(hands, LEARN))
    hands.touch("4")
    hands.set_up()
    hands.open_menu()
    hands.touch(point(hands, -1), 3.3)  # the same game again, from its start
    assert table.state.lesson is None
    assert table.session.game.name == "solomon"
    assert table.match.position == table.match.game.start()


def test_its_words_name_the_colours_of_the_palette_in_use(tmp_path: Path) -> None:
    table, _ = taught(tmp_path, "solomon")
    assert "violet marks where to" in table.state.message
    table.say(Adjust("lights.palette", "safe"))
    table.wait(0.5)
    assert "reddish purple marks where to" in table.state.message
    assert "sky blue marks where it stood, bluish green where it may go" in table.state.message
