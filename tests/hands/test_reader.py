"""A board's reader: what goes in and comes out beside the moves."""

from __future__ import annotations

from companion.games.registry import make
from companion.hands import (
    BoardReader,
    BoardReady,
    Faults,
    MoveMade,
    Phase,
    Signal,
    Timing,
    earliest,
)
from companion.hands.responses import Wait
from companion.hands.switch_faults import Patience, SwitchFault
from companion.rules import Match, TurnMatch
from companion.rules.geometry import Occupancy, Point, Sensed

DEBOUNCE = 0.01


class Seat:
    """Somebody at a board with a reader: time, switches, and a match that follows."""

    def __init__(
        self,
        game: str = "solomon",
        *,
        sensed: Occupancy | None = None,
        faults: Faults | None = None,
        doubts: bool = True,
        wanted: bool = False,
    ) -> None:
        self.match = TurnMatch(Match(make(game)))
        self.board = self.match.game.board
        self.at = 50.0
        now = self.match.game.occupancy(self.match.position) if sensed is None else sensed
        self.reader = BoardReader(
            *(self.match.turn_game, Timing(), now, self.at, faults),
            debounce=DEBOUNCE,
            doubt_switches=doubts,
        )
        self.signals: list[Signal] = []
        self.follow(wanted=wanted)
        self.wait(5)

    def follow(self, *, wanted: bool = False) -> None:
        match = self.match
        self.reader.follow(
            *(match.position, match.turns, match.history, self.at), wanted=wanted, over=match.over
        )

    def point(self, name: str) -> Point:
        return self.board.index[name]

    def mask(self, *names: str) -> int:
        return sum(1 << self.point(name) for name in names)

    def feel(self, name: str, occupied: bool, after: float = 0.1) -> None:
        self.reader.feed(Sensed(self.point(name), occupied, self.at))
        self.wait(after)

    def wait(self, seconds: float) -> None:
        end = self.at + seconds
        while (due := self.reader.deadline) is not None and due <= end:
            assert due >= self.at, "a deadline that has gone by"
            self.at = due
            self.advance()
        self.at = end
        self.advance()

    def advance(self) -> None:
        while signals := self.reader.advance(self.at):
            for signal in signals:
                self.obey(signal)

    def obey(self, signal: Signal) -> None:
        self.signals.append(signal)
        if isinstance(signal, MoveMade):
            self.match.play(signal.move)
        self.follow()

    @property
    def texts(self) -> list[str]:
        return [ply.text for ply in self.match.history]


def test_a_level_counts_when_it_has_held() -> None:
    seat = Seat()
    assert seat.reader.settling is None
    before = seat.reader.sensed
    seat.reader.feed(Sensed(seat.point("14"), False, seat.at))
    assert seat.reader.settling == seat.reader.deadline == seat.at + DEBOUNCE
    seat.wait(DEBOUNCE / 2)
    assert seat.reader.sensed == before
    assert seat.reader.explained
    seat.wait(DEBOUNCE)
    assert seat.reader.sensed == before ^ seat.mask("14")
    assert seat.reader.view.phase is Phase.HAND
    assert seat.reader.explained


def test_edges_that_were_never_reported_are_found_by_comparing() -> None:
    seat = Seat()
    board = seat.reader.sensed
    seat.reader.compare(board, seat.at)
    assert seat.reader.settling is None
    moved = Occupancy(board ^ seat.mask("14", "12"))
    seat.reader.compare(moved, seat.at)
    assert seat.reader.settling == seat.at + DEBOUNCE
    seat.wait(1)
    assert seat.reader.sensed == moved
    assert seat.texts == ["14-12"]


def test_every_point_of_the_board_is_compared() -> None:
    seat = Seat()
    full = Occupancy((1 << seat.board.size) - 1)
    seat.reader.compare(full, seat.at)
    seat.wait(1)
    assert seat.reader.sensed == full
    assert not seat.reader.explained
    seat.reader.compare(Occupancy(0), seat.at)
    seat.wait(1)
    assert seat.reader.sensed == 0


