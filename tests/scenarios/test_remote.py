"""What comes from a page twice, too late or out of order, and a link that is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.hands import Phase
from companion.page.messages import (
    Arrange,
    Back,
    Choose,
    Command,
    Confirm,
    Draw,
    Lift,
    New,
    Put,
    Resign,
)
from companion.records.journal import reader
from companion.rules import CHANCE
from tests.scenarios.plies import SETS, Ply, scenario
from tests.scenarios.stage import Stage
from tests.session.virtual import Virtual
from tests.slow import slow_after

ALL = tuple(SETS)
LATE = "the game has moved on"
TWO = (
    "solomon",
    "son_of_solomon",
    "nim",
    "trinity for two",
    "soli2",
    "gomony",
    "halma",
    "halma advanced",
)


def untouched(stage: Stage, command: Command) -> None:
    """A late answer changes nothing, and says so."""
    before = stage.state
    stage.say(command)
    assert LATE in stage.state.warning
    assert (stage.state.moves, stage.state.phase) == (before.moves, before.phase)
    assert (stage.state.draw_offered_by, stage.state.outcome) == (
        before.draw_offered_by,
        before.outcome,
    )


def silent(stage: Stage, command: Command) -> None:
    """A doubled answer changes nothing, and there is nothing to say of it."""
    before = stage.state
    stage.say(command)
    assert stage.state == before


asked = scenario(
    "24 answer to a question",
    lambda p: p.drop and not p.clear and len(p.rivals) > 2 and p.answers[0].drop,
    ("halma", "halma advanced"),
    "no question is asked, or none right after another",
)


@asked
def test_doubled_answer_counts_once(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(*ply.acts, "~1")
    assert stage.state.question is not None
    answer = Choose(stage.state.question.choices.index(ply.text), seen=stage.state.stage)
    stage.say(answer)
    assert stage.texts == [ply.text]
    silent(stage, answer)
    stage.plays(ply)


@asked
def test_late_answer_answers_no_other_question(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(*ply.acts, "~1")
    late = Choose(0, seen=stage.state.stage)
    stage.answer(ply)  # by hand, at the board
    other = ply.answers[0]
    stage.do(*other.acts, "~1")
    assert stage.phase is Phase.ASK
    untouched(stage, late)
    untouched(stage, Confirm(seen=late.seen))
    stage.answer(other)
    stage.plays(ply, other)


confirmed = scenario(
    "24 confirmation",
    lambda p: (
        (p.label == "nim" and len(p.taken) == 1)
        or (p.unseen and p.clear)
        or (
            len(p.path) == 2
            and p.clear
            and not p.off
            and any(r.path[:2] == p.path and len(r.path) > 2 and not r.off for r in p.rivals)
        )
    ),
    ("nim", "crowning", "halma", "halma advanced"),
    "no move is complete that could go on",
)


@confirmed
def test_doubled_confirmation_counts_once(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(*ply.acts, "~1")
    assert stage.state.confirm
    answer = Confirm(seen=stage.state.stage)
    stage.say(answer)
    assert stage.texts[:1] == [ply.text]
    silent(stage, answer)
    stage.rests(ply.text)


@confirmed
def test_late_confirmation_confirms_nothing_else(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(*ply.acts, "~1")
    late = Confirm(seen=stage.state.stage)
    stage.show(ply.before)  # it is put back instead
    stage.rests()
    untouched(stage, late)
    stage.do(*ply.acts, "~1")
    assert stage.logged == []
    untouched(stage, late)
    stage.say(Confirm(seen=stage.state.stage))
    stage.rests(ply.text)


def plain(ply: Ply) -> bool:
    return len(ply.acts) > 1 and ply.plain and not ply.unseen


@scenario("24 takeback from the page", plain, ALL, "")
def test_doubled_takeback_takes_one_move_back(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(*ply.acts, "~1")
    if stage.phase is Phase.CONFIRM:
        stage.press()
    stage.plays(ply)
    after = stage.state
    answer = Back(1, seen=after.stage)
    stage.say(answer)
    assert stage.logged[1:] == [f"back {len(after.moves)}"]
    silent(stage, answer)
    stage.follow_lamps()
    stage.wait(1)
    stage.do(*ply.acts, "~1")
    if stage.phase is Phase.CONFIRM:
        stage.press()
    silent(stage, answer)  # it comes once more when the game has gone on
    assert stage.texts[:1] == [ply.text]


@scenario(
    "24 takeback that crosses a move",
    lambda p: plain(p) and any(a.slide and plain(a) for a in p.answers),
    ("solomon", "son_of_solomon", "crowning", "gomony", "halma", "halma advanced"),
    "no answer is a plain slide",
)
def test_late_takeback_leaves_the_newer_move(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(*ply.acts)
    stage.plays(ply)
    late = Back(1, seen=stage.state.stage)
    answer = next(a for a in ply.answers if plain(a) and a.slide)
    stage.do(*answer.acts)
    stage.plays(ply, answer)
    untouched(stage, late)
    stage.plays(ply, answer)


def passes_on(ply: Ply) -> bool:
    """Whether another seat can do something after it, whatever the bag yields."""
    game = ply.game
    after = ply.after
    while game.to_act(after) == CHANCE:
        after = game.advance(after, next(iter(game.moves(after))))
    acts = any(not game.is_pass(move) for move in game.moves(after))
    return acts and game.to_act(after) != game.to_act(ply.position)


@scenario("24 draw and resignation", lambda p: plain(p) and passes_on(p), TWO, "one player")
def test_doubled_offer_is_not_accepted_by_itself(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    offer = Draw(seen=stage.state.stage)
    stage.say(offer)
    assert stage.state.draw_offered_by == stage.session.match.seat
    silent(stage, offer)
    assert not stage.match.over
    stage.do(*ply.acts)
    stage.plays(ply)
    accepted = Draw(seen=stage.state.stage)
    stage.say(accepted)
    assert stage.match.over
    silent(stage, accepted)
    log = reader.read_log(stage.session.match.journal.path)
    assert log.end is not None
    assert log.end.how == "agreed"


@scenario(
    "24 draw and resignation", lambda p: plain(p) and len(p.game.seats) > 1, TWO, "one player"
)
def test_late_resignation_is_not_the_other_players(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    late = (Resign(seen=stage.state.stage), Draw(seen=stage.state.stage))
    stage.do(*ply.acts, "~1")
    if stage.phase is Phase.CONFIRM:
        stage.press()
    stage.plays(ply)
    for command in late:
        untouched(stage, command)
    assert not stage.match.over
    answer = Resign(seen=stage.state.stage)
    stage.say(answer)
    assert stage.match.over
    silent(stage, answer)


@scenario("24 another game", plain, ALL, "")
def test_doubled_new_game_begins_once(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    again = New("peg", {"vacant": "3"}, seen=stage.state.stage)
    stage.say(again)
    path = stage.session.match.journal.path
    stage.say(again)
    assert stage.session.game.chosen["vacant"] == "3"
    assert stage.session.match.journal.path == path
    assert len(reader.list_logs(tmp_path)) == 2


def test_answers_out_of_order_are_refused_but_for_the_first(tmp_path: Path) -> None:
    table = Virtual(tmp_path)
    table.begin()
    table.say(Arrange())
    table.wait(1)
    seen = table.state.stage
    table.say(Draw(seen=seen))
    table.say(Resign(seen=seen))
    assert LATE in table.state.warning
    assert not table.match.over
    table.say(Draw(seen=seen + 100))  # of another run of the program
    assert LATE in table.state.warning
    assert not table.match.over


# Simulated pieces, moved on a page


def simulated(ply: Ply, tmp_path: Path) -> Virtual:
    table = Virtual(tmp_path)
    text = ply.game.position_text(ply.position)
    table.begin(ply.game.name, text, **SETS[ply.label][1])
    table.say(Arrange())
    table.wait(1)
    return table


def commands(ply: Ply) -> list[Command]:
    """A move as a page sends it."""
    entering = [
        s.piece.text for s in ply.game.steps(ply.position, ply.move) if s.action.value == "enter"
    ]
    found: list[Command] = []
    aside = len(ply.off) == len(ply.on)  # what the other hand lifts goes elsewhere
    for act in ply.own:
        name = act[1:]
        found += entered(entering, name) if ply.drop else [moved(act, "own")]
    for act in ply.off:
        found.append(Lift(act[1:], "other"))
        found += [] if aside else [Put("tray", "other")]
    for act in ply.on:
        found += [Put(act[1:], "other")] if aside else entered(entering, act[1:])
    return found


def moved(act: str, hand: str) -> Command:
    return Lift(act[1:], hand) if act[0] == "-" else Put(act[1:], hand)


def entered(texts: list[str], name: str) -> list[Command]:
    return [Lift("tray", "other", texts[0]), Put(name, "other")]


@scenario("24 pieces moved on a page", plain, ALL, "")
def test_doubled_hands_make_one_move(ply: Ply, tmp_path: Path) -> None:
    table = simulated(ply, tmp_path)
    for command in commands(ply):
        table.say(command)
        shown = table.state.tabletop
        if not (isinstance(command, Lift) and command.place == "tray"):
            table.say(
                command
            )  # lifted once more: the hand is full; put down once more: it is empty
            assert table.state.tabletop == shown
    table.wait(5)
    assert table.texts[:1] == [ply.text]
    assert [r.text for r in reader.read_log(table.session.match.journal.path).moves] == table.texts


@scenario("24 pieces moved on a page", plain, ALL, "")
def test_hands_out_of_order_make_no_wrong_move(ply: Ply, tmp_path: Path) -> None:
    """Putting down comes before lifting: the hand is empty, and then goes on holding the piece,
    until it is put down again."""
    table = simulated(ply, tmp_path)
    lift, put, *rest = commands(ply)
    table.say(put)
    table.say(lift)
    if isinstance(lift, Lift) and isinstance(put, Put):
        table.wait(3)
        assert table.texts == []
        assert table.state.tabletop is not None
        assert list(table.state.tabletop.hands) == [lift.hand]
    table.say(put)
    for command in rest:
        table.say(command)
    table.wait(5)
    assert table.texts[:1] == [ply.text]


@pytest.mark.parametrize("pause", slow_after(1, (0.1, 3.0)))
@scenario(
    "24 link lost between lift and place",
    lambda p: plain(p) and bool(p.path),
    set(ALL) - {"nim"},
    "nothing is put down on the board",
)
def test_link_lost_between_lift_and_place(ply: Ply, pause: float, tmp_path: Path) -> None:
    """The hands of a page that went away let go: no move is made of it, and it can go on."""
    table = simulated(ply, tmp_path)
    origin = ply.path[0]
    table.say(Lift(origin, "page.h1"))
    table.wait(pause)
    table.say(Put("tray", "page.h1"))  # as the server does
    table.wait(3)
    table.say(Put(ply.path[1], "page.h1"))  # and what was on its way comes late
    table.wait(3)
    assert table.texts == []
    assert table.lamp(origin) != "000000" or table.state.message  # the piece is missed
    table.say(Arrange())
    table.wait(1)
    assert table.state.phase == "rest"
    for command in commands(ply):
        table.say(command)
    table.wait(5)
    assert table.texts[:1] == [ply.text]
