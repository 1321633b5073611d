"""Nine Men's Morris, rule by rule."""

from __future__ import annotations

from random import Random

import pytest
from companion_classics.board import MORRIS
from companion_classics.morris import Morris

from companion.testing import (
    Action,
    InvalidPosition,
    Match,
    MenPosition,
    PortSettings,
    StripSettings,
    choose,
    grid,
    matrix_wiring,
    perft,
    places,
)

GAME = Morris()


def position(turn: str, white: str, black: str, hands: str = "0 0") -> MenPosition:
    """A position from the points of the men and the numbers in hand."""
    cells = dict.fromkeys(white.split(), "w") | dict.fromkeys(black.split(), "b")
    rows = ["".join(cells.get(MORRIS.names[p], ".") for p in row) for row in MORRIS.rows]
    return GAME.parse_position(f"{'/'.join(rows)} {turn} {hands}")


def moves(at: MenPosition, game: Morris = GAME) -> set[str]:
    return {game.move_text(at, move) for move in game.moves(at)}


def after(at: MenPosition, text: str) -> MenPosition:
    return GAME.advance(at, GAME.parse_move(at, text))


def test_the_board_has_24_points_and_16_mills() -> None:
    assert (MORRIS.size, len(MORRIS.lines)) == (24, 16)
    assert {len(line) for line in MORRIS.lines} == {3}
    near = {name: len(MORRIS.neighbours(p)) for name, p in MORRIS.index.items()}
    assert sum(near.values()) == 2 * 32  # 32 segments
    assert [name for name, count in near.items() if count == 4] == ["d6", "b4", "f4", "d2"]
    assert {MORRIS.names[p] for p in MORRIS.neighbours(MORRIS.index["d5"])} == {"c5", "e5", "d6"}


@pytest.mark.parametrize(
    ("wood", "corners"),
    [(7, ("a7", "g1")), (8, ("a7", "g1")), (9, ("b8", "h2"))],
)
def test_the_board_lies_on_a_part_of_a_grid(wood: int, corners: tuple[str, str]) -> None:
    whole = grid(wood)
    found = places(whole, MORRIS)
    assert (whole.names[found[0]], whole.names[found[-1]]) == corners
    assert len(set(found)) == MORRIS.size


def test_the_board_has_a_wiring_in_rows_and_columns() -> None:
    made = matrix_wiring(PortSettings(kind="matrix"), StripSettings(), MORRIS)
    assert (len(made.rows), len(made.columns)) == (7, 6)
    assert len(set(made.cells)) == MORRIS.size


def test_men_enter_on_any_vacant_point() -> None:
    start = GAME.start()
    assert GAME.position_text(start) == ".../.../.../....../.../.../... w 9 9"
    assert moves(start) == set(MORRIS.names)
    assert perft(GAME, start, 3) == 24 * 23 * 22
    assert moves(after(start, "d6")) == set(MORRIS.names) - {"d6"}


def test_a_mill_takes_a_man_in_the_same_move() -> None:
    at = position("w", "a7 d7", "a1 b2", "7 7")
    assert {"g7xa1", "g7xb2", "g1"} < moves(at)
    assert "g7" not in moves(at)
    assert after(at, "g7xa1") == position("b", "a7 d7 g7", "b2", "6 7")
    steps = GAME.steps(at, GAME.parse_move(at, "g7xa1"))
    assert [step.action for step in steps] == [Action.ENTER, Action.REMOVE]


def test_no_man_is_taken_out_of_a_mill_unless_all_are_in_mills() -> None:
    at = position("w", "a7 d7 c3", "b2 d2 f2 e4", "5 5")
    assert {text for text in moves(at) if text.startswith("g7")} == {"g7xe4"}
    alone = position("w", "a7 d7 c3", "b2 d2 f2", "6 6")
    assert {text for text in moves(alone) if text.startswith("g7")} == {"g7xb2", "g7xd2", "g7xf2"}


def test_two_mills_at_a_time_take_one_man() -> None:
    at = position("w", "a7 d7 g4 g1", "b2 d2 e4 c5", "5 5")
    took = after(at, "g7xb2")
    assert len(GAME.men(took, "b")) == 3
    assert all(text.count("x") < 2 for text in moves(at))


def test_men_move_along_the_lines_once_all_are_placed() -> None:
    at = position("w", "a7 d2 b4 g1", "d7 f2 e4 c5")
    assert moves(at) == {
        *("a7-a4", "d2-b2", "d2-d1", "d2-d3", "b4-a4", "b4-c4", "b4-b2", "b4-b6"),
        *("g1-d1", "g1-g4"),
    }


