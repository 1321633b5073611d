"""What breaks a rule is led back step by step, and nothing is played on the way.

Games of the examples take part: their pieces are crowned, castle and are captured in passing.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from itertools import permutations, product
from pathlib import Path
from random import Random

import pytest

from companion.games.registry import make
from companion.hands import Phase
from companion.rules import Match, TurnMatch
from tests.hands.bench import Bench

_EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("chess", "classic-games"):
        monkeypatch.syspath_prepend(str(_EXAMPLES / name))


def board(module: str, position: str) -> Bench:
    """A board of the game in this module."""
    game = getattr(import_module(module), module.rpartition(".")[2].capitalize())()
    return Bench(match=TurnMatch(Match(game, game.parse_position(position))))


def orders(acts: str, *pieces: tuple[str, str]) -> list[tuple[str, ...]]:
    """All orders in which hands can do this. pieces: where a piece is lifted and put down."""
    return [
        order
        for order in permutations(acts.split())
        if all(order.index(lifted) < order.index(put) for lifted, put in pieces)
    ]


def perform(bench: Bench, acts: Iterable[str], then: float = 6.0) -> None:
    """Lift and put, half a second after one another, and leave the board alone for a while."""
    for act in acts:
        bench.act(act)
        bench.wait(0.5)
    bench.wait(then)


def obey(bench: Bench) -> None:
    """Do what the lamps ask for, one step after another."""
    for _ in range(8):
        view = bench.view
        for name in bench.points(view.take_away | view.take_off):
            bench.lift(name, after=0.3)
        for name in list(bench.points(view.put_here))[:1]:
            bench.put(name, after=0.6)
        bench.wait(6)
        if bench.phase is Phase.HAND:  # what is still in the hand goes back
            bench.put(*bench.points(bench.game.occupancy(bench.match.position) & ~bench.sensed))
            bench.wait(6)
        if bench.phase is Phase.REST:
            return


CHESS, DRAUGHTS = "companion_chess.chess", "companion_classics.draughts"
MORRIS = "companion_classics.morris"

CROWD = ".b.b.b../b.b.b.b./.....b.b/b...b.b./.w...w.w/w.w...w./...w...w/w.w.w.w. b"


@pytest.mark.parametrize("acts", orders("-d8 -e7 +f6", ("-d8", "+f6")), ids=" ".join)
@pytest.mark.parametrize("first", ["-b6 -c7 +d8", "-b6 +d8 -c7", "-c7 -b6 +d8"])
def test_a_man_that_was_crowned_does_not_jump_on(first: str, acts: tuple[str, ...]) -> None:
    position = "......../..b.b.../.w....../......../......../w......./......../........ w"
    bench = board(DRAUGHTS, position)
    perform(bench, first.split(), 2)
    assert bench.log == ["b6xd8"]
    perform(bench, acts)
    obey(bench)
    assert (bench.log, bench.phase) == (["b6xd8"], Phase.REST)


@pytest.mark.parametrize("acts", orders("-e3 -f4 +g5", ("-e3", "+g5")), ids=" ".join)
def test_a_man_that_jumps_over_its_own_goes_back(acts: tuple[str, ...]) -> None:
    position = "......../....b.../......../......../.....w../....w.../......../........ w"
    bench = board(DRAUGHTS, position)
    perform(bench, acts)
    obey(bench)
    assert (bench.log, bench.phase) == ([], Phase.REST)


@pytest.mark.parametrize(
    "acts", orders("-e1 -h1 +g1 +f1", ("-e1", "+g1"), ("-h1", "+f1")), ids=" ".join
)
def test_a_king_does_not_castle_out_of_check(acts: tuple[str, ...]) -> None:
    bench = board(CHESS, "4k3/8/8/8/8/4r3/8/4K2R w K - 0")
    perform(bench, acts)
    assert bench.phase is Phase.ASTRAY
    obey(bench)
    assert (bench.log, bench.phase) == ([], Phase.REST)


@pytest.mark.parametrize(
    ("module", "position", "acts", "move"),
    [
        ("companion.games.solomon", "b/bb.bw/b./.../w./w.w.w/w w", "-6 +4 -5", "6x4"),
        (DRAUGHTS, CROWD, "-g5 +e3 -f4", "g5xe3"),
        (MORRIS, ".ww/bw./.w./.bbbbw/..b/bw./w.w w 0 0", "-d2 +d1 -c4", "d2-d1xc4"),
        (CHESS, "4k3/8/8/1pPp4/8/8/8/4K3 w - b6 0", "-c5 +b6 -b5", "cxb6"),
    ],
    ids=["solomon", "draughts", "morris", "en passant"],
)
def test_a_captured_piece_is_to_be_taken_off_wherever_it_is_parked(
    module: str, position: str, acts: str, move: str
) -> None:
    origin, _, taken = (act[1:] for act in acts.split())
    first = board(module, position)
    perform(first, acts.split())
    vacant = set(first.game.board.names) - first.points(int(first.sensed)) - {taken}
    assert origin in vacant
    for point in sorted(vacant):
        bench = board(module, position)
        perform(bench, [*acts.split(), f"+{point}"])
        view = bench.view
        assert bench.points(view.take_away | view.take_off) == {point}, point
        assert not view.put_here
        perform(bench, [f"-{point}"])
        assert bench.log == [move], point


def _crowned(seed: int) -> tuple[list[str], list[tuple[str, str]]]:
    """Some moves of the Crowning Problem, and then wrong ones to vacant points."""
    rng, match = Random(seed), Match(make("crowning"))
    for _ in range(rng.randrange(2, 14)):
        if not match.over:
            match.play(rng.choice(match.moves))
    names, game = match.game.board.names, match.game
    stacks = game.stacks(match.position)
    legal = {tuple(game.move_text(match.position, move).split("-")) for move in match.moves}
    acts = [
        (names[origin], names[to])
        for origin, to in product(range(len(names)), repeat=2)
        if stacks[origin] and not stacks[to] and (names[origin], names[to]) not in legal
    ]
    return [ply.text for ply in match.history], rng.sample(acts, min(8, len(acts)))


@pytest.mark.parametrize(
    ("past", "act"),
    [
        (["6-17", "19-1", "16-18", "15-2"], ("3", "15")),
        *((past, act) for past, acts in map(_crowned, range(8)) for act in acts),
    ],
    ids=str,
)
def test_a_wrong_move_takes_nothing_back_unasked(past: list[str], act: tuple[str, str]) -> None:
    """The last move may have ended on another piece, from which nothing seems to be lifted."""
    bench = Bench("crowning", past=past)
    bench.lift(act[0])
    bench.put(act[1], after=0.7)
    bench.wait(8)
    assert [ply.text for ply in bench.match.history][: len(past)] == past
