"""Other hands: what an independent tester found, as kinds of turns with all their times and points.

Each is what somebody does with the pieces; what they do not have must never be recorded.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product

import pytest

from companion.hands import Phase, Timing
from companion.rules import Action
from companion.rules.geometry import points_of
from tests.hands.bench import Bench, placing
from tests.hands.test_explanations import hands

pytestmark = pytest.mark.usefixtures("examples")


def _captures(bench: Bench) -> list[tuple[str, str, str]]:
    """The origin, the captive and the end of every jump over one piece."""
    game, position = bench.match.turn_game, bench.match.position
    found, names = [], bench.game.board.names
    for turn in bench.match.turns:
        steps = game.steps(position, turn)
        taken = [step.point for step in steps if step.action is Action.REMOVE]
        placed = [step.point for step in steps if step.action is Action.PLACE]
        if len(taken) == len(placed) == 1:
            found.append((names[steps[0].point], names[taken[0]], names[placed[0]]))
    return found


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("solomon", "./...../../..b/w./.w.../. w"),
        ("soli2", "wbwwbbb/b.bwwww/bwwwwbb/w.bbwbw/b.bbwbw/wwwwbbb/wwbbbbb b jump 0b0w -"),
        ("peg", "o/ooooo/oo/o.o/oo/ooooo/o"),
    ],
)
@pytest.mark.parametrize(("first", "then"), [(0.3, 0.5), (0.8, 0.9)])
def test_a_captive_that_is_parked_anywhere_is_not_the_captor(
    game: str, text: str, first: float, then: float
) -> None:
    """Wherever it stands, and before its captor is lifted, only the capture may be played."""
    board = Bench(game, text)
    names = board.game.board.names
    for start, captive, end in _captures(board):
        for point in points_of(~board.sensed & board.game.board.full):
            if names[point] in (start, end):
                continue
            bench = Bench(game, text)
            parked, later = first + 0.2, first + 0.2 + then
            script = f"-{captive}@0 +{names[point]}@{parked} -{start}@{later} +{end}@{later + 0.5}"
            hands(bench, script, 3)
            assert bench.log in ([], [f"{start}x{end}"]), (start, captive, end, names[point])


@pytest.mark.parametrize(
    ("game", "text", "point", "near"),
    [
        ("son_of_solomon", "./...../../.../.1/...../. b 1 place", "10", "9"),
        ("son_of_solomon", "", "10", "13"),
    ],
)
@pytest.mark.parametrize("both", [0.03, 0.1, 0.15, 0.22, 0.3, 0.38])
@pytest.mark.parametrize("back", [False, True])
def test_a_piece_that_is_slid_to_its_neighbour_is_never_two(
    game: str, text: str, point: str, near: str, both: float, *, back: bool
) -> None:
    """Both switches are closed for a while. It may as well be lifted to be centred."""
    bench = Bench(game, text)
    hands(bench, f"+{point}@0", 6)
    made = list(bench.log)
    hands(bench, f"+{near}@0 -{point}@{both}", 0.6)
    assert bench.log == made
    if back:
        hands(bench, f"+{point}@0", 3)
        assert bench.log[: len(made)] == made and len(bench.log) == len(made) + 1
    else:
        bench.confirm()
        bench.wait(2)
        assert bench.log[len(made)] == "back 1" and len(bench.match.history) == len(made)


def test_no_piece_lands_where_its_switch_has_never_closed() -> None:
    """Three pegs change places: there are four jumps that would end the same."""
    for off, on in product(permutations(("14", "15", "16")), permutations(("9", "12", "13"))):
        bench = Bench()
        script = [f"-{p}@{i * 0.07:.2f}" for i, p in enumerate(off)]
        script += [f"+{p}@{0.6 + i * 0.07:.2f}" for i, p in enumerate(on)]
        hands(bench, " ".join(script), 8)
        assert bench.log == [], (off, on)


def test_the_colour_of_the_first_of_two_counters_is_asked() -> None:
    text = ".bbw.w./b.w.w.w/wbwwwbw/ww....b/bb.bbbw/bbwbb.b/w.wb.wb w place 2b4w,4b3w -"
    bench = hands(Bench("soli2", text, variant="pure_skill"), "+c4@0 +e1@.07", 3)
    assert (bench.phase, bench.log) == (Phase.ASK, [])
    assert bench.texts(bench.view.candidates) == ["b@c4", "w@c4"]
    bench.choose(1)
    bench.wait(1)
    assert bench.log == ["w@c4"]
    assert bench.texts(bench.view.candidates) == ["b@e1", "w@e1"]


def test_a_chain_under_way_that_was_touched_holds_a_shorter_one_back() -> None:
    text = (
        "................../..nC..nTnCnT....../....nS..nS......../............nD..../"
        "..........sC....../................../..........sT..sC../........sS....sT../"
        "..sSsD............ s -,-"
    )
    bench = Bench("halma", text, rules="advanced", players="2")
    hands(bench, "-h3@0 +f7@.8 -f7@1.3 +d9@2 -e8@3 +b9@3.6", 1)
    assert bench.log == [] or "f7" in bench.log[0]


THREE = "companion_old_games.three_mens_morris"
MORRIS = "companion_classics.morris"
CHESS = "companion_chess.chess"
PLACED: list[tuple[str, dict[str, str], int | None, str, str]] = [
    (MORRIS, {}, 7, "d2", "a7"),
    (THREE, {}, 7, "b2", "a1"),
    (THREE, {}, 7, "b2", "c1"),
    ("son_of_solomon", {}, 7, "10", "1"),
    ("son_of_solomon", {}, 7, "10", "13"),
    ("soli2", {}, 7, "d4", "a1"),
    ("soli2", {}, 7, "d4", "e4"),
    ("soli2", {}, None, "d4", "a1"),
    ("soli2", {"variant": "pure_skill"}, 7, "d4", "a1"),
    ("soli2", {"variant": "pure_skill"}, 7, "d4", "e4"),
]


def _placed(bench: Bench) -> list[str]:
    return [ply.text for ply in bench.match.history if "draw" not in ply.text]


@pytest.mark.parametrize(("game", "options", "bag", "own", "other"), PLACED, ids=str)
@pytest.mark.parametrize("held", [0.1, 0.25, 0.5, 1.0, 2.0])
@pytest.mark.parametrize("later", [0.35, 0.5, 1.0, 1.9])
def test_a_piece_that_is_lifted_while_another_one_is_placed_is_the_same(
    game: str,
    options: dict[str, str],
    bag: int | None,
    own: str,
    other: str,
    held: float,
    later: float,
) -> None:
    """It came back on its own point. If it may be another one, that is asked."""
    bench = placing(game, options, bag)
    hands(bench, f"+{own}@0", 6)
    hands(bench, f"-{own}@0 +{other}@{held} +{own}@{held + later}", 2)
    for _ in range(2):
        if bench.phase in (Phase.ASK, Phase.CONFIRM):
            bench.confirm()
            bench.wait(2)
    assert [text.rpartition("@")[2] for text in _placed(bench)] == [own, other]
    assert bench.phase is Phase.REST


@pytest.mark.parametrize(("game", "options", "bag", "own", "other"), PLACED[:7], ids=str)
def test_a_placed_piece_may_as_well_make_room_for_an_answer(
    game: str, options: dict[str, str], bag: int | None, own: str, other: str
) -> None:
    """Who takes the piece off that the question is about, and puts it there again, says no."""
    bench = placing(game, options, bag)
    hands(bench, f"+{own}@0", 6)
    hands(bench, f"-{own}@0 +{other}@.5 +{own}@1.5", 2)
    assert bench.phase is Phase.CONFIRM and bench.points(bench.view.take_away) == {own}
    assert bench.view.revived is not None
    hands(bench, f"-{own}@0 +{own}@2", 3)
    assert [text.rpartition("@")[2] for text in _placed(bench)] == [other, own]


@pytest.mark.parametrize("rest", [0.4, 1.0, 5.0])
@pytest.mark.parametrize("late", [0.03, 0.07, 0.12, 0.2])
@pytest.mark.parametrize("held", [False, True])
def test_what_is_confirmed_is_what_was_asked(late: float, rest: float, held: bool) -> None:
    """A last man is pushed on, when his player may move next: one placement, or two and a lift."""
    bench = placing(THREE, {}, None, ".w./.../wbb w 1 1")
    hands(bench, "+a2@0", 4)
    hands(bench, f"+a3@0 -a2@{late}", rest)
    assert (bench.phase, bench.view.plies) == (Phase.CONFIRM, 1)
    bench.confirm(held=held)
    bench.wait(1)
    assert bench.log == ["a2", "back 1", "a3"]


@pytest.mark.parametrize(
    ("game", "options", "bag", "own", "other"), [PLACED[0], *PLACED[3:5]], ids=str
)
def test_players_who_go_on_are_still_asked_whose_the_pieces_are(
    game: str, options: dict[str, str], bag: int | None, own: str, other: str
) -> None:
    bench = placing(game, options, bag)
    hands(bench, f"+{own}@0", 6)
    hands(bench, f"-{own}@0 +{other}@.5 +{own}@1.5", 2)
    grid = bench.game.board
    near = {
        name
        for name in grid.names
        for point in (own, other)
        if name == point or grid.adjacent(grid.index[name], grid.index[point])
    }
    far = next(name for name in grid.names if name not in near)
    hands(bench, f"+{far}@0", 2)
    assert bench.phase is Phase.CONFIRM and bench.view.revived is not None
    bench.confirm()
    bench.wait(3)
    assert [text.rpartition("@")[2] for text in _placed(bench)] == [own, other, far]


ROOK = "r..q.bnr/p.ppkpp./......../....P..p/..ppb.../P..PP.../.P..B.PP/RNBQ.RK. w - - 0"


@pytest.mark.parametrize("point", ["f2", "f3", "f4", "f5", "f6", "e1"])
@pytest.mark.parametrize("gaps", [(0.3, 0.2, 0.9), (0.6, 0.6, 0.6), (0.3, 1.5, 2.0)], ids=str)
def test_a_captor_lifted_first_is_not_taken_for_the_parked_captive(
    point: str, gaps: tuple[float, float, float]
) -> None:
    """It could have gone where the captive is parked."""
    bench = placing(CHESS, {}, None, ROOK)
    off, parked, put = gaps[0], sum(gaps[:2]), sum(gaps)
    hands(bench, f"-f1@0 -f7@{off} +{point}@{parked} +f7@{put}", 8)
    assert bench.log == []
    hands(bench, f"-{point}@0", 3)
    assert bench.log == ["Rxf7+"]


@pytest.mark.parametrize("slow", [0.5, 0.8, 1.0, 1.3])
@pytest.mark.parametrize("stone", [0.15, 0.25, 0.4])
def test_a_stone_laid_before_the_coin_comes_down_is_remembered(slow: float, stone: float) -> None:
    """Another player acts before the first one is done: the coin's point was touched already."""
    bench = Bench("trinity", "o/.D..o/../.oQ/../oNooo/o N 8 0", seats="3")
    then = slow + 0.25
    script = f"-15@0 +15@.4 -3@{slow - 0.2} +3@{slow - 0.2 + stone} +9@{then} +4@{then + 0.4}"
    hands(bench, script, 8)
    assert bench.log == ["N15-9", "D3-4"]


