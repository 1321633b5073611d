"""What is shown while a move is on its way, and how a question is answered."""

from __future__ import annotations

import pytest

from companion.hands import Phase
from companion.hands.hand import HandHints, hand_hints
from companion.hands.pattern import MovePattern
from companion.rules.geometry import Point, bits
from tests.hands.bench import Bench
from tests.hands.patterns import move_along

CAPTURE = "./....b/../b../../w..../. w"
CHAIN = "./.b..b/../b../../w..../. w"
CIRCLE = "......../......../.(bb).(bb)..../......../.(bb).(bb)..../..W...../......../........ w"
TWO_WAYS = (
    ".B.b...b/b.(bw).B.../...b...(bbw)/..(bw).(bw).../...w..../..(bw).(ww).../.......W/w.w...W. b"
)
SENT_BACK = (
    "..nS....nTnSnTnC../....nD............/................../........nC......../"
    "................../................../......sC........../..sDsT..sC......../"
    "........sT..sSsS.. n -,-"
)
POINTS = (
    *("movable", "sources", "targets", "victims"),
    *("take_off", "go_on", "put_here", "take_away"),
)


def shown(bench: Bench) -> str:
    """The phase, and every set of points that is not empty, as `targets=9,12`."""
    found = {name: bench.points(getattr(bench.view, name)) for name in POINTS}
    sets = [f"{name}={','.join(sorted(found[name]))}" for name in POINTS if found[name]]
    return " ".join([bench.phase.value, *sets])


@pytest.mark.parametrize(
    ("game", "text", "options", "acts"),
    [
        (
            *("solomon", "", {}),
            [
                ("-14", "hand sources=14 targets=12,9"),
                ("+9", "hand sources=14"),
                ("~1", "rest movable=2"),
            ],
        ),
        (
            *("solomon", CAPTURE, {}),
            [
                ("-14", "hand sources=14 targets=7 victims=9"),
                ("+7", "hand sources=14 take_off=9"),
                ("-9", "hand sources=14"),
            ],
        ),
        (
            *("solomon", CAPTURE, {}),
            [
                ("-9", "hand movable=14"),
                ("-14", "hand sources=14 targets=7"),
                ("+7", "hand sources=14"),
            ],
        ),
        (
            *("solomon", CHAIN, {}),
            [
                ("-14", "hand sources=14 targets=7 victims=3,9"),
                ("+7", "hand sources=14 targets=1 victims=3 take_off=9 go_on=7"),
                ("-7", "hand sources=14 targets=1 victims=3,9"),
                ("+1", "hand sources=14 take_off=3,9"),
                ("-3", "hand sources=14 take_off=9"),
                ("-9", "hand sources=14"),
            ],
        ),
        (
            *("solomon", CHAIN, {}),
            [
                ("-14", "hand sources=14 targets=7 victims=3,9"),
                ("-9", "hand sources=14 targets=7 victims=3"),
                ("+7", "hand sources=14 targets=1 victims=3 go_on=7"),
                ("-3", "hand sources=14 targets=1 go_on=7"),
                ("-7", "hand sources=14 targets=1"),
                ("+1", "hand sources=14"),
            ],
        ),
        (
            *("trinity", "", {}),
            [
                ("-1", "hand sources=1 targets=10,11,16,19,3,4,5,7,8,9"),
                ("+9", "hand sources=1 targets=1"),
                ("+1", "hand"),
            ],
        ),
        (
            *("nim", "o/ooooo/oo/ooo/oo/ooooo/o w", {}),
            [
                ("-11", "confirm movable=1,13,17,18,19,5,6,8"),
                ("-6", "confirm movable=13,17,19"),
            ],
        ),
        (
            *("gomony", CIRCLE, {}),
            [
                ("-c3", "hand sources=c3 targets=c3"),
                ("+e5", "hand sources=c3 targets=c3"),
            ],
        ),
        (
            *("halma", SENT_BACK, {"rules": "advanced"}),
            [
                ("-d3", "hand movable=h9"),
                ("-h9", "hand sources=h9 targets=d1,f1,f3"),
                ("+b3", "hand sources=h9 targets=d1,f1,f3 go_on=b3"),
                ("-b3", "hand sources=h9 targets=d1,f1,f3"),
                ("+f3", "hand sources=h9 targets=b1,d1,f1 go_on=f3"),
                ("+b1", "confirm sources=h9 targets=d1,f1 go_on=f3"),
            ],
        ),
        (
            *("son_of_solomon", "", {}),
            [("+9", "hand")],
        ),
    ],
)
def test_lamps_lead_from_one_act_to_the_next(
    game: str, text: str, options: dict[str, str], acts: list[tuple[str, str]]
) -> None:
    bench = Bench(game, text, bag=7, match=None, debounce=None, doubts=False, **options)
    for act, what in acts:
        bench.do(act)
        assert shown(bench) == what, act


