"""The checked door: history, repetition, takeback, agreed ends."""

from __future__ import annotations

import pytest

from companion.games.registry import make
from companion.rules import (
    NOBODY,
    ONGOING,
    CompanionError,
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    Match,
    Outcome,
    Seat,
    win,
)
from companion.rules.geometry import Point
from tests.rules.walk import Walk

# Two kings that can go to and fro.
KINGS = "W/...../../.../../....b/B w"


def kings() -> Match:
    game = make("solomon")
    return Match(game, game.parse_position(KINGS))


def test_moves_are_played_and_remembered() -> None:
    match = Match(make("solomon"))
    match.play_text("14-9")
    played = match.play_text("2x12")
    assert (played.seat, played.text) == (1, "2x12")
    assert [ply.text for ply in match.history] == ["14-9", "2x12"]
    assert match.to_act == 0
    positions = [ply.position for ply in match.history] + [match.position]
    for ply, after in zip(match.history, positions[1:], strict=True):
        assert match.game.advance(ply.position, ply.move) == after


def test_a_ply_is_told_in_its_own_position() -> None:
    match = Match(Walk())
    for text in ("a1-b2", "b2-a1"):
        assert match.play_text(text).text == text


def test_a_game_ends_a_repetition_as_the_position_has_it() -> None:
    match = Match(Walk())
    match.play_text("a1-b1")
    match.play_text("b1-a1")
    assert match.outcome.text == "win 0"
    match.take_back(2)
    for text in ("a1-b2", "b2-a2", "a2-a1", "a1-b2"):
        assert not match.over
        match.play_text(text)
    assert match.occurrences == 1  # so far it was always Black who had to move there


def test_illegal_move_names_the_position_and_what_is_legal() -> None:
    match = Match(make("solomon"))
    match.play_text("14-9")
    with pytest.raises(IllegalMove, match=r"'3-7' is not legal in 'b/bbbbb/.*'; legal: 2x12"):
        match.play_text("3-7")
    assert len(match.history) == 1


def test_text_that_is_no_move_is_refused() -> None:
    with pytest.raises(InvalidMove, match="'north' is not a move of Solomon in any position"):
        Match(make("solomon")).play_text("north")


def test_move_that_is_not_legal_here_cannot_be_played() -> None:
    match = Match(make("solomon"))
    move = match.moves[0]
    match.play(move)
    where = match.game.position_text(match.position)
    with pytest.raises(IllegalMove) as error:
        match.play(move)
    assert str(error.value) == f"{move!r} is not a legal move in {where!r}"
    assert len(match.history) == 1


def test_third_occurrence_with_the_same_player_to_act_is_a_draw() -> None:
    match = kings()
    for _ in range(2):
        assert not match.over
        for text in ("1-3", "19-16", "3-1", "16-19"):
            match.play_text(text)
    assert match.outcome.text == "draw"
    assert match.occurrences == 3
    assert match.to_act == NOBODY
    assert match.moves == []
    with pytest.raises(IllegalMove, match="the game is over"):
        match.play_text("1-3")
    where = match.game.position_text(match.position)
    with pytest.raises(IllegalMove) as error:
        match.play(match.history[0].move)
    assert str(error.value) == f"the game is over (draw): no move from {where!r}"


class Counted(Walk):
    """A walk whose positions count the plies, in the place of the seat."""

    def repeated(self, position: tuple[Point, Seat]) -> Outcome:
        return win(position[1] % 2)

    def advance(self, position: tuple[Point, Seat], move: Point) -> tuple[Point, Seat]:
        return move, Seat(position[1] + 1)

    def recurrence(self, position: tuple[Point, Seat]) -> tuple[Point, int]:
        return position[0], position[1] % 2


def test_what_a_game_leaves_out_does_not_keep_a_position_from_recurring() -> None:
    game = Counted()
    match = Match(game)
    for name in ("a2", "a1"):
        assert (match.over, match.occurrences) == (False, 1)
        match.play(game.board.index[name])
    assert match.position != game.start()
    assert (match.over, match.occurrences) == (True, 2)
    match.take_back()
    assert (match.over, match.occurrences) == (False, 1)


def test_takeback_undoes_the_count_of_repetitions() -> None:
    match = kings()
    for text in ("1-3", "19-16", "3-1", "16-19"):
        match.play_text(text)
    assert match.occurrences == 2
    for _ in range(5):  # to and fro over one position, which is reached no more often for it
        match.take_back()
        assert match.occurrences == 1
        match.play_text("16-19")
        assert match.occurrences == 2
        assert not match.over
    for text in ("1-3", "19-16", "3-1", "16-19"):
        match.play_text(text)
    assert match.over
    match.take_back(8)
    assert (match.occurrences, match.over) == (1, False)