@pytest.mark.parametrize("pause", [4.0, None])
def test_what_may_be_over_is_offered_whether_or_not_a_pause_ends_turns(pause: float | None) -> None:
    """A ring of jumps ends where it began, and its landings were not shown."""
    bench = Bench("solomon", "./.bbb./../bW./b./...../. w")
    bench.reader.retime(Timing(pause=pause))
    hands(bench, "-10@0 +10@1 -4@2 -3@3 -9@4 -12@5", 1)
    assert (bench.phase, bench.log) == (Phase.HAND, [])
    bench.wait(60)
    assert (bench.phase, bench.log) == (Phase.CONFIRM, [])
    assert bench.texts(bench.view.candidates) == ["10x1x7x14x10"]
    bench.confirm()
    bench.wait(1)
    assert bench.log == ["10x1x7x14x10"]


@pytest.mark.parametrize("beat", [0.05, 0.1, 0.15])
@pytest.mark.parametrize("flickers", [1, 2, 5])
@pytest.mark.parametrize("first", [False, True])
def test_a_piece_on_an_edge_may_flicker_and_is_still_one(
    beat: float, flickers: int, first: bool
) -> None:
    bench = Bench("son_of_solomon", past=["1@3", "a@1", "2@6", "b@12", "3@2"])
    script, loose = "+13@0 +11@.14", "13" if first else "11"
    for i in range(flickers):
        at = 0.14 + beat * (2 * i + 1)
        script += f" -{loose}@{at:.2f} +{loose}@{at + beat:.2f}"
    hands(bench, script, 3)
    assert (bench.log, bench.phase) == ([], Phase.ASTRAY)
    assert bench.points(bench.view.straddled) == {"11", "13"}


