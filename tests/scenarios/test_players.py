"""Two players at one board: at once, out of turn, with pieces that are not theirs."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.device.lamps.scene import Meaning
from companion.hands import Phase
from tests.scenarios.plies import SETS, Ply, scenario
from tests.scenarios.stage import Stage
from tests.slow import slow_after

TWO = ("solomon", "son_of_solomon", "gomony", "halma", "halma advanced", "trinity for two")
ALONE = "one player, a bag or passes between the turns, or pieces that are only taken off"
FOREIGN = {*TWO, "trinity"}  # there a coin that is not next


def distinct(ply: Ply) -> list[Ply]:
    """Answers that touch nothing of the move, and lead where no other two moves, and no single
    one, lead."""
    boards: dict[int, int] = {}
    for first in (ply, *ply.rivals):
        boards[first.end] = boards.get(first.end, 0) + 1
        for end in {answer.end for answer in first.answers}:
            boards[end] = boards.get(end, 0) + 1
    return [
        answer
        for answer in ply.answers
        if answer.plain
        and answer.path
        and not answer.unseen
        and not answer.touched & ply.touched
        and boards[answer.end] == 1
        and answer.end != ply.before
    ]


def answered(ply: Ply) -> bool:
    if len(ply.game.seats) < 2 or len(ply.path) != 2 or not ply.plain:
        return False
    return bool(distinct(ply))


def merged(ply: Ply, answer: Ply, rng: Random) -> list[str]:
    """The acts of both, those of the move begun first and ended first."""
    one, two = list(ply.acts), list(answer.acts)
    acts = [one.pop(0)]
    while one or two:
        acts.append((two if two and (not one or rng.random() < 0.5) else one).pop(0))
    return acts


@pytest.mark.parametrize("seed", slow_after(2, range(4)))
@scenario(
    "7 both players within one scan",
    lambda p: answered(p) and not p.on,
    set(TWO) - {"trinity for two"},
    f"{ALONE}, or a stone that comes where a coin was",
)
def test_both_players_move_within_one_scan(ply: Ply, seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    answer = rng.choice(distinct(ply))
    stage = Stage(tmp_path, ply)
    stage.do(*merged(ply, answer, rng), gap=0.0005)
    stage.plays(ply, answer)


@pytest.mark.parametrize("gap", slow_after(2, (0.02, 0.15, 0.05)))
@scenario("8 both moves in one go", answered, TWO, ALONE)
def test_both_moves_in_one_go(ply: Ply, gap: float, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    answer = distinct(ply)[-1]
    stage.do(*ply.acts, *answer.acts, gap=gap)
    stage.plays(ply, answer)


@scenario("8 answer before the move has settled, and another one", answered, TWO, ALONE)
def test_three_moves_in_a_hurry(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    answer = next((a for a in distinct(ply) if distinct(a)), distinct(ply)[0])
    third = distinct(answer)[:1]
    acts = [act for move in (ply, answer, *third) for act in move.acts]
    stage.do(*acts, gap=0.08)
    stage.plays(ply, answer, *third)


def foreign(ply: Ply) -> tuple[str, str] | None:
    """Where a piece of the other side stands that could move if it were its turn, and a vacant
    point next to it that makes nothing of any legal move."""
    game, index = ply.game, ply.game.board.index
    plies = (ply, *ply.rivals)
    for answer in ply.answers:
        if not answer.path or answer.path[0] in ply.path or answer.off or answer.unseen:
            continue
        origin, to = answer.path[0], answer.path[-1]
        shown = ply.before & ~(1 << index[origin]) | 1 << index[to]
        mover = game.stacks(ply.position)[index[origin]]
        if not mover or ply.before >> index[to] & 1 or mover[-1].seat == game.to_act(ply.position):
            continue
        if all((shown ^ p.before) & ~p.touched for p in plies):
            return origin, to
    return None


@scenario(
    "11 the wrong side's piece",
    lambda p: bool(p.path) and p.label != "crowning" and p.clear and foreign(p) is not None,
    FOREIGN,
    "pieces that anybody moves",
)
def test_wrong_sides_piece(ply: Ply, tmp_path: Path) -> None:
    found = foreign(ply)
    assert found is not None
    origin, to = found
    stage = Stage(tmp_path, ply)
    stage.do(f"-{origin}", "~0.5", f"+{to}", "~2")
    assert stage.logged == []
    assert stage.phase is Phase.ASTRAY
    assert stage.points(Meaning.PUT_HERE) == {origin}
    assert stage.points(Meaning.TAKE_AWAY) == {to}
    assert {origin, to} <= set(stage.watch())
    stage.do(f"-{to}", "~1", f"+{origin}", "~1")
    stage.rests()
    stage.do(*ply.acts)
    stage.plays(ply)


def ignored(ply: Ply) -> str:
    """Where the piece that must jump could slide to if it were not forced to jump."""
    if not ply.game.forced(ply.position):
        return ""
    index, plies = ply.game.board.index, (ply, *ply.rivals)
    gone = ply.before & ~(1 << index[ply.path[0]])
    for name in ply.near(ply.path[0]):
        shown = gone | 1 << index[name]
        clear = all((shown ^ p.before) & ~p.touched for p in plies)
        if not ply.before >> index[name] & 1 and clear:
            return name
    return ""


@scenario(
    "17 forced jump ignored",
    lambda p: bool(p.path) and bool(ignored(p)) and p.plain,
    ("solomon", "gomony", "halma", "halma advanced"),
    "no rule forces a jump where a piece could also move",
)
def test_forced_jump_ignored(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    origin, to = ply.path[0], ignored(ply)
    assert origin in stage.points(Meaning.MUST_JUMP)
    assert not stage.points(Meaning.MAY_MOVE)
    stage.do(f"-{origin}", "~0.5", f"+{to}", "~2")
    assert stage.logged == []
    assert stage.points(Meaning.PUT_HERE) == {origin}
    assert stage.points(Meaning.TAKE_AWAY) == {to}
    assert "You must jump" in stage.state.message
    assert {origin, to} <= set(stage.watch())
    stage.do(f"-{to}", "~0.5", f"+{origin}", "~1")
    stage.rests()
    stage.do(*ply.acts)
    stage.plays(ply)


def alike(ply: Ply) -> tuple[str, str] | None:
    """Two points whose pieces are alike, and cannot be told apart by what may be done to them."""
    if not ply.path and len(ply.taken) > 1:  # of a run: two others that are off are two moves
        return ply.taken[0], ply.taken[1]
    stacks, names = ply.game.stacks(ply.position), ply.game.board.names
    for one in range(len(stacks)):
        for two in range(one):
            if stacks[one] and stacks[one] == stacks[two]:
                return names[one], names[two]
    return None


@pytest.mark.parametrize("order", slow_after(2, range(4)))
@scenario(
    "23 two alike pieces swapped",
    lambda p: len(p.acts) + len(p.own) > 1 and p.clear and alike(p) is not None,
    set(SETS) - {"son_of_solomon"},
    "no two pieces are alike",
)
def test_two_alike_pieces_swapped(ply: Ply, order: int, tmp_path: Path) -> None:
    found = alike(ply)
    assert found is not None
    one, two = found
    stage = Stage(tmp_path, ply)
    orders = (
        [f"-{one}", f"-{two}", f"+{one}", f"+{two}"],
        [f"-{one}", f"-{two}", f"+{two}", f"+{one}"],
        [f"-{one}", f"-{two}", "~0.1", f"+{two}", "~0.1", f"+{one}"],
        [f"-{two}", f"-{one}", "~0.1", f"+{two}", f"+{one}"],
    )
    stage.do(*orders[order])
    stage.rests()
    stage.do(*ply.acts)
    stage.plays(ply)
