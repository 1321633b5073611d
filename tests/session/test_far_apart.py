"""Two to six boards far apart play one game; what one does is lit at the others."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.base.text import Text
from companion.device.lamps.scene import Meaning
from companion.games.registry import kinds, make
from companion.hands import Phase
from companion.protocol.commands import (
    Back,
    Choose,
    Depart,
    Draw,
    Hint,
    New,
    Pause,
    Rematch,
    Resign,
)
from companion.remote.table.seat_link import (
    Forged,
    Invited,
    PairingDelayed,
    PairingFailed,
    SeatMessage,
)
from companion.rules import CHANCE, CompanionError
from companion.session.remote_play.table_report import TableReport
from companion.testing import VirtualTable
from tests.session.far_apart import CODE, World, play
from tests.session.fingers import Fingers

_TURNS = 8


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Two boards that play Solomon."""
    world = World(tmp_path)
    world.meet()
    return world


def test_who_invites_is_told_the_code(tmp_path: Path) -> None:
    world = World(tmp_path)
    table = world.tables[0]
    table.begin("peg")
    table.say(world._asked)
    assert table.state.remote is not None
    assert table.state.remote.code == CODE


def test_a_move_from_far_away_is_lit_and_carried_out_by_hand(world: World) -> None:
    white, black = world.tables
    world.hands[0].play("14-12")
    world.wait()
    assert black.texts == []
    assert black.lit(Meaning.FROM, Meaning.TO) or black.lit()
    assert black.state.headline == "White has moved"
    assert black.state.message == "Move the piece from 14 to 12."
    world.hands[1].play("14-12")
    world.wait()
    assert world.plies() == [["14-12"], ["14-12"]]
    assert black.state.headline == "Your move"
    assert white.state.headline == "Black is thinking …"


def test_another_move_than_that_of_the_far_player_is_refused(world: World) -> None:
    world.hands[0].play("14-12")
    world.wait()
    black = world.hands[1]
    black.lift("15")
    black.put("12", wait=1.0)
    assert world.tables[1].phase is Phase.ASTRAY
    assert "That is not the move that White made." in world.tables[1].state.message


def test_a_torn_line_loses_nothing(world: World) -> None:
    world.broker.cut_off()
    world.hands[0].play("14-12")
    world.wait()
    assert world.tables[0].state.warning == "the broker is gone"
    assert world.tables[1].texts == []
    world.broker.mend()
    world.wait()
    world.hands[1].play("14-12")
    world.hands[1].play_random()
    world.wait()
    assert world.tables[0].state.headline == "Black has moved"
    world.hands[0].play(world.plies()[1][1])
    assert world.plies()[0] == world.plies()[1]


def test_a_board_that_comes_back_to_something_old_is_told_what_is_new(world: World) -> None:
    """Brokers of many nodes have been seen to bring back an older message than the last one."""
    old = world.broker.retained[0]
    link = world.broker.links[1]
    link.close()
    world.hands[0].play("14-12")
    world.wait()
    world.broker.retained[0] = old
    world.broker.links[1] = link
    link.connect()
    world.wait()
    world.hands[1].play("14-12")
    assert world.plies()[0] == world.plies()[1] == ["14-12"]


def test_a_takeback_is_asked_and_granted(world: World) -> None:
    white, black = world.tables
    world.exchange("14-12")
    white.say(Back())
    world.wait()
    assert white.state.message == "Waiting for an answer …"
    assert black.state.question is not None
    assert black.state.message == "White would like to take back 1 move."
    assert black.state.question.choices == ("Agree", "Decline")
    black.say(Choose(0))
    world.wait()
    assert world.plies() == [[], []]
    assert white.state.message.startswith("Set up the board")
    for hands in world.hands:
        hands.set_up()
    assert white.state.headline == "Your move"