def test_a_piece_on_its_way_back_is_shown_where_it_came_from() -> None:
    bench = Bench()
    bench.do("-14", "+12", "~1", "-12")
    assert shown(bench) == "taking_back put_here=14"
    bench = Bench(text=CAPTURE)
    bench.do("-14", "+7", "-9", "~1", "-7", "+14", "~1")
    assert shown(bench) == "taking_back put_here=9"


def test_what_is_astray_is_shown_a_pair_at_a_time() -> None:
    bench = Bench()
    bench.do("-2", "+7", "-3", "+8", "~3")
    assert bench.phase is Phase.ASTRAY
    assert bench.view.put_here.bit_count() == bench.view.take_away.bit_count() == 1
    assert not bench.view.confirmable
    bench = Bench()
    bench.do("-2", "~3")
    assert shown(bench) == "astray put_here=2"
    bench = Bench()
    bench.do("+8", "~3")
    assert shown(bench) == "astray take_away=8"


def asked() -> Bench:
    """A jump that may have gone either way: over b4, or over f4."""
    bench = Bench("gomony", TWO_WAYS)
    bench.do("-d6", "+d2")
    assert (bench.phase, bench.view.candidates) == (Phase.HAND, ())
    bench.do("~1")
    assert shown(bench) == "ask sources=d6"
    assert bench.texts(bench.view.candidates) == ["d6xf4xd2", "d6xb4xd2"]
    assert bench.view.picked == -1
    return bench


def test_the_button_steps_through_the_candidates_and_a_hold_takes_one() -> None:
    bench = asked()
    bench.confirm(held=True)
    assert bench.log == []  # none is picked
    for picked in (0, 1, 0, 1):
        bench.confirm()
        assert bench.view.picked == picked
    assert bench.log == []
    bench.confirm(held=True)
    assert bench.log == ["d6xb4xd2"]
    bench = asked()
    bench.confirm()
    bench.confirm(held=True)
    assert bench.log == ["d6xf4xd2"]


@pytest.mark.parametrize(("candidate", "log"), [(0, ["d6xf4xd2"]), (1, ["d6xb4xd2"]), (2, [])])
def test_the_page_answers_by_number(candidate: int, log: list[str]) -> None:
    bench = asked()
    bench.choose(candidate)
    assert bench.log == log


@pytest.mark.parametrize(
    ("point", "log", "picked"), [("c5", ["d6xb4xd2"], -1), ("e5", ["d6xf4xd2"], -1), ("d2", [], 0)]
)
def test_a_tap_answers_if_it_is_on_one_candidate_alone_and_else_steps(
    point: str, log: list[str], picked: int
) -> None:
    bench = asked()
    bench.do(f"-{point}", "~0.1", f"+{point}", "~1")
    assert bench.log == log
    assert bench.view.picked == picked


def test_whose_hands_did_the_same_is_asked_with_the_likeliest_already_shown() -> None:
    bench = Bench("soli2", bag=None)
    bench.do("+d4")
    assert (bench.phase, bench.view.picked) == (Phase.HAND, -1)
    bench.do("~1")
    assert (bench.phase, bench.view.picked) == (Phase.ASK, 0)
    bench.confirm()
    assert [ply.text for ply in bench.match.history] == ["draw b", "b@d4"]
    again = Bench("soli2", bag=None)
    again.do("+d4", "~1", "-d4", "~0.2", "+d4", "~1")
    assert again.view.picked == 1
    again.confirm()
    assert [ply.text for ply in again.match.history] == ["draw w", "w@d4"]