def test_takeback_of_more_than_there_is_is_refused() -> None:
    match = Match(make("solomon"))
    match.play_text("14-9")
    with pytest.raises(CompanionError, match="cannot take back 2 moves: 1 have been played"):
        match.take_back(2)
    for none in (0, -1):
        with pytest.raises(CompanionError, match=f"cannot take back {none} moves"):
            match.take_back(none)
    match.take_back()
    assert match.position == match.game.start()


def test_who_resigns_loses() -> None:
    match = Match(make("solomon"))
    match.resign(Seat(0))
    assert match.outcome.text == "win 1"
    with pytest.raises(CompanionError, match="already over"):
        match.agree_draw()
    match = Match(make("solomon"))
    match.resign(Seat(1))
    assert match.outcome.text == "win 0"


def test_who_gives_up_alone_has_lost() -> None:
    match = Match(make("peg"))
    match.resign(Seat(0))
    assert match.outcome.text == "lost"


def test_nobody_resigns_for_several_others() -> None:
    match = Match(make("halma", {"players": "3"}))
    said = "^nobody can resign in a game with more than two players$"
    with pytest.raises(CompanionError, match=said):
        match.resign(Seat(0))
    assert not match.over


def test_takeback_undoes_an_agreed_end() -> None:
    match = Match(make("solomon"))
    match.play_text("14-9")
    match.agree_draw()
    assert match.outcome.text == "draw"
    match.take_back()
    assert not match.over


def test_only_a_pass_that_is_the_only_move_is_forced() -> None:
    game = make("soli2")
    stuck = "b....../......./......./......./......./......./..ww... b jump 0b0w -"
    match = Match(game, game.parse_position(stuck))
    assert match.forced_pass is not None
    assert match.play(match.forced_pass).text == "pass"
    assert match.to_act == 1
    assert match.forced_pass is None


def test_the_only_move_is_no_pass_where_a_hand_makes_it() -> None:
    game = make("solomon")
    match = Match(game, game.parse_position("./..b../../.w./../w..w./. b"))
    assert len(match.moves) == 1
    assert match.forced_pass is None


def test_repetition_loses_trinitys_solitaire() -> None:
    game = make("trinity")
    assert game.repeated(game.start()).text == "lost"
    assert make("trinity", {"seats": "2"}).repeated(game.start()).text == "draw"


def test_moves_are_listed_and_played_by_their_texts() -> None:
    match = Match(make("solomon"))
    assert match.legal_moves == [match.game.move_text(match.position, m) for m in match.moves]
    played = match.play("14-9")
    assert (str(played), repr(played)) == ("14-9", "<Played 14-9>")
    assert match.legal_moves == ["2x12"]
    match.play(match.legal_moves[0])
    assert match.texts == ["14-9", "2x12"]
    with pytest.raises(IllegalMove, match="move '14-9' is not legal in"):
        match.play("14-9")
    with pytest.raises(InvalidMove, match="'up' is not a move of Solomon"):
        match.play("up")
    match.agree_draw()
    assert match.legal_moves == []
    with pytest.raises(IllegalMove, match="the game is over"):
        match.play("15x9")
    assert match.texts == ["14-9", "2x12"]


def test_a_match_begins_at_the_text_of_a_position() -> None:
    match = Match(make("solomon"), KINGS)
    assert match.position == kings().position
    with pytest.raises(InvalidPosition, match="placement 'W' has 1 rows"):
        Match(make("solomon"), "W b")


class Letters(Walk):
    """Its positions and moves are texts themselves, unlike those that people read."""

    def start(self) -> str:  # type: ignore[override]
        return "0"

    def to_act(self, position: str) -> Seat:  # type: ignore[override]
        return Seat(0)

    def moves(self, position: str) -> list[str]:  # type: ignore[override]
        return ["up", "down"]

    def advance(self, position: str, move: str) -> str:  # type: ignore[override]
        return position + {"up": "+", "down": "-"}[move]

    def outcome(self, position: str) -> Outcome:  # type: ignore[override]
        return ONGOING

    def position_text(self, position: str) -> str:  # type: ignore[override]
        return position.replace("+", "up ")

    def parse_position(self, text: str) -> str:  # type: ignore[override]
        return text.replace("up ", "+")

    def move_text(self, position: str, move: str) -> str:  # type: ignore[override]
        return {"up": "down", "down": "d"}[move]


def test_a_game_may_have_texts_as_positions_and_moves() -> None:
    match = Match(Letters(), "0up ")
    assert match.position == "0up "  # a position, not the text of one
    match = Match(Letters())
    assert match.play("down").move == "down"  # a move before the text of one
    assert match.play("d").move == "down"
    assert match.position == "0--"


def test_every_ply_takeback_and_end_is_another_change() -> None:
    match = Match(make("solomon"))
    seen = [match.changes]
    for act in (
        lambda: match.play_text("14-9"),
        lambda: match.play_text("2x12"),
        match.take_back,
        lambda: match.resign(Seat(1)),
        match.take_back,
        lambda: match.play_text("14-9"),
        match.agree_draw,
    ):
        act()
        seen.append(match.changes)
    assert seen == sorted(set(seen))
