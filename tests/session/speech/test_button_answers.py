"""What the board answers when the button asks."""

from __future__ import annotations

import pytest

from companion.games.registry import make
from companion.rules import Match, TurnMatch
from companion.session.speech.button_answers import what_may_move


@pytest.mark.parametrize(
    ("game", "moves", "answer"),
    [
        ("solomon", [], "May move: 14, 15, 16, 17 and 18."),
        ("solomon", ["14-9"], "Must jump: 2."),
        ("halma", [], "A piece may be placed on b1, c1, d1, e1, f1, g1 and h1."),
        ("son_of_solomon", [], "A piece may be placed on any empty point."),
    ],
)
def test_what_may_move(game: str, moves: list[str], answer: str) -> None:
    match = Match(make(game))
    for move in moves:
        match.play(match.game.parse_move(match.position, move))
    assert what_may_move(TurnMatch(match)) == answer


def test_pieces_that_are_taken_off_are_named_so() -> None:
    assert what_may_move(TurnMatch(Match(make("nim")))).startswith("May be taken off: 1, 2, 3")


def test_a_game_that_is_over_is_told() -> None:
    over = Match(make("solomon"), "b/bbbbb/../.../../...../. w")
    assert what_may_move(TurnMatch(over)) == "The game is over."
