"""A game as hands see it."""

from __future__ import annotations

from companion.games.registry import make
from companion.rules import NOBODY, Turn, TurnGame
from tests.rules.walk import Walk


def test_a_turn_of_most_games_is_one_ply() -> None:
    game = make("solomon")
    turns = TurnGame(game)
    start = game.start()
    assert [line.plies for line in turns.moves(start)] == [(move,) for move in game.moves(start)]
    line = turns.moves(start)[0]
    assert turns.advance(start, line) == game.advance(start, *line.plies)
    assert turns.steps(start, line) == game.steps(start, *line.plies)
    assert turns.text(start, line) == game.move_text(start, *line.plies)
    assert turns.seat(start) == 0


def test_what_is_drawn_is_placed_in_the_same_turn() -> None:
    game = make("soli2")
    turns = TurnGame(game)
    lines = turns.moves(game.start())
    assert len(lines) == 2 * 49
    texts = [turns.text(game.start(), line) for line in lines]
    assert "draw w, w@d4" in texts
    assert turns.seat(game.start()) == 0
    steps = turns.steps(game.start(), lines[0])
    assert len(steps) == 1
    after = turns.advance(game.start(), lines[0])
    assert game.position_text(after).endswith("w place 23b24w -")


def test_the_likeliest_draw_comes_first() -> None:
    game = make("soli2")
    position = game.start()
    for text in ("draw b", "b@a1", "draw b", "b@a2"):
        position = game.advance(position, game.parse_move(position, text))
    first = TurnGame(game).moves(position)[0]
    assert TurnGame(game).text(position, first).startswith("draw w")


def test_plain_moves_of_the_history_are_understood() -> None:
    game = make("solomon")
    move = game.moves(game.start())[0]
    assert TurnGame(game).steps(game.start(), move) == TurnGame(game).steps(
        game.start(), Turn((move,))
    )


def test_each_ply_of_a_turn_is_told_in_its_own_position() -> None:
    game = Walk()
    turn = Turn(tuple(game.board.index[name] for name in ("b2", "a3", "b3")))
    turns = TurnGame(game)
    assert turns.text(game.start(), turn) == "a1-b2, b2-a3, a3-b3"
    path = [game.board.names[step.point] for step in turns.steps(game.start(), turn)]
    assert path == ["a1", "b2", "b2", "a3", "a3", "b3"]
    assert game.position_text(turns.advance(game.start(), turn)) == "b3 b"


def test_hands_see_the_pieces_of_the_game() -> None:
    game = make("soli2")
    position = game.start()
    for text in ("draw b", "b@a1"):
        position = game.advance(position, game.parse_move(position, text))
    assert TurnGame(game).occupancy(position) == 1 << game.board.index["a1"]
    assert TurnGame(game).board is game.board


def test_the_seat_is_known_before_the_draw_even_where_one_colour_is_left() -> None:
    game = make("soli2")
    rows = "bbbbbbb/bbbbbbb/bbbbbbb/bbb...w/wwwwwww/wwwwwww/wwww..."
    position = game.parse_position(f"{rows} w place 0b5w -")
    assert len(game.moves(position)) == 1
    assert TurnGame(game).seat(position) == 1


def test_no_hands_act_when_the_game_is_over() -> None:
    game = Walk()
    assert TurnGame(game).seat(game.parse_position("c3 w")) == NOBODY
