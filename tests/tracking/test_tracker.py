"""What hands do, and what it means."""

from __future__ import annotations

from itertools import permutations

import pytest

from companion.tracking import Phase
from tests.tracking.bench import Bench

# White 14 can jump over 9 to 7, and must; from 7 over 3 to 1, where it would be crowned.
CHAIN = "./.b..b/../b../../w..../. w"
# A white king on 10; black men around it that it can jump in a loop back to 10.
START = "b/bbbbb/../.../../wwwww/w w"


def test_slide_is_played_when_the_board_has_settled() -> None:
    bench = Bench()
    bench.do("-14", "+9")
    assert bench.log == []
    bench.wait(0.25)
    assert bench.log == ["14-9"]
    assert bench.phase is Phase.REST


def test_lifting_shows_where_the_piece_may_go() -> None:
    bench = Bench()
    bench.do("-14")
    assert bench.phase is Phase.HAND
    assert bench.points(bench.view.sources) == {"14"}
    assert bench.points(bench.view.targets) == {"9", "12"}


def test_piece_put_back_is_no_move() -> None:
    bench = Bench()
    bench.do("-14", "~30", "+14", "~5")
    assert (bench.log, bench.phase) == ([], Phase.REST)


@pytest.mark.parametrize("order", sorted(set(permutations(["-9", "-14", "+7"]))))
def test_capture_in_every_order_of_hands(order: tuple[str, ...]) -> None:
    if order.index("+7") < order.index("-14"):
        pytest.skip("a piece cannot be put down before it is lifted")
    bench = Bench(text="./.....b/../b../../w..../. w".replace(".....b", "....b"))
    for act in order:
        bench.do(act, "~1")
    assert bench.log == ["14x7"]


def test_captured_piece_still_on_the_board_is_shown_until_it_is_off() -> None:
    bench = Bench(text="./....b/../b../../w..../. w")
    bench.do("-14", "+7", "~10")
    assert bench.log == []
    assert bench.points(bench.view.take_off) == {"9"}
    bench.do("-9", "~1")
    assert bench.log == ["14x7"]


def test_chain_pauses_on_a_landing_for_as_long_as_it_takes() -> None:
    bench = Bench(text=CHAIN)
    bench.do("-14", "+7", "-9", "~30")
    assert bench.log == []
    assert bench.points(bench.view.go_on) == {"7"}
    assert bench.points(bench.view.targets) == {"1"}
    bench.do("-7", "+1", "-3", "~1")
    assert bench.log == ["14x7x1"]


def test_chain_may_skip_its_landings_and_take_everything_at_the_end() -> None:
    bench = Bench(text=CHAIN)
    bench.do("-14", "+1", "~2")
    assert bench.points(bench.view.take_off) == {"9", "3"}
    bench.do("-3", "-9", "~1")
    assert bench.log == ["14x7x1"]


def test_own_piece_and_victim_lifted_and_own_put_back_is_no_capture() -> None:
    bench = Bench(text="./....b/../b../../w..../. w")
    bench.do("-14", "-9", "+14", "~20")
    assert bench.log == []
    bench.do("+9", "~1")
    assert (bench.log, bench.phase) == ([], Phase.REST)


def test_slide_where_a_jump_is_forced_is_mended_step_by_step() -> None:
    bench = Bench(text=CHAIN)
    bench.do("-14", "+15", "~2")
    assert bench.phase is Phase.ASTRAY
    assert bench.points(bench.view.put_here) == {"14"}
    assert bench.points(bench.view.take_away) == {"15"}
    bench.do("-15", "~1", "+14", "~1")
    assert (bench.log, bench.phase) == ([], Phase.REST)


def test_legal_move_may_end_an_astray_board() -> None:
    bench = Bench(text=CHAIN)
    bench.do("-14", "+15", "~2", "-15", "+7", "-9", "~1", "-7", "+1", "-3", "~1")
    assert bench.log == ["14x7x1"]


def test_wrong_captured_piece_leads_to_the_right_one() -> None:
    bench = Bench(text="b/....b/../b../../w..../. w")
    bench.do("-14", "+7", "-1", "~2")
    assert bench.phase is Phase.ASTRAY
    assert bench.points(bench.view.take_away) == {"9"}
    assert bench.points(bench.view.put_here) == {"1"}
    bench.do("+1", "~1", "-9", "~1")
    assert bench.log == ["14x7"]


def test_captured_piece_parked_on_a_vacant_point_is_to_be_taken_away() -> None:
    bench = Bench(text="./....b/../b../../w..../. w")
    bench.do("-14", "-9", "+7", "+17", "~2")
    assert bench.phase is Phase.ASTRAY
    assert bench.points(bench.view.take_away) == {"17"}
    bench.do("-17", "~1")
    assert bench.log == ["14x7"]


def test_wrong_sides_piece_is_not_played() -> None:
    bench = Bench()
    bench.do("-5", "+8", "~2")
    assert (bench.log, bench.phase) == ([], Phase.ASTRAY)


def test_bump_of_another_piece_is_forgiven() -> None:
    bench = Bench()
    bench.do("-14", "-2", "+2", "+9", "~1")
    assert bench.log == ["14-9"]


def test_slow_slide_that_rests_on_the_way_ends_where_it_ends() -> None:
    bench = Bench()
    bench.do("-14", "+9", "~1", "-9", "~1", "+12", "~1")
    assert bench.log == ["14-9", "back 1", "14-12"]


