"""*What now?*: it answers in every state, and asks for nothing that is not allowed."""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest

from companion.base.text import Text
from companion.device.lamps.scene import Meaning
from companion.games.registry import make
from companion.hands import Phase
from companion.protocol.commands import Assist, Click, Lift, New, Put, Resign, Teach, WhatNow
from companion.protocol.views import State
from companion.rules import Action, Match, Seat, Turn, TurnMatch
from companion.rules.geometry import points_of
from companion.session.features.advice_feature import AdviceFeature
from companion.session.next_step import NextStep
from companion.session.play.exercise import Words
from companion.session.play.what_now import Situation, what_now
from companion.testing import BareSwitches, VirtualTable
from tests.conformance.option_sets import parameters
from tests.session.clicker import Clicker

_TURNS = 12


def answer(table: VirtualTable) -> str:
    table.say(WhatNow())
    return str(table.state.advice)


@pytest.mark.parametrize(("name", "options"), parameters())
def test_it_answers_in_every_state_of_a_game(
    tmp_path: Path, name: str, options: dict[str, str]
) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin_match(Match(make(name, options)))
        told: list[State] = []

        def check() -> None:
            advice = table.session.features.mode.advice
            assert advice.text, table.phase
            told.append(table.state)
            allowed(table, advice.points)

        clicker = Clicker(table, seed=3, after=check)
        check()
        for _ in range(_TURNS):
            if table.session.match.over:
                break
            clicker.play_random()
        assert told


def allowed(table: VirtualTable, points: int) -> None:
    """What it points at is what legal turns touch, as long as nothing is wrong."""
    if table.phase not in (Phase.REST, Phase.HAND, Phase.CONFIRM):
        return
    match = table.session.match
    touched = {
        step.point for turn in match.turns for step in match.turn_game.steps(match.position, turn)
    }
    assert set(points_of(points)) <= touched


@pytest.mark.parametrize(("name", "options"), parameters())
def test_what_it_points_at_can_be_clicked(
    tmp_path: Path, name: str, options: dict[str, str]
) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin_match(Match(make(name, options)))
        table.say(Assist(True))
        table.wait(2)
        rng = Random(5)
        done = 0
        for _ in range(40):
            points = list(points_of(table.session.features.mode.advice.points))
            if table.session.match.over or not points:
                table.wait(3)
                continue
            before = (table.state.tabletop, len(table.state.moves))
            table.say(Click(table.board.names[rng.choice(points)], "h"))
            table.wait(0.3)
            refused = table.state.refusal
            piece_wanted = refused is not None and all(
                step.action is Action.ENTER
                for turn in table.session.match.turns
                for step in table.session.match.turn_game.steps(table.match.position, turn)[:1]
            )
            assert refused is None or piece_wanted, refused
            done += (table.state.tabletop, len(table.state.moves)) != before or piece_wanted
        assert done


def test_a_first_move_is_explained_to_hands_and_to_clicks(tmp_path: Path) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin()
        table.say(Assist(True))
        table.wait(2)
        said = "Click one of the lit pieces, then a point that lights up."
        assert (table.state.message, answer(table)) == (said, said)
        assert table.lit(Meaning.HINT) == {"14", "15", "16", "17", "18"}
        table.say(Assist(False))
        assert not table.state.message
        said = "Lift one of the lit pieces: the points where it may go light up."
        assert answer(table) == said
        table.wait(8)
        assert (table.state.advice, table.lit(Meaning.HINT)) == ("", set())


def test_the_answer_ends_with_the_next_thing_that_happens(tmp_path: Path) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin()
        table.say(Assist(True))
        table.wait(2)
        answer(table)
        table.say(Click("14", "h"))
        table.wait(0.3)
        assert (table.state.message, table.state.advice) == ("Put it down on 9 or 12.", "")
        assert not table.lit(Meaning.HINT)


def test_the_end_tells_how_to_begin_another_game(tmp_path: Path) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin()
        table.say(Assist(True))
        table.wait(2)
        table.say(Resign())
        assert "Play again" in answer(table)


def test_it_waits_for_the_computer(tmp_path: Path) -> None:
    with VirtualTable(tmp_path, search=lambda *_, **__: lambda: None) as table:
        table.begin_match(Match(make("solomon")), {Seat(0): "easy"})
        table.say(Assist(True))
        table.wait(2)
        assert answer(table) == "The computer is thinking: wait for its move."


@pytest.mark.parametrize("game", ["solomon", "trinity", "halma"])
def test_a_guided_game_says_its_step(tmp_path: Path, game: str) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin(game)
        table.say(Teach(game))
        table.wait(2)
        assert str(table.state.message) in answer(table)


