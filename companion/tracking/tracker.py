"""From occupancy over time to moves. Sans-I/O: events go in, signals come out.

The settled board is judged, not the order of events; events are only evidence, used to tell apart
moves that settle alike. The rules, first match wins (`_judge` tries them in this order):

 1. A wanted board (set-up, or a takeback from the page) is reached only by showing it exactly.
 2. The board equals the believed one: at rest. What was lifted was put back.
 3. The board equals the end of legal moves whose evidence is there.
    One: it is played when the board has settled, unless the board is also a halfway house of a
    longer move; then when it is confirmed, or after a pause. A piece that lands on another one
    closes no switch: that it has come must be confirmed.
    Several: asked. Never guessed.
    None of them, if exactly the points of several plies were touched to show an earlier board.
 4. A move was complete a moment ago, and the board equals the end of an answer to it: the move is
    played at once, so that a quick opponent is never lost; or after a pause, while the board could
    also be on the way of a longer move.
 5. The board equals the one before the last move, whose points were touched: taken back when
    settled.
 6. The board is on the way of a legal move: in hand, for as long as it takes.
 7. A move was complete a moment ago, its own points were left alone since, and the board is on the
    way of an answer: the move is played when that has settled.
 8. The last player lifts the piece just moved again: on the way back. Or the board equals the end
    of another legal move of the same turn: it replaces the move that was played.
 9. The board equals an earlier one: several plies are taken back, once confirmed.
10. The board equals the end of two moves made in one go, and of no other two: both.
11. Nothing explains the board. A bump is forgiven for a while; then the board is astray, and one
    pair after another is shown that leads to the nearest board that makes sense: of several that
    are as near, to the believed one. Every rule above goes on being tried, so that any explanation
    ends it. But after a knock that moved more pieces than any one move does, a board that looks
    like a move was hardly meant as one: then only the believed board, or a confirmed move, ends it.

Nothing is ever played that does not equal the end of a legal move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.geometry import Occupancy, Sensed, bits
from companion.rules import Handled, Played
from companion.tracking import guide
from companion.tracking.hand import hints
from companion.tracking.signals import (
    Choose,
    Confirm,
    Made,
    Ready,
    Signal,
    TakenBack,
    Tick,
)
from companion.tracking.track import Track, track
from companion.tracking.view import Phase, View

Event = Sensed | Tick | Confirm | Choose

_KNOCK = 3  # switches that have changed beside those of a move: more than one hand's mistake


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds. settle: how long a board must hold to count; patience: how long a board without
    explanation is borne before it is called astray; pause: after which a move that could go on
    counts as finished (None: only when confirmed)."""

    settle: float = 0.2
    patience: float = 0.8
    pause: float | None = 4.0


@dataclass(slots=True)
class _Complete:
    """A move that was complete when the board changed again (rules 4 and 7).

    since:  the points touched since then.
    undone: whether the board has shown the believed position since then.
    """

    track: Track
    since: int = 0
    undone: bool = False

    def answered(self, answers: Iterable[Track], sensed: int) -> bool:
        """Whether the board shows the end of an answer whose evidence is there."""
        return any(t.end == sensed and not t.evidence & ~self.since for t in answers)


