"""What an explanation costs, by the evidence, and what makes it weak.

All costs are in plies: an explanation with one ply more has to explain that much more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from companion.hands.evidence import KNOCK, ONE_STROKE, Evidence
from companion.hands.explanation import Case, Explanation, Flaw
from companion.hands.flow import NO_CLASH, SLIDE, Clash
from companion.hands.pattern import MovePattern
from companion.rules.geometry import bits, points_of

MADE = 1.0  # a ply
SHOWN = -0.6  # more: if the board has shown its end
TOLD = -0.1  # more: if the players have been told that they made it
HALF = 0.7  # more: if it is under way
BACK = 1.2  # the last ply taken back
FURTHER = 0.02  # each one before it
WEAK = 0.6  # more: if its edges may be another ply's that leaves no point unexplained
ODD = 0.5  # a point that was touched for nothing
BUMPED = 0.25  # the same, where the piece was put back
STOOD = 1.1  # the same, where a piece stood while others moved
UNTOUCHED = 0.5  # a point that ought to have been touched
UNSEEN_PART = 0.1  # a point of a complete ply that was not touched
SURELY, PERHAPS = 0.5, 0.2  # a point that holds another piece, by the order of edges
DISORDER = 0.2  # one of more than two plies that did not land after the ones before it
CIRCLE = -1.5  # a ply that ends where it began, if every point was touched
RIVAL_MARGIN = 0.75  # explanations that cost no more than this beside the best one are its rivals
TIED = 0.05  # those that cost no more than this are as good

_IN_HAND = {
    (odd, ends): (Flaw.ODD if odd else Flaw.NONE) | (Flaw.ENDS if ends else Flaw.NONE)
    for odd in (False, True)
    for ends in (False, True)
}  # the flaws of a ply under way: whether points are odd, and whether it may be over
_HASTE = 0.04  # seconds that two players need at least to put two pieces down
_FEW = 24  # plies taken back all of whose points are looked at


class Weigher:
    """Weighs explanations of one board."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        edged = evidence.touched & ~evidence.ignored
        clash = NO_CLASH
        if evidence.board & edged:
            clash = evidence.flow.clash(0, (), evidence.board, edged)
        self._wrong = clash.surely  # the points that surely hold another piece than is believed
        self._edges: tuple[Counter[int], int] | None = None  # the closings, and all points changed

    def allows(self, e: Explanation) -> bool:
        """Set the cost of an explanation. Returns whether the edges allow it."""
        if e.kind is Case.REST:
            return True
        if e.kind is Case.HAND:
            return self._allows_hand(e, e.plies[0])
        seen, history = self._evidence, self._evidence.history
        touched = seen.touched | (seen.before if e.back and e.plies else 0)
        undoing, spare, e.untouched = self._undoing(e, touched) if e.back else (0.0, 0, 0)
        for t in e.plies:
            spare |= t.points | t.under
        e.odd = touched & ~spare
        if e.kind is Case.GOING_BACK and not seen.touched & ~seen.unwatched:
            return False
        clash = self._clash(e)
        replaced = self._replaced(e)
        if clash.surely & replaced or (replaced and not e.plies):
            undone = history.pattern(history.one or e.back).points
            clash = clash._replace(surely=clash.surely & ~undone)
            e.flaws |= Flaw.UNSEEN if e.plies else Flaw.NONE
        # A piece may have been put down by the other hand, but not if another one was that left a
        # point for it which the ply does not explain.
        one = e.kind is Case.MADE and not clash.left & e.odd
        if clash.surely and not (e.whole and one):
            if not e.whole or e.kind not in (Case.MADE, Case.BACK):
                return False
            e.flaws |= Flaw.CROSSED
        if len(e.plies) > 1 and self._has_not_landed(e):
            return False
        if len(e.plies) > 1 and self._shown(e):
            e.flaws |= Flaw.SHOWN
        e.moved = clash.moved
        e.cost = undoing + self._making(e, touched) + self._against(e.odd)
        e.cost += UNTOUCHED * e.untouched.bit_count()
        e.cost += SURELY * clash.surely.bit_count() + PERHAPS * clash.perhaps.bit_count()
        return True

    def _allows_hand(self, e: Explanation, t: MovePattern) -> bool:
        """Do the same for a ply under way: there may be a hundred of them."""
        own = t.points | t.under
        if self._wrong & ~own:
            return False
        e.odd = self._evidence.touched & ~own
        e.cost = MADE + HALF + self._against(e.odd)
        e.flaws = _IN_HAND[bool(e.odd), self.may_end(t)]
        return True

    # Costs

    def _making(self, e: Explanation, touched: int) -> float:
        """Return what the plies cost that an explanation makes."""
        if not e.plies:
            return 0.0 if e.whole else HALF
        cost = MADE * len(e.plies) + (0 if e.whole else HALF)
        if e.whole:
            cost += UNSEEN_PART * sum((t.touched & ~touched).bit_count() for t in e.plies)
        if Flaw.SHOWN in e.flaws:
            cost += SHOWN
        if len(e.plies) > 2:
            landings = [t.path[-1] for t in e.plies if t.path and not t.unseen and not t.obscured]
            cost += DISORDER * self._evidence.disorder(landings)
        if len(e.plies) > 1 and e.plies[0] is self._evidence.told:
            cost += TOLD
        if e.kind is Case.MADE and self._evidence.board == self._evidence.believed:
            cost += CIRCLE
        return cost

    def _made_otherwise(self, touched: int) -> bool:
        """Return whether plies made show the board, but each leaves points touched (bits)."""
        seen = self._evidence
        shown = [t for t in seen.patterns if t.end == seen.board and not t.evidence & ~touched]
        return bool(shown) and all(touched & ~(t.points | t.under) for t in shown)

    def _undoing(self, e: Explanation, touched: int) -> tuple[float, int, int]:
        """Return what taking plies back costs, the points that it explains, and those it needs."""
        history = self._evidence.history
        undo = history.pattern(history.one or e.back)
        cost = BACK + FURTHER * (e.back - 1)
        if e.kind is Case.REVIVED:  # then it was not taken back, and nothing was made instead
            return -(BACK + 2 * MADE), undo.points, 0
        if e.plies:
            last = e.back == history.one
            return cost, undo.points if last else history.points(e.back, touched), 0
        weak = undo.refilled or undo.obscured or not undo.path
        if weak and not self._made_otherwise(touched):
            cost += WEAK
        undone = history.points(e.back, ~0 if e.back < _FEW else touched)
        need = undone & ~touched if e.back > 1 else 0
        if e.whole:
            need |= undo.evidence & ~touched | self._not_carried_back(undo)
        return cost, undone, need

    def _not_carried_back(self, undo: MovePattern) -> int:
        """Return where a piece that is carried back did not come down after it was lifted.

        As bits: the origin of the ply, or nothing. Something else was put there before.
        """
        seen = self._evidence
        if not undo.carries or not undo.refilled & seen.board:
            return 0
        down = seen.closed.get(undo.path[0], 0.0)
        return undo.refilled if seen.opened.get(undo.path[-1], down) - down > SLIDE else 0

    def _against(self, odd: int) -> float:
        """Return what points cost that were touched for nothing."""
        if not odd:
            return 0.0
        seen = self._evidence
        stood = odd & seen.stood & ~seen.board
        back = odd & seen.flow.put_back & seen.board
        others = odd & ~stood & ~back
        return STOOD * stood.bit_count() + BUMPED * back.bit_count() + ODD * others.bit_count()

    def _clash(self, e: Explanation) -> Clash:
        """Return where the order of edges contradicts an explanation."""
        seen, plies = self._evidence, []
        position = seen.history.played(e.back).position if e.back else seen.position
        for t in e.plies if e.whole else e.plies[:-1]:
            plies.append((position, t.move))
            position = t.after
        edged = seen.touched | (seen.before if e.back else 0)
        if not e.whole:
            edged &= ~(e.plies[-1].points if e.plies else 0)
        if e.kind is Case.REVIVED:  # which pieces were put down there was only supposed
            edged &= ~(seen.history.pattern(e.back).points | e.plies[0].points)
        for t in e.plies:  # where pieces come down on others, edges tell nothing
            edged &= ~((1 << t.path[-1] if t.unseen else 0) | t.under)
        return seen.flow.clash(e.back, plies, seen.board, edged & ~seen.ignored)

    def _replaced(self, e: Explanation) -> int:
        """Return where the ply taken back had captured what stood there, as bits.

        The captive may have come from beside the board, however soon: no edge tells it from the
        captor.
        """
        history = self._evidence.history
        if not e.back or history.one is None:
            return 0
        return history.board(e.back) & bits(history.pattern(history.one).path[-1:])

    # Flaws

    def _flaws(self, e: Explanation) -> Flaw:
        seen, history = self._evidence, self._evidence.history
        far = e.back > 1 and e.back != history.one
        undo = history.pattern(history.one or e.back) if e.back else None
        found = (
            (Flaw.ODD, bool(e.odd)),
            (Flaw.UNTOUCHED, bool(e.untouched)),
            (Flaw.OVER, seen.over),
            (Flaw.DEEP, len(e.plies) > 2 or far),
            (Flaw.HIDDEN, undo is not None and undo.obscured),
            (Flaw.UNSEEN, undo is not None and undo.unseen),
            (Flaw.MOVED, bool(e.moved)),
        )
        return _flags(found) | (self._flaws_of_plies(e) if e.plies else Flaw.NONE)

    def _flaws_of_plies(self, e: Explanation) -> Flaw:
        own, seen = 0, self._evidence
        for t in e.plies:
            own |= t.touched
        astray = max((seen.slips(board, own) for board in seen.strays), default=0)
        several, shown = len(e.plies) > 1, Flaw.SHOWN in e.flaws
        found = (
            (Flaw.SINGLE, any(not t.carries for t in e.plies) or self._only_captured(e)),
            (Flaw.KNOCKED, astray >= (1 if several and not shown else KNOCK)),
            (Flaw.HIDDEN, any(map(self._half_hidden, e.plies))),
            (Flaw.UNSEEN, e.whole and self._unseen(e)),
            (Flaw.EDGE, self._on_an_edge(e) or self._swept(e.plies)),
            (Flaw.SLIDING, self._slides(e)),
            (Flaw.ELSEWHERE, e.kind is Case.MADE and self._may_be_elsewhere(e)),
            (Flaw.ELSEWHERE, e.kind is Case.CHANGED and self._may_be_an_answer(e)),
            (Flaw.ENDS, not e.whole and self.may_end(e.plies[-1])),
        )
        return _flags(found) | (self._flaws_of_several(e, shown=shown) if several else Flaw.NONE)

    def _shown(self, e: Explanation) -> bool:
        """Return whether the board has shown the end of the first ply, left alone since."""
        first, *others = e.plies
        if e.back or any(map(self._evidence.came_back, others)):
            return False
        since = 0 if self._evidence.came_back(first) else self._evidence.since(first.end)
        if since is None:
            return False
        later = captured = 0
        for t in e.plies[1:]:
            later |= t.points
            captured |= t.captured
        # A piece that has landed and goes on was not left alone; one that is captured was.
        later &= captured | ~bits(first.path[-1:])
        return not first.evidence & since & ~later

    def _has_not_landed(self, e: Explanation) -> bool:
        """Return whether a point closed less often than the plies put a piece there."""
        if self._edges is None:
            self._edges = self._evidence.closings()
        closings, changed = self._edges
        landings = Counter[int]()
        for t in e.plies[bool(e.back) : None if e.whole else -1]:
            landings.update((*t.lands, *points_of(t.refilled)))
        return any(
            changed >> point & 1 and closings[point] < times for point, times in landings.items()
        )

    def _flaws_of_several(self, e: Explanation, *, shown: bool) -> Flaw:
        seen, long, loose = self._evidence, len(e.plies) > 2, e.odd & ~self._evidence.passed
        # What the ply taken back had left unexplained does not count again.
        deep = bool(loose & seen.touched or seen.over)
        found = (
            (Flaw.DEEP, e.kind is Case.CHANGED and deep),
            (Flaw.LOOSE, long and bool(loose) and not shown),
            (Flaw.HASTY, long and self._at_once(e.plies)),
        )
        return _flags(found)

    def _may_be_elsewhere(self, e: Explanation) -> bool:
        """Return whether the piece that a ply carries may stand where it could have captured.

        It was in the air together with the piece that belongs there.
        """
        seen, t = self._evidence, e.plies[0]
        odd = e.odd & seen.board & ~seen.flow.put_back
        if not odd or not t.path:
            return False
        odd &= seen.flow.stands(t.path[0]) or 0
        return odd > 0 and any(
            u.path[:1] == t.path[:1] and odd & u.captured & 1 << u.path[-1] for u in seen.patterns
        )

    def _may_be_an_answer(self, e: Explanation) -> bool:
        """Return whether another piece may have come where that of another ply seems to.

        It was lifted meanwhile, and its origin has been refilled, so that no switch tells.
        """
        seen, landing = self._evidence, e.plies[0].path[-1:]
        odd = e.odd & seen.touched & seen.board & ~seen.flow.put_back
        return any(odd & t.refilled and t.path[-1:] == landing for t in seen.patterns)

    def _half_hidden(self, t: MovePattern) -> bool:
        """Return whether an ignored switch hides that a piece was carried, or which one it was."""
        from_ignored = bool(self._evidence.ignored & bits(t.path[:1]))
        return t.obscured and (from_ignored or not t.carries)

    def _unseen(self, e: Explanation) -> bool:
        """Return whether the hands may as well have done nothing, or something else."""
        seen, first, last = self._evidence, e.plies[0], e.plies[-1]
        touched = seen.touched | (seen.before if e.back else 0)
        return bool(
            any(t.unseen for t in e.plies)
            or (first.evidence and not first.evidence & ~seen.borrowed)
            or (last.returns and not any(seen.touched >> p & 1 for p in last.path[1:-1]))
            or first.evidence & ~touched
            or seen.board == seen.believed
        )

    def may_end(self, t: MovePattern) -> bool:
        """Return whether a ply that seems to be under way may be over."""
        seen = self._evidence
        if t.end != seen.board:
            return False
        return t.stops_at(seen.board) or not t.evidence & ~(seen.touched | seen.rested)

    def _at_once(self, plies: Sequence[MovePattern]) -> bool:
        """Return whether two plies were complete too soon after each other for hands."""
        closed = self._evidence.closed
        landed = [closed[p] for t in plies for p in t.path[-1:] if p in closed]
        return _closer(landed, _HASTE)

    def _swept(self, plies: Sequence[MovePattern]) -> bool:
        """Return whether pieces that two plies take off were lifted at one stroke."""
        opened = self._evidence.opened
        runs = [[p for p, _ in t.taken] for t in plies if not t.path]
        lifted = [max(opened.get(p, 0.0) for p in run) for run in runs if run]
        return _closer([at for at in lifted if at], ONE_STROKE)

    def _on_an_edge(self, e: Explanation) -> bool:
        """Return whether a piece that seems to have come to a point may lie on two neighbours.

        No other one was lifted that may have come there.
        """
        seen = self._evidence
        entered = any(t.lands and not t.path for t in e.plies)
        if e.odd or not (entered if e.whole else self._is_unlifted(e.plies[-1])):
            return False
        return any(seen.is_near(p, seen.board) for p in points_of(seen.board & ~seen.believed))

    def _only_captured(self, e: Explanation) -> bool:
        """Return whether of a ply under way, only captured pieces were moved so far."""
        return e.kind is Case.ANSWERING and self._is_unlifted(e.plies[-1])

    def _is_unlifted(self, t: MovePattern) -> bool:
        """Return whether a ply carries a piece that was not lifted in this turn."""
        return not self._evidence.touched & bits(t.path[:1]) and bool(t.path)

    def _slides(self, e: Explanation) -> bool:
        """Return whether the last piece may have been slid to a neighbouring point, or may not.

        It lies on both for as long as that takes. But another piece may as well have been put
        there, before the last one was touched.
        """
        seen, first = self._evidence, e.plies[0]
        kinds = (Case.MADE, Case.CHANGED, Case.ANSWERING)
        if first.path or seen.history.one is None or e.kind not in kinds:
            return False
        closed, opened = seen.closed, seen.opened
        return any(
            seen.game.board.adjacent(one, point)
            and closed.get(point, 0.0) - closed.get(one, 0.0) >= ONE_STROKE
            and (seen.board >> one & 1 or closed.get(point, 0.0) < opened.get(one, 0.0))
            for point in first.lands
            for one in seen.history.pattern(seen.history.one).lands
        )

    # Comparison

    def compare(self, found: Sequence[Explanation]) -> None:
        """Find the flaws of the first one, also those that the others show.

        They may explain the board as well, or go on from here.
        """
        best = found[0]
        if best.kind not in (Case.REST, Case.HAND):
            best.flaws |= self._flaws(best)
        complete = best.kind in (Case.MADE, Case.BOTH)
        if self._evidence.worst >= KNOCK and best.kind is not Case.REST:
            best.flaws |= Flaw.ASTRAY if best.odd or not complete else Flaw.NONE
        doubtful = len(best.plies) > 2 or (complete and Flaw.KNOCKED in best.flaws)
        if len(best.plies) > 1 and doubtful and self._mixed(best.plies):
            best.flaws |= Flaw.ASTRAY
        if best.kind is Case.REST and any(e.kind is Case.CHANGED for e in found):
            best.flaws |= Flaw.ALIKE
        if best.kind is Case.HAND:
            ends = [e for e in found if e.kind is Case.HAND and Flaw.ENDS in e.flaws]
            best.flaws |= Flaw.ENDS if ends else Flaw.NONE
            best.flaws |= Flaw.ALIKE if len({e.plies[0].after for e in ends}) > 1 else Flaw.NONE
        if not best.whole:
            return
        for e in found[1:]:
            if e.kind is best.kind and e.differs(best) and alike(best, e):
                best.flaws |= Flaw.ALIKE
                if best.kind is Case.BOTH and e.plies[0].same_hands(best.plies[0]):
                    best.flaws |= Flaw.KIND
            if best.kind is Case.MADE and e.kind is Case.HAND and e.differs(best):
                longer = e.plies[0]
                if longer.after != best.plies[0].after and longer.stops_at(self._evidence.board):
                    best.flaws |= Flaw.STOPS
                less = best.odd & ~e.odd and not e.odd & ~best.odd
                if less and longer.path[:1] == best.plies[0].path[:1]:
                    best.flaws |= Flaw.LESS

    def _mixed(self, plies: Sequence[MovePattern]) -> bool:
        """Return whether several of the pieces that plies carry were astray at once."""
        seen = self._evidence
        carried = seen.believed & bits(t.path[0] for t in plies if t.path)
        missing = (carried & ~board for board in seen.strays)
        return any(points & (points - 1) for points in missing)


def alike(best: Explanation, other: Explanation) -> bool:
    """Return whether the evidence does not decide between two explanations.

    They leave the same unexplained, or both something. Of more than two plies in one go, edges tell
    little.
    """
    same = other.odd == best.odd
    margin = TIED if same and len(best.plies) < 3 else RIVAL_MARGIN
    return (same or bool(best.odd)) and other.cost <= best.cost + margin


def _flags(found: Iterable[tuple[Flaw, bool]]) -> Flaw:
    return Flaw(sum(flaw.value for flaw, holds in found if holds))


def _closer(times: Iterable[float], seconds: float) -> bool:
    """Return whether two of these times are less than `seconds` apart."""
    return any(two - one < seconds for one, two in pairwise(sorted(times)))
