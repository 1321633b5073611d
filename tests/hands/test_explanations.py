"""The only explanation of a settled board is played, and what no hand has made never is.

Each case is a script of switches: `-14@0.5` lifts a piece from 14 half a second after the start,
`+9@0.9` puts one down on 9.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from companion.games.registry import make
from companion.hands import Phase
from companion.rules import Action, AnyGame, Match, Played, TurnMatch
from tests.hands.bench import Bench, bag_of

HALMA = {"rules": "advanced", "players": "2"}


def hands(bench: Bench, script: str, then: float = 60.0) -> Bench:
    """Move the switches as the script says, and leave the board alone."""
    begun = bench.at
    for word in script.split():
        act, at = word.split("@")
        bench.wait(max(0.0, begun + float(at) - bench.at))
        bench.act(act)
    bench.wait(then)
    return bench


def board(game: str, options: dict[str, str], position: str) -> Bench:
    """A board that shows a position of a game with these options."""
    played = make(game, options)
    return Bench(match=TurnMatch(Match(played, played.parse_position(position)), bag_of(7)))


@pytest.mark.parametrize(
    ("game", "first", "second"), [("son_of_solomon", "1", "4"), ("soli2", "c4", "c5")]
)
@pytest.mark.parametrize("gap", [0.0, 0.02, 0.05, 0.15, 0.25])
@pytest.mark.parametrize("stays", [0, 1])
def test_one_piece_on_the_edge_of_two_points_is_one_placing(
    game: str, first: str, second: str, gap: float, stays: int
) -> None:
    bench = Bench(game)
    kept, other = (first, second)[:: 1 - 2 * stays]
    hands(bench, f"+{first}@0 +{second}@{gap} -{other}@{gap + 0.25}", 5)
    bag = game == "soli2"
    placed = [played.text for played in bench.match.history if "@" in played.text]
    assert [text.split("@")[1] for text in placed] == [kept]
    assert len(bench.match.history) == 1 + 2 * bag


def test_piece_that_stays_on_an_edge_is_nothing_until_it_is_confirmed() -> None:
    bench = hands(Bench("son_of_solomon"), "+1@0 +4@.05")
    assert (bench.log, bench.phase, bench.view.confirmable) == ([], Phase.ASTRAY, True)
    assert bench.view.straddled
    bench.confirm()
    bench.wait(1)
    assert bench.log == ["1@1", "a@4"]


def test_two_players_who_place_on_neighbouring_points_are_understood() -> None:
    bench = hands(Bench("son_of_solomon"), "+1@0 +4@.5", 2)
    assert bench.log == ["1@1", "a@4"]


@pytest.mark.parametrize(
    ("game", "position", "script"),
    [
        ("solomon", "b/...../../.b./../..w../w w", "-10@0 +4@.5"),
        ("peg", "o/o..oo/.o/ooo/oo/ooooo/o", "-10@0 +7@.5"),
        ("son_of_solomon", "./1..../../.../../....a/. w 2 place", "-2@0 +7@.5"),
        ("son_of_solomon", "./1..../../.../../....a/. w 2 place", "-2@0 +7@23"),
    ],
)
def test_illegal_board_that_is_left_alone_is_never_a_move(
    game: str, position: str, script: str
) -> None:
    bench = hands(Bench(game, position, doubts=True), script, 600)
    assert (bench.log, bench.phase) == ([], Phase.ASTRAY)


@pytest.mark.parametrize(
    ("past", "script", "moves"),
    [
        ([], "-1@0 +4@.5 -14@.8 +14@1.1 +1@1.4 +15@1.8", ["N1-4", "D14-15"]),
        (["N1-4"], "-1@0 -4@.5 +1@.8 -1@.9 +1@1 +16@1.5", ["back 1", "N1-16"]),
    ],
)
def test_piece_put_for_another_one_speaks_for_the_next_move(
    past: list[str], script: str, moves: list[str]
) -> None:
    assert hands(Bench("trinity", past=past, seats="2"), script).log == moves


def test_capture_finished_after_its_answer_is_both() -> None:
    bench = Bench(text="b/..w../../.../b./.w.../B w")
    hands(bench, "-15@0 +9@.4 -1@.8 +10@1.1 -4@1.4 -12@2.4", 3)
    assert bench.log == ["15x9", "1x10"]


def test_three_plies_put_back_one_after_another_are_offered_as_a_takeback() -> None:
    bench = Bench(past=["14-12", "2-7", "18-13"])
    hands(bench, "-12@0 +14@.5 -7@1.5 +2@2 -13@3 +18@3.5", 3)
    assert (bench.log, bench.phase) == ([], Phase.CONFIRM)
    bench.confirm()
    assert bench.log == ["back 3"]


def chains(count: int) -> Iterator[tuple[list[str], list[Played]]]:
    """Positions of peg solitaire, by the moves that lead there, with three jumps of one peg."""
    rng, game = Random(3), make("peg")
    while count:
        match = Match(game)
        for _ in range(rng.randrange(9)):
            if match.moves:
                match.play(rng.choice(match.moves))
        past = [played.text for played in match.history]
        for _ in range(3):
            last = match.history[len(past) :]
            at = last and game.steps(last[-1].position, last[-1].move)[1].point
            onward = [
                move
                for move in match.moves
                if not last or game.steps(match.position, move)[0].point == at
            ]
            if not onward:
                break
            match.play(rng.choice(onward))
        made = match.history[len(past) :]
        steps = [s for p in made for s in game.steps(p.position, p.move)]
        landings = {step.point for step in steps if step.action is Action.PLACE}
        captured = {step.point for step in steps if step.action is Action.REMOVE}
        if len(made) == 3 and not landings & captured:
            count -= 1
            yield past, made


@pytest.mark.parametrize(
    "chain", list(chains(8)), ids=lambda chain: "-".join(p.text for p in chain[1])
)
@pytest.mark.parametrize("pause", [0.1, 0.4, 2.0])
def test_jumps_of_one_peg_whose_pegs_come_off_at_the_end_are_all_played(
    chain: tuple[list[str], list[Played]], pause: float
) -> None:
    past, made = chain
    bench = Bench("peg", past=past)
    names, taken = bench.game.board.names, []
    for played in made:
        for step in bench.game.steps(played.position, played.move):
            if step.action is Action.REMOVE:
                taken.append(names[step.point])
            else:
                bench.wait(pause)
                bench.act(("-" if step.action is Action.LIFT else "+") + names[step.point])
    for point in taken:
        bench.wait(pause)
        bench.act(f"-{point}")
    bench.wait(2)
    assert bench.log == [played.text for played in made]


def drops(game: AnyGame, rng: Random) -> Iterator[tuple[str, str]]:
    """Positions in which pieces of several kinds can be dropped on a point, with that point."""
    while True:
        match = Match(game)
        while match.moves and len(match.history) < 300:
            match.play(rng.choice(match.moves))
            entries: dict[str, int] = {}
            for move in match.moves:
                first = game.steps(match.position, move)[0]
                if first.action is Action.ENTER:
                    point = game.board.names[first.point]
                    entries[point] = entries.get(point, 0) + 1
            several = [point for point, count in entries.items() if count > 1]
            if several:
                yield game.position_text(match.position), rng.choice(several)
                break


def test_knock_that_is_put_right_leaves_a_question_as_it_was() -> None:
    rng = Random(1)
    found = drops(make("halma", HALMA), rng)
    for _ in range(5):
        text, point = next(found)
        bench = Bench("halma", text, rules="advanced", players="2")
        bench.act(f"+{point}")
        bench.wait(1)
        assert bench.view.phase is Phase.ASK
        question = bench.view.candidates
        standing = [n for n, p in bench.game.board.index.items() if bench.sensed >> p & 1]
        standing.remove(point)
        if len(standing) < 4:
            continue
        knocked = rng.sample(standing, 4)
        for name in knocked:
            bench.act(f"-{name}")
            bench.wait(0.1)
        bench.wait(2)
        assert bench.phase.value == "astray"
        for name in knocked:
            bench.act(f"+{name}")
            bench.wait(0.4)
        bench.wait(1)
        assert (bench.phase, bench.view.candidates, bench.log) == (Phase.ASK, question, [])


def test_half_a_move_is_not_enough_while_a_switch_flickers() -> None:
    bench = Bench(text="./.w.../../.b./../.b.../. b", doubts=True, debounce=0.01)
    bounces = " ".join(f"-15@{i / 10} +15@{i / 10 + 0.05}" for i in range(5))
    hands(bench, f"{bounces} +16@1.2 -16@1.6")
    assert (bench.log, bench.phase) == ([], Phase.REST)


@pytest.mark.parametrize(
    ("game", "options", "position", "script", "log", "phase"),
    [
        # Two pieces stand astray, and one of them is put where the other could have jumped.
        (
            "soli2",
            {"movers": "any"},
            "bbbbbw./bw...../..w.b.b/wwbw..b/b.w...w/wb..w../..bbw.w b jump 0b0w -",
            "-a4@0 +d3@.1 -a3@.2 +e3@.6 -d3@5 +a5@5.2 -e3@6.5",
            [],
            Phase.ASTRAY,
        ),
        # A nudged piece and one on an edge are not two moves; pushed, it has to be confirmed.
        (
            "trinity",
            {"seats": "2"},
            "o/.oo../oD/.../oQ/o...o/N D 9 1",
            "-8@0 +11@.05 -13@.4 +13@.5 +5@1.832 +8@1.834 -5@5 press@30",
            ["D8-11"],
            Phase.REST,
        ),
        # Three pieces that shift within 80 ms are knocked.
        (
            "halma",
            HALMA,
            "..nDnSnTnC..nT..../............nC..../................../................../"
            "..........sS....../............sC..../..sC............../..sT............../"
            "..sT..sS..nS..sD.. s -,-",
            "-g4@.16 +g5@.19 -e9@.22 +e8@.22 -b2@.23 +a2@.24"
            " -g5@.55 +g4@.65 -a2@.95 +b2@1.05 -e8@2.05 +e9@2.15",
            [],
            Phase.REST,
        ),
        # Two pieces that are swept off together are no two turns.
        ("nim", {}, "o/ooooo/oo/ooo/oo/ooooo/o w", "-2@0 -17@.02", [], Phase.ASTRAY),
        # While one piece is in the hand, another one is lifted: nothing has landed.
        (
            "crowning",
            {"vacant": "2"},
            "./.o(oo)oo/oo/o(oo)o/oo/ooooo/.",
            "-15@0 -7@.6 +7@1.8",
            [],
            Phase.CONFIRM,
        ),
    ],
    ids=["astray", "edge", "knock", "swept", "two in hand"],
)
def test_what_no_hand_has_made_is_not_played(
    game: str, options: dict[str, str], position: str, script: str, log: list[str], phase: Phase
) -> None:
    bench = hands(board(game, options, position), script, 10)
    assert (bench.log, bench.phase) == (log, phase)


@pytest.mark.parametrize(
    ("game", "options", "position", "script", "log", "decided"),
    [
        # Jump and slide, the hands overlapping.
        (
            "trinity",
            {"seats": "3", "stones": "16"},
            "o/.o.o./N./.oo/.Q/ooDoo/o D 6 1",
            "-10@0 -13@.1 +10@.15 -16@.2 +16@.25 +4@.3 +13@.4",
            ["D16x4", "Q13-10"],
            True,
        ),
        # A chain that went a hop too far.
        (
            "halma",
            {"players": "2"},
            "..nTnSnC......nT../....nD............/........nS......../............nC..../"
            "................../......sC........../........sT......../..........sDsS..../"
            "....sC......sSsT.. s -,-",
            "-g2@0 +e4@.1 -e4@6 +e2@6.3",
            ["g2-e2-e4", "back 1", "g2-e2"],
            False,
        ),
        # A capture that is exchanged for another one.
        (
            "solomon",
            {},
            "./wb.bb/../.../../wwb../w w",
            "-3@0 -2@.8 +4@1.6 -4@2.6 -19@4.1 +2@4.9 +10@6.4 -16@7.2 +3@7.5",
            ["2x4", "back 1", "19x10"],
            False,
        ),
        # A chain that goes on after it was played, while the jumped piece is brushed.
        (
            "halma",
            {"players": "2"},
            "..sCsTsT......sD../........nD..sC..../................../................../"
            "......sS......nC../......nT..sS....../....nS............/....nS............/"
            "....nC....nT...... n -,-",
            "-c2@0 +e4@.1 -e4@6 -f4@6.4 +f4@6.5 +g4@7.2",
            ["c2-c4-e4", "back 1", "c2-c4-e4-g4"],
            True,
        ),
    ],
    ids=["overlapping", "shortened", "exchanged", "extended"],
)
def test_doubtful_explanation_is_offered_unless_edges_decide(
    game: str,
    options: dict[str, str],
    position: str,
    script: str,
    log: list[str],
    decided: bool,
) -> None:
    bench = hands(board(game, options, position), script, 6)
    assert (bench.log == log) == decided
    if not decided:
        assert bench.phase is Phase.CONFIRM
        bench.confirm()
        bench.wait(10)
    assert (bench.log, bench.phase) == (log, Phase.REST)


@pytest.mark.parametrize("gap", [0.03, 0.1, 0.19, 0.25])
@pytest.mark.parametrize("rest", [0.05, 1.0])
def test_quick_answer_to_a_move_that_was_changed_is_understood(gap: float, rest: float) -> None:
    bench = hands(Bench(first="b"), f"-6@0 +11@.15 -11@{0.4 + rest} +8@{0.6 + rest}", 0)
    hands(bench, f"-15@{gap} +12@{gap + 0.15}", 2)
    assert bench.log == ["6-11", "back 1", "6-8", "15-12"]


def test_quick_answer_is_read_once_a_piece_lies_on_an_edge_no_more() -> None:
    bench = hands(Bench(), "-14@0 +12@.1 +9@.1 -5@.3 +8@.4", 2)
    assert (bench.log, bench.phase) == ([], Phase.ASTRAY)
    hands(bench, "-9@0", 1)
    assert (bench.log, bench.phase) == (["14-12", "5-8"], Phase.REST)


def test_sequence_that_a_slip_beside_a_landing_would_excuse_is_only_offered() -> None:
    text = (
        "............nS..../..........nCnT..../....nSnD....nC..../................../"
        "..........nT....../......sD........../......sCsC......../........sT..sT..../"
        "....sS..sS........ s -,-"
    )
    bench = Bench("halma", text, rules="advanced", players="2")
    bench.ignore("d9")
    slide = "+f3@.2 -f3@.3 +g3@.4 -g3@.5 +e4@.6 -e4@.7 +e5@.8 -e5@.9 +f7@1 +b9@1.1 -f7@1.2 +e7@1.3"
    hands(bench, f"-d3@0 -f8@.1 {slide} -e7@1.4 +g6@1.5 -g6@3.5 +f9@3.6 -f9@3.7 +e9@3.8")
    assert (bench.log, bench.view.confirmable) == ([], True)


def test_lamps_that_are_followed_after_a_knock_lead_to_no_sequence_of_moves() -> None:
    bench = Bench("son_of_solomon", "b/1.2.e/../.5a/d./...34/c w 2 move")
    knock = "-1@0 +15@.1 -19@.15 +16@.2 -17@.25 +5@.3 -4@.35 +13@.4"
    hands(bench, f"{knock} -13@3 +4@3.2", 10)
    assert (bench.log, bench.phase) == ([], Phase.ASTRAY)


def test_longer_sequence_that_explains_more_is_offered() -> None:
    past = ["10x19", "14-12", "19x13", "18x10", "8-11", "10-7"]
    bench = Bench("solomon", "./....b/.b/.b./../w.www/. b", past=past, debounce=0.01, first="w")
    slip = "~.13 +4*1 ~.05 -4*2 ~.05"
    moves = "-6 ~.05 +5*1 ~.03 +3*2 ~.1 -7*3 ~.04 -11 ~.03 +8 ~.1 -8 ~.07 +13 ~.12 -3 ~.06 +2 ~3"
    for act in f"{slip} {moves}".split():
        bench.act(act)
    assert (bench.log, bench.phase) == ([], Phase.CONFIRM)
    bench.confirm()
    bench.wait(2)
    assert (bench.log, bench.phase) == (["6-5"], Phase.CONFIRM)  # not 7-2 and 11-13
    bench.confirm()
    bench.wait(2)
    assert (bench.log, bench.phase) == (["6-5", "7-3", "11-13", "3-2"], Phase.REST)


@pytest.mark.parametrize(
    ("position", "script", "phase", "chains"),
    [
        (
            ".(bbW).....b/b.b.b.b./.b...b../....b.b./...(bw)..../w.w.(wW).w./.w...w.w/w.w..... w",
            "-b8@0 -e5@.1 -g5@.2 -c7@.3 +f8@2 -e7@2.1 -f8@2.2 +f4@2.3 -f4@2.4 +d6@2.5 -g7@2.6",
            Phase.CONFIRM,
            ["b8xd6xf4xh6xf8xd6"],
        ),
        (
            "......../....b.(BwW)./.b...(wb)../..(Wb)...../...(bb).(wb).b/......../"
            "...(wwwB).(Wb).(wwb)/w....... w",
            "-g7@0 +e5@.1 -e5@.2 +e1@.3 -e1@.4 +c3@.5 -c3@.6 +e5@.7",
            Phase.ASK,
            ["g7xe5xg3xe1xc3xe5", "g7xe5xc3xe1xg3xe5"],
        ),
        (
            "......../..w.(bW).../......../..(bbBbW).(BBbbbwwwwW).../......../....w.../"
            ".....(wB).(wwb)/........ b",
            "-f2@0 -e3@.1 +d4@.2 -d4@.3 +d8@.4 -d8@.5 +f6@.6 -c7@.7 -f6@.8 +d4@.9",
            Phase.ASK,
            ["f2xd4xb6xd8xf6xd4", "f2xd4xf6xd8xb6xd4"],
        ),
    ],
    ids=["one result", "over columns", "two directions"],
)
def test_chain_that_ends_where_it_has_passed_need_not_touch_its_landings(
    position: str, script: str, phase: Phase, chains: list[str]
) -> None:
    bench = hands(Bench("gomony", position), script, 2)
    assert (bench.log, bench.phase) == ([], Phase.HAND)
    bench.wait(3)
    assert (bench.log, bench.phase) == ([], phase)
    assert bench.texts(bench.view.candidates) == chains
    if phase is Phase.CONFIRM:
        bench.confirm()
    else:
        bench.choose(0)
    assert bench.log == chains[:1]


RING = "...b..../..w.w.w./......../..w.(bbw).../.B....../..(bw).(bw).(bw)./......../........ b"


def test_piece_lifted_and_put_back_has_jumped_around_a_ring_only_if_that_is_confirmed() -> None:
    bench = hands(Bench("gomony", RING), "-c5@0 -b4@1 +b4@1.3", 30)
    assert (bench.log, bench.phase) == ([], Phase.CONFIRM)
    bench.confirm()
    assert bench.log == ["b4xd2xf4xd6xb4"]


def test_ring_whose_landings_were_touched_is_played() -> None:
    bench = Bench("gomony", RING)
    hands(bench, "-c5@0 -b4@1 +d6@1.3 -d6@1.6 +f4@2 -f4@2.3 +d2@2.6 -d2@2.9 +b4@3.2", 2)
    assert bench.log == ["b4xd2xf4xd6xb4"]


def test_chain_that_rests_where_it_could_end_still_goes_on() -> None:
    text = (
        "......../....b.(BwW)./.b...(wb)../..(Wb)...../...(bb).(wb).b/......../"
        "...(wwwB).(Wb).(wwb)/w....... w"
    )
    bench = hands(Bench("gomony", text), "-g7@0 +e5@.1", 30)
    hands(bench, "-e5@0 +g3@.3 -g3@.4 +e1@.5 -e1@1 +c3@1.5 -c3@2 +e5@2.5", 1)
    assert (bench.log, bench.phase) == ([], Phase.ASK)
    bench.choose(1)
    assert bench.log == ["g7xe5xc3xe1xg3xe5"]


def test_answer_across_a_forced_pass_is_understood() -> None:
    text = "bwb.b../......b/.....ww/ww..b.b/ww.w.b./b.b..../w.ww..b w jump 0b0w -"
    past = ["d1xb1", "pass", "a3xa5", "pass", "g5xg3", "pass"]
    bench = Bench("soli2", text, past=past, bag=None)
    hands(bench, "-b1@0 -a1@.1 +c1@.2 -b7@.3 +d7@.4 -c7@.5", 2)
    assert bench.log == ["a1xc1", "b7xd7"]


def test_switch_that_was_ignored_for_a_while_may_have_changed() -> None:
    text = "o/o...o/D./.oQ/N./o.ooo/o Q 6 0"
    nudged = " ".join(f"-11@{1 + i / 10} +11@{1.05 + i / 10}" for i in range(5))
    bench = Bench("trinity", text, doubts=True, debounce=0.01)
    hands(bench, f"-11@0 +8@.1 +13@.2 +11@.25 {nudged} -13@1.6", 10)
    assert (bench.log, bench.phase) == ([], Phase.CONFIRM)
    bench.confirm()
    assert bench.log == ["Q11-8"]


def test_half_hidden_takeback_is_only_offered() -> None:
    bench = Bench("trinity", "o/Q..../../.../../ooDNo/o Q 11 1", past=["Q2-12"], seats="2")
    bench.ignore("2")
    hands(bench, "-12@0", 1)
    assert (bench.log, bench.phase) == ([], Phase.CONFIRM)
    hands(bench, "+12@0", 1)
    assert (bench.log, bench.phase) == ([], Phase.REST)


@pytest.mark.parametrize("later", [0.5, 7.0, 40.0])
@pytest.mark.parametrize("pace", [0.05, 0.4, 3.0])
def test_answer_is_offered_although_the_switch_under_the_last_piece_has_died(
    later: float, pace: float
) -> None:
    bench = hands(Bench(past=["14-12"], doubts=True), f"-12@1 -5@{1 + later}", pace)
    hands(bench, "+8@0", 20)
    assert (bench.log, bench.phase) == ([], Phase.ASTRAY)
    doubt = bench.reader.doubt
    assert doubt is not None
    assert doubt.points == 1 << bench.game.board.index["12"]
    bench.act("press")
    bench.wait(1)
    assert (bench.log, bench.phase) == (["5-8"], Phase.REST)


@pytest.mark.parametrize("held", [0.1, 1.0, 10.0])
def test_slow_tap_answers_where_a_piece_has_landed(held: float) -> None:
    bench = Bench("crowning", "(oo)/o.ooo/oo/o.o/oo/(oo)(oo)o.o/.")
    hands(bench, f"-2@0 -18@3 +18@{3 + held}", 1)
    assert bench.log == ["2-18"]


def test_what_is_left_of_a_move_taken_back_is_no_move_until_it_is_confirmed() -> None:
    bench = hands(Bench("nim"), "-11@0 -13@.1 -17@.2 -19@.3", 1)
    bench.confirm()
    assert bench.log == ["11:19"]
    hands(bench, "+11@0 +13@.2 +19@.4", 66)  # and 17, whose switch is dead
    assert (bench.log, bench.phase) == (["11:19", "back 1"], Phase.CONFIRM)
    bench.confirm()
    assert bench.log == ["11:19", "back 1", "17"]


def test_confirmed_doubt_plays_no_move_that_could_go_on() -> None:
    text = (
        "......sTnS....sC../........sT..nD..../......nT..sC....../..nT............../"
        "........sSnS..nC../................../................../........sDsS....../"
        "......nC.......... n -,-"
    )
    bench = hands(Bench("halma", text, doubts=True), "+e7@0 -e7@1 +e7@2", 5)  # the dead e9 is shut
    bench.confirm()
    assert (bench.log, bench.phase) == ([], Phase.CONFIRM)
    bench.confirm()
    assert bench.log == ["e9-e7"]


def test_what_slips_have_led_to_is_offered() -> None:
    past = ("7x13", "1x7", "19x10", "14x16", "17x15", "7x14")
    bench = Bench("peg", "o/ooooo/oo/ooo/o./ooooo/o", past=past, board="star", vacant="13")
    # Two pegs are put astray; the lamps lead on to the end of a jump that no hand meant.
    hands(bench, "-15@0 +7@.1 -14@.2 +17@.3 -17@3 +16@3.1 -7@3.4", 10)
    assert bench.log == []
    bench.confirm()
    assert bench.log == ["14x16"]


def test_a_coin_that_is_put_down_twice_has_moved_when_another_one_answers() -> None:
    """In between, its stone alone stood there: the board looked as if nothing had been done."""
    bench = Bench("trinity", past=["N1-7", "D14-15"], seats="1")
    hands(bench, "-18@0 +18@.05 +16@.2 -16@.28 +16@.4 -7@.45 +7@.55 +2@.6", 2)
    assert bench.log == ["Q18-16", "N7-2"]