@pytest.mark.parametrize("held", [0.1, 0.2, 0.4, 0.7])
def test_a_tap_confirms_also_where_the_lifted_piece_leaves_what_was_believed(held: float) -> None:
    """In Trinity a stone stands on the origin, so nothing but the tapped coin is missing."""
    bench = Bench("trinity", past=["N1-19"], seats="4", blocked="none")
    knock = "-14@0 +4@.12 -19@.2 +6@.28 -4@1.1 -6@1.12 +16@1.2 +19@1.25 +14@1.34"
    hands(bench, knock, 0.5)
    assert (bench.log, bench.phase) == ([], Phase.CONFIRM)
    hands(bench, f"-16@0 +16@{held}", 1)
    assert (bench.log, bench.phase) == (["D14-16"], Phase.REST)


@pytest.mark.parametrize("late", [0.3, 1.0, 5.0])
def test_a_coin_that_is_centred_while_the_next_one_moves_is_no_change_of_mind(late: float) -> None:
    text = "o/...../.Q/DN./../o...o/. N 13 0"
    bench = hands(Bench("trinity", text, seats="3"), "-10@0 +12@.32 +10@1", 2)
    hands(bench, "-12@0 -9@.33 +7@.8 +9@.93", late)
    assert bench.log == ["N10-12"]
    hands(bench, "+12@0", 1)
    assert (bench.log, bench.phase) == (["N10-12", "D9-7"], Phase.REST)


