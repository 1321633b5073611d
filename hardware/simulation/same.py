"""Compares generated files whose numbers another machine or version of ngspice rounds otherwise."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"\d+(?:\.\d+)?")

PART = 0.05
"""Numbers may differ by this part of themselves, or by one of their last digit."""

PIXELS = 3.0
"""Coordinates may differ by so much: the ringing of a line depends on the simulator's steps, which
are not the same on every processor."""


def same(one: bytes, other: bytes, drawn: bool = False) -> bool:
    """Return whether two texts are the same but for small differences between their numbers.

    Args:
        one: A text.
        other: The text to compare it with.
        drawn: Whether their numbers are coordinates of a drawing.
    """
    first, second = one.decode("utf-8"), other.decode("utf-8")
    if _NUMBER.sub("#", first) != _NUMBER.sub("#", second):
        return False
    pairs = zip(_NUMBER.findall(first), _NUMBER.findall(second), strict=True)
    return all(_near(a, b, drawn) for a, b in pairs)


def _near(one: str, other: str, drawn: bool) -> bool:
    last = PIXELS if drawn else 10.0 ** -len(one.partition(".")[2])
    apart = abs(float(one) - float(other))
    return apart <= max(PART * abs(float(one)), 1.01 * last)
