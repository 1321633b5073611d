"""Turns occupancy over time into moves. Sans-I/O: events go in, signals come out.

The rules at the top of `recognizer.py` say what the board shows. The table in `situations.py` says
how the tracker responds. This module handles time, questions and answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from companion.geometry import Occupancy, Point, Sensed, bits, points_of
from companion.rules import Played, Stack, TrackedGame
from companion.tracking import guide
from companion.tracking.complete import CompleteMove
from companion.tracking.hand import hand_hints
from companion.tracking.pattern import MovePattern
from companion.tracking.recognizer import MoveRecognizer, Reading
from companion.tracking.signals import (
    BoardReady,
    Choose,
    Confirm,
    MoveMade,
    Signal,
    TakenBack,
    Tick,
)
from companion.tracking.situations import EXPLAINED, RESPONSES, Act, Situation, Wait
from companion.tracking.timing import Timing
from companion.tracking.view import Mend, Phase, View
from companion.tracking.whereabouts import Whereabouts

Event = Sensed | Tick | Confirm | Choose


class Tracker:
    """Follows one game. After every signal, and before the next event, call `follow`."""

    def __init__(self, game: TrackedGame, timing: Timing, sensed: Occupancy) -> None:
        """Track a board whose switches show `sensed`. Call `follow` before anything else."""
        self.game = game
        self.timing = timing
        self.sensed = sensed
        self.deadline: float | None = None
        self.acting: float | None = None  # when what the board shows is acted on, once it is still
        self.view = View(Phase.REST)
        self._recognizer = MoveRecognizer(game, sensed)
        self._pieces = Whereabouts(game)
        self._brought = 0  # where legal moves put pieces that the hand does not carry
        self._since = 0.0  # when the board last changed
        self._in_hand = False
        self._emptied = 0.0  # when hands last put down what they held
        self._carry = 0  # evidence for the next position that `follow` is given
        self._asked: tuple[MovePattern, ...] = ()
        self._picked = -1
        self._confirmed = False
        self._tap: Sensed | None = None  # the lift that may become a tap
        self._looked: Point | None = None  # where the piece was lifted that seems to stand wrongly
        self._reading = Reading(Situation.BELIEVED)  # of the board last judged

    def follow(
        self,
        position: Any,
        moves: Sequence[Any],
        past: Sequence[Played],
        at: float,
        *,
        wanted: bool = False,
        over: bool = False,
    ) -> None:
        """Believe in `position` with these legal moves, reached by `past`. wanted: the players must
        first set the board up to show it. over: the match has ended there."""
        recognizer = self._recognizer
        recognizer.follow(position, moves, past, self._carry, wanted, over)
        self._carry = 0
        self._pieces.follow(position, past, recognizer.board)
        self._brought = bits(p for t in recognizer.patterns for p, put in t.extras if put)
        self._forget_question()
        self.view = View(Phase.HAND)  # until something else is known
        self._decide(at)

    def ignore(self, points: int, at: float) -> None:
        """Ignore the switches of `points`, and no others, from now on."""
        if points == self._recognizer.ignored:
            return
        recognizer = self._recognizer
        again = recognizer.ignored & ~points
        recognizer.ignore(points, self.sensed)
        self._pieces.ignore(again, points, recognizer.board)
        self._since = at
        self._forget_question()
        self._decide(at)

    def hold(self, in_hand: bool, at: float) -> None:
        """Take whether hands hold a piece at `at`, where that can be known. While they do, no pause
        ends a move."""
        if self._in_hand and not in_hand:
            self._emptied = at
        self._in_hand = in_hand

    @property
    def ignored(self) -> int:
        """The points whose switches are ignored."""
        return self._recognizer.ignored

    def feed(self, event: Event) -> list[Signal]:
        """Take an event. Returns the signals that it causes, in order. Times must not decrease."""
        tapped = None
        if isinstance(event, Sensed):
            tapped = self._sense(event)
        elif isinstance(event, Confirm):
            signal = self._confirm(event.held)
            if signal is not None:
                return [signal]
        elif isinstance(event, Choose) and 0 <= event.candidate < len(self._asked):
            return [MoveMade(self._asked[event.candidate].move)]
        if tapped is not None:
            signal = self._tapped(tapped)
            if signal is not None:
                return [signal]
        return self._decide(event.at)

    def trust_pieces(self, at: float) -> None:
        """Take every piece on a board that shows the position to be where it belongs."""
        recognizer = self._recognizer
        if recognizer.board == recognizer.believed:
            self._pieces.rest(recognizer.board)
            self._decide(at)

    def prepare(self) -> None:
        """Work out what could come next. Call this when there is time, to make the next event
        faster."""
        self._recognizer.prepare()

    @property
    def explained(self) -> bool:
        """Whether the board is the believed one, or shows a legal move or a takeback under way."""
        return self._recognizer.explained

    # Events

    def _sense(self, event: Sensed) -> int | None:
        """Take a new level. Returns the point that was tapped (lifted and put back), or None."""
        bit = 1 << event.point
        if bool(self.sensed & bit) == event.occupied:
            return None
        self.sensed = Occupancy(self.sensed ^ bit)
        if bit & self._recognizer.ignored:
            return None
        stood = event.at - self._since
        self._recognizer.board ^= bit
        self._since = event.at
        tap, self._tap = self._tap, None
        if tap is not None and tap.point == event.point:
            self._handle(event)
            return event.point if event.at - tap.at >= self.timing.tap else None
        if not event.occupied and (self._asked or stood >= self.timing.settle):
            self._tap = event if self._tappable & bit else None
        self._confirmed = False
        self._recognizer.touch(event.point, event.occupied, event.at)
        self._handle(event)
        return None

    def _handle(self, event: Sensed) -> None:
        """Note which piece was lifted or put down."""
        point, recognizer = event.point, self._recognizer
        looked, self._looked = self._looked, None
        if not event.occupied:
            told = bool(self.view.take_away >> point & 1)
            if told and recognizer.board | 1 << point == recognizer.believed:
                self._looked = point
            self._pieces.lift(point, event.at, told=told)
            return
        self._pieces.put(
            point,
            event.at,
            hidden=recognizer.hidden,
            beside=recognizer.wanted or bool(self._brought >> point & 1),
            told=self._told(point),
        )
        if looked == point:
            self._pieces.vouch(1 << point)

    def _told(self, point: Point) -> Stack | None:
        """Which piece the players were told to put on a point, if that was all to do, or if the
        board is being set up."""
        view = self.view
        if view.phase is not Phase.SETUP and (view.phase is not Phase.ASTRAY or view.take_away):
            return None
        return dict(view.pieces).get(point) if view.put_here >> point & 1 else None

    def _confirm(self, held: bool) -> Signal | None:
        if not self._asked:
            self._confirmed = True
            self._recognizer.trust_edges()
            return None
        if held or self._same_hands():
            return MoveMade(self._asked[self._picked].move) if self._picked >= 0 else None
        self._step()
        return None

    def _tapped(self, point: int) -> Signal | None:
        if not self._asked:
            self._confirmed = True
            return None
        owners = [t for t in self._asked if (t.points | t.under) >> point & 1]
        if len(owners) == 1:
            return MoveMade(owners[0].move)
        if len(owners) == len(self._asked):
            self._step()
        return None

    @property
    def _tappable(self) -> int:
        """The points where a tap counts: any point while a question is open; otherwise, to confirm
        what the board shows, the end of the move or any point of the takeback."""
        if self._asked:
            return ~0
        if self.view.phase is not Phase.CONFIRM:
            return 0
        ends = self._reading.ends
        return (
            bits(ends[0].path[-1:])
            if ends
            else self._recognizer.history.points(self._reading.plies)
        )

    @property
    def _answering(self) -> bool:
        """Whether the lifted piece answers a question about where a piece has landed, however long
        it is held."""
        tap = self._tap
        return tap is not None and any(t.unseen and t.path[-1] == tap.point for t in self._asked)

    def _step(self) -> None:
        self._picked = (self._picked + 1) % len(self._asked)

    def _same_hands(self) -> bool:
        """Whether only the kind of piece is in question: the hands do the same in all cases."""
        first = self._asked[0]
        return all((t.path, t.touched) == (first.path, first.touched) for t in self._asked)

    def _forget_question(self) -> None:
        self._asked, self._picked = (), -1
        self._confirmed, self._tap = False, None

    # Pieces that stand wrongly where nothing shows it

    def _mends(self, reading: Reading, settled: bool) -> bool:
        """Whether the board is astray because of its pieces, although its switches agree with what
        is believed, or with a move that has begun."""
        if reading.situation is Situation.BELIEVED and not self._recognizer.patterns:
            return False  # Rule 12
        if reading.situation not in (Situation.BELIEVED, Situation.HAND):
            return False
        astray = self.view.phase is Phase.ASTRAY
        if reading.situation is Situation.BELIEVED:
            return (settled or astray) and bool(self._misplaced(reading))
        return astray and bool(self._pieces.suspects or self._misplaced(reading))

    def _misplaced(self, reading: Reading) -> int:
        """The points that show what is believed, but are known to hold another piece, and no move
        under way puts it there."""
        wrong = self._pieces.wrong(self._recognizer.believed)
        for t in reading.patterns if wrong else ():
            wrong &= ~(bits(t.path[1:]) | bits(point for point, put in t.extras if put))
        return wrong

    # Responses

    def _decide(self, at: float) -> list[Signal]:
        """Find out what the board shows, and respond as the table says."""
        self.deadline = self.acting = None
        if self._tap is not None and not self._answering and self._held(at, Wait.TAP):
            self._tap = None  # held too long for a tap
        settled = self._held(at, Wait.SETTLE)
        recognizer = self._recognizer
        if self._confirmed and self.view.stands and recognizer.board == recognizer.believed:
            self._pieces.rest(recognizer.board)
        reading = recognizer.read(
            settled=settled, asked=bool(self._asked), tapping=self._tap is not None
        )
        if reading.situation is Situation.WANTED and self._misplaced(reading):
            reading = Reading(Situation.UNWANTED)
        state = RESPONSES[reading.situation]
        held = state.wait is not None and self._held(at, state.wait)
        self._remember(reading, settled, held)
        if state.acts and not held:
            self.acting = self._since + self.timing.settle
        then = state.then if held else None
        if self._confirmed and state.confirmed is not None:
            then = state.confirmed
        if state.then is Phase.ASK and self._asked:
            then = Phase.ASK
        elif reading.situation is Situation.UNKNOWN and self.view.phase is Phase.ASTRAY:
            then = Phase.ASTRAY
        if isinstance(then, Act):
            return self._do(then, reading)
        shown = then or state.shows
        if self._mends(reading, settled):
            shown = Phase.ASTRAY
        if shown is not None:
            self._show(shown, reading)
        return []

    def _held(self, at: float, wait: Wait) -> bool:
        """Whether the board has held this long. If not, set the deadline for it."""
        seconds = self.timing.seconds(wait)
        if seconds is None:
            return False
        since = self._since
        if wait is Wait.PAUSE:
            if self._in_hand:
                return False
            since = max(since, self._emptied)
        due = since + seconds
        if at >= due:
            return True
        self.deadline = due if self.deadline is None else min(self.deadline, due)
        return False

    def _remember(self, reading: Reading, settled: bool, held: bool) -> None:
        """Remember what is needed to judge later boards. held: whether the board has held for as
        long as the table says."""
        recognizer = self._recognizer
        self._reading = reading
        if settled and reading.situation in EXPLAINED:
            recognizer.explained_by(recognizer.board)
        match reading.situation:
            case Situation.END | Situation.HALF_HIDDEN | Situation.STOP:
                self._asked = ()
                final = reading.situation is Situation.END
                end = reading.ends[0]
                recognizer.complete = CompleteMove(end, final, recognizer.touched_since(end))
                return
            case Situation.ENDS | Situation.HAND_OR_ENDS:
                self._ask(tuple(reading.ends), held)
                return
            case Situation.UNSEEN:
                self._asked, recognizer.complete = (), None
                return
            case Situation.BELIEVED:
                if recognizer.complete is not None:
                    recognizer.complete.undone = True
                if self._tap is None:
                    self._forget_question()
                return
            case Situation.UNKNOWN if settled:
                recognizer.stray()
        if self._asked and self._tap is None:
            self._forget_question()

    def _ask(self, candidates: tuple[MovePattern, ...], held: bool) -> None:
        recognizer = self._recognizer
        if self._asked != candidates:
            self._asked = candidates if held else ()
            self._picked = 0 if self._asked and self._same_hands() else -1
        if self._picked >= 0 and self._same_hands():
            recognizer.complete = CompleteMove(candidates[self._picked], final=True)
        elif self._asked:
            recognizer.complete = None

    def _do(self, act: Act, reading: Reading) -> list[Signal]:
        match act:
            case Act.READY:
                self._recognizer.wanted = False
                self._recognizer.touched = 0
                self._pieces.rest(self._recognizer.board)
                self._show(Phase.REST, reading)
                return [BoardReady()]
            case Act.FORGET:
                if self._tap is None:
                    self._recognizer.forget()
                if self._mends(reading, settled=True):
                    self._show(Phase.ASTRAY, reading)
                    return []
                self._pieces.rest(self._recognizer.board)
                self._show(Phase.REST, reading)
                return []
            case Act.PLAY:
                # What hands touched beyond this move is evidence for the next.
                self._carry = reading.carry
                return [MoveMade(reading.ends[0].move)]
            case Act.TAKE_BACK:
                self._carry = reading.carry
                return [TakenBack(reading.plies)]
        assert_never(act)

    # Views

    def _show(self, phase: Phase, reading: Reading) -> None:
        recognizer = self._recognizer
        match phase:
            case Phase.REST:
                self.view = View(
                    phase, movable=bits(p for t in recognizer.patterns for p in t.first())
                )
            case Phase.SETUP:
                mend = self._plan(recognizer.believed).set_up()
                self._show_mend(phase, mend, self._stands(mend))
            case Phase.ASTRAY:
                self._show_astray(reading)
            case Phase.TAKING_BACK if not reading.patterns:
                self._show_way_back(reading.plies)
            case _:
                self._show_hand(phase, reading)

    def _show_way_back(self, plies: int) -> None:
        recognizer = self._recognizer
        before = recognizer.history.board(plies)
        stacks = self.game.stacks(recognizer.history.played(plies).position)
        missing = before & ~recognizer.board
        self.view = View(
            Phase.TAKING_BACK,
            put_here=missing,
            take_away=recognizer.board & ~before,
            pieces=tuple((point, stacks[point]) for point in points_of(missing)),
        )

    def _show_hand(self, phase: Phase, reading: Reading) -> None:
        recognizer = self._recognizer
        touched = recognizer.touched
        if phase is Phase.TAKING_BACK:
            touched |= recognizer.before
        found = hand_hints(reading.patterns, recognizer.board | recognizer.hidden, touched)
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
            plies=reading.plies if phase is Phase.CONFIRM else 0,
            unseen=any(t.unseen for t in candidates),
        )

    def _show_astray(self, reading: Reading) -> None:
        recognizer = self._recognizer
        wanted = recognizer.believed
        if reading.situation is Situation.UNKNOWN:
            wanted = guide.nearest_board(recognizer.board, wanted, recognizer.sensible)
            if self._strayed(wanted):
                wanted = recognizer.believed
        plan = self._plan(wanted)
        if wanted != recognizer.believed and plan.exchanges:
            plan = self._plan(recognizer.believed)
        mend = plan.mend()
        if mend.then:
            self._pieces.suspects |= mend.take_away
        confirmable = RESPONSES[reading.situation].confirmed is not None
        self._show_mend(Phase.ASTRAY, mend, self._stands(mend), confirmable)

    def _strayed(self, wanted: int) -> bool:
        """Whether a piece that seems to come from beside the board may be one that is missing."""
        believed, board = self._recognizer.believed, self._recognizer.board
        new, missing = wanted & board & self._brought & ~believed, believed & ~board
        return any(
            piece.origins & missing
            for point, piece in (self._pieces.standing().items() if new and missing else ())
            if new >> point & 1
        )

    def _stands(self, mend: Mend) -> bool:
        """Whether every switch shows what is believed, and yet a piece is to be taken off."""
        recognizer = self._recognizer
        return bool(mend.take_away) and recognizer.board == recognizer.believed

    def _show_mend(self, phase: Phase, mend: Mend, stands: bool, confirmable: bool = False) -> None:
        self.view = View(
            phase,
            put_here=mend.put_here,
            take_away=mend.take_away,
            then=mend.then,
            pieces=mend.pieces,
            confirmable=confirmable or stands,
            stands=stands,
        )

    def _plan(self, wanted: int) -> guide.Plan:
        """How to come to this board: the believed one, or one where a move that has begun may
        rest."""
        return guide.Plan(self.game.board, self._pieces, self._goal(wanted))

    def _goal(self, wanted: int) -> guide.Goal:
        recognizer, pieces = self._recognizer, self._pieces
        if wanted == recognizer.believed:
            return guide.Goal({point: pieces.stacks[point] for point in points_of(wanted)}, {})
        return guide.agreed(
            [
                guide.goal_of(self.game, pieces, t, wanted)
                for t in recognizer.begun
                if wanted in t.boards(recognizer.board)
            ]
        )
