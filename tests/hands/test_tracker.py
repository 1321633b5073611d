"""What hands do, and what it means."""

from __future__ import annotations

import pytest

from companion.games.registry import make
from companion.hands import MoveMade, Phase, Tick, Timing, Tracker
from companion.rules import TurnGame
from tests.hands.bench import Bench

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


@pytest.mark.parametrize("order", ["-14 -9 +7", "-14 +7 -9", "-9 -14 +7"])
def test_capture_in_every_order_of_hands(order: str) -> None:
    bench = Bench(text="./....b/../b../../w..../. w")
    for act in order.split():
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
    # One pair at a time, though in any order.
    assert bench.points(bench.view.put_here) == {"5"}
    assert bench.points(bench.view.take_away) == {"8"}
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
    bench.do("-1", "+7", "~1", "-7", "+14", "+9", "~5")
    assert (bench.log, bench.phase) == (["14x7"], Phase.CONFIRM)
    bench.confirm()
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


def mended(bench: Bench) -> None:
    """Obey the guide to the letter, slowly, until it has nothing more to say."""
    for _ in range(10):
        if bench.phase is not Phase.ASTRAY:
            return
        for point in bench.points(bench.view.take_away):
            bench.do(f"-{point}", "~1")
        for point in bench.points(bench.view.put_here):
            bench.do(f"+{point}", "~1")
    raise AssertionError("the guide leads nowhere")


def test_knock_is_known_for_one_even_if_the_pieces_are_put_back_at_once() -> None:
    bench = Bench("peg", "./oo.oo/oo/ooo/oo/ooooo/o")
    bench.do("-3", "+1", "-7", "-14", "+4", "-11", "-8", "-5", "~.3")
    bench.do("+11", "+5", "+3", "+14", "+8")
    bench.do("-4", "~.5", "+4", "~.5", "-4", "~1")  # now it looks like 7x1, twice
    assert (bench.log, bench.phase) == ([], Phase.ASTRAY)
    bench.do("-1", "+7", "~1")
    assert (bench.log, bench.phase) == ([], Phase.REST)


def test_knock_that_begins_like_a_move_is_no_move() -> None:
    bench = Bench(text="./...bw/../b../../..b.w/. b")
    bench.do("-5", "+4", "-18", "-16", "-6", "-9", "+8", "~2")
    bench.do("-8", "+6", "+9", "+16", "+18", "~2")
    assert (bench.log, bench.phase) == ([], Phase.ASTRAY)
    mended(bench)
    assert (bench.log, bench.phase) == ([], Phase.REST)


def test_quick_capture_may_land_where_the_captured_piece_came_from() -> None:
    bench = Bench(text="b/bbbbb/../.../w./w.www/w b")
    bench.do("-2", "+9", "-12", "+2", "-9", "-6", "+8", "~1")
    assert bench.log == ["2-9", "12x2", "6-8"]


def test_quick_answer_may_look_like_a_takeback() -> None:
    bench = Bench(text="b/...b./.w/b../B./...../. w")
    bench.do("-8", "+6", "~1", "-5", "+8", "-6", "+5", "~1")
    assert bench.log == ["8-6", "5-8", "6-5"]


def test_piece_that_flickers_is_no_answer_to_a_slide_that_went_on() -> None:
    bench = Bench(text="b/b.bb./b./..w/../www../w w")
    bench.do("-16", "+10", "-10", "-7", "~5", "+7", "+17", "~1")
    assert bench.log == ["16-17"]


def test_change_of_mind_may_move_another_piece_instead() -> None:
    bench = Bench()
    bench.do("-15", "+12", "~1", "-12", "+15", "-14", "+12", "~1")
    assert bench.log == ["15-12", "back 1", "14-12"]


def test_several_plies_taken_back_are_not_taken_for_the_one_move_they_look_like() -> None:
    bench = Bench(text="./.w.../../.../../...b./. w")
    bench.do("-3", "+4", "~1", "-17", "+18", "~1", "-4", "+3", "~1")
    made = ["3-4", "17-18", "4-3"]
    bench.do("-3", "+4", "-18", "+17", "-4", "+3", "~2")
    assert (bench.log, bench.phase) == (made, Phase.CONFIRM)
    bench.confirm()
    assert bench.log == [*made, "back 3"]