def test_a_takeback_can_be_declined_with_the_button(world: World) -> None:
    white, black = world.tables
    world.exchange("14-12")
    white.say(Back())
    world.wait()
    world.hands[1].press()
    assert black.state.question is not None
    assert black.state.question.picked == 1
    world.hands[1].press(1.0)
    world.wait()
    assert world.plies() == [["14-12"], ["14-12"]]
    assert white.state.message == "Black declines."


def test_hands_that_take_back_ask_for_it(world: World) -> None:
    white, black = world.tables
    hand = world.hands[0]
    hand.play("14-12")
    world.wait()
    world.hands[1].play("14-12")
    hand.lift("12")
    hand.put("14", wait=1.0)
    world.wait()
    assert world.plies() == [["14-12"], ["14-12"]]
    assert black.state.question is not None
    black.say(Choose(0))
    world.wait()
    assert world.plies() == [[], []]
    assert white.state.headline == "Your move"
    assert white.phase is Phase.REST


def test_a_draw_is_offered_and_accepted(world: World) -> None:
    white, black = world.tables
    white.say(Draw())
    world.wait()
    assert black.state.message == "White offers a draw."
    black.say(Draw())
    world.wait()
    assert white.match.over
    assert black.match.over
    assert [table.state.headline for table in world.tables] == ["Draw", "Draw"]


def test_who_moves_declines_a_draw(world: World) -> None:
    white, black = world.tables
    world.exchange("14-12")
    white.say(Draw())
    world.wait()
    world.hands[1].play_random()
    world.wait()
    assert not white.match.over
    assert white.state.headline == "Black has moved"
    assert black.state.question is None


def test_a_resignation_ends_the_game_everywhere(world: World) -> None:
    white, black = world.tables
    black.say(Resign())  # on White's turn
    world.wait()
    assert [table.state.outcome for table in world.tables] == ["win 0", "win 0"]
    white.say(Rematch())
    world.wait()
    assert black.state.message == "White would like another game."
    black.say(Choose(0))
    world.wait()
    assert not white.match.over
    assert not black.match.over
    for hands in world.hands:
        hands.set_up()
    world.hands[0].play("14-12")
    world.wait()
    assert black.state.headline == "White has moved"
    assert len(world.asks[0].logs) == 2


def test_a_pause_rests_both_boards(world: World) -> None:
    white, black = world.tables
    black.say(Pause(on=True))
    world.wait()
    white.say(Choose(0))
    world.wait()
    assert white.state.remote is not None
    assert white.state.remote.paused
    assert white.state.message == "Black agrees." or "paused" in white.state.message
    white.say(Pause(on=False))
    world.wait()
    black.say(Choose(0))
    world.wait()
    world.hands[0].play("14-12")
    world.wait()
    assert black.state.headline == "White has moved"


def test_each_seat_goes_by_its_own_clock(tmp_path: Path) -> None:
    world = World(tmp_path, clock="fischer 5+0")
    world.meet()
    white, black = world.tables
    spent = -white.now
    world.hands[0].play("14-12")
    spent += white.now
    world.wait(60.0)  # the move travels
    world.hands[1].play("14-12")
    world.wait()
    clocks = [table.session.match.clock for table in world.tables]
    assert clocks[0] is not None
    assert clocks[1] is not None
    assert clocks[0].read(white.now).left[0] == pytest.approx(
        clocks[1].read(black.now).left[0], abs=0.001
    )
    assert clocks[0].read(white.now).left[0] > 300 - spent - 61


def test_nobody_thinks_for_free_with_the_menu_open(tmp_path: Path) -> None:
    world = World(tmp_path, clock="fischer 5+0")
    world.meet()
    table = world.tables[0]
    clock = table.session.match.clock
    assert clock is not None
    fingers = Fingers(table)
    before = clock.read(table.now).left[0]
    began = table.now
    fingers.open_menu()
    table.wait(20)
    fingers.touch("18")
    table.wait(1)
    assert table.state.menu is None
    assert clock.read(table.now).left[0] == pytest.approx(before - (table.now - began), abs=0.001)


