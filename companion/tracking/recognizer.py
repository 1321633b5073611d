"""What a board shows: the rules.

The settled board is judged, not the order of events. Events are only evidence, which tells apart
moves that end with the same points occupied. `MoveRecognizer.read` tries the rules in this order,
and the first match wins; `situations.py` says how long a board has to hold, and what comes of it.

 1. While a board is wanted (set-up, or a takeback from the page), only that exact board will do.
 2. The board is the believed one: at rest. Whatever was lifted has been put back; or it is the
    piece that was captured, and the one that seemed to be was only bumped.
 3. The board is the end of legal moves for which there is evidence. One is played; if there are
    several, the players are asked.
 4. The board is the end of an answer to a move that was complete a moment ago: that move is played.
 5. The board is the one before the last move, and that move's points were touched: it is taken
    back.
 6. The board is on the way of a legal move: in hand, for as long as it takes.
 7. The board is on the way of an answer to a move that was complete a moment ago, and whose points
    were left alone since: that move is played.
 8. The board is on the way back from the last move, or it is the end of another move instead of it,
    which may have been answered: that one replaces it.
 9. The board is an earlier one: several plies are taken back.
10. The board is the end of several plies made in one go: they are played.
11. Nothing explains the board. A bump is forgiven for a while; then the board is astray, and the
    lamps lead to the nearest board that makes sense, piece by piece. All rules are still tried.
12. While there is no legal move (the match is over, or the computer is still thinking), the pieces
    may be put anywhere.

Nothing is played that is not the end of a legal move, and the program never guesses. An explanation
that may be wrong has to be confirmed: if no switch shows the end of the move, or a faulty one hides
part of it; if points were touched that it does not explain; if another explanation fits as well; or
if hands cannot be so quick. Of two that fit, the one with fewer plies is preferred. What makes one
doubtful, or weaker than that of another rule, is said where it is weighed below.

What was touched speaks for one turn, except where one piece was put in another one's place: the
piece that stands there need not be the one that was lifted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from companion.geometry import Point, bits, points_of
from companion.rules import Played, TrackedGame
from companion.tracking.complete import CompleteMove
from companion.tracking.history import PlyHistory
from companion.tracking.pattern import MovePattern, pattern_of
from companion.tracking.situations import Situation

_KNOCK = 3  # changed switches that no move explains: more than a single slip of the hand
_AT_ONCE = 0.3  # seconds between two closings that may be one piece, but not two hands
_HASTE = 0.04  # seconds that two players need at least to put two pieces down
_IN_ONE_GO = 6  # plies that hands may make before the board shows a position again
_SEARCHED = 4000  # sequences of plies that are examined for that
_PREPARED = 64  # positions whose patterns are kept


@dataclass(frozen=True, slots=True)
class Reading:
    """How a board is read.

    patterns: the moves that the hands may be making; ends: those that are complete.
    plies:  how many plies are being taken back.
    carry:  what was touched that counts for the resulting position.
    """

    situation: Situation
    patterns: Sequence[MovePattern] = ()
    ends: Sequence[MovePattern] = ()
    plies: int = 0
    carry: int = 0


@dataclass(frozen=True, slots=True)
class _Sequence:
    """Several plies in one go that lead to the board.

    plies: at least two of them.
    odd: the points touched that they do not explain.
    doubtful: whether a knock may have left the board behind, or no switch shows all of them.
    """

    plies: tuple[MovePattern, ...]
    odd: int
    doubtful: bool

    @property
    def exact(self) -> bool:
        """Whether they explain every point touched."""
        return not self.odd and not self.doubtful

    @property
    def sure(self) -> bool:
        """Whether they need not be confirmed: two, or more that are exact."""
        return not self.doubtful and (len(self.plies) == 2 or not self.odd)

    @property
    def points(self) -> int:
        """Every point of any of them."""
        return bits(p for t in self.plies for p in points_of(t.points))


class MoveRecognizer:
    """Knows one position, and what has happened on the board since it was reached.

    board:    what is sensed and not ignored.
    believed: what the switches should show; hidden: the same for those that are ignored.
    patterns: those of the legal moves.
    touched:  the points with an edge since the turn began; before: the same for the turn before.
    rested:   the points with an edge in this turn before the board came to rest.
    unwatched: the points whose switches were ignored for a while in this turn.
    complete: the move that the board was the end of when it changed again.
    worst:    the largest number of changed switches so far that no single move explained.
    strays:   the settled boards of this turn that nothing explained.
    wanted:   whether the players must first set the board up to show the position; over: whether
              the match has ended there.
    """

    def __init__(self, game: TrackedGame, board: int) -> None:
        self.game = game
        self.board = board
        self.ignored = 0
        self.believed = self.hidden = 0
        self.patterns: tuple[MovePattern, ...] = ()
        self.history = PlyHistory(game)
        self.touched = self.before = self.rested = self.unwatched = 0
        self.complete: CompleteMove | None = None
        self.worst, self.strays = 0, list[int]()
        self.wanted = self.over = False
        self._position: Any = None
        self._circles: list[MovePattern] = []  # those that end on the board where they begin
        self._blind = False  # whether no switch shows anything of any legal move
        self._refilled = 0  # where moves put a different piece from the one they lift
        self._prepared: dict[Any, tuple[MovePattern, ...]] = {}
        self._borrowed = 0  # what was touched for a move taken back, and has been left alone since
        self._closed: dict[int, float] = {}  # when each point of `touched` closed last
        self._opened: dict[int, float] = {}
        self._shown: dict[
            int, int
        ] = {}  # boards of this turn that were explained: what was touched

    def follow(
        self,
        position: Any,
        moves: Sequence[Any],
        past: Sequence[Played],
        carry: int,
        wanted: bool,
        over: bool,
    ) -> None:
        """Take a new position or new legal moves. carry: what was already touched for it."""
        first = self._position is None
        further = len(past) - len(self.history)
        self.before = self.touched if further > 0 else 0
        self._borrowed = carry & ~self.touched if further < 0 else 0
        if further or position != self._position:  # else only the moves have changed
            self.touched, self.rested, self.unwatched = carry, 0, 0
            self._shown.clear()
        self._position = position
        self.history.follow(past)
        self._believe(moves)
        self.wanted = wanted
        self.over = over
        if self.complete is not None:
            self.complete = self.complete.answer_in(position, moves)
        self.worst = 0
        self.strays.clear()
        if first:
            # A difference when a match is resumed means that pieces were moved unobserved.
            self.touched = self.board ^ self.believed
            for t in self.patterns:
                if t.end == self.board != self.believed:
                    self.touched |= t.evidence

    def ignore(self, points: int, sensed: int) -> None:
        """Ignore the switches of `points` from now on. sensed: what all switches show."""
        moves, past = [t.move for t in self.patterns], self.history.plies
        again = self.ignored & ~points
        self.ignored = points
        self._prepared.clear()
        self.history = PlyHistory(self.game, points)
        if self._position is not None:
            self.history.follow(past)
            self._believe(moves)
        self.board = sensed & ~points
        # A difference where a switch is believed again means that it changed unobserved.
        self.unwatched |= again
        self.touched = self.touched & ~points | again & (self.board ^ self.believed)
        self.complete = None
        self.worst = 0

    def touch(self, point: int, closed: bool, at: float) -> None:
        """Record as evidence that this point changed at `at`."""
        bit = 1 << point
        (self._closed if closed else self._opened)[point] = at
        self.touched |= bit
        self._borrowed &= ~bit
        if self.complete is not None:
            self.complete.touch(bit)

    def trust_edges(self) -> None:
        """Take points that closed almost together for several pieces: somebody has confirmed it."""
        self._closed.clear()
        self._opened.clear()

    def forget(self) -> None:
        """Forget what was touched: the board has come to rest."""
        self.rested |= self.touched
        # But the piece that now stands on an origin need not be the one that was lifted there.
        self.touched &= self._refilled | self.history.refilled
        self.unwatched = self._borrowed = 0
        self.worst = 0
        self.strays.clear()
        self.complete = None
        self._shown.clear()

    def explained_by(self, board: int) -> None:
        """Remember that this settled board is explained, in case it is knocked and put right."""
        self._shown[board] = self.touched

    def prepare(self) -> None:
        """Work out the answers to a complete move. Call this when there is time, to make the next
        event faster."""
        if self.complete is not None:
            self._patterns_of(self.complete.pattern.after)

    @property
    def explained(self) -> bool:
        """Whether the board is the believed one, or shows a legal move or a takeback under way."""
        back = self.history.one
        return (
            self.board == self.believed
            or any(t.fits(self.board, self.believed) for t in self.patterns)
            or (back is not None and self.board == self.history.board(back))
        )

    @property
    def sensible(self) -> set[int]:
        """The boards at which a move already begun may rest."""
        return {board for t in self.begun for board in t.boards(self.board)}

    @property
    def begun(self) -> list[MovePattern]:
        """The moves that may have begun: where a hand may begin, something was touched."""
        return [t for t in self.patterns if any(self.touched >> p & 1 for p in t.first())]

    def stray(self) -> None:
        """Remember that nothing explains this settled board."""
        undo = () if self.history.one is None else (self.history.pattern(self.history.one),)
        if self.board not in self.strays:
            self.strays.append(self.board)
        slips = (self._slips(self.board, t.touched) for t in (*self.patterns, *undo))
        self.worst = max(self.worst, min(slips, default=0))

    def _astray(self, own: int) -> int:
        """How many switches were changed, at most, on the boards of this turn that nothing
        explained, without the points of the moves that are supposed now."""
        return max((self._slips(board, own) for board in self.strays), default=0)

    def _slips(self, board: int, explained: int) -> int:
        """How many switches of a board are changed and not explained; two pieces put astray are a
        knock, because nobody knows which is which."""
        odd = (board ^ self.believed) & ~explained
        astray = odd & board
        return max(odd.bit_count(), _KNOCK if astray & (astray - 1) else 0)

    # The rules

    def read(self, *, settled: bool, asked: bool, tapping: bool) -> Reading:
        """Find out what the board shows, by the rules; the first match wins. settled: whether the
        board has held for long enough to count. asked: whether a question is open. tapping: whether
        a piece has been lifted, perhaps for a tap."""
        board, believed = self.board, self.believed
        if self.wanted:  # Rule 1
            return Reading(Situation.UNWANTED if board ^ believed else Situation.WANTED)
        if asked and tapping:
            return Reading(Situation.TAPPING)
        if board == believed:  # Rule 2, except for chains that end where they began
            circles = [t for t in self._circles if self._blind or not t.points & ~self.touched]
            if circles:
                return self._read_ends(circles, circles)
            return self._read_other_capture() or Reading(Situation.BELIEVED)
        if self.worst >= _KNOCK and board in self._shown:  # a knock that was put right
            self.touched, self.worst = self._shown[board], 0
            self.strays.clear()
        fitting = [t for t in self.patterns if t.fits(board, believed)]
        there = [t for t in fitting if t.end == board]
        ends = [t for t in there if not t.evidence & ~self.touched]
        if not ends:
            ends = [t for t in there if not t.evidence & ~(self.touched | self.unwatched)]
        earlier = self.history.back_to(board)
        if earlier == len(self.history) and self.over:
            earlier = None  # after the end, that is the next game's start
        if self.worst >= _KNOCK:  # Rule 11
            return self._read_knocked(ends, earlier, settled)
        if earlier is not None and self._only_evidence_is_for(earlier, ends):
            return Reading(Situation.EARLIER, plies=earlier)
        edge = self._read_edge(ends)
        if edge is not None:
            return edge
        if tapping and ends:  # to lift a piece for a tap is no other move
            return Reading(Situation.TAPPING)
        if ends:  # Rule 3
            return self._read_ends(ends, fitting)
        complete, answers, answered = self.complete, list[MovePattern](), list[MovePattern]()
        if complete is not None:
            answers = self._answers(complete.pattern)
            answered = complete.answered(answers, board)
            if answered and not any(t.stops_at(complete.pattern.end) for t in fitting):  # Rule 4
                return self._read_answered(complete, answered)
        back = self.history.one
        if back is not None and self._shows_before(back, fitting):  # Rule 5
            # The end of a match is not lightly undone, and of a move that a faulty switch hides in
            # part, the part that is seen may be another's.
            unsure = self.over or self.history.pattern(back).obscured
            found = Situation.EARLIER if unsure else Situation.BEFORE
            return Reading(found, plies=back, carry=self._left(self.touched, self._before(back)))
        if complete is not None and answered:  # Rule 4
            made = (complete.pattern,)
            return Reading(Situation.ANSWERED_OR_HAND, fitting, made, carry=complete.since)
        if fitting:  # Rule 6
            chains = self._by_evidence([t for t in there if t.stops_at(board)])
            if not chains:  # dragged: its captor closed the switch before it left its own point
                evidence = self.touched | self.rested
                chains = self._by_evidence([t for t in there if not t.evidence & ~evidence])
            if chains:  # which have passed their end before; other landings were in the air
                found = Situation.HAND_OR_ENDS if len(chains) > 1 else Situation.HAND_OR_END
                return Reading(found, fitting, chains)
            if (
                earlier is not None
                and not self.history.points(earlier, self.touched) & ~self.touched
            ):
                return Reading(Situation.HAND_OR_EARLIER, fitting, plies=earlier)
            if back is not None and self._crowned_instead(back):
                carry = self.touched | self.before
                return Reading(Situation.HAND_OR_EARLIER, fitting, plies=back, carry=carry)
            if settled and all(self.touched & ~(t.points | t.under) for t in fitting):
                both = self._in_one_go()
                if both is not None and both.sure:
                    carry = self.touched
                    return Reading(Situation.HAND_OR_BOTH, fitting, both.plies[:1], carry=carry)
            return Reading(Situation.HAND, fitting)
        if tapping:
            return Reading(Situation.TAPPING)
        answer = None if complete is None else complete.answer
        if complete is not None and answer is not None and self._answers(answer.pattern):  # Rule 4
            made = (complete.pattern,)
            return Reading(Situation.ANSWERED_TWICE, ends=made, carry=complete.since)
        if answers and not settled:
            return Reading(Situation.UNSETTLED)
        both = self._in_one_go() if settled and earlier is None else None
        if complete is not None and both is not None and both.plies[0] is complete.pattern:
            # What made that move was touched again: it may have been put back.
            both = both if complete.left_alone else None
        answering = complete is not None and bool(answers) and complete.left_alone
        if both is not None and back is not None and self._changed_rather(back, both):
            carry = self.touched | self.before
            return Reading(Situation.EARLIER, plies=back, carry=carry)
        if both is not None:  # Rule 10
            # An answer of rule 7, or a piece on an edge, would look the same.
            first = both.plies[0]
            unsure = answering and complete is not None and first is not complete.pattern
            brought = bool(first.extras) or not first.path
            unsure = unsure or not both.sure or (brought and self._may_lie_on_an_edge())
            found = Situation.BOTH_OR_ANSWERING if unsure else Situation.BOTH
            return Reading(found, ends=(first,), carry=self.touched)
        if complete is not None and answering:  # Rule 7
            begun = Situation.ANSWERING if complete.final else Situation.ANSWERING_OR_BUMPED
            return Reading(begun, ends=(complete.pattern,), carry=complete.since)
        if back is not None:  # Rule 8
            reading = self._read_change_of_mind(back, earlier, settled)
            if reading is not None:
                return reading
        if earlier is not None:  # Rule 9
            return Reading(Situation.EARLIER, plies=earlier)
        if not self.patterns:  # Rule 12
            return Reading(Situation.OVER)
        return Reading(Situation.UNKNOWN)  # Rule 11

    def _read_answered(self, complete: CompleteMove, answered: Sequence[MovePattern]) -> Reading:
        """Read the end of an answer. If it shows a single edge only, and the move before it could
        still go on, that edge may be a bump."""
        made, answer = complete.pattern, answered[0]
        sure = made.carries and answer.carries and len({t.after for t in answered}) == 1
        # If both pieces go back to where they came from, plies may be taken back in another order.
        back = all(self._goes_back(t, 0) for t in (made, answer))
        surely = sure and not back and not self._at_once((made, answer))
        complete.answer = CompleteMove(answer, final=True) if surely else None
        if self._swept((made, answer)):
            return Reading(Situation.ON_AN_EDGE, ends=(made,), carry=complete.since)
        settles = sure or complete.final
        situation = Situation.ANSWERED if settles else Situation.ANSWERED_OR_BUMPED
        return Reading(situation, ends=(made,), carry=complete.since)

    def _read_ends(self, ends: Sequence[MovePattern], fitting: Sequence[MovePattern]) -> Reading:
        """Read the end of moves, which a longer one may pass. It is doubtful if no switch shows it,
        as when a piece lands on another one or a chain ends where it began; if a chain came back
        without touching a landing, because a piece that is lifted and put back does the same; if
        something else went astray on the way; and if it is only what was left when the last move
        was taken back, because a dead switch leaves the same."""
        candidates = self._by_evidence(ends)
        if len(candidates) > 1:
            return Reading(Situation.ENDS, fitting, candidates)
        end = candidates[0]
        left_over = bool(end.evidence) and not end.evidence & ~self._borrowed
        unsure = (
            left_over
            or bool(end.evidence & ~self.touched)
            or self._astray(end.touched) >= _KNOCK
            or (end.returns and not any(self.touched >> p & 1 for p in end.path[1:-1]))
        )
        if end.unseen or end in self._circles or unsure:
            return Reading(Situation.UNSEEN, fitting, candidates)
        carry = self._left(self.touched & ~end.points | self.touched_since(end), end.after)
        longer = [t for t in fitting if t.after != end.after and t.stops_at(self.board)]
        if longer:
            return Reading(Situation.STOP, longer, candidates, carry=carry)
        hidden = end.obscured and not end.carries
        found = Situation.HALF_HIDDEN if hidden else Situation.END
        return Reading(found, candidates, candidates, carry=carry)

    def _read_knocked(
        self, ends: Sequence[MovePattern], earlier: int | None, settled: bool
    ) -> Reading:
        """Read a board after more has changed than one slip of the hand explains: only what
        explains every point touched is played, and no more than two plies at a time. What else
        fits has to be confirmed."""
        exact = [t for t in ends if not self.touched & ~(t.points | t.under)]
        if len(exact) == 1:
            return self._read_ends(exact, exact)
        if earlier is not None:
            carry = self._left(self.touched, self._before(earlier))
            return Reading(Situation.EARLIER, plies=earlier, carry=carry)
        if not ends and settled:
            both = self._in_one_go(two=False)
            if both is not None:
                sure = both.exact and len(both.plies) == 2
                found = Situation.BOTH if sure else Situation.KNOCKED_END
                return Reading(found, ends=both.plies[:1], carry=self.touched)
        back = self.history.one
        if not ends and back is not None and self._changed(back):
            carry = self.touched | self.before
            return Reading(Situation.EARLIER, plies=back, carry=carry)
        knocked = Situation.KNOCKED_END if len(ends) == 1 else Situation.KNOCKED
        return Reading(knocked, ends=ends, carry=self.touched)

    def touched_since(self, end: MovePattern) -> int:
        """What was touched since a move was complete and is evidence for an answer, although the
        board shows the end of the move again."""
        complete = self.complete
        if complete is None or complete.pattern is not end or not complete.since:
            return 0
        return self._left(complete.since, end.after)

    def _left(self, touched: int, position: Any) -> int:
        """The touched points that are evidence for the next turn although the board shows this
        position: those where one piece may have been exchanged for another."""
        return touched and touched & _refilled(self._patterns_of(position))

    def _before(self, back: int) -> Any:
        """The position before the last `back` plies."""
        return self.history.played(back).position

    def _read_edge(self, ends: Sequence[MovePattern]) -> Reading | None:
        """Read a board where one piece may lie on two points. That is not two moves: neither a move
        and its answer, nor an answer to the last move. Returns None for any other board."""
        complete = self.complete
        if complete is not None:
            end = complete.pattern.end
            if self._on_an_edge(self.board ^ end, complete.since) and not ends:
                return Reading(Situation.ON_AN_EDGE, ends=(complete.pattern,), carry=complete.since)
        if len(ends) == 1 and self._on_an_edge(self.board ^ self.believed, self.touched):
            return Reading(Situation.ON_AN_EDGE, ends=ends)
        return None

    def _on_an_edge(self, changed: int, touched: int) -> bool:
        """Whether the only change is that one point closed, so soon before or after a neighbour
        that one piece may lie on both. Then neither counts yet. changed: the points where the board
        differs from a position."""
        if changed.bit_count() != 1 or touched != changed or not changed & self.board:
            return False
        (last,) = points_of(changed)
        at = self._closed.get(last, -_AT_ONCE)
        return any(
            self.board >> point & 1 and abs(closed - at) < _AT_ONCE
            for point, closed in self._closed.items()
            if self.game.board.adjacent(Point(point), last)
        )

    def _may_lie_on_an_edge(self) -> bool:
        """Whether a vacant point closed together with a neighbour."""
        new = self.board & ~self.believed
        return any(self._on_an_edge(1 << p, 1 << p) for p in points_of(new))

    def _read_change_of_mind(self, back: int, earlier: int | None, settled: bool) -> Reading | None:
        last, undo, before = (
            self.history.played(back),
            self.history.pattern(back),
            self.history.board(back),
        )
        evidence = self.touched | self.before
        others = self._others(back)
        # What changed while its switch was ignored may have been forgotten, and shows no hand.
        seen = self.touched & ~self.unwatched
        going_back = bool(seen) and not (self.board ^ self.believed) & ~undo.touched
        longer = [t for t in others if t.stops_at(undo.end)]  # the last move was a part of these
        if longer and not going_back:
            found = Situation.CHANGING
            if any(t.end == self.board and not t.evidence & ~evidence for t in longer):
                found = Situation.CHANGED
            return Reading(found, longer, plies=back, carry=evidence)
        if not going_back and self._changed(back):
            return Reading(Situation.CHANGED, others, plies=back, carry=evidence)
        if self._is_back(undo, before) and any(
            t.fits(self.board, before) for t in self._patterns_of(last.position)
        ):
            return Reading(Situation.EARLIER, plies=back, carry=self.touched)
        if earlier is not None:
            return None
        if self._crowned_instead(back) or (going_back and self._changed(back)):
            return Reading(Situation.HAND_OR_EARLIER, others, plies=back, carry=evidence)
        if going_back:
            return Reading(Situation.GOING_BACK, plies=back)
        if others and undo.path and not self.board >> undo.path[-1] & 1:
            return Reading(Situation.CHANGING, others)
        instead = self._instead(back) if settled else None
        if instead is not None:
            sure = instead.exact and not self.over
            sure = sure and not self._goes_back(instead.plies[1], back)
            found = Situation.CHANGED if sure else Situation.EARLIER
            carry = evidence & (instead.points | ~undo.points)
            return Reading(found, plies=back, carry=carry)
        return None

    def _read_other_capture(self) -> Reading | None:
        """Read the believed board as the end of another move than the last one: the same piece may
        have captured the one that alone was touched since, and the one that seemed to be captured
        was only bumped. Returns None for any other board."""
        back = self.history.one
        if back is None or not self.touched or self.over:
            return None
        undo, evidence = self.history.pattern(back), self.touched | self.before
        for t in self._patterns_of(self.history.played(back).position):
            if (
                t.end == undo.end
                and t.after != undo.after
                and t.path[:1] == undo.path[:1]
                and self.touched & ~undo.points == t.evidence & ~undo.points != 0
                and not t.evidence & ~evidence
            ):
                carry = evidence & t.points
                return Reading(Situation.BELIEVED_OR_CHANGED, plies=back, carry=carry)
        return None

    def _others(self, back: int) -> list[MovePattern]:
        """The moves that fit the board and may have replaced the last one."""
        last, undo, before = (
            self.history.played(back),
            self.history.pattern(back),
            self.history.board(back),
        )
        return [
            t
            for t in self._patterns_of(last.position)
            if t.after != undo.after and not t.unseen and t.fits(self.board, before)
        ]

    def _changed(self, back: int) -> bool:
        """Whether the board is the end of another move than the last one."""
        evidence = self.touched | self.before
        return bool(self.touched & self.history.pattern(back).evidence) and any(
            t.end == self.board and not t.evidence & ~evidence for t in self._others(back)
        )

    def _changed_rather(self, back: int, both: _Sequence) -> bool:
        """Whether the last move was changed, rather than several new ones made: one that was
        changed is simpler than two, and one that was changed and answered is simpler than three, or
        than two that leave more unexplained."""
        if self._changed(back):
            return True
        instead = self._instead(back)
        return instead is not None and (len(both.plies) > 2 or (bool(both.odd) and not instead.odd))

    def _crowned_instead(self, back: int) -> bool:
        """Whether the piece moved last may have gone on to land on another one instead, which no
        switch shows."""
        last, undo = self.history.played(back), self.history.pattern(back)
        if not undo.path or self.board >> undo.path[-1] & 1:
            return False
        return any(
            t.unseen
            and t.path[0] == undo.path[0]
            and t.end == self.board
            and not t.evidence & ~(self.touched | self.before)
            for t in self._patterns_of(last.position)
        )

    def _is_back(self, undo: MovePattern, before: int) -> bool:
        """Whether the points of the last move show that it was taken back."""
        return (
            not (self.board ^ before) & undo.touched
            and not undo.evidence & ~self.touched
            and not (undo.refilled or undo.obscured)
        )

    def _by_evidence(self, ends: Sequence[MovePattern]) -> tuple[MovePattern, ...]:
        """For each position that the moves lead to, the pattern that the evidence fits best. If the
        touched points are exactly those of a single move, only that one."""
        best: dict[Any, MovePattern] = {}
        for end in ends:
            known = best.get(end.after)
            if known is None or self._against(end) < self._against(known):
                best[end.after] = end
        exact = [t for t in best.values() if not self._against(t)]
        return tuple(exact if len(exact) == 1 else best.values())

    def _against(self, end: MovePattern) -> int:
        """How many points are evidence against a move: touched needlessly, or untouched although
        the move changes their switches."""
        needless = self.touched & ~(end.points | end.under)
        return (needless | end.touched & ~self.touched).bit_count()

    def _only_evidence_is_for(self, plies: int, ends: Sequence[MovePattern]) -> bool:
        """Whether the points touched are exactly those of several plies, and of no legal move."""
        if (
            plies == self.history.one
            or self.complete
            or any(not self._against(end) for end in ends)
        ):
            return False
        return self.history.points(plies, self.touched) == self.touched

    def _shows_before(self, back: int, fitting: Sequence[MovePattern]) -> bool:
        """Whether the board is the one before the last `back` plies, and the touched points show
        that the last move was taken back."""
        undone = self.history.pattern(back)
        if fitting and (undone.refilled or undone.obscured or not undone.path):
            # A piece that left another behind may be lifted for its next move; and if a move shows
            # only a single edge, as that of a piece that entered does, that edge may as well belong
            # to another move, such as its capture.
            return False
        return self.board == self.history.board(back) and not undone.evidence & ~self.touched

    def _in_one_go(self, *, two: bool = True) -> _Sequence | None:
        """The plies that lead to the board, if one sequence of them explains it best: any two plies
        (if `two`), or more that carry pieces, if they explain more than two do."""
        found = self._sequences(self.patterns, 2, self.touched) if two else []
        if not any(sequence.exact for sequence in found):
            longer = self._sequences(self.patterns, _IN_ONE_GO, self.touched, carried=True)
            found += [s for s in longer if not two or len(s.plies) > 2]
        return _only(found)

    def _instead(self, back: int) -> _Sequence | None:
        """Another move than the last one, and an answer to it, if only one such pair leads to the
        board."""
        undo = self.history.pattern(back)
        if not self.touched & undo.evidence:
            return None
        others = self._patterns_of(self.history.played(back).position)
        others = tuple(t for t in others if t.after != undo.after)
        evidence = self.touched | self.before
        return _only(self._sequences(others, 2, evidence, explained=undo.points))

    def _goes_back(self, answer: MovePattern, back: int) -> bool:
        """Whether an answer may as well be one of the plies before the last `back`, taken back."""
        plies = range(back + 1, min(back + _IN_ONE_GO, len(self.history)) + 1)
        return any(answer.undoes(self.history.pattern(earlier)) for earlier in plies)

    def _sequences(
        self,
        first: Iterable[MovePattern],
        most: int,
        touched: int,
        *,
        explained: int = 0,
        carried: bool = False,
    ) -> list[_Sequence]:
        """A sequence of two to `most` plies, one of `first` first, that leads to the board and for
        which there is evidence, by the position that it leads to. touched: that evidence;
        explained: the part of it that needs no explanation. carried: each ply carries a piece, as
        no knock does."""
        found: dict[Any, _Sequence] = {}
        begun: list[tuple[MovePattern, ...]] = [(t,) for t in first]
        for plies in begun:
            last = plies[-1]
            if last.evidence & ~touched:
                continue
            if carried and not last.carries:
                continue
            if len(plies) > 1 and last.end == self.board:
                sequence = self._judge(plies, touched & ~explained, carried=carried)
                known = found.setdefault(last.after, sequence)
                if sequence.exact and not known.exact:
                    longer = len(plies) > len(known.plies)
                    found[last.after] = replace(sequence, doubtful=longer)
            if len(plies) < most and len(begun) < _SEARCHED:
                begun += [(*plies, t) for t in self._following(last)]
        return list(found.values())

    def _judge(self, plies: tuple[MovePattern, ...], touched: int, *, carried: bool) -> _Sequence:
        """Weigh plies that lead to the board against the points touched. carried: it is doubtful
        whether a piece goes straight back, even the one moved last."""
        own = spare = 0
        for t in plies:
            own |= t.touched
            spare |= t.points | t.under
        doubtful = self._hasty(plies) or any(t.unseen for t in plies) or self._astray(own) > 0
        if carried and not doubtful:
            back = self.history.one
            before = () if back is None else (self.history.pattern(back),)
            doubtful = _goes_straight_back((*before, *plies))
        return _Sequence(plies, touched & ~(own | spare), doubtful)

    def _hasty(self, plies: Sequence[MovePattern]) -> bool:
        """Whether no two players' hands are so quick: pieces that two of these moves take off were
        lifted at one stroke, or of three moves or more, two were complete almost together."""
        return self._swept(plies) or (len(plies) > 2 and self._at_once(plies))

    def _at_once(self, plies: Sequence[MovePattern]) -> bool:
        """Whether two of these moves were complete within so short a time as no hands need."""
        landed = [self._closed[p] for t in plies for p in t.path[-1:] if p in self._closed]
        return _closer(landed, _HASTE)

    def _swept(self, plies: Sequence[MovePattern]) -> bool:
        """Whether pieces that two of these moves take off were lifted at one stroke."""
        runs = [[p for p, _ in t.taken] for t in plies if not t.path]
        lifted = [max(self._opened.get(p, 0.0) for p in run) for run in runs if run]
        return _closer([at for at in lifted if at], _AT_ONCE)

    # Patterns

    def _believe(self, moves: Sequence[Any]) -> None:
        """Derive what is believed from the present position with these legal moves."""
        occupied = self.game.occupancy(self._position)
        self.believed = occupied & ~self.ignored
        self.hidden = occupied & self.ignored
        self.patterns = self._patterns_of(self._position) if moves else ()
        if [t.move for t in self.patterns] != list(moves):  # not all that the game allows
            self.patterns = self._prepare(self._position, moves)
        self._refilled = _refilled(self.patterns)
        self._blind = bool(self.patterns) and not any(t.touched for t in self.patterns)
        self._circles = [
            t for t in self.patterns if self._blind or (t.end == self.believed and t.points)
        ]

    def _prepare(self, position: Any, moves: Sequence[Any]) -> tuple[MovePattern, ...]:
        return tuple(pattern_of(self.game, position, move, self.ignored) for move in moves)

    def _patterns_of(self, position: Any) -> tuple[MovePattern, ...]:
        """The patterns of all legal moves of a position, prepared once."""
        known = self._prepared.get(position)
        if known is None:
            if len(self._prepared) >= _PREPARED:
                self._prepared.clear()
            known = self._prepare(position, self.game.moves(position))
            self._prepared[position] = known
        return known

    def _following(self, made: MovePattern) -> tuple[MovePattern, ...]:
        """The patterns of what hands may do after a move, and after any forced passes."""
        position, passed = made.after, set[Any]()
        patterns = self._patterns_of(position)
        while len(patterns) == 1 and not patterns[0].points and position not in passed:
            passed.add(position)
            position = patterns[0].after
            patterns = self._patterns_of(position)
        return patterns

    def _answers(self, made: MovePattern) -> list[MovePattern]:
        return [t for t in self._following(made) if t.fits(self.board, made.end)]


def _refilled(patterns: Iterable[MovePattern]) -> int:
    """Where these moves put a different piece from the one that they lift."""
    points = 0
    for t in patterns:
        points |= t.refilled
    return points


def _only(found: Sequence[_Sequence]) -> _Sequence | None:
    """The one of these sequences that explains most of what was touched; None if several explain as
    much. It is doubtful beside another one, unless it explains everything, and that one does not
    and has no fewer plies: a slip is as likely as one ply more."""
    least = min((s.odd.bit_count() for s in found), default=0)
    best = [s for s in found if s.odd.bit_count() == least]
    best = [s for s in best if s.exact] or best
    if len(best) != 1:
        return None
    only = best[0]
    rivals = [s for s in found if s is not only]
    doubt = any(only.odd or not s.odd or len(s.plies) < len(only.plies) for s in rivals)
    return replace(only, doubtful=only.doubtful or doubt)


def _goes_straight_back(plies: Sequence[MovePattern]) -> bool:
    """Whether any of these moves takes an earlier one of them back."""
    return any(one.undoes(other) for i, one in enumerate(plies) for other in plies[:i])


def _closer(times: Iterable[float], seconds: float) -> bool:
    """Whether two of these times lie closer together than so many seconds."""
    return any(two - one < seconds for one, two in pairwise(sorted(times)))
