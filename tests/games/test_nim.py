"""Solomon Nim: the first moves that win, in both forms."""

from __future__ import annotations

import pytest

from companion.games.nim import Nim
from companion.opponents.knowledge.nim_knowledge import NimKnowledge
from companion.rules.geometry import NINE, STAR

_CENTRED = ("10", "4:16", "7:13", "8:12")  # the centre, and runs of three about it
_DIAMETERS = ("1:19", "2:18", "6:14")
_SIDES = ("1:14", "1:18", "2:19", "6:19", "2:6", "14:18")


def _winning_first_moves(game: Nim) -> set[str]:
    """By looking at all sets of pieces: a set wins for the player to act when it has a move to one
    that does not."""
    runs = sorted(move & STAR.full for move in game.moves(game.start()))
    wins = bytearray(STAR.full + 1)
    wins[0] = game.chosen["last"] == "loses"
    for pieces in range(1, STAR.full + 1):
        for run in runs:
            if pieces & run == run and not wins[pieces ^ run]:
                wins[pieces] = 1
                break
    return {
        game.move_text(game.start(), move)
        for move in game.moves(game.start())
        if not wins[game.advance(game.start(), move) & STAR.full]
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("last", "moves"),
    [("loses", (*_CENTRED, *_DIAMETERS, *_SIDES)), ("wins", (*_CENTRED, *_DIAMETERS))],
)
def test_these_first_moves_win(last: str, moves: tuple[str, ...]) -> None:
    assert _winning_first_moves(Nim({"last": last})) == set(moves)


@pytest.mark.parametrize(("last", "outcome"), [("loses", "win 0"), ("wins", "win 1")])
def test_the_last_piece_decides(last: str, outcome: str) -> None:
    game = Nim({"last": last})
    position = game.parse_position("./...../../.o./../...../. b")
    assert game.outcome(game.advance(position, game.parse_move(position, "10"))).text == outcome


def test_a_run_is_written_from_its_lower_numbered_end_and_has_no_gap() -> None:
    game = Nim()
    position = game.parse_position("./oo.oo/../.../../...../. w")
    texts = {game.move_text(position, move) for move in game.moves(position)}
    assert texts == {"2", "3", "5", "6", "2:3", "5:6"}


SMALL = [("five", "loses", "1 3 5"), ("five", "wins", "3")]
SMALL += [("nine", "loses", "a2:c2 b1:b3 a1:c3 a3:c1")]


def _wins(game: Nim, position: int) -> bool:
    """Whether the player to act wins, by looking at every move."""
    if game.outcome(position).over:
        return game.chosen["last"] == "loses"
    return any(not _wins(game, game.advance(position, move)) for move in game.moves(position))


@pytest.mark.parametrize(("board", "last", "moves"), SMALL)
def test_on_a_small_board_the_computer_knows_the_moves_that_win(
    board: str, last: str, moves: str
) -> None:
    game = Nim({"board": board, "last": last})
    start = game.start()
    winning = [m for m in game.moves(start) if not _wins(game, game.advance(start, m))]
    known = NimKnowledge(game)
    best = known.best_moves(start)
    assert best is not None
    assert set(best.moves) <= set(winning)
    assert {game.move_text(start, move) for move in best.moves} == set(moves.split())
    for move in game.moves(start):
        found = known.value(game.advance(start, move))
        assert found is not None
        assert (found.value > 0) == (move not in winning)


def test_a_run_on_five_points_is_one_piece_or_two() -> None:
    game = Nim({"board": "five"})
    texts = [game.move_text(game.start(), move) for move in game.moves(game.start())]
    assert sorted(texts) == ["1", "1:2", "2", "2:3", "3", "3:4", "4", "4:5", "5"]
    assert game.position_text(game.start()) == "ooooo w"


def test_the_nine_points_have_the_lines_of_three_mens_morris() -> None:
    assert len(NINE.lines) == 8
    assert all(len(line) == 3 for line in NINE.lines)


def test_pieces_of_a_run_come_off_one_after_another() -> None:
    game = Nim()
    steps = game.steps(game.start(), game.parse_move(game.start(), "6:14"))
    assert [STAR.names[step.point] for step in steps] == ["6", "8", "10", "12", "14"]
    assert not any(step.occupied for step in steps)
