"""From any board to the wanted one, one pair at a time, in the fewest liftings."""

from __future__ import annotations

from collections.abc import Iterable

from companion.geometry import Board, Point, points_of
from companion.tracking.view import Mend


def liftings(sensed: int, wanted: int) -> int:
    """How many pieces have to be lifted to make one board of the other."""
    return max((wanted & ~sensed).bit_count(), (sensed & ~wanted).bit_count())


def nearest(sensed: int, believed: int, others: Iterable[int]) -> int:
    """The board that takes the fewest liftings; the believed one where another is no better."""
    best, least = believed, liftings(sensed, believed)
    for other in others:
        count = liftings(sensed, other)
        if count < least:
            best, least = other, count
    return best


def mend(board: Board, sensed: int, wanted: int) -> Mend:
    """The next lifting: of the pieces too much and the points that miss one, the nearest pair."""
    missing = list(points_of(wanted & ~sensed))
    extra = list(points_of(sensed & ~wanted))
    if not extra:
        return Mend(None, missing[0] if missing else None)
    if not missing:
        return Mend(extra[0], None)

    def apart(pair: tuple[Point, Point]) -> float:
        (ax, ay), (bx, by) = board.xy[pair[0]], board.xy[pair[1]]
        return (ax - bx) ** 2 + (ay - by) ** 2

    return Mend(*min(((a, b) for a in extra for b in missing), key=apart))
