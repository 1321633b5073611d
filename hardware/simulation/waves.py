"""Measures curves: when they cross a level, how long they stay above it, what they add up to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

Curve = Sequence[float]


def crossings(times: Curve, values: Curve, level: float) -> Iterator[tuple[float, bool]]:
    """The moments at which a curve crosses a level, and whether it rises there."""
    for (start, low), (end, high) in pairwise(zip(times, values, strict=True)):
        if (low < level) != (high < level):
            yield start + (end - start) * (level - low) / (high - low), high > low


def first(times: Curve, values: Curve, level: float, rising: bool, after: float = 0.0) -> float:
    """Return the first moment after `after` at which a curve crosses a level in this direction.

    Raises:
        ValueError: If it never does.
    """
    for at, up in crossings(times, values, level):
        if at >= after and up is rising:
            return at
    raise ValueError(f"{level:g} is never crossed")


def settled(times: Curve, values: Curve, level: float, after: float) -> float:
    """Return the moment from which on a curve stays above a level.

    Returns:
        The moment; `after` if the curve was never below the level since then.

    Raises:
        ValueError: If it ends below the level.
    """
    if values[-1] < level:
        raise ValueError(f"it does not stay above {level:g}")
    return max([at for at, up in crossings(times, values, level) if up and at > after] or [after])


def above(times: Curve, values: Curve, level: float) -> tuple[float, ...]:
    """How long each pulse above a level lasts, for pulses that begin and end within the curve."""
    edges = list(crossings(times, values, level))
    return tuple(end - start for (start, up), (end, _) in pairwise(edges) if up)


def at_time(times: Curve, values: Curve, at: float) -> float:
    """The value at a moment."""
    for (start, low), (end, high) in pairwise(zip(times, values, strict=True)):
        if start <= at <= end:
            return low + (high - low) * (at - start) / (end - start)
    raise ValueError(f"the curve does not reach {at:g} s")


def integral(times: Curve, values: Curve) -> float:
    """The area under a curve."""
    pairs = pairwise(zip(times, values, strict=True))
    return sum((end - start) * (low + high) / 2 for (start, low), (end, high) in pairs)
