"""Slow, short and careless slides, weak magnets, and pieces that go where they cannot."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.device.lamps.scene import Meaning
from companion.hands import Phase
from tests.scenarios.plies import SETS, Ply, scenario
from tests.scenarios.stage import Stage
from tests.slow import slow_after

SLIDING = ("solomon", "son_of_solomon", "crowning", "gomony", "halma", "halma advanced")
NO_SLIDE = "pieces jump, enter, or are taken off, and never just move"
MOVING = (*SLIDING, "peg", "trinity", "trinity for two", "soli2")
NO_PATH = "no piece is carried from point to point"
BROUGHT = ("son_of_solomon", "soli2", "halma", "halma advanced")
NO_DROP = "no piece enters by itself"
NIM = "a piece that is off is the move itself"


def resting_places(ply: Ply) -> list[Ply]:
    """Other slides of the same piece: it may rest there on its way."""
    return [r for r in ply.rivals if r.slide and r.own[0] == ply.own[0]]


@scenario(
    "4 slow slide, short rests", lambda p: p.slide and bool(resting_places(p)), SLIDING, NO_SLIDE
)
def test_slide_that_rests_shortly_where_it_could_end(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    acts = [ply.own[0]]
    for other in resting_places(ply)[:3]:
        to = other.path[-1]
        acts += [f"+{to}", "~0.1", f"-{to}"]
    stage.do(*acts, ply.own[1])
    stage.plays(ply)


@pytest.mark.parametrize("rest", slow_after(2, (1.0, 30.0, 5.0)))
@scenario(
    "4 slow slide, long rests", lambda p: p.slide and bool(resting_places(p)), SLIDING, NO_SLIDE
)
def test_slide_that_rests_long_where_it_could_end(ply: Ply, rest: float, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    other = resting_places(ply)[0]
    first, to = ply.own[0], other.path[-1]
    stage.do(first, f"+{to}", f"~{rest}")
    assert stage.logged == [other.text]  # it ended there; then it goes on all the same
    if ply.label == "crowning":
        return  # from there the rest of the way would be a move of its own, or none
    stage.do(f"-{to}", "~0.5")
    assert stage.phase in (Phase.TAKING_BACK, Phase.HAND)  # or the opponent is about to take it
    assert stage.lamps
    stage.do(ply.own[1])
    stage.rests(other.text, "back 1", ply.text)


def beside(ply: Ply) -> list[str]:
    """Vacant points next to the way whose switch a passing magnet may close."""
    stops = {r.path[-1] for r in ply.rivals if r.path} | set(ply.path)
    near = {name for point in ply.path for name in ply.near(point)}
    return sorted(near & set(ply.vacant) - stops) or sorted(near & set(ply.vacant))


@pytest.mark.parametrize("lasting", slow_after(2, (0.02, 0.18, 0.1)))
@scenario(
    "5 one magnet, two switches",
    lambda p: bool(p.path) and p.clear and bool(beside(p)),
    MOVING,
    NO_PATH,
)
def test_magnet_that_closes_a_neighbour(ply: Ply, lasting: float, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    near = beside(ply)[0]
    first, *rest = ply.own
    passing = [f"+{near}", f"~{lasting}", f"-{near}"]
    stage.do(first, *passing, *rest, *passing, *ply.off, *ply.on)
    stage.plays(ply)


@pytest.mark.parametrize("gap", slow_after(2, (0.03, 0.5, 0.1)))
@scenario("6 place before lift", lambda p: p.slide, SLIDING, NO_SLIDE)
def test_placed_before_it_is_lifted(ply: Ply, gap: float, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    lift, put = ply.own
    stage.do(put, lift, gap=gap)
    stage.plays(ply)


@pytest.mark.parametrize("vacant", slow_after(2, (0.5, 30.0, 3.0)))
@scenario(
    "9 off-centre piece that has moved",
    lambda p: bool(p.path) and not p.unseen and p.plain,
    MOVING,
    NO_PATH,
)
def test_moved_piece_that_reads_vacant(ply: Ply, vacant: float, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    to = ply.path[-1]
    stage.do(*ply.own, f"-{to}", *ply.off, f"~{vacant}")
    assert stage.logged == []
    assert to in stage.points(Meaning.TO)
    stage.do(f"+{to}", *ply.on)  # it is pushed to the middle
    stage.plays(ply)


def idle(ply: Ply) -> str:
    """A piece that no move lifts or takes off."""
    used = ply.touched
    for rival in ply.rivals:
        used |= rival.touched
    index = ply.game.board.index
    return next((name for name in ply.others if not used >> index[name] & 1), "")


@pytest.mark.parametrize("vacant", [0.3, 5.0])
@scenario(
    "9 off-centre piece that nobody moves",
    lambda p: bool(p.path or p.own) and bool(idle(p)),
    set(SETS) - {"nim"},
    NIM,
)
def test_idle_piece_that_reads_vacant(ply: Ply, vacant: float, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    name = idle(ply)
    stage.do(f"-{name}", f"~{vacant}")
    if vacant > 1:
        assert stage.points(Meaning.PUT_HERE) == {name}
        assert name in stage.watch()
    assert stage.logged == []
    stage.do(f"+{name}", "~0.5")
    stage.rests()
    stage.do(*ply.acts)
    stage.answer(ply)
    stage.plays(ply)


@pytest.mark.parametrize("seed", slow_after(1, range(3)))
@scenario(
    "10 weak magnet chatters",
    lambda p: p.clear and bool(p.path or p.own) and bool(idle(p)),
    set(SETS) - {"nim"},
    NIM,
)
def test_weak_magnet_chatters_through_a_turn(ply: Ply, seed: int, tmp_path: Path) -> None:
    stage, rng = Stage(tmp_path, ply), Random(seed)
    name = idle(ply)
    for act in ply.acts:
        for _ in range(rng.randint(1, 6)):
            stage.do(f"-{name}", gap=rng.uniform(0.002, 0.06))
            stage.do(f"+{name}", gap=rng.uniform(0.002, 0.06))
        stage.do(act)
    for _ in range(20):
        stage.do(f"-{name}", gap=rng.uniform(0.002, 0.03))
        stage.do(f"+{name}", gap=rng.uniform(0.002, 0.03))
    stage.plays(ply)


def wrong_point(ply: Ply) -> str:
    """A vacant point where the piece of the move makes nothing of any move."""
    index, lifted = ply.game.board.index, ply.path[0] if ply.path else ""
    gone = ply.before & ~(1 << index[lifted]) if lifted else ply.before
    bare = [n for n in ply.vacant if all(n not in r.path for r in ply.rivals)]
    plies = (ply, *ply.rivals)
    return next(
        (n for n in bare if all(((gone | 1 << index[n]) ^ p.before) & ~p.touched for p in plies)),
        "",
    )


@scenario(
    "12 right piece to a wrong point",
    lambda p: bool(p.path) and not p.unseen and p.clear and bool(wrong_point(p)),
    MOVING,
    NO_PATH,
)
def test_right_piece_to_a_wrong_point(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    wrong, origin = wrong_point(ply), ply.path[0]
    stage.do(ply.own[0], f"+{wrong}", "~2")
    assert stage.logged == []
    assert stage.points(Meaning.TAKE_AWAY) == {wrong}
    assert stage.points(Meaning.PUT_HERE) == {origin}
    assert {wrong, origin} <= set(stage.watch())
    assert stage.state.tone == "wrong"
    stage.do(f"-{wrong}", *ply.own[1:], *ply.off, *ply.on)  # straight on to where it can go
    stage.plays(ply)


@scenario(
    "12 piece brought to a wrong point",
    lambda p: p.drop and bool(wrong_point(p)),
    ("halma", "halma advanced"),
    f"{NO_DROP}, or it may enter anywhere",
)
def test_piece_brought_to_a_wrong_point(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    wrong = wrong_point(ply)
    stage.do(f"+{wrong}", "~2")
    assert stage.logged == []
    assert stage.points(Meaning.TAKE_AWAY) == {wrong}
    stage.do(f"-{wrong}", "~0.5", *ply.own, "~1")
    stage.answer(ply)
    stage.plays(ply)


@pytest.mark.parametrize("held", [0.3, 5.0])
@scenario(
    "12 piece without a move lifted",
    lambda p: bool(p.path) and p.clear and bool(idle(p)),
    MOVING,
    NO_PATH,
)
def test_piece_without_a_move_lifted(ply: Ply, held: float, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    name = idle(ply)
    stage.do(f"-{name}", f"~{held}", f"+{name}", "~1", *ply.own, *ply.off, *ply.on)
    stage.plays(ply)


@scenario("6 a piece that enters, and bounces off", lambda p: p.drop, BROUGHT, NO_DROP)
def test_piece_that_enters_hesitatingly(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    (act,) = ply.own
    stage.do(act, "~0.1", f"-{act[1:]}", "~1", act)
    stage.wait(1)
    stage.answer(ply)
    stage.plays(ply)
