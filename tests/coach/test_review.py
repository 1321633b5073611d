"""A review finds the moves that gave something away, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from companion.coach.review import COARSE, ReviewedMove, grade_of, review, review_move
from companion.games.registry import make
from companion.games.solomon import Solomon
from companion.opponents import knowledge_for
from companion.opponents.analysis import RatedMove
from companion.opponents.contract import Interrupted
from companion.opponents.question import Question, SearchLimits
from companion.rules import CHANCE, AnyGame, Match
from tests.conformance.option_sets import parameters
from tests.opponents.tables.samples import endings


def rated(value: float, *, is_exact: bool = False, error: float = 0.0) -> RatedMove:
    return RatedMove("m", value, is_exact, None, ("m",), error)


def played(game: AnyGame, texts: Sequence[str], start: str = "") -> Match:
    """A match with these moves."""
    match = Match(game, game.parse_position(start) if start else None)
    for text in texts:
        match.play_text(text)
    return match


def reviewed(match: Match, start: Any, effort: float = 1.0) -> dict[int, ReviewedMove]:
    moves = [ply.move for ply in match.history]
    return {one.number: one for one in review(match.game, start, moves, efforts=(COARSE, effort))}


@pytest.mark.parametrize(
    ("best", "now", "grade"),
    [
        (rated(0.8), rated(0.71), ""),
        (rated(0.8), rated(0.7), "inaccuracy"),
        (rated(0.8), rated(0.6), "mistake"),
        (rated(0.8), rated(0.5), "blunder"),
        (rated(0.5, is_exact=True), rated(0.0, is_exact=True), "blunder"),
        (rated(1.0, is_exact=True), rated(0.5, is_exact=True), "blunder"),
        (rated(1.0, is_exact=True), rated(1.0, is_exact=True), ""),
        (rated(1.0, is_exact=True), rated(0.95), ""),
        (rated(0.8, error=0.03), rated(0.69, error=0.04), ""),
        (rated(0.8, error=0.03), rated(0.65, error=0.04), "inaccuracy"),
    ],
)
def test_grades_follow_what_was_lost(best: RatedMove, now: RatedMove, grade: str) -> None:
    assert grade_of(best, now) == grade


def test_two_kings_that_are_thrown_away_are_a_blunder() -> None:
    game = Solomon()
    start = "./...WB/../.../../.W.../. w"
    position = game.parse_position(start)
    found = reviewed(played(game, ["5-8"], start), position)[1]
    assert found.rated is not None
    assert found.best is not None
    assert (found.grade, found.lost) == ("blunder", 0.5)
    assert (found.best.value, found.best.exact, found.best.plies) == (1.0, True, 17)
    line = Match(game, position)
    for move in found.best.line:
        line.play(move)
    assert len(line.history) > 1


def test_grades_agree_with_the_tables() -> None:
    game, random = Solomon(), Random(5)
    for position in endings(4, 60, seed=22):
        moves = game.moves(position)
        if len(moves) < 2:
            continue
        move = random.choice(moves)
        ends = [knowledge_for(game).value(game.advance(position, one)) for one in moves]
        after = knowledge_for(game).value(game.advance(position, move))
        assert after is not None
        lost = after.value > min(end.value for end in ends if end is not None)
        assert (
            review_move(Question(game, position), move, SearchLimits(0.01)).grade == "blunder"
        ) == lost


def test_a_four_that_was_missed_is_a_blunder() -> None:
    game = make("son_of_solomon")
    for seed in range(200):
        match, random = Match(game), Random(seed)
        while not match.over:
            wins = [
                move
                for move in match.moves
                if game.outcome(game.advance(match.position, move)).winner == match.to_act
            ]
            others = [move for move in match.moves if move not in wins]
            if wins and others and len(match.history) > 10:
                before = [ply.position for ply in match.history]
                found = review_move(
                    Question(game, match.position, before), others[0], SearchLimits(0.1)
                )
                if found.rated is not None and found.rated.exact and found.rated.value == 1:
                    break  # it only took longer
                assert found.grade in ("blunder", "mistake", "inaccuracy")
                assert found.best is not None
                assert found.best.plies == 1
                return
            match.play(random.choice(match.moves))
    raise AssertionError("nobody missed a four")


def test_a_column_given_away_in_gomony_is_found_with_the_better_line() -> None:
    # White lets the black column jump, which frees three markers; another move keeps the column.
    game = make("gomony")
    start = "......../......../......../..b...../......../(bbbw)...w.../......../........ w"
    found = reviewed(played(game, ["a3-b4"], start), game.parse_position(start), 0.2)[1]
    assert found.grade in ("mistake", "blunder")
    assert found.best is not None
    assert game.move_text(game.parse_position(start), found.best.move) != "a3-b4"
    assert found.lost >= 0.2


def test_a_puzzle_that_becomes_hopeless_is_a_blunder() -> None:
    game = make("peg")
    for seed in range(3):
        match, random = Match(game), Random(seed)
        while not match.over:
            match.play(random.choice(match.moves))
        bad = [one for one in reviewed(match, game.start()).values() if one.grade]
        # It can be lost only once.
        assert [one.grade for one in bad] == ["blunder"] * len(bad)
        assert len(bad) == (match.outcome.winner is None)


@pytest.mark.parametrize(("name", "options"), parameters())
def test_draws_from_the_bag_and_forced_moves_are_no_mistakes(
    name: str, options: dict[str, str]
) -> None:
    game, random = make(name, options), Random(name)
    match = Match(game)
    for _ in range(5):
        if not match.over:
            match.play(random.choice(match.moves))
    found = {
        one.number: one
        for one in review(game, game.start(), [ply.move for ply in match.history], efforts=(0.01,))
    }
    assert len(found) == len(match.history)
    for ply, one in zip(match.history, found.values(), strict=True):
        assert one.seat == ply.seat
        if ply.seat == CHANCE or len(game.moves(ply.position)) == 1:
            assert one.grade == ""
        if ply.seat != CHANCE:
            assert one.rated is not None
            assert one.rated.move == ply.move
            assert one.lost >= 0


def test_coarse_results_come_first_and_forced_moves_are_reviewed_once() -> None:
    game = make("gomony")
    match = Match(game)
    for _ in range(20):
        match.play(match.moves[0])
    forced = sum(len(game.moves(ply.position)) == 1 for ply in match.history)
    moves = [ply.move for ply in match.history]
    numbers = [one.number for one in review(game, game.start(), moves, efforts=(0.01, 0.02))]
    assert numbers[:20] == list(range(1, 21))
    assert len(numbers) == 40 - forced


@pytest.mark.slow
def test_a_review_is_the_same_on_every_machine() -> None:
    for name in ("gomony", "soli2", "trinity"):
        game, random = make(name), Random(name)
        match = Match(game)
        for _ in range(4):
            match.play(random.choice(match.moves))
        moves = [ply.move for ply in match.history]
        first = list(review(game, game.start(), moves, efforts=(0.02,)))
        assert first == list(review(game, game.start(), moves, efforts=(0.02,)))


def test_stop_ends_a_review() -> None:
    game = make("gomony")
    with pytest.raises(Interrupted):
        next(review(game, game.start(), [game.moves(game.start())[0]], stop=lambda: True))
