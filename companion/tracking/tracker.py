"""From occupancy over time to moves. Sans-I/O: events go in, signals come out.

The settled board is judged, not the order of events; events are only evidence, used to tell apart
moves that settle alike. The rules, first match wins (`_read` tries them in this order; what comes
of each stands in `states.py`):

 1. A wanted board (set-up, or a takeback from the page) is reached only by showing it exactly.
 2. The board equals the believed one: at rest. What was lifted was put back.
 3. The board equals the end of legal moves whose evidence is there.
    One: it is played when the board has settled, unless the board is also a halfway house of a
    longer move; then when it is confirmed, or after a pause. A piece that lands on another one
    closes no switch, and a chain that ends where it began leaves the board as it was: that must be
    confirmed.
    Several: asked. Never guessed.
    None of them, if exactly the points of several plies were touched to show an earlier board.
 4. A move was complete a moment ago, and the board equals the end of an answer to it: the move is
    played when that has settled, so that a quick opponent is not lost; at once when hands go on to
    answer the answer. An answer of a single edge may be a bump: then after a pause, where the move
    could still go on.
 5. The board equals the one before the last move, whose points were touched: taken back when
    settled.
 6. The board is on the way of a legal move: in hand, for as long as it takes. If it also equals an
    earlier board, and the points of all plies since were touched, it can be confirmed as that.
 7. A move was complete a moment ago, its own points were left alone since, and the board is on the
    way of an answer: the move is played when that has settled; or after a pause, where it could
    still go on. Not where rule 10 says otherwise.
 8. The last player lifts the piece just moved again: on the way back. Or the board equals the end
    of another legal move of the same turn: it replaces the move that was played.
 9. The board equals an earlier one: several plies are taken back, once confirmed.
10. The board equals the end of two moves made in one go, and of no other two: both. Not where
    rule 7 could be right as well.
11. Nothing explains the board. A bump is forgiven for a while; then the board is astray, and one
    pair after another is shown that leads to the nearest board that makes sense: of several that
    are as near, to the believed one. Every rule above goes on being tried, so that any explanation
    ends it. But after a knock that moved more pieces than any one move does, a board that looks
    like a move was hardly meant as one: then only the believed board, or a confirmed move, ends it.
12. When the match is over the pieces may be put anywhere.

Nothing is ever played that does not equal the end of a legal move. Switches that are to be ignored
take no part in any of this: what is left has to decide, or the players are asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from companion.geometry import Occupancy, Sensed, bits
from companion.rules import Handled, Played
from companion.tracking import guide
from companion.tracking.hand import hints
from companion.tracking.past import Past
from companion.tracking.signals import (
    Choose,
    Confirm,
    Made,
    Ready,
    Signal,
    TakenBack,
    Tick,
)
from companion.tracking.states import STATES, Act, Situation, Wait
from companion.tracking.track import Track, track
from companion.tracking.view import Phase, View

Event = Sensed | Tick | Confirm | Choose

_KNOCK = 3  # switches that have changed beside those of a move: more than one hand's mistake
_PREPARED = 64  # positions whose tracks are kept


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds. settle: how long a board must hold to count; patience: how long a board without
    explanation is borne before it is called astray; pause: after which a move that could go on
    counts as finished (None: only when confirmed); tap: for how long a piece is in the air at least
    when it is tapped: what is shorter is a weak magnet's, or a piece set down twice."""

    settle: float = 0.2
    patience: float = 0.8
    pause: float | None = 4.0
    tap: float = 0.08

    def seconds(self, wait: Wait) -> float | None:
        """How long a wait is; None: for ever."""
        match wait:
            case Wait.NONE:
                return 0.0
            case Wait.SETTLE:
                return self.settle
            case Wait.PATIENCE:
                return self.patience
            case Wait.PAUSE:
                return self.pause
        assert_never(wait)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a board is taken for.

    tracks: the moves that the hands may be making; ends: those that the board ends.
    plies:  how many plies are being taken back.
    carry:  what was touched for the position that comes of it.
    """

    situation: Situation
    tracks: Sequence[Track] = ()
    ends: Sequence[Track] = ()
    plies: int = 0
    carry: int = 0


@dataclass(slots=True)
class _Complete:
    """A move that was complete when the board changed again (rules 4 and 7).

    final:  whether it could not go on.
    since:  the points touched since then.
    undone: whether the board has shown the believed position since then.
    answer: a move that has answered it since then, if both are more than bumps could make.
    """

    track: Track
    final: bool
    since: int = 0
    undone: bool = False
    answer: _Complete | None = None

    @property
    def left_alone(self) -> bool:
        """Whether its own points were not touched since."""
        return not self.track.evidence & self.since

    def touch(self, points: int) -> None:
        """These points were touched."""
        self.since |= points
        if self.answer is not None:
            self.answer.touch(points)

    def answer_in(self, position: Any, moves: Sequence[Any]) -> _Complete | None:
        """What has answered it, if that can be played in this position."""
        if self.answer is None or self.track.after != position:
            return None
        return self.answer if self.answer.track.move in moves else None

    def answered(self, answers: Iterable[Track], board: int) -> list[Track]:
        """Those that the board shows the end of, and whose evidence is there."""
        if self.undone:
            return []
        return [t for t in answers if t.end == board and not t.evidence & ~self.since]


class Tracker:
    """Follows one game. After every signal, and before the next event, call `follow`."""

    def __init__(self, game: Handled, timing: Timing, sensed: Occupancy) -> None:
        """A tracker for a board that senses `sensed`; call `follow` before anything else."""
        self.game = game
        self.timing = timing
        self.sensed = sensed
        self.ignored = 0
        self.deadline: float | None = None
        self.view = View(Phase.REST)
        self._board = int(sensed)  # what is sensed and not ignored
        self._since = 0.0  # when it last changed
        self._position: Any = None
        self._believed = 0
        self._tracks: tuple[Track, ...] = ()
        self._circles: list[Track] = []  # those that end on the board where they begin
        self._refilled = 0  # where they put another piece than the one that they lift
        self._past = Past(game)
        self._wanted = False
        self._touched = 0  # points with an edge since the turn began
        self._before = 0  # the same for the turn before
        self._carry = 0  # evidence for the position that `follow` will bring
        self._complete: _Complete | None = None
        self._asked: tuple[Track, ...] = ()
        self._picked = -1
        self._confirmed = False
        self._worst = 0  # switches that no one move explained, at their worst
        self._tap: Sensed | None = None  # the lifting that may become a tap
        self._hidden = 0  # what is ignored, as it is believed to be
        self._reading = Reading(Situation.BELIEVED)  # of the board last judged
        self._prepared: dict[Any, tuple[Track, ...]] = {}

    def follow(
        self,
        position: Any,
        moves: Sequence[Any],
        past: Sequence[Played],
        at: float,
        *,
        wanted: bool = False,
    ) -> None:
        """Believe in `position` with these legal moves (none when the match is over), reached by
        `past`. `wanted`: the board may show anything else, and is to be made to show it."""
        first = self._position is None
        further = len(past) - len(self._past)
        self._before = self._touched if further > 0 else 0
        if further or position != self._position:  # else only the moves are others
            self._touched, self._carry = self._carry, 0
        self._position = position
        self._past.follow(past)
        self._believe(moves)
        self._wanted = wanted
        if self._complete is not None:
            self._complete = self._complete.answer_in(position, moves)
        self._worst = 0
        self._forget_question()
        self.view = View(Phase.HAND)  # until something else is known
        if first:
            # What differs when a match is taken up again was moved while nobody looked.
            self._touched = self._board ^ self._believed
            for t in self._tracks:
                if t.end == self._board != self._believed:
                    self._touched |= t.evidence
        self._judge(at)

    def ignore(self, points: int, at: float) -> None:
        """From now on the switches of `points`, and of no others, count for nothing."""
        if points == self.ignored:
            return
        moves = [t.move for t in self._tracks]
        past = self._past
        self.ignored = points
        self._prepared.clear()
        self._past = Past(self.game, points)
        if self._position is not None:
            self._past.follow(past.plies)
            self._believe(moves)
        self._board = self.sensed & ~points
        self._touched &= ~points
        self._since = at
        self._complete = None
        self._worst = 0
        self._forget_question()
        self._judge(at)

    def feed(self, event: Event) -> list[Signal]:
        """Take an event; what it means, in order. Times must not go back."""
        tapped = None
        if isinstance(event, Sensed):
            tapped = self._sense(event)
        elif isinstance(event, Confirm):
            signal = self._confirm(event.held)
            if signal is not None:
                return [signal]
        elif isinstance(event, Choose) and 0 <= event.candidate < len(self._asked):
            return [Made(self._asked[event.candidate].move)]
        if tapped is not None:
            signal = self._tapped(tapped)
            if signal is not None:
                return [signal]
        return self._judge(event.at)

    def prepare(self) -> None:
        """Work out what could answer a move that is complete: to be called when there is time, so
        that the next event need not do it."""
        if self._complete is not None:
            self._tracks_of(self._complete.track.after)

    @property
    def explained(self) -> bool:
        """Whether the board is the believed one, or on the way of a legal move or of a takeback."""
        back = self._past.one
        return (
            self._board == self._believed
            or any(t.fits(self._board, self._believed) for t in self._tracks)
            or (back is not None and self._board == self._past.board(back))
        )

    # Events

    def _sense(self, event: Sensed) -> int | None:
        """Take the new level; the point that was tapped (lifted and put back), if one was."""
        bit = 1 << event.point
        if bool(self.sensed & bit) == event.occupied:
            return None
        self.sensed = Occupancy(self.sensed ^ bit)
        if bit & self.ignored:
            return None
        stood = event.at - self._since
        self._board ^= bit
        self._since = event.at
        tap, self._tap = self._tap, None
        if tap is not None and tap.point == event.point:
            return event.point if event.at - tap.at >= self.timing.tap else None
        if not event.occupied and (self._asked or stood >= self.timing.settle):
            self._tap = event if self._tappable & bit else None
        self._confirmed = False
        self._touched |= bit
        if self._complete is not None:
            self._complete.touch(bit)
        return None

    def _confirm(self, held: bool) -> Signal | None:
        if not self._asked:
            self._confirmed = True
            return None
        if held or self._same_hands():
            return Made(self._asked[self._picked].move) if self._picked >= 0 else None
        self._step()
        return None

    def _tapped(self, point: int) -> Signal | None:
        if not self._asked:
            self._confirmed = True
            return None
        owners = [t for t in self._asked if (t.ways | t.under) >> point & 1]
        if len(owners) == 1:
            return Made(owners[0].move)
        if len(owners) == len(self._asked):
            self._step()
        return None

    @property
    def _tappable(self) -> int:
        """The points where a tap answers, or confirms what the board shows: where the piece just
        moved stands, or any point that a takeback is about."""
        reading = self._reading
        if self._asked:
            return ~0
        if self.view.phase is not Phase.CONFIRM:
            return 0
        return bits(reading.ends[0].path[-1:]) if reading.ends else self._past.ways(reading.plies)

    def _step(self) -> None:
        self._picked = (self._picked + 1) % len(self._asked)

    def _same_hands(self) -> bool:
        """Whether the question is only about what the piece is: the hands did the same for all."""
        first = self._asked[0]
        return all((t.path, t.touched) == (first.path, first.touched) for t in self._asked)

    def _forget_question(self) -> None:
        self._asked, self._picked = (), -1
        self._confirmed, self._tap = False, None

    # Judgement

    def _judge(self, at: float) -> list[Signal]:
        """Find out what the board shows, and do what the table says about it."""
        self.deadline = None
        if self._tap is not None and self._held(at, Wait.PATIENCE):
            self._tap = None  # that was no tap
        reading = self._read(at)
        self._remember(reading, at)
        state = STATES[reading.situation]
        held = state.wait is not None and self._held(at, state.wait)
        then = state.then if held else None
        if self._confirmed and state.confirmed is not None:
            then = state.confirmed
        if reading.situation is Situation.ENDS and self._asked:
            then = Phase.ASK
        elif reading.situation is Situation.UNKNOWN and self.view.phase is Phase.ASTRAY:
            then = Phase.ASTRAY
        if isinstance(then, Act):
            return self._do(then, reading)
        shown = then or state.shows
        if shown is not None:
            self._show(shown, reading)
        return []

    def _held(self, at: float, wait: Wait) -> bool:
        """Whether the board has held for so long; if not yet, that is the next deadline."""
        seconds = self.timing.seconds(wait)
        if seconds is None:
            return False
        due = self._since + seconds
        if at >= due:
            return True
        self.deadline = due if self.deadline is None else min(self.deadline, due)
        return False

    def _read(self, at: float) -> Reading:
        """What the board shows: the rules, first match wins."""
        board, believed = self._board, self._believed
        if self._wanted:  # Rule 1
            return Reading(Situation.UNWANTED if board ^ believed else Situation.WANTED)
        if self._asked and self._tap is not None:
            return Reading(Situation.TAPPING)
        if board == believed:  # Rule 2, but for chains that end where they began
            circles = [t for t in self._circles if not t.ways & ~self._touched]
            return self._read_ends(circles, circles) if circles else Reading(Situation.BELIEVED)
        fitting = [t for t in self._tracks if t.fits(board, believed)]
        ends = [t for t in fitting if t.end == board and not t.evidence & ~self._touched]
        if self._worst >= _KNOCK:  # Rule 11
            knocked = Situation.KNOCKED_END if len(ends) == 1 else Situation.KNOCKED
            return Reading(knocked, ends=ends)
        earlier = self._past.back_to(board)
        if earlier == len(self._past) and not self._tracks:
            earlier = None  # after the end, that is the next game's start
        if earlier is not None and self._only_evidence_is_for(earlier, ends):
            return Reading(Situation.EARLIER, plies=earlier)
        if ends:  # Rule 3
            return self._read_ends(ends, fitting)
        complete, answers, answered = self._complete, list[Track](), list[Track]()
        if complete is not None:
            answers = self._answers(complete.track)
            answered = complete.answered(answers, board)
            if answered and not any(t.rests_at(complete.track.end) for t in fitting):  # Rule 4
                return self._read_answered(complete, answered)
        back = self._past.one
        if back is not None and self._shows_before(back, fitting):  # Rule 5
            return Reading(Situation.BEFORE, plies=back)
        if complete is not None and answered:  # Rule 4
            made = (complete.track,)
            return Reading(Situation.ANSWERED_OR_HAND, fitting, made, carry=complete.since)
        if fitting:  # Rule 6
            if earlier is not None and not self._past.ways(earlier) & ~self._touched:
                return Reading(Situation.HAND_OR_EARLIER, fitting, plies=earlier)
            return Reading(Situation.HAND, fitting)
        if self._tap is not None:
            return Reading(Situation.TAPPING)
        answer = None if complete is None else complete.answer
        if complete is not None and answer is not None and self._answers(answer.track):  # Rule 4
            made = (complete.track,)
            return Reading(Situation.ANSWERED_TWICE, ends=made, carry=complete.since)
        settled = self._held(at, Wait.SETTLE)
        if answers and not settled:
            return Reading(Situation.UNSETTLED)
        both = self._two_in_one() if settled else None
        if complete is not None and answers:
            if complete.left_alone and (both is None or both is complete.track):  # Rule 7
                begun = Situation.ANSWERING if complete.final else Situation.ANSWERING_OR_BUMPED
                carry = complete.since if both is None else self._touched
                return Reading(begun, ends=(complete.track,), carry=carry)
            both = None
        if back is not None:  # Rule 8
            reading = self._read_change_of_mind(back, earlier)
            if reading is not None:
                return reading
        if earlier is not None:  # Rule 9
            return Reading(Situation.EARLIER, plies=earlier)
        if not self._tracks:  # Rule 12
            return Reading(Situation.OVER)
        if both is not None:  # Rule 10
            return Reading(Situation.BOTH, ends=(both,), carry=self._touched)
        return Reading(Situation.UNKNOWN)  # Rule 11

    def _read_answered(self, complete: _Complete, answered: Sequence[Track]) -> Reading:
        made, answer = complete.track, answered[0]
        sure = made.carries and answer.carries and len({t.after for t in answered}) == 1
        complete.answer = _Complete(answer, final=True) if sure else None
        situation = Situation.ANSWERED if sure or complete.final else Situation.ANSWERED_OR_BUMPED
        return Reading(situation, ends=(made,), carry=complete.since)

    def _read_ends(self, ends: Sequence[Track], fitting: Sequence[Track]) -> Reading:
        candidates = self._by_evidence(ends)
        if len(candidates) > 1:
            return Reading(Situation.ENDS, fitting, candidates)
        end = candidates[0]
        if end.unseen or end in self._circles:
            return Reading(Situation.UNSEEN, fitting, candidates)
        longer = [t for t in fitting if t.after != end.after and t.rests_at(self._board)]
        if longer:
            return Reading(Situation.STOP, longer, candidates, carry=self._left_behind(end))
        return Reading(Situation.END, candidates, candidates, carry=self._left_behind(end))

    def _left_behind(self, end: Track) -> int:
        """What was touched since a move was complete and speaks for an answer although the board
        shows the move's end again: where a piece was put for another one, now in hand."""
        complete = self._complete
        if complete is None or complete.track is not end or not complete.since:
            return 0
        return complete.since & _refilled(self._tracks_of(end.after))

    def _read_change_of_mind(self, back: int, earlier: int | None) -> Reading | None:
        last, undo, before = self._past.played(back), self._past.track(back), self._past.board(back)
        evidence = self._touched | self._before
        others = [
            t
            for t in self._tracks_of(last.position)
            if t.after != undo.after and not t.unseen and t.fits(self._board, before)
        ]
        going_back = not (self._board ^ self._believed) & ~undo.touched
        ends = [t for t in others if t.end == self._board and not t.evidence & ~evidence]
        if ends and not going_back and self._touched & undo.evidence:
            return Reading(Situation.CHANGED, others, plies=back, carry=evidence)
        if earlier is not None:
            return None
        if going_back:
            return Reading(Situation.GOING_BACK, plies=back)
        if others and undo.path and not self._board >> undo.path[-1] & 1:
            return Reading(Situation.CHANGING, others)
        return None

    def _by_evidence(self, ends: Sequence[Track]) -> tuple[Track, ...]:
        """One track for each position that the moves lead to: the one the evidence likes best. A
        single one where the points touched are exactly those of one move and of no other."""
        best: dict[Any, Track] = {}
        for end in ends:
            known = best.get(end.after)
            if known is None or self._against(end) < self._against(known):
                best[end.after] = end
        exact = [t for t in best.values() if not self._against(t)]
        return tuple(exact if len(exact) == 1 else best.values())

    def _against(self, end: Track) -> int:
        """How many points speak against a move: touched without need, or untouched."""
        return ((end.ways ^ self._touched) & ~end.under).bit_count()

    def _only_evidence_is_for(self, plies: int, ends: Sequence[Track]) -> bool:
        """Whether the points touched are exactly those of several plies, and of no legal move."""
        if plies < 2 or self._complete or any(not self._against(end) for end in ends):
            return False
        return self._past.ways(plies) == self._touched

    def _shows_before(self, back: int, fitting: Sequence[Track]) -> bool:
        """Whether the board is the one before so many plies, and the last move's points show it."""
        undone = self._past.track(back)
        if undone.refilled and fitting:
            return False  # the piece that left another behind may be lifted for its next move
        return self._board == self._past.board(back) and not undone.evidence & ~self._touched

    def _two_in_one(self) -> Track | None:
        found: dict[Any, Track] = {}
        for t in self._tracks:
            if t.evidence & ~self._touched:
                continue
            for answer in self._tracks_of(t.after):
                if answer.end == self._board and not answer.evidence & ~self._touched:
                    found[answer.after] = t
        return next(iter(found.values())) if len(found) == 1 else None

    # What comes of it

    def _remember(self, reading: Reading, at: float) -> None:
        """Keep what later boards are judged by."""
        self._reading = reading
        match reading.situation:
            case Situation.END | Situation.STOP:
                self._asked = ()
                final = reading.situation is Situation.END
                self._complete = _Complete(reading.ends[0], final, reading.carry)
                return
            case Situation.ENDS:
                self._ask(tuple(reading.ends), at)
                return
            case Situation.UNSEEN:
                self._asked, self._complete = (), None
                return
            case Situation.BELIEVED:
                if self._complete is not None:
                    self._complete.undone = True
                if self._tap is None:
                    self._forget_question()
                return
            case Situation.UNKNOWN if self._held(at, Wait.SETTLE):
                self._worst = max(self._worst, self._unexplained())
        if self._asked and self._tap is None:
            self._forget_question()

    def _ask(self, candidates: tuple[Track, ...], at: float) -> None:
        if self._asked != candidates:
            self._asked = candidates if self._held(at, Wait.SETTLE) else ()
            self._picked = 0 if self._asked and self._same_hands() else -1
        if self._picked >= 0 and self._same_hands():
            self._complete = _Complete(candidates[self._picked], final=True)
        elif self._asked:
            self._complete = None

    def _unexplained(self) -> int:
        """How many switches no single move, nor taking back the last one, explains."""
        undo = () if self._past.one is None else (self._past.track(self._past.one),)
        difference = self._board ^ self._believed
        return min(
            ((difference & ~t.touched).bit_count() for t in (*self._tracks, *undo)), default=0
        )

    def _do(self, act: Act, reading: Reading) -> list[Signal]:
        match act:
            case Act.READY:
                self._wanted = False
                self._touched = 0
                self._show(Phase.REST, reading)
                return [Ready()]
            case Act.FORGET:
                if self._tap is None:
                    # A piece that stands at the origin again need not be the one lifted there.
                    self._touched &= self._refilled | self._past.refilled
                    self._worst = 0
                    self._complete = None
                self._show(Phase.REST, reading)
                return []
            case Act.PLAY:
                # Where hands have gone beyond a move, what they touched speaks for the next.
                self._carry = reading.carry
                return [Made(reading.ends[0].move)]
            case Act.TAKE_BACK:
                self._carry = reading.carry
                return [TakenBack(reading.plies)]
        assert_never(act)

    # Tracks

    def _believe(self, moves: Sequence[Any]) -> None:
        """Take up the present position, with these legal moves."""
        occupied = self.game.occupancy(self._position)
        self._believed = occupied & ~self.ignored
        self._hidden = occupied & self.ignored
        self._tracks = self._tracks_of(self._position) if moves else ()
        if [t.move for t in self._tracks] != list(moves):  # not all that the game allows
            self._tracks = self._prepare(self._position, moves)
        self._refilled = _refilled(self._tracks)
        self._circles = [t for t in self._tracks if t.end == self._believed and t.ways]

    def _prepare(self, position: Any, moves: Sequence[Any]) -> tuple[Track, ...]:
        return tuple(track(self.game, position, move, self.ignored) for move in moves)

    def _tracks_of(self, position: Any) -> tuple[Track, ...]:
        """The tracks of all legal moves of a position, prepared once."""
        known = self._prepared.get(position)
        if known is None:
            if len(self._prepared) >= _PREPARED:
                self._prepared.clear()
            known = self._prepare(position, self.game.moves(position))
            self._prepared[position] = known
        return known

    def _answers(self, made: Track) -> list[Track]:
        return [t for t in self._tracks_of(made.after) if t.fits(self._board, made.end)]

    def _begun(self, track: Track) -> bool:
        return any(self._touched >> point & 1 for point in track.first())

    # Views

    def _show(self, phase: Phase, reading: Reading) -> None:
        match phase:
            case Phase.REST:
                self.view = View(phase, movable=bits(p for t in self._tracks for p in t.first()))
            case Phase.SETUP:
                self.view = View(
                    phase,
                    put_here=self._believed & ~self._board,
                    take_away=self._board & ~self._believed,
                )
            case Phase.ASTRAY:
                self._show_astray(reading)
            case Phase.TAKING_BACK if not reading.tracks:
                before = self._past.board(reading.plies)
                self.view = View(
                    phase, put_here=before & ~self._board, take_away=self._board & ~before
                )
            case _:
                self._show_hand(phase, reading)

    def _show_hand(self, phase: Phase, reading: Reading) -> None:
        touched = self._touched
        if phase is Phase.TAKING_BACK:
            touched |= self._before
        found = hints(reading.tracks, self._board | self._hidden, touched)
        decides = phase in (Phase.CONFIRM, Phase.ASK)
        candidates = reading.ends if decides else ()
        self.view = View(
            phase,
            movable=found.movable,
            sources=found.sources,
            targets=found.targets,
            victims=found.victims,
            take_off=found.take_off,
            go_on=found.go_on,
            candidates=tuple(t.move for t in candidates),
            picked=self._picked if phase is Phase.ASK else -1,
            confirmable=decides,
            unseen=any(t.unseen for t in candidates),
        )

    def _show_astray(self, reading: Reading) -> None:
        wanted = self._believed
        if reading.situation is Situation.UNKNOWN:
            sensible = {b for t in self._tracks if self._begun(t) for b in t.boards(self._board)}
            wanted = guide.nearest(self._board, wanted, sensible)
        pair = guide.mend(self.game.board, self._board, wanted)
        self.view = View(
            Phase.ASTRAY,
            put_here=0 if pair.put_here is None else 1 << pair.put_here,
            take_away=0 if pair.take_away is None else 1 << pair.take_away,
            confirmable=reading.situation is Situation.KNOCKED_END,
        )


def _refilled(tracks: Iterable[Track]) -> int:
    """Where these moves put another piece than the one that they lift."""
    points = 0
    for t in tracks:
        points |= t.refilled
    return points
