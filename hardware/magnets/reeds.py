"""What a magnet does to a reed, in the ampere-turns by which makers grade reeds.

The field of a disc comes from magpylib. A reed is two blades of soft iron on one line, each with
its lead as far as that is straight; there is a gap between them, and they close when the magnetic
tension across the gap is high enough. Each blade takes one magnetic potential and gathers as much
flux at one place as it loses at others (a method of moments with thin wires, as it is used for
aerials). So reeds that lie side by side take flux from each other, and so does the gap.

The tension is given in ampere-turns: those of a coil of the usual size around a reed with whole
leads, which is how makers measure. So a reed of 15 AT closes at 15, wherever its field comes from.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from math import asinh, pi

import numpy as np
from magpylib.magnet import Cylinder
from numpy.typing import NDArray

from hardware.parts.magnets import Disc

Numbers = NDArray[np.float64]

RADIUS = 0.35
"""mm; of a lead, and of a round wire that does what a flattened blade does."""

GAP = 4.0
"""How well the gap conducts flux, as the area of the blades' overlap over their distance (mm). The
one number that was chosen so that published distances come out; see `published.py`."""

LEADS = 50.0
"""mm; a reed from the end of one lead to the end of the other, as it is tested."""

COIL, COIL_RADIUS = 14.0, 3.0
"""mm; a test coil is about as long as the glass."""

STEP = 0.5
"""mm of iron that are taken together."""


@dataclass(frozen=True, slots=True)
class Reed:
    """A reed by the middle of its glass (mm), the way that it lies, and how long it is straight."""

    middle: tuple[float, float, float]
    way: tuple[float, float, float]
    straight: float


@dataclass(frozen=True, slots=True)
class Placed:
    """A magnet with its pole down, its middle at a height (mm) above the playing surface."""

    disc: Disc
    height: float


class Reeds:
    """Reeds that lie close enough to share flux."""

    def __init__(self, *reeds: Reed) -> None:
        self.reeds = reeds
        self._count = [2 * round(reed.straight / 2 / STEP) for reed in reeds]
        self._steps = [
            reed.straight / count for reed, count in zip(reeds, self._count, strict=True)
        ]
        self.spots = np.concatenate(
            [
                np.array(reed.middle) + np.outer(_along(count, step), reed.way)
                for reed, count, step in zip(reeds, self._count, self._steps, strict=True)
            ]
        )
        self._ways = np.repeat(np.array([reed.way for reed in reeds]), self._count, axis=0)

    @cached_property
    def weights(self) -> Numbers:
        """For each reed, the ampere-turns for 1 A/mm along each piece of iron."""
        return self.tensions() / _tension_of_one_turn()

    def felt(self, magnets: Iterable[Placed], at: Numbers) -> Numbers:
        """The ampere-turns at each reed, signed, for magnets above one another at each place.

        `at` has a row (x, y) in mm for each placement; the result a row for each placement, with a
        number for each reed.
        """
        total = np.zeros((len(at), len(self.reeds)))
        apart = self.spots[None] - np.pad(at, ((0, 0), (0, 1)))[:, None]
        for placed in magnets:
            field = _field(placed.disc, apart - (0, 0, placed.height))
            total += np.einsum("psx,sx->ps", field, self._ways) @ self.weights.T
        return total

    def tensions(self) -> Numbers:
        """For each reed, the tension across its gap (A) for 1 A/mm along each piece of iron."""
        blades = np.repeat(np.arange(2 * len(self.reeds)), np.repeat(self._count, 2) // 2)
        apart = np.linalg.norm(self.spots[:, None] - self.spots[None], axis=2)
        steps = np.repeat(self._steps, self._count)
        mutual = 1 / (4 * pi * np.hypot(apart, RADIUS))
        np.fill_diagonal(mutual, [2 * asinh(step / 2 / RADIUS) / (4 * pi * step) for step in steps])
        size, many = len(blades), 2 * len(self.reeds)
        # Unknown are the pole on each piece of iron and the potential of each blade. The potential
        # is the same all over a blade; a blade has no pole over all but what crosses the gap.
        known = np.zeros((size + many, size + many))
        known[:size, :size] = mutual
        known[np.arange(size), size + blades] = -1
        known[size + blades, np.arange(size)] = 1
        for blade in range(many):
            known[size + blade, size + blade] += GAP
            known[size + blade, size + (blade ^ 1)] -= GAP
        solved = -np.linalg.inv(known)[size:, :size]
        across = solved[1::2] - solved[0::2]
        # A field along a reed is a potential that falls: sum it up from each reed's first piece on.
        falls = np.zeros((size, size))
        start = 0
        for count, step in zip(self._count, self._steps, strict=True):
            block = np.tri(count) - 0.5 * np.eye(count)
            falls[start : start + count, start : start + count] = -step * block
            start += count
        return np.asarray(across @ falls)


def _along(count: int, step: float) -> Numbers:
    return np.asarray((np.arange(count) - (count - 1) / 2) * step, np.float64)


_TESTED = Reed((0, 0, 0), (1, 0, 0), LEADS)


@cache
def _tension_of_one_turn() -> float:
    """What one ampere-turn of the test coil does to a reed with whole leads."""
    reeds = Reeds(_TESTED)
    ends = reeds.spots[:, 0, None] + np.array((COIL / 2, -COIL / 2))
    sines = ends / np.hypot(ends, COIL_RADIUS)
    field = (sines[:, 0] - sines[:, 1]) / (2 * COIL)
    return float(abs((reeds.tensions() @ field)[0]))


def _field(disc: Disc, apart: Numbers) -> Numbers:
    """The field (A/mm) of a disc with its pole up, by magpylib, which counts in metres."""
    magnet = Cylinder(
        dimension=(disc.diameter * 1e-3, disc.thickness * 1e-3), polarization=(0, 0, disc.remanence)
    )
    return np.asarray(magnet.getH(apart * 1e-3), np.float64).reshape(apart.shape) * 1e-3
