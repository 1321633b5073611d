"""Somebody watches a game between boards far apart, and can do nothing to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.base.text import Text
from companion.device.lamps.scene import Meaning
from companion.hands import Phase
from companion.protocol.commands import (
    Arrange,
    Back,
    Choose,
    Command,
    Confirm,
    Depart,
    Draw,
    Hint,
    InviteSpectator,
    Lift,
    New,
    Pause,
    Put,
    Rematch,
    Resign,
)
from companion.records.journal.reader import recent_logs
from companion.remote.table.seat_link import PairingFailed
from companion.session.features.remote_feature import RemoteFeature
from companion.testing import VirtualTable
from tests.session.far_apart import WATCH_CODE, World, play


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Two boards that play Solomon."""
    world = World(tmp_path)
    world.meet()
    return world


def texts(table: VirtualTable) -> list[str]:
    return [played.text for played in table.match.history]


def logged(table: VirtualTable) -> list[str]:
    """How the logged games of a board ended, the newest first."""
    logs = [summary.log for summary in recent_logs(table.config.journal.path)]
    return [log.end.how if log is not None and log.end is not None else "" for log in logs]


def test_whoever_is_let_in_sees_the_game_live(world: World) -> None:
    world.exchange("14-12")
    watcher = world.watch()
    assert texts(watcher) == ["14-12"]
    assert watcher.state.headline == "Black is thinking …"
    remote = watcher.state.remote
    assert remote is not None
    assert remote.watching
    assert remote.here == (0, 1)
    world.hands[1].play("2-7")
    world.wait()
    assert texts(watcher) == ["14-12", "2-7"]
    assert watcher.state.tabletop is None
    assert not watcher.state.takeback
    assert watcher.state.phase == "rest"


def test_the_code_is_shown_until_somebody_has_come(world: World) -> None:
    white, _ = world.tables
    white.say(InviteSpectator())
    assert white.state.remote is not None
    assert white.state.remote.spectator_code == WATCH_CODE
    assert white.state.remote.code == ""
    assert not white.state.remote.joining
    world.watch()
    assert white.state.remote.spectator_code == ""
    assert "Somebody is watching now." in white.state.message
    assert world.asks[0].invitation.done == ["cancel"]  # of the first code; another was shown


@pytest.mark.parametrize("how", ["stop", "leave", "fail"])
def test_a_code_that_nobody_uses_is_withdrawn(world: World, how: str) -> None:
    white, _ = world.tables
    white.say(InviteSpectator())
    if how == "stop":
        white.say(Depart())
    elif how == "leave":
        white.say(New("solomon"))
    else:
        white.reports.append(PairingFailed(Text("five wrong codes")))
        white.wait(0.1)
        assert white.state.warning == "five wrong codes"
    assert world.asks[0].invitation.done == ([] if how == "fail" else ["cancel"])
    remote = white.state.remote
    assert remote is None or remote.spectator_code == ""


@pytest.mark.parametrize(
    "command",
    [
        Back(),
        Confirm(),
        Choose(0),
        Draw(),
        Resign(),
        Pause(True),
        Rematch(),
        Hint(),
        Arrange(),
        Lift("12", "x"),
    ],
)
def test_a_page_that_watches_can_do_nothing(world: World, command: Command) -> None:
    world.exchange("14-12")
    watcher = world.watch()
    watcher.say(command)
    world.wait()
    assert watcher.state.warning == "you are watching: only the players can do that"
    assert [texts(table) for table in world.tables] == [["14-12"]] * 3
    assert all(table.state.question is None for table in world.tables)


def test_a_page_that_goes_puts_nothing_down(world: World) -> None:
    watcher = world.watch()
    watcher.say(Put("12", "x"))
    assert watcher.state.warning == ""


def test_who_watches_cannot_let_others_watch(world: World) -> None:
    watcher = world.watch()
    watcher.say(InviteSpectator())
    assert "nothing to watch from elsewhere" in watcher.state.warning


def test_hands_on_the_board_of_a_spectator_change_nothing(world: World) -> None:
    watcher, hands = world.watch(), world.hands[2]
    hands.set_up()
    hands.lift("14")
    hands.put("12", wait=2.0)
    hands.press()
    world.wait()
    assert [texts(table) for table in world.tables] == [[]] * 3
    assert watcher.phase is Phase.REST
    assert watcher.state.headline == "White is thinking …"


def test_the_lamps_show_where_pieces_stand_until_they_are_put_there(world: World) -> None:
    world.exchange("14-12")
    watcher, hands = world.watch(), world.hands[2]
    men = {
        point
        for point, pieces in zip(watcher.board.names, watcher.state.believed, strict=True)
        if pieces
    }
    assert watcher.lit(Meaning.SET_UP) == men
    hands.bring("12", "w", wait=0.5)
    assert watcher.lit(Meaning.SET_UP) == men - {"12"}
    assert "14" not in watcher.lit(Meaning.SET_UP)


