"""Three Men's Morris, rule by rule."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from brute_force import State, count, moved, read
from companion_old_games.three_mens_morris import ThreeMensMorris

from companion.testing import InvalidPosition, Match, MenPosition, perft

GAME = ThreeMensMorris()
ROWS = "a3 b3 c3/a2 b2 c2/a1 b1 c1"
THREES = [
    *([(x, y) for x in range(3)] for y in range(3)),
    *([(x, y) for y in range(3)] for x in range(3)),
    [(0, 0), (1, 1), (2, 2)],
    [(0, 2), (1, 1), (2, 0)],
]


def rules(state: State) -> Iterator[State]:
    cells, turn, (white, black) = state
    if any(
        len({cells[p] for p in three} - {"."}) == 1
        for three in THREES
        if "." not in (cells[p] for p in three)
    ):
        return
    other = "b" if turn == "w" else "w"
    vacant = [p for p, cell in cells.items() if cell == "."]
    if (white if turn == "w" else black) > 0:
        after = (white - 1, black) if turn == "w" else (white, black - 1)
        for p in vacant:
            yield moved(cells, (p, turn)), other, after
        return
    for p, cell in cells.items():
        for q in vacant:
            near = max(abs(p[0] - q[0]), abs(p[1] - q[1])) == 1
            straight = p[0] == q[0] or p[1] == q[1]
            if cell == turn and near and (straight or (1, 1) in (p, q)):
                yield moved(cells, (p, "."), (q, turn)), other, (white, black)


def moves(at: MenPosition) -> set[str]:
    return {GAME.move_text(at, move) for move in GAME.moves(at)}


def test_the_moves_add_up() -> None:
    start = GAME.start()
    state = read(GAME.position_text(start), ROWS)
    counts = [perft(GAME, start, depth) for depth in range(1, 7)]
    assert counts == [9, 72, 504, 3024, 15120, 54720]
    assert counts == [count(rules, state, depth) for depth in range(1, 7)]


@pytest.mark.parametrize("seed", range(8))
def test_the_moves_add_up_in_the_middle_of_a_game(seed: int) -> None:
    match, random = Match(GAME), Random(seed)
    while not match.over:
        text = GAME.position_text(match.position)
        assert perft(GAME, match.position, 2) == count(rules, read(text, ROWS), 2), text
        match.play(random.choice(match.moves))


def test_men_enter_and_then_move_along_the_lines() -> None:
    assert moves(GAME.start()) == set(GAME.board.names)
    full = GAME.parse_position("wb./.w./bwb w 0 0")
    assert moves(full) == {"a3-a2", "b2-a2", "b2-c2", "b2-c3"}


def test_three_on_a_line_win() -> None:
    at = GAME.parse_position("w.b/.w./b.. w 1 1")
    won = GAME.advance(at, GAME.parse_move(at, "c1"))
    assert GAME.outcome(won).text == "win 0"
    assert GAME.conclusion(won) == "Three men are on one line."
    assert not moves(won)


def test_a_player_who_cannot_move_loses() -> None:
    shut = GAME.parse_position("w../bw./wb. w 0 1")
    assert GAME.outcome(shut).text == "ongoing"
    shut = GAME.parse_position("wb./wwb/b.. w 0 0")
    assert moves(shut) == {"b2-b1", "b2-c1", "b2-c3"}


def test_the_third_time_is_a_draw() -> None:
    match = Match(GAME, GAME.parse_position("wbw/..b/bw. w 0 0"))
    for _ in range(2):
        for text in ("b1-c1", "b3-b2", "c1-b1", "b2-b3"):
            assert not match.over
            match.play_text(text)
    assert match.outcome.text == "draw"


def test_too_many_men_are_refused() -> None:
    with pytest.raises(InvalidPosition, match="4 men 'w'; a side has 3"):
        GAME.parse_position("www/.../... b 1 3")
