"""Whole games on the simulated board: hands, lamps, page and log."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from companion.app.loop import Loop
from companion.app.start import PlayRequest, start
from companion.base.text import Text
from companion.config import Config, GameSettings, JournalSettings, TimingSettings
from companion.device.lamps.scene import Meaning
from companion.device.ports.port import Button, PortError
from companion.games.registry import make
from companion.hands import Phase
from companion.page.messages import (
    Arrange,
    Back,
    Broadcast,
    Choose,
    Complete,
    Confirm,
    Draw,
    Hint,
    Label,
    Lift,
    New,
    Palette,
    Put,
    Puzzle,
    Resign,
    State,
    Step,
    Sweep,
    Tell,
    Watch,
)
from companion.records.journal import reader
from companion.rules import CompanionError
from tests.records.journal.games import unfinished
from tests.session.virtual import BarePort, Virtual


@pytest.fixture
def table(tmp_path: Path) -> Virtual:
    virtual = Virtual(tmp_path)
    virtual.begin()
    virtual.say(Arrange())
    virtual.wait(1)
    return virtual


def move(table: Virtual, *points: str) -> None:
    for origin, to in pairwise(points):
        table.say(Lift(origin, "h"))
        table.say(Put(to, "h"))


def take(table: Virtual, point: str) -> None:
    table.say(Lift(point, "other"))
    table.say(Put("tray", "other"))


def test_empty_board_is_set_up_by_lamps(tmp_path: Path) -> None:
    table = Virtual(tmp_path)
    table.begin()
    assert table.state.phase == "setup"
    assert "White on 14, 15, 16, 17, 18, 19" in table.state.message
    assert table.lamp("14") != "000000"
    assert table.lamp("10") == "000000"
    table.say(Arrange())
    table.wait(1)
    assert (table.state.phase, table.state.headline) == ("rest", "White to move")


def test_a_move_goes_from_hands_to_lamps_to_log(table: Virtual, tmp_path: Path) -> None:
    table.say(Lift("14", "h"))
    assert table.state.message == "Put it down on 9 or 12."
    assert table.lamp("9") == table.lamp("12") != "000000"
    table.say(Put("12", "h"))
    table.wait(1)
    assert table.state.headline == "Black to move"
    assert [m.text for m in table.state.moves] == ["14-12"]
    log = reader.list_logs(tmp_path)[0].log
    assert log is not None
    assert [m.text for m in log.moves] == ["14-12"]


def test_wrong_move_is_named_and_mended(table: Virtual) -> None:
    move(table, "14", "10")
    table.wait(2)
    assert table.state.tone == "wrong"
    assert table.state.message == (
        "Without a jump, a piece moves one point only. Move White's man from 10 to 14."
    )
    refusal = table.state.refusal
    assert refusal is not None
    assert (refusal.origin, refusal.to) == ("14", "10")
    assert refusal.text == "Without a jump, a piece moves one point only."
    move(table, "10", "14")
    table.wait(1)
    assert (table.state.phase, table.texts, table.state.refusal) == ("rest", [], None)


def test_forced_jump_is_said(table: Virtual) -> None:
    move(table, "14", "9")
    table.wait(1)
    assert table.state.message == "You must jump: 2 takes 9."
    move(table, "2", "12")
    table.wait(0.5)
    assert table.state.message == "Take the captured piece off 9."
    take(table, "9")
    table.wait(1)
    assert table.texts == ["14-9", "2x12"]


def test_takeback_from_the_page_leads_the_pieces_back(table: Virtual) -> None:
    move(table, "14", "12")
    table.wait(1)
    table.say(Back(1))
    assert table.state.phase == "setup"
    table.wait(5)
    assert table.texts == []
    move(table, "12", "14")
    table.wait(1)
    assert table.state.headline == "White to move"
    assert table.texts == []


def test_resignation_ends_the_game_and_the_log(table: Virtual, tmp_path: Path) -> None:
    table.say(Resign())
    assert (table.state.headline, table.state.message) == ("Black wins", "White resigned.")
    assert table.state.phase == "over"
    assert unfinished(tmp_path) is None


def test_draw_is_offered_and_accepted(table: Virtual) -> None:
    table.say(Draw())
    assert table.state.draw_offered_by == 0
    table.say(Draw())
    assert table.state.warning.startswith("you have already offered a draw")
    move(table, "14", "12")
    table.wait(1)
    table.say(Draw())
    assert table.state.headline == "Draw"


def test_offer_stands_until_the_other_side_has_moved(table: Virtual) -> None:
    table.say(Draw())
    assert table.state.message == "Draw offered. Make your move to send it."
    move(table, "14", "12")
    table.wait(1)
    assert table.state.draw_offered_by == 0
    assert table.state.message == "White offers a draw. Accept it, or make your move."
    move(table, "5", "8")
    table.wait(1)
    assert table.state.draw_offered_by is None


def test_offer_is_accepted_after_the_move_that_it_was_made_with(table: Virtual) -> None:
    table.say(Draw())
    move(table, "14", "12")
    table.wait(1)
    table.say(Draw())
    assert (table.state.headline, table.state.message) == (
        "Draw",
        "The players agreed on a draw.",
    )


def test_another_game_begins_on_the_same_board(table: Virtual, tmp_path: Path) -> None:
    table.say(New("peg", {"vacant": "3"}))
    table.wait(1)
    assert table.state.headline == "Your move"
    assert [
        s.log.head.game for s in reader.list_logs(tmp_path) if s.log and not s.log.finished
    ] == ["peg"]


def test_unknown_game_is_refused_and_the_game_goes_on(table: Virtual) -> None:
    table.say(New("solomn", {}))
    assert "did you mean 'solomon'" in table.state.warning
    move(table, "14", "12")
    table.wait(1)
    assert table.texts == ["14-12"]


def test_what_is_refused_twice_is_told_twice(table: Virtual) -> None:
    def told() -> int:
        return sum(isinstance(message, State) for message in table.heard)

    table.say(New("solomn", {}))
    before = told()
    table.say(New("solomn", {}))
    assert told() == before + 1


def test_palette_changes_at_once(table: Virtual) -> None:
    before = table.lamp("14")
    table.say(Palette("safe"))
    assert table.lamp("14") != before
    assert table.state.palette == "safe"


def test_hands_that_do_nonsense_are_told(table: Virtual) -> None:
    table.say(Lift("10", "h"))
    assert "10" in table.state.warning
    table.say(Put("9", "h"))
    assert (table.state.warning, table.state.phase) == ("", "rest")


def test_a_cleared_board_is_set_up_again(table: Virtual) -> None:
    move(table, "14", "12")
    table.wait(1)
    table.say(Sweep())
    table.wait(2)
    assert table.state.phase == "setup"
    assert table.state.message.startswith("Set up the board: ")
    table.say(Arrange())
    table.wait(1)
    assert (table.state.phase, table.texts) == ("rest", ["14-12"])


def test_clearing_the_board_takes_no_last_stone(table: Virtual) -> None:
    table.say(New("nim", {}))
    table.wait(1)
    for point in table.session.game.board.names[:-1]:
        move(table, point, "tray")
    table.wait(5)
    table.say(Sweep())
    table.wait(10)
    assert table.state.phase == "setup"
    assert not table.match.over


def test_a_stone_in_the_hand_keeps_the_turn_open(table: Virtual) -> None:
    table.say(New("nim", {}))
    table.wait(1)
    move(table, "1", "tray")
    table.say(Lift("2", "h"))
    table.wait(30)
    assert table.texts == []
    table.say(Put("2", "h"))
    table.wait(3)
    assert table.texts == []  # the pause begins when the hand is empty
    table.wait(2)
    assert table.texts == ["1"]


def test_who_gives_up_a_solitaire_has_not_lost_by_a_rule(table: Virtual) -> None:
    table.say(New("peg", {}))
    table.wait(1)
    table.say(Resign())
    assert (table.state.headline, table.state.message, table.state.tone) == (
        "Given up",
        "",
        "plain",
    )
    table.say(Back())
    table.wait(1)
    assert (table.state.headline, table.state.outcome) == ("Your move", "ongoing")


def test_taking_back_a_resignation_takes_no_move(table: Virtual) -> None:
    move(table, "14", "12")
    table.wait(1)
    table.say(Resign())
    table.say(Back())
    table.wait(1)
    assert (table.state.phase, table.texts) == ("rest", ["14-12"])


def test_a_puzzle_gives_instructions_of_its_own(table: Virtual) -> None:
    table.say(Puzzle("triangles"))
    assert table.state.message == (
        "How many triangles are there? Choose the three corners of a triangle."
    )
    assert table.state.tone == "plain"
    table.say(Tell())
    assert table.state.message == "Look at the lit points. The button shows the next figure."
    assert table.state.tone == "plain"
    table.say(Puzzle("magic"))
    assert table.state.message == "Choose a number, then the point to put it on."


def test_confirming_nothing_does_nothing(table: Virtual) -> None:
    table.say(Confirm())
    assert table.texts == []


def test_hint_is_lit_and_said(tmp_path: Path) -> None:
    table = Virtual(tmp_path)
    table.begin("peg")
    table.say(Arrange())
    table.wait(1)
    table.say(Hint())
    (origin,) = table.lit(Meaning.HINT)
    assert table.state.hint.startswith(f"Hint: move the piece on {origin}. ")
    table.say(Hint())
    assert table.state.hint.startswith(f"Hint: {origin}x10. ")
    assert table.lamp(origin) == table.lamp("10") != "000000"
    assert table.lamp(origin) != table.lamp("9")


def test_hopeless_position_is_said_only_when_wanted(tmp_path: Path) -> None:
    table = Virtual(tmp_path)
    table.begin("peg")
    table.say(Arrange())
    table.wait(1)
    rng = Random(1)
    while table.state.hint == "" and not table.match.over:
        jump = rng.choice(table.match.moves)
        origin, to = table.match.game.move_text(table.match.position, jump).split("x")
        over = next(s.point for s in table.match.game.steps(table.match.position, jump)[2:])
        move(table, origin, to)
        take(table, table.match.game.board.names[over])
        table.wait(0.5)
        assert table.state.hint == ""
        table.say(Watch(True))
        told = table.state.hint
        table.say(Watch(False))
        assert table.state.hint == ""
        if told:
            assert told == "There is no solution from here: take a move back."
            return
    raise AssertionError("random jumps never became hopeless")


def test_bag_yields_what_its_seed_says_and_the_log_holds_it(tmp_path: Path) -> None:
    table = Virtual(tmp_path)
    table.begin("soli2")
    table.wait(0.5)
    assert table.texts[0].startswith("draw ")
    assert table.state.announcement.startswith("Drawn from the bag: a ")
    log = unfinished(tmp_path)
    assert log is not None
    assert log.head.seeds == {"bag": 7}
    colour = table.texts[0].removeprefix("draw ")
    table.say(Lift("tray", "h", colour))
    table.say(Put("d4", "h"))
    table.wait(1)
    drawn = table.texts
    assert drawn[1] == f"{colour}@d4"
    table.say(Back(1))
    assert table.texts == drawn[:1]
    table.say(Sweep())
    table.wait(1)
    table.say(Lift("tray", "h", colour))
    table.say(Put("d4", "h"))
    table.wait(1)
    assert table.texts == drawn  # the bag yields the same again


def test_forced_pass_is_announced_and_shown(tmp_path: Path) -> None:
    table = Virtual(tmp_path)
    table.begin("soli2", "b....../......./......./......./......./......./..ww... b jump 0b0w -")
    assert table.texts == ["pass"]
    assert table.state.announcement == "Black cannot move and passes."
    assert table.state.headline == "White to move"
    table.say(Arrange())
    table.wait(0.5)
    black = [table.lamp("a7")]
    for _ in range(20):
        table.wait(0.05)
        black.append(table.lamp("a7"))
    assert len(set(black)) == 2  # Black's counter blinks
    table.wait(5)
    assert table.lamp("a7") == "000000"
    log = unfinished(tmp_path)
    assert log is not None
    assert [entry.text for entry in log.moves] == ["pass"]


def test_figures_are_lit_and_stepped_through(table: Virtual) -> None:
    table.say(Puzzle("triangles"))
    assert table.state.figure is None  # it asks before it tells
    table.say(Tell())
    figure = table.state.figure
    assert figure is not None
    assert (figure.number, figure.count) == (1, 56)
    names = table.match.game.board.names
    lit = {name for name in names if table.lamp(name) != "000000"}
    assert lit == {names[p] for p in figure.on}
    table.session.handle(Button(True, table.now), table.now)
    table.wait(0.1)
    table.session.handle(Button(False, table.now), table.now)
    table.wait(0.1)
    assert table.state.figure is not None
    assert table.state.figure.number == 2
    table.say(Step(-2))
    assert table.state.figure.number == 56
    table.say(Puzzle(""))
    assert table.state.figure is None
    move(table, "14", "12")
    table.wait(1)
    assert table.texts == ["14-12"]


def test_labelling_is_checked_and_completed(table: Virtual) -> None:
    table.say(Puzzle("magic"))
    table.say(Label("1", 5))
    table.say(Label("2", 5))
    labelling = table.state.labelling
    assert labelling is not None
    assert (labelling.labels[:2], labelling.tone) == ((5, 5), "wrong")
    assert table.lamp("1") == table.lamp("2") != "000000"
    table.say(Label("2", 0))
    table.say(Complete())
    labelling = table.state.labelling
    assert labelling is not None
    assert sorted(labelling.labels) == list(range(1, 20))
    assert labelling.labels[0] == 5
    assert len(set(labelling.sums)) == 1
    assert labelling.tone == "good"


def test_puzzles_that_are_not_there_are_refused(table: Virtual) -> None:
    table.say(Puzzle("triangels"))
    assert "did you mean 'triangles'" in table.state.warning
    table.say(Step(1))
    assert "choose one first" in table.state.warning
    table.say(New("soli2", {}))
    table.say(Puzzle("magic"))
    assert "has no puzzle" in table.state.warning


def test_game_goes_on_where_it_was_cut_off(table: Virtual, tmp_path: Path) -> None:
    move(table, "14", "12")
    table.wait(1)
    log = unfinished(tmp_path)
    assert log is not None
    again = Virtual(tmp_path)
    again.resume(log)
    again.wait(1)
    assert again.state.phase == "rest"  # the simulated pieces lie where they lay
    assert (again.state.headline, again.texts) == ("Black to move", ["14-12"])


def real_bag(tmp_path: Path) -> Virtual:
    table = Virtual(tmp_path, Config(game=GameSettings(bag="real")))
    table.begin("soli2")
    return table


def place(table: Virtual, piece: str, point: str) -> None:
    table.say(Lift("tray", "h", piece))
    table.say(Put(point, "h"))
    table.wait(1)


def test_takeback_with_a_real_bag_forgets_what_was_drawn(tmp_path: Path) -> None:
    table = real_bag(tmp_path)
    place(table, "b", "d4")
    assert table.texts == ["draw b", "b@d4"]
    table.say(Back(1))
    assert table.texts == []
    table.say(Sweep())
    table.wait(1)
    place(table, "w", "d4")
    assert table.texts == ["draw w", "w@d4"]
    log = unfinished(tmp_path)
    assert log is not None
    assert [entry.text for entry in log.moves] == table.texts


def test_draw_from_a_real_bag_that_was_never_placed_is_forgotten(tmp_path: Path) -> None:
    table = real_bag(tmp_path)
    place(table, "b", "d4")
    path = table.session.match.journal.path
    table.session.close()
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    log = unfinished(tmp_path)
    assert log is not None
    assert [entry.text for entry in log.moves] == ["draw b"]
    again = Virtual(tmp_path, table.config)
    again.resume(log)
    assert again.texts == []


def test_end_that_was_not_logged_any_more_is_logged_later(tmp_path: Path) -> None:
    table = Virtual(tmp_path)
    table.begin("nim", "o/...../../.../../...../. w")
    table.say(Arrange())
    table.wait(1)
    take(table, "1")
    table.wait(1)
    assert table.state.phase == "over"
    path = table.session.match.journal.path
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    log = unfinished(tmp_path)
    assert log is not None
    again = Virtual(tmp_path)
    again.resume(log)
    assert unfinished(tmp_path) is None
    assert reader.verify(path, make("nim")) == []


def test_position_with_a_draw_pending_keeps_the_programs_bag(tmp_path: Path) -> None:
    table = Virtual(tmp_path)
    table.begin("soli2", "......./......./......./......./......./......./....... b place 23b24w b")
    log = unfinished(tmp_path)
    assert log is not None
    assert log.head.seeds == {"bag": 7}


def test_button_bounces_without_being_pressed_twice(table: Virtual) -> None:
    table.say(Puzzle("triangles"))
    table.say(Tell())
    for edges in ((True, False, True), (False, True, False)):
        for edge in edges:
            table.session.handle(Button(edge, table.now), table.now)
            table.wait(0.001)
        table.wait(0.1)
    assert table.state.figure is not None
    assert table.state.figure.number == 2


def test_long_press_at_a_puzzle_confirms_no_move(tmp_path: Path) -> None:
    table = Virtual(tmp_path, Config(timing=TimingSettings(pause=0)))
    table.begin("nim")
    table.say(Arrange())
    table.wait(1)
    take(table, "10")
    table.wait(1)
    assert table.state.phase == "confirm"
    table.say(Puzzle("triangles"))
    table.session.handle(Button(True, table.now), table.now)
    table.wait(2)
    assert table.texts == []


def test_board_that_cannot_be_read_leaves_the_game_as_it_is(
    table: Virtual, monkeypatch: pytest.MonkeyPatch
) -> None:
    move(table, "14", "12")
    table.wait(1)
    with monkeypatch.context() as patch:
        patch.setattr(table.session.port, "occupancy", unreadable)
        table.say(New("solomon", {}))
        assert "cable" in table.state.warning
    table.wait(2)
    move(table, "12", "14")
    table.wait(1)
    assert table.texts == []
    assert table.session.match.journal.warning == ""


def unreadable() -> int:
    raise PortError(Text("the cable is out"))


def test_fault_inside_does_not_stop_the_lamps(
    table: Virtual, monkeypatch: pytest.MonkeyPatch
) -> None:
    move(table, "14", "9")
    table.wait(1)
    with monkeypatch.context() as patch:
        patch.setattr("companion.hands.tracker.Tracker.feed", broken)
        with pytest.raises(ZeroDivisionError):
            table.session.advance(table.now + 1)
        assert table.session.deadline > table.now + 1


def broken(*_: object) -> list[object]:
    raise ZeroDivisionError


def test_hint_after_the_end_is_refused(tmp_path: Path) -> None:
    table = Virtual(tmp_path)
    table.begin("peg")
    table.say(Resign())
    table.say(Hint())
    assert "the game is over" in table.state.warning


def test_takeback_of_no_move_is_refused(table: Virtual) -> None:
    move(table, "14", "12")
    table.wait(1)
    table.say(Back(0))
    assert "at least 1" in table.state.warning
    assert table.texts == ["14-12"]


def test_puzzle_may_be_looked_at_first_on_a_board_without_a_page(tmp_path: Path) -> None:
    loop = Loop(Config(journal=JournalSettings(directory=str(tmp_path))))
    start(
        loop,
        Config(journal=JournalSettings(directory=str(tmp_path))),
        PlayRequest(puzzle="magic"),
        print,
    )
    told: list[Broadcast] = []
    loop.session.listen(told.append)
    assert any(isinstance(message, State) and message.labelling for message in told)
    with pytest.raises(CompanionError, match="did you mean 'triangles'"):
        loop.session.features.obey(Puzzle("triangels"), 0.0)
    loop.session.close()


def test_game_that_only_lacks_its_end_is_ended_and_not_gone_on_with(tmp_path: Path) -> None:
    table = Virtual(tmp_path)
    table.begin("nim", "o/...../../.../../...../. w")
    table.say(Arrange())
    table.wait(1)
    take(table, "1")
    table.wait(1)
    path = table.session.match.journal.path
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    config = Config(journal=JournalSettings(directory=str(tmp_path)))
    loop = Loop(config)
    start(loop, config, PlayRequest(), print)
    assert loop.session.game.name == "solomon"
    loop.session.close()
    log = reader.read_log(path)
    assert log.end is not None
    assert log.end.how == "rules"
    assert reader.verify(path, make("nim")) == []


def test_a_command_faster_than_the_switches_does_not_put_pieces_back(tmp_path: Path) -> None:
    """A move and a resignation come at once, before any switch counts as changed."""
    table = Virtual(tmp_path)
    table.begin("solomon")
    table.say(Arrange())
    table.wait(1.0)
    for command in (Lift("14", "h"), Put("12", "h"), Resign()):
        table.session.handle(command, table.now)
    table.wait(1.0)
    assert table.match.over
    assert table.state.tabletop is not None
    standing = dict(zip(table.board.names, table.state.tabletop.points, strict=True))
    assert (standing["14"], standing["12"]) == ((), ("w",))
    table.close()


def test_another_game_can_be_begun_whatever_is_wrong_with_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Virtual(tmp_path)
    table.begin()
    broken = table.session.live

    def fail(_: float) -> None:
        raise RuntimeError("a fault of this game")

    monkeypatch.setattr(broken, "advance", fail)
    with pytest.raises(RuntimeError, match="a fault of this game"):
        table.say(New("nim", {}))
    table.wait(1)
    assert table.session.match.game.name == "nim"


def switch(table: Virtual, point: str, closed: bool) -> None:
    assert isinstance(table.port, BarePort)
    table.port.set(table.board.index[point], closed)


@pytest.mark.parametrize(
    ("game", "options", "point"),
    [
        ("soli2", {"variant": "pure_skill"}, "c4"),
        ("halma", {"rules": "advanced", "players": "2"}, "c1"),
    ],
)
@pytest.mark.parametrize("lifted", [False, True], ids=["stands", "lifted"])
def test_an_answer_survives_a_power_cut(
    tmp_path: Path, game: str, options: dict[str, str], point: str, lifted: bool
) -> None:
    """Which piece was put down is asked once. Lifted and put back, it is still that one; if it was
    in somebody's hand when the power came back, it is the first answer."""
    table = Virtual(tmp_path, bare=True)
    table.begin(game, **options)
    table.wait(1)
    switch(table, point, True)
    table.wait(2)
    assert table.phase is Phase.ASK
    table.say(Choose(len(table.view.candidates) - 1))
    table.wait(1)
    answered = table.texts
    assert answered
    log = unfinished(tmp_path)
    assert log is not None
    closed = (
        table.port.occupancy() & ~(1 << table.board.index[point])
        if lifted
        else table.port.occupancy()
    )
    again = Virtual(tmp_path, bare=True, closed=closed)
    again.resume(log)
    again.wait(2)
    if not lifted:
        switch(again, point, False)
        again.wait(0.7)
    switch(again, point, True)
    again.wait(6)
    if lifted:
        assert again.phase is Phase.ASK
        again.say(Confirm())
        again.wait(1)
    assert (again.texts, again.phase) == (answered, Phase.REST)


def test_a_takeback_that_is_made_again_is_asked_about_with_its_answer_first(
    tmp_path: Path,
) -> None:
    table = Virtual(tmp_path, bare=True)
    table.begin("soli2", variant="pure_skill")
    table.wait(1)
    switch(table, "c4", True)
    table.wait(2)
    table.say(Choose(1))
    table.wait(1)
    assert table.texts == ["w@c4"]
    switch(table, "c4", False)
    table.wait(10)
    assert table.texts == []
    switch(table, "c4", True)
    table.wait(2)
    assert table.state.message.startswith("Is it White's counter on c4?")
