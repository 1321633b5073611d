"""Captures in any order of hands, begun and left, and with the wrong piece."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.device.lamps.scene import Meaning
from tests.scenarios.plies import Ply, scenario
from tests.scenarios.stage import Stage, reverse
from tests.slow import slow_after, slow_rows_after

CAPTURING = ("solomon", "peg", "soli2", "gomony")
NO_CAPTURE = "nothing that a hand carries captures"
ASIDE = ("trinity", "trinity for two", "halma advanced")
STONES = ("trinity", "trinity for two")
FORCED = (Meaning.MAY_MOVE, Meaning.MUST_JUMP)
GAPS = slow_after(2, (0.03, 1.5, 0.1, 0.5))  # seconds between the acts of a hand


def two_victims(ply: Ply) -> bool:
    """A capture, and another of something else."""
    return ply.capture and any(
        other.capture and not set(other.taken) & {*ply.taken, *ply.path} for other in ply.rivals
    )


def wrong_one(ply: Ply) -> str:
    """A piece that is not captured, and whose loss makes no move of what was done."""
    board, wrong = ply.game.board, ""
    firsts = {r.path[0] for r in ply.rivals if r.path}
    for name in sorted(set(ply.others) - firsts):
        bit = 1 << board.index[name]
        shown = ply.end & ~bit | sum(1 << board.index[taken] for taken in ply.taken)
        if all((shown ^ r.before) & ~r.touched for r in (ply, *ply.rivals)):
            wrong = name
    return wrong


def parking(ply: Ply) -> str:
    """A vacant point on which a piece makes no move of what was done."""
    index = ply.game.board.index
    ends = {r.end for r in ply.rivals} | {a.end for a in ply.answers}
    fits = [n for n in ply.vacant if ply.end | 1 << index[n] not in ends]
    return next((n for n in fits if not any(r.touched >> index[n] & 1 for r in ply.rivals)), "")


@pytest.mark.parametrize("gap", GAPS)
@scenario("1 victim first", lambda p: bool(p.taken) and p.capture, CAPTURING, NO_CAPTURE)
def test_victim_first(ply: Ply, gap: float, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(*ply.off, "~0.5")
    assert ply.path[0] in stage.points(*FORCED)  # this piece can capture it
    assert stage.logged == []
    stage.do(*ply.own, gap=gap)
    stage.plays(ply)


@pytest.mark.parametrize("gap", GAPS)
@scenario("1 own piece first", lambda p: bool(p.taken) and p.capture, CAPTURING, NO_CAPTURE)
def test_own_piece_first(ply: Ply, gap: float, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(ply.own[0], "~0.3")
    assert stage.lamps[ply.path[0]] is Meaning.FROM
    assert stage.lamps[ply.path[1]] is Meaning.TO
    stage.do(*ply.own[1:], gap=gap)
    stage.wait(1)
    assert stage.points(Meaning.TAKE_OFF) == set(ply.taken)
    assert set(ply.taken) <= set(stage.watch())
    assert stage.logged == []
    stage.do(*ply.off, gap=gap)
    stage.plays(ply)


@pytest.mark.parametrize("gap", GAPS)
@scenario("1 both in hand", lambda p: bool(p.taken) and p.capture, CAPTURING, NO_CAPTURE)
def test_both_in_hand(ply: Ply, gap: float, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(ply.own[0], *ply.off, "~0.5", gap=gap)
    assert stage.lamps[ply.path[0]] is Meaning.FROM
    assert stage.logged == []
    stage.do(*ply.own[1:], gap=gap)
    stage.plays(ply)


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("order", ["other first", "own first", "both in hand", "landing last"])
@scenario(
    "1 a piece that goes elsewhere, in any order",
    lambda p: bool(p.off and p.on) and p.plain,
    ASIDE,
    "no move carries a second piece to another point",
)
def test_piece_that_goes_elsewhere(ply: Ply, order: str, gap: float, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    first, *rest = ply.own
    acts = {
        "other first": [*ply.off, *ply.own, *ply.on],
        "own first": [*ply.own, *ply.off, *ply.on],
        "both in hand": [first, *ply.off, *rest, *ply.on],
        "landing last": [first, *ply.off, *ply.on, *rest],
    }[order]
    stage.do(*acts[:-1], "~0.5", gap=gap)
    assert stage.logged == []
    own = {acts[-1][1:], ply.path[0]}  # where it began another piece stands, which is in its way
    assert own & stage.points(Meaning.TO, Meaning.TAKE_OFF, *FORCED)
    stage.do(acts[-1])
    stage.plays(ply)


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("stone_first", [False, True])
@scenario(
    "1 a stone left behind, in any order",
    lambda p: bool(p.path and p.on and not p.off) and p.clear,
    STONES,
    "no move leaves a piece where it began",
)
def test_stone_left_behind(ply: Ply, stone_first: bool, gap: float, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    first, last = ply.own
    stage.do(*([first, *ply.on, last] if stone_first else [first, last]), "~0.5", gap=gap)
    if not stone_first:
        assert ply.on[0][1:] in stage.points(Meaning.TO)
        assert stage.logged == []
        stage.do(*ply.on)
    stage.plays(ply)


@pytest.mark.parametrize(
    ("lifted", "back"),
    slow_rows_after(
        2,
        [
            ("own first", "victim first"),
            ("victim first", "own first"),
            ("own first", "own first"),
            ("victim first", "victim first"),
        ],
    ),
)
@scenario(
    "2 lift own and victim, then abort",
    lambda p: bool(p.off) and bool(p.path) and p.plain,
    (*CAPTURING, *ASIDE),
    "nothing is captured or sent away",
)
def test_lifted_and_put_back(ply: Ply, lifted: str, back: str, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    own, off = ply.own[:1], ply.off
    stage.do(*([*own, *off] if lifted == "own first" else [*off, *own]), "~2")
    assert stage.logged == []
    restored = [*reverse(own), "~3", *reverse(off)]
    stage.do(*(restored if back == "own first" else [*reverse(off), "~3", *reverse(own)]))
    stage.rests()


@pytest.mark.parametrize("pause", slow_after(2, (0.05, 1.0, 0.3)))
@scenario("3 another victim nudged", two_victims, CAPTURING, NO_CAPTURE)
def test_another_victim_nudged(ply: Ply, pause: float, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    other = next(
        r.taken[0] for r in ply.rivals if r.capture and not {*r.taken} & {*ply.taken, *ply.path}
    )
    stage.do(ply.own[0], "~0.5", f"-{other}", f"~{pause}", f"+{other}", "~0.5")
    assert stage.logged == []
    assert stage.lamps[ply.path[0]] is Meaning.FROM
    stage.do(*ply.own[1:], *ply.off)
    stage.plays(ply)


SEVERAL = ("solomon", "gomony")


@scenario(
    "15 captured pieces taken per hop",
    lambda p: len(p.taken) > 1 and p.capture and len(p.taken) == len(p.path) - 1,
    SEVERAL,
    "no move captures twice",
)
def test_captured_pieces_taken_per_hop(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    for hop, (victim, to) in enumerate(zip(ply.taken, ply.path[1:], strict=True)):
        stage.do(f"-{ply.path[hop]}", f"+{to}", "~1")
        assert stage.lamps[victim] is Meaning.TAKE_OFF
        stage.do(f"-{victim}", "~1")
    stage.plays(ply)


@scenario(
    "15 captured pieces taken at the end",
    lambda p: len(p.taken) > 1 and p.capture,
    SEVERAL,
    "no move captures twice",
)
def test_captured_pieces_taken_at_the_end_and_one_forgotten(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    stage.do(*ply.own, "~1")
    assert stage.points(Meaning.TAKE_OFF) == set(ply.taken)
    *soon, forgotten = ply.taken
    stage.do(*(f"-{name}" for name in soon), "~20")
    assert stage.points(Meaning.TAKE_OFF) == {forgotten}
    assert stage.logged == []
    stage.do(f"-{forgotten}")
    stage.plays(ply)


@scenario(
    "15 a wrong piece taken",
    lambda p: len(p.taken) == 1 and p.capture and len(p.path) == 2 and bool(wrong_one(p)),
    CAPTURING,
    NO_CAPTURE,
)
def test_wrong_piece_taken(ply: Ply, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    wrong = wrong_one(ply)
    stage.do(*ply.own, f"-{wrong}", "~2")
    assert stage.logged == []
    # One piece is moved in the place of the other only if they look alike.
    stacks, index = ply.game.stacks(ply.position), ply.game.board.index
    alike = {stacks[index[name]] for name in (wrong, *ply.taken)} == {stacks[index[wrong]]}
    assert stage.points(Meaning.PUT_HERE) == ({wrong} if alike else set())
    assert stage.points(Meaning.TAKE_AWAY) == set(ply.taken)
    assert set(ply.taken) <= set(stage.watch())
    stage.do(f"+{wrong}", "~0.5", *ply.off)
    stage.plays(ply)


@pytest.mark.parametrize("early", [False, True])
@scenario(
    "16 captured piece parked",
    lambda p: len(p.taken) == 1 and p.capture and parking(p) != "",
    CAPTURING,
    NO_CAPTURE,
)
def test_captured_piece_parked(ply: Ply, early: bool, tmp_path: Path) -> None:
    stage = Stage(tmp_path, ply)
    at = parking(ply)
    acts = [*ply.off, f"+{at}", *ply.own] if early else [*ply.own, *ply.off, f"+{at}"]
    stage.do(*acts, "~2")
    assert stage.logged == []
    assert stage.points(Meaning.TAKE_AWAY) == {at}
    assert at in stage.watch()
    stage.do(f"-{at}")
    stage.plays(ply)
