"""The clock of a match: whose time runs, what stops it, and what is kept of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from companion.device.lamps.scene import Meaning
from companion.games.registry import make
from companion.protocol.commands import Arrange, Back, Draw, New, Resign, Sweep
from companion.records.journal.reader import list_logs, read_log, replay
from companion.records.journal.record import EndRecord, MoveRecord
from companion.rules.clock import InvalidClock, TimeControl
from companion.session.features.menu_feature import MenuFeature
from companion.session.match.recorded import logged_control
from companion.testing import Hands
from tests.session.test_session import move
from tests.session.virtual import Virtual


def sit_down(folder: Path, clock: str, game: str = "solomon", **computers: str) -> Virtual:
    table = Virtual(folder)
    table.begin()
    seats = {int(seat[1:]): level for seat, level in computers.items()}
    table.say(New(game, {}, seats, clock))
    table.wait(1)
    return table


def left(table: Virtual) -> list[int]:
    """The seconds that the seats have left, rounded."""
    clock = table.session.match.clock
    assert clock is not None
    return [round(seconds) for seconds in clock.read(table.now).left]


def test_the_time_of_the_seat_to_move_runs(tmp_path: Path) -> None:
    table = sit_down(tmp_path, "fischer 5+3")
    table.wait(10)
    assert left(table) == [289, 300]
    move(table, "14", "12")
    table.wait(1)
    table.wait(20)
    assert left(table) == [292, 279]


def test_a_clock_stands_still_while_the_board_is_mended_and_the_menu_is_open(
    tmp_path: Path,
) -> None:
    table = sit_down(tmp_path, "fischer 5")
    move(table, "14", "10")  # no legal move
    table.wait(1)
    before = left(table)
    assert table.state.phase == "astray"
    table.wait(60)
    assert left(table) == before
    table.say(Arrange())
    table.wait(1)
    table.session.features.find(MenuFeature).open(table.now)
    before = left(table)
    table.wait(20)
    assert left(table) == before
    table.wait(60)  # an unused menu closes
    assert left(table)[0] < before[0]
    table.say(Sweep())
    table.wait(1)
    before = left(table)
    table.wait(60)
    assert left(table) == before


def test_the_time_of_the_computer_stands_still_while_its_move_is_carried_out(
    tmp_path: Path,
) -> None:
    table = sit_down(tmp_path, "fischer 5", s0="easy")
    assert table.state.headline == "The computer's move"
    before = left(table)
    table.wait(60)
    assert left(table) == before


def test_a_fallen_flag_loses(tmp_path: Path) -> None:
    table = sit_down(tmp_path, "move 10")
    move(table, "14", "12")
    table.wait(9)
    assert not table.match.over
    table.wait(2)
    assert (table.state.headline, table.state.message, table.state.tone) == (
        "White wins",
        "Black ran out of time.",
        "good",
    )
    (log,) = [one.log for one in list_logs(tmp_path) if one.log and one.log.head.clock]
    assert log.end == EndRecord("win 0", "time")
    assert replay(log, table.match.game).outcome.text == "win 0"
    table.say(Back())
    table.wait(1)
    assert (table.texts, table.state.headline) == (["14-12"], "Black to move")
    assert left(table)[1] > 8


def test_no_time_runs_once_the_computer_has_agreed_to_a_draw(tmp_path: Path) -> None:
    table = sit_down(tmp_path, "move 20", "halma", s1="easy")
    hands = Hands(table, seed=3)
    hands.set_up()
    while not table.session.match.over:
        table.say(Draw())
        hands.play_random()
        table.wait(0.5)
        if not table.session.match.over:
            hands.play_random()
    assert table.session.match.outcome.text == "draw"
    clock = table.session.match.clock
    assert clock is not None
    assert clock.read(table.now).running is None
    table.wait(60)
    table.say(New("solomon", {}))
    table.wait(1)
    assert table.session.match.game.name == "solomon"


def test_a_resignation_that_is_taken_back_gives_back_no_time(tmp_path: Path) -> None:
    table = sit_down(tmp_path, "fischer 5")
    table.wait(30)
    used = left(table)
    table.say(Resign())
    table.say(Back(0))
    table.wait(1)
    assert left(table)[0] <= used[0]


def test_a_flag_may_only_be_shown(tmp_path: Path) -> None:
    table = sit_down(tmp_path, "move 10, show")
    table.wait(30)
    assert left(table)[0] < 0
    assert not table.match.over
    move(table, "14", "12")
    table.wait(1)
    assert left(table)[0] == 10


def test_a_flag_of_three_players_is_only_shown(tmp_path: Path) -> None:
    table = Virtual(tmp_path)
    table.begin()
    table.say(New("trinity", {"seats": "3"}, {}, "move 5"))
    table.wait(30)
    assert not table.match.over


def test_a_takeback_gives_back_the_time(tmp_path: Path) -> None:
    table = sit_down(tmp_path, "fischer 5+3")
    table.wait(10)
    move(table, "14", "12")
    table.wait(30)
    table.say(Back())
    table.say(Arrange())
    table.wait(1)
    assert left(table) == [299, 300]


def test_a_game_that_is_resumed_goes_on_with_the_times_of_its_last_move(tmp_path: Path) -> None:
    table = sit_down(tmp_path, "bronstein 5+1, black 4")
    table.wait(20)
    move(table, "14", "12")
    table.wait(30)
    table.session.close()
    again = Virtual(tmp_path)
    (log,) = [one.log for one in list_logs(tmp_path) if one.log and not one.log.finished]
    assert log.head.clock == "bronstein 5+1, black 4"
    again.session.current.resume(log, replay(log, table.match.game), again.now)
    assert left(again) == [280, 240]
    again.wait(10)
    assert left(again) == [280, 230]


def test_nonsense_about_the_clock_is_refused_and_the_game_goes_on(tmp_path: Path) -> None:
    table = sit_down(tmp_path, "fischer 5")
    before = table.match
    table.say(New("solomon", {}, {}, "-1"))
    assert "there is no kind '-1'" in table.state.warning
    assert table.match is before


def test_a_log_whose_clock_makes_no_sense_names_the_line(tmp_path: Path) -> None:
    table = sit_down(tmp_path, "fischer 5")
    move(table, "14", "12")
    table.wait(1)
    table.say(Resign())
    sound = read_log(table.session.match.journal.path)
    game = table.match.game
    assert logged_control(sound, game) == TimeControl.parse("fischer 5", game.seats)
    records = [
        MoveRecord(one.text, one.seat, one.at) if isinstance(one, MoveRecord) else one
        for one in sound.records
    ]
    with pytest.raises(InvalidClock, match=r"move 1, '14-12', lacks the clock's times"):
        logged_control(replace(sound, records=tuple(records)), game)
    with pytest.raises(InvalidClock, match=r"line 1: clock 'sundial': there is no kind"):
        logged_control(replace(sound, head=structs.replace(sound.head, clock="sundial")), game)


def test_the_lamps_of_the_seat_to_move_show_its_last_minute_and_seconds(tmp_path: Path) -> None:
    table = sit_down(tmp_path, "fischer 1.5")

    def meanings() -> set[Meaning]:
        return {lamp.meaning for _, lamp in table.session.lights.lamps}

    assert meanings() == {Meaning.MAY_MOVE}
    table.wait(31)
    assert meanings() == {Meaning.LAST_MINUTE}
    table.wait(50)
    assert meanings() == {Meaning.LAST_SECONDS}
    move(table, "14", "12")
    table.wait(1)
    assert meanings() == {Meaning.MAY_MOVE}


def test_a_game_that_is_refused_leaves_the_clock_of_the_next_one(tmp_path: Path) -> None:
    table = sit_down(tmp_path, "fischer 5")
    table.say(New("peg", {}, {0: "easy"}, ""))
    assert "for one player" in table.state.warning
    assert table.session.current.clock == "fischer 5"


def test_a_solitaire_takes_no_clock(tmp_path: Path) -> None:
    table = sit_down(tmp_path, "fischer 5")
    table.say(New("peg", {}, {}, "move 30"))
    assert table.state.warning == ("Peg solitaire is for one player: it is played without a clock")
    assert table.session.game.name == "solomon"
    table.session.current.begin_new(make("peg"), {}, table.now)  # as the board's menu does
    assert table.session.match.clock is None
