"""Which wire is thick enough, judged by its voltage drop."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

COPPER = 0.0175
"""Ω mm²/m."""


@dataclass(frozen=True, slots=True)
class Wire:
    """A stranded copper wire, given by its American gauge."""

    gauge: int

    @property
    def area(self) -> float:
        """The cross-section of copper in mm²."""
        across: float = 0.127 * 92 ** ((36 - self.gauge) / 39)  # mm, by the gauge's definition
        return pi / 4 * across * across

    def loss(self, amperes: float, metres: float) -> float:
        """Return the voltage drop over both conductors, in volts."""
        return 2 * metres * amperes * COPPER / self.area

    def __str__(self) -> str:
        return f"AWG {self.gauge} ({self.area:.2f} mm²)"


MAIN = Wire(18)
"""From the supply over the fuse to the first pixel and to each further feed."""

FEED = Wire(22)
"""From point to point of the lamps, where they are cut apart, and from the main wires to a feed."""

SIGNAL = Wire(26)
"""To reeds, button and the lamps' data: a fraction of a milliampere, so thin and easy to bend."""

COMMON = 0.5
"""Metres of the main wires from the jack over the fuse to where they branch to the feeds."""