def test_changes_that_somebody_else_means_something_by_are_told_later() -> None:
    seat = Seat()
    board = seat.reader.sensed
    seat.reader.feed(Sensed(seat.point("14"), False, seat.at))
    assert seat.reader.changes(seat.at) == []
    seat.at += 1
    (change,) = seat.reader.changes(seat.at)
    assert (change.point, change.occupied) == (seat.point("14"), False)
    assert seat.reader.sensed == board  # the tracker has not been told
    seat.reader.resync(Occupancy(board ^ seat.mask("14")), seat.at)
    seat.wait(0.1)
    assert seat.reader.view.phase is Phase.HAND
    assert seat.reader.sensed == board ^ seat.mask("14")
    seat.feel("9", True, after=1)
    assert seat.texts == ["14-9"]


def test_rejoining_a_board_that_is_as_it_was_changes_nothing() -> None:
    seat = Seat()
    seat.reader.resync(seat.reader.sensed, seat.at)
    seat.wait(1)
    assert (seat.reader.view.phase, seat.signals) == (Phase.REST, [])


def test_a_restart_forgets_what_hands_have_done() -> None:
    seat = Seat()
    seat.feel("14", False)
    lifted = seat.reader.sensed
    seat.reader.restart(lifted, seat.at)
    seat.follow(wanted=True)
    seat.wait(1)
    assert seat.reader.view.phase is Phase.SETUP
    assert seat.reader.sensed == lifted
    assert seat.reader.view.put_here == seat.mask("14")
    seat.feel("14", True, after=1)
    assert seat.signals == [BoardReady()]


def test_a_restart_goes_on_without_the_switches_that_are_at_fault() -> None:
    seat = Seat(sensed=Occupancy(0), wanted=True)
    start = seat.match.game.occupancy(seat.match.position)
    missing = seat.mask("14")
    seat.reader.compare(Occupancy(start ^ missing), seat.at)
    seat.wait(1 + Patience().offer)
    assert seat.reader.doubt is not None
    assert seat.reader.confirm_doubt(seat.at) is not None
    seat.wait(1)
    assert seat.reader.faults == {seat.point("14"): SwitchFault.OPEN}
    assert seat.reader.ignored == missing
    assert seat.signals == [BoardReady()]
    seat.reader.restart(Occupancy(start ^ missing), seat.at)
    seat.follow()
    seat.wait(1)
    assert seat.reader.view.phase is Phase.REST
    assert seat.reader.explained


def test_a_doubt_is_confirmed_once() -> None:
    seat = Seat(sensed=Occupancy(0), wanted=True)
    assert seat.reader.confirm_doubt(seat.at) is None
    start = seat.match.game.occupancy(seat.match.position)
    seat.reader.compare(Occupancy(start ^ seat.mask("5")), seat.at)
    seat.wait(1 + Patience().offer)
    doubt = seat.reader.doubt
    assert doubt is not None
    assert doubt.points == seat.mask("5")
    assert seat.reader.confirm_doubt(seat.at) == doubt
    assert (seat.reader.doubt, seat.reader.confirm_doubt(seat.at)) == (None, None)


def test_a_switch_that_is_ignored_is_taken_up_with_what_it_shows_by_then() -> None:
    seat = Seat(sensed=Occupancy(0), wanted=True)
    start = seat.match.game.occupancy(seat.match.position)
    seat.reader.compare(Occupancy(start ^ seat.mask("14")), seat.at)
    seat.wait(1 + Patience().offer)
    seat.reader.confirm_doubt(seat.at)
    seat.wait(1)
    assert seat.reader.ignored == seat.mask("14")
    seat.feel("14", True, after=1)
    assert (seat.reader.ignored, seat.reader.sensed) == (0, start)


def test_nothing_is_doubted_where_the_pieces_can_be_seen() -> None:
    for doubts in (True, False):
        seat = Seat(sensed=Occupancy(0), wanted=True, doubts=doubts)
        start = seat.match.game.occupancy(seat.match.position)
        seat.reader.compare(Occupancy(start ^ seat.mask("14")), seat.at)
        seat.wait(5)
        assert (seat.reader.doubt is not None) == doubts


def test_what_is_known_of_the_switches_outlives_a_game() -> None:
    faults = Faults()
    first = Seat(sensed=Occupancy(0), wanted=True, faults=faults)
    start = first.match.game.occupancy(first.match.position)
    first.reader.compare(Occupancy(start ^ first.mask("14")), first.at)
    first.wait(1 + Patience().offer)
    first.reader.confirm_doubt(first.at)
    second = Seat(sensed=Occupancy(start ^ first.mask("14")), faults=faults)
    assert second.reader.ignored == first.mask("14")
    assert second.reader.view.phase is Phase.REST


