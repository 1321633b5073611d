"""Nim and Trinity: the computer never loses a position that it can win, and says how soon."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from companion.games.nim import Nim
from companion.games.trinity import Trinity
from companion.opponents import Interrupted, knowledge_for
from companion.opponents.knowledge import trinity_knowledge
from companion.opponents.opponent import choose
from companion.opponents.tables import ExactValue
from companion.opponents.tables.trinity_moves import last_moves
from companion.rules import AnyGame, Match
from companion_research import trinity_checker
from tests.slow import slow_after, slow_rows_after

FEW_PLIES = 3
"""From here on a search solves Trinity at once; the start takes a hundred times longer."""


def won_positions(
    make: Callable[[Random], AnyGame], number: int, fewest: int
) -> Iterator[tuple[AnyGame, Any]]:
    """Positions that the player to move can win, after so many random moves or more."""
    random = Random(11)
    while number:
        game = make(random)
        match = Match(game)
        for _ in range(random.randint(fewest, 12)):
            if not match.over:
                match.play(random.choice(list(match.moves)))
        best = None if match.over else knowledge_for(game).best_moves(match.position)
        if best is not None and best.ending.value > 0:
            yield game, match.position
            number -= 1


def some_nim(random: Random) -> AnyGame:
    return Nim({"last": random.choice(("loses", "wins"))})


def some_trinity(random: Random) -> AnyGame:
    seats = random.choice("2223")
    return Trinity({"seats": seats, "stones": random.choice(("15", "16"))})


def wins_in(game: AnyGame, position: Any, opponent: str, seed: int) -> int:
    """Let the computer play a won position against one that moves at random, or resists. Returns
    in how many plies it won."""
    match, random = Match(game, position), Random(seed)
    seat = match.to_act
    while not match.over:
        if match.to_act == seat or opponent == "strong":
            before = [played.position for played in match.history]
            match.play(choose(game, match.position, "strong", before=before, seed=seed).move)
        else:
            match.play(random.choice(list(match.moves)))
    assert match.outcome.winner == seat
    return len(match.history)


@pytest.mark.parametrize(("number", "fewest"), slow_rows_after(1, [(8, 7), (200, FEW_PLIES)]))
@pytest.mark.parametrize("make", [some_nim, some_trinity])
def test_it_loses_no_won_position(
    make: Callable[[Random], AnyGame], number: int, fewest: int
) -> None:
    for seed, (game, position) in enumerate(won_positions(make, number, fewest)):
        best = knowledge_for(game).best_moves(position)
        assert best is not None
        assert best.ending.plies is not None
        assert wins_in(game, position, "random", seed) <= best.ending.plies
        if len(game.seats) == 2:
            assert wins_in(game, position, "strong", seed) == best.ending.plies


@pytest.mark.parametrize(("last", "text"), [("loses", "wins in 12"), ("wins", "wins in 13")])
def test_nim_is_won_from_the_start(last: str, text: str) -> None:
    game = Nim({"last": last})
    best = knowledge_for(game).best_moves(game.start())
    assert best is not None
    assert best.ending.text == text


@pytest.mark.parametrize(("stones", "text"), [("16", "wins in 23"), ("15", "wins in 21")])
def test_trinity_for_two_is_won_from_the_start(stones: str, text: str) -> None:
    game = Trinity({"seats": "2", "stones": stones})
    best = knowledge_for(game).best_moves(game.start())
    assert best is not None
    assert best.ending.text == text


@pytest.mark.parametrize("seats", slow_after(0, ["3", "4", "5", "6"]))
@pytest.mark.parametrize("stones", ["15", "16"])
def test_with_more_players_nobody_can_force_the_last_move(seats: str, stones: str) -> None:
    game = Trinity({"seats": seats, "stones": stones})
    found = last_moves(game, game.start(), None, (), lambda: None)
    assert found is not None
    assert found.winner is None
    assert knowledge_for(game).best_moves(game.start()) is None


def test_a_solitaire_has_no_opponent_to_beat() -> None:
    assert knowledge_for(Trinity()).best_moves(Trinity().start()) is None


def test_a_game_that_is_over_has_no_moves() -> None:
    game = Trinity({"seats": "2"})
    position = game.parse_position("o/ooooo/oo/ooo/oo/DooNQ/. N 0 1")
    assert knowledge_for(game).best_moves(position) is None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_late_positions_of_trinity_are_answered_as_the_checker_works_them_out(seats: int) -> None:
    for now in trinity_checker.late_boards(seats, 12, 25, Random(seats)):
        options = {"seats": str(seats), "stones": str(now.supply + len(now.stones))}
        game = Trinity(options | {"blocked": str(now.blocked) if now.blocked else "none"})
        position = game.parse_position(now.text)
        best = knowledge_for(game).best_moves(position)
        winner, plies = trinity_checker.worked_out(now, seats)
        if winner is None:
            assert best is None
        else:
            assert best is not None
            assert best.ending == ExactValue(1 if winner == now.seat else -1, plies)
            endings = knowledge_for(game).endings(position)
            same = [end for end in endings.values() if end.value == best.ending.value]
            soonest_or_latest = min if winner == now.seat else max
            assert soonest_or_latest(end.plies or 0 for end in same) == plies


def test_a_position_of_trinity_that_has_occurred_is_a_draw() -> None:
    game = Trinity({"seats": "2"})
    found = 0
    for now in trinity_checker.late_boards(2, 8, 2000, Random(8)):
        if now.supply + len(now.stones) != 16 or now.blocked:
            continue
        position = game.parse_position(now.text)
        best = knowledge_for(game).best_moves(position)
        if not game.forced(position) or best is None or best.ending.value < 1:
            continue
        after = [game.advance(position, move) for move in best.moves]
        if any(game.outcome(then).over for then in after):
            continue
        again = knowledge_for(game).best_moves(position, after)
        assert again is None or again.ending != best.ending
        found += 1
        if found == 5:
            return
    pytest.fail("no position with a winning jump")


def test_trinity_can_be_interrupted_and_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Trinity({"seats": "2"})
    position = game.start()
    for _ in range(FEW_PLIES):
        position = game.advance(position, game.moves(position)[0])
    with pytest.raises(Interrupted):
        knowledge_for(game).best_moves(position, stop=lambda: True)
    monkeypatch.setattr(trinity_knowledge, "_MOST_LOOKS", 10)
    assert knowledge_for(game).best_moves(position) is None


def test_trinity_without_its_book_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trinity_knowledge, "_book", lambda: None)
    monkeypatch.setattr(trinity_knowledge, "_MOST_LOOKS", 10)
    game = Trinity({"seats": "2"})
    assert knowledge_for(game).best_moves(game.start()) is None
    assert choose(game, game.start(), "fair").move in game.moves(game.start())