@pytest.mark.parametrize("held", [0.1, 0.3, 0.6])
def test_a_tap_confirms_what_was_asked_before_the_piece_was_lifted(held: float) -> None:
    """Lifted, the tapped coin would make three other moves of the same board."""
    past = ["Q18-5", "N9-12", "D10-16", "Q5-6", "N12-15", "D16-17"]
    text = "o/...../../ND./../o...Q/# Q 13 0"
    bench = Bench("trinity", text, past=past, seats="2", blocked="19", debounce=0.01)
    three = "-6@0 +6@.04 -5@.06 +5@.09 +8@.1 -17@.24 +19@.32 -19@.37 +13@.45 +17@.5"
    hands(bench, f"{three} -8@.6 +11@.68 +8@.73", 2)
    (offered,) = bench.view.candidates
    asked = bench.match.turn_game.text(bench.match.position, offered)
    hands(bench, f"-8@0 +8@{held}", 0.1)
    assert bench.log[:1] == [asked] == ["Q6-8"]


@pytest.mark.parametrize("gap", [0.0, 0.05, 0.1])
def test_who_confirms_that_two_pieces_lie_there_is_still_asked_which(gap: float) -> None:
    bench = Bench("halma")
    bench.reader.retime(Timing(settle=0.02))  # or nobody could have answered by then
    for point in ("g1", "c9"):
        bench.put(point, after=0.0)
        bench.wait(0.03)
        bench.choose(0)
    hands(bench, f"+h1@{gap}", 2)
    assert (len(bench.log), bench.phase) == (2, Phase.ASTRAY)
    bench.confirm()
    bench.wait(1)
    assert (len(bench.log), bench.phase) == (2, Phase.ASK)