def test_a_question_is_answered_by_number_or_by_the_button() -> None:
    for by_number in (True, False):
        seat = Seat("crowning")
        seat.feel("1", False, after=2)
        candidates = seat.reader.view.candidates
        assert seat.reader.view.phase is Phase.ASK
        if by_number:
            (signal,) = seat.reader.choose(1, seat.at)
        else:
            assert seat.reader.confirm(seat.at) == []
            assert seat.reader.confirm(seat.at) == []
            assert seat.reader.view.picked == 1
            (signal,) = seat.reader.confirm(seat.at, held=True)
        assert signal == MoveMade(candidates[1])
        seat.obey(signal)
        seat.wait(1)
        assert seat.texts == [seat.match.turn_game.text(make("crowning").start(), candidates[1])]


def test_what_could_come_next_may_be_worked_out_early() -> None:
    seat = Seat()
    seat.feel("14", False)
    seat.feel("12", True, after=0.05)
    seat.reader.prepare()
    seat.wait(1)
    assert seat.texts == ["14-12"]


def test_a_board_is_explained_at_rest_on_the_way_of_a_move_and_where_one_is_taken_back() -> None:
    seat = Seat()
    assert seat.reader.explained
    seat.feel("14", False)
    assert seat.reader.explained
    seat.feel("12", True, after=1)
    assert seat.texts == ["14-12"]
    assert seat.reader.explained
    seat.feel("12", False)
    assert not seat.reader.explained
    seat.feel("14", True, after=0.05)
    assert seat.reader.explained  # as it was before the move
    seat.feel("16", False, after=0.05)
    assert not seat.reader.explained


def test_a_first_move_has_nothing_before_it_that_explains_a_board() -> None:
    seat = Seat()
    seat.feel("2", False)
    assert not seat.reader.explained
    seat.feel("2", True)
    assert seat.reader.explained


def test_without_settings_a_change_counts_at_once_and_switches_may_be_doubted() -> None:
    match = TurnMatch(Match(make("solomon")))
    start = match.game.occupancy(match.position)
    reader = BoardReader(match.turn_game, Timing(), Occupancy(0), 50.0)
    reader.follow(match.position, match.turns, match.history, 50.0, wanted=True)
    reader.compare(Occupancy(start ^ 1 << match.game.board.index["14"]), 50.0)
    assert reader.advance(50.0) == []
    assert reader.sensed == start ^ 1 << match.game.board.index["14"]
    due = reader.deadline
    while due is not None and reader.doubt is None:
        assert due < 60
        reader.advance(due)
        due = reader.deadline
    assert reader.doubt is not None


def test_a_game_that_is_followed_goes_on_unless_it_is_said_to_be_over_or_set_up() -> None:
    match = TurnMatch(Match(make("solomon")))
    start = match.game.occupancy(match.position)
    reader = BoardReader(match.turn_game, Timing(), start, 50.0)
    reader.follow(match.position, match.turns, match.history, 50.0)
    reader.advance(60.0)
    assert reader.view.phase is Phase.REST


def test_each_wait_has_its_own_time() -> None:
    timing = Timing(settle=1.0, patience=2.0, pause=None)
    waits = (Wait.SETTLE, Wait.PATIENCE, Wait.TAP, Wait.PAUSE)
    assert [timing.seconds(wait) for wait in waits] == [1.0, 2.0, 2.0, None]


def test_a_tap_has_time_however_little_patience_there_is() -> None:
    assert Timing(patience=0.1).seconds(Wait.TAP) == Timing().seconds(Wait.TAP) == 0.8


def test_the_earliest_of_several_times_is_found_where_some_are_never() -> None:
    assert earliest(None, 3.0, 2.0) == 2.0
    assert earliest(0.0, None) == 0.0
    assert earliest(None, None) is None


def test_what_changed_while_nobody_followed_the_hands_is_followed_at_once() -> None:
    seat = Seat()
    seat.reader.resync(Occupancy(seat.reader.sensed ^ seat.mask("14", "9")), seat.at)
    seat.wait(1)
    assert seat.texts == ["14-9"]
