"""Guidance whose steps concern several pieces keeps its word: while hands follow it, nothing else
is played, taken back or asked for."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from companion.hands import Phase
from companion.hands.kept_plan import Edge, KeptPlan
from companion.hands.view import Mend
from companion.rules.geometry import Point, bits
from tests.hands.bench import Bench
from tests.hands.test_explanations import hands

_LATER = 5.0  # seconds; nobody follows what was told a moment ago


def mask(*points: int) -> int:
    return bits(map(Point, points))


def plan(mend: Mend) -> KeptPlan:
    return KeptPlan(goal=0, mend=mend, told=0.0)


def take(kept: KeptPlan, act: str, board: int = 0) -> bool:
    return kept.follows(Edge(Point(int(act[1:])), act[0] == "+", _LATER, board))


def asked(bench: Bench) -> tuple[set[str], set[str]]:
    """What is to be taken off, and where pieces are to be put now or after that."""
    view = bench.view
    return bench.points(view.take_away), bench.points(view.put_here | view.then)


@pytest.mark.parametrize(
    ("off", "on"), [*product(permutations(("10", "11")), permutations(("2", "14")))], ids=str
)
def test_several_pieces_are_taken_off_and_put_back_in_any_order(
    off: tuple[str, str], on: tuple[str, str]
) -> None:
    bench = Bench()
    bench.do("-14", "~.5", "-2", "~.5", "+10", "~.5", "+11", "~2")
    left, missing = {"10", "11"}, {"2", "14"}
    for acts, points, sign in ((off, left, "-"), (on, missing, "+")):
        for name in acts:
            assert (bench.phase, asked(bench)) == (Phase.ASTRAY, (left, missing))
            bench.do(f"{sign}{name}", "~1")
            points.discard(name)
    assert (bench.log, bench.phase) == ([], Phase.REST)


def test_what_was_told_of_the_pieces_is_told_until_they_stand() -> None:
    bench = Bench()
    bench.do("-14", "~.5", "-2", "~.5", "+10", "~.5", "+11", "~2", "-10", "~.5", "-11", "~1")
    names = bench.game.board.names
    told = {names[p]: "".join(piece.text for piece in stack) for p, stack in bench.view.pieces}
    assert told == {"2": "b", "14": "w"}
    bench.do("+14", "~1")
    assert bench.points(bench.view.put_here) == {"2"}
    bench.do("-14", "~1")  # another thought
    assert asked(bench) == (set(), {"2", "14"})


@pytest.mark.parametrize(
    ("game", "position", "past", "acts", "told"),
    [
        # Taking one piece off looks like a piece in the hand, and another plan was made for that.
        (
            "trinity",
            "",
            ["N1-11", "D14-7", "Q18-16", "N11-5", "D7-2"],
            "-16 ~.5 +15 ~1 -5 ~1 -2 ~.4 +2 ~.4 -1 ~1 +5 ~.4 +12",
            "5 12",
        ),
        # Here it looks like four moves taken back.
        (
            "son_of_solomon",
            "",
            ["1@9", "a@2", "2@6", "b@5", "3@14", "c@3"],
            "-6 ~.4 -14 ~.4 -2 ~.4 -3 ~.4 -5 ~3 +2 ~.5 +16 ~.5 +8",
            "16 8 2",
        ),
        # And here like one, or like a piece that has come down on another one.
        (
            "crowning",
            "",
            ["14-6"],
            "-6 ~.5 -18 ~.4 +14 ~.4 +18 ~.5 -19 ~1 +19 ~.4 +10",
            "10 14 18",
        ),
        ("crowning", "", ["2-18", "19-11", "3-6"], "-18 ~3 -1 ~.5 +2 ~.5 +18", "2 18"),
    ],
    ids=["in the hand", "taken back", "one taken back", "landed"],
)
def test_nothing_else_is_asked_while_several_pieces_are_taken_off(
    game: str, position: str, past: list[str], acts: str, told: str
) -> None:
    bench = Bench(game, position, past=past)
    bench.do(*acts.split(), "~1.5")
    left, (away, missing) = set(told.split()), asked(bench)
    assert (bench.phase, away) == (Phase.ASTRAY, left)
    for name in told.split():
        bench.do(f"-{name}", "~.9")
        left.discard(name)
        assert (bench.log, bench.phase, bench.view.confirmable) == ([], Phase.ASTRAY, False)
        assert asked(bench) == (left, missing)


@pytest.mark.parametrize("then", ["", "~3", "~600", "-8 ~1 +8 ~5"])
def test_hands_that_stop_half_way_may_confirm_the_move_that_the_board_shows(then: str) -> None:
    """They have put right what they saw. Unless they say so, what was asked for stays asked for."""
    bench = Bench("trinity", "o/.oo../oD/.../oQ/o...o/N D 9 1", seats="2")
    bench.do("-8", "+11", "~.5", "+5", "+8", "~2")
    assert (bench.phase, asked(bench)[0]) == (Phase.ASTRAY, {"5", "8", "11"})
    bench.do("-5", "~.5", *then.split())
    assert (bench.log, bench.phase, bench.view.confirmable) == ([], Phase.ASTRAY, True)
    assert asked(bench)[0] == {"8", "11"}
    bench.confirm()
    bench.wait(1)
    assert bench.log == ["D8-11"]


def test_a_move_made_before_is_offered_on_the_way_back() -> None:
    """A coin has moved, and a sleeve has dragged another one, which goes back."""
    past = ["N1-7", "D14-10", "Q18-5", "N7-3"]
    bench = Bench("trinity", past=past, seats="1", stones="15", blocked="none")
    for act in ["-10", "~.1", "+10", "~.1", "+13", "~.06", "-14", "~.1", "+9", "~2"]:
        bench.act(act)
    assert (bench.phase, bench.points(bench.view.take_away)) == (Phase.ASTRAY, {"9"})
    bench.do("-9", "~.5")
    assert not bench.view.confirmable
    bench.do("+14", "~10")
    assert (bench.log, bench.phase, bench.view.confirmable) == ([], Phase.ASTRAY, True)
    bench.confirm()
    assert bench.log == ["D10-13"]


def test_a_piece_on_an_edge_is_pushed_to_one_of_its_points() -> None:
    """Its switches have flickered for so long that they seem to be under two pieces."""
    bench = Bench("halma", past=["T@b1", "T@b9", "C@h1", "S@c9"], players="2", rules="simple")
    bench.do("+g1", "+f1", "~.3", "-g1", "~.2", "+g1", "~2")
    assert (bench.phase, asked(bench)[0]) == (Phase.ASTRAY, {"f1", "g1"})
    bench.do("-g1", "~1")
    assert (bench.phase, bench.view.confirmable) == (Phase.ASTRAY, True)
    bench.do("~9", "press")
    assert bench.phase is Phase.ASK


def test_one_piece_that_may_lie_on_two_points_is_a_choice() -> None:
    bench = Bench("son_of_solomon")
    bench.do("+1", "+4", "~1")
    assert bench.points(bench.view.straddled) == {"1", "4"}
    bench.do("~1", "-4", "~1")
    assert bench.log == ["1@1"]


def test_a_step_may_be_done_and_undone_in_any_order() -> None:
    kept = plan(Mend(mask(1, 2), 0, mask(1, 3)))
    assert not take(kept, "+3")  # first they have to be taken off
    assert not kept.begun
    assert take(kept, "-2")
    assert kept.begun and kept.halfway and not kept.finished(mask(1))
    assert take(kept, "+2")
    assert not kept.begun
    assert take(kept, "-2")
    assert take(kept, "-1")
    assert kept.finished(0) and not kept.halfway
    kept.tell(Mend(0, mask(3)), 0)
    assert kept.left(0) == Mend(0, mask(3), mask(1))
    assert take(kept, "+1") and not kept.finished(mask(1))
    assert kept.left(mask(1)) == Mend(0, mask(3))
    assert take(kept, "-1") and take(kept, "+3") and kept.finished(mask(3))
    assert not take(kept, "-2")


def test_what_is_done_of_a_step_is_kept_until_the_step_is_finished() -> None:
    kept = plan(Mend(mask(1, 2), 0))
    assert take(kept, "-1", mask(2)) and take(kept, "+1", mask(1, 2))
    assert [(edge.point, edge.closed) for edge in kept.edges] == [(1, False), (1, True)]
    assert take(kept, "-1", mask(2)) and take(kept, "-2")
    kept.tell(Mend(0, mask(3)), 0)
    assert [(edge.point, edge.closed) for edge in kept.edges] == [(1, False), (2, False)]
    assert kept.begun


def test_nobody_follows_what_was_told_a_moment_ago() -> None:
    kept = plan(Mend(mask(1, 2), 0))
    assert not kept.follows(Edge(Point(1), False, 0.3, mask(2)))
    assert kept.follows(Edge(Point(1), False, 0.5, mask(2)))


@pytest.mark.parametrize("waits", [0.1, 0.5, 3.0])
def test_what_was_lifted_as_asked_may_begin_a_move(waits: float) -> None:
    script = "-5@0 +10@.3 -14@.6 +5@.9 -10@1.2 +14@1.5"  # exchanged over a third point
    bench = hands(Bench(debounce=0.01), script, 2)
    assert bench.points(bench.view.take_away) == {"14"}
    hands(bench, f"-14@0 +12@{waits}", 2)
    assert (bench.log, bench.phase) == ([], Phase.ASTRAY)  # it seems to be Black's man
    bench.confirm()
    assert bench.log == ["14-12"]  # the players know better


def _exchanged(one: str, other: str, over: str) -> str:
    """Two pieces that change places over a vacant point."""
    return f"-{one}@0 +{over}@.5 -{other}@1 +{one}@1.5 -{over}@2 +{other}@2.5"


@pytest.mark.parametrize("one", ["2", "3", "4", "5", "6"])
@pytest.mark.parametrize("over", ["9", "10", "12"])
def test_a_piece_that_was_said_to_stand_right_may_be_moved(one: str, over: str) -> None:
    bench = hands(Bench(), _exchanged(one, "14", over), 4)
    assert (bench.phase, bench.view.stands) == (Phase.ASTRAY, True)
    bench.confirm()
    bench.wait(3)
    hands(bench, "-14@0 +12@.3", 2)
    assert (bench.log, bench.phase) == (["14-12"], Phase.REST)


@pytest.mark.parametrize("asked", [False, True])
def test_a_piece_that_is_known_to_be_another_makes_no_move(asked: bool) -> None:
    """By the lamps, the piece that is to be taken off its point has no other way to go either."""
    one, other = ("5", "14") if asked else ("14", "5")
    bench = hands(Bench(), _exchanged(one, other, "10"), 4)
    assert (bench.points(bench.view.take_away) == {"14"}) == asked
    hands(bench, "-14@0", 1)
    assert bench.phase is Phase.ASTRAY
    hands(bench, "+12@0", 10)
    assert (bench.log, bench.phase) == ([], Phase.ASTRAY)
    bench.confirm()
    assert bench.log == ["14-12"]


@pytest.mark.parametrize("gap", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("last", ["a2", "g7"])
def test_who_has_put_everything_back_is_asked_for_nothing(gap: float, last: str) -> None:
    text = "bbb.w.w/w..w.../bwwbbw./...b..b/..w..b./.wwb.../..w.b.b w place 12b12w w"
    bench = hands(Bench("soli2", text), f"-a6@0 +a2@{gap} -g7@{gap + 3} +a6@{2 * gap + 3}", 3)
    end = {"a2": f"+g7@0 -a2@{gap}", "g7": f"-a2@0 +g7@{gap}"}
    hands(bench, end[last], 3)
    assert not bench.match.history and bench.phase is Phase.REST


@pytest.mark.parametrize("gap", [0.3, 0.5, 1.2])
@pytest.mark.parametrize("first", [True, False])
def test_what_was_offered_is_confirmed_once_another_piece_is_back(gap: float, first: bool) -> None:
    text = "(oo)/(oo)o.(oo)o/o./..(oo)/o(oo)/.oo(oo)./."
    bench = hands(Bench("crowning", text), "-6@0", 1)
    assert bench.phase is Phase.CONFIRM
    script = f"-17@0 +10@{gap}" if first else f"-17@0 +10@{gap} -10@{2 * gap} +8@{3 * gap}"
    back = "-10@1 +17@1.5" if first else "-8@1 +17@1.5"
    hands(bench, script, 1)
    hands(bench, back, 3)
    bench.confirm()
    bench.wait(1)
    assert (bench.log, bench.phase) == (["6-3"], Phase.REST)
