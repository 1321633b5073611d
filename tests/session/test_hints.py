"""Hints on the board: where a good move begins, then the whole move, in every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import pytest
from msgspec.structs import replace

from companion.coach.hints import HintJob, HintResult
from companion.config import Config, GameSettings
from companion.device.lamps.scene import Meaning
from companion.device.ports.port_kinds import PortSettings
from companion.games.registry import make
from companion.opponents import Interrupted, analysis, knowledge_for
from companion.opponents.analysis import Analysis
from companion.opponents.search_jobs import Cancel, OnResult, SearchJob, SearchRunner, result_of
from companion.protocol.commands import Back, Confirm, Hint, Resign, Teach, Watch
from companion.rules import Match, Seat
from companion.testing import Hands, VirtualTable
from tests.session.fingers import Fingers
from tests.session.test_menu import point
from tests.session.test_opponents import Later
from tests.slow import slow_rows_after

_WON = "./...../W./..B/W./...../. w"
"""Solomon: two kings against one, won for White."""

GAMES: list[tuple[str, dict[str, str]]] = [
    ("solomon", {}),
    ("son_of_solomon", {}),
    ("nim", {}),
    ("gomony", {}),
    ("halma", {"players": "3"}),
    ("soli2", {}),
    ("trinity", {"seats": "1"}),
    ("peg", {}),
    ("halma", {"players": "4", "rules": "advanced"}),
    ("soli2", {"variant": "pure_skill"}),
    ("trinity", {"seats": "3"}),
    ("peg", {"board": "grid7"}),
]
every_game = pytest.mark.parametrize(
    ("name", "options"),
    slow_rows_after(8, GAMES),
    ids=[" ".join((n, *o.values())) for n, o in GAMES],
)


def hasty(job: SearchJob, on_result: OnResult, **_: bool) -> Cancel:
    """A search that thinks little."""
    assert isinstance(job, HintJob)
    on_result(result_of(replace(job, effort=0.01), lambda: False))
    return lambda: None


def begun(
    directory: Path,
    name: str = "solomon",
    position: str = "",
    options: Mapping[str, str] = MappingProxyType({}),
    bag: Literal["drawn", "real"] = "drawn",
    search: SearchRunner = hasty,
) -> tuple[VirtualTable, Hands]:
    """A table with simulated pieces at which a game has begun, its pieces set up."""
    config = Config(port=PortSettings(bounce=True), game=GameSettings(bag=bag))
    table = VirtualTable(directory, config, search=search)
    table.begin(name, position, **options)
    hands = Hands(table, pauses=(0.1,))
    hands.set_up()
    return table, hands


def told(table: VirtualTable) -> str:
    """The move that is told in full."""
    return table.state.hint.removeprefix("Hint: ").split(".")[0]


@every_game
def test_a_hint_begins_with_a_point_and_ends_with_a_move(
    tmp_path: Path, name: str, options: dict[str, str]
) -> None:
    few = "o/ooooo/../.../../ooo../. w" if name == "nim" else ""  # many are solved more slowly
    table, hands = begun(tmp_path, name, few, options)
    for _ in range(2):
        before = table.texts
        table.say(Hint())
        first = table.lit(Meaning.HINT)
        assert len(first) == 1
        assert any(point in table.state.hint.split(".")[0].split() for point in first)
        assert table.state.hint_more
        table.say(Hint())
        assert first <= table.lit(Meaning.HINT)
        assert not table.state.hint_more
        assert table.texts == before  # a hint is no move
        hands.play(told(table))
        assert len(table.texts) > len(before)
        assert table.state.hint == ""
        assert table.lit(Meaning.HINT) == set()
    lines = (tmp_path / Path(table.state.log).name).read_text()
    assert "int" not in lines.split("\n", 1)[1].replace("point", "")


def test_the_target_stays_lit_in_hand(tmp_path: Path) -> None:
    table, hands = begun(tmp_path)
    table.say(Hint())
    (origin,) = table.lit(Meaning.HINT)
    hands.lift(origin)
    assert table.lit(Meaning.HINT) == set()
    table.say(Hint())
    _, to = told(table).split("-")
    assert table.lit(Meaning.HINT) == {to}
    hands.put(to, wait=0.6)
    assert table.texts == [f"{origin}-{to}"]


def test_a_long_jump_shows_its_way(tmp_path: Path) -> None:
    table, _ = begun(tmp_path, "solomon", "b/...../../bb./.b/...w./. w")
    table.say(Hint())
    table.say(Hint())
    assert table.lit(Meaning.HINT) == set(told(table).split("x"))


def test_all_pieces_of_a_run_are_shown(tmp_path: Path) -> None:
    table, _ = begun(tmp_path, "nim", "./...../../.../../oo.../. w")
    table.say(Hint())
    table.say(Hint())
    assert told(table) in ("14", "15")
    assert table.lit(Meaning.HINT) == {told(table)}


@pytest.mark.parametrize("bag", ["drawn", "real"])
def test_a_bag(tmp_path: Path, bag: Literal["drawn", "real"]) -> None:
    table, _ = begun(tmp_path, "soli2", bag=bag)
    table.say(Hint())
    lit = table.lit(Meaning.HINT)
    if bag == "drawn":
        assert len(lit) == 1
        assert "Hint: place a piece on " in table.state.hint
    else:
        assert 1 <= len(lit) <= 2
        assert table.state.hint.startswith("Hint, by what you draw: ")
        assert "Black's counter on " in table.state.hint
        assert "White's counter on " in table.state.hint


def test_what_is_known_is_said(tmp_path: Path) -> None:
    table, hands = begun(tmp_path, "solomon", _WON)
    match = table.session.match
    table.say(Hint())
    assert "That wins in " in table.state.hint
    assert "moves at most, counting everybody's." in table.state.hint
    table.say(Hint())
    hands.play(told(table))
    assert match.seat == Seat(1)
    table.say(Hint())
    assert "Every move loses in the end; after this one, it takes " in table.state.hint


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("./...../b./w../../...../. w", "Hint: move the piece on 9. That wins at once."),
        ("./...w./w./.b./../b..../. w", "That keeps the draw."),
    ],
)
def test_a_win_at_once_and_a_draw(tmp_path: Path, position: str, said: str) -> None:
    table, _ = begun(tmp_path, "solomon", position)
    table.say(Hint())
    assert table.state.hint.endswith(said)


def test_a_puzzle_tells_how_many_moves_solve_it(tmp_path: Path) -> None:
    table, _ = begun(tmp_path, "peg", "./....o/.o/.../../...../.")
    table.say(Hint())
    assert table.state.hint.endswith("That solves it in 1 move.")


def test_the_computers_turn_has_no_hint(tmp_path: Path) -> None:
    search = Later()
    table = VirtualTable(tmp_path, search=search)
    table.begin_match(Match(make("solomon")), {Seat(0): "easy"})
    Hands(table).set_up()
    table.say(Hint())
    why = "it is the computer's turn: ask for a hint on your own turn"
    assert table.state.warning == why
    assert len(search.asked) == 1  # the computer's move
    search.answer()
    table.wait(0.5)
    table.say(Hint())
    assert table.state.warning == why
    Hands(table, pauses=(0.1,)).play(next(iter(Hands(table).moves)))
    table.say(Hint())
    assert table.state.hint == "Looking for a hint …"


def test_no_hint_after_the_end_or_in_a_guided_game(tmp_path: Path) -> None:
    table, hands = begun(tmp_path)
    table.say(Resign())
    table.say(Hint())
    assert table.state.warning == "the game is over: there are no more hints"
    table.say(Teach("solomon"))
    hands.set_up()
    table.say(Hint())
    assert table.state.warning == "a guided game shows every move: there are no hints"


def test_a_search_is_given_up_when_the_position_changes(tmp_path: Path) -> None:
    search = Later()
    table = VirtualTable(tmp_path, search=search)
    table.begin("solomon", "./...w./w./.b./../b..../. w")
    hands = Hands(table, pauses=(0.1,))
    hands.set_up()
    table.say(Hint())
    table.say(Hint())  # the answer will be the whole move
    given_up = search.given_up
    hands.play("5-1")
    assert search.given_up > given_up
    assert table.state.hint == ""
    search.answer()  # it had been found before
    table.wait(0.5)
    assert table.state.hint == ""
    table.say(Back())
    hands.lift("1")
    hands.put("5", wait=0.6)
    table.say(Hint())
    assert table.state.hint == "Looking for a hint …"
    table.say(Hint())
    search.answer()
    table.wait(0.5)
    assert "-" in told(table)
    assert not table.state.hint_more


def test_a_hint_survives_what_is_no_move(tmp_path: Path) -> None:
    table, hands = begun(tmp_path)
    table.say(Hint())
    lit, hint = table.lit(Meaning.HINT), table.state.hint
    hands.lift("15")
    hands.put("15", wait=0.6)
    assert (table.lit(Meaning.HINT), table.state.hint) == (lit, hint)


def test_watching_does_not_take_a_hint_away(tmp_path: Path) -> None:
    table, _ = begun(tmp_path, "peg")
    table.say(Hint())
    hint = table.state.hint
    table.say(Watch(True))
    assert table.state.hint == hint
    table.say(Hint())
    assert not table.state.hint_more


def test_without_a_page(tmp_path: Path) -> None:
    table = VirtualTable(tmp_path, bare=True, search=hasty)
    table.begin("solomon")
    hands = Fingers(table)
    hands.set_up()
    hands.open_menu()
    hands.touch(point(hands, 5))
    assert len(hands.lit(Meaning.HINT)) == 1
    (origin,) = hands.lit(Meaning.HINT)
    hands.press()
    lit = hands.lit(Meaning.HINT)
    assert len(lit) == 2
    hands.press()  # there is no more
    assert hands.lit(Meaning.HINT) == lit
    hands.move(origin, *(lit - {origin}))
    assert len(table.texts) == 1
    assert hands.lit(Meaning.HINT) == set()
    hands.press()  # without a hint, it says what to do now
    assert "Lift one of the lit pieces" in table.state.advice


def test_a_page_confirms_and_does_not_ask(tmp_path: Path) -> None:
    table, _ = begun(tmp_path)
    table.say(Hint())
    table.say(Confirm())
    assert table.state.hint_more


def late_after(looks: int) -> Callable[[], bool]:
    """Late from so many questions on."""
    asked = count()
    return lambda: next(asked) >= looks


def test_a_puzzle_is_not_searched_for_longer_than_any_other_game() -> None:
    game = make("crowning")
    start = game.start()
    job = HintJob(game, knowledge_for(game).solver(), start, (), moves=True)
    late = late_after(100)
    result = job.run(lambda: False, late)
    assert not result.hopeless
    (suggested,) = result.suggestions
    # Any move that leaves a solution, with no claim about how long that is.
    assert suggested.rated.exact
    assert suggested.rated.value == 1
    assert suggested.rated.plies is None
    solver = knowledge_for(game).solver()
    assert solver is not None
    assert not solver.hopeless(game.advance(start, suggested.rated.move))


def test_a_puzzle_is_only_called_hopeless_if_that_is_known() -> None:
    game = make("crowning")
    job = HintJob(game, knowledge_for(game).solver(), game.start(), (), moves=False)
    assert not job.run(lambda: False, late_after(1)).hopeless


def test_a_stopped_search_of_a_puzzle_says_nothing() -> None:
    game = make("crowning")
    job = HintJob(game, knowledge_for(game).solver(), game.start(), (), moves=True)
    with pytest.raises(Interrupted):
        job.run(late_after(100))


@pytest.mark.parametrize(
    ("game", "options"), [("gomony", {}), ("soli2", {}), ("halma", {"players": "2"})]
)
@pytest.mark.parametrize("late", [False, True])
def test_a_hint_that_was_cut_short_says_so(
    tmp_path: Path, game: str, options: dict[str, str], late: bool
) -> None:
    def searched(job: SearchJob, on_result: OnResult, **_: bool) -> Cancel:
        assert isinstance(job, HintJob)
        hurried = replace(job, effort=0.01)
        on_result(hurried.run(lambda: False, lambda: late))
        return lambda: None

    table = VirtualTable(tmp_path, Config(port=PortSettings(bounce=True)), search=searched)
    table.begin(game, **options)
    Hands(table, pauses=(0.1,)).set_up()
    for _ in range(2):
        table.say(Hint())
        assert table.state.hint.startswith("Hint")
        assert ("ran out of time" in table.state.hint) == late


def test_a_hint_that_was_not_found_in_time_can_be_asked_for_again(tmp_path: Path) -> None:
    jobs: list[HintJob] = []

    def unsolved(job: SearchJob, on_result: OnResult, **_: bool) -> Cancel:
        assert isinstance(job, HintJob)
        jobs.append(job)
        on_result(HintResult(job.position, len(job.before), hopeless=False))
        return lambda: None

    table = VirtualTable(tmp_path, Config(port=PortSettings(bounce=True)), search=unsolved)
    table.begin("crowning")
    Hands(table, pauses=(0.1,)).set_up()
    table.say(Hint())
    assert table.state.hint == "No solution was found in time. Make a move, then ask again."
    assert not table.state.hint_more
    table.say(Hint())
    assert len(jobs) == 2


def test_a_hint_whose_search_fails_can_be_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> Analysis:
        raise ZeroDivisionError

    table, _ = begun(tmp_path)
    with monkeypatch.context() as failing:
        failing.setattr(analysis, "analyse", fail)
        table.say(Hint())
    assert table.state.hint == "The search for a hint failed; the program's log says why."
    assert table.lit(Meaning.HINT) == set()
    table.say(Hint())
    assert len(table.lit(Meaning.HINT)) == 1


def test_who_asks_again_in_the_same_position_is_told_at_once(tmp_path: Path) -> None:
    jobs: list[SearchJob] = []

    def search(job: SearchJob, on_result: OnResult, **_: bool) -> Cancel:
        jobs.append(job)
        return hasty(job, on_result)

    table, hands = begun(tmp_path, search=search)
    for _ in range(2):
        table.say(Hint())
    first = told(table)
    hands.play(first)
    table.say(Back(1))
    hands.set_up()
    assert not table.state.hint
    asked = len(jobs)
    for _ in range(2):
        table.say(Hint())
    assert told(table) == first
    assert len(jobs) == asked
    hands.play(first)
    table.say(Hint())
    assert len(jobs) == asked + 1
