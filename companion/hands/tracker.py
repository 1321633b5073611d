"""Turns occupancy over time into moves. Sans-I/O: events go in, signals come out.

`reading.py` finds out what the board shows. The table in `responses.py` says what comes of it. This
module handles time, questions and answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, assert_never

from companion.hands import guide
from companion.hands.evidence import KNOCK, Evidence
from companion.hands.explanation import Case, Flaw
from companion.hands.hand import hand_hints
from companion.hands.kept_plan import Edge, KeptPlan
from companion.hands.pattern import MovePattern
from companion.hands.reading import Reading, read_board, unexplained
from companion.hands.responses import Act, Wait, row_for
from companion.hands.signals import (
    BoardReady,
    Choose,
    Confirm,
    MoveMade,
    Signal,
    TakenBack,
    Tick,
)
from companion.hands.timing import OFFER, UNREAD, Timing
from companion.hands.view import Mend, Phase, View
from companion.hands.whereabouts import Whereabouts
from companion.rules import Played, Stack, TrackedGame
from companion.rules.geometry import Occupancy, Point, Sensed, bits, points_of

Event = Sensed | Tick | Confirm | Choose


class Tracker:
    """Follows one game. Call `follow` first, and after every signal before the next event.

    Args:
        game: The game being played.
        timing: How long the tracker waits.
        sensed: What the switches show at first, as bits.

    Attributes:
        sensed: What the switches show now, as bits.
        deadline: When time alone changes something (seconds), or None.
        acting: When the board will be acted on if it stays still (seconds), or None.
        view: The tracker's knowledge, for the lamps and the page.
    """

    def __init__(self, game: TrackedGame, timing: Timing, sensed: Occupancy) -> None:
        self.game = game
        self.timing = timing
        self.sensed = sensed
        self.deadline: float | None = None
        self.acting: float | None = None  # when what the board shows is acted on, once it is still
        self.view = View(Phase.REST)
        self._evidence = Evidence(game, sensed)
        self._pieces = Whereabouts(game)
        self._brought = 0  # where legal moves put pieces that the hand does not carry
        self._since = 0.0  # when the board last changed
        self._in_hand = False
        self._emptied = 0.0  # when hands last put down what they held
        self._carry = 0  # evidence for the next position that `follow` is given
        self._asked: tuple[MovePattern, ...] = ()
        self._picked = -1
        self._said: Mapping[Point, Stack] = {}  # what was said to be put down, by points
        self._further = 0  # touched points that count for what follows the move asked about
        self._exchanged = False  # whether a piece was exchanged for what it becomes
        self._confirmed = False
        self._tap: Sensed | None = None  # the lift that may become a tap
        self._looked: Point | None = None  # where the piece was lifted that seems to stand wrongly
        self._reading = unexplained(Case.REST)  # of the board last judged
        self._before_lift = self._reading  # of the board before the lift that may become a tap
        self._kept: KeptPlan | None = None  # what guidance has asked for
        self._at = 0.0  # the time of the last event

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
        """Believe in a position.

        Args:
            position: The match's position.
            moves: The legal moves there.
            past: The plies that led to it.
            at: The time (seconds).
            wanted: Whether the players must first set up the board to show it.
            over: Whether the match has ended there.
        """
        evidence = self._evidence
        evidence.follow(position, moves, past, self._carry, wanted, over)
        self._carry = 0
        self._pieces.follow(position, past, evidence.board)
        self._brought = bits(p for t in evidence.patterns for p, put in t.extras if put)
        self._forget_question()
        self._kept = None
        self.view = View(Phase.HAND)  # until something else is known
        self._decide(at)

    def ignore(self, points: int, at: float) -> None:
        """Ignore the switches of `points` (bits), and no others, from now on."""
        if points == self._evidence.ignored:
            return
        evidence = self._evidence
        again = evidence.ignored & ~points
        evidence.ignore(points, self.sensed)
        self._pieces.ignore(again, points, evidence.board)
        self._since = at
        self._confirmed, self._tap = False, None  # a question stays open
        self._decide(at)

    def hold(self, in_hand: bool, at: float) -> None:
        """Record whether hands hold a piece at `at` (seconds), where that can be known.

        While they do, no pause ends a move.
        """
        if self._in_hand and not in_hand:
            self._emptied = at
        self._in_hand = in_hand

    @property
    def ignored(self) -> int:
        """The points whose switches are ignored, as bits."""
        return self._evidence.ignored

    def feed(self, event: Event) -> list[Signal]:
        """Take an event. Times must not decrease.

        Returns:
            The signals that it causes, in order.
        """
        tapped = None
        if isinstance(event, Sensed):
            tapped = self._sense(event)
        elif isinstance(event, Confirm):
            signal = self._confirm(event.held)
            if signal is not None:
                return [signal]
        elif isinstance(event, Choose) and 0 <= event.candidate < len(self._asked):
            return [self._answered(self._asked[event.candidate])]
        if tapped is not None:
            signal = self._tapped(tapped)
            if signal is not None:
                return [signal]
        return self._decide(event.at)

    def trust_pieces(self, at: float) -> None:
        """Assume that every piece is where it belongs, if the board shows the position."""
        evidence = self._evidence
        if evidence.board == evidence.believed:
            self._pieces.rest(evidence.board)
            self._decide(at)

    def prepare(self) -> None:
        """Compute what could come next, while there is time, to make the next event faster."""
        self._evidence.prepare()

    @property
    def explained(self) -> bool:
        """Whether the board is the believed one, or shows a legal move or a takeback under way."""
        return self._evidence.explained

    # Events

    def _sense(self, event: Sensed) -> int | None:
        """Take a new level. Returns the point that was tapped (lifted and put back), or None."""
        bit = 1 << event.point
        if bool(self.sensed & bit) == event.occupied:
            return None
        self.sensed = Occupancy(self.sensed ^ bit)
        if bit & self._evidence.ignored:
            return None
        stood = event.at - self._since
        self._evidence.board ^= bit
        self._since = event.at
        tap, self._tap = self._tap, None
        if self._follows_plan(event):
            return None
        if tap is not None and tap.point == event.point:
            self._evidence.touch(event.point, event.occupied, event.at)
            self._handle(event)
            return event.point if event.at - tap.at >= self.timing.tap else None
        # Nobody answers at once whether something was taken back; switches may flicker.
        told = self.timing.settle + (UNREAD if self.view.plies else 0.0)
        if not event.occupied and (self._asked or stood >= told):
            self._tap = event if self._tappable & bit else None
            self._before_lift = self._reading
        self._confirmed = False
        self._evidence.touch(event.point, event.occupied, event.at)
        self._handle(event)
        return None

    def _follows_plan(self, event: Sensed) -> bool:
        """Return whether an edge is what guidance has asked for. Any other ends the plan."""
        kept, evidence = self._kept, self._evidence
        edge = Edge(event.point, event.occupied, event.at, evidence.board)
        if kept is None or not kept.follows(edge):
            self._end_plan()
            return False
        self._handle(event)
        # On the way to where a move may rest, what was asked for is evidence for that move.
        take = evidence.follow_piece if self._leads_home(kept) else evidence.touch
        take(event.point, event.occupied, event.at)
        return True

    def _leads_home(self, plan: KeptPlan) -> bool:
        """Return whether a plan leads to the believed board."""
        return plan.goal == self._evidence.believed

    def _end_plan(self) -> None:
        """Guide no longer as before. A step that was not done to the end counts as evidence."""
        kept, self._kept = self._kept, None
        if kept is not None and self._leads_home(kept):
            for edge in kept.edges:
                self._evidence.count(*edge)

    def _handle(self, event: Sensed) -> None:
        """Note which piece was lifted or put down."""
        point, evidence = event.point, self._evidence
        looked, self._looked = self._looked, None
        if not event.occupied:
            told = bool(self.view.take_away >> point & 1)
            if told and evidence.board | 1 << point == evidence.believed:
                self._looked = point
            self._pieces.lift(point, event.at, told=told)
            return
        self._pieces.put(
            point,
            event.at,
            hidden=evidence.hidden,
            beside=evidence.wanted or bool(self._brought >> point & 1),
            told=self._told(point),
        )
        if looked == point:
            self._pieces.vouch(1 << point)

    def _told(self, point: Point) -> Stack | None:
        """Return which piece the players were to put on a point, or None.

        That counts only if it was the sole instruction, or if the board is being set up.
        """
        view = self.view
        if view.phase is not Phase.SETUP and (view.phase is not Phase.ASTRAY or view.take_away):
            return None
        return dict(view.pieces).get(point) if (view.put_here | view.then) >> point & 1 else None

    def _confirm(self, held: bool) -> Signal | None:
        if not self._asked:
            self._confirmed = True
            self._evidence.trust_edges(shown=self.view.confirmable)
            return self._confirmed_as_shown(self._reading)
        if held or self._same_hands():
            return self._answered(self._asked[self._picked]) if self._picked >= 0 else None
        self._step()
        return None

    def _confirmed_as_shown(self, reading: Reading) -> Signal | None:
        """Return what comes of what was shown: after a confirmation it might be read otherwise.

        None if that has to be read again, or if it leaves open which of several plies was made.
        """
        planned = self._kept is not None and self._kept.begun
        act = reading.response.confirmed
        several = act is Act.PLAY and len(reading.ends) > 1
        if act is None or planned or several or self.view.stands:
            return None
        return next(iter(self._do(act, reading)), None)

    def _tapped(self, point: int) -> Signal | None:
        if not self._asked:
            self._confirmed = True
            return self._confirmed_as_shown(self._before_lift)
        owners = [t for t in self._asked if (t.points | t.under) >> point & 1]
        if len(owners) == 1:
            return self._answered(owners[0])
        if len(owners) == len(self._asked):
            if self._exchanged or not all(t.turned for t in owners):
                self._step()
            self._exchanged = True  # the first time, the pawn makes room for the queen
        return None

    def _answered(self, move: MovePattern) -> Signal:
        """Return that this move was made, by those that were asked about."""
        return self._made(move, self._further)

    def _made(self, t: MovePattern, carry: int) -> Signal:
        """Return that a ply was made; `carry` is which touched points count further, as bits."""
        self._carry = carry
        if self._entered(t) == self._said:
            self._said = {}
        return MoveMade(t.move)

    @property
    def _tappable(self) -> int:
        """The points where a tap counts, as bits.

        While a question is open, any point does. Otherwise a tap confirms what the board shows, on
        the end of the move or on any point of the takeback.
        """
        if self._asked:
            return ~0
        if self.view.phase is not Phase.CONFIRM:
            return 0
        ends = self._reading.ends
        return (
            bits(ends[0].path[-1:]) if ends else self._evidence.history.points(self._reading.plies)
        )

    @property
    def _answering(self) -> bool:
        """Whether the lifted piece answers a question, however long it is held.

        The question is where a piece has landed, and nothing else has changed on the board.
        """
        tap = self._tap
        if tap is None:
            return False
        lifted = 1 << tap.point
        others = (self._evidence.board ^ self._evidence.believed) & ~lifted
        return any(
            t.unseen and t.path[-1] == tap.point and not others & ~(t.points | t.under)
            for t in self._asked
        )

    def _step(self) -> None:
        self._picked = (self._picked + 1) % len(self._asked)
        self._said = self._entered(self._asked[self._picked])

    def _entered(self, t: MovePattern) -> Mapping[Point, Stack]:
        """Return what a ply puts down from beside the board, by points."""
        return self._evidence.flow.effect(self._evidence.position, t.move).entered

    def _same_hands(self) -> bool:
        """Return whether only the kind of piece is in question: the hands always do the same."""
        first = self._asked[0]
        return all(t.same_hands(first) for t in self._asked)

    def _forget_question(self) -> None:
        self._asked, self._picked = (), -1
        self._exchanged = False
        self._confirmed, self._tap = False, None

    # Pieces that stand wrongly where nothing shows it

    def _mends(self, reading: Reading, settled: bool) -> bool:
        """Return whether the board is astray because of its pieces.

        Its switches agree with what is believed, or with a move that has begun.
        """
        astray = self.view.phase is Phase.ASTRAY
        if reading.kind is Case.REST:
            # While there is no legal move, pieces may be put anywhere.
            astray = bool(self._evidence.patterns) and (settled or astray)
            astray = astray and not reading.plies
            return astray and bool(self._misplaced(reading))
        if reading.kind is not Case.HAND or reading.response.then is not None:
            return False
        return astray and bool(self._pieces.suspects or self._misplaced(reading))

    def _carries_another(self, t: MovePattern) -> bool:
        """Return whether another piece was lifted where a ply begins than belongs there."""
        lifted = self._pieces.lifted_from(t.path[0]) if t.path else None
        return lifted is not None and not self._pieces.may_belong(lifted, t.path[0])

    def _misplaced(self, reading: Reading) -> int:
        """Return the points that show what is believed, but hold another piece.

        Left out are those where a move under way puts that piece.
        """
        wrong = self._pieces.wrong(self._evidence.believed)
        for t in reading.patterns if wrong else ():
            wrong &= ~(bits(t.path[1:]) | bits(point for point, put in t.extras if put))
        return wrong

    # Responses

    def _decide(self, at: float) -> list[Signal]:
        """Find out what the board shows, and respond as the table says."""
        self.deadline = self.acting = None
        self._at = at
        if self._tap is not None and not self._answering and self._held(at, Wait.TAP):
            self._tap = None  # held too long for a tap
        settled = self._held(at, Wait.SETTLE)
        evidence = self._evidence
        if self._confirmed and self.view.stands and evidence.board == evidence.believed:
            self._end_plan()
            self._pieces.rest(evidence.board)
        if self._keeps_plan():
            return []
        reading = self._read(settled)
        state = reading.response
        seconds = None if state.wait is None else self.timing.seconds(state.wait)
        offers = isinstance(state.then, Phase)
        held = state.wait is not None and self._held(at, state.wait, offers=offers)
        self._remember(reading, settled, held)
        if state.acts and seconds is not None and not held:
            self.acting = self._since + seconds
        then = state.then if held else None
        if self._confirmed and state.confirmed is not None:
            then = state.confirmed
        if state.then is Phase.ASK and self._asked:
            then = Phase.ASK
        elif reading.kind is Case.UNKNOWN and self.view.phase is Phase.ASTRAY:
            then = Phase.ASTRAY
        if isinstance(then, Act):
            return self._do(then, reading)
        shown = then or state.shows
        if shown is None and self._outdated(reading):
            shown = Phase.HAND
        if self._mends(reading, settled):
            shown = Phase.ASTRAY
        if shown is not None:
            self._show(shown, reading)
        return []

    def _outdated(self, reading: Reading) -> bool:
        """Return whether players may confirm by now what the board no longer shows."""
        view = self.view
        if view.phase is not Phase.CONFIRM or reading.kind is Case.TAP:
            return False
        offered = view.plies, view.candidates
        return offered != (reading.plies, tuple(t.move for t in reading.ends))

    def _read(self, settled: bool) -> Reading:
        """Find out what the board shows. `settled` says whether it has held for long enough."""
        asked, tapping = bool(self._asked), self._tap is not None
        reading = read_board(self._evidence, settled=settled, asked=asked, tapping=tapping)
        if reading.kind is Case.WANTED and self._misplaced(reading):
            return unexplained(Case.UNWANTED)
        if reading.kind is Case.MADE and self._carries_another(reading.ends[0]):
            flaws = reading.flaws | Flaw.ASTRAY
            return replace(reading, flaws=flaws, response=row_for(reading.kind, flaws).then)
        return reading

    def _keeps_plan(self) -> bool:
        """Show what guidance still asks for. Returns whether hands are following it."""
        kept = self._kept
        if kept is None or not kept.begun:
            return False
        evidence = self._evidence
        home, board = self._leads_home(kept), evidence.board
        wanted = home or (kept.goal in evidence.sensible and board != evidence.believed)
        reached = kept.halfway and board in (kept.goal, evidence.believed)
        shown = home and self._shows_what_was_done()
        if self._confirmed or not wanted or reached:
            self._end_plan()
            return False
        if kept.finished(evidence.board):
            mend = self._next_step(self._plan(kept.goal))
            if self._in_hand_alone():  # a move may begin with that
                self._end_plan()
                return False
            if not (mend.take_away or mend.put_here):
                self._kept = None
                return False
            kept.tell(mend, evidence.board)
        self._show_mend(Phase.ASTRAY, kept.left(evidence.board), stands=False, confirmable=shown)
        return True

    def _shows_what_was_done(self) -> bool:
        """Return whether the board shows plies that hands have made without being asked to.

        They may have put right all that they see, which is less than guidance asks for. This is
        offered, and never played unasked.
        """
        settled = self._held(self._at, Wait.SETTLE)
        return settled and self._read(settled).response.then in (Act.PLAY, Phase.ASK)

    def _in_hand_alone(self) -> bool:
        """Return whether all is right but for a piece in the hand that a legal move may lift.

        Or it has come down on another piece, which no switch shows.
        """
        changed, held = self._evidence.board ^ self._evidence.believed, self._pieces.in_hand
        legal = held is not None and self._pieces.may_belong(held[1], held[0])
        return any(
            t.path and changed == 1 << t.path[0] and (t.unseen or legal)
            for t in self._evidence.patterns
        )

    def _held(self, at: float, wait: Wait, *, offers: bool = False) -> bool:
        """Return whether the board has held this long. If not, set the deadline for it.

        Where no pause ends a turn, it `offers` all the same that a turn may be over.
        """
        seconds = self.timing.seconds(wait)
        if seconds is None and offers:
            seconds = OFFER
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
        """Remember what is needed to judge later boards.

        `held` says whether the board has held for as long as the table demands.
        """
        evidence = self._evidence
        self._reading = reading
        explained = reading.kind in (Case.MADE, Case.HAND)
        if settled and explained and not reading.flaws & (Flaw.EDGE | Flaw.ASTRAY):
            evidence.remember()
        if reading.response.then is Phase.ASK:
            self._ask(tuple(reading.ends), held, several=reading.kind is Case.BOTH)
            self._further = reading.carry if reading.kind is Case.BOTH else 0
        elif reading.kind is Case.MADE:
            self._asked = ()
            unseen = reading.response.wait is None
            evidence.tell(None if unseen else reading.ends[0])
        elif reading.kind is Case.REST and not reading.plies:
            if self._tap is None:
                self._forget_question()
        elif self._asked and self._tap is None:
            self._forget_question()
        if reading.kind is Case.UNKNOWN and settled:
            evidence.stray()
        elif reading.kind is Case.BACK and settled:
            evidence.shown_back = reading.plies

    def _ask(self, candidates: tuple[MovePattern, ...], held: bool, *, several: bool) -> None:
        """Ask which of the moves was made: the only one, or the first of several.

        Who plays on agrees with what is shown of the only one.
        """
        if [t.move for t in self._asked] != [t.move for t in candidates]:
            self._asked = candidates if held else ()
            self._picked = self._first_pick() if self._asked and self._same_hands() else -1
        elif self._asked:
            self._asked = candidates  # the same moves, perhaps seen by other switches
        if not several and self._picked >= 0 and self._same_hands():
            self._evidence.tell(candidates[self._picked])
        elif self._asked:
            self._evidence.tell(None)

    def _first_pick(self) -> int:
        """Return which of the moves that are asked about is shown first: what players have said."""
        agree = (i for i, t in enumerate(self._asked) if self._entered(t) == self._said)
        return next(agree, 0)

    def _do(self, act: Act, reading: Reading) -> list[Signal]:
        match act:
            case Act.READY:
                self._evidence.wanted = False
                self._evidence.touched = 0
                self._evidence.flow.set_up(self._evidence.board)
                self._pieces.rest(self._evidence.board)
                self._show(Phase.REST, reading)
                return [BoardReady()]
            case Act.FORGET:
                if self._tap is None:
                    self._evidence.forget()
                if self._mends(reading, settled=True):
                    self._show(Phase.ASTRAY, reading)
                    return []
                self._pieces.rest(self._evidence.board)
                self._show(Phase.REST, reading)
                return []
            case Act.PLAY:
                # What hands touched beyond this move is evidence for the next.
                return [self._made(reading.ends[0], self._counts_on(reading))]
            case Act.TAKE_BACK:
                self._carry = self._counts_on(reading)
                return [TakenBack(reading.plies)]
        assert_never(act)

    def _counts_on(self, reading: Reading) -> int:
        """Return the touched points that count for the resulting position, as bits."""
        if reading.refilling is None:
            return reading.carry
        return self._evidence.left(reading.carry, reading.refilling)

    # Views

    def _show(self, phase: Phase, reading: Reading) -> None:
        evidence = self._evidence
        match phase:
            case Phase.REST:
                self.view = View(
                    phase, movable=bits(p for t in evidence.patterns for p in t.first())
                )
            case Phase.SETUP:
                mend = self._plan(evidence.believed).set_up()
                self._show_mend(phase, mend, self._stands(mend))
            case Phase.ASTRAY:
                self._show_astray(reading)
            case Phase.TAKING_BACK if not reading.patterns:
                self._show_way_back(reading.plies)
            case _:
                self._show_hand(phase, reading)

    def _show_way_back(self, plies: int) -> None:
        evidence = self._evidence
        before = evidence.history.board(plies)
        stacks = self.game.stacks(evidence.history.played(plies).position)
        missing = before & ~evidence.board
        self.view = View(
            Phase.TAKING_BACK,
            put_here=missing,
            take_away=evidence.board & ~before,
            pieces=tuple((point, stacks[point]) for point in points_of(missing)),
        )

    def _show_hand(self, phase: Phase, reading: Reading) -> None:
        evidence = self._evidence
        touched = evidence.touched
        if phase is Phase.TAKING_BACK:
            touched |= evidence.before
        found = hand_hints(reading.patterns, evidence.board | evidence.hidden, touched)
        decides = phase in (Phase.CONFIRM, Phase.ASK)
        candidates = reading.ends if decides else ()
        plies = reading.plies if phase is Phase.CONFIRM else 0
        # If a takeback is asked, the other way out is the way to the believed board.
        mend = self._plan(evidence.believed).mend() if plies else Mend(0, 0)
        self.view = View(
            phase,
            movable=found.movable,
            sources=found.sources,
            targets=found.targets,
            victims=found.victims,
            take_off=found.take_off,
            go_on=found.go_on,
            put_here=mend.put_here,
            take_away=mend.take_away,
            pieces=mend.pieces,
            candidates=tuple(t.move for t in candidates),
            picked=self._picked if phase is Phase.ASK else -1,
            confirmable=decides,
            plies=plies,
            revived=reading.revived.move if plies and reading.revived is not None else None,
            unseen=any(t.unseen for t in candidates),
            several=decides and reading.kind is Case.BOTH,
        )

    def _show_astray(self, reading: Reading) -> None:
        evidence = self._evidence
        wanted = evidence.believed
        if reading.kind is Case.UNKNOWN:
            # After a knock, everything goes back to where it was.
            others = () if evidence.worst >= KNOCK else evidence.sensible
            wanted = guide.nearest_board(evidence.board, wanted, others)
            if self._strayed(wanted):
                wanted = evidence.believed
        plan = self._plan(wanted)
        if wanted != evidence.believed and plan.exchanges:
            wanted = evidence.believed
            plan = self._plan(wanted)
        mend = self._next_step(plan)
        straddled = 0
        if Flaw.EDGE in reading.flaws:
            straddled = mend.take_away
        elif reading.kind is Case.UNKNOWN:
            straddled = evidence.straddled
        self._keep(wanted, mend, straddled)
        confirmable = reading.response.confirmed is not None
        self._show_mend(Phase.ASTRAY, mend, self._stands(mend), confirmable)
        self.view = replace(self.view, straddled=straddled)

    def _next_step(self, plan: guide.Plan) -> Mend:
        """Return the next step of a plan, and look at the pieces that it is about."""
        mend = plan.mend()
        if mend.then:
            self._pieces.suspects |= mend.take_away
        return mend

    def _keep(self, goal: int, mend: Mend, straddled: int) -> None:
        """Keep a plan once players have been told its first step.

        There is none if that is nothing, or if one piece may lie on several of its points (bits):
        they may also push it to one of them.
        """
        choice = (mend.take_away & straddled).bit_count() > 1
        if choice or not (mend.take_away or mend.put_here):
            self._kept = None
        elif self._kept is None or (self._kept.goal, self._kept.mend) != (goal, mend):
            self._kept = KeptPlan(goal, mend, self._at)

    def _strayed(self, wanted: int) -> bool:
        """Return whether a piece that seems to come from beside the board may be a missing one."""
        believed, board = self._evidence.believed, self._evidence.board
        new, missing = wanted & board & self._brought & ~believed, believed & ~board
        return any(
            piece.origins & missing
            for point, piece in (self._pieces.standing().items() if new and missing else ())
            if new >> point & 1
        )

    def _stands(self, mend: Mend) -> bool:
        """Return whether every switch shows what is believed, and yet a piece has to go."""
        evidence = self._evidence
        return bool(mend.take_away) and evidence.board == evidence.believed

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
        """Plan the way to a board: the believed one, or a resting place of a begun move."""
        return guide.Plan(self.game.board, self._pieces, self._goal(wanted))

    def _goal(self, wanted: int) -> guide.Goal:
        evidence, pieces = self._evidence, self._pieces
        if wanted == evidence.believed:
            return guide.Goal({point: pieces.stacks[point] for point in points_of(wanted)}, {})
        return guide.agreed(
            [
                guide.goal_of(self.game, pieces, t, wanted)
                for t in evidence.begun
                if wanted in t.boards(evidence.board)
            ]
        )
