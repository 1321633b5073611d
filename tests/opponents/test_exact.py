"""The computer plays what is known exactly: the shortest win, the longest loss, or for a draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from companion.games.registry import make
from companion.games.solomon import Solomon
from companion.opponents import knowledge_for
from companion.opponents.analysis import analyse
from companion.opponents.knowledge import solomon_knowledge
from companion.opponents.levels import LEVELS
from companion.opponents.opponent import choose
from companion.opponents.question import Question, SearchLimits
from companion.opponents.tables import EndingTables, ExactValue
from companion.rules import Match
from tests.opponents.tables.backwards import solved
from tests.opponents.tables.samples import endings
from tests.opponents.tables.test_endings import two_kings_against_one
from tests.slow import slow_after

GAME = Solomon()


def valued(value: int, number: int, seed: int) -> Iterator[int]:
    """Positions of two to five pieces that are won (1), drawn (0) or lost (-1), and not over."""
    random = Random(seed)
    while number:
        (position,) = endings(random.randint(3, 5), 1, random.getrandbits(32))
        known = knowledge_for(GAME).value(position)
        if known is not None and known.value == value and GAME.moves(position):
            yield position
            number -= 1


def best_replies(position: int) -> int:
    """How many plies it takes from here if both play what is exact."""
    match = Match(GAME, position)
    while not match.over:
        best = knowledge_for(GAME).best_moves(match.position)
        assert best is not None
        match.play(best.moves[0])
    return len(match.history)


def test_two_kings_beat_one_in_forty_of_forty_games_at_the_shortest() -> None:
    won = [
        p
        for p in two_kings_against_one()
        if (knowledge_for(GAME).value(p) or ExactValue(0, 0)).value > 0
    ]
    for seed, position in enumerate(Random(7).sample(won, 40)):
        known = knowledge_for(GAME).value(position)
        assert known is not None
        match = Match(GAME, position)
        while not match.over:
            before = [played.position for played in match.history]
            move = choose(GAME, match.position, "strong", before=before, seed=seed).move
            match.play(move)
        assert match.outcome.winner == 0
        assert len(match.history) == known.plies


def keeps(position: int, level: str) -> bool:
    """Whether the computer's move keeps what a position is worth, and how long it takes."""
    known = knowledge_for(GAME).value(position)
    choice = choose(GAME, position, level)
    after = knowledge_for(GAME).value(GAME.advance(position, choice.move))
    assert known is not None
    assert after is not None
    assert choice.value == (1 + known.value) / 2
    if known.plies is None:
        return after.plies is None
    return after == (-known.value, known.plies - 1)


@pytest.mark.parametrize("value", [1, -1])
def test_it_wins_at_the_shortest_and_loses_at_the_longest(value: int) -> None:
    assert all(keeps(position, "strong") for position in valued(value, 60, seed=value))


def test_it_keeps_a_draw() -> None:
    assert all(keeps(position, "good") for position in valued(0, 5, seed=0))


@pytest.mark.slow
@pytest.mark.parametrize("value", [1, 0])
def test_it_keeps_the_value_of_five_hundred_positions(value: int) -> None:
    assert all(keeps(position, "good") for position in valued(value, 500, seed=3 + value))


def test_wins_take_as_long_as_the_table_says() -> None:
    for position in valued(1, 20, seed=5):
        known = knowledge_for(GAME).value(position)
        assert known is not None
        assert best_replies(position) == known.plies


def test_it_does_not_win_by_a_position_that_ends_the_match_as_a_draw() -> None:
    for position in valued(1, 20, seed=6):
        best = knowledge_for(GAME).best_moves(position)
        assert best is not None
        after = [GAME.advance(position, move) for move in best.moves]
        endings = knowledge_for(GAME).endings(position, after * 2)
        assert all(endings[move] == ExactValue(0, None) for move in best.moves)
        assert best.ending not in endings.values()


def test_it_does_not_let_the_opponent_end_the_match_as_a_draw() -> None:
    for position in valued(1, 20, seed=8):
        best = knowledge_for(GAME).best_moves(position)
        assert best is not None
        after = [GAME.advance(position, move) for move in best.moves]
        replies = [GAME.advance(there, move) for there in after for move in GAME.moves(there)]
        if replies:
            endings = knowledge_for(GAME).endings(position, replies * 2)
            assert all(endings[move] == ExactValue(0, None) for move in best.moves)


def test_a_repetition_saves_a_lost_game() -> None:
    for position in valued(-1, 20, seed=9):
        after = GAME.advance(position, GAME.moves(position)[0])
        best = knowledge_for(GAME).best_moves(position, [after, after])
        assert best is not None
        assert best.ending == ExactValue(0, None)
        assert best.moves == (GAME.moves(position)[0],)


