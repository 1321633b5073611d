"""Alpha-beta finds what plain minimax finds, within its bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.games.registry import make
from companion.opponents import Interrupted, knowledge_for
from companion.opponents.alphabeta import SURE, TABLE, WIN, AlphaBeta, Evaluation
from companion.opponents.evaluation import value_share
from companion.opponents.opponent import choose
from companion.rules import CHANCE, DRAW, NOBODY, ONGOING, AnyGame, Match, Outcome, Seat, win
from tests.conformance.option_sets import games
from tests.opponents.test_opponent import Trap

_GAMES = {label: game for label, game in games() if len(game.seats) == 2 and game.name != "nim"}
_WORK = 700  # lines that minimax may look at in a position of `make test`


def _labels(always: int = 1) -> list[Any]:
    """The games by label; of each, all but so many option sets are slow."""
    return [
        pytest.param(label, marks=() if number < always else pytest.mark.slow)
        for _, labels in groupby(_GAMES, lambda label: _GAMES[label].name)
        for number, label in enumerate(labels)
    ]


class Minimax(NamedTuple):
    """Looks at every line to its end. barred: the positions that a match must not reach again."""

    game: AnyGame
    evaluation: Evaluation
    barred: Collection[Any]

    def value(self, position: Any, depth: int, seat: int, path: list[Any]) -> int:
        """The value of a position for `seat`. path: the positions before it, from the root."""
        game, evaluation = self.game, self.evaluation

        def ended(outcome: Outcome) -> int:
            won = WIN - len(path)
            return 0 if outcome.winner is None else won if outcome.winner == seat else -won

        if game.repetitions and (position in path or position in self.barred):
            return ended(game.repeated(position))
        moves = game.moves(position)
        if not moves:
            return ended(game.outcome(position))
        if depth <= 0 and not (evaluation.captures and evaluation.captures(position, moves)):
            return evaluation.score(position) * (1 if seat == 0 else -1)
        return max(self.values(position, depth, seat, path).values())

    def values(self, position: Any, depth: int, seat: int, path: list[Any]) -> dict[Any, int]:
        """The value of every move."""
        game, found = self.game, {}
        moves = game.moves(position)
        left = depth - (len(moves) > 1 or depth <= 0)
        for move in moves:
            after = game.advance(position, move)
            then = game.to_act(after)
            then = Seat(1 - seat) if then == NOBODY else then
            value = self.value(after, left, then, [*path, position])
            found[move] = value if then == seat else -value
        return found


def barred_in(match: Match) -> set[Any]:
    """The positions that a match must not reach again if it is to go on."""
    seen = Counter(played.position for played in match.history)
    return {one for one, times in seen.items() if times + 1 >= match.game.repetitions}


def before(match: Match) -> list[Any]:
    return [played.position for played in match.history]


def matches(game: AnyGame, seed: int, count: int) -> Iterator[Match]:
    """Random matches that have come to a position that alpha-beta searches."""
    random = Random(seed)
    while count:
        match, length = Match(game), random.randrange(1, 120)
        while not match.over and len(match.history) < length:
            weights = [game.weight(match.position, move) for move in match.moves]
            match.play(random.choices(match.moves, weights)[0])
        if (
            not match.over
            and match.to_act != CHANCE
            and knowledge_for(game).evaluation(match.position)
        ):
            count -= 1
            yield match


def check(match: Match, depth: int) -> None:
    """Compare the search without a table, with a tiny and with a large one to minimax."""
    game, position = match.game, match.position
    evaluation = knowledge_for(game).evaluation(position)
    assert evaluation is not None
    minimax = Minimax(game, evaluation, barred_in(match))
    expected = minimax.values(position, depth, match.to_act, [])
    best = max(expected.values())
    for table in (0, 10, TABLE):
        search = AlphaBeta(game, evaluation, Random(1), before(match), table)
        found = search.search(position, 10**9, depth=depth)
        where = f"{game.chosen} {game.position_text(position)!r}, depth {depth}, table {table}"
        assert found.value == best, where
        assert expected[found.move] == best, where


def _searched(label: str, seed: int, count: int, work: int) -> None:
    tried = 0
    for match in matches(_GAMES[label], seed, count):
        for depth in range(1, 5):
            if len(match.moves) ** depth <= work:
                check(match, depth)
                tried += 1
    assert tried >= count


@pytest.mark.parametrize("label", _labels())
def test_it_finds_the_value_and_a_best_move_of_minimax(label: str) -> None:
    _searched(label, 1, 5, _WORK)


@pytest.mark.slow
@pytest.mark.parametrize("label", _GAMES)
def test_it_equals_minimax_in_many_positions(label: str) -> None:
    _searched(label, 2, 25, 20 * _WORK)


@pytest.mark.parametrize("label", _labels())
def test_it_is_legal_repeatable_and_within_its_nodes(label: str) -> None:
    game = _GAMES[label]
    for match in matches(game, 3, 4):
        evaluation = knowledge_for(game).evaluation(match.position)
        assert evaluation is not None
        found = [
            AlphaBeta(game, evaluation, Random(5), before(match)).search(match.position, nodes)
            for nodes in (300, 300, 1)
        ]
        assert found[0] == found[1]
        assert found[0].move in match.moves
        if found[0].depth > 1:
            assert found[0].nodes <= 301
        assert found[2].depth <= 1 or abs(found[2].value) > SURE
        assert 0 <= value_share(found[0].value) <= 1


def test_it_can_be_cancelled_and_cut_short() -> None:
    game = make("gomony")
    evaluation = knowledge_for(game).evaluation(game.start())
    assert evaluation is not None
    asked = []

    def third() -> bool:
        asked.append(True)
        return len(asked) > 2

    with pytest.raises(Interrupted):
        AlphaBeta(game, evaluation, Random(1)).search(game.start(), 10**6, stop=third)
    assert len(asked) == 3
    late = AlphaBeta(game, evaluation, Random(1)).search(game.start(), 10**6, late=lambda: True)
    assert late.depth >= 1
    assert late.nodes < 200
    chosen = choose(game, game.start(), "strong", late=lambda: True)
    assert chosen.move in game.moves(game.start())


def test_the_table_stays_within_its_size() -> None:
    game = make("solomon")
    evaluation = knowledge_for(game).evaluation(game.start())
    assert evaluation is not None
    search = AlphaBeta(game, evaluation, Random(1), table=100)
    assert search.search(game.start(), 5000).depth > 3
    assert search.kept <= 100


class Corridor(Trap):
    """White goes into a corridor of single moves, which it wins at its end, or past it, where
    nobody ever wins."""

    _END, _PAST = 10, 21

    def to_act(self, position: int) -> Seat:
        return Seat(position % 2) if self.moves(position) else NOBODY

    def moves(self, position: int) -> Sequence[int]:
        if position == 0:
            return (self._PAST, 1)
        if position < self._PAST:
            return (position + 1,) if position < self._END else ()
        return (position + 1, position + 3)

    def advance(self, position: int, move: int) -> int:
        return move

    def outcome(self, position: int) -> Outcome:
        return win(0) if position == self._END else ONGOING


def test_a_line_of_single_moves_costs_no_depth() -> None:
    search = AlphaBeta(Corridor(), Evaluation(lambda _: 0), Random(1))
    found = search.search(0, 10**6, depth=2)
    assert (found.move, found.value, found.depth) == (1, WIN - Corridor._END, 2)


class Crossing(Trap):
    """Ways of different length meet again, so the table has a position from another ply."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        random, last = Random(seed), 24
        self._ways = {
            here: tuple(sorted({here + random.choice((1, 3, 5)) for _ in range(3)}))
            for here in range(last)
            if here < 2 or random.random() < 0.8
        }
        self._ends = {
            here: random.choice((win(0), win(1), win(here % 2), DRAW))
            for here in range(last + 5)
            if here not in self._ways
        }
        self.leads = [random.randrange(-200, 200) for _ in range(last + 5)]

    def to_act(self, position: int) -> Seat:
        return NOBODY if position in self._ends else Seat(position % 2)

    def moves(self, position: int) -> Sequence[int]:
        return self._ways.get(position, ())

    def advance(self, position: int, move: int) -> int:
        return move

    def outcome(self, position: int) -> Outcome:
        return self._ends.get(position, ONGOING)


