"""Examples of moves come from the rules, and there is one of every kind."""

from __future__ import annotations

from random import Random

import pytest

from companion.coach.move_examples import MoveExample, move_examples, show_move
from companion.device.lamps.scene import Meaning
from companion.games.registry import kinds, make

EXPECTED = {
    "crowning": {"How to jump", "Jump and land on another piece"},
    "gomony": {
        "How a marker moves",
        "How a promoted marker moves",
        "Move and become a promoted marker",
        "Jump and take a piece",
        "Jump several times and take pieces",
    },
    "halma": {
        "Put a piece on the board",
        "How a square moves",
        "How a triangle moves",
        "How a circle moves",
        "How a diamond moves",
        "How to jump",
        "Jump several times",
    },
    "nim": {"Take one piece", "Take several pieces"},
    "peg": {"Jump and take a piece"},
    "soli2": {"Put a piece on the board", "Jump and take a piece"},
    "solomon": {
        "How a man moves",
        "How a king moves",
        "Move and become a king",
        "Jump and take a piece",
        "Jump several times and take pieces",
    },
    "son_of_solomon": {"Put a piece on the board", "How to move", "How to jump"},
    "trinity": {"Move and leave a stone behind", "Jump and move another piece as well"},
}


def found(name: str) -> dict[str, MoveExample]:
    examples = move_examples(make(name), Random(1).randrange)
    return {example.title: example for example in examples}


@pytest.mark.parametrize("name", EXPECTED)
def test_there_is_an_example_of_every_kind_of_move(name: str) -> None:
    assert EXPECTED[name] <= set(found(name))


@pytest.mark.parametrize("name", kinds())
def test_an_example_is_a_legal_move_from_its_position_to_the_one_after_it(name: str) -> None:
    game = make(name)
    examples = move_examples(game, Random(2).randrange)
    assert examples
    for example in examples:
        position = game.parse_position(example.position)
        move = game.parse_move(position, example.text)
        shown = show_move(game, position, move)
        assert shown.frames == example.frames
        assert example.frames[0].stacks == game.stacks(position)
        assert example.frames[-1].stacks == game.stacks(game.advance(position, move))
        assert all(frame.text.endswith(".") for frame in example.frames)


def test_the_same_numbers_give_the_same_examples() -> None:
    assert found("solomon") == found("solomon")


def test_what_hands_do_is_said_and_lit_step_by_step() -> None:
    game = make("solomon")
    position = game.parse_position("./.b.../../b../../w..../. w")
    shown = show_move(game, position, game.parse_move(position, "14x7x1"))
    names = game.board.names
    assert [frame.text for frame in shown.frames] == [
        "White to move. A jump is forced.",
        "Lift White's man on 14.",
        "Jump to 7.",
        "Take Black's man off 9.",
        "Jump on to 1.",
        "Take Black's man off 3.",
        "It becomes White's king.",
    ]
    lit = [
        {names[point]: lamp.meaning for point, lamp in frame.lamps if lamp.meaning != Meaning.TO}
        for frame in shown.frames
    ]
    assert lit[0] == {"14": Meaning.MUST_JUMP}
    assert lit[1] == {"14": Meaning.FROM, "9": Meaning.VICTIM, "3": Meaning.VICTIM}
    assert lit[2] == {"9": Meaning.TAKE_OFF, "3": Meaning.VICTIM}
    assert lit[3] == {"7": Meaning.KEEP_JUMPING, "3": Meaning.VICTIM}
    assert lit[6] == {"1": Meaning.CROWN}
    assert shown.frames[4].moved == (game.board.index["7"], game.board.index["1"])


def test_where_a_piece_may_go_is_lit_while_it_is_in_hand() -> None:
    game = make("trinity")
    start = game.start()
    shown = show_move(game, start, game.parse_move(start, "N1-9"))
    _, lifted, put, stone = shown.frames
    reach = {game.move_text(start, move).partition("-")[2] for move in game.moves(start)}
    targets = {game.board.names[p] for p, lamp in lifted.lamps if lamp.meaning is Meaning.TO}
    assert targets == reach
    assert dict(put.lamps)[game.board.index["1"]].meaning is Meaning.TO
    assert stone.text == "Put a stone on 1."


def test_a_captured_piece_that_stays_goes_under_its_captor() -> None:
    example = found("gomony")["Jump and take a piece"]
    assert "under the jumping piece" in example.frames[-1].text
    counts = {sum(map(len, frame.stacks)) for frame in (example.frames[0], example.frames[-1])}
    assert len(counts) == 1
