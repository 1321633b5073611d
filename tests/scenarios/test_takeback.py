"""Moves taken back by moving the pieces back: log, lights and page follow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pytest

from companion.device.lamps.scene import Meaning
from companion.hands import Phase
from companion.page.messages import Back
from tests.scenarios.plies import SETS, Ply, scenario
from tests.scenarios.stage import Stage, reverse

ALL = tuple(SETS)
CROWNING = "a slide put straight back is a legal move of its own"
BY_HAND = set(ALL) - {"crowning"}


def page(stage: Stage, *texts: str) -> None:
    """The page shows these moves, and whose turn it is."""
    said = [move.text for move in stage.state.moves]
    assert said == stage.texts
    assert [text for text in said if not text.startswith(("draw ", "pass"))] == list(texts)
    assert stage.state.turn == (None if stage.match.over else stage.session.match.seat)
    believed = stage.match.game.stacks(stage.match.position)
    assert [len(stack) for stack in stage.state.believed] == [len(stack) for stack in believed]


def undone(ply: Ply) -> bool:
    """A move that is told from all others, and whose way back is no answer to it."""
    if not (ply.acts and ply.clear and not ply.unseen):
        return False
    return all(answer.end != ply.before for answer in ply.answers)


KINDS = {
    "slide": (
        lambda p: p.slide and undone(p),
        ("solomon", "son_of_solomon", "gomony", "halma", "halma advanced"),
        f"no slide, or {CROWNING}",
    ),
    "capture": (
        lambda p: p.capture and undone(p),
        ("solomon", "peg", "gomony", "soli2"),
        "nothing is captured",
    ),
    "chain": (
        lambda p: p.chain and undone(p),
        ("solomon", "gomony", "halma", "halma advanced"),
        "a turn is one jump, or none",
    ),
    "drop": (
        lambda p: p.drop and undone(p),
        ("son_of_solomon", "halma", "halma advanced", "soli2"),
        "no piece enters by itself",
    ),
    "run": (
        lambda p: not p.path and len(p.taken) > 1 and undone(p),
        ("nim",),
        "pieces are not taken off in runs",
    ),
    "aside": (
        lambda p: bool(p.off and p.on) and undone(p) and p.plain,
        ("trinity", "trinity for two", "halma advanced"),
        "no second piece is carried to another point",
    ),
    "stone": (
        lambda p: bool(p.path and p.on and not p.off) and undone(p),
        ("trinity", "trinity for two"),
        "no move leaves a piece where it began",
    ),
}


def taken_back(ply: Ply, tmp_path: Path, gap: float) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(*ply.acts)
    stage.plays(ply)
    page(stage, ply.text)
    plies = len(stage.texts)
    stage.do(*reverse(ply.acts), gap=gap)
    stage.rests(ply.text, f"back {plies}")
    page(stage)
    stage.do(*ply.acts)  # and once more
    stage.wait(5)
    assert stage.match.game.advance(ply.position, ply.move) == ply.after
    assert stage.logged == [ply.text, f"back {plies}", ply.text]


GAPS = pytest.mark.parametrize("gap", [0.05, 0.5])


@GAPS
@scenario("18 slide taken back", *KINDS["slide"])
def test_slide_is_taken_back(ply: Ply, gap: float, tmp_path: Path) -> None:
    taken_back(ply, tmp_path, gap)


@GAPS
@scenario("18 capture taken back", *KINDS["capture"])
def test_capture_is_taken_back(ply: Ply, gap: float, tmp_path: Path) -> None:
    taken_back(ply, tmp_path, gap)


@GAPS
@scenario("18 chain taken back", *KINDS["chain"])
def test_chain_is_taken_back(ply: Ply, gap: float, tmp_path: Path) -> None:
    taken_back(ply, tmp_path, gap)


@GAPS
@scenario("18 drop taken back", *KINDS["drop"])
def test_drop_is_taken_back(ply: Ply, gap: float, tmp_path: Path) -> None:
    taken_back(ply, tmp_path, gap)


@GAPS
@scenario("18 run taken back", *KINDS["run"])
def test_run_is_taken_back(ply: Ply, gap: float, tmp_path: Path) -> None:
    taken_back(ply, tmp_path, gap)


@GAPS
@scenario("18 piece sent elsewhere taken back", *KINDS["aside"])
def test_move_with_a_piece_sent_elsewhere_is_taken_back(
    ply: Ply, gap: float, tmp_path: Path
) -> None:
    taken_back(ply, tmp_path, gap)


@GAPS
@scenario("18 slide with a stone taken back", *KINDS["stone"])
def test_slide_with_a_stone_is_taken_back(ply: Ply, gap: float, tmp_path: Path) -> None:
    taken_back(ply, tmp_path, gap)


@scenario(
    "18 lights of a takeback",
    lambda p: p.slide and undone(p) and not any(p.path[1] in a.taken for a in p.answers),
    ("solomon", "son_of_solomon", "gomony", "halma", "halma advanced"),
    f"nothing is carried back in two acts, or {CROWNING}",
)
def test_lamps_show_where_a_piece_came_from(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(*ply.own)
    stage.plays(ply)
    origin, to = ply.path
    stage.do(f"-{to}", "~0.5")
    assert stage.phase is Phase.TAKING_BACK
    assert origin in stage.points(Meaning.TO)
    assert origin in stage.state.message
    assert origin in stage.watch()
    stage.do(f"+{origin}")
    stage.rests(ply.text, "back 1")


@pytest.mark.parametrize("hops", [1, 2])
@scenario(
    "18 takeback in mid-chain",
    lambda p: p.chain and (len(p.path) > 3 or bool(p.taken)),
    ("solomon", "gomony", "halma", "halma advanced"),
    "a turn is one jump, or none",
)
def test_chain_is_left_half_way(ply: Ply, hops: int, tmp_path: Path) -> None:
    """A chain that is not over has not been played: its pieces go back, and nothing is logged."""
    stage = Stage(tmp_path, ply)
    hops = min(hops, len(ply.path) - 2)
    begun = ply.own[: 2 * hops]
    taken = ply.off[:hops] if ply.taken and len(ply.taken) == len(ply.path) - 1 else []
    stage.do(*begun, *taken, "~1")
    assert stage.logged == []
    stage.do(*reverse([*begun, *taken]))
    stage.rests()
    stage.do(*ply.acts)
    stage.plays(ply)


def series(ply: Ply, length: int) -> list[Ply]:
    """A move and answers to it, all of which can be undone one by one, and which lead to boards
    that are all different."""
    found = [ply]
    boards = {ply.before, ply.end}
    while len(found) < length:
        fresh = (a for a in found[-1].answers if undone(a) and a.end not in boards)
        answer = next((a for a in fresh if len(a.acts) > 0), None)
        if answer is None:
            return []
        found.append(answer)
        boards.add(answer.end)
    return found


def played(stage: Stage, moves: Sequence[Ply]) -> None:
    for count, move in enumerate(moves, start=1):
        stage.do(*move.acts, "~0.5")
        if stage.phase is Phase.CONFIRM:
            stage.press()
        stage.plays(*moves[:count])


LONG = set(ALL) - {"crowning", "soli2"}


@scenario(
    "18 several moves taken back one by one",
    lambda p: undone(p) and len(p.acts) > 1 and bool(series(p, 3)),
    LONG,
    f"the bag parts the moves, or {CROWNING}",
)
def test_several_moves_are_taken_back_one_by_one(ply: Ply, tmp_path: Path) -> None:
    stage, moves = Stage(tmp_path, ply), series(ply, 3)
    played(stage, moves)
    expected = [move.text for move in moves]
    for left in (2, 1, 0):
        stage.do(*reverse(moves[left].acts))
        expected.append("back 1")
        stage.rests(*expected)
        page(stage, *(move.text for move in moves[:left]))


@scenario(
    "18 several moves taken back at once",
    lambda p: undone(p) and len(p.acts) > 1 and bool(series(p, 3)),
    LONG,
    f"the bag parts the moves, or {CROWNING}",
)
def test_several_moves_are_taken_back_at_once(ply: Ply, tmp_path: Path) -> None:
    stage, moves = Stage(tmp_path, ply), series(ply, 3)
    played(stage, moves)
    for move in reversed(moves):
        stage.do(*reverse(move.acts), gap=0.03)
    stage.wait(2)
    if stage.phase is Phase.CONFIRM:  # several at once: that wants a word
        assert len(stage.texts) == 3
        stage.press()
    stage.wait(1)
    assert stage.resting
    assert stage.texts == []
    page(stage)
    stage.do(*ply.acts, "~0.5")
    if stage.phase is Phase.CONFIRM:
        stage.press()
    assert stage.texts == [ply.text]


@scenario(
    "18 several moves taken back from the page",
    lambda p: undone(p) and len(p.acts) > 1 and bool(series(p, 3)),
    LONG,
    "the bag parts the moves",
)
def test_several_moves_are_taken_back_from_the_page(ply: Ply, tmp_path: Path) -> None:
    stage, moves = Stage(tmp_path, ply), series(ply, 3)
    played(stage, moves)
    expected = [move.text for move in moves]
    stage.say(Back(3, seen=stage.state.stage))
    assert stage.phase is Phase.SETUP
    stage.follow_lamps()
    stage.rests(*expected, "back 3")
    page(stage)


def recurs(ply: Ply) -> list[Ply]:
    """Four moves after which the board is what it was: both sides go there and back."""
    if not ply.slide or len(ply.game.seats) < 2:
        return []
    apart = (a for a in ply.answers if not a.touched & ply.touched and a.slide)
    for answer in islice(apart, 2):
        back = next((b for b in answer.answers if b.path == ply.path[::-1] and b.slide), None)
        if back is None:
            continue
        last = next((b for b in back.answers if b.path == answer.path[::-1] and b.slide), None)
        if last is not None:
            return [ply, answer, back, last]
    return []


@pytest.mark.parametrize("gap", [0.05, 0.5])
@scenario(
    "20 start occupancy recurs",
    lambda p: bool(recurs(p)),
    ("solomon", "gomony", "halma", "halma advanced"),
    "the number of pieces changes for good, or pieces only go forward",
)
def test_occupancy_of_the_start_recurs(ply: Ply, gap: float, tmp_path: Path) -> None:
    """The board is the one that the game began with: a move was made, and none taken back."""
    stage, moves = Stage(tmp_path, ply), recurs(ply)
    for count, move in enumerate(moves, start=1):
        stage.do(*move.acts, "~1", gap=gap)
        stage.plays(*moves[:count])
    assert int(stage.port.occupancy()) == ply.before


@scenario(
    "20 start occupancy recurs, one player",
    lambda p: p.slide and any(a.slide and a.path == p.path[::-1] for a in p.answers),
    ("crowning",),
    "the number of pieces changes for good, or another player is to move",
)
def test_slide_put_back_by_one_player_is_a_move(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    back = next(a for a in ply.answers if a.slide and a.path == ply.path[::-1])
    stage.do(*ply.own, "~1", *back.own)
    stage.plays(ply, back)