@pytest.mark.parametrize("seed", range(40))
def test_a_win_is_as_far_off_as_it_is_by_whichever_way_it_is_reached(seed: int) -> None:
    game = Crossing(seed)
    evaluation = Evaluation(game.leads.__getitem__)
    for depth in range(1, 11):
        expected = Minimax(game, evaluation, ()).values(0, depth, 0, [])
        best = max(expected.values())
        found = AlphaBeta(game, evaluation, Random(seed)).search(0, 10**9, depth=depth)
        assert (found.value, expected[found.move]) == (best, best), depth
    whole = Minimax(game, evaluation, ()).values(0, 40, 0, [])
    rated = AlphaBeta(game, evaluation, Random(seed)).rate(0, 10**9)
    assert {one.move: one.value for one in rated} == whole


def test_it_avoids_a_repetition_when_it_leads_and_seeks_one_when_it_is_behind() -> None:
    game = make("solomon")
    # Two kings against one: whatever it has been to twice would be a draw.
    position = game.parse_position("B/...../../.../../WW.../. w")
    evaluation = knowledge_for(game).evaluation(position)
    assert evaluation is not None
    after = [game.advance(position, move) for move in game.moves(position)]
    free = AlphaBeta(game, evaluation, Random(1)).search(position, 10**6, depth=2)
    assert free.value > 0
    spent = [one for one in after if one != game.advance(position, free.move)] * 2
    chosen = AlphaBeta(game, evaluation, Random(1), spent).search(position, 10**6, depth=2)
    assert chosen.move == free.move
    drawn = AlphaBeta(game, evaluation, Random(1), after * 2).search(position, 10**6, depth=2)
    assert drawn.value == 0


def test_it_can_be_kept_to_some_of_the_moves() -> None:
    game = make("gomony")
    evaluation = knowledge_for(game).evaluation(game.start())
    assert evaluation is not None
    for move in game.moves(game.start()):
        search = AlphaBeta(game, evaluation, Random(1))
        assert search.search(game.start(), 200, among=[move]).move == move


def test_a_lead_in_gomony_is_worth_less_where_the_other_side_may_be_stalemated() -> None:
    def score(text: str, **options: str) -> int:
        game = make("gomony", options)
        position = game.parse_position(text)
        found = knowledge_for(game).evaluation(position)
        assert found is not None
        return found.score(position)

    # The white marker of a5 cannot step; on e5, it can. The edge itself is worth nothing.
    stuck = "......../......B./.b....../w......./......../....B.../......../....B... w"
    free = "......../......B./.b....../....w.../......../....B.../......../....B... w"
    whole = score(stuck, stalemate="loses")
    assert whole < 0
    assert score(stuck) == whole + -whole // 5
    assert score(free) == score(free, stalemate="loses") == whole