def test_a_mill_may_be_opened_and_closed_again() -> None:
    at = position("w", "a7 d7 g4 c4", "f2 e4 c5 a1 b2")
    closed = after(at, "g4-g7xa1")
    opened = after(after(closed, "e4-e3"), "g7-g4")
    assert {"g4-g7xd3", "g4-g7xb2"} < moves(after(opened, "e3-d3"))


def test_three_men_fly_unless_they_are_not_to() -> None:
    at = position("w", "a7 d2 g1", "d7 f2 e4 c5")
    assert len(moves(at)) == 3 * 17
    assert "a7-d5" in moves(at)
    walking = Morris({"flying": "no"})
    assert "a7-d5" not in moves(at, walking)
    assert "a7-a4" in moves(at, walking)
    assert "d7-b2" not in moves(position("b", "a7 d2 g1", "d7 f2 e4 c5"))


def test_two_men_lose() -> None:
    at = position("w", "a7 d7 g4 c4", "f2 e4 c5")
    over = after(at, "g4-g7xe4")
    assert GAME.outcome(over).text == "win 0"
    assert moves(over) == set()
    placing = position("w", "a7 d7", "a1", "2 2")
    assert GAME.outcome(placing).text == "ongoing"


def test_a_player_who_cannot_move_loses() -> None:
    at = position("b", "a4 d7 g4 d1", "a7 g7 a1 g1")
    assert moves(at) == set()
    assert GAME.outcome(at).text == "win 0"


def test_the_third_time_is_a_draw() -> None:
    match = Match(GAME, position("w", "a7 d2 g1 b4", "d7 f2 e4 c5"))
    for _ in range(2):
        for text in ("a7-a4", "d7-g7", "a4-a7", "g7-d7"):
            assert not match.over
            match.play_text(text)
    assert match.outcome.text == "draw"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("www/www/www/w...../.../.../... b 0 0", "10 men 'w'"),
        (".../.../.../....../.../.../... b 9 9", "not the turn of this player"),
        ("w../.../.../....../.../.../... b 8 8", "not the turn of this player"),
        ("ww./.../.../bbbb../.../.../... b 0 0", "has lost"),
        (".../.../.../....../.../.../... w 10 9", "10 men 'w'"),
    ],
)
def test_what_no_game_comes_to_is_refused(text: str, said: str) -> None:
    with pytest.raises(InvalidPosition, match=said):
        GAME.parse_position(text)


def test_the_computer_beats_random_moves() -> None:
    won = 0
    for seed in range(6):
        match, random = Match(GAME), Random(seed)
        while not match.over and len(match.history) < 200:
            if match.to_act == seed % 2:
                match.play(choose(GAME, match.position, "easy", seed=seed).move)
            else:
                match.play(random.choice(match.moves))
        won += match.outcome.winner == seed % 2
    assert won >= 5


def test_why_a_game_is_over_is_said() -> None:
    assert GAME.conclusion(position("b", "a1 d1 g1", "a7 d7")) == "Black has two men left."


# A game as version 1.0 of this package wrote it down.
OLD_GAME = """
c4 c5 d5 e4 c3 d7 b2 a1 d1 f2 d6 d3 g1 a7 g4 f6 e5 f4xg1 c4-b4 f2-d2 d6-b6xa7 d2-f2xd5 b4-a4
f6-d6 d1-d2 c5-d5xc3 a4-b4xd3 d5-c5 b4-c4 d6-f6xe5 c4-b4xc5 a1-a4 d2-d1 d7-a7 d1-g1 f2-d2 g1-d1
d2-f2xg4 d1-g1 e4-e5 g1-d1 f4-e4 b2-d2 a7-d7 d2-b2xe5 d7-a7 d1-d2 e4-e3 d2-d1 f2-f4 b6-d6 f4-g4
d6-b6xe3 g4-g7 b4-c4 a4-b4 b2-d2 b4-a4 d2-b2 g7-d7 d1-a1 d7-d6 a1-d1 d6-d5 c4-b4xf6 a7-f2 d1-d2
a4-d7 b4-a4 d7-c3 a4-b4xc3
"""


def test_a_game_that_version_1_0_wrote_is_still_read() -> None:
    match = Match(GAME)
    for text in OLD_GAME.split():
        match.play_text(text)
    assert GAME.position_text(match.position) == ".../w../.b./.w..../.../wwb/... b 0 0"
    assert match.outcome.text == "win 0"