def test_what_cannot_be_stored_is_not_told(world: World) -> None:
    world.stored[0].fails = True
    world.hands[0].play("14-12")
    world.wait()
    assert world.tables[1].state.headline == "White to move"
    assert "the card is full" in world.tables[0].state.warning
    world.stored[0].fails = False
    world.tables[0].say(Draw())
    world.wait()
    assert world.tables[1].state.headline == "White has moved"


GAMES: list[tuple[str, dict[str, str]]] = [
    *((name, {}) for name in kinds() if len(make(name).seats) > 1),
    ("trinity", {"seats": "3"}),
    ("halma", {"players": "4"}),
    ("soli2", {"variant": "pure_skill"}),
]
"""Those of installed packages, too."""


@pytest.mark.parametrize(
    ("name", "options"), GAMES, ids=[" ".join((n, *o.values())) for n, o in GAMES]
)
def test_games_are_the_same_at_all_boards(
    tmp_path: Path, name: str, options: dict[str, str]
) -> None:
    world = World(tmp_path, name, **options)
    world.meet()
    play(world, _TURNS)
    assert len(world.plies()[0]) > 3
    assert all(plies == world.plies()[0] for plies in world.plies())


def test_a_seat_that_is_killed_goes_on(world: World) -> None:
    play(world, 6)
    world.kill(1)
    play(world, 4)
    assert world.plies()[0] == world.plies()[1]
    assert len(world.plies()[0]) >= 5


@pytest.mark.parametrize("bare", [True, False], ids=["wooden", "simulated"])
@pytest.mark.parametrize("agreed", [True, False], ids=["agreed", "declined"])
def test_a_move_that_waits_for_an_answer_survives_a_kill(
    world: World, agreed: bool, bare: bool
) -> None:
    """Asked for a takeback in one's own turn, and moved before the answer."""
    world.exchange("14-12")
    world.wait()
    world.hands[1].play("2-7")
    world.wait()
    world.hands[0].play("2-7")
    world.tables[0].say(Back())
    world.wait()
    world.hands[0].play("18-13")
    world.kill(0, bare=bare)
    world.wait()
    white, black = world.tables
    assert white.texts == ["14-12", "2-7", "18-13"]
    black.say(Choose(0 if agreed else 1))
    world.wait()
    if agreed:
        assert world.plies()[0] == world.plies()[1] == []
    else:
        world.wait()
        world.hands[1].play("18-13")
        assert world.plies()[0] == world.plies()[1] == ["14-12", "2-7", "18-13"]


@pytest.mark.parametrize("broker", ["kept", "wiped", "wiped, and nobody there"])
def test_a_record_that_is_older_than_the_game_catches_up(world: World, broker: str) -> None:
    """As if the card had lost the last record of the table, and a broker everything, too."""
    world.exchange("14-12")
    world.wait()
    old = world.stored[1].snapshot
    world.hands[1].play("2-7")
    world.wait()
    world.hands[0].play("2-7")
    world.wait()
    assert world.plies()[0] == world.plies()[1] == ["14-12", "2-7"]
    world.stored[1].snapshot = old
    away = world.broker.links[0]
    if broker != "kept":
        world.broker.retained.clear()
    if broker == "wiped":  # the other board is there, and publishes anew
        away.publish(msgspec.json.encode(world.stored[0].snapshot))
    if broker == "wiped, and nobody there":
        away.close()
    world.kill(1)
    world.wait()
    assert world.tables[1].texts == ["14-12", "2-7"]
    if broker == "wiped, and nobody there":
        assert "is being compared" in world.tables[1].state.message
        world.broker.links[0] = away
        away.connect()
        world.wait()
    world.hands[0].play("18-13")
    world.wait()
    world.hands[1].play("18-13")
    world.wait()
    assert world.plies()[0] == world.plies()[1] == ["14-12", "2-7", "18-13"]
    assert world.tables[1].state.message == ""
    assert not world.tables[0].state.warning
    assert not world.tables[1].state.warning


