"""The solvers: every solution solves, every verdict is what an exhaustive search finds."""

from __future__ import annotations

from itertools import count, islice
from random import Random
from typing import Any

import pytest

from companion.games.peg import Peg
from companion.games.registry import kinds, make
from companion.games.trinity import Trinity
from companion.opponents import Interrupted, knowledge_for
from companion.opponents.contract import AnySolver
from companion.opponents.knowledge.peg_solver import solvable
from companion.rules import WON, AnyGame, Match
from tests.opponents.samples import OPTIONS, games, met, played
from tests.slow import slow_after

SOLITAIRES = tuple(OPTIONS)


def _samples(*sizes: tuple[int, int]) -> list[Any]:
    """How many positions of each solitaire to try, in `make test` and in `make test-slow`."""
    return [
        case
        for name, (size, deep) in zip(SOLITAIRES, sizes, strict=True)
        for case in ((name, size), pytest.param(name, deep, marks=pytest.mark.slow))
    ]


def _fewest(game: AnyGame, position: Any, barred: frozenset[Any] = frozenset()) -> int | None:
    """The fewest moves that solve the puzzle, of all that there are: everything is looked at."""
    reached, edge = {position, *barred}, [position]
    for moves in count():
        if not edge:
            return None
        if any(game.outcome(each) is WON for each in edge):
            return moves
        after = {game.advance(each, move) for each in edge for move in game.moves(each)}
        edge = list(after - reached)
        reached |= after
    raise AssertionError


def _small(game: AnyGame, position: Any, limit: int) -> bool:
    """Whether at most so many positions can be reached."""
    reached, edge = {position}, [position]
    while edge:
        here = edge.pop()
        after = {game.advance(here, move) for move in game.moves(here)} - reached
        reached |= after
        edge += after
        if len(reached) > limit:
            return False
    return True


def _winnable(match: Match) -> bool:
    """Whether the match can still be won, by playing every way to go on to its end."""
    if match.over:
        return match.outcome is WON
    for move in match.moves:
        match.play(move)
        won = _winnable(match)
        match.take_back()
        if won:
            return True
    return False


class Solvers(dict[AnyGame, AnySolver]):
    """The solver of each game, made when it is first asked for."""

    def __missing__(self, game: AnyGame) -> AnySolver:
        solver = knowledge_for(game).solver()
        assert solver is not None
        self[game] = solver
        return solver


def test_solitaires_have_a_solver_and_nothing_else_has() -> None:
    assert {name for name in kinds() if knowledge_for(make(name)).solver()} == set(SOLITAIRES)
    assert knowledge_for(make("trinity", {"seats": "2"})).solver() is None
    assert knowledge_for(make("peg", {"board": "grid7"})).solver() is None


@pytest.mark.parametrize("name", slow_after(1, sorted(SOLITAIRES, reverse=True)))
def test_every_start_is_solved_in_the_best_known_number_of_moves(name: str) -> None:
    solvers = Solvers()
    for game in games(name):
        solver, match = solvers[game], Match(game)
        solution = solver.solve(match.position)
        assert solution is not None
        for move in solution:
            match.play(move)
        assert match.outcome is WON
        best = {"peg": 17, "crowning": game.best, "trinity": int(game.chosen.get("stones", 0))}
        assert len(solution) == best[name]
        assert not solver.hopeless(game.start())


def test_crowning_names_the_fewest_moves_known() -> None:
    best = {game.chosen["vacant"]: game.best for game in games("crowning")}
    assert best.pop("10") == 11
    assert set(best.values()) == {9}
    assert make("peg").best is None


@pytest.mark.parametrize(("name", "sample"), _samples((200, 2000), (60, 300), (200, 1500)))
def test_solutions_from_the_middle_of_a_game_are_played_to_their_end(
    name: str, sample: int
) -> None:
    solvers = Solvers()
    hopeless = 0
    for match in islice(played(name, Random(1)), sample):
        solver = solvers[match.game]
        solution = solver.solve(match.position, occurred=met(match))
        assert solver.hopeless(match.position, occurred=met(match)) == (solution is None)
        if solution is None:
            hopeless += 1
        else:
            for move in solution:
                match.play(move)
            assert match.outcome is WON
            match.take_back(len(solution))
    assert sample // 20 < hopeless < sample


