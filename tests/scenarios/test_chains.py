"""Chains of jumps: in one go, hop by hop, and paused for as long as one likes; and runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.device.lamps.scene import Meaning
from companion.hands import Phase
from tests.scenarios.plies import Ply, scenario
from tests.scenarios.stage import Stage
from tests.slow import slow_after

MUST_GO_ON = ("solomon", "gomony")
MAY_GO_ON = ("halma", "halma advanced")
NO_CHAIN = "a turn is one jump, or none"
GREEN = (Meaning.TO, Meaning.KEEP_JUMPING)


@pytest.mark.parametrize("gap", [0.03, 0.5])
@scenario(
    "13 chain that skips its landings", lambda p: p.chain, (*MUST_GO_ON, *MAY_GO_ON), NO_CHAIN
)
def test_chain_that_skips_its_landings(ply: Ply, gap: float, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(ply.own[0], "~1", ply.own[-1], *ply.off, *ply.on, gap=gap)
    stage.plays(ply)


@pytest.mark.parametrize("pause", slow_after(2, (1.0, 5.0, 30.0)))
@scenario(
    "14 chain paused that must go on", lambda p: p.chain and bool(p.taken), MUST_GO_ON, NO_CHAIN
)
def test_pause_in_a_chain_that_must_go_on(ply: Ply, pause: float, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    lift, put, *rest = ply.own
    stage.do(lift, put, f"~{pause}")
    assert stage.logged == []
    assert stage.lamps[ply.path[1]] is Meaning.KEEP_JUMPING
    assert stage.lamps[ply.path[2]] is Meaning.TO
    assert {*ply.path[1:3]} <= set(stage.watch())
    for act in rest:
        stage.do(act, f"~{pause}" if act[0] == "+" else "~0.2")
        assert stage.logged == []
    stage.do(*ply.off)
    stage.plays(ply)


def stops(ply: Ply) -> list[Ply]:
    """The shorter chains that stop at the landings on the way."""
    shorter = [r for r in ply.rivals if r.path and r.path == ply.path[: len(r.path)]]
    return [r for r in shorter if r.clear and not r.off]


@scenario(
    "14 chain paused shortly that may stop",
    lambda p: p.chain and not p.off and not p.taken and len(stops(p)) == len(p.path) - 2,
    MAY_GO_ON,
    NO_CHAIN,
)
def test_short_pause_in_a_chain_that_may_stop(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    lift, put, *rest = ply.own
    stage.do(lift, put, "~1")
    assert stage.phase is Phase.CONFIRM
    assert stage.lamps[ply.path[1]] is Meaning.KEEP_JUMPING
    assert stage.logged == []
    stage.do(*rest)
    stage.plays(ply)


@pytest.mark.parametrize("pause", [5.0, 30.0])
@scenario(
    "14 chain paused long that may stop",
    lambda p: p.chain and not p.off and not p.taken and len(stops(p)) == len(p.path) - 2,
    MAY_GO_ON,
    NO_CHAIN,
)
def test_long_pause_in_a_chain_that_may_stop(ply: Ply, pause: float, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    (shorter, *_) = sorted(stops(ply), key=lambda stop: len(stop.path))
    lift, put, *rest = ply.own
    stage.do(lift, put, f"~{pause}")
    assert stage.logged == [shorter.text]  # the pause has ended it; but it can still go on
    stage.do(*rest, "~6")
    assert stage.texts == [ply.text]
    assert stage.logged[0] == shorter.text
    assert stage.resting


@pytest.mark.parametrize("confirm", ["tap", "button"])
@scenario(
    "14 chain stopped on purpose",
    lambda p: (
        len(p.path) == 2
        and p.clear
        and not p.off
        and any(r.path[:2] == p.path and len(r.path) > 2 for r in p.rivals)
    ),
    MAY_GO_ON,
    NO_CHAIN,
)
def test_chain_stopped_on_purpose(ply: Ply, confirm: str, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(*ply.own, "~0.5")
    assert stage.phase is Phase.CONFIRM
    if confirm == "tap":
        stage.tap(ply.path[-1])
    else:
        stage.press()
    assert stage.logged == [ply.text]  # at once
    stage.plays(ply)


@pytest.mark.parametrize("pause", slow_after(2, (0.05, 3.0, 1.0)))
@scenario(
    "14 run of removals paused",
    lambda p: not p.path and len(p.taken) > 2,
    ("nim",),
    "pieces are not taken off in runs",
)
def test_run_of_removals_paused(ply: Ply, pause: float, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    for act in ply.off[:-1]:
        stage.do(act, f"~{pause}")
        assert stage.logged == []
        assert ply.taken[-1] in stage.points(Meaning.MAY_MOVE)  # it can still come off
    stage.do(ply.off[-1])
    stage.plays(ply)


@pytest.mark.parametrize("pause", [5.0, 30.0])
@scenario(
    "14 run of removals paused long",
    lambda p: not p.path and len(p.taken) == 2,
    ("nim",),
    "pieces are not taken off in runs",
)
def test_long_pause_ends_a_run_and_a_late_piece_makes_it_longer(
    ply: Ply, pause: float, tmp_path: Path
) -> None:
    """Whose the next piece is no switch can tell: by then it is the other player's move."""
    stage = Stage(tmp_path, ply)
    first, second = ply.off
    stage.do(first, f"~{pause}")
    name = first[1:]
    assert stage.logged == [name]
    stage.do(second, "~6")
    assert stage.texts in ([ply.text], [name, second[1:]])
    assert stage.resting


@pytest.mark.parametrize("lasting", [0.1, 2.0])
@scenario(
    "2 run of removals begun, and put back",
    lambda p: not p.path and len(p.taken) > 1,
    ("nim",),
    "pieces are not taken off in runs",
)
def test_run_put_back(ply: Ply, lasting: float, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(*ply.off, f"~{lasting}" if lasting < 0.2 else "~0.1")
    stage.do(*(f"+{name}" for name in ply.taken), f"~{lasting}")
    stage.rests()
