"""All explanations of a board, the cheapest first.

From the believed position, some plies are taken back and then others are made, the last of them
complete or under way; the end, or a board on the way, is what the switches show. All explanations
are generated in the same way, and weighed alike (`weighing.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.hands.evidence import Evidence
from companion.hands.explanation import Case, Explanation, Flaw
from companion.hands.pattern import MovePattern
from companion.hands.responses import RIVALS
from companion.hands.weighing import BACK, MADE, RIVAL_MARGIN, SHOWN, TOLD, Weigher

_MOST = 6  # plies that hands may make before the board shows a position again
_SEARCHED = 4000  # sequences of plies that are examined for that
_SEVERAL = frozenset((Case.BOTH, Case.ANSWERING))
_OTHERS = frozenset((Case.CHANGED, Case.CHANGING))


def explain(evidence: Evidence, *, settled: bool) -> list[Explanation]:
    """Return everything that the board may show, the cheapest first.

    `settled` says whether the board has held for long enough to count.
    """
    weigher = Weigher(evidence)
    found = _Generator(evidence, weigher, settled=settled).all()
    found.sort(key=lambda e: (_only_a_rival(e), e.cost))
    if not found or _only_a_rival(found[0]):
        return []
    if found[0].kind is not Case.HAND:
        found = [e for e in found if not _only_a_rival(e)]
    weigher.compare(found)
    return found


def _only_a_rival(e: Explanation) -> bool:
    """Return whether an explanation only counts as a rival of a ply that is under way."""
    return e.kind is Case.MADE and Flaw.CROSSED in e.flaws


class _Generator:
    """Generates the explanations that the edges allow."""

    def __init__(self, evidence: Evidence, weigher: Weigher, *, settled: bool) -> None:
        self._evidence = evidence
        self._weigher = weigher
        self._settled = settled
        self._found: list[Explanation] = []
        self._best: Explanation | None = None  # so far

    def all(self) -> list[Explanation]:
        """Return all explanations, in no order."""
        seen = self._evidence
        if seen.board == seen.believed:
            self._weigh(Explanation(0, (), True, Case.REST))
            self._captured_instead()
        self._forward(0, seen.patterns, seen.believed, seen.touched)
        if seen.board != seen.believed:
            self._back()
            self._instead()
            self._revived()
        return self._found

    def _back(self) -> None:
        """Plies that were taken back, or the last one that is being taken back."""
        seen, history = self._evidence, self._evidence.history
        earlier, one = history.back_to(seen.board), history.one
        # After the end, the first board may be the next game's start.
        first = seen.over and len(history) and seen.board == history.board(len(history))
        if earlier is not None and not (first and earlier != one):
            self._weigh(Explanation(earlier, (), True, Case.BACK))
        if one is None:
            return
        undo, before = history.pattern(one), history.board(one)
        if seen.board != before and not (seen.board ^ seen.believed) & ~undo.touched:
            self._weigh(Explanation(one, (), False, Case.GOING_BACK))

    def _instead(self) -> None:
        """Another ply instead of the last one, perhaps with an answer.

        Or instead of the last few, if the board has shown at rest that they were taken back.
        """
        seen, one = self._evidence, self._evidence.history.one
        if one is None or not seen.touched or not self._matter(_OTHERS, BACK + MADE):
            return
        touched = seen.touched | seen.before
        undo = seen.history.pattern(one)
        others = [t for t in self._plies_after(one) if t.after != undo.after]
        if not seen.touched & undo.evidence:  # then only one that the last ply was a part of
            others = [t for t in others if t.stops_at(undo.end)]
        self._forward(one, others, seen.history.board(one), touched)
        if seen.shown_back > one:
            back = seen.shown_back
            self._forward(back, self._plies_after(back), seen.history.board(back), touched)

    def _plies_after(self, back: int) -> Sequence[MovePattern]:
        """Return what could be played instead of the last `back` plies."""
        return self._evidence.patterns_of(self._evidence.history.played(back).position)

    def _revived(self) -> None:
        """Explain the board by a placement that was taken back only because its piece was lifted.

        That piece is back on its point. What was played instead of it is its answer, and another
        ply may have followed.
        """
        seen, one = self._evidence, self._evidence.history.one
        if seen.withdrawn is None or len(seen.patterns) < 2:  # or the only one is asked for
            return
        before, undone = seen.withdrawn
        if not seen.came_back(undone):
            return
        touched, answered, back = seen.touched | seen.before, 0, 0
        if before != seen.position:
            if one is None or not seen.history.began_at(one, before):
                return
            answered, back = seen.history.pattern(one).points, one
        for answer in seen.following(undone):
            if answered & ~answer.points:
                continue
            if back:
                self._ply(back, (undone, answer), undone.end, touched, Case.REVIVED)
            if answer.end != seen.board and not answer.evidence & ~touched:
                for t in seen.following(answer):
                    if not (seen.board ^ answer.end) & ~t.touched:
                        kind = Case.REVIVED if back else None
                        self._ply(back, (undone, answer, t), answer.end, touched, kind)

    def _captured_instead(self) -> None:
        """Explain the believed board by another capture than the last ply.

        The same piece has captured the one that alone was touched since, and the one that seemed
        to be captured was only bumped.
        """
        seen, one = self._evidence, self._evidence.history.one
        if one is None or not seen.touched or seen.over:
            return
        undo, touched = seen.history.pattern(one), seen.touched | seen.before
        for t in seen.patterns_of(seen.history.played(one).position):
            own = t.evidence & ~undo.points
            if (
                own
                and own == seen.touched & ~undo.points
                and t.end == undo.end
                and t.after != undo.after
                and t.path[:1] == undo.path[:1]
                and not t.evidence & ~touched
            ):
                self._weigh(Explanation(one, (t,), True, Case.CHANGED))

    def _forward(self, back: int, first: Iterable[MovePattern], start: int, touched: int) -> None:
        """One ply from here, or two; or more that carry pieces, if nothing else costs as little.

        Args:
            back: How many plies are taken back before.
            first: The first plies.
            start: The board where they begin, as bits.
            touched: The points touched, as bits.
        """
        begun = list[tuple[MovePattern, ...]]()
        board = self._evidence.board
        changed = board ^ start
        for t in first:
            if not changed & ~t.touched:
                self._ply(back, (t,), start, touched)
            if not t.evidence & ~touched and self._leads_on(t, back):
                begun.append((t,))
        if not back and not self._answers_matter(begun):
            return
        for plies in begun:
            if not back and not self._is_near(self._least(plies)):
                continue
            start, last = plies[-1].end, plies[-1]
            changed = board ^ start
            longer = self._settled and not back and len(begun) < _SEARCHED
            longer = longer and plies[0].carries and len(plies) + 1 < _MOST
            longer = longer and self._beats_all(MADE * (len(plies) + 2) + SHOWN)
            for t in self._evidence.following(last):
                if not changed & ~t.touched:
                    self._ply(back, (*plies, t), start, touched)
                # Each of more than two must carry a piece, as no knock does.
                if longer and not t.evidence & ~touched and t.carries:
                    begun.append((*plies, t))

    def _beats_all(self, cost: float) -> bool:
        """Return whether what costs this is as good as all that has been found."""
        return self._best is None or cost <= self._best.cost

    def _is_near(self, cost: float) -> bool:
        """Return whether what costs this is as good as all that has been found, or a rival."""
        return self._best is None or cost <= self._best.cost + RIVAL_MARGIN

    def _matter(self, kinds: frozenset[Case], cost: float) -> bool:
        """Return whether explanations can be the best one, or its rivals.

        Args:
            kinds: Their kinds.
            cost: What they cost at least.
        """
        best = self._best
        if best is None or cost <= best.cost:
            return True
        related = best.kind in kinds or not kinds.isdisjoint(RIVALS[best.kind])
        return related and self._is_near(cost)

    def _answers_matter(self, begun: Sequence[tuple[MovePattern, ...]]) -> bool:
        """Return whether explanations that go on after any of these plies can matter.

        Another ply instead of the last one is looked at later, and has rivals among them.
        """
        least = min(map(self._least, begun), default=0.0)
        return self._beats_all(BACK + MADE) or self._matter(_SEVERAL, least)

    def _least(self, plies: tuple[MovePattern, ...]) -> float:
        """Return what an explanation costs at least that goes on after these plies."""
        cost = MADE * (len(plies) + 1)
        if self._evidence.since(plies[0].end) is not None:
            cost += SHOWN
        return cost + TOLD if plies[0] is self._evidence.told else cost

    def _leads_on(self, t: MovePattern, back: int) -> bool:
        """Return whether this ply, all of whose evidence was touched, may have been complete.

        Others may follow it then.
        """
        seen = self._evidence
        if not t.touched or t.end == seen.board:
            return False
        if not self._settled and seen.since(t.end) is None:
            return False
        return back > 0 or not seen.undone(t)

    def _ply(
        self,
        back: int,
        plies: tuple[MovePattern, ...],
        start: int,
        touched: int,
        revived: Case | None = None,
    ) -> None:
        """Explain the board by a last ply that begins at `start` (bits), complete or under way.

        The ply touches all points where the board differs from that. `revived` is the kind if the
        first ply had been made before.
        """
        seen, t = self._evidence, plies[-1]
        board = seen.board
        circle = start == board
        if t.end == board and not t.evidence & ~(touched | seen.unwatched):
            seen_all = bool(t.touched or not start) and not t.points & ~touched
            if seen_all or not circle:
                kind = Case.CHANGED if back else Case.BOTH if len(plies) > 1 else Case.MADE
                self._weigh(Explanation(back, plies, True, revived or kind))
        if circle or not t.fits(board, start):
            return
        since = seen.since(plies[0].end) if len(plies) > 1 else 0
        if revived is None and (since is None or plies[0].evidence & since):
            return
        if t.end != board or t.stops_at(board) or t.evidence & ~touched:
            kind = Case.CHANGING if back else Case.ANSWERING if len(plies) > 1 else Case.HAND
            self._weigh(Explanation(back, plies, False, revived or kind))

    def _weigh(self, e: Explanation) -> None:
        if self._weigher.allows(e):
            if not _only_a_rival(e) and (self._best is None or e.cost < self._best.cost):
                self._best = e
            self._found.append(e)
