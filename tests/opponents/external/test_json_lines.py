"""The protocol of JSON lines, against lines that were written down."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from companion.games.registry import make
from companion.opponents.contract import never
from companion.opponents.external.dialogue import Budget, Dialogue, EngineQuestion
from companion.opponents.external.engine_faults import EngineFault, EngineRefusal
from companion.opponents.external.json_lines import JsonLines
from companion.opponents.external.time_plan import EngineClock
from tests.opponents.external.engines import Clock, FakeProcess

GAME = make("solomon")
START = GAME.start()
FIRST = GAME.moves(START)[0]
ASKED = EngineQuestion(GAME, START, (), START, (FIRST,), Budget(1.0))
TEXT = GAME.move_text(START, FIRST)
REPLY = GAME.move_text(*(lambda after: (after, GAME.moves(after)[0]))(GAME.advance(START, FIRST)))


def greeted(*answer: dict[str, Any] | str) -> JsonLines:
    """An engine that answers its second request, which has the number 2, with these lines."""
    lines = [one if isinstance(one, str) else json.dumps({"id": 2, **one}) for one in answer]
    hello = json.dumps({"id": 1, "name": "Tester", "rates": True})
    process = FakeProcess([hello.encode()], [line.encode() for line in lines])
    engine = JsonLines(Dialogue(process, Clock()))
    engine.greet(GAME, {}, never)
    return engine


def test_a_choice_may_come_without_a_value_and_after_empty_lines() -> None:
    chosen = greeted("", "  ", {"move": TEXT}).choose(ASKED, never)
    assert (chosen.move, chosen.value) == (FIRST, None)


@pytest.mark.parametrize("value", [-0.1, 1.1])
def test_a_value_that_is_no_share_is_a_fault(value: float) -> None:
    with pytest.raises(EngineFault, match=f"its value {value} is not between 0 and 1"):
        greeted({"move": TEXT, "value": value}).choose(ASKED, never)
    with pytest.raises(EngineFault, match=f"its value {value} is not between 0 and 1"):
        greeted({"moves": [{"move": TEXT, "value": value}]}).rate(ASKED, never)


def test_a_long_text_of_an_engine_is_cut() -> None:
    with pytest.raises(EngineFault) as caught:
        greeted({"move": "x" * 10_000}).choose(ASKED, never)
    assert "xxx…" in str(caught.value.text)
    assert len(caught.value.text) < 300


def test_a_rating_has_a_line_as_far_as_its_moves_are_legal() -> None:
    said = {"move": TEXT, "value": 0.5, "plies": 7, "line": [REPLY, "castles", REPLY]}
    (rated,) = greeted({"moves": [said]}).rate(ASKED, never)
    after = GAME.advance(START, FIRST)
    assert rated.line == (FIRST, GAME.moves(after)[0])
    assert (rated.value, rated.plies) == (0.5, 7)
    (rated,) = greeted({"moves": [{**said, "plies": 0}]}).rate(ASKED, never)
    assert rated.plies is None


def test_every_move_that_was_asked_about_has_to_be_rated() -> None:
    with pytest.raises(EngineFault, match=f"it has not rated the move '{TEXT}'"):
        greeted({"moves": []}).rate(ASKED, never)


def test_the_clock_is_told_with_a_move_and_left_out_without_one() -> None:
    hello = json.dumps({"id": 1}).encode()
    answers = [[json.dumps({"id": n, "move": TEXT}).encode()] for n in (2, 3)]
    process = FakeProcess([hello], *answers)
    engine = JsonLines(Dialogue(process, Clock()))
    engine.greet(GAME, {}, never)
    clock = EngineClock((59.0, 60.0), 2.0, per_move=False, most=5.0)
    engine.choose(replace(ASKED, clock=clock), never)
    engine.choose(ASKED, never)
    with_clock, without = (json.loads(line) for line in process.heard[1:])
    assert with_clock["clock"] == {
        "left": [59.0, 60.0],
        "bonus": 2.0,
        "per_move": False,
        "most": 5.0,
    }
    assert "clock" not in without


@pytest.mark.parametrize("first", [b"Stockfish 15.1 by the Stockfish developers", None])
def test_an_engine_that_speaks_uci_is_known_by_that(first: bytes | None) -> None:
    clock = Clock()

    class Silent(FakeProcess):
        def hear(self, wait: float) -> bytes | None:
            clock.now += 1.0
            return super().hear(wait)

    said = [] if first is None else [first, b"Unknown command: '{}'."]
    process = Silent(said, [b"id name Some engine", b"uciok"])
    with pytest.raises(EngineRefusal) as caught:
        JsonLines(Dialogue(process, clock)).greet(GAME, {}, never)
    assert caught.value.text == (
        'it speaks UCI; write protocol = "uci" in its section of the configuration'
    )
    assert process.heard[-1] == b"uci"


def test_an_engine_that_says_nothing_at_all_has_not_answered() -> None:
    clock = Clock()
    clock.step = 1.0
    with pytest.raises(EngineFault, match="it has not answered within 20 s"):
        JsonLines(Dialogue(FakeProcess(), clock)).greet(GAME, {}, never)