def test_several_plies_taken_back_may_pass_for_the_beginning_of_one() -> None:
    bench = Bench()
    bench.do("-16", "+10", "~1", "-4", "+16", "-10", "~1")
    bench.do("-16", "+10", "+4", "-10", "+16", "~2")
    assert (bench.log, bench.phase) == (["16-10", "4x16"], Phase.CONFIRM)
    bench.confirm()
    assert bench.log == ["16-10", "4x16", "back 2"]


def test_guide_does_not_choose_between_moves_that_are_as_near() -> None:
    bench = Bench("peg")
    bench.do("-14", "-2", "+10", "~2")  # 14x10 or 2x10, and a wrong piece taken off
    mended(bench)
    assert (bench.log, bench.phase) == ([], Phase.REST)
    bench.do("-14", "+10", "-12", "~1")
    assert bench.log == ["14x10"]


def test_guide_does_not_take_back_what_the_other_player_did() -> None:
    bench = Bench(text="b/.bb.b/bb/w../.w/w.ww./w w")
    bench.do("-14", "+15", "~1")
    bench.do("-7", "+14", "-15", "~2")  # 7x14, but the wrong piece taken off
    assert bench.points(bench.view.put_here) == {"15"}
    assert bench.points(bench.view.take_away) == {"9"}


def test_two_pieces_that_flicker_are_no_knock() -> None:
    bench = Bench("peg")
    bench.do("-19", "-16", "-6", "-13", "~.5", "+6", "+10", "+13", "~1")
    assert (bench.log, bench.phase) == (["19x10"], Phase.REST)


def test_two_moves_that_could_be_others_are_not_guessed() -> None:
    bench = Bench(text="b/bbbbb/../.../w./w.www/w b")
    bench.do("-6", "+11", "-18", "+8", "~.3")  # 6-8 and 18-11, or 6-11 and 18x8 to be finished
    assert bench.log == []
    bench.do("-11", "~1")
    assert bench.log == ["6-11", "18x8"]


def test_chain_that_ends_where_it_began_has_to_be_confirmed() -> None:
    # Round over four columns, either way with the same result: forced, and nothing to be seen.
    text = "......../......../.(bb).(bb)..../......../.(bb).(bb)..../..W...../......../........ w"
    bench = Bench("gomony", text)
    bench.do("-c3", "+e5", "-e5", "+c7", "-c7", "+a5", "-a5", "+c3", "~1")
    assert (bench.log, bench.phase) == ([], Phase.CONFIRM)
    bench.confirm()
    bench.wait(1)
    assert bench.log == ["c3xa5xc7xe5xc3"]


def test_chain_put_back_halfway_is_no_move() -> None:
    text = "......../......../.(bb).(bb)..../......../.(bb).(bb)..../..W...../......../........ w"
    bench = Bench("gomony", text)
    bench.do("-c3", "+e5", "-e5", "+c7", "-c7", "+c3", "~5")
    assert (bench.log, bench.phase) == ([], Phase.REST)


def test_chain_rests_where_a_circle_was_sent_back_on_its_way() -> None:
    text = (
        "..nS....nTnSnTnC../....nD............/................../........nC......../"
        "................../................../......sC........../..sDsT..sC......../"
        "........sT..sSsS.. n -,-"
    )
    bench = Bench("halma", text, rules="advanced")
    bench.do("-d3", "-h9", "+b3", "-b3", "+f3", "+b1", "~1")
    assert (bench.log, bench.phase) == ([], Phase.CONFIRM)
    bench.do("-f3", "+d1", "-e2", "+c1", "~5")
    assert bench.log == ["h9-b3-f3-d1"]


def test_move_from_a_dead_switch_is_known_by_where_it_ends() -> None:
    bench = Bench()
    bench.ignore("14")
    bench.do("+9", "~1")
    assert bench.log == []  # half of a move may as well be a piece that is put down for a moment
    bench.wait(4)
    assert bench.log == ["14-9"]


