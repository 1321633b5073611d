"""What a board shows, and what the tracker does about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.hands.evidence import Evidence
from companion.hands.explaining import explain
from companion.hands.explanation import Case, Explanation, Flaw
from companion.hands.pattern import MovePattern
from companion.hands.responses import Response, Row, row_for
from companion.hands.weighing import RIVAL_MARGIN, alike

_TAPPED = (Case.REST, Case.MADE, Case.BOTH, Case.BACK, Case.CHANGED, Case.REVIVED)


@dataclass(frozen=True, slots=True)
class Reading:
    """The best explanation of a board, as the tracker needs it.

    Attributes:
        kind: What the board shows.
        flaws: What makes that weak.
        response: What comes of it.
        patterns: The moves that the hands may be making.
        ends: Those of them that are complete.
        plies: The number of plies that are being taken back.
        carry: The touched points that count for the resulting position, as bits.
        refilling: The position whose moves alone make those points count, by refilling them; None:
            all of them count.
        revived: The ply that those taken back seem to have answered.
    """

    kind: Case
    flaws: Flaw
    response: Response
    patterns: Sequence[MovePattern] = ()
    ends: Sequence[MovePattern] = ()
    plies: int = 0
    carry: int = 0
    refilling: Any = None
    revived: MovePattern | None = None


def unexplained(kind: Case) -> Reading:
    """Return the reading of a board to which no move belongs."""
    return Reading(kind, Flaw.NONE, row_for(kind).then)


def read_board(evidence: Evidence, *, settled: bool, asked: bool, tapping: bool) -> Reading:
    """Find out what the board shows.

    Args:
        evidence: What is known of the board.
        settled: Whether the board has held for long enough to count.
        asked: Whether a question is open.
        tapping: Whether a piece has been lifted, perhaps for a tap.
    """
    if evidence.wanted:  # only that very board will do
        wrong = evidence.board ^ evidence.believed
        return unexplained(Case.UNWANTED if wrong else Case.WANTED)
    if asked and tapping:
        return unexplained(Case.TAP)
    if not tapping:
        evidence.put_right()
    found = explain(evidence, settled=settled)
    if tapping and (not found or found[0].kind in _TAPPED):
        return unexplained(Case.TAP)  # to lift a piece for a tap is no other move
    if not found:
        return unexplained(Case.UNKNOWN if evidence.patterns else Case.FREE)
    best = found[0]
    rivals = [e for e in found[1:] if e.differs(best) and _is_rival(e, best)]
    row = row_for(best.kind, best.flaws, rivals)
    rival = next((e for e in rivals if e.kind is row.rival), None)
    return _Reader(evidence, found, row, rival).reading()


def _is_rival(other: Explanation, best: Explanation) -> bool:
    """Return whether an explanation costs little more than the best one.

    Whatever is complete, and was touched wherever it has to be, is a rival of any ply under way, at
    any cost: it is only offered after a pause, and without it hands that have finished would wait
    for ever.
    """
    offered = best.kind is Case.HAND and other.whole and not other.untouched
    return offered or other.cost <= best.cost + RIVAL_MARGIN


class _Reader:
    """Makes a reading of the best of some explanations, by a row of the table and its rival."""

    def __init__(
        self,
        evidence: Evidence,
        found: Sequence[Explanation],
        row: Row,
        rival: Explanation | None,
    ) -> None:
        self._evidence = evidence
        self._best = found[0]
        self._found = found
        self._row = row
        self._rival = rival
        self._hands = tuple(e.plies[0] for e in found if e.kind is Case.HAND)

    def reading(self) -> Reading:
        match self._best.kind:
            case Case.MADE:
                return self._made()
            case Case.BOTH | Case.ANSWERING:
                return self._several()
            case Case.HAND:
                return self._in_hand()
            case Case.BACK:
                back, seen = self._best.back, self._evidence
                before = seen.history.played(back).position
                return self._of(plies=back, carry=seen.touched, refilling=before)
            case Case.REST if Flaw.ALIKE in self._best.flaws:
                return self._at_rest()
            case Case.REVIVED:
                back, seen = self._best.back, self._evidence
                carry = seen.touched | seen.before
                return self._of(plies=back, carry=carry, revived=self._best.plies[0])
            case Case.GOING_BACK | Case.CHANGED | Case.CHANGING:
                return self._changed()
        return self._of()

    def _of(self, patterns: Sequence[MovePattern] = (), **rest: Any) -> Reading:
        best = self._best
        return Reading(best.kind, best.flaws, self._row.then, patterns, **rest)

    def _at_rest(self) -> Reading:
        """Read a board at rest, on which another capture may have been made than the last one."""
        seen = self._evidence
        other = next(e for e in self._found if e.kind is Case.CHANGED)
        carry = (seen.touched | seen.before) & other.plies[0].points
        return self._of(plies=other.back, carry=carry)

    def _made(self) -> Reading:
        best, seen = self._best, self._evidence
        found = {best.plies[0]}
        if Flaw.ALIKE in best.flaws:
            rivals = (e for e in self._found[1:] if e.kind is Case.MADE and e.differs(best))
            found |= {e.plies[0] for e in rivals if alike(best, e)}
        in_order = (t for t in seen.patterns if t in found)  # of the moves
        ends = tuple(sorted(in_order, key=seen.was_answered, reverse=True))
        end = ends[0]
        carry = seen.touched & ~end.points | (seen.since(end.end) or 0)
        hands = self._hands or ends
        if Flaw.UNSEEN in best.flaws:
            hands = (*hands, *(end for end in ends if end not in hands))
        return self._of(hands, ends=ends, carry=carry, refilling=end.after)

    def _several(self) -> Reading:
        best, seen, later = self._best, self._evidence, 0
        if self._rival is not None and self._rival.back and self._row.kind is Case.ANSWERING:
            back = self._rival.back
            return self._of(self._hands, plies=back, carry=seen.touched | seen.before)
        for t in best.plies[1:]:
            later |= t.points | t.under
        carry = seen.touched & (~best.plies[0].points | later)
        if Flaw.SHOWN in best.flaws:
            carry &= (seen.since(best.plies[0].end) or 0) | later
        ends = dict.fromkeys(best.plies[:1])
        if Flaw.KIND in best.flaws:
            others = (e.plies[0] for e in self._found if e.kind is Case.BOTH and alike(best, e))
            ends |= dict.fromkeys(t for t in others if t.same_hands(best.plies[0]))
        return self._of(self._hands, ends=tuple(ends), carry=carry)

    def _in_hand(self) -> Reading:
        """Read a move under way. Its rival says what comes of it after a pause, if anything."""
        seen, rival, carry = self._evidence, self._rival, self._evidence.touched
        if rival is not None and rival.back:
            carry |= seen.before if rival.plies else 0
            return self._of(self._hands, plies=rival.back, carry=carry)
        if rival is not None:
            return self._of(self._hands, ends=rival.plies[:1], carry=carry)
        ends: dict[Any, MovePattern] = {}
        for e in self._found if self._best.flaws & (Flaw.ALIKE | Flaw.ENDS) else ():
            end = e.plies[0].end if e.kind is Case.HAND else None
            if end == seen.board and Flaw.ENDS in e.flaws:
                ends.setdefault(e.plies[0].after, e.plies[0])
        return self._of(self._hands, ends=tuple(ends.values()), carry=carry)

    def _changed(self) -> Reading:
        best, seen = self._best, self._evidence
        shown: tuple[MovePattern, ...] = ()
        if best.kind is not Case.GOING_BACK:
            others = (e for e in self._found if e.kind in (Case.CHANGED, Case.CHANGING))
            shown = tuple(e.plies[0] for e in others)
        return self._of(shown, plies=best.back, carry=seen.touched | seen.before)
