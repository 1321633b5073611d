"""The time that remote players use for their turns, as far as this board can see it.

A remote player's own board measures that time, and says how long each ply took. What it says may
fall short of what is seen here: moves travel, and a board's clock stands still while its player
makes the moves of others. So a claim is believed within limits:

- it may fall short of the time in which the remote board said that its player was thinking by
  `TRAVEL` seconds in each turn;
- it may fall short of the whole turn, as long as the board was connected, by `MAKING` more;
- beyond that, by no more than an allowance for the whole game: a fifth of the first time on the
  clock, at least `LEAST_ALLOWANCE` and at most `MOST_ALLOWANCE` seconds.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from companion.rules import Seat

TRAVEL = 3.0
"""The seconds that messages may travel in each turn."""

MAKING = 30.0
"""The seconds that a player may need in each turn to make the moves of others."""

LEAST_ALLOWANCE, MOST_ALLOWANCE = 5.0, 60.0
"""The smallest and the largest allowance for a game (seconds)."""


class SeenTime:
    """Counts the time of remote players in one game.

    Args:
        initial: The time of each seat at the start of the game (seconds).
    """

    def __init__(self, initial: Sequence[float]) -> None:
        # What is left of each seat's allowance.
        self._left = [min(max(time / 5, LEAST_ALLOWANCE), MOST_ALLOWANCE) for time in initial]
        self._turn: Hashable = None
        self._seat = Seat(0)
        self._at = 0.0
        self._counts = self._thinks = False
        self._whole = self._thought = 0.0
        self._counted: float | None = None

    def follow(
        self, turn: Hashable, seat: Seat, at: float, *, counts: bool, thinks: bool = False
    ) -> None:
        """Take note of the present state; it holds until the next call.

        Args:
            turn: What tells this turn from all others.
            seat: The seat whose turn it is.
            at: When (seconds).
            counts: Whether time passes for the seat: its board is connected, and has not moved.
            thinks: Whether its board says that its player is thinking.
        """
        if turn != self._turn:
            self._turn, self._seat = turn, seat
            self._whole = self._thought = 0.0
            self._counted = None
        elif self._counts:
            self._whole += at - self._at
            self._thought += (at - self._at) if self._thinks else 0.0
        self._at, self._counts, self._thinks = at, counts, thinks

    def least(self, at: float) -> float:
        """Return the least time that the seat has used in this turn (seconds).

        Once the turn has been counted, that is what was counted.
        """
        if self._counted is not None:
            return self._counted
        return max(0.0, self._seen(at) - self._left[self._seat])

    def due(self, seconds: float) -> float | None:
        """Return when `least` will reach a time, if nothing else happens.

        Args:
            seconds: That time, which has not been reached yet.

        Returns:
            When (seconds); None if no time passes for the seat.
        """
        if not self._counts:
            return None
        wanted = seconds + self._left[self._seat]
        waits = [wanted + TRAVEL + MAKING - self._whole]
        if self._thinks:
            waits.append(wanted + TRAVEL - self._thought)
        return self._at + min(waits)

    def claim(self, used: float, at: float) -> float:
        """Return the time that counts for a turn for which the seat's board has named one.

        The difference is taken off the allowance, once for each turn.
        """
        if self._counted is None:
            self._counted = max(used, self.least(at))
            self._left[self._seat] -= max(0.0, self._seen(at) - self._counted)
        return self._counted

    def _seen(self, at: float) -> float:
        passed = at - self._at if self._counts else 0.0
        thought = self._thought + (passed if self._thinks else 0.0)
        return max(0.0, thought - TRAVEL, self._whole + passed - TRAVEL - MAKING)
