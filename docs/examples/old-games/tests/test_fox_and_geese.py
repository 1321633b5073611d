"""Fox and Geese, rule by rule."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from brute_force import Cells, State, count, moved, read
from companion_old_games.fox_and_geese import FoxAndGeese

from companion.testing import InvalidPosition, Match, MenPosition, perft

GAME = FoxAndGeese()
MANY = FoxAndGeese({"geese": 17})
GAMES = {"13": GAME, "17": MANY}
COUNTS = {"13": [10, 54, 860, 4252], "17": [8, 22, 216, 658]}  # from the start
ROWS = "/".join(
    " ".join(f"{file}{rank}" for file in ("abcdefg" if 3 <= rank <= 5 else "cde"))
    for rank in range(7, 0, -1)
)
Point = tuple[int, int]
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]


def ways(p: Point, geese: str) -> list[Point]:
    return STRAIGHT if geese == "17" or sum(p) % 2 else STRAIGHT + DIAGONAL


def chains(cells: Cells, p: Point, geese: str) -> Iterator[Cells]:
    """The board after every jump of every chain of the fox on `p`."""
    for x, y in ways(p, geese):
        over, to = (p[0] + x, p[1] + y), (p[0] + 2 * x, p[1] + 2 * y)
        if cells.get(over) == "g" and cells.get(to) == ".":
            after = moved(cells, (p, "."), (over, "."), (to, "f"))
            yield after
            yield from chains(after, to, geese)


def rules(geese: str, state: State) -> Iterator[State]:
    cells, own, _ = state
    if list(cells.values()).count("g") < 6:
        return
    other = "f" if own == "g" else "g"
    for p in [p for p, cell in cells.items() if cell == own]:
        for x, y in ways(p, geese):
            to = (p[0] + x, p[1] + y)
            back = own == "g" and geese == "17" and y > 0
            if cells.get(to) == "." and not back:
                yield moved(cells, (p, "."), (to, own)), other, ()
        if own == "f":
            yield from ((after, "g", ()) for after in chains(cells, p, geese))


def moves(at: MenPosition, game: FoxAndGeese = GAME) -> set[str]:
    return {game.move_text(at, move) for move in game.moves(at)}


def test_the_board_is_a_cross_of_33_points() -> None:
    assert GAME.board.size == MANY.board.size == 33
    assert (len(GAME.board.lines), len(MANY.board.lines)) == (20, 14)
    assert len(GAME.board.neighbours(GAME.board.index["d4"])) == 8
    assert len(GAME.board.neighbours(GAME.board.index["d3"])) == 4


@pytest.mark.parametrize("geese", GAMES)
def test_the_moves_add_up(geese: str) -> None:
    game = GAMES[geese]
    start = game.start()
    state = read(game.position_text(start), ROWS)
    counts = [perft(game, start, depth) for depth in range(1, 5)]
    assert counts == [count(lambda at: rules(geese, at), state, depth) for depth in range(1, 5)]
    assert counts == COUNTS[geese]


@pytest.mark.parametrize("geese", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_the_moves_add_up_in_the_middle_of_a_game(geese: str, seed: int) -> None:
    game = GAMES[geese]
    match, random = Match(game), Random(seed)
    while not match.over and len(match.history) < 60:
        state = read(game.position_text(match.position), ROWS)
        counted = count(lambda at: rules(geese, at), state, 2)
        assert perft(game, match.position, 2) == counted, game.position_text(match.position)
        match.play(random.choice(match.moves))


def test_the_fox_takes_one_goose_after_another_and_may_stop() -> None:
    at = GAME.parse_position("ggg/g../...g.../......./...g.../.f./... f")
    assert {text for text in moves(at) if "x" in text} == {"d2xd4", "d2xd4xd6"}
    assert "d2-d1" in moves(at)
    assert not GAME.forced(at)


def test_geese_go_back_only_where_there_are_thirteen() -> None:
    text = "ggg/ggg/gggg.../......./...g.../.../.f. g"
    assert "d3-d4" in moves(GAME.parse_position(text))
    at = MANY.parse_position(text)
    assert {move for move in moves(at, MANY) if move.startswith("d3")} == {
        "d3-c3",
        "d3-e3",
        "d3-d2",
    }
    index = MANY.board.index
    said = MANY.objection(at, index["d3"], index["d4"])
    assert said == "This piece cannot go in that direction."


def test_a_fox_that_is_shut_in_has_lost() -> None:
    shut = GAME.parse_position(".../.../......./......./..ggg../ggg/gfg f")
    assert GAME.outcome(shut).text == "win 0"
    assert GAME.conclusion(shut) == "Black has no legal move."
    ajar = GAME.parse_position(".../.../......./......./..g.g../ggg/gfg f")
    assert moves(ajar) == {"d1xd3", "d1xd3xb3", "d1xd3xf3"}


def test_five_geese_are_too_few() -> None:
    at = GAME.parse_position("ggg/gg./......./......./......./.f./... g")
    assert GAME.outcome(at).text == "win 1"
    assert GAME.conclusion(at) == "Too few geese are left to shut the fox in."


def test_a_position_without_a_fox_is_refused() -> None:
    with pytest.raises(InvalidPosition, match="there is no fox"):
        GAME.parse_position("ggg/ggg/ggggggg/......./......./.../... g")