@pytest.mark.parametrize(
    ("rules", "text", "script", "move"),
    [
        (
            "simple",
            "..sTsC......sC..../................../..............sT../......nS......nD../"
            "......sD....sS..../..............nT../....sSnS........../............nT..../"
            "......nCnC........ s -,-",
            "-d6@0 +h5@.1 -h7@.8 +d6@.9",
            "h7-h5",
        ),
        (
            "advanced",
            "........sCsD..sC../................wT/..........sS....wS/......nSwS......../"
            "........wDsS....wC/....nDsT......sTwC/................wT/......nC........../"
            "..nCnT..nS....nT.. w -,-,-",
            "-f5@0 +c2@.1 -e6@.2 +f5@.3",
            "e6-c6-c2",
        ),
    ],
)
def test_a_move_under_way_may_be_over_though_another_piece_may_stand_there(
    rules: str, text: str, script: str, move: str
) -> None:
    """Two pieces were in the air, and the order of edges says that they changed places."""
    players = str(text.count(",") + 1)
    bench = hands(Bench("halma", text, rules=rules, players=players), script, 3)
    assert (bench.log, bench.phase) == ([], Phase.HAND)
    bench.wait(3)
    assert (bench.log, bench.phase) == ([], Phase.CONFIRM)
    bench.confirm()
    assert bench.log == [move]


@pytest.mark.parametrize("pause", [0.5, 2.0])
@pytest.mark.parametrize("slow", [0.3, 0.5])
def test_a_coin_that_is_moved_on_leaves_its_stone(pause: float, slow: float) -> None:
    """The stone where it began stands there already, whichever way it goes then."""
    begun = Bench("trinity")
    ends = [text.removeprefix("N1-") for text in begun.texts(begun.match.turns)]
    for first, second in permutations(ends, 2):
        bench = hands(Bench("trinity"), f"-1@0 +{first}@{slow} +1@{2 * slow}", pause)
        hands(bench, f"-{first}@0 +{second}@{slow}", 3)
        assert bench.log == [f"N1-{first}", "back 1", f"N1-{second}"]
        assert bench.phase is Phase.REST, (first, second)


@pytest.mark.parametrize("gap", [0.2, 0.5, 0.9])
@pytest.mark.parametrize("then", ["15-12", "16-10", "14-9"])
def test_two_plies_put_back_in_any_order_may_be_followed_by_another(gap: float, then: str) -> None:
    """Whoever plays on without an answer is asked once more, with the new move on the board."""
    start, end = then.split("-")
    for acts in permutations(("-12", "+14", "-8", "+5")):
        if acts.index("+14") < acts.index("-12") or acts.index("+5") < acts.index("-8"):
            continue
        bench = hands(Bench(past=["14-12", "5-8"]), _timed(acts, gap), 2)
        if bench.log != ["back 1", "back 1"]:
            assert (bench.log, bench.phase, bench.view.plies) == ([], Phase.CONFIRM, 2), acts
            hands(bench, f"-{start}@0 +{end}@{gap}", 3)
            assert (bench.log, bench.phase, bench.view.plies) == ([], Phase.CONFIRM, 2), acts
            bench.confirm()
            bench.wait(2)
            assert (bench.log, bench.phase) == (["back 2", then], Phase.REST), acts


