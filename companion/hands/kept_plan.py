"""A plan that guidance keeps: what it has asked for is done before anything else is read.

An edge that the step asked for, or that takes such an edge back, is the plan's. Several pieces may
be taken off in any order, and then be put where the players were told to, in any order as well.
Once a step is done, the next one is for the same goal. Any other edge ends the plan, and so does
the button; then explanations compete again, and what was done of the last step counts as evidence.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from companion.hands.timing import UNREAD
from companion.hands.view import Mend
from companion.rules.geometry import Point


class Edge(NamedTuple):
    """A point that changed.

    Attributes:
        point: The point.
        closed: Whether its switch closed.
        at: When (seconds).
        board: The board since then, as bits.
    """

    point: Point
    closed: bool
    at: float
    board: int


@dataclass(slots=True)
class KeptPlan:
    """A goal, and the step towards it that players have been told last.

    Attributes:
        goal: The board that is wanted, as bits.
        mend: The step.
        told: When the plan was told first (seconds).
        done: The points where hands have done what the step asks for, as bits.
        edges: What hands have done of the step, and taken back of it; and what they have lifted
            for the one before.
        further: Whether hands have done a step.
    """

    goal: int
    mend: Mend
    told: float
    done: int = 0
    edges: list[Edge] = field(default_factory=list)
    further: bool = False

    @property
    def begun(self) -> bool:
        """Whether hands follow it."""
        return self.further or bool(self.done)

    def tell(self, mend: Mend, board: int) -> None:
        """Go on to the next step. What is still to be put on a board (bits) stays told.

        What was lifted may still be in the hand.
        """
        if not mend.take_away:
            then = self.mend.then & ~(mend.put_here | board)
            told = (one for one in self.mend.pieces if then >> one[0] & 1)
            mend = replace(mend, then=then, pieces=(*mend.pieces, *told))
        self.mend, self.done, self.further = mend, 0, True
        last = {edge.point: edge for edge in self.edges}
        self.edges = [edge for edge in last.values() if not edge.closed]

    def follows(self, edge: Edge) -> bool:
        """Take an edge.

        Returns whether the step asked for it, or whether it takes that back.
        """
        bit = 1 << edge.point
        if not self.begun and edge.at - self.told < UNREAD:
            return False
        if bit & ~self.done & self._asked(edge.closed):
            self.done |= bit
        elif bit & self.done:
            self.done &= ~bit
        else:
            return False
        self.edges.append(edge)
        return True

    @property
    def halfway(self) -> bool:
        """Whether some, but not all of the pieces are off that the step wants off."""
        return bool(self.done and self._away)

    def finished(self, board: int) -> bool:
        """Return whether all that the step asks for is done on a board (bits)."""
        return not self._away and not self.mend.put_here & ~board

    def left(self, board: int) -> Mend:
        """Return what the step still asks for on a board (bits)."""
        away, here = self._away, self.mend.put_here & ~board
        then = self.mend.then if away else self.mend.then & ~board
        pieces = tuple((p, s) for p, s in self.mend.pieces if (away | here | then) >> p & 1)
        return Mend(away, here, then, pieces)

    def _asked(self, closed: bool) -> int:
        """Return the points where the step asks for a piece to be put (True) or lifted, as bits.

        What is put somewhere has to be lifted first.
        """
        if not closed:
            return self._away
        return 0 if self._away else self.mend.put_here | self.mend.then

    @property
    def _away(self) -> int:
        return self.mend.take_away & ~self.done
