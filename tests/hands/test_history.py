"""The history of plies that takebacks are looked up in, beside one that walks every time."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.games.registry import make
from companion.hands.history import PlyHistory
from companion.rules import Match, Step, TurnGame


def walked(history: PlyHistory, board: int) -> int | None:
    """How many plies ago the board was last shown, by looking at every ply."""
    boards = (history.board(back) for back in range(1, len(history) + 1))
    return next((back for back, shown in enumerate(boards, start=1) if shown == board), None)


def played(plies: int, seed: int) -> tuple[PlyHistory, Match]:
    """A game with many repetitions and takebacks, and its history, followed ply by ply."""
    random, match = Random(seed), Match(make("son_of_solomon"))
    history = PlyHistory(TurnGame(match.game))
    while len(match.history) < plies:
        if match.over or random.random() < 0.1:
            match.take_back(min(len(match.history), random.randint(1, 5)))
        else:
            match.play(random.choice(match.moves))
        history.follow(match.history)
    return history, match


def test_a_board_is_found_where_it_was_last_shown() -> None:
    for seed in range(5):
        history, match = played(60, seed)
        boards = {history.board(back) for back in range(1, len(history) + 1)}
        for board in (*boards, match.game.board.full, 0):
            assert history.back_to(board) == walked(history, board)


def test_nothing_is_found_of_what_was_taken_back() -> None:
    history, match = played(30, 1)
    boards = [history.board(back) for back in range(1, len(history) + 1)]
    match.take_back(len(match.history))
    history.follow(match.history)
    assert not len(history)
    assert all(history.back_to(board) is None for board in boards)


def test_the_points_of_earlier_plies_end_with_the_first_that_is_of_no_interest() -> None:
    history, _ = played(60, 2)
    everything = history.points(60)
    for back in range(1, 61):
        points = history.points(back)
        assert history.points(back, points) == points
        assert history.points(back, everything) == points
        fewer = history.points(back, points & (points - 1))
        assert fewer & ~(points & (points - 1))
        assert not fewer & ~points


def test_a_long_history_is_not_walked_for_a_board_or_for_points() -> None:
    _, match = played(400, 3)
    reads = 0

    class Counted(TurnGame):
        def steps(self, position: Any, move: Any, /) -> tuple[Step, ...]:
            nonlocal reads
            reads += 1
            return super().steps(position, move)

    history = PlyHistory(Counted(match.game))
    history.follow(match.history)
    reads = 0
    last = history.points(1)
    assert history.points(400, last) & ~last
    assert reads < 40  # at least one for each ply that is looked at


def test_a_board_that_was_shown_twice_is_found_until_both_times_are_taken_back() -> None:
    match = Match(make("solomon"), make("solomon").parse_position("./.w.../../.../../...b./. w"))
    for text in ("3-4", "17-18", "4-3", "18-17", "3-4"):
        match.play_text(text)
    history = PlyHistory(TurnGame(match.game))
    history.follow(match.history)
    start = history.board(5)
    assert history.back_to(start) == 1
    match.take_back(1)
    history.follow(match.history)
    assert history.back_to(start) == 4
