"""Every legal move is rated, exactly where that is possible, and the same on every machine."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random

import pytest

from companion.games.nim import Nim
from companion.games.registry import make
from companion.games.solomon import Solomon
from companion.opponents import Interrupted, knowledge_for
from companion.opponents.analysis import Analysis, RatedMove, analyse
from companion.opponents.question import Question, SearchLimits
from companion.rules import CHANCE, AnyGame, Match
from tests.conformance.option_sets import parameters
from tests.opponents.tables.samples import endings
from tests.slow import slow_after

_LITTLE = 0.01
_ENOUGH = 40  # plies


def after_random_moves(game: AnyGame, seed: int, most: int = _ENOUGH) -> Match:
    """A match that was played at random and is not over."""
    match, random = Match(game), Random(seed)
    for _ in range(random.randrange(most)):
        move = random.choice(match.moves)
        match.play(move)
        if match.over:
            match.take_back()
            break
    return match


def rated(match: Match, effort: float = _LITTLE, seed: int = 0) -> Analysis:
    before = [played.position for played in match.history]
    return analyse(
        Question(match.game, match.position, before=before, seed=seed), SearchLimits(effort)
    )


def best(analysis: Analysis) -> RatedMove:
    return analysis.moves[0]


@pytest.mark.parametrize(("name", "options"), parameters())
def test_every_legal_move_is_rated_in_every_game(name: str, options: dict[str, str]) -> None:
    game = make(name, options)
    for seed in range(3):
        match = after_random_moves(game, seed)
        found = rated(match)
        if match.to_act == CHANCE:
            assert found == Analysis(())
            continue
        assert sorted(map(repr, match.moves)) == sorted(repr(one.move) for one in found.moves)
        values = [one.value for one in found.moves]
        assert values == sorted(values, reverse=True)
        for one in found.moves:
            assert 0 <= one.value <= 1
            assert one.line[0] == one.move
            assert one.exact or one.plies is None
            line = Match(game, match.position)
            for move in one.line:
                line.play(move)


@pytest.mark.parametrize("label", slow_after(3, ("gomony", "soli2", "trinity", "halma", "solomon")))
def test_the_same_question_has_the_same_answer(label: str) -> None:
    match = after_random_moves(make(label), seed=5, most=10)
    assert rated(match, seed=1) == rated(match, seed=1)


def test_a_game_that_is_over_has_no_moves_to_rate() -> None:
    game = make("solomon")
    over = game.parse_position("./...../../..B/../...../. w")
    assert analyse(Question(game, over)) == Analysis(())
    start = game.start()
    assert analyse(Question(game, start, before=[start, start])) == Analysis(())


def test_tables_decide_where_they_know_the_position() -> None:
    game = Solomon()
    for position in endings(4, 40, seed=11):
        for one in analyse(Question(game, position), SearchLimits(_LITTLE)).moves:
            known = knowledge_for(game).value(game.advance(position, one.move))
            assert known is not None
            assert one.exact
            assert one.value == (1 - known.value) / 2
            assert one.plies == (None if known.plies is None else known.plies + 1)


def test_numbers_stay_where_no_repetition_can_disturb_them() -> None:
    game = Solomon()
    (position,) = endings(4, 1, seed=11)
    once, twice = (
        analyse(
            Question(game, position, before=[game.start()] * times), SearchLimits(_LITTLE)
        ).moves
        for times in (1, 2)
    )
    assert any(one.plies is not None and one.plies > 1 for one in once)
    assert once == twice


def test_the_order_puts_near_wins_and_far_losses_first() -> None:
    for position in endings(5, 40, seed=12):
        moves = analyse(Question(Solomon(), position), SearchLimits(_LITTLE)).moves
        for value, sign in ((1.0, 1), (0.0, -1)):
            plies = [sign * (one.plies or 0) for one in moves if one.value == value]
            assert plies == sorted(plies)


def test_nim_is_exact() -> None:
    match = after_random_moves(Nim(), seed=8, most=4)
    best_moves = knowledge_for(Nim()).best_moves(match.position)
    assert best_moves is not None
    moves = rated(match).moves
    assert all(one.exact for one in moves)
    nearest = {one.move for one in moves if one.plies == moves[0].plies and one.value}
    assert nearest == set(best_moves.moves)


def test_trinity_is_exact_for_two_and_where_a_seat_can_force_it_for_three() -> None:
    for seats in ("2", "3"):
        match = after_random_moves(make("trinity", {"seats": seats}), seed=6, most=12)
        best_moves = knowledge_for(match.game).best_moves(match.position)
        assert best_moves is not None
        moves = rated(match).moves
        assert moves[0].exact
        assert moves[0].plies == best_moves.ending.plies
        assert moves[0].move in best_moves.moves


def test_a_win_at_once_is_first_and_exact() -> None:
    for label in ("son_of_solomon", "gomony", "trinity"):
        for seed in range(30):
            match = after_random_moves(make(label), seed, 400)
            ends = [match.game.outcome(match.game.advance(match.position, m)) for m in match.moves]
            if any(end.winner == match.to_act for end in ends):
                break
        first = best(rated(match))
        assert (first.value, first.exact, first.plies) == (1.0, True, 1)


def test_a_solitaire_is_won_as_long_as_it_can_be_solved() -> None:
    game = make("peg")
    analysis = analyse(Question(game, game.start()))
    for one in analysis.moves:
        assert one.exact
        end = game.start()
        for move in one.line:
            end = game.advance(end, move)
        assert (game.outcome(end).winner == 0) == (one.value == 1.0)
    assert best(analysis).value == 1.0


def test_a_solitaire_without_a_solver_is_solved_from_a_late_position() -> None:
    game = make("peg", {"board": "grid7"})
    found = [rated(after_random_moves(game, seed, 80), 1.0) for seed in range(8)]
    values = {(one.value, one.exact) for analysis in found for one in analysis.moves}
    assert {(0.0, True), (0.5, False)} <= values


@pytest.mark.parametrize("label", ["gomony", "trinity", "crowning", "nim", "halma"])
def test_late_makes_do_with_a_first_look(label: str) -> None:
    match = Match(make(label))
    found = analyse(Question(match.game, match.position), SearchLimits(late=lambda: True))
    assert len(found.moves) == len(match.moves)


@pytest.mark.parametrize("label", ["gomony", "soli2", "crowning", "nim", "solomon"])
def test_stop_gives_up(label: str) -> None:
    match = after_random_moves(make(label), seed=1, most=4)
    while match.to_act == CHANCE:
        match.play(match.moves[0])
    with pytest.raises(Interrupted):
        analyse(Question(match.game, match.position), SearchLimits(stop=lambda: True))


def test_effort_is_counted_not_timed() -> None:
    match = Match(make("gomony"))
    asked: Counter[float] = Counter()

    def stop_at(effort: float) -> bool:
        asked[effort] += 1
        return False

    for effort in (0.01, 0.1):
        analyse(
            Question(match.game, match.position),
            SearchLimits(effort, stop=partial(stop_at, effort)),
        )
    assert asked[0.1] > 4 * asked[0.01]


def test_what_the_book_and_the_search_for_fours_say_is_taken_up() -> None:
    game = make("son_of_solomon")
    match = Match(game)
    assert all((one.value, one.exact) == (0.0, True) for one in rated(match).moves)
    while not match.over:
        first = best(rated(match))
        assert first.value == (match.to_act == 1)
        assert first.exact
        match.play(first.move)
    assert match.outcome.winner == 1
