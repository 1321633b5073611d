"""What is joined to what: groups of things that touch, directly or by others."""

from __future__ import annotations

from collections.abc import Hashable


class Joining:
    """Things that are joined by and by; those that never were stand alone."""

    def __init__(self) -> None:
        self._above: dict[Hashable, Hashable] = {}

    def join(self, one: Hashable, other: Hashable) -> None:
        """Join two things, and with them all that are joined to either."""
        first, second = self.group(one), self.group(other)
        if first != second:
            self._above[first] = second

    def group(self, thing: Hashable) -> Hashable:
        """Return something that is the same for all that are joined to this."""
        above = self._above
        while thing in above:
            if above[thing] in above:
                above[thing] = above[above[thing]]  # the way is shorter next time
            thing = above[thing]
        return thing
