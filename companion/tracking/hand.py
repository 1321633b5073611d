"""What to show while a move is on its way: where from, where to, what to take off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.geometry import bits
from companion.tracking.track import Track


@dataclass(slots=True)
class Hints:
    """Sets of points, named as in `View`."""

    movable: int = 0
    sources: int = 0
    targets: int = 0
    victims: int = 0
    take_off: int = 0
    go_on: int = 0


def hints(tracks: Sequence[Track], sensed: int, touched: int) -> Hints:
    """What the moves that fit the board have in common with what the hands have done so far."""
    lifted = [t for t in tracks if t.path and not sensed >> t.path[0] & 1]
    found = Hints()
    for track in lifted or tracks:
        if track.path:
            _carried(track, sensed, touched, found)
        else:
            for point, _ in track.taken:
                found.movable |= sensed & 1 << point
            _extras(track, sensed, found)
    return found


def _carried(track: Track, sensed: int, touched: int, found: Hints) -> None:
    path = track.path
    captured = bits(point for point, _ in track.taken)
    # A landing where a piece was captured shows an edge for that as well: there the piece must
    # stand to have come.
    came = touched & (~captured | sensed)
    passed = max(i for i, p in enumerate(path) if i == 0 or came >> p & 1)
    here = 1 << path[passed]
    standing = bool(sensed & here)
    if passed == 0 and standing:  # not lifted yet: a captured piece came off first
        found.movable |= here
        if track.refilled & touched:  # or it is in hand, and another stands there by now
            found.targets |= 1 << path[-1]
    else:
        found.sources |= ~sensed & 1 << path[0]
        if passed + 1 < len(path):
            # A chain that takes nothing may be carried out in one go.
            found.targets |= 1 << path[passed + 1 if track.taken else -1]
            if standing:
                found.go_on |= here
        elif not standing:
            found.targets |= here
        else:
            _extras(track, sensed, found)
    for point, hops in track.taken:
        if point == path[passed]:
            continue
        if hops <= passed and standing and passed:
            found.take_off |= sensed & 1 << point
        else:
            found.victims |= sensed & 1 << point


def _extras(track: Track, sensed: int, found: Hints) -> None:
    for point, occupied in track.extras:
        if occupied and not sensed >> point & 1:
            found.targets |= 1 << point
            return
        if not occupied and sensed >> point & 1:
            found.take_off |= 1 << point
            return