def test_quick_answer_plays_both_moves() -> None:
    bench = Bench()
    bench.do("-14", "+12", "-5", "+8", "~1")
    assert bench.log == ["14-12", "5-8"]


def test_both_hands_at_once_play_both_moves() -> None:
    bench = Bench()
    bench.do("-14", "-5", "+8", "+12", "~1")
    assert bench.log == ["14-12", "5-8"]


def test_quick_capture_of_the_piece_that_has_just_moved() -> None:
    bench = Bench(text="./.b..b/../..../../w..../. w".replace("..../../w", ".../../w"))
    bench.do("-14", "+9", "~1")
    assert bench.log == ["14-9"]
    assert bench.phase is Phase.REST


def test_takeback_by_moving_the_piece_back() -> None:
    bench = Bench()
    bench.do("-14", "+9", "~1", "-9", "~1", "+14", "~1")
    assert bench.log == ["14-9", "back 1"]
    assert bench.match.history == []


def test_takeback_of_a_capture_says_what_is_missing() -> None:
    bench = Bench(text="./....b/../b../../w..../. w")
    bench.do("-14", "+7", "-9", "~1", "-7", "+14", "~1")
    assert bench.log == ["14x7"]
    assert bench.phase is Phase.TAKING_BACK
    assert bench.points(bench.view.put_here) == {"9"}
    bench.do("+9", "~1")
    assert bench.log == ["14x7", "back 1"]


def test_takeback_ply_by_ply() -> None:
    bench = Bench()
    bench.do("-14", "+12", "~1", "-5", "+8", "~1", "-8", "+5", "~1", "-12", "+14", "~1")
    assert bench.log == ["14-12", "5-8", "back 1", "back 1"]


def test_takeback_of_several_plies_at_once_wants_a_confirmation() -> None:
    bench = Bench()
    bench.do("-14", "+12", "~1", "-5", "+8", "~1")
    bench.do("-8", "-12", "+14", "+5", "~3")
    assert bench.log == ["14-12", "5-8"]
    assert bench.phase is Phase.CONFIRM
    bench.confirm()
    assert bench.log == ["14-12", "5-8", "back 2"]


def test_knocked_board_is_put_right_one_pair_after_another() -> None:
    bench = Bench()
    bench.do("-14", "-15", "-2", "-3", "-19", "+9", "+10", "+7", "~2")
    seen = 0
    while bench.phase is Phase.ASTRAY:
        seen += 1
        assert seen < 10
        for point in bench.points(bench.view.take_away):
            bench.do(f"-{point}", "~1")
        for point in bench.points(bench.view.put_here):
            bench.do(f"+{point}", "~1")
    assert (bench.log, bench.phase) == ([], Phase.REST)
    assert seen <= 5


def test_wanted_board_is_reached_only_by_showing_it() -> None:
    bench = Bench()
    bench.do("-14", "+12", "~1", "-5", "+8", "~1")
    bench.match.take_back(2)
    bench.follow(wanted=True)
    bench.wait(1)
    assert bench.phase is Phase.SETUP
    assert bench.points(bench.view.put_here) == {"14", "5"}
    assert bench.points(bench.view.take_away) == {"12", "8"}
    bench.do("-8", "+5", "~1")  # now the board looks like 14-12 played once more: it was not
    assert bench.phase is Phase.SETUP
    bench.do("-12", "+14", "~1")
    assert bench.log == ["14-12", "5-8", "ready"]


def test_board_may_show_anything_once_the_game_is_over() -> None:
    bench = Bench(text="./...../../b../../w..../. w")
    bench.do("-14", "+7", "-9", "~1")
    assert bench.match.outcome.text == "win 0"
    bench.do("-7", "+1", "~5")
    assert bench.phase is Phase.REST
    bench.do("-1", "+7", "~1", "-7", "+14", "+9", "~1")
    assert bench.log == ["14x7", "back 1"]


# The black king takes 16, 12 and 15, and ends where 16 stood.
ROUND = "b/bbb../../.../w./.ww../B b"


@pytest.mark.parametrize(
    "acts",
    [
        "-19 +10 -16 -10 +14 -12 -14 +16 -15",
        "-16 -19 +16 -12 -15",
        "-19 -16 -12 -15 +16",
    ],
)
def test_chain_may_end_where_it_captured(acts: str) -> None:
    bench = Bench(text=ROUND)
    for act in acts.split():
        bench.do(act, "~1")
        assert bench.phase in (Phase.HAND, Phase.REST)
    assert bench.log == ["19x10x14x16"]


def test_chain_that_will_land_on_a_captured_point_shows_its_next_landing() -> None:
    bench = Bench(text=ROUND)
    bench.do("-16", "-19")
    assert bench.points(bench.view.targets) == {"10"}
    assert bench.points(bench.view.victims) == {"12", "15"}
    bench.do("+10")
    assert bench.points(bench.view.go_on) == {"10"}
    assert bench.points(bench.view.targets) == {"14"}


def test_crowning_is_played_without_a_question() -> None:
    bench = Bench(text="./..w../../..b/../...../. w")
    bench.do("-4", "+1", "~1")
    assert bench.log == ["4-1"]
    assert bench.game.position_text(bench.match.position).startswith("W/")