def wandering(seed: int) -> Match:
    """A match with two or three pieces, both players of which like to go back where they came
    from, so that positions occur again."""
    random = Random(seed)
    (start,) = endings(random.choice((2, 2, 3)), 1, seed)
    match = Match(GAME, start)
    for _ in range(random.randrange(6, 16)):
        if match.over:
            break
        seen = {played.position for played in match.history}
        back = [move for move in match.moves if GAME.advance(match.position, move) in seen]
        match.play(random.choice(back if back and random.random() < 0.8 else match.moves))
    return match


@pytest.mark.parametrize("part", slow_after(1, list(range(10))))
def test_what_is_called_exact_holds_in_a_match_with_repetitions(part: int) -> None:
    barred_matches = claims = unclaimed = 0
    for seed in range(part * 200, part * 200 + 200):
        match = wandering(seed)
        before = [played.position for played in match.history]
        occurred = Counter((*before, match.position))
        barred = {each for each, times in occurred.items() if times > 1}
        if match.over or not barred:
            continue
        barred_matches += 1
        claimed = knowledge_for(GAME).endings(match.position, before)
        for move in match.moves:
            after = GAME.advance(match.position, move)
            truth = solved([after], barred).get(after, ExactValue(0, None))
            plies = None if truth.plies is None else truth.plies + 1
            if move in claimed:
                assert claimed[move] == (-truth.value, plies), (seed, move)
                claims += 1
            else:
                unclaimed += 1
    assert barred_matches > 5
    assert claims > 5 * unclaimed


def test_a_man_goes_round_in_a_circle_and_is_saved() -> None:
    match = Match(GAME, GAME.parse_position("./...../../.../../....b/W w"))
    for text in ["19-15", "18-17", "15-19", "17-18", "19-15"]:
        match.play_text(text)
    before = [played.position for played in match.history]
    assert knowledge_for(GAME).endings(match.position, before) == {}
    assert choose(GAME, match.position, "strong", before=before).value == 0.5
    found = analyse(Question(GAME, match.position, before=before)).moves
    assert [(one.value, one.exact) for one in found] == [(0.5, True)]


def test_it_plays_on_without_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solomon_knowledge, "_tables", lambda: EndingTables([]))
    (position,) = endings(4, 1, seed=4)
    assert knowledge_for(GAME).best_moves(position) is None
    assert choose(GAME, position, "good").move in GAME.moves(position)


LAP = [
    "12-14",
    "3-1",
    "5-6",
    "15-12",
    "11-18",
    "9-2",
    "16-15",
    "7-9",
    "4-5",
    "19-16",
    "14x10",
    "1-4",
    "6-8",
    "12-14",
    "18-13",
    "2-7",
    "15-19",
    "9-2",
    "5-1",
    "16-17",
    "10-12",
    "4-3",
    "8-5",
    "14-15",
    "13-11",
    "7-9",
    "19-16",
    "2-7",
    "1-4",
]
"""Moves of Son of Solomon after which, with 17-19, the position is as before."""


@pytest.mark.slow
def test_a_repetition_saves_a_lost_game_of_son_of_solomon() -> None:
    game = make("son_of_solomon")
    match = Match(game, game.parse_position("./.d35./b./a.1/4./.e2../c w 4 move"))
    for text in (*LAP, "17-19", *LAP):
        match.play_text(text)
    here, before = match.position, [played.position for played in match.history]
    # The ply before, the other player's only move is no win.
    last = analyse(Question(game, before[-1], before=before[:-1]), SearchLimits(0.1)).moves
    assert [one.value for one in last if one.exact] in ([], [0.5])
    assert knowledge_for(game).best_moves(here, before) is None
    choice = choose(game, here, "strong", before=before)
    match.play(choice.move)
    assert match.outcome.text == "draw"


def test_of_the_wins_that_the_tables_know_the_shortest_are_safe() -> None:
    """Even where nothing else is asked, as where a repetition hides what other moves lead to."""
    unequal, knowledge = 0, knowledge_for(GAME)
    for position in valued(1, 40, 5):
        wins = {
            move: end.plies
            for move, end in knowledge.endings(position).items()
            if end.value > 0 and end.plies is not None
        }
        known = knowledge.value(position)
        assert known is not None
        assert min(wins.values()) == known.plies
        shortest = {move for move, plies in wins.items() if plies == known.plies}
        assert set(knowledge.safe_moves(position)) == shortest
        unequal += shortest != set(wins)
    assert unequal > 10


@pytest.mark.parametrize("level", LEVELS[1:])
def test_a_win_at_once_goes_before_a_win_that_the_tables_know(level: str) -> None:
    game = make("solomon")
    position = game.parse_position("./...../../.b./w./.wwbb/w w")
    move = choose(game, position, level).move
    assert game.move_text(position, move) == "12x8"
    assert game.outcome(game.advance(position, move)).winner == 0
