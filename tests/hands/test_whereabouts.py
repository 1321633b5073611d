"""Which piece stands where, and a person who is led by that: at rest, every physical piece is where
the game believes it."""

from __future__ import annotations

from random import Random

import pytest

from companion.hands import Phase
from companion.rules import Match, TurnMatch
from companion.rules.geometry import points_of
from tests.hands.bench import Bench, bag_of
from tests.hands.person import Person
from tests.scenarios.plies import SETS
from tests.slow import slow_after

SEEDS = slow_after(6, range(60))


def led(bench: Bench, script: str) -> Person:
    """A person who has done what a script says, and what guidance then says."""
    person = Person(bench)
    person.do(*script.split())
    person.mend()
    assert bench.phase is Phase.REST
    assert person.on == person.wanted, person.acts
    return person


def shown(bench: Bench) -> str:
    """What is shown: what to take away, what to put where, and what follows."""
    view, names = bench.view, bench.game.board.names
    known = {point: "".join(piece.text for piece in stack) for point, stack in view.pieces}
    parts = [f"-{names[p]}" for p in points_of(view.take_away)]
    parts += [f"+{known.get(p, '?')}{names[p]}" for p in points_of(view.put_here)]
    parts += [f"then {known.get(p, '?')}{names[p]}" for p in points_of(view.then)]
    return " ".join(parts) if bench.phase is Phase.ASTRAY else bench.phase.value


@pytest.mark.parametrize(
    ("text", "past", "script"),
    [
        # 15x9 and 1x10 in one go, and the captured pieces last
        ("b/..w../../.../b./.w.../B w", (), "-15@0 +9@.4 -1@.8 +10@1.1 -4@1.4 -12@2.4"),
        # The same, and nobody is to capture anything
        ("b/..w../../.../b./.w.../B w", (), "-15@0 +8@.4 -1@.8 +11@1.1 -4@1.4 -12@2.4"),
        ("b/..w../../.../b./.w.../. w", (), "-15@0 +10@.4 -1@.8 +9@1.1 -4@1.4 -12@2.4"),
        # Black overshoots, and White answers
        ("", ("14-9",), "-2@0 +14@.5 -9@1 -15@1.5 +12@2"),
        ("", ("14-9",), "-2@0 -9@.5 +14:2@1 -15@1.5 +12@2"),
        ("", ("14-9",), "-2@0 +14@.5 -9@3 -15@4.5 +12@6"),
        ("", ("14-9",), "-9@0 -2@.4 +14:2@1.9 -15@2.3 +12:15@4"),
    ],
)
def test_nobody_ends_up_with_the_other_sides_men(
    text: str, past: tuple[str, ...], script: str
) -> None:
    led(Bench(text=text, past=past), script)


def test_an_overshot_jump_is_mended_with_the_pieces_that_were_moved() -> None:
    bench = Bench(past=("14-9",))
    person = Person(bench)
    person.do(*["-2@0", "+14@.5", "-9@1", "-15@1.5", "+12@2"])
    bench.wait(1)
    assert shown(bench) == "-12 +w15"  # White's man, the last one that was moved
    person.put(bench.game.board.index["15"], person.lift(bench.game.board.index["12"]))
    bench.wait(1)
    assert shown(bench) == "-14 +b2"  # the plan is kept: back to where all pieces were
    person.mend()
    assert (bench.log, person.on) == ([], person.wanted)
    assert (person.liftings, person.unknown) == (2, 0)


def test_pieces_that_were_in_the_air_together_are_taken_off_and_named() -> None:
    bench = Bench()
    person = Person(bench)
    person.do(*["-14@0", "-2@.4", "+10:2@.8", "+14@1.2", "-14@1.6", "+11:14@2"])
    bench.wait(1)
    assert shown(bench) == "-10 -11 then b2 then w14"
    person.mend()
    assert (bench.log, person.on) == ([], person.wanted)
    assert (person.liftings, person.unknown) == (4, 2)


def test_a_piece_put_back_is_looked_at_only_if_another_one_may_be_its_own() -> None:
    bench = Bench()
    bench.do("-14", "~.4", "-2", "~.4", "+14", "~2")
    assert shown(bench) == "+b2"
    bench.do("+10", "~2")
    assert shown(bench) == "-10 -14 then b2 then w14"
    bench.do("-10", "~1")
    assert shown(bench) == "-14 then b2 then w14"  # though nothing is too much any more
    bench.do("-14", "~1", "+14", "~1", "+2", "~1")
    assert (bench.log, bench.phase) == ([], Phase.REST)


