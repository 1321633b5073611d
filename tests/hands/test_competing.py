"""Explanations compete: which piece stands where, by the order of edges, decides between them."""

from __future__ import annotations

from importlib import import_module
from itertools import product
from pathlib import Path
from random import Random

import pytest

from companion.games.registry import make
from companion.hands import Phase
from companion.rules import Match, TurnMatch
from companion.rules.geometry import bits
from tests.hands.bench import Bench, bag_of
from tests.hands.test_explanations import board, hands
from tests.slow import slow_after

_OLD_GAMES = Path(__file__).parents[2] / "docs" / "examples" / "old-games"

TIMES = (0.1, 0.15, 0.2, 0.3, 0.42, 0.6, 0.8, 1.0, 1.2)
"""Seconds between two edges."""


def played(bench: Bench) -> list[str]:
    return [ply.text for ply in bench.match.history]


@pytest.mark.parametrize(
    ("game", "options", "point"),
    [
        ("halma", {"rules": "advanced", "players": "2"}, "c1"),
        ("soli2", {"variant": "pure_skill"}, "c4"),
        ("soli2", {}, "c4"),
    ],
    ids=["halma", "pure skill", "real bag"],
)
@pytest.mark.parametrize("gap", [0.21, 0.3, 0.5, 0.8, 1.0, 2.0, 3.0])
def test_an_answer_is_kept_when_the_piece_is_lifted_and_put_back(
    game: str, options: dict[str, str], point: str, gap: float
) -> None:
    bench = Bench(game, bag=None, **options)  # type: ignore[arg-type]
    hands(bench, f"+{point}@0", 1)
    bench.choose(len(bench.view.candidates) - 1)
    answered = played(bench)
    assert answered
    hands(bench, f"-{point}@1 +{point}@{1 + gap}", 6)
    assert played(bench) == answered
    assert bench.phase is Phase.REST


@pytest.mark.parametrize("times", slow_after(40, [*product(TIMES, repeat=3)][::3]))
def test_pieces_that_are_centred_stay_what_they_are(times: tuple[float, float, float]) -> None:
    one, two, three = times[0], sum(times[:2]), sum(times)
    bench = Bench("son_of_solomon", past=["1@16", "a@15"])
    hands(bench, f"-15@0 +15@{one} -16@{two} +16@{three}", 10)
    assert (played(bench), bench.phase) == (["1@16", "a@15"], Phase.REST)


@pytest.mark.parametrize("times", [*product(TIMES, repeat=2)])
def test_a_piece_that_is_centred_is_not_the_one_that_was_just_put(
    times: tuple[float, float],
) -> None:
    bench = Bench("son_of_solomon", past=["1@1", "a@5", "2@8"])
    hands(bench, f"+12@0 -8@{times[0]} +8@{sum(times)}", 10)
    assert (bench.log, bench.phase) == (["b@12"], Phase.REST)


def test_two_moves_with_a_stone_for_each_are_both_played() -> None:
    bench = Bench("trinity", past=["N1-19"], seats="3")
    hands(bench, "-14@0 +16@.28 -18@.42 +18@.48 +14@.55 +7@.63", 10)
    assert (bench.log, bench.phase) == (["D14-16", "Q18-7"], Phase.REST)


@pytest.mark.parametrize(
    "script",
    ["+15@0 -19@.05", "+15@0 -19@.1", "+15@0 -19@.16", "+15@0 -19@.19", "-19@0 +15@.1"],
)
def test_a_counter_that_is_pushed_is_no_change_of_mind(script: str) -> None:
    bench = Bench("nim", past=["15"])
    hands(bench, script, 10)
    assert bench.log == []
    assert bench.phase in (Phase.CONFIRM, Phase.ASK, Phase.ASTRAY)