def test_move_onto_a_dead_switch_has_to_be_confirmed() -> None:
    bench = Bench()
    bench.ignore("9")
    bench.do("-14", "~10")
    assert bench.log == []
    assert bench.view.confirmable
    bench.confirm()
    assert bench.log == ["14-9"]


def test_switches_that_make_moves_alike_are_asked_about() -> None:
    bench = Bench()
    bench.ignore("9", "12")
    bench.do("-14", "~1")
    assert bench.phase is Phase.ASK
    assert set(bench.texts(bench.view.candidates)) == {"14-12", "14-9"}


def test_dead_switch_is_no_evidence_against_a_piece_that_was_crowned() -> None:
    bench = Bench("crowning", "o/oooo./oo/ooo/(oo)./ooooo/o")
    bench.ignore("16")
    bench.do("-1", "~1")
    assert bench.phase is Phase.ASK
    assert {"1-9", "1-16"} <= set(bench.texts(bench.view.candidates))
    bench.do("-9", "~0.3", "+9", "~1")
    assert bench.log == ["1-9"]


def test_only_turn_that_no_switch_shows_is_played_when_it_is_confirmed() -> None:
    bench = Bench("nim", "./...o./../.../../...../. w")
    bench.ignore("5")
    bench.wait(9)
    assert (bench.log, bench.phase) == ([], Phase.CONFIRM)
    assert bench.points(bench.view.movable) == {"5"}
    bench.confirm()
    assert bench.log == ["5"]


def test_captured_piece_that_came_from_a_dead_switch_may_come_off_first() -> None:
    bench = Bench(past=["14-9"])
    bench.ignore("14")
    bench.do("-9", "~2", "-2", "~1", "+12", "~1")
    assert bench.log == ["2x12"]


def test_taking_back_to_a_dead_switch_is_confirmed_where_it_could_be_a_capture() -> None:
    bench = Bench(past=["14-9"])
    bench.ignore("14")
    bench.do("-9", "~5")
    assert (bench.log, bench.phase) == ([], Phase.CONFIRM)
    bench.confirm()
    assert bench.log == ["back 1"]


def test_ignored_switch_may_do_what_it_likes() -> None:
    bench = Bench()
    bench.ignore("3")
    bench.do("-3", "~5", "+3", "-14", "-3", "+9", "~1", "+3", "~1", "-3", "~9")
    assert (bench.log, bench.phase) == (["14-9"], Phase.REST)


def test_switch_that_is_believed_again_counts() -> None:
    bench = Bench()
    bench.ignore("3")
    bench.do("-3", "~2")
    assert bench.view.phase is Phase.REST
    bench.ignore()
    bench.wait(2)
    assert bench.points(bench.view.put_here) == {"3"}
    bench.do("+3", "~1")
    assert (bench.log, bench.phase) == ([], Phase.REST)


def test_several_plies_are_taken_back_after_the_end_as_well() -> None:
    bench = Bench("nim", "o/...../../.o./../...../o w")
    bench.do("-1", "~5", "-10", "~5", "-19", "~5")
    assert (bench.log, bench.match.over) == (["1", "10", "19"], True)
    bench.do("+10", "+19", "~1")
    assert bench.phase is Phase.CONFIRM
    bench.confirm()
    assert bench.log[3:] == ["back 2"]


def test_board_set_up_anew_after_the_end_takes_nothing_back() -> None:
    bench = Bench("nim", "o/...../../.o./../...../o w")
    bench.do("-1", "~5", "-10", "~5", "-19", "~5", "+1", "+10", "+19", "~5")
    assert bench.phase is Phase.REST
    bench.confirm()
    bench.wait(5)
    assert bench.log == ["1", "10", "19"]


@pytest.mark.parametrize("pause", ["~0.1", "~0.5", "~10"])
def test_stone_may_be_left_behind_before_the_coin_comes_down(pause: str) -> None:
    bench = Bench("trinity")
    bench.do("-1", "+1", pause, "+10", "~1")
    assert bench.log == ["N1-10"]


