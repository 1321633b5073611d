"""A hint never gives away what is known: where a value is exact, it is the same after the hint."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from companion.coach.hints import HintJob, HintResult
from companion.games.nim import Nim
from companion.games.registry import make
from companion.games.solomon import Solomon
from companion.games.son_of_solomon import SonOfSolomon
from companion.opponents import knowledge_for
from companion.opponents.alphabeta import AlphaBeta
from companion.opponents.knowledge.fours import FourSearch
from companion.opponents.tables import ExactValue
from companion.rules import AnyGame, Match
from tests.opponents.samples import met, played
from tests.opponents.tables.samples import endings
from tests.opponents.test_fours import placed
from tests.slow import slow_after

_ALL = 500
"""How many positions of each kind `make test-slow` asks for a hint; `make test` asks for a part."""

_LITTLE = 0.3
"""The effort from which an analysis solves what takes seconds."""

SOLOMON, SON = Solomon(), SonOfSolomon()


def asked(
    game: AnyGame, position: Any, before: tuple[Any, ...] = (), effort: float = _LITTLE
) -> HintResult:
    """A hint, by default searched for as little as solves all that can be solved."""
    job = HintJob(game, knowledge_for(game).solver(), position, before, True, effort=effort)
    return job.run(lambda: False)


def hinted(
    game: AnyGame, position: Any, before: tuple[Any, ...] = (), effort: float = _LITTLE
) -> Any:
    """The move that a hint suggests; it is known to be exact."""
    (suggestion,) = asked(game, position, before, effort).suggestions
    assert suggestion.rated.exact, game.position_text(position)
    return suggestion.rated.move


def few_pieces(number: int) -> Iterator[int]:
    """Positions of Solomon with up to five pieces that are not over."""
    random = Random(3)
    while number:
        (position,) = endings(random.randint(2, 5), 1, random.getrandbits(32))
        if SOLOMON.moves(position):
            yield position
            number -= 1


@pytest.mark.parametrize("number", slow_after(1, (100, _ALL)))
def test_endings_of_solomon(number: int) -> None:
    met_values = set()
    for position in few_pieces(number):
        known = knowledge_for(SOLOMON).value(position)
        after = knowledge_for(SOLOMON).value(SOLOMON.advance(position, hinted(SOLOMON, position)))
        assert known is not None
        assert after is not None
        plies = None if after.plies is None else after.plies + 1
        assert known == ExactValue(-after.value, plies), SOLOMON.position_text(position)
        met_values.add(known.value)
    assert met_values == {1, 0, -1}


@pytest.mark.parametrize("number", slow_after(1, (6, _ALL)))
def test_four_in_a_row(number: int) -> None:
    search, found = FourSearch(SON), 0
    for position in placed(number, seed=5):
        forced = search.shortest(position)
        held = search.slowest(position) if forced is None else None
        if forced is None and held is None:
            continue  # nothing is known
        found += 1
        after = SON.advance(position, hinted(SON, position))
        if forced is not None and forced[0] > 1:
            then = search.slowest(after)
            assert then is not None
            assert then[0] == forced[0] - 1
        elif forced is not None:
            assert SON.outcome(after).over
        elif held is not None and held[0] > 2:
            won = search.shortest(after)
            assert won is not None
            assert won[0] == held[0] - 1
    assert found > number / 4


@pytest.mark.parametrize("games", slow_after(0, (40,)))
def test_hints_for_black_win_son_of_solomon(games: int) -> None:
    for seed in range(games):
        random, match = Random(seed), Match(SON)
        while not match.over:
            white = match.to_act == 0
            before = tuple(ply.position for ply in match.history)
            moves = match.moves
            match.play(random.choice(moves) if white else hinted(SON, match.position, before))
        assert match.outcome.winner == 1


def few_stones(number: int) -> Iterator[tuple[Nim, int]]:
    """Positions of Nim in both forms with up to eight pieces."""
    random, forms = Random(4), [Nim({"last": last}) for last in ("loses", "wins")]
    while number:
        game = random.choice(forms)
        position = game.start()
        while game.occupancy(position).bit_count() > 8 or random.random() < 0.5:
            moves = game.moves(position)
            if not moves:
                break
            position = game.advance(position, random.choice(moves))
        if game.moves(position):
            yield game, position
            number -= 1


@cache
def _won(game: Nim, position: int) -> bool:
    """Whether the player to move wins, by the rules alone."""
    if game.outcome(position).over:
        return game.outcome(position).winner == "wb".index(game.position_text(position)[-1])
    return any(not _won(game, game.advance(position, move)) for move in game.moves(position))


@pytest.mark.parametrize("number", slow_after(1, (100, _ALL)))
def test_nim(number: int) -> None:
    won = 0
    for game, position in few_stones(number):
        after = game.advance(position, hinted(game, position))
        if _won(game, position):
            assert not _won(game, after), game.position_text(position)
            won += 1
    assert won > number / 3


def _sure(game: AnyGame, position: Any, before: tuple[Any, ...]) -> int:
    """1 if the player to move is sure to win, -1 if sure to lose, 0 if a search cannot tell."""
    outcome = game.outcome(position)
    if outcome.over:
        return 0
    evaluation = knowledge_for(game).evaluation(position)
    assert evaluation is not None
    best = AlphaBeta(game, evaluation, Random(1), before).search(position, 100_000)
    return (best.value > 0) - (best.value < 0) if best.sure else 0


@pytest.mark.parametrize("number", slow_after(1, (12, _ALL)))
def test_trinity_for_two(number: int) -> None:
    won, random = 0, Random(8)
    while won < number:
        match = Match(make("trinity", {"seats": "2"}))
        for _ in range(random.randint(5, 14)):
            if not match.over:
                match.play(random.choice(match.moves))
        before = tuple(met(match))
        if match.over or _sure(match.game, match.position, before) < 1:
            continue
        won += 1
        match.play(hinted(match.game, match.position, before, effort=1.0))
        if match.over:
            assert match.outcome.winner == match.history[-1].seat
        else:
            assert _sure(match.game, match.position, tuple(met(match))) == -1


@pytest.mark.parametrize(
    ("name", "number"),
    [
        case
        for name in ("peg", "crowning", "trinity")
        for case in ((name, 15), pytest.param(name, _ALL, marks=pytest.mark.slow))
    ],
)
def test_solitaires(name: str, number: int) -> None:
    solved = 0
    for match, _ in zip(played(name, Random(6)), range(number), strict=False):
        game, position, before = match.game, match.position, tuple(met(match))
        solver = knowledge_for(game).solver()
        assert solver is not None
        if solver.hopeless(position, occurred=before):
            assert asked(game, position, before).hopeless
            continue
        solved += 1
        (suggestion,) = asked(game, position, before).suggestions
        after = game.advance(position, suggestion.rated.move)
        rest = solver.solve(after, occurred=(*before, position))
        assert rest is not None
        assert suggestion.rated.plies == len(rest) + 1
    assert solved
