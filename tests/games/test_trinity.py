"""Solomon's Trinity: slides, jumps when there are none, coins that are passed over, repetition."""

from __future__ import annotations

import pytest

from companion.games.trinity import Trinity
from companion.rules import DRAW, LOST, WON, Action, InvalidOption, InvalidPosition


def _texts(game: Trinity, text: str) -> set[str]:
    position = game.parse_position(text)
    return {game.move_text(position, move) for move in game.moves(position)}


def test_a_slide_leaves_a_stone_behind() -> None:
    game = Trinity()
    move = game.parse_move(game.start(), "N1-16")
    assert [(s.action, s.piece.text) for s in game.steps(game.start(), move)] == [
        (Action.LIFT, "N"),
        (Action.PLACE, "N"),
        (Action.ENTER, "o"),
    ]
    after = game.advance(game.start(), move)
    assert game.position_text(after) == "o/...../../.../../D.N.Q/. D 14 0"


def test_without_a_slide_a_stone_is_jumped_and_goes_to_the_space_left() -> None:
    game = Trinity()
    text = "N/.ooo./../.../../D...Q/. N 12 0"
    assert _texts(game, text) == {"N1x7", "N1x8", "N1x10"}
    position = game.parse_position(text)
    assert game.forced(position)
    after = game.advance(position, game.parse_move(position, "N1x7"))
    assert game.position_text(after) == "o/..oo./N./.../../D...Q/. D 12 0"


def test_a_coin_is_jumped_only_where_no_stone_can_be() -> None:
    game = Trinity()
    assert _texts(game, "N/.oDo./../.../../....Q/. N 13 0") == {"N1x7", "N1x8"}
    text = "N/.oDo./oo/.../../....Q/. N 11 0"
    assert _texts(game, text) == {"N1x10"}
    position = game.parse_position(text)
    after = game.advance(position, game.parse_move(position, "N1x10"))
    assert game.position_text(after) == "D/.o.o./oo/.N./../....Q/. D 11 0"


def test_a_blocked_space_is_neither_entered_nor_jumped() -> None:
    game = Trinity({"blocked": 4})
    assert "N1-4" not in _texts(game, game.position_text(game.start()))
    assert _texts(game, "N/.o#o./../.../../D...Q/. N 13 0") == {"N1x7", "N1x8"}


def test_the_coin_named_can_move_and_another_is_passed_over() -> None:
    game = Trinity({"stones": 16})
    # The nickel is walled in: neither slide nor jump.
    position = game.parse_position("N/.ooo./oo/.o./../D...Q/. Q 10 0")
    after = game.advance(position, game.parse_move(position, "Q18-17"))
    assert game.position_text(after) == "N/.ooo./oo/.o./../D..Qo/. D 9 0"
    with pytest.raises(InvalidPosition, match="'N' cannot move; the next that can is 'D'"):
        game.parse_position("N/.ooo./oo/.o./../D...Q/. N 10 0")


def test_an_empty_supply_wins_the_solitaire_and_a_standstill_loses_it() -> None:
    game = Trinity()
    assert game.outcome(game.parse_position("o/ooooN/oo/ooo/../D..oQ/o N 0 0")) is WON
    assert game.outcome(game.parse_position("N/DoooQ/oo/ooo/oo/.ooo./. N 2 0")) is LOST


def test_who_made_the_last_move_wins_the_strategy_game() -> None:
    game = Trinity({"seats": 3})
    assert game.outcome(game.parse_position("o/ooooo/oo/ooo/oo/DooNQ/. N 0 1")).text == "win 0"
    assert game.outcome(game.parse_position("o/ooooo/oo/ooo/oo/DooNQ/. N 0 0")).text == "win 2"
    assert game.outcome(game.parse_position("N/DoooQ/oo/ooo/oo/.ooo./. N 3 2")).text == "win 1"


@pytest.mark.parametrize(("seats", "outcome"), [(1, LOST), (2, DRAW)])
def test_a_repeated_position_ends_the_match(seats: int, outcome: object) -> None:
    game = Trinity({"seats": seats})
    assert game.repetitions == 2
    assert game.repeated(game.start()) is outcome


def test_stones_follow_the_seats_unless_they_are_named() -> None:
    assert Trinity().chosen["stones"] == "15"
    assert Trinity({"seats": 2}).chosen["stones"] == "16"
    assert Trinity({"stones": 15, "seats": 2}).chosen["stones"] == "15"
    with pytest.raises(InvalidOption, match="'14'"):
        Trinity({"blocked": 14})


@pytest.mark.parametrize(
    ("text", "at_fault"),
    [
        ("N/...../../.../../D...Q/. N 16 0", "make 16"),
        ("N/...../../.../../D...N/. N 15 0", "'N' 2 times"),
        ("N/...../../.../../D...Q/# N 15 0", "point 19 shows '#'"),
        ("N/...../../.../../D...Q/. N 015 0", "'015'"),
        ("N/...../../.../../D...Q/. N ٣ 0", "'٣'"),
        ("N/...../../.../../D...Q/. N 15 1", "seat to act is '1'"),
        ("N/...../../.../../D...Q/. P 15 0", "coin .* is 'P'"),
    ],
)
def test_what_cannot_stand_is_refused(text: str, at_fault: str) -> None:
    with pytest.raises(InvalidPosition, match=at_fault):
        Trinity().parse_position(text)
