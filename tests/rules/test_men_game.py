"""The base of games of men, by small games of which each has only some of its parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from companion.base.text import Text
from companion.rules import (
    HORIZONTAL,
    LEFTWARD,
    NOBODY,
    RIGHTWARD,
    UPWARD,
    VERTICAL,
    Action,
    InvalidPosition,
    MenGame,
    MenMove,
    MenPosition,
    Piece,
    Seat,
)
from companion.rules.geometry import Point, grid
from tests import needs

needs.uncompiled_rules()


class Plain(MenGame):
    """Men step and jump along ranks and files, and men that come to the last rank are crowned."""

    name = "plain"
    title = Text("Plain")
    board = grid(7)
    pieces = (
        Piece(Seat(0), Text("man"), "w"),
        Piece(Seat(1), Text("man"), "b"),
        Piece(Seat(0), Text("king"), "W"),
    )
    opening = "bb...../......./......./......./......./......./www...."
    directions: Mapping[str, frozenset[int]] = {"w": UPWARD | HORIZONTAL}
    may_stop = straight = False

    def legal(self, position: MenPosition) -> Iterator[MenMove]:
        for man in self.men(position):
            yield from self.walks(position, man)
            yield from self.jumps(position, man, may_stop=self.may_stop, straight=self.straight)

    def becomes(self, man: str, point: Point) -> str:
        return "W" if man == "w" and self.board.names[point][1] == "7" else man


class Stopping(Plain):
    """A man may stop where it could jump on."""

    may_stop = True


class Straight(Plain):
    """A man never turns while it jumps."""

    straight = True


class Forced(Plain):
    """A jump is compulsory."""

    compulsory = True


class Dropping(MenGame):
    """Three players drop men, and the third man on the board is taken off again."""

    name = "dropping"
    title = Text("Dropping")
    board = grid(7)
    pieces = tuple(Piece(Seat(seat), Text("man"), letter) for seat, letter in enumerate("xyz"))
    seats = (Text("X"), Text("Y"), Text("Z"))
    hands = (2, 1, 1)
    counters = (Text("men taken"),)

    def legal(self, position: MenPosition) -> Iterator[MenMove]:
        held = self.men(position, "xyz")
        if len(held) == 3:
            yield from (MenMove((), (man,)) for man in held)
        elif position.hands[position.seat]:
            for move in self.entries(position):
                yield move if len(held) < 2 else move._replace(taken=(held[0],))

    def counted(self, position: MenPosition, move: MenMove) -> tuple[int, ...]:
        return (position.counts[0] + len(move.taken),)


def at(game: MenGame, turn: str = "w", **men: str) -> MenPosition:
    """A position of men without hands: `b3="w"`."""
    cells = ["."] * game.board.size
    for name, man in men.items():
        cells[game.board.index[name]] = man
    return MenPosition("".join(cells), {"w": 0, "b": 1}[turn])


def texts(game: MenGame, position: MenPosition) -> set[str]:
    return {game.move_text(position, move) for move in game.moves(position)}


def test_start_comes_from_the_opening() -> None:
    game = Plain()
    assert game.position_text(game.start()) == f"{Plain.opening} w"
    assert game.position_fields == ("placement", "player to move")
    assert game.letters == ("wW", "b")


def test_men_keep_their_directions_and_kings_go_anywhere() -> None:
    game = Plain()
    position = at(game, d4="w", a1="b")
    assert texts(game, position) == {"d4-d5", "d4-c4", "d4-e4"}
    assert texts(game, at(game, d4="W", a1="b")) == {"d4-d5", "d4-c4", "d4-e4", "d4-d3"}
    index = game.board.index
    assert (
        game.objection(position, index["d4"], index["d3"])
        == "This piece cannot go in that direction."
    )
    assert game.objection(position, index["d4"], index["e5"]) == "No line leads from d4 to e5."
    assert game.objection(position, index["d4"], index["a1"]) == ""
    assert game.objection(position, index["d4"], None) == ""
    assert game.objection(position, index["a1"], index["a2"]) == ""


@pytest.mark.parametrize(
    ("kind", "jumps"),
    [
        (Plain, {"a1xa3xc3", "a1xa3xa5"}),
        (Stopping, {"a1xa3", "a1xa3xc3", "a1xa3xa5"}),
        (Straight, {"a1xa3xa5"}),
        (Forced, {"a1xa3xc3", "a1xa3xa5"}),
    ],
)
def test_chains_of_jumps(kind: type[Plain], jumps: set[str]) -> None:
    game = kind()
    position = at(game, a1="w", a2="b", a4="b", b3="b")
    found = texts(game, position)
    assert {text for text in found if "x" in text} == jumps
    assert ("a1-b1" in found) == (kind is not Forced)
    assert game.forced(position) == (kind is Forced)
    assert all(game.readable_move(text) for text in found)


def test_nobody_is_jumped_twice_and_the_first_point_is_free_again() -> None:
    game = Plain()
    ring = at(game, d4="W", d5="b", e6="b", f5="b", e4="b")
    assert texts(game, ring) >= {"d4xd6xf6xf4xd4", "d4xf4xf6xd6xd4"}
    move = game.parse_move(ring, "d4xd6xf6xf4xd4")
    assert game.advance(ring, move) == at(game, "b", d4="W")
    actions = [step.action for step in game.steps(ring, move)]
    assert actions == [Action.LIFT, Action.PLACE, Action.REMOVE] * 4


def test_a_man_that_is_crowned_ends_its_move_and_is_turned_over() -> None:
    game = Plain()
    position = at(game, a5="w", a6="b", b7="b", d7="b")
    assert {text for text in texts(game, position) if "x" in text} == {"a5xa7"}
    move = game.parse_move(position, "a5xa7")
    assert game.steps(position, move)[-1].action is Action.TURN
    assert game.advance(position, move).cells.count("W") == 1
    with pytest.raises(InvalidPosition, match="a7 of the placement holds 'w', which becomes 'W'"):
        game.parse_position("w....../......./......./......./......./......./b...... b")


def test_a_player_who_cannot_move_loses() -> None:
    game = Plain()
    beaten = at(game, "b", d4="w")
    assert (game.outcome(beaten).text, game.to_act(beaten)) == ("win 0", NOBODY)
    assert game.conclusion(beaten) == "Black has no pieces left."
    shut = at(game, "b", a1="b", a2="W", b1="w", a3="w", c1="w")
    assert (game.outcome(shut).text, game.to_act(shut)) == ("win 0", NOBODY)
    assert game.conclusion(shut) == "Black has no legal move."


def test_three_players_enter_take_and_count() -> None:
    game = Dropping()
    assert game.position_fields[2:] == (
        *("X's men in hand", "Y's men in hand", "Z's men in hand"),
        "men taken",
    )
    position = game.start()
    for text in ("a1", "b1", "c1xa1", "d1xb1"):
        assert game.readable_move(text)
        position = game.advance(position, game.parse_move(position, text))
    text = game.position_text(position)
    assert text.endswith("/..zx... y 0 0 0 2")
    assert game.parse_position(text) == position
    assert game.outcome(position).text == "win 0"  # the one before the player who cannot
    assert game.recurrence(position) == position._replace(counts=())


def test_a_man_is_taken_where_nothing_moves() -> None:
    game = Dropping()
    placed = "......./......./......./......./......./......./xyz...."
    position = game.parse_position(f"{placed} x 1 0 0 0")
    assert texts(game, position) == {"xa1", "xb1", "xc1"}
    (step,) = game.steps(position, game.parse_move(position, "xb1"))
    assert (step.action, step.piece.text, step.occupied) == (Action.REMOVE, "y", False)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("xx 2 1 1", "6 fields|fields instead"),
        ("{} q 2 1 1 0", "the player to move is 'q'"),
        ("{} x 2 1 1 -1", "men taken is '-1'"),
        ("{} x 2 1 1 01", "men taken is '01'"),
        ("{} x 3 1 1 0", "3 men 'x'; a side has 2"),
    ],
)
def test_positions_that_no_game_comes_to_are_refused(text: str, said: str) -> None:
    empty = "......./......./......./......./......./......./......."
    with pytest.raises(InvalidPosition, match=said):
        Dropping().parse_position(text.format(empty))


def test_directions_leave_out_the_way_straight_up() -> None:
    assert not RIGHTWARD & LEFTWARD
    assert frozenset(range(360)) - (RIGHTWARD | LEFTWARD) == VERTICAL