def test_pieces_put_back_in_any_order_are_where_they_belong() -> None:
    for script in ("-14 -2 +14 +2", "-14 -2 +2 +14", "-14 -2 -3 +12 +2 -12 +3 +14"):
        bench = Bench()
        bench.do(*(act for each in script.split() for act in (each, "~.4")), "~3")
        assert (bench.log, shown(bench)) == ([], "rest")


def test_two_pieces_that_are_known_to_be_exchanged_are_wrong_though_no_switch_shows_it() -> None:
    bench = Bench()
    person = Person(bench)
    person.do(*["-2@0", "+10@.5", "-14@1", "+2@1.5", "-10@2", "+14@2.5"])
    bench.wait(0.1)
    assert shown(bench) == "rest"  # until the board has settled
    bench.wait(0.2)
    assert shown(bench) == "-14"
    bench.wait(20)
    assert shown(bench) == "-14"
    assert bench.reader.doubt is None
    person.mend()
    assert (bench.log, person.on) == ([], person.wanted)
    assert person.liftings == 3


def test_what_looks_like_a_move_but_was_made_with_another_piece_is_led_back() -> None:
    bench = Bench()
    person = led(bench, "-2@0 +12@.5 -14@1 +2@1.5")  # the board shows 14-12
    assert bench.log == []
    assert person.liftings <= 3


def test_pieces_that_look_alike_may_be_exchanged() -> None:
    bench = Bench()
    bench.do("-14", "~.5", "+9", "~.5", "-15", "~.5", "+14", "~.5", "-9", "~.5", "+15", "~1")
    assert shown(bench) == "rest"
    for game in ("peg", "nim"):
        bench = Bench(game)
        bench.do("-14", "~.4", "-2", "~.4", "+14", "~.4", "+2", "~1")
        assert bench.phase is Phase.REST


@pytest.mark.parametrize(
    "script",
    [
        "-9 ~.4 -14 ~.4 +7",  # the captured piece first
        "-14 ~.4 +7 ~.4 -9",
        "-9 ~.4 +7 ~.4 -14",  # put down before it is sensed to be lifted
        "-9 ~.4 +7 -14",
    ],
)
def test_a_capture_vouches_for_its_pieces(script: str) -> None:
    bench = Bench(text="./....b/../b../../w..../. w")
    bench.do(*script.split(), "~3")
    assert (bench.log, bench.phase) == (["14x7"], Phase.REST)


def test_a_slide_that_closes_two_points_carries_one_piece() -> None:
    bench = Bench()
    bench.do("+13", "-16", "~2")
    assert shown(bench) == "-13 +w16"
    bench.do("-13", "~.5", "+16", "~1")
    assert shown(bench) == "rest"


def test_a_stone_put_early_for_a_coin_is_no_exchange() -> None:
    bench = Bench("trinity")
    bench.do("-1", "~.4", "+1", "~.4", "+3", "~1")  # the stone comes first
    assert bench.log == ["N1-3"]
    assert shown(bench) == "rest"
    bench.do("+10", "~2")
    assert shown(bench) == "hand"  # a coin that is put down before it is lifted


def test_a_counter_from_the_bag_is_not_the_one_that_was_lifted_by_mistake() -> None:
    text = "b.bw..b/......./..b..../bwb..../b.w..../b.....w/w.b...w w place 15b17w w"
    bench = Bench("soli2", text)
    bench.do("-c5", "~.4", "+g6", "~.3", "+c5", "~1")
    assert (bench.log, bench.phase) == (["w@g6"], Phase.REST)
    bench = Bench("soli2", text)
    bench.do("-c5", "~.4", "+g6", "~2")  # the drawn one, or the one of c5
    assert shown(bench) == "-g6 then bc5"  # a drawn one can be placed again after that


def test_a_stack_that_may_have_been_parted_is_looked_at() -> None:
    text = "(oo)/oo.oo/oo/ooo/oo/ooo../o"
    bench = Bench("crowning", text)
    bench.do("-1", "~.4", "+4", "~1")
    assert shown(bench) == "-4 +oo1"
    bench.do("+18", "~1")
    assert shown(bench) == "-4 -18 then oo1"  # which of the two was there is unknown now
    bench.do("-4", "~1", "-18", "~1")
    assert shown(bench) == "+oo1"
    bench.do("+1", "~1")
    assert shown(bench) == "rest"


def test_what_an_ignored_switch_hides_may_be_any_piece() -> None:
    bench = Bench()
    bench.ignore("2")
    bench.do("-15", "~.4", "+10", "~2")
    assert shown(bench) == "-10 then w15"  # it may be what stood on 2
    bench.do("-10", "~.4", "+15", "~1")
    assert shown(bench) == "rest"
    bench.ignore()
    bench.do("-15", "~.4", "+10", "~2")
    assert shown(bench) == "-10 +w15"