class Tracker:
    """Follows one game. After every signal, and before the next event, call `follow`."""

    def __init__(self, game: Handled, timing: Timing, sensed: Occupancy) -> None:
        """A tracker for a board that senses `sensed`; call `follow` before anything else."""
        self.game = game
        self.timing = timing
        self.sensed = sensed
        self.deadline: float | None = None
        self.view = View(Phase.REST)
        self._since = 0.0  # when the board last changed
        self._position: Any = None
        self._believed = Occupancy(0)
        self._tracks: tuple[Track, ...] = ()
        self._past: Sequence[Played] = ()
        self._wanted = False
        self._touched = 0  # points with an edge since the turn began
        self._before = 0  # the same for the turn before
        self._carry = 0  # evidence for the position that `follow` will bring
        self._complete: _Complete | None = None
        self._asked: tuple[Track, ...] = ()
        self._picked = -1
        self._confirmed = False
        self._worst = 0  # switches that no one move explained, at their worst
        self._tap: tuple[int, int] | None = None  # a board, and the point lifted from it
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
        self._before = self._touched if len(past) > len(self._past) else 0
        self._touched, self._carry = self._carry, 0
        self._position = position
        self._believed = self.game.occupancy(position)
        self._past = tuple(past)
        self._tracks = self._tracks_of(position, moves)
        self._prepared = {position: self._tracks}
        self._wanted = wanted
        self._complete = None
        self._worst = 0
        self._forget_question()
        if first:
            # What differs when a match is taken up again was moved while nobody looked.
            self._touched = self.sensed ^ self._believed
        self._refresh(at)

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
        return self._refresh(event.at)

    @property
    def explained(self) -> bool:
        """Whether the board is the believed one, or on the way of a legal move or of a takeback."""
        back = self._one_back()
        on_the_way = any(t.fits(self.sensed, self._believed) for t in self._tracks)
        return (
            self.sensed == self._believed
            or on_the_way
            or (back is not None and self.sensed == self._occupied_before(back))
        )

    # Events

    def _sense(self, event: Sensed) -> int | None:
        """Take the new level; the point that was tapped (lifted and put back), if one was."""
        bit = 1 << event.point
        if bool(self.sensed & bit) == event.occupied:
            return None
        before = self.sensed
        self.sensed = Occupancy(before ^ bit)
        self._since = event.at
        tap, self._tap = self._tap, None
        if tap == (self.sensed, event.point):
            return event.point
        if self.view.phase in (Phase.CONFIRM, Phase.ASK) and not event.occupied:
            self._tap = (before, event.point)
        self._confirmed = False
        self._touched |= bit
        if self._complete is not None:
            self._complete.since |= bit
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
            complete = self._complete
            self._confirmed = complete is None or complete.track.path[-1:] == (point,)
            return None
        owners = [t for t in self._asked if t.touched >> point & 1 or point in t.path]
        if len(owners) == 1:
            return Made(owners[0].move)
        if self._same_hands():
            self._step()
        return None

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

    def _refresh(self, at: float) -> list[Signal]:
        self.deadline = None
        return self._judge(at)

    def _settled(self, at: float, wait: float | None) -> bool:
        """Whether the board has held for `wait` seconds; if not yet, that is the next deadline."""
        if wait is None:
            return False
        due = self._since + wait
        if at >= due:
            return True
        self.deadline = due if self.deadline is None else min(self.deadline, due)
        return False

    def _judge(self, at: float) -> list[Signal]:
        sensed, touched = self.sensed, self._touched
        difference = sensed ^ self._believed
        if self._wanted:  # Rule 1
            if difference or not self._settled(at, self.timing.settle):
                self.view = View(
                    Phase.SETUP,
                    put_here=self._believed & ~sensed,
                    take_away=sensed & ~self._believed,
                )
                return []
            self._wanted = False
            self._touched = 0
            self._rest()
            return [Ready()]
        if not difference:  # Rule 2
            if self._settled(at, self.timing.settle):
                self._touched = self._worst = 0
                self._complete = None
            if self._complete is not None:
                self._complete.undone = True
            if self._tap is None or self._settled(at, self.timing.patience):
                self._forget_question()
            self._rest()
            return []
        fitting = [t for t in self._tracks if t.fits(sensed, self._believed)]
        ends = [t for t in fitting if t.end == sensed and not t.evidence & ~touched]
        if self._worst >= _KNOCK:  # Rule 11
            if len(ends) == 1 and self._confirmed:
                return [Made(ends[0].move)]
            self._show_astray(self._believed, confirmable=len(ends) == 1)
            return []
        several = self._several_back()
        if several is not None and self._only_evidence_is_for(several, ends):
            return self._judge_several(several, at)
        if ends:  # Rule 3
            return self._judge_ends(ends, fitting, at)
        if self._asked and self._tap is None:
            self._forget_question()
        complete = self._complete
        answers = [] if complete is None else self._answers(complete)
        if complete is not None and not complete.undone and complete.answered(answers, sensed):
            longer = any(t.rests_at(complete.track.end) for t in fitting)
            if not longer or self._settled(at, self.timing.pause):  # Rule 4
                return self._play(complete.track, complete.since)
        back = self._one_back()
        if back is not None and self._shows_before(back):  # Rule 5
            self._show_taking_back(back)
            return [TakenBack(back)] if self._settled(at, self.timing.settle) else []
        if fitting:  # Rule 6
            self._show_hand(Phase.HAND, fitting, touched)
            return []
        if complete is not None and answers:  # Rule 7
            if not self._settled(at, self.timing.settle):
                return []
            if not complete.track.evidence & complete.since:
                return self._play(complete.track, complete.since)
        if back is not None:  # Rule 8
            found = self._judge_change_of_mind(back, at)
            if found or (found is not None and several is None):
                return found
        if not self._tracks:  # The match is over: the pieces may be put anywhere.
            self._rest()
            return []
        if several is not None:  # Rule 9
            return self._judge_several(several, at)
        return self._judge_unexplained(at)

    def _judge_ends(
        self, ends: Sequence[Track], fitting: Sequence[Track], at: float
    ) -> list[Signal]:
        candidates = self._by_evidence(ends)
        if len(candidates) > 1:
            if self._asked != candidates:
                if not self._settled(at, self.timing.settle):
                    self._show_hand(Phase.HAND, fitting, self._touched)
                    return []
                self._asked = candidates
                self._picked = 0 if self._same_hands() else -1
            self._complete = _Complete(candidates[self._picked]) if self._same_hands() else None
            self._show_hand(Phase.ASK, fitting, self._touched, candidates)
            return []
        self._asked = ()
        end = candidates[0]
        if self._confirmed:
            return [Made(end.move)]
        if end.unseen:
            self._show_hand(Phase.CONFIRM, fitting, self._touched, [end])
            return []
        self._complete = _Complete(end)
        longer = [t for t in fitting if t.after != end.after and t.rests_at(self.sensed)]
        if self._settled(at, self.timing.pause if longer else self.timing.settle):
            return [Made(end.move)]
        if longer:
            self._show_hand(Phase.CONFIRM, longer, self._touched, [end])
        else:
            self._show_hand(Phase.HAND, [end], self._touched)
        return []

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
        ways = end.touched | bits(end.path)
        return (ways ^ self._touched).bit_count()

    def _answers(self, complete: _Complete) -> list[Track]:
        made = complete.track
        return [t for t in self._tracks_after(made) if t.fits(self.sensed, made.end)]

    def _play(self, made: Track, evidence: int) -> list[Signal]:
        """Play a move beyond which the hands have gone: what they touched speaks for the next."""
        self._carry = evidence
        return [Made(made.move)]

    def _only_evidence_is_for(self, plies: int, ends: Sequence[Track]) -> bool:
        """Whether the points touched are exactly those of several plies, and of no legal move."""
        if plies < 2 or self._complete or any(not self._against(end) for end in ends):
            return False
        ways = 0
        for played in self._past[-plies:]:
            undone = track(self.game, played.position, played.move)
            ways |= undone.touched | bits(undone.path)
        return ways == self._touched

    def _judge_several(self, plies: int, at: float) -> list[Signal]:
        if not self._settled(at, self.timing.settle):
            return []
        if self._confirmed:
            return [TakenBack(plies)]
        self.view = View(Phase.CONFIRM, confirmable=True)
        return []

    def _judge_change_of_mind(self, back: int, at: float) -> list[Signal] | None:
        last = self._past[-back]
        undo = self._last_track(back)
        before = self._occupied_before(back)
        if not (self.sensed ^ self._believed) & ~undo.touched:
            self._show_taking_back(back)
            return []
        evidence = self._touched | self._before
        others = [
            t
            for t in self._tracks_of(last.position, self.game.moves(last.position))
            if t.after != undo.after and t.fits(self.sensed, before)
        ]
        ends = [t for t in others if t.end == self.sensed and not t.evidence & ~evidence]
        if ends and self._touched & undo.evidence and self._settled(at, self.timing.settle):
            self._carry = evidence
            return [TakenBack(back)]
        if not others or not undo.path or self.sensed >> undo.path[-1] & 1:
            return None
        self._show_hand(Phase.TAKING_BACK, others, evidence)
        return []

    def _judge_unexplained(self, at: float) -> list[Signal]:
        back = self._one_back()
        undo = [] if back is None else [self._last_track(back)]
        if self._settled(at, self.timing.settle):
            first = self._two_in_one()  # Rule 10
            if first is not None:
                return self._play(first, self._touched)
            difference = self.sensed ^ self._believed
            astray = [difference & ~t.touched for t in (*self._tracks, *undo)]
            self._worst = max(self._worst, min(points.bit_count() for points in astray))
        if self.view.phase is Phase.ASTRAY or self._settled(at, self.timing.patience):  # Rule 11
            sensible = {
                board for t in self._tracks if self._begun(t) for board in t.boards(self.sensed)
            }
            self._show_astray(guide.nearest(self.sensed, self._believed, sensible))
        return []

    def _begun(self, track: Track) -> bool:
        return any(self._touched >> point & 1 for point in track.first())

    def _two_in_one(self) -> Track | None:
        found: dict[Any, Track] = {}
        for t in self._tracks:
            if t.evidence & ~self._touched:
                continue
            for answer in self._tracks_after(t):
                if answer.end == self.sensed and not answer.evidence & ~self._touched:
                    found[answer.after] = t
        return next(iter(found.values())) if len(found) == 1 else None

    # What was before

    def _one_back(self) -> int | None:
        """How many plies ago the last move of a hand was made; None: there is none."""
        for plies, played in enumerate(reversed(self._past), start=1):
            if self.game.steps(played.position, played.move):
                return plies
        return None

    def _shows_before(self, plies: int) -> bool:
        """Whether the board is the one before so many plies, and the last move's points show it."""
        undone = self._last_track(plies)
        return self.sensed == self._occupied_before(plies) and not undone.evidence & ~self._touched

    def _occupied_before(self, plies: int) -> Occupancy:
        return self.game.occupancy(self._past[-plies].position)

    def _several_back(self) -> int | None:
        for plies, played in enumerate(reversed(self._past), start=1):
            if self.game.occupancy(played.position) == self.sensed:
                return plies
        return None

    # Tracks

    def _tracks_of(self, position: Any, moves: Sequence[Any]) -> tuple[Track, ...]:
        return tuple(track(self.game, position, move) for move in moves)

    def _tracks_after(self, made: Track) -> tuple[Track, ...]:
        known = self._prepared.get(made.after)
        if known is None:
            known = self._tracks_of(made.after, self.game.moves(made.after))
            self._prepared[made.after] = known
        return known

    def _last_track(self, back: int) -> Track:
        last = self._past[-back]
        return track(self.game, last.position, last.move)

    # Views

    def _rest(self) -> None:
        movable = bits(point for t in self._tracks for point in t.first())
        self.view = View(Phase.REST, movable=movable)

    def _show_hand(
        self,
        phase: Phase,
        tracks: Sequence[Track],
        touched: int,
        candidates: Sequence[Track] = (),
    ) -> None:
        found = hints(tracks, self.sensed, touched)
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
            confirmable=phase in (Phase.CONFIRM, Phase.ASK),
            unseen=any(t.unseen for t in candidates),
        )

    def _show_astray(self, wanted: int, *, confirmable: bool = False) -> None:
        pair = guide.mend(self.game.board, self.sensed, wanted)
        self.view = View(
            Phase.ASTRAY,
            put_here=0 if pair.put_here is None else 1 << pair.put_here,
            take_away=0 if pair.take_away is None else 1 << pair.take_away,
            confirmable=confirmable,
        )

    def _show_taking_back(self, back: int) -> None:
        before = self._occupied_before(back)
        self.view = View(
            Phase.TAKING_BACK,
            put_here=before & ~self.sensed,
            take_away=self.sensed & ~before,
        )
