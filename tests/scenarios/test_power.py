"""Power cuts in every phase, with pieces moved while it was off."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.app.loop import Loop
from companion.app.start import PlayRequest, start
from companion.config import Config, JournalSettings
from companion.device.lamps.scene import Meaning
from companion.hands import Phase
from companion.page.messages import Back, Draw, Resign
from companion.records.journal import reader
from companion.rules.geometry import points_of
from tests.records.journal.games import unfinished
from tests.scenarios.plies import SETS, Ply, scenario
from tests.scenarios.stage import Stage
from tests.scenarios.test_slides import idle
from tests.slow import slow_after

ALL = tuple(SETS)


def part(ply: Ply) -> bool:
    """A move that is told from all others, and takes more than one act."""
    return len(ply.acts) > 1 and ply.plain and not ply.unseen and bool(ply.path)


def knocked(ply: Ply, seed: int) -> int:
    """A board that nothing explains: pieces are gone and have come anywhere."""
    rng, board = Random(seed), ply.before
    gone = rng.sample(list(points_of(board)), min(5, board.bit_count() - 1))
    vacant = list(points_of(ply.game.board.full & ~board))
    return board & ~sum(1 << p for p in gone) | sum(
        1 << p for p in rng.sample(vacant, min(2, len(vacant)))
    )


def led_back(stage: Stage, *logged: str) -> None:
    """The lamps show what is missing and what is too much, and putting that right goes on."""
    wanted = int(stage.match.game.occupancy(stage.match.position))
    assert stage.phase is Phase.SETUP
    stage.leads_to(wanted)
    stage.show(wanted, Random(1))
    stage.rests(*logged)


# While the board is set up


@scenario(
    "21 cut in set-up", lambda p: len(p.acts) > 0 and p.clear and p.before.bit_count() > 3, ALL, ""
)
def test_cut_while_the_board_is_set_up(ply: Ply, tmp_path: Path) -> None:
    half = ply.before & ply.before >> 1
    stage = Stage(tmp_path, ply, closed=half)
    assert stage.phase is Phase.SETUP
    again = stage.cut()
    led_back(again)  # what is missing is no move
    again.do(*ply.acts)
    again.plays(ply)


@scenario("21 cut while led back to before a move", part, set(ALL) - {"nim"}, "as for the others")
def test_cut_while_the_page_has_a_move_taken_back(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(*ply.acts)
    stage.plays(ply)
    stage.say(Back(1))
    again = stage.cut()  # the board shows the move that was taken back: it is not made again
    again.wait(10)
    assert again.texts == stage.texts
    led_back(again, *stage.logged)


# At rest


@scenario("21 cut at rest", lambda p: len(p.acts) > 0 and p.clear, ALL, "")
def test_cut_at_rest(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(*ply.acts)
    stage.plays(ply)
    again = stage.cut()
    again.plays(ply)
    assert again.match.position == stage.match.position


@scenario(
    "21 cut at rest, a move made meanwhile",
    lambda p: part(p) or (p.label == "nim" and len(p.taken) == 2),
    ALL,
    "",
)
def test_move_made_while_the_power_was_off(ply: Ply, tmp_path: Path) -> None:
    again = Stage(tmp_path, ply).cut(ply.end)
    again.wait(1)
    if again.phase is Phase.CONFIRM:  # it could go on
        again.press()
    again.plays(ply)


@pytest.mark.parametrize("seed", slow_after(1, range(3)))
@scenario(
    "21 cut at rest, board knocked meanwhile", part, set(ALL) - {"nim"}, "any piece off is a move"
)
def test_board_knocked_while_the_power_was_off(ply: Ply, seed: int, tmp_path: Path) -> None:
    again = Stage(tmp_path, ply).cut(knocked(ply, seed))
    again.wait(10)
    assert again.logged == []
    led_back(again)
    again.do(*ply.acts)
    again.plays(ply)


# With a piece in hand


@pytest.mark.parametrize("done", [1, -1])
@scenario("21 cut with a piece in hand", part, set(ALL) - {"nim"}, "a piece off is a move already")
def test_move_goes_on_after_a_cut(ply: Ply, done: int, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(*ply.acts[:done], "~0.5")
    phase, shown = stage.phase, stage.lamps
    assert phase in (
        Phase.HAND,
        Phase.CONFIRM,
        Phase.ASK,
    )  # it may have come where nothing shows it
    again = stage.cut()
    again.wait(20)
    assert (again.phase, again.lamps) == (phase, shown)
    assert again.logged == []
    again.do(*ply.acts[done:])
    again.plays(ply)


@scenario(
    "21 cut in hand, put back meanwhile", part, set(ALL) - {"nim"}, "a piece off is a move already"
)
def test_piece_put_back_while_the_power_was_off(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(*ply.acts[:-1], "~0.1")
    again = stage.cut(ply.before)
    again.rests()


@scenario(
    "21 cut in hand, completed meanwhile",
    part,
    set(ALL) - {"nim"},
    "a piece off is a move already",
)
def test_move_completed_while_the_power_was_off(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(ply.acts[0], "~0.5")
    again = stage.cut(ply.end)
    again.wait(1)
    if again.phase is Phase.CONFIRM:
        again.press()
    again.plays(ply)


# While something is asked


@scenario(
    "21 cut while a confirmation is awaited",
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
def test_cut_while_a_confirmation_is_awaited(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(*ply.acts, "~1")
    assert stage.phase is Phase.CONFIRM
    again = stage.cut()
    again.wait(1)
    if again.phase is Phase.CONFIRM:  # or the pause is over by now
        again.press()
    again.plays(ply)


@scenario(
    "21 cut while a question is asked",
    lambda p: (p.drop or p.unseen) and not p.clear,
    ("crowning", "halma", "halma advanced"),
    "every move shows what it was",
)
def test_cut_while_a_question_is_asked(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(*ply.acts, "~1")
    assert stage.phase is Phase.ASK
    again = stage.cut()
    again.wait(1)
    assert again.phase is Phase.ASK
    assert again.points(Meaning.QUESTION)
    again.answer(ply)
    again.plays(ply)


# While a move is taken back


@pytest.mark.parametrize("meanwhile", ["nothing", "taken back", "put down again"])
@scenario(
    "21 cut while a move is taken back",
    lambda p: (
        p.slide and p.label != "crowning" and not any(p.path[1] in a.taken for a in p.answers)
    ),
    ("solomon", "son_of_solomon", "gomony", "halma", "halma advanced"),
    "nothing is carried back by one hand in two acts",
)
def test_cut_while_a_move_is_taken_back(ply: Ply, meanwhile: str, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(*ply.acts)
    stage.plays(ply)
    origin, to = ply.path
    stage.do(f"-{to}", "~0.5")
    assert stage.phase is Phase.TAKING_BACK
    board = {"nothing": None, "taken back": ply.before, "put down again": ply.end}[meanwhile]
    again = stage.cut(board)
    again.wait(1)
    if meanwhile == "nothing":
        if again.phase is Phase.TAKING_BACK:
            again.do(f"+{origin}")
            again.rests(ply.text, "back 1")
        else:  # led back to where it was put down
            led_back(again, ply.text)
    elif meanwhile == "taken back":
        again.rests(ply.text, "back 1")
    else:
        again.plays(ply)


# With a board that nothing explains


@scenario(
    "21 cut while astray",
    lambda p: bool(p.path or p.own) and p.clear and bool(idle(p)),
    set(ALL) - {"nim"},
    "any piece off is a move",
)
def test_cut_while_astray(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(f"-{idle(ply)}", "~2")
    assert stage.phase is Phase.ASTRAY
    again = stage.cut()
    led_back(again)
    again.do(*ply.acts)
    again.plays(ply)


# Games that are over, and games that nobody wants to go on with


@pytest.mark.parametrize("end", ["rules", "resigned", "agreed"])
@scenario(
    "21 finished game",
    lambda p: not p.rivals or p.game.outcome(p.after).over,
    ("nim",),
    "one game shows it for all",
    held=True,
)
def test_finished_game_is_not_gone_on_with(ply: Ply, end: str, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    if end == "rules":
        stage.do(*ply.acts)
        stage.wait(6)
    elif end == "resigned":
        stage.say(Resign())
    else:
        stage.say(Draw())
        stage.session.match.answer_draw(True)
    assert stage.match.over
    assert unfinished(tmp_path) is None
    assert begun(tmp_path, PlayRequest()) == "solomon"


@pytest.mark.parametrize("fresh", [False, True])
@scenario(
    "21 declined",
    lambda p: len(p.acts) == 2 and p.plain,
    ("gomony", "halma"),
    "two show it for all",
    held=True,
)
def test_going_on_is_declined_by_a_word(ply: Ply, fresh: bool, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(*ply.acts, "~1")
    wanted = "solomon" if fresh else ply.game.name
    assert begun(tmp_path, PlayRequest(fresh=fresh)) == wanted
    finished = {s.log.head.game for s in reader.list_logs(tmp_path) if s.log and s.log.finished}
    assert finished == ({ply.game.name} if fresh else set())


def begun(directory: Path, wish: PlayRequest) -> str:
    """The game that the program plays when it is started."""
    config = Config(journal=JournalSettings(directory=str(directory)))
    loop = Loop(config)
    start(loop, config, wish, lambda _: None)
    name = loop.session.game.name
    loop.session.close()
    return name
