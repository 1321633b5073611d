"""Guidance from any board to the right one, one piece at a time, in the fewest steps."""

from __future__ import annotations

from collections.abc import Iterable

from companion.geometry import Board, Point, points_of
from companion.tracking.view import Mend


def effort(sensed: int, wanted: int) -> tuple[int, int]:
    """The effort to turn a board into the wanted one: how many pieces have to be handled, and how
    many switches change."""
    missing, extra = (wanted & ~sensed).bit_count(), (sensed & ~wanted).bit_count()
    return max(missing, extra), missing + extra


def nearest_board(sensed: int, believed: int, others: Iterable[int]) -> int:
    """The board that takes the least effort to reach. If several others are equally near, it is the
    believed one: to choose between them would be to guess what was meant."""
    best, least = [believed], effort(sensed, believed)
    for other in others:
        needed = effort(sensed, other)
        if needed < least:
            best, least = [other], needed
        elif needed == least:
            best.append(other)
    return best[0] if len(best) == 1 else believed


def towards(board: Board, sensed: int, wanted: int) -> tuple[int, int]:
    """Where to put pieces next, and where to remove them, as bits. While some are missing and
    others are extra, that is one pair at a time; otherwise all at once, in any order."""
    pair = mend(board, sensed, wanted)
    if pair.put_here is None or pair.take_away is None:
        return wanted & ~sensed, sensed & ~wanted
    return 1 << pair.put_here, 1 << pair.take_away


def mend(board: Board, sensed: int, wanted: int) -> Mend:
    """The next step: the extra piece and the missing piece that are nearest to each other."""
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
