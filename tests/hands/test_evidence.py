"""What is remembered of a turn, and what is made of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.games.registry import make
from companion.hands.evidence import Evidence
from companion.hands.explanation import Case
from companion.hands.pattern import MovePattern
from companion.hands.reading import Reading, read_board
from companion.rules import Match, Seat, Step, TurnGame
from companion.rules.geometry import Point
from tests.rules.walk import Position, Walk


class Observed:
    """Evidence beside a match, with points by their names."""

    def __init__(self, text: str = "", past: Sequence[str] = (), *, moves: bool = True) -> None:
        game = make("solomon")
        self.board = game.board
        self.match = Match(game, game.parse_position(text) if text else None)
        for ply in past:
            self.match.play_text(ply)
        self.evidence = Evidence(TurnGame(game), game.occupancy(self.match.position))
        self.follow(moves=moves)
        self.evidence.forget()

    def follow(self, *, moves: bool = True, carry: str = "") -> None:
        match, legal = self.match, self.match.moves if moves else ()
        turns = [t for t in TurnGame(match.game).moves(match.position) if legal]
        self.evidence.follow(
            match.position, turns, match.history, self.mask(carry), False, match.over
        )

    def mask(self, names: str) -> int:
        return sum(1 << self.board.index[name] for name in names.split())

    def change(self, names: str, at: float = 1.0) -> Observed:
        for name in names.split():
            bit = self.mask(name)
            self.evidence.board ^= bit
            self.evidence.touch(
                self.board.index[name], bool(self.evidence.board & bit), at := at + 1
            )
        return self

    def texts(self, patterns: Sequence[MovePattern]) -> list[str]:
        turns = TurnGame(self.match.game)
        return [turns.text(self.match.position, t.move) for t in patterns]

    def reading(self) -> Reading:
        return read_board(self.evidence, settled=True, asked=False, tapping=False)

    def kind(self) -> Case:
        return self.reading().kind


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
    evidence = Observed(past=past).change(changed).evidence
    evidence.stray()
    assert evidence.worst == count


def test_nothing_is_odd_while_nobody_is_to_move() -> None:
    evidence = Observed(moves=False).change("2 9 14").evidence
    evidence.stray()
    assert evidence.worst == 0


def test_a_move_has_begun_where_a_hand_would_begin_it() -> None:
    observed = Observed()
    assert observed.evidence.begun == []
    observed.change("2 9")
    assert observed.evidence.begun == []
    assert observed.change("14", at=9.0).evidence.begun == []  # while another one is astray
    observed = Observed().change("14")
    assert observed.texts(observed.evidence.begun) == ["14-9", "14-12"]


def test_nothing_is_worked_out_before_a_move_is_complete() -> None:
    observed = Observed().change("14")
    observed.evidence.prepare()
    assert observed.kind() is Case.HAND


def test_points_that_count_again_may_have_changed_unobserved() -> None:
    evidence = (observed := Observed()).evidence
    sensed = evidence.board
    evidence.worst = 5
    evidence.ignore(observed.mask("9 14"), sensed)
    assert (evidence.unwatched, evidence.worst) == (0, 0)
    evidence.ignore(observed.mask("14"), sensed)
    assert evidence.unwatched == observed.mask("9")
    evidence.ignore(0, sensed ^ observed.mask("14"))
    assert evidence.unwatched == observed.mask("9 14")
    assert evidence.touched == observed.mask("14")


def test_what_was_forgotten_while_its_switch_was_ignored_is_no_takeback() -> None:
    evidence = (observed := Observed(past=("14-9",))).evidence
    sensed = evidence.board
    evidence.ignore(observed.mask("14"), sensed)
    evidence.ignore(0, sensed | observed.mask("14"))
    assert observed.kind() is Case.UNKNOWN
    assert observed.change("9").kind() is not Case.UNKNOWN


def test_what_was_touched_is_forgotten_at_rest() -> None:
    observed = Observed().change("14 14 2")
    evidence = observed.evidence
    assert evidence.touched == observed.mask("2 14")
    evidence.unwatched = observed.mask("3")
    evidence.worst = 4
    evidence.forget()
    assert (evidence.touched, evidence.unwatched, evidence.worst) == (0, 0, 0)
    assert evidence.told is None


def test_a_further_ply_begins_with_what_is_carried_over() -> None:
    observed = Observed().change("14 9 2")
    evidence = observed.evidence
    observed.match.play_text("14-9")
    observed.follow(carry="2")
    assert evidence.touched == observed.mask("2")
    assert evidence.before == observed.mask("2 9 14")
    observed.change("7")
    observed.follow()  # the same position again: only its moves may have changed
    assert evidence.touched == observed.mask("2 7")
    observed.match.take_back(1)
    observed.follow(carry="3")
    assert (evidence.touched, evidence.before) == (observed.mask("3"), 0)


def test_the_board_before_the_last_move_is_explained() -> None:
    assert Observed(past=("14-9",)).change("9 14").evidence.explained
    assert Observed(past=("14-9",)).evidence.explained
    assert not Observed(past=("14-9",)).change("15").evidence.explained
    assert not Observed().change("2").evidence.explained
    assert Observed().change("14").evidence.explained


@pytest.mark.parametrize(
    ("past", "changed", "kind"),
    [
        ((), "", Case.REST),
        ((), "14", Case.HAND),
        ((), "14 9", Case.MADE),
        ((), "2", Case.UNKNOWN),
        ((), "2 9 14 15 11", Case.UNKNOWN),
        (("14-9",), "9", Case.HAND),
        (("14-12",), "12", Case.GOING_BACK),
        (("14-12",), "12 14", Case.BACK),
        (("14-12",), "12 9", Case.CHANGING),
        (("14-12", "5-8"), "8 5 12 14", Case.BACK),
    ],
)
def test_a_settled_board_is_read_by_the_rules(
    past: tuple[str, ...], changed: str, kind: Case
) -> None:
    assert Observed(past=past).change(changed).kind() is kind


def test_the_last_move_taken_back_is_one_ply() -> None:
    for changed in ("12", "12 14"):
        assert Observed(past=("14-12",)).change(changed).reading().plies == 1


def test_the_last_move_may_be_changed_into_another() -> None:
    observed = Observed().change("14 12")
    observed.match.play_text("14-12")
    observed.follow()
    reading = observed.change("12 9").reading()
    assert (reading.kind, reading.plies) == (Case.CHANGED, 1)
    assert reading.carry == observed.mask("9 12 14")
    assert [t.path[-1] for t in reading.patterns] == [observed.board.index["9"]]


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
    one = Evidence(turns, game.occupancy(start))
    one.follow(start, turns.moves(start), (), 0, wanted=False, over=False)
    to = game.moves(start)[0]
    for at, (point, occupied) in enumerate(((start[0], False), (to, True))):
        one.board ^= 1 << point
        one.touch(point, occupied, float(at))
    reading = read_board(one, settled=True, asked=False, tapping=False)
    assert reading.kind is Case.MADE
    end = reading.ends[0]
    one.board ^= 1 << to  # somebody lifts the king again
    one.touch(to, False, 2.0)
    assert read_board(one, settled=True, asked=False, tapping=False).kind is Case.HAND
    assert end.after == (to, Seat(1))
