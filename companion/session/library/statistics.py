"""Counts of games: by result, length and time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import floor, log10

from companion.protocol.library_messages import SpanCount

_SPANS = 12  # the most in a plot
_OUTLIERS = 50  # one value in so many may lie beyond the last regular span
_STEPS = (1, 2, 5, 10)


def spans(values: Sequence[float]) -> tuple[SpanCount, ...]:
    """Count the values in spans of equal, round width, from 0 up.

    The last span also holds the few outliers beyond almost all other values.
    """
    if not values:
        return ()
    ordered = sorted(values)
    most = ordered[-1 - len(ordered) // _OUTLIERS]  # one long game must not flatten the rest
    width = _width(most / _SPANS)
    edges = [width * n for n in range(int(most / width) + 2)]
    found = [SpanCount(low, high, _between(ordered, low, high)) for low, high in pairwise(edges)]
    beyond = sum(value >= edges[-1] for value in ordered)
    if beyond:
        found.append(SpanCount(edges[-1], ordered[-1] + width, beyond))
    return tuple(found)


def _width(least: float) -> float:
    """Return the smallest of 1, 2, 5, 10, 20, 50, … that is not less than `least`."""
    if least <= 1:
        return 1.0
    scale = 10.0 ** floor(log10(least))
    return next(step * scale for step in _STEPS if step * scale >= least)


def _between(values: Iterable[float], low: float, high: float) -> int:
    return sum(low <= value < high for value in values)