def test_on_a_page_alone_no_piece_has_to_be_moved(world: World) -> None:
    watcher = world.watch(bare=False)
    world.exchange("14-12")
    world.wait()
    assert texts(watcher) == ["14-12"]
    assert watcher.lit() == set()
    assert watcher.state.tabletop is None


def test_takebacks_and_what_is_asked_are_seen(world: World) -> None:
    watcher = world.watch()
    world.exchange("14-12")
    world.tables[0].say(Back())
    world.wait()
    assert watcher.state.message == "White would like to take back 1 move."
    assert watcher.state.question is None
    world.tables[1].say(Choose(0))
    world.wait()
    assert texts(watcher) == []
    assert watcher.state.phase == "rest"


def test_the_ending_and_a_rematch_are_seen(world: World) -> None:
    watcher = world.watch()
    world.exchange("14-12")
    world.tables[1].say(Resign())
    world.wait()
    assert watcher.state.outcome == "win 0"
    assert watcher.state.headline == "White wins"
    world.tables[0].say(Rematch())
    world.wait()
    world.tables[1].say(Choose(0))
    world.wait()
    assert watcher.state.outcome == "ongoing"
    assert texts(watcher) == []
    for hands in world.hands[:2]:
        hands.set_up()
    world.hands[0].play("15-12")
    world.wait()
    assert texts(watcher) == ["15-12"]
    for table in world.tables:  # what was played before stays as it was
        assert logged(table)[1] == "resigned"


def test_a_draw_from_the_bag_is_seen(tmp_path: Path) -> None:
    world = World(tmp_path, "soli2")
    world.meet()
    watcher = world.watch()
    play(world, 6)
    assert texts(watcher) == texts(world.tables[0])
    assert len(texts(watcher)) > 6


def test_each_clock_is_that_of_its_player(tmp_path: Path) -> None:
    world = World(tmp_path, clock="fischer 5+0")
    world.meet()
    watcher = world.watch()
    world.wait(10.0)
    world.hands[0].play("14-12")
    world.wait()
    here, there = watcher.session.match.clock, world.tables[0].session.match.clock
    assert here is not None
    assert there is not None
    assert here.read(watcher.now).left[0] == pytest.approx(
        there.read(world.tables[0].now).left[0], abs=0.002
    )
    assert here.read(watcher.now).running == 1


def test_presence_and_a_torn_line_are_seen(world: World) -> None:
    watcher = world.watch()
    world.broker.cut_off()
    world.hands[0].play("14-12")
    world.wait()
    assert watcher.state.warning == "the broker is gone"
    assert texts(watcher) == []
    world.broker.mend()
    world.wait()
    assert texts(watcher) == ["14-12"]
    assert watcher.state.warning == ""
    world.tables[1].say(New("solomon"))
    world.wait()
    assert watcher.state.remote is not None
    assert watcher.state.remote.here == (0,)
    assert watcher.state.headline == "Waiting for Black …"


def test_a_spectator_that_is_started_again_goes_on_watching(world: World) -> None:
    world.exchange("14-12")
    world.watch()
    world.kill(2)
    world.hands[1].play("2-7")
    world.wait()
    watcher = world.tables[2]
    assert texts(watcher) == ["14-12", "2-7"]
    assert watcher.state.phase == "rest"
    assert watcher.state.remote is not None
    assert watcher.state.remote.watching


def test_who_stops_watching_plays_a_game_of_ones_own(world: World) -> None:
    world.exchange("14-12")
    watcher = world.watch()
    watcher.say(Depart())
    assert watcher.state.remote is None
    assert watcher.state.phase == "setup"
    assert logged(watcher)[1] == "abandoned"
    world.hands[1].play("2-7")
    world.wait()
    assert texts(watcher) == []
    assert world.tables[0].state.headline == "Black has moved"


def test_the_menu_on_the_board_of_a_spectator_opens(world: World) -> None:
    watcher, hands = world.watch(), world.hands[2]
    hands.press(3.0)
    assert watcher.state.menu is not None
    world.exchange("14-12")
    world.wait()
    assert texts(watcher) == ["14-12"]


def test_a_code_is_shown_as_soon_as_the_others_have_come(tmp_path: Path) -> None:
    world = World(tmp_path)
    world.tables[0].session.features.find(RemoteFeature).wants_spectator = True
    world.meet()
    remote = world.tables[0].state.remote
    assert remote is not None
    assert remote.spectator_code == WATCH_CODE


def test_three_players_are_watched(tmp_path: Path) -> None:
    world = World(tmp_path, "trinity", seats="3")
    world.meet()
    watcher = world.watch()
    play(world, 4)
    assert texts(watcher) == texts(world.tables[0])
    assert texts(watcher)