def test_coin_put_back_may_go_elsewhere() -> None:
    bench = Bench("trinity")
    bench.do("-1", "+1", "~5", "-1", "~1", "+10", "~1")
    assert bench.log == []
    bench.do("+1", "~1")
    assert bench.log == ["N1-10"]


def test_tap_on_the_column_that_was_jumped_answers() -> None:
    text = (
        ".B.b...b/b.(bw).B.../...b...(bbw)/..(bw).(bw).../"
        "...w..../..(bw).(ww).../.......W/w.w...W. b"
    )
    bench = Bench("gomony", text)
    bench.do("-d6", "+d2", "~1")
    assert bench.view.phase is Phase.ASK
    bench.do("-c5", "~0.1", "+c5", "~1")
    assert bench.log == ["d6xb4xd2"]


def test_bump_while_a_run_goes_on_ends_nothing() -> None:
    bench = Bench("nim", "o/ooooo/oo/ooo/oo/ooooo/o w")
    bench.do("-11", "-10", "~0.1", "+10", "~0.1", "-6", "-13", "~5")
    assert bench.log == ["6:13"]


def test_counter_of_unknown_colour_may_be_held_long_in_a_tap() -> None:
    bench = Bench("soli2", bag=None)
    bench.do("+d4", "~0.5")
    assert bench.view.picked == 0
    bench.do("-d4", "~0.4", "+d4", "~0.3")
    assert bench.view.picked == 1
    assert bench.log == []


def test_flicker_is_no_tap() -> None:
    bench = Bench("soli2", bag=None)
    bench.do("+d4", "~0.5", "-d4", "+d4", "~0.5")
    assert (bench.phase, bench.view.picked) == (Phase.ASK, 0)


def test_piece_set_down_twice_confirms_nothing() -> None:
    bench = Bench(text=CHAIN)
    bench.do("-14", "+7", "-9", "-7", "~0.1", "+7", "~1")
    assert bench.log == []


@pytest.mark.parametrize("pause", ["~0.1", "~1"])
def test_coin_in_hand_while_its_stone_lies_is_an_answer(pause: str) -> None:
    past = ["N2-9", "D13x7", "N9x3", "D9-7", "N3-5", "D7-10"]
    bench = Bench("trinity", "o/N..../../.o#/oD/oooQo/o N 7 0", past=past, blocked="11")
    bench.do("+8", "-5", "+5", "-10", "+10", pause, "+4", "~1")
    assert bench.log == ["N5-8", "D10-4"]


def test_chain_that_comes_by_where_it_ends_is_not_over_at_the_first_visit() -> None:
    text = (
        "......../......../.(bb).(bb)..../......../.(bb).(bb)..../......../.(bb)....../W....... w"
    )
    bench = Bench("gomony", text)
    bench.do("-a1", "+c3", "~9")
    assert bench.log == []
    bench.do("-c3", "+e5", "-e5", "+c7", "-c7", "+a5", "-a5", "+c3", "~5")
    assert bench.log == ["a1xc3xa5xc7xe5xc3"]


def test_pause_begins_when_the_hand_is_empty() -> None:
    pause = Timing().pause
    assert pause is not None
    bench = Bench("crowning", past=["18-15", "11-19", "16-14", "12-6"], vacant="5")
    bench.do("-1", "+16", "~1")
    bench.do("-16")  # it may go on to land on 9, or be on its way from 16
    bench.reader.hold(True, bench.at)
    bench.wait(10 * pause)
    assert not bench.view.confirmable
    bench.reader.hold(False, bench.at)
    bench.wait(pause - 0.1)
    assert not bench.view.confirmable
    bench.wait(0.2)
    assert bench.phase is Phase.CONFIRM


def test_a_man_that_was_put_down_may_go_on_to_be_crowned_instead() -> None:
    bench = Bench("crowning", past=["18-15", "11-19", "16-14", "12-6"], vacant="5")
    bench.do("-1", "+16", "~1", "-16", "~10")  # no switch shows that it lies on 9
    assert (bench.log, bench.phase) == (["1-16"], Phase.CONFIRM)
    for log in (["1-16", "back 1"], ["1-16", "back 1", "1-9"]):
        bench.confirm()
        bench.wait(1)
        assert bench.log == log
    assert bench.phase is Phase.REST