def test_two_records_of_one_game_are_told_apart_by_the_moves(world: World) -> None:
    world.broker.cut_off()
    other = World(Path(world.tables[0].config.journal.directory) / "other")
    other.meet()
    for one, move in ((world, "14-12"), (other, "14-9")):
        one.hands[0].play(move)
        one.wait()
    world.broker.mend()
    world.wait()
    world.broker.links[1].listen(SeatMessage(0, msgspec.json.encode(other.stored[0].snapshot)))
    world.wait()
    assert world.tables[1].state.warning == (
        "another board has another record of this game, with 14-9 where this one has 14-12; "
        "it is not followed"
    )


def test_a_takeback_that_the_match_has_not_followed_is_followed_after_a_kill(
    world: World,
) -> None:
    world.exchange("14-12")
    world.tables[0].say(Back())
    world.wait()
    log = Path(world.tables[0].session.match.journal.path)
    told = log.read_bytes()
    world.tables[1].say(Choose(0))
    world.wait()
    assert world.plies() == [[], []]
    log.write_bytes(told)  # the program was ended before this board followed
    world.kill(0)
    world.wait()
    assert world.plies() == [[], []]
    assert world.tables[0].state.message.startswith("Set up the board")


def test_a_shared_draw_asks_for_nothing_and_says_whom_it_waits_for(tmp_path: Path) -> None:
    world = World(tmp_path, "soli2")
    world.meet()
    play(world, 2)
    mover, hands = next(
        (table, hands)
        for table, hands in zip(world.tables, world.hands, strict=True)
        if table.session.live.opponents.turns and table.session.live.opponents.turn is None
    )
    world.broker.cut_off()
    hands.play_random()
    world.wait()
    assert mover.match.to_act == CHANCE
    assert mover.state.message.startswith("The boards draw for everybody. Wait for the board of ")
    before = world.plies()
    vacant = next(iter({*mover.board.names} - occupied(mover)))
    hands.bring(vacant, "w")
    world.wait(6.0)
    assert world.plies() == before
    assert "draw" not in mover.texts[-1]
    hands.lift(vacant)
    world.broker.mend()
    world.wait()
    play(world, 6)
    first, second = world.plies()
    common = min(len(first), len(second))
    assert first[:common] == second[:common]
    assert common > len(before[0])


def occupied(table: VirtualTable) -> set[str]:
    """The names of the points where something stands."""
    closed = table.port.occupancy()
    return {name for point, name in enumerate(table.board.names) if closed >> point & 1}


def test_what_needs_people_far_away_is_refused_without_them(tmp_path: Path) -> None:
    world = World(tmp_path)
    table = world.tables[0]
    table.begin("solomon")
    table.say(Pause(on=True))
    assert table.state.warning.startswith("everybody plays at this board: there is nobody")
    table.say(Rematch())
    assert table.state.warning.startswith("everybody plays at this board: choose")


def test_an_invitation_is_given_up(tmp_path: Path) -> None:
    world = World(tmp_path)
    table = world.tables[0]
    table.begin("peg")
    table.say(world._asked)
    table.say(Depart())
    assert table.state.remote is None
    table.reports.append(PairingFailed(Text("too late")))
    table.wait(0.1)
    assert table.session.game.name == "peg"


def test_why_nobody_was_met_is_said(tmp_path: Path) -> None:
    world = World(tmp_path)
    table = world.tables[0]
    table.begin("peg")
    table.say(world._asked)
    table.reports.append(PairingDelayed(Text("The code has expired.")))
    table.wait(0.1)
    assert table.state.warning == "The code has expired."
    table.reports.append(Invited(CODE, seat=1, trouble=Text("The code has expired.")))
    table.reports.append(PairingFailed(Text("The code has expired.")))
    table.wait(0.1)
    assert table.state.remote is None


