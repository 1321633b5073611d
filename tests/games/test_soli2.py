"""Soli2, Give Away and Pure Skill: what the rules of docs/games/soli2.md come to."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.soli2 import Soli2
from companion.rules import CHANCE, NOBODY, Action, IllegalMove, InvalidMove, InvalidPosition, Match


def jumping(turn: str, **counters: str) -> str:
    """The text of a position in the jumping phase: `b="a1 b1", w="c3"`."""
    rows = [["."] * 7 for _ in range(7)]
    for colour, squares in counters.items():
        for square in squares.split():
            rows[7 - int(square[1])]["abcdefg".index(square[0])] = colour
    return f"{'/'.join(map(''.join, rows))} {turn} jump 0b0w -"


def moves(game: Soli2, text: str) -> list[str]:
    position = game.parse_position(text)
    return sorted(game.move_text(position, move) for move in game.moves(position))


def outcome(text: str, **options: Any) -> str:
    game = Soli2(options)
    return game.outcome(game.parse_position(text)).text


def test_the_bag_yields_a_counter_which_goes_anywhere() -> None:
    match = Match(Soli2())
    assert match.to_act == CHANCE
    assert [match.game.weight(match.position, move) for move in match.moves] == [24, 24]
    match.play_text("draw w")
    assert match.to_act == 0
    assert match.game.position_text(match.position).endswith("b place 24b23w w")
    assert len(match.moves) == 49
    match.play_text("w@d4")
    assert match.to_act == CHANCE
    assert match.game.position_text(match.position).endswith(
        ".../...w.../......./......./....... w place 24b23w -"
    )
    assert [match.game.weight(match.position, move) for move in match.moves] == [24, 23]


def test_an_empty_bag_begins_the_jumping_with_black() -> None:
    game = Soli2()
    text = "bwbwbwb/wbwbwbw/bwbwbwb/wbw..bw/bwbwbwb/wbwbwbw/bwbwbwb w place 0b1w -"
    match = Match(game, game.parse_position(text))
    for move in ("draw w", "w@e4"):
        match.play_text(move)
    assert game.position_text(match.position).endswith(" b jump 0b0w -")
    assert moves(game, game.position_text(match.position)) == ["b4xd4", "d2xd4", "d6xd4", "f4xd4"]


def test_a_jump_goes_straight_over_a_neighbour_of_either_colour_and_takes_it() -> None:
    game = Soli2()
    text = jumping("b", b="d4 d3", w="e4 c5")
    assert moves(game, text) == ["d3xd5", "d4xd2", "d4xf4"]
    position = game.parse_position(text)
    over_own = game.advance(position, game.parse_move(position, "d4xd2"))
    assert game.position_text(over_own) == jumping("w", b="d2", w="e4 c5")
    over_white = game.advance(position, game.parse_move(position, "d4xf4"))
    assert game.position_text(over_white) == jumping("w", b="f4 d3", w="c5")


def test_a_jump_over_ones_own_counter_is_compulsory() -> None:
    game = Soli2()
    text = jumping("b", b="a1 a2", w="g7")
    assert moves(game, text) == ["a1xa3"]
    assert game.forced(game.parse_position(text))
    assert not game.forced(game.start())


def test_who_cannot_jump_passes_while_the_other_can() -> None:
    game = Soli2()
    text = jumping("b", b="a1", w="c3 c4")
    assert moves(game, text) == ["pass"]
    match = Match(game, game.parse_position(text))
    assert match.forced_pass == ()
    match.play_text("pass")
    assert match.to_act == 1
    assert game.position_text(match.position) == jumping("w", b="a1", w="c3 c4")


def test_with_any_movers_a_player_jumps_with_the_others_counters_and_never_passes() -> None:
    game = Soli2({"movers": "any"})
    assert moves(game, jumping("b", b="a1", w="c3 c4")) == ["c3xc5", "c4xc2"]
    assert moves(game, jumping("b", b="a1", w="c3 e4")) == []


def test_it_is_over_when_neither_can_jump_or_a_colour_is_gone() -> None:
    assert outcome(jumping("b", b="a1 c1", w="e5")) == "win 0"
    assert outcome(jumping("b", b="a1", w="e5 g5")) == "win 1"
    assert outcome(jumping("w", b="d3 d4")) == "win 0"  # though Black could jump on
    assert outcome(jumping("w", w="d3 d4")) == "win 1"
    game = Soli2()
    assert game.to_act(game.parse_position(jumping("w", b="d3 d4"))) == NOBODY


def test_in_give_away_the_fewest_counters_win() -> None:
    assert outcome(jumping("b", b="a1 c1", w="e5"), variant="give_away") == "win 1"
    assert outcome(jumping("w", b="d3 d4"), variant="give_away") == "win 1"
    assert outcome(jumping("b", b="d4", w="a1"), variant="give_away") == "win 0"  # a tie


@pytest.mark.parametrize(
    ("black", "white", "winner"),
    [
        ("d4", "a1", "win 0"),
        ("a1", "d4", "win 1"),
        ("d5 a1", "d3 g2", "win 1"),  # 1 and 6 against 1 and 5
        ("d5 g2", "d3 a1", "win 0"),
        ("c5", "d2", "win 1"),  # both 2: White, because Black began
        ("g7 a1", "a7 g1", "win 1"),
    ],
)
def test_a_tie_is_decided_by_the_counter_that_is_nearer_to_the_centre(
    black: str, white: str, winner: str
) -> None:
    assert outcome(jumping("b", b=black, w=white)) == winner
    assert outcome(jumping("w", b=black, w=white)) == winner


def test_in_pure_skill_a_player_chooses_from_a_stock() -> None:
    match = Match(Soli2({"variant": "pure_skill"}))
    assert match.to_act == 0
    assert len(match.moves) == 98
    match.play_text("w@a1")
    match.play_text("w@a2")
    text = match.game.position_text(match.position)
    assert text.endswith(" b place 12b11w,12b11w -")
    empty = match.game.parse_position(
        "bwbwbwb/wbwbwbw/bwbwbwb/wbw..bw/bwbwbwb/wbwbwbw/bwbwbwb w place 0b0w,0b1w -"
    )
    assert {match.game.move_text(empty, move) for move in match.game.moves(empty)} == {
        "w@d4",
        "w@e4",
    }


def test_the_colour_placed_is_what_was_drawn() -> None:
    game = Soli2()
    position = game.parse_position(
        "......./......./......./......./......./......./....... b place 23b24w b"
    )
    (enter,) = game.steps(position, game.parse_move(position, "b@d4"))
    assert (enter.action, enter.point, enter.piece.text) == (Action.ENTER, 24, "b")
    with pytest.raises(IllegalMove, match="'w@d4' is not legal"):
        game.parse_move(position, "w@d4")


_EMPTY = "/".join(["......."] * 7)


@pytest.mark.parametrize(
    ("text", "said", "options"),
    [
        (f"{_EMPTY} b place 24b25w -", "25 counters 'w'", {}),
        (f"{_EMPTY} b place 24b24w b", "25 counters 'b'", {}),
        (f"{_EMPTY} b place 24b23w -", "23 counters 'w'", {}),
        (f"{_EMPTY} w place 24b24w -", "turn of 'w'", {}),
        (f"{_EMPTY} b jump 24b24w -", "phase is 'jump'", {}),
        (f"{_EMPTY} b place 0b0w -", "phase is 'place'", {}),
        (f"{_EMPTY} b place 24b -", "counters left are '24b'", {}),
        (f"{_EMPTY} b place 024b24w -", "counters left are '024b24w'", {}),
        (f"{_EMPTY} b place 24b24w x", "counter drawn is 'x'", {}),
        (f"{_EMPTY} b play 24b24w -", "phase is 'play'", {}),
        (f"{_EMPTY} n place 24b24w -", "seat to act is 'n'", {}),
        (f"{_EMPTY} b place 12b12w,12b12w -", "counters left are", {}),
        (f"{_EMPTY} b place 24b24w -", "counters left are", {"variant": "pure_skill"}),
        (f"{_EMPTY} b place 13b11w,11b13w -", "stock of 'b'", {"variant": "pure_skill"}),
        (f"{_EMPTY} b place 12b12w,12b12w b", "counter drawn", {"variant": "pure_skill"}),
        (f"{_EMPTY[:-1]}x b place 24b24w -", "point g1 of the placement holds 'x'", {}),
        (f"{_EMPTY[:-1]}(bw) b jump 0b0w -", "point g1 of the placement holds", {}),
        ("/".join(["bbbbbbb"] * 4 + ["......."] * 3) + " b jump 0b0w -", "28 counters 'b'", {}),
    ],
)
def test_what_cannot_be_is_refused_by_name(text: str, said: str, options: dict[str, str]) -> None:
    with pytest.raises(InvalidPosition, match=said):
        Soli2(options).parse_position(text)


@pytest.mark.parametrize("text", ["d4", "b@d8", "x@d4", "draw x", "d2-d4", "d2xd4xd6", "Pass", ""])
def test_what_is_no_move_is_said_to_be_none(text: str) -> None:
    game = Soli2()
    with pytest.raises(InvalidMove):
        game.parse_move(game.start(), text)