def test_a_takeback_leaves_no_man_where_the_others_was() -> None:
    """Two plies back on the page: a black man stands where a white one belongs."""
    bench = Bench(text="./....b/../b../../w..../. w", past=("14x7",))
    bench = Bench(text="b/.b.../../.../../ww.../. b", past=("3-7", "14-12", "7-9"))
    person = Person(bench)
    bench.match.take_back(3)
    bench.follow(wanted=True)
    person.set_up()
    assert bench.log == ["ready"]
    assert person.on == person.wanted


def knocked(label: str, seed: int, acts: int) -> Person:
    """A person somewhere in a game who knocks against the board, and is then led."""
    name, options = SETS[label]
    rng = Random(f"{label} {seed}")
    bench = Bench(name, bag=7, match=None, debounce=None, doubts=False, **options)
    match = TurnMatch(Match(bench.game), bag_of(7))
    for _ in range(rng.choice((0, 4, 15, 30))):
        turn = rng.choice(match.turns)
        if not match.turn_game.moves(match.turn_game.advance(match.position, turn)):
            break
        match.play(turn)
    person = Person(Bench(match=match))
    person.knock(rng, acts)
    return person


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("label", SETS)
def test_guidance_puts_every_piece_where_the_game_believes_it(label: str, seed: int) -> None:
    for acts in (2, 4, 8):
        person = knocked(label, seed, acts)
        person.mend(chance=False)
        if not person.bench.log:
            assert person.on == person.wanted, person.acts


def exchanged() -> Bench:
    """A board whose switches agree, but on which men of both sides are exchanged."""
    bench = Bench()
    for act in ["-2", "~0.5", "+9", "~0.5", "-14", "~0.5", "+2", "~0.5", "-9", "~0.5", "+14", "~2"]:
        bench.act(act)
    assert (bench.phase, bench.view.stands) == (Phase.ASTRAY, True)
    return bench


def test_pieces_that_are_said_to_stand_right_do() -> None:
    bench = exchanged()
    bench.confirm()
    bench.wait(60)
    assert bench.phase is Phase.REST


def test_piece_that_is_put_back_where_it_seemed_to_be_wrong_stands_right() -> None:
    bench = exchanged()
    for act in ["-14", "~1", "+14", "~60"]:
        bench.act(act)
    assert bench.phase is Phase.REST


def test_board_may_be_set_up_although_its_pieces_seem_to_be_exchanged() -> None:
    bench = exchanged()
    bench.reader.follow(
        bench.match.position, bench.match.turns, bench.match.history, bench.at, wanted=True
    )
    bench.wait(2)
    assert (bench.phase, bench.view.stands) == (Phase.SETUP, True)
    bench.confirm()
    bench.wait(2)
    assert bench.phase is Phase.REST


def test_plies_that_are_taken_back_at_once_vouch_for_their_pieces() -> None:
    past = ("15-16", "11-6", "16-17", "6-8", "17-19", "10-4")
    bench = Bench(text="./w..../../.wW/../.b..b/. b", past=past, first="b")
    for act in ["-8", "~.1", "+17", "~.1", "-4", "+6", "-19", "~.1", "+10", "~2"]:
        bench.act(act)
    assert bench.phase is Phase.CONFIRM
    bench.confirm()
    bench.wait(2)
    assert (bench.log, bench.phase) == (["back 3"], Phase.REST)


def test_counter_that_is_moved_while_placing_is_looked_at_and_sent_home() -> None:
    text = "......./.w...../......./...b.../......./......./....... b place 22b23w b"
    bench = Bench("soli2", text)
    for act in ["-b6", "~.4", "+e3", "~2"]:
        bench.act(act)
    assert shown(bench) == "-e3 then wb6"


@pytest.mark.parametrize(
    ("name", "past"),
    [
        ("trinity", ("N1-3",)),  # its stone goes back to the tray, and the coin comes home
        ("solomon", ("14-12",)),
        ("solomon", ("14-12", "2-7")),
        ("solomon", ("14-9", "2x12", "15x9")),
    ],
)
def test_what_the_page_takes_back_is_set_up_piece_by_piece(
    name: str, past: tuple[str, ...]
) -> None:
    bench = Bench(name, past=past)
    person = Person(bench)
    bench.match.take_back(len(past))
    bench.follow(wanted=True)
    person.set_up()
    assert person.on == person.wanted, person.acts
