"""In which part of its square a piece is felt, and what its neighbours do to that."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from hardware.magnets.places import FAR, NEAR, SURE, Played, placements
from hardware.magnets.reeds import Numbers, Reeds

DULL, KEEN = 15.0, 10.0
"""The ampere-turns of the dullest and of the keenest reed that is bought as 10 to 15 AT."""

MARGIN = 1.3
"""By how much the field exceeds what the dullest reed needs, where a piece has to be felt for
certain."""

LETS_GO = 0.75
"""A closed reed opens at this share of what closed it, by the published distances at the least."""

SEED = 14


@dataclass(frozen=True, slots=True)
class Felt:
    """The shares of placements that close a reed, from 0 to 1.

    far, near: within FAR and NEAR of the point. sure: within SURE, with MARGIN to spare.
    margin: the least field within SURE over what the reed needs.
    """

    far: float
    near: float
    sure: float
    margin: float


Around = Iterable[tuple[float, float]]
"""From a point to each of those around it."""


def strengths(reeds: Reeds, played: Played, stack: int = 1, around: Around = ()) -> Numbers:
    """Return the ampere-turns at the reed that feels most, for a stack at each place within FAR.

    Args:
        reeds: The reeds of a point.
        played: The pieces.
        stack: How many pieces are in a stack.
        around: From the point to each one around it that has a stack as well, somewhere in its
            square of the usual pitch.
    """
    at = placements(FAR)
    signed = reeds.felt(played.magnets(stack), at)
    chance = np.random.default_rng(SEED)
    for away in around:
        there = chance.uniform(-FAR, FAR, at.shape) + away
        signed += reeds.felt(played.magnets(stack), there)
    return np.asarray(np.abs(signed).max(axis=1))


def judged(strengths: Numbers, turns: float) -> Felt:
    """How a reed of so many ampere-turns feels a stack, from its strengths."""
    share = strengths / turns
    distance = np.abs(placements(FAR)).max(axis=1)
    sure = share[distance <= SURE]
    return Felt(
        float(np.mean(share >= 1)),
        float(np.mean(share[distance <= NEAR] >= 1)),
        float(np.mean(sure >= MARGIN)),
        float(sure.min()),
    )


def felt(reeds: Reeds, played: Played) -> Felt:
    """How the dullest reed feels a single piece."""
    return judged(strengths(reeds, played), DULL)


def strayed(reeds: Reeds, played: Played, stack: int, around: Around, far: float = FAR) -> float:
    """Return the most ampere-turns at a reed under a vacant point.

    Every point around has a stack of the strongest magnets, each at the worst place of its square.

    Args:
        reeds: The reeds of the vacant point.
        played: The pieces.
        stack: How many pieces are in a stack.
        around: From the vacant point to each one around it.
        far: Half the width of a square, in mm.
    """
    low = high = np.zeros(len(reeds.reeds))
    for away in around:
        strongest = played.strongest.magnets(stack)
        signed = reeds.felt(strongest, placements(far, far / 4) + away)
        low, high = low + signed.min(axis=0), high + signed.max(axis=0)
    return float(max(high.max(), -low.min()))


def free(pitch: float) -> float:
    """How far off its point a piece can stand without touching a neighbour that does so, too."""
    return min(FAR, (pitch - 24) / 2)


def field(reeds: Reeds, played: Played, half: float, step: float = 1.0) -> Numbers:
    """Return the ampere-turns at the reed that feels most, for each placement in a square.

    Args:
        reeds: The reeds of a point.
        played: The pieces.
        half: Half the width of the square, in mm.
        step: From one placement to the next, in mm.

    Returns:
        Rows from the south, columns from the west.
    """
    at = placements(half, step)
    side = round(len(at) ** 0.5)
    strongest = np.abs(reeds.felt(played.magnets(1), at)).max(axis=1)
    return np.asarray(strongest.reshape(side, side).T, np.float64)