def test_a_misplaced_piece_is_put_back_where_it_says(tmp_path: Path) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin()
        table.say(Assist(True))
        table.wait(2)
        table.say(Assist(False))
        table.say(Lift("14", "h"))
        table.wait(0.1)
        table.say(Put("10", "h"))
        table.wait(1)
        assert table.phase is Phase.ASTRAY
        assert "Move White's man from 10 to 14." in answer(table)


def test_a_board_without_a_page_is_told_by_its_button(tmp_path: Path) -> None:
    with VirtualTable(tmp_path, bare=True, closed=(1 << 19) - 1) as table:
        table.begin("nim")
        table.wait(1)
        assert table.phase is Phase.REST
        assert not table.lit(Meaning.HINT)
        table.session.features.mode.press(table.now)
        table.wait(0.1)
        assert len(table.lit(Meaning.HINT)) == 19
        assert table.state.advice == Text("Take one of the lit pieces off the board.")


def test_an_answer_ends_at_its_time(tmp_path: Path) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin()
        assert answer(table)
        advice = table.session.features.find(AdviceFeature)
        deadline = advice.deadline
        assert deadline is not None
        advice.advance(deadline - 0.001)
        assert advice.deadline == deadline
        advice.advance(deadline)
        assert advice.deadline is None


def test_another_game_ends_the_answer(tmp_path: Path) -> None:
    with VirtualTable(tmp_path) as table:
        table.begin()
        answer(table)
        table.say(New("nim"))
        assert not table.lit(Meaning.HINT)


class Others(NamedTuple):
    """What a computer or remote players have to do."""

    acting: bool = True
    draws: bool = False
    turn: Turn | None = None
    turns: tuple[Turn, ...] | None = None


def advised(
    match: TurnMatch, others: Others, said: str = "", *, phase: Phase = Phase.REST, **more: Any
) -> NextStep:
    exercise = SimpleNamespace(over=match.over, repeats=True, turns=lambda _: more.pop("left", ()))
    view = SimpleNamespace(
        phase=phase, movable=more.pop("movable", 0), targets=0, take_off=0, go_on=0, candidates=()
    )
    return what_now(
        Situation(
            match=match,
            view=cast(Any, view),
            opponents=cast(Any, others),
            exercise=cast(Any, exercise),
            said=Words(Text("White to move"), Text(said), "plain"),
            simulated=more.pop("simulated", False),
            **more,
        )
    )


def test_it_says_whom_to_wait_for() -> None:
    match = TurnMatch(Match(make("solomon")))
    (turn, *_) = match.turns
    assert advised(match, Others(), watching=True).text.startswith("You are watching.")
    assert advised(match, Others(draws=True), "The board draws.").text == "The board draws."
    assert advised(match, Others(turn=turn)).text == "Make the move that the lamps show."
    assert advised(match, Others(turn=turn)).points
    assert advised(match, Others(turn=turn), "Go on.").text == "Go on."
    assert advised(match, Others(acting=False)).text == "Wait for the other boards."
    assert advised(match, Others(), "Look.", helped=True).text == "Look. Wait a moment."


def test_it_goes_on_with_what_has_begun_and_with_another_game() -> None:
    match = TurnMatch(Match(make("solomon")))
    assert advised(match, Others(), phase=Phase.HAND, movable=1).text == (
        "Go on with one of the lit pieces."
    )
    assert advised(match, Others(), phase=Phase.HAND).text.startswith("Finish the move")
    nobody = Others(acting=False)
    over = TurnMatch(Match(make("solomon"), "b/bbbbb/../.../../...../. w"))
    assert over.over
    assert advised(over, nobody, set_up_again=True).text.startswith("The board is set up for")
    assert "Play again" in advised(over, nobody, simulated=True).text
    assert "set up its start" in advised(over, nobody).text


@pytest.mark.parametrize("after", [0.25, 0.45, 0.65])
def test_it_waits_until_it_is_known_what_a_changed_board_means(
    tmp_path: Path, after: float
) -> None:
    match = Match(make("gomony"))
    stood = match.game.occupancy(match.position)
    with VirtualTable(tmp_path, bare=True, closed=stood) as table:
        table.begin_match(match)
        table.wait(3)
        origin, to = (table.board.index[name] for name in ("c7", "g6"))
        assert isinstance(table.port, BareSwitches)
        table.port.set(origin, False)
        table.wait(0.2)
        table.port.set(to, True)
        table.wait(after)
        assert answer(table) == "Wait a moment."
        table.wait(3)
        assert table.phase is Phase.ASTRAY
        assert "g6" in str(table.state.advice)  # the answer that is still shown
