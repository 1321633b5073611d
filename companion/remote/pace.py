"""The pauses between attempts to reach somebody far away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Pace:
    """The pauses before new attempts to connect, in seconds.

    Attributes:
        first: The first pause.
        most: The longest.
    """

    first: float = 1.0
    most: float = 60.0

    def pauses(self, rng: Random) -> Iterator[float]:
        """Yield each pause in turn: it doubles each time, and is shortened at random by up to half.

        So not all boards come at once when a broker is back.
        """
        pause = self.first
        while True:
            yield pause * rng.uniform(0.5, 1.0)
            pause = min(2 * pause, self.most)