@pytest.mark.parametrize("bag", [7, None])
@pytest.mark.parametrize("seed", slow_after(1, range(4)))
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("soli2", {}),
        ("soli2", {"variant": "pure_skill"}),
        ("solomon", {}),
        ("nim", {}),
        ("trinity", {"seats": "2"}),
        ("son_of_solomon", {}),
        ("peg", {}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_board_may_be_cleared_after_the_end(
    game: str, options: dict[str, str], seed: int, bag: int | None
) -> None:
    rng = Random(seed)
    match = TurnMatch(Match(make(game, options)), bag_of(bag))
    while match.turns:
        match.play(rng.choice(match.turns))
    bench = Bench(match=match)
    standing = list(bench.points(bench.reader.sensed))
    rng.shuffle(standing)
    bench.lift(*standing, after=0.3)
    bench.wait(3)
    bench.confirm()
    bench.wait(3)
    assert (bench.log, bench.phase) == ([], Phase.REST)


def test_what_others_do_is_no_move_of_a_piece_on_an_ignored_switch_at_once() -> None:
    bench = Bench("solomon", "./...../b./w../../..w../. w")
    bench.ignore("9")
    assert bench.texts(bench.match.turns) == ["9x3"]
    hands(bench, "-7@0 +3@.3", 2)  # Black's man, pushed
    assert (bench.log, bench.phase) == ([], Phase.HAND)
    hands(bench, "-3@0 +7@.3", 2)
    assert (bench.log, bench.phase) == ([], Phase.REST)


@pytest.mark.parametrize("gap", [0.05, 0.09, 0.14, 0.3, 0.6])
def test_a_capture_instead_of_one_that_was_put_back_is_offered(
    monkeypatch: pytest.MonkeyPatch, gap: float
) -> None:
    # A piece that jumps on in many ways, and may stop, seems to be under way for ever.
    monkeypatch.syspath_prepend(str(_OLD_GAMES))
    game = import_module("companion_old_games.fox_and_geese").FoxAndGeese()
    start = game.parse_position("ggg/.g./.g...../g.g.ggg/..g.fg./.../... f")
    bench = Bench(match=TurnMatch(Match(game, start)))
    for act in ["-e3", "+e5", "-e4", "+e4", "-e5", "+g3", "-f3"]:
        bench.act(act)
        bench.wait(gap)
    bench.wait(6)
    if not played(bench):
        assert bench.phase is Phase.CONFIRM
        bench.confirm()
    assert played(bench) == ["e3xg3"]


@pytest.mark.parametrize(
    ("way", "understood"),
    [
        ("+11@.46 -11@.55", True),  # the piece was put down, and lifted again at once
        ("+11@.46 -4@.5 +4@.53 -11@.55", False),  # but somebody has moved meanwhile
        ("+9@.44 -9@.47 +11@.49 -11@.55", True),  # it has been to its goal before
    ],
)
def test_a_point_that_a_piece_has_only_passed_makes_no_three_plies_doubtful(
    way: str, understood: bool
) -> None:
    bench = hands(Bench("solomon"), f"-14@0 +12@.1 -5@.2 +8@.3 -12@.4 {way} +9@.6", 1.2)
    if understood:
        assert (bench.log, bench.phase) == (["14-12", "5-8", "12-9"], Phase.REST)
    else:
        assert (bench.log, bench.phase) == ([], Phase.CONFIRM)


@pytest.mark.parametrize("gap", [0.0, 0.05, 0.15, 0.28, 0.35, 0.6])
@pytest.mark.parametrize("lifted", ["", "-10@0"])
def test_one_piece_may_lie_on_two_points_of_trinity(gap: float, lifted: str) -> None:
    bench = board("trinity", {"seats": "1"}, "o/..o../../oN./../oDo.o/Q N 9 0")
    hands(bench, f"{lifted} +7@.3 +12@{0.3 + gap}", 3)
    assert bench.phase is Phase.ASTRAY
    both = bits(bench.game.board.index[name] for name in ("7", "12"))
    assert bench.view.straddled == (both if gap < 0.3 else 0)
