"""A game as hands see it."""

from __future__ import annotations

from companion.games.registry import make
from companion.rules import Turn, TurnGame


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