@pytest.mark.parametrize(("name", "sample"), _samples((50, 200), (60, 300), (50, 300)))
def test_verdicts_and_lengths_are_those_of_an_exhaustive_search(name: str, sample: int) -> None:
    found = []
    solvers = Solvers()
    for match in played(name, Random(2)):
        game, position = match.game, match.position
        if not _small(game, position, 1000):
            continue
        solver = solvers[game]
        solution, fewest = solver.solve(position), _fewest(game, position)
        assert (None if solution is None else len(solution)) == fewest, game.position_text(position)
        assert solver.hopeless(position) == (fewest is None)
        found.append(fewest is None)
        if len(found) == sample:
            break
    assert 10 < sum(found) < sample - 10


def test_trinity_is_judged_as_by_playing_every_match_to_its_end() -> None:
    found = []
    solvers = Solvers()
    for match in played("trinity", Random(3)):
        game = match.game
        assert isinstance(game, Trinity)
        if game.supply(match.position) > 5:
            continue
        hopeless = solvers[match.game].hopeless(match.position, occurred=met(match))
        assert hopeless != _winnable(match)
        found.append(hopeless)
        if len(found) == 300:
            break
    assert 30 < sum(found) < 270


def test_a_sixteenth_stone_beside_a_blocked_space_is_hopeless_at_once() -> None:
    game = make("trinity", {"stones": "16", "blocked": "10"})
    looked = _Looks(1)
    assert Solvers()[game].hopeless(game.start(), looked)
    assert looked.left == 1


def test_a_solution_keeps_off_the_positions_that_have_occurred() -> None:
    led_round = cut_off = 0
    solvers = Solvers()
    for match in islice(played("trinity", Random(4)), 400):
        game, position = match.game, match.position
        assert isinstance(game, Trinity)
        if game.supply(position) > 6:
            continue
        solver = solvers[game]
        solution = solver.solve(position)
        if not solution or len(solution) < 2:
            continue
        barred = frozenset({game.advance(position, solution[0])})
        other, fewest = solver.solve(position, occurred=barred), _fewest(game, position, barred)
        assert (None if other is None else len(other)) == fewest
        assert solver.hopeless(position, occurred=barred) == (fewest is None)
        led_round += fewest is not None
        cut_off += fewest is None
    assert led_round > 10
    assert cut_off > 10


def test_crowning_may_lead_through_positions_that_have_occurred() -> None:
    game = make("crowning", {"vacant": "1"})
    solver = Solvers()[game]
    solution = solver.solve(game.start())
    assert solution
    occurred = [game.advance(game.start(), solution[0])]
    assert solver.solve(game.start(), occurred=occurred) == solution


class _Looks:
    """Says to stop when it has been asked so many times."""

    def __init__(self, times: int) -> None:
        self.left = times

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


@pytest.mark.parametrize("name", SOLITAIRES)
def test_a_search_can_be_stopped_and_begun_again(name: str) -> None:
    game = make(name, OPTIONS[name][0])
    solver = Solvers()[game]
    for times in (0, 1, 10):
        with pytest.raises(Interrupted):
            solver.solve(game.start(), _Looks(times))
        with pytest.raises(Interrupted):
            Solvers()[game].hopeless(game.start(), _Looks(times))
    assert solver.solve(game.start())
    assert not solver.hopeless(game.start())


def test_a_long_search_looks_often_whether_to_stop() -> None:
    game = make("crowning")
    with pytest.raises(Interrupted):
        Solvers()[game].solve(game.start(), _Looks(30_000))


def test_the_table_of_peg_solitaire_is_complete() -> None:
    table = solvable(Peg())
    assert int.from_bytes(table, "little").bit_count() == 434_390  # counted forwards, see below


@pytest.mark.slow
def test_the_table_of_peg_solitaire_is_what_playing_forwards_finds() -> None:
    game = make("peg")
    solver = Solvers()[game]
    solved = bytearray(1 << game.board.size)
    # A jump takes a piece away, so whatever has fewer pieces comes first.
    for position in sorted(range(1, 1 << game.board.size), key=int.bit_count):
        solved[position] = game.outcome(position) is WON or any(
            solved[game.advance(position, move)] for move in game.moves(position)
        )
        assert solver.hopeless(position) != solved[position]
    assert sum(solved) == 434_390