def test_going_on_answers_what_the_last_counter_was() -> None:
    bench = Bench("soli2", bag=None)
    bench.do("+d4", "~1", "+a1", "~1")
    assert [ply.text for ply in bench.match.history] == ["draw b", "b@d4"]
    assert (bench.phase, bench.view.picked) == (Phase.ASK, 0)


@pytest.mark.parametrize(("point", "log"), [("f3", ["h9-b3-f3"]), ("b1", [])])
def test_a_tap_on_the_piece_that_was_moved_confirms_it(point: str, log: list[str]) -> None:
    bench = Bench("halma", SENT_BACK, rules="advanced")
    bench.do("-d3", "-h9", "+b3", "-b3", "+f3", "+b1", "~1")
    assert bench.phase is Phase.CONFIRM
    assert bench.texts(bench.view.candidates) == ["h9-b3-f3"]
    assert bench.view.picked == -1
    bench.do(f"-{point}", "~0.1", f"+{point}", "~1")
    assert bench.log == log


@pytest.mark.parametrize("point", ["5", "14", "8", "12"])
def test_a_tap_on_any_point_of_a_takeback_of_several_plies_confirms_it(point: str) -> None:
    bench = Bench()
    bench.do("-14", "+12", "~1", "-5", "+8", "~1", "-8", "-12", "+14", "+5", "~3")
    assert bench.phase is Phase.CONFIRM
    standing = point in ("5", "14")
    if standing:
        bench.do(f"-{point}", "~0.1", f"+{point}", "~1")
    else:
        bench.do(f"+{point}", "~0.1", f"-{point}", "~1")
    assert bench.log == ["14-12", "5-8"] + ["back 2"] * standing


def test_pieces_that_land_on_others_are_not_seen_to_land() -> None:
    bench = Bench("crowning")
    bench.do("-1", "~1")
    assert bench.phase is Phase.ASK
    assert bench.view.unseen
    bench = asked()
    assert not bench.view.unseen


@pytest.mark.parametrize("held", [True, False])
def test_a_piece_may_go_on_to_land_on_another_one_instead(held: bool) -> None:
    past = ["18-15", "11-19", "16-14", "12-6"]
    bench = Bench("crowning", past=past, vacant="5")
    bench.do("-1", "+16", "~1")
    assert bench.log == ["1-16"]
    bench.do("-16", "~3")
    assert (bench.phase, bench.view.plies) == (Phase.HAND, 0)  # or it is on its way from 16
    if held:
        bench.wait(2)
        assert (bench.phase, bench.view.plies) == (Phase.CONFIRM, 1)
    bench.confirm()
    assert (bench.log, bench.phase) == (["1-16", "back 1"], Phase.CONFIRM)
    bench.confirm()
    assert bench.log == ["1-16", "back 1", "1-9"]


def test_a_piece_that_may_have_meant_another_point_is_on_its_way_there() -> None:
    bench = Bench()
    bench.do("-14", "+12", "~1", "-12", "~0.3", "+9", "~1")  # 14-9 instead of 14-12
    assert bench.log == ["14-12", "back 1", "14-9"]


def test_a_knocked_over_board_is_played_only_when_that_is_confirmed() -> None:
    bench = Bench()
    bench.do("-2", "-3", "-5", "-6", "~3")
    assert bench.phase is Phase.ASTRAY
    assert not bench.view.confirmable
    bench.do("+2", "+3", "+5", "-14", "+12", "+6", "~3")
    assert (bench.phase, bench.log) == (Phase.ASTRAY, [])
    assert bench.view.confirmable
    bench.confirm()
    assert bench.log == ["14-12"]


