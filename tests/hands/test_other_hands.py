"""Other hands: what an independent tester found, as kinds of turns with all their times and points.

Each is what somebody does with the pieces; what they do not have must never be recorded.
"""

from __future__ import annotations

from itertools import permutations, product

import pytest

from companion.hands import Phase
from companion.rules import Action
from companion.rules.geometry import points_of
from tests.hands.bench import Bench
from tests.hands.test_explanations import hands


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