def test_the_menu_on_the_board_asks_for_everything(world: World) -> None:
    """Both boards are worked by switches and their button alone."""
    white, black = (Fingers(table) for table in world.tables)

    def ask(who: Fingers, point: str) -> None:
        who.open_menu()
        who.touch(point)
        world.wait()

    def answer(who: Fingers, wanted: str) -> None:
        assert wanted in who.table.state.message
        who.hold(1.2)
        world.wait()

    world.exchange("14-12")
    ask(white, "6")
    answer(black, "White would like to pause the game.")
    assert [table.state.remote.paused for table in world.tables] == [True, True]  # type: ignore[union-attr]
    ask(black, "6")
    answer(white, "Black would like to go on with the game.")
    assert [table.state.remote.paused for table in world.tables] == [False, False]  # type: ignore[union-attr]
    ask(white, "1")
    answer(black, "take")
    assert world.plies() == [[], []]
    world.wait()
    for hands in world.hands:
        hands.set_up()
    ask(white, "2")
    answer(black, "White offers a draw.")
    assert all(table.session.match.over for table in world.tables)
    ask(black, "19")
    answer(white, "Black would like another game.")
    assert not any(table.session.match.over for table in world.tables)


def test_one_question_at_a_time(world: World) -> None:
    white, black = world.tables
    white.say(Draw())
    white.say(Pause(on=True))  # waits until the draw is answered
    white.say(Pause(on=True))
    assert white.state.warning == "you have asked something already: wait for the answer"
    world.wait()
    assert black.state.message == "White offers a draw."
    black.say(Choose(1))
    world.wait()
    assert white.state.message.startswith("Black declines.")
    assert black.state.message == "White would like to pause the game."
    with pytest.raises(CompanionError, match="nobody asks anything"):
        white.session.live.remote.answer(True)  # type: ignore[union-attr]


def test_no_hint_on_the_turn_of_somebody_far_away(world: World) -> None:
    black = world.tables[1]
    black.say(Hint())
    assert black.state.warning == "it is not your turn: ask for a hint on your own turn"


def test_time_runs_out_by_ones_own_clock(tmp_path: Path) -> None:
    world = World(tmp_path, clock="fischer 0.1+0")
    world.meet()
    for table in world.tables:
        table.wait(10.0)
    world.wait()
    assert [table.state.outcome for table in world.tables] == ["win 1", "win 1"]


@pytest.mark.parametrize(
    ("report", "said"),
    [
        (SeatMessage(0, b"{"), "cannot be read"),
        (SeatMessage(0, b'{"version": 9}'), "another version of the program"),
        (Forged("companion/1/x"), "is not from the seat that it names"),
    ],
)
def test_what_is_wrong_with_a_message_is_shown(
    world: World, report: SeatMessage | Forged, said: str
) -> None:
    black = world.tables[1]
    black.reports.append(TableReport(black.session.live.remote, report))  # type: ignore[arg-type]
    black.wait(0.1)
    assert said in black.state.warning


def test_another_game_leaves_the_table(world: World) -> None:
    white, black = world.tables
    remote = white.session.live.remote
    white.say(New("solomon"))
    world.wait()
    assert white.state.remote is None
    assert black.state.remote is not None
    assert black.state.remote.here == ()
    white.reports.append(TableReport(remote, Forged("late")))  # type: ignore[arg-type]
    white.wait(0.1)
    assert white.state.warning == ""


def test_a_rematch_has_the_same_clock(tmp_path: Path) -> None:
    world = World(tmp_path, clock="fischer 5+3")
    world.meet()
    white, black = world.tables
    black.say(Resign())
    world.wait()
    white.say(Rematch())
    world.wait()
    black.say(Choose(0))
    world.wait()
    for table in world.tables:
        clock = table.session.match.clock
        assert not table.match.over
        assert clock is not None
        assert clock.control.text(table.session.game.seats) == "fischer 5+3"
