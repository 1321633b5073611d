"""A plan that guidance keeps: what it has asked for is done before anything else is read.

An edge that the step asked for, or that takes such an edge back, is the plan's. Once a step is
done, the next one is for the same goal. Any other edge ends the plan, and so does the button; then
explanations compete again.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.hands.view import Mend

_READ = 0.4  # seconds in which nobody takes in what is told


@dataclass(slots=True)
class KeptPlan:
    """A goal, and the step towards it that players have been told last.

    Attributes:
        goal: The board that is wanted, as bits.
        mend: The step.
        told: When the plan was told first (seconds).
        begun: Whether hands follow it.
        done: The points where hands have done what the step asks for, as bits.
    """

    goal: int
    mend: Mend
    told: float
    begun: bool = False
    done: int = 0

    def tell(self, mend: Mend) -> None:
        """Go on to the next step."""
        self.mend, self.done = mend, 0

    def follows(self, point: int, closed: bool, at: float) -> bool:
        """Take an edge at `at` (seconds).

        Returns whether the step asked for it, or whether it takes that back.
        """
        bit = 1 << point
        if not self.begun and at - self.told < _READ:
            return False
        if closed and self.done & bit and not self.mend.put_here & bit:
            self.done &= ~bit  # put back where it was
        elif bit & self._asked(closed):
            self.done |= bit
        elif not (bit & self.done and not closed):
            return False
        self.begun = True
        return True

    def finished(self, board: int) -> bool:
        """Return whether all that the step asks for is done on a board (bits)."""
        return not self._away and not self.mend.put_here & ~board

    def left(self, board: int) -> Mend:
        """Return what the step still asks for on a board (bits)."""
        away, here = self._away, self.mend.put_here & ~board
        then = self.mend.then if away else 0
        pieces = tuple((p, s) for p, s in self.mend.pieces if (away | here | then) >> p & 1)
        return Mend(away, here, then, pieces)

    def _asked(self, closed: bool) -> int:
        """Return the points where the step asks for a piece to be put (True) or lifted, as bits.

        What is put somewhere has to be lifted first.
        """
        if not closed:
            return self._away
        return 0 if self._away else self.mend.put_here

    @property
    def _away(self) -> int:
        return self.mend.take_away & ~self.done
