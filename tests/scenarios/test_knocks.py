"""Boards that were knocked over, and the guidance from any board to the wanted one."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.device.lamps.scene import Meaning
from companion.hands import Phase
from companion.rules.geometry import points_of
from tests.scenarios.plies import SETS, Ply, find, scenario
from tests.scenarios.stage import Stage
from tests.slow import slow_after

ALL = tuple(SETS)
NIM = "in Nim any piece that is off is a move"


def crowded(ply: Ply) -> bool:
    return (
        bool(ply.path or ply.taken)
        and ply.clear
        and ply.before.bit_count() > 6
        and bool(ply.vacant)
    )


def knocked_over(ply: Ply, points: int) -> int:
    """A board that was knocked over. In Nim a piece that is off is a move: there some are too
    much, and none is missing."""
    return points | ply.before if ply.label == "nim" else points


@pytest.mark.parametrize("seed", slow_after(1, range(4)))
@scenario("19 board knocked, five pieces put back in a random order", crowded, ALL, "")
def test_five_pieces_fall_and_are_put_back(ply: Ply, seed: int, tmp_path: Path) -> None:
    rng, stage = Random(seed), Stage(tmp_path, ply)
    pieces = list(points_of(ply.before))
    fallen = rng.sample(pieces, 5)
    stage.show(ply.before & ~sum(1 << p for p in fallen), rng, gap=0.01)
    stage.wait(2)
    assert stage.logged == []
    in_nim = stage.phase in (Phase.HAND, Phase.CONFIRM) and ply.label == "nim"
    assert stage.points(Meaning.PUT_HERE) or in_nim  # there they may be a run
    stage.show(ply.before, rng, gap=rng.choice((0.1, 0.5, 1.5)))
    stage.rests()
    stage.do(*ply.acts)
    stage.plays(ply)


@pytest.mark.parametrize("examples", slow_after(1, (3, 8)))
@pytest.mark.parametrize("label", slow_after(1, sorted(ALL)))
def test_guidance_leads_from_any_board_in_the_fewest_liftings(
    label: str, tmp_path: Path, examples: int
) -> None:
    """What is shown is right; nothing is ever played; the game goes on."""
    ply = find(label, crowded)
    assert ply is not None

    @settings(max_examples=examples)
    @given(st.integers(0, ply.game.board.full), st.integers(0, 3))
    def check(points: int, seed: int) -> None:
        guidance_leads_back(tmp_path, ply, knocked_over(ply, points), seed)

    check()


def guidance_leads_back(tmp_path: Path, ply: Ply, knocked: int, seed: int) -> None:
    stage = Stage(tmp_path / f"{knocked}-{seed}", ply)
    stage.show(knocked, Random(seed), gap=0.005)
    stage.wait(2)
    wanted = ply.before
    missing, extra = (wanted & ~knocked).bit_count(), (knocked & ~wanted).bit_count()
    alike = len({stack for stack in ply.game.stacks(ply.position) if stack}) == 1
    liftings = again = 0
    while stage.phase is Phase.ASTRAY:
        at_home = stage.points(Meaning.TAKE_AWAY) & stage.names(wanted)
        liftings += lift(stage, alike=alike)
        # Of pieces that look different, several were in the air at once: what has to be looked at
        # is taken off instead of moved, and what may have been exchanged with it is put back.
        again += 2 * len(at_home)
        assert liftings <= (max(missing, extra) if alike else missing + extra + again)
    assert stage.logged == []
    assert stage.phase in (Phase.REST, Phase.HAND, Phase.CONFIRM, Phase.ASK)
    stage.show(wanted)  # the board may fit another explanation before it is the wanted one
    stage.rests()
    stage.do(*ply.acts)
    stage.plays(ply)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@scenario("set-up from any board", crowded, ALL, "")
def test_set_up_leads_from_any_board_in_the_fewest_liftings(
    ply: Ply, seed: int, tmp_path: Path
) -> None:
    """One pair at a time; then all that is missing, in any order of hands."""
    rng, full, wanted = Random(seed), ply.game.board.full, ply.before
    found = rng.getrandbits(ply.game.board.size) & full
    stage = Stage(tmp_path, ply, closed=found)
    missing, extra = stage.names(wanted & ~found), stage.names(found & ~wanted)
    assert stage.phase is Phase.SETUP
    for _ in range(max(len(missing), len(extra))):
        assert stage.phase is Phase.SETUP
        stage.leads_to(wanted)
        assert set(stage.watch()) <= missing | extra
        away = [f"-{name}" for name in sorted(stage.points(Meaning.TAKE_AWAY))]
        here = [f"+{name}" for name in sorted(stage.points(Meaning.SET_UP))]
        assert all(act[1:] in stage.state.message for act in away)
        stage.do(*rng.sample(away, min(1, len(away))), *rng.sample(here, min(1, len(here))), "~0.5")
    stage.rests()
    stage.do(*ply.acts)
    stage.plays(ply)


def lift(stage: Stage, *, alike: bool) -> int:
    """Do what the lamps say; how many liftings that were. alike: whether all pieces look alike, so
    that none has to be taken off only to see what it is."""
    away, here = stage.points(Meaning.TAKE_AWAY), stage.points(Meaning.PUT_HERE)
    assert len(away) <= 1 or not (alike or here)
    assert len(here) <= 1
    assert away or here
    assert set(stage.lamps) == away | here  # one step, and nothing else
    assert all(name in stage.state.message for name in away | here)
    stage.do(*(f"-{name}" for name in away), *(f"+{name}" for name in here), "~1", gap=0.3)
    return max(len(away), len(here))
