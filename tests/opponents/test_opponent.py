"""The computer as a player: legal, repeatable, and the better the harder it tries."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from companion.base.text import Text
from companion.games.registry import kinds, make
from companion.opponents import Interrupted, knowledge_for
from companion.opponents.levels import LEVELS, Level
from companion.opponents.opponent import choose
from companion.opponents.playouts import Playouts
from companion.rules import (
    CHANCE,
    DRAW,
    NOBODY,
    ONGOING,
    AnyGame,
    Game,
    Match,
    Outcome,
    Seat,
    Stack,
    Step,
    win,
)
from companion.rules.geometry import STAR
from tests.conformance.option_sets import games, labels
from tests.opponents.reference import try_out
from tests.slow import slow_after

_GAMES = {label: game for label, game in games() if len(game.seats) > 1}
_LONGEST = 300


def random_move(match: Match, random: Random) -> Any:
    weights = [match.game.weight(match.position, move) for move in match.moves]
    return random.choices(match.moves, weights)[0]


def play(game: AnyGame, levels: list[str], seed: int) -> Match:
    """A game between levels; "random" is one as well."""
    match, random = Match(game), Random(seed)
    while not match.over and len(match.history) < _LONGEST:
        level = levels[match.to_act] if match.to_act != CHANCE else "random"
        if level == "random" or len(match.moves) == 1:
            match.play(random_move(match, random))
        else:
            before = [played.position for played in match.history]
            match.play(choose(game, match.position, level, before=before, seed=seed).move)
    return match


def wins(game: AnyGame, level: str, other: str, count: int) -> int:
    """How many games `level` wins; it has each seat in turn."""
    won = 0
    for seed in range(count):
        seat = seed % len(game.seats)
        levels = [other] * len(game.seats)
        levels[seat] = level
        won += play(game, levels, seed).outcome.winner == seat
    return won


@pytest.mark.parametrize("label", [case for case in labels() if case.values[0] in _GAMES])
def test_every_move_that_it_chooses_is_legal(label: str) -> None:
    game, random = _GAMES[label], Random(label)
    match = Match(game)
    for _ in range(40):
        if match.over:
            break
        if match.to_act != CHANCE and random.random() < 0.2:
            choice = choose(game, match.position, "easy")
            assert choice.move in match.moves
            assert 0 <= choice.value <= 1
        match.play(random_move(match, random))


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_the_same_position_history_and_seed_have_the_same_answer(level: str) -> None:
    game = make("trinity", {"seats": "2"})
    assert choose(game, game.start(), level, seed=4) == choose(game, game.start(), level, seed=4)
    assert len({choose(game, game.start(), "easy", seed=seed).move for seed in range(20)}) > 1


@pytest.mark.parametrize(
    ("level", "count"),
    [
        ("fair", 2),
        pytest.param("fair", 4, marks=pytest.mark.slow),
        pytest.param("strong", 1, marks=pytest.mark.slow),
    ],
)
def test_it_takes_a_win_and_avoids_a_loss_in_one(level: str, count: int) -> None:
    game = make("son_of_solomon")
    seen = {"won": 0, "saved": 0}
    for seed in range(60):
        match, random = Match(game), Random(seed)
        while not match.over:
            move, position = random_move(match, random), match.position
            if len(match.history) > 5 and len(match.moves) > 1:
                ends = [end(game, position, m) for m in match.moves]
                loses = [any_loss(game, position, m) for m in match.moves]
                seat = match.to_act
                if seat in ends and seen["won"] < count:
                    seen["won"] += 1
                    chosen = choose(game, position, level).move
                    assert end(game, position, chosen) == seat
                elif any(loses) and not all(loses) and seat not in ends and seen["saved"] < count:
                    seen["saved"] += 1
                    assert not any_loss(game, position, choose(game, position, level).move)
            match.play(move)
    assert seen == {"won": count, "saved": count}


def test_no_move_is_chosen_after_which_the_third_player_wins_whatever_the_next_one_does() -> None:
    game = make("trinity", {"seats": "3"})
    position = game.parse_position("o/Doo../oo/ooo/NQ/o.o.o/. Q 5 2")
    moves = [game.parse_move(position, text) for text in ("Q13-17", "Q13-19")]
    assert list(game.moves(position)) == moves
    handed = game.advance(position, moves[1])
    for reply in game.moves(handed):
        after = game.advance(handed, reply)
        assert any(end(game, after, last) == 1 for last in game.moves(after))
    assert {try_out(game, position, 1, Random(seed)).move for seed in range(20)} == {moves[0]}


class Trap(Game[int, int]):
    """White goes into a trap or past it. In the trap Black can only win by one of 5,000
    answers, and loses by all others; past it the game is drawn."""

    name = "trap"
    title = Text("Trap")
    board = STAR
    pieces = ()
    seats = (Text("White"), Text("Black"))

    _ANSWERS = 5000
    _START, _TRAPPED, _PAST, _WON, _LOST, _DRAWN = range(6)

    def start(self) -> int:
        return self._START

    def to_act(self, position: int) -> Seat:
        return Seat(0) if position == self._START else Seat(1) if self.moves(position) else NOBODY

    def moves(self, position: int) -> Sequence[int]:
        counts = {self._START: 2, self._TRAPPED: self._ANSWERS, self._PAST: 1}
        return range(counts.get(position, 0))

    def advance(self, position: int, move: int) -> int:
        if position == self._START:
            return self._PAST if move else self._TRAPPED
        if position == self._PAST:
            return self._DRAWN
        return self._LOST if move == self._ANSWERS - 1 else self._WON

    def outcome(self, position: int) -> Outcome:
        ends = {self._WON: win(0), self._LOST: win(1), self._DRAWN: DRAW}
        return ends.get(position, ONGOING)

    def stacks(self, position: int) -> tuple[Stack, ...]:
        return ((),) * STAR.size

    def steps(self, position: int, move: int) -> tuple[Step, ...]:
        return ()

    def position_text(self, position: int) -> str:
        return str(position)

    def parse_position(self, text: str) -> int:
        return int(text)

    def move_text(self, position: int, move: int) -> str:
        return str(move)


@pytest.mark.parametrize("seed", range(5))
def test_it_looks_at_every_answer_before_it_trusts_its_playouts(seed: int) -> None:
    game = Trap()
    past = 1
    assert choose(game, game.start(), "fair", seed=seed).move == past
    blind = Level(1, 30, wins=False)
    assert choose(game, game.start(), blind, seed=seed).move != past


@pytest.mark.slow
def test_a_move_that_lost_its_first_playout_is_tried_again() -> None:
    game = make("nim")
    for seed in range(5):
        search = Playouts(game, knowledge_for(game).playouts(), Random(seed), [])
        tried = search.search(game.start(), game.moves(game.start()), 2000, lambda: False)
        assert sum(one.visits for one in tried) == 2000
        assert min(one.visits for one in tried) > 2


def end(game: AnyGame, position: Any, move: Any) -> int | None:
    return game.outcome(game.advance(position, move)).winner


def any_loss(game: AnyGame, position: Any, move: Any) -> bool:
    after = game.advance(position, move)
    return any(end(game, after, answer) == game.to_act(after) for answer in game.moves(after))


def test_a_position_that_would_come_up_too_often_counts_as_the_end() -> None:
    game = make("solomon")
    position = game.parse_position("B/...../../.../../WW.../. w")
    after = [game.advance(position, move) for move in game.moves(position)]
    seen = [one for one in after for _ in range(2)]
    tried = Playouts(game, knowledge_for(game).playouts(), Random(1), seen).search(
        position, game.moves(position), 60, lambda: False
    )
    assert {one.value for one in tried} == {0.5}
    free = Playouts(game, knowledge_for(game).playouts(), Random(1), []).search(
        position, game.moves(position), 60, lambda: False
    )
    assert {one.value for one in free} != {0.5}


@pytest.mark.parametrize("name", [n for n in kinds() if len(make(n).seats) > 1])
def test_it_can_be_interrupted(name: str) -> None:
    game = make(name)
    match = Match(game)
    if match.to_act == CHANCE:
        match.play(match.moves[0])
    with pytest.raises(Interrupted):
        choose(game, match.position, "strong", stop=lambda: True)


@pytest.mark.parametrize("name", slow_after(0, ["nim", "solomon"]))
def test_fair_beats_random_moves(name: str) -> None:
    assert wins(make(name), "fair", "random", 10) >= 9


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gomony", "son_of_solomon", "soli2"])
def test_fair_beats_random_moves_in_long_games(name: str) -> None:
    assert wins(make(name), "fair", "random", 10) >= 9


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "better", "worse"),
    [
        ("solomon", "fair", "easy"),
        ("gomony", "fair", "easy"),
        ("halma", "fair", "easy"),  # who moves at random may never leave what is to be reached
        ("nim", "fair", "easy"),
        ("trinity", "fair", "easy"),
    ],
)
def test_each_level_beats_the_one_below(name: str, better: str, worse: str) -> None:
    game = make(name, {"seats": "2"} if name == "trinity" else {})
    assert wins(game, better, worse, 8) >= 5


def test_shares_add_up_to_one() -> None:
    for game in _GAMES.values():
        evaluator, random, match = knowledge_for(game).playouts(), Random(3), Match(game)
        for _ in range(60):
            if match.over:
                break
            shares = evaluator.evaluate(match.position)
            assert len(shares) == len(game.seats)
            assert abs(sum(shares) - 1) < 1e-9
            assert all(0 <= share <= 1 for share in shares)
            match.play(random_move(match, random))