def _timed(acts: Sequence[str], gap: float) -> str:
    """Acts one after the other."""
    return " ".join(f"{act}@{number * gap:.2f}" for number, act in enumerate(acts))


@pytest.mark.parametrize("game", ["gomony", "companion_classics.draughts"])
@pytest.mark.parametrize("slid", [0.1, 0.15, 0.3, 0.5])
def test_a_captive_put_where_its_captor_began_takes_nothing_back(game: str, slid: float) -> None:
    """The switches show the board before both moves, but not its pieces."""
    text = ".b.b.b.b/b.b.b.b./...b.b.b/b......./.....w../w.w...w./.w.w.w.w/w.w.w.w. w"
    bench = hands(placing(game, {}, None, text), "-c3@0 +b4@.2", 2)
    (made,) = bench.log
    hands(bench, f"-a5@0 +c3@.3 -b4@.6 +a5@{0.6 + slid}", 3)
    assert bench.log[0] == made and not any(text.startswith("back") for text in bench.log)
    hands(bench, "-a5@0", 3)
    if bench.log == [made]:
        bench.confirm()
    assert (bench.log, bench.phase) == ([made, "a5xc3"], Phase.REST)


def test_a_landing_that_looks_like_an_earlier_board_is_no_takeback() -> None:
    """A chain rests where the points of the plies before it show what they showed then."""
    text = ".b.b...b/..b.b.b./.b.b...b/..(wb)...b./.w....../(wb).w.w.w./.w.w...w/w.w...w. w"
    bench = Bench("gomony", text, past=["c3-d4", "b6-a5", "d4xb6"])
    hands(bench, "-a5@0 +c3@4.6", 20)
    assert (bench.log, bench.phase) == ([], Phase.HAND)


@pytest.mark.parametrize("away", [0.5, 1.5, 2.5, 4.0, 6.0, 20.0])
def test_what_was_said_of_a_counter_stays_said_while_the_one_before_is_away(away: float) -> None:
    """Another counter is lifted and put back before anybody has played on."""
    text = "......./......./......./......./......./......./....... b place 12b12w,12b12w -"
    bench = hands(Bench("soli2", text, variant="pure_skill"), "+d7@0", 1)
    bench.confirm()
    hands(bench, "+e5@0 -e5@1 +e5@1.2", 1)  # a tap: it is White's
    hands(bench, f"-d7@0 +d7@{away}", 3)
    if bench.phase is Phase.ASK:
        assert bench.texts(bench.view.candidates)[bench.view.picked] == "w@e5"
        bench.confirm()
        bench.wait(1)
    assert bench.phase is Phase.REST
    assert sorted(ply.text for ply in bench.match.history) == ["b@d7", "w@e5"]


@pytest.mark.parametrize("stone", [0.1, 0.2, 0.9])
@pytest.mark.parametrize("gap", [0.03, 0.1, 0.15])
def test_a_coin_across_two_points_has_not_moved_twice(stone: float, gap: float) -> None:
    """Its own point is filled already, or will be: the neighbour may be that coin's next origin."""
    text = "o/oQooD/oo/N../o./ooo.o/. D 4 0"
    for near, far in (("13", "11"), ("11", "13")):
        coin = f"-6@0 +{near}@.5 +{far}@{0.5 + gap} +6@{stone + (0.5 + gap if stone > 0.5 else 0)}"
        acts = sorted(coin.split(), key=lambda act: float(act.split("@")[1]))
        bench = hands(Bench("trinity", text), " ".join(acts), 2)
        assert bench.log == [], (near, far)
        hands(bench, f"-{near}@0", 3)
        assert (bench.log, bench.phase) == ([f"D6-{far}"], Phase.REST), (near, far)