def test_slow_tap_is_not_taken_for_another_move() -> None:
    past = ["15-2", "5-18", "11-19", "12-6"]
    bench = Bench("crowning", "o/ooooo/.o/ooo/oo/ooooo/o", past=past, vacant="7")
    bench.do("-1", "~0.3", "-14", "~0.05", "+14", "~0.3", "-14", "~0.4", "+14", "~1")
    assert bench.log == ["1-14"]


def test_takeback_that_may_be_the_next_move_has_to_be_confirmed() -> None:
    # The same coin moves again, and has left a stone where it is put back: the board does not tell.
    past = ["Q17-16", "N2x4", "D9x3", "N4x6", "D3-7", "N6-11"]
    bench = Bench("trinity", "o/No.o./o./Do./oo/oo.Qo/# Q 6 4", past=past, seats="6", blocked="19")
    bench.do("-6", "~1", "+6", "~5", "-11", "~5")
    assert (bench.log, bench.phase) == ([], Phase.CONFIRM)
    bench.confirm()
    assert bench.log == ["back 1"]


def test_slide_completed_while_nobody_looked_is_made_where_a_stone_was_left() -> None:
    game = TurnGame(make("trinity"))
    start = make("trinity").start()
    line = next(line for line in game.moves(start) if game.text(start, line) == "N1-10")
    sensed = game.occupancy(game.advance(start, line))
    tracker = Tracker(game, Timing(), sensed)
    tracker.follow(start, game.moves(start), (), 0.0)
    assert tracker.feed(Tick(1.0)) == [MoveMade(line)]


def test_columns_that_were_jumped_speak_for_their_way_alone() -> None:
    text = (
        ".B.b...b/b.(bw).B.../...b...(bbw)/..(bw).(bw).../"
        "...w..../..(bw).(ww).../.......W/w.w...W. b"
    )
    bench = Bench("gomony", text)
    # The top marker comes off each column on the way, and the rest of it is bumped.
    bench.do("-d6", "-c5", "+c5", "+b4", "-b4", "-c3", "+c3", "+d2", "~1")
    assert bench.log == ["d6xb4xd2"]


def test_move_that_was_put_back_is_not_played_for_what_looks_like_its_answer() -> None:
    bench = Bench()
    bench.do("-14", "+9", "-9", "+14")  # so soon that the board has shown neither for certain
    bench.do("-2", "-14", "+12", "~1")  # as if 2 had jumped over 9; but it is in a hand
    assert bench.log == []
    bench.do("+7", "~1")
    assert bench.log == ["14-12", "2-7"]


@pytest.mark.parametrize(("after", "log"), [("~.24", []), ("~1", ["back 1"])])
def test_a_switch_that_flickers_at_once_does_not_confirm_a_takeback(
    after: str, log: list[str]
) -> None:
    """A piece is put down on another one and on the edge of the point that was left last."""
    bench = Bench("crowning", "o/ooooo/oo/ooo/o./ooooo/o", past=["19-9"], vacant="13")
    for act in ("-1", "~.03", "+19", after, "-19", "~.25", "+19", "~1"):
        bench.act(act)
    assert bench.log == log


def test_a_takeback_that_explains_more_than_the_move_made_again_is_asked() -> None:
    """N15x9 is taken back, and then D2x12: but for 2, that looks like N15x9 once more."""
    past = ["D12-2", "Q8-10", "N7-9", "N9x15", "D2x12", "N15x9"]
    start = "o/.oooo/NQ/..o/Do/o.ooo/# D 5 0"
    bench = Bench("trinity", start, past=past, seats="1", stones="16", blocked="19")
    bench.do("-15", "-2", "+2", "+12", "~1.5", "-9", "-2", "-12", "+2", "+12", "+15", "~.5")
    assert bench.log == ["back 1"]
    bench.do("-12", "-2", "+9", "+2", "~.5")
    assert (bench.log, bench.phase, bench.view.plies) == (["back 1"], Phase.CONFIRM, 1)
    bench.confirm()
    assert bench.log == ["back 1", "back 1"]