def test_two_switches_at_most_may_be_a_mistake_beside_a_move() -> None:
    bench = Bench()
    bench.do("-2", "-3", "~3", "+2", "+3", "-14", "+12", "~3")
    assert bench.log == ["14-12"]
    bench = Bench()
    bench.do("-2", "-3", "-5", "~3", "+2", "+3", "-14", "+12", "+5", "~3")
    assert (bench.phase, bench.log) == (Phase.ASTRAY, [])
    assert bench.view.confirmable


@pytest.mark.parametrize("knocked", [("2", "3"), ("2", "3", "5"), ("2", "3", "5", "6")])
@pytest.mark.parametrize("soon", ["~.03", "~.1", "~1"])
def test_a_move_after_a_knock_that_was_put_right_is_played(
    knocked: tuple[str, ...], soon: str
) -> None:
    bench = Bench()
    bench.do(*(f"-{point}" for point in knocked), "~3", *(f"+{point}" for point in knocked))
    bench.do(soon, "-14", "+12", "~1")
    assert (bench.phase, bench.log) == (Phase.REST, ["14-12"])


A, B, C, D, E, F = map(Point, range(1, 7))


def hints(*moves: MovePattern, standing: str, touched: str) -> HandHints:
    """What several moves have in common to show; the points by their letters."""
    points = {"A": A, "B": B, "C": C, "D": D, "E": E, "F": F}
    return hand_hints(moves, *(bits(points[p] for p in names) for names in (standing, touched)))


def test_every_piece_that_could_make_a_capture_begun_may_move() -> None:
    found = hints(
        move_along(A, B, taken=[(C, 1)]),
        move_along(D, E, taken=[(C, 1)]),
        standing="AD",
        touched="C",
    )
    assert found == HandHints(movable=bits([A, D]))


def test_a_move_whose_piece_still_stands_is_not_shown_while_another_is_in_hand() -> None:
    found = hints(move_along(A, B), move_along(C, D), standing="C", touched="A")
    assert found == HandHints(sources=bits([A]), targets=bits([B]))


def test_a_piece_whose_place_was_taken_by_another_goes_to_the_end_of_its_way() -> None:
    found = hints(
        move_along(A, B, C, extras=[(A, True)]),
        move_along(A, D, extras=[(A, True)]),
        standing="A",
        touched="A",
    )
    assert found == HandHints(movable=bits([A]), targets=bits([C, D]))


def test_all_that_were_lifted_are_sources_and_all_their_ends_are_targets() -> None:
    found = hints(move_along(A, B), move_along(C, D), standing="", touched="AC")
    assert found == HandHints(sources=bits([A, C]), targets=bits([B, D]))
    bounced = hints(move_along(A, B), move_along(C, D), standing="", touched="ABCD")
    assert bounced == found


def test_every_piece_that_rests_on_its_way_may_go_on() -> None:
    found = hints(move_along(A, B, C), move_along(D, E, F), standing="BE", touched="ABDE")
    assert found.go_on == bits([B, E])


def test_a_captured_piece_is_taken_off_although_the_captor_stands_where_another_was() -> None:
    found = hints(move_along(A, B, taken=[(B, 1), (C, 1)]), standing="BC", touched="AB")
    assert found == HandHints(sources=bits([A]), take_off=bits([C]))


def test_what_each_move_still_wants_once_its_piece_has_arrived_is_shown() -> None:
    put = hints(
        move_along(A, B, extras=[(C, True)]),
        move_along(A, B, extras=[(D, True)]),
        standing="B",
        touched="AB",
    )
    assert put == HandHints(sources=bits([A]), targets=bits([C, D]))
    sent_back = hints(
        move_along(A, B, extras=[(C, False)]),
        move_along(A, B, extras=[(D, False)]),
        standing="BCD",
        touched="AB",
    )
    assert sent_back == HandHints(sources=bits([A]), take_off=bits([C, D]))
    either = hints(
        move_along(A, B, taken=[(C, 1)]),
        move_along(A, B, taken=[(D, 1)]),
        standing="BCD",
        touched="AB",
    )
    assert either == HandHints(sources=bits([A]), movable=bits([C, D]))
    done = hints(move_along(A, B, extras=[(C, False)]), standing="BD", touched="ABC")
    assert done == HandHints(sources=bits([A]))
