"""What the recognizer remembers of a turn, and what it makes of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.games.registry import make
from companion.geometry import Occupancy, Point
from companion.rules import Match, Seat, Step, TurnGame
from companion.tracking.complete import CompleteMove
from companion.tracking.pattern import MovePattern
from companion.tracking.recognizer import MoveRecognizer
from companion.tracking.situations import Situation
from tests.rules.walk import Position, Walk
from tests.tracking.patterns import move_along


class Observed:
    """A recognizer beside a match, with points by their names."""

    def __init__(self, text: str = "", past: Sequence[str] = (), *, moves: bool = True) -> None:
        game = make("solomon")
        self.board = game.board
        self.match = Match(game, game.parse_position(text) if text else None)
        for ply in past:
            self.match.play_text(ply)
        self.recognizer = MoveRecognizer(TurnGame(game), game.occupancy(self.match.position))
        self.follow(moves=moves)
        self.recognizer.forget()

    def follow(self, *, moves: bool = True, carry: str = "") -> None:
        match, legal = self.match, self.match.moves if moves else ()
        turns = [t for t in TurnGame(match.game).moves(match.position) if legal]
        self.recognizer.follow(
            match.position, turns, match.history, self.mask(carry), False, match.over
        )

    def mask(self, names: str) -> int:
        return sum(1 << self.board.index[name] for name in names.split())

    def change(self, names: str, at: float = 1.0) -> Observed:
        for name in names.split():
            bit = self.mask(name)
            self.recognizer.board ^= bit
            self.recognizer.touch(
                self.board.index[name], bool(self.recognizer.board & bit), at := at + 1
            )
        return self

    def texts(self, patterns: Sequence[MovePattern]) -> list[str]:
        turns = TurnGame(self.match.game)
        return [turns.text(self.match.position, t.move) for t in patterns]

    def situation(self) -> Situation:
        return self.recognizer.read(settled=True, asked=False, tapping=False).situation


@pytest.mark.parametrize(
    ("past", "changed", "count"),
    [
        ((), "", 0),
        ((), "14", 0),
        ((), "14 9", 0),
        ((), "2", 1),  # Black's
        ((), "2 3", 2),
        ((), "14 9 2", 1),
        ((), "2 9", 1),  # 9 may be where White's move ends
        ((), "2 7 8", 3),  # two pieces astray: nobody knows which is which
        ((), "2 7", 2),
        (("14-9",), "9 14", 0),  # taken back
        (("14-9",), "9 14 15", 1),
    ],
)
def test_switches_that_no_move_explains_are_counted(
    past: tuple[str, ...], changed: str, count: int
) -> None:
    recognizer = Observed(past=past).change(changed).recognizer
    recognizer.stray()
    assert recognizer.worst == count


def test_nothing_is_odd_while_nobody_is_to_move() -> None:
    recognizer = Observed(moves=False).change("2 9 14").recognizer
    recognizer.stray()
    assert recognizer.worst == 0


def test_a_move_has_begun_where_a_hand_would_begin_it() -> None:
    observed = Observed()
    assert observed.recognizer.begun == []
    observed.change("2 9")
    assert observed.recognizer.begun == []
    observed.change("14")
    assert observed.texts(observed.recognizer.begun) == ["14-9", "14-12"]


def test_nothing_is_worked_out_before_a_move_is_complete() -> None:
    observed = Observed().change("14")
    observed.recognizer.prepare()
    assert observed.situation() is Situation.HAND


def test_points_that_count_again_may_have_changed_unobserved() -> None:
    recognizer = (observed := Observed()).recognizer
    sensed = recognizer.board
    recognizer.worst = 5
    recognizer.ignore(observed.mask("9 14"), sensed)
    assert (recognizer.unwatched, recognizer.worst) == (0, 0)
    recognizer.ignore(observed.mask("14"), sensed)
    assert recognizer.unwatched == observed.mask("9")
    recognizer.ignore(0, sensed ^ observed.mask("14"))
    assert recognizer.unwatched == observed.mask("9 14")
    assert recognizer.touched == observed.mask("14")


def test_what_was_forgotten_while_its_switch_was_ignored_is_no_takeback() -> None:
    recognizer = (observed := Observed(past=("14-9",))).recognizer
    sensed = recognizer.board
    recognizer.ignore(observed.mask("14"), sensed)
    recognizer.ignore(0, sensed | observed.mask("14"))
    assert observed.situation() is Situation.UNKNOWN
    assert observed.change("9").situation() is not Situation.UNKNOWN


def test_what_was_touched_is_forgotten_at_rest() -> None:
    observed = Observed().change("14 14 2")
    recognizer = observed.recognizer
    assert recognizer.touched == observed.mask("2 14")
    recognizer.unwatched = observed.mask("3")
    recognizer.worst = 4
    recognizer.forget()
    assert (recognizer.touched, recognizer.unwatched, recognizer.worst) == (0, 0, 0)
    assert recognizer.complete is None


def test_a_further_ply_begins_with_what_is_carried_over() -> None:
    observed = Observed().change("14 9 2")
    recognizer = observed.recognizer
    observed.match.play_text("14-9")
    observed.follow(carry="2")
    assert recognizer.touched == observed.mask("2")
    assert recognizer.before == observed.mask("2 9 14")
    observed.change("7")
    observed.follow()  # the same position again: only its moves may have changed
    assert recognizer.touched == observed.mask("2 7")
    observed.match.take_back(1)
    observed.follow(carry="3")
    assert (recognizer.touched, recognizer.before) == (observed.mask("3"), 0)


def test_the_board_before_the_last_move_is_explained() -> None:
    assert Observed(past=("14-9",)).change("9 14").recognizer.explained
    assert Observed(past=("14-9",)).recognizer.explained
    assert not Observed(past=("14-9",)).change("15").recognizer.explained
    assert not Observed().change("2").recognizer.explained
    assert Observed().change("14").recognizer.explained


@pytest.mark.parametrize(
    ("past", "changed", "situation"),
    [
        ((), "", Situation.BELIEVED),
        ((), "14", Situation.HAND),
        ((), "14 9", Situation.END),
        ((), "2", Situation.UNKNOWN),
        ((), "2 9 14 15 11", Situation.UNKNOWN),
        (("14-9",), "9", Situation.HAND),
        (("14-12",), "12", Situation.GOING_BACK),
        (("14-12",), "12 14", Situation.BEFORE),
        (("14-12",), "12 9", Situation.CHANGING),
        (("14-12", "5-8"), "8 5 12 14", Situation.EARLIER),
    ],
)
def test_a_settled_board_is_read_by_the_rules(
    past: tuple[str, ...], changed: str, situation: Situation
) -> None:
    assert Observed(past=past).change(changed).situation() is situation


def test_the_last_move_taken_back_is_one_ply() -> None:
    for changed in ("12", "12 14"):
        recognizer = Observed(past=("14-12",)).change(changed).recognizer
        assert recognizer.read(settled=True, asked=False, tapping=False).plies == 1


def test_the_last_move_may_be_changed_into_another() -> None:
    observed = Observed().change("14 12")
    observed.match.play_text("14-12")
    observed.follow()
    recognizer = observed.change("12 9").recognizer
    reading = recognizer.read(settled=True, asked=False, tapping=False)
    assert (reading.situation, reading.plies) == (Situation.CHANGED, 1)
    assert reading.carry == observed.mask("9 12 14")
    assert [t.path[-1] for t in reading.patterns] == [observed.board.index["9"]]


# A complete move and its answer


def with_answer() -> CompleteMove:
    made = CompleteMove(move_along(Point(1), Point(2)), final=True)
    made.answer = CompleteMove(move_along(Point(3), Point(4)), final=True)
    return made


def test_the_answer_to_a_move_that_is_played_is_what_is_complete_then() -> None:
    made = with_answer()
    assert made.answer_in(None, [None]) is made.answer
    assert made.answer_in(None, []) is None
    assert made.answer_in("another position", [None]) is None
    made.answer = None
    assert made.answer_in(None, [None]) is None


def test_an_answer_counts_on_its_own_board_and_once_all_its_points_were_touched() -> None:
    made = with_answer()
    reply = move_along(Point(3), Point(4))
    assert made.answered([reply], Occupancy(0)) == []
    made.touch(1 << 3)
    assert made.answered([reply], Occupancy(0)) == []
    made.touch(1 << 4)
    assert made.answered([reply], Occupancy(0)) == [reply]
    assert made.answered([reply], Occupancy(1)) == []
    made.undone = True
    assert made.answered([reply], Occupancy(0)) == []


def test_a_complete_move_is_left_alone_until_one_of_its_points_is_touched() -> None:
    made = with_answer()
    made.touch(1 << 3)
    assert made.left_alone
    assert made.answer is not None and not made.answer.left_alone
    made.touch(1 << 2)
    assert not made.left_alone


class Trap(Walk):
    """A walk of one step: after it, both players can only pass, for ever."""

    name = "trap"

    def moves(self, position: Position) -> list[Point]:
        return super().moves(position) if position == self.start() else [position[0]]

    def steps(self, position: Position, move: Point) -> tuple[Step, ...]:
        return () if move == position[0] else super().steps(position, move)


def test_a_move_after_which_nobody_can_move_is_complete_all_the_same() -> None:
    game = Trap()
    start, turns = game.start(), TurnGame(game)
    one = MoveRecognizer(turns, game.occupancy(start))
    one.follow(start, turns.moves(start), (), 0, wanted=False, over=False)
    to = game.moves(start)[0]
    for at, (point, occupied) in enumerate(((start[0], False), (to, True))):
        one.board ^= 1 << point
        one.touch(point, occupied, float(at))
    reading = one.read(settled=True, asked=False, tapping=False)
    assert reading.situation is Situation.END
    end = reading.ends[0]
    one.complete = CompleteMove(end, final=True)
    one.board ^= 1 << to  # somebody lifts the king again
    one.touch(to, False, 2.0)
    assert one.read(settled=True, asked=False, tapping=False).situation is Situation.HAND
    assert end.after == (to, Seat(1))
