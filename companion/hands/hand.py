"""The hints during a move: where pieces come from and go to, and what to take off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.hands.pattern import MovePattern


@dataclass(slots=True)
class HandHints:
    """Sets of points as bits, named and documented as in `View`."""

    movable: int = 0
    sources: int = 0
    targets: int = 0
    victims: int = 0
    take_off: int = 0
    go_on: int = 0


def hand_hints(patterns: Sequence[MovePattern], sensed: int, touched: int) -> HandHints:
    """Return the hints of all moves that fit the board.

    Args:
        patterns: The moves.
        sensed: What the switches show, as bits.
        touched: The points that the hands have touched so far, as bits.
    """
    lifted = [t for t in patterns if t.path and not sensed >> t.path[0] & 1]
    found, off, captured = HandHints(), set[int](), 0
    for pattern in lifted or patterns:
        found.take_off = 0
        captured |= pattern.captured
        if pattern.path:
            _carried(pattern, sensed, touched, found)
        else:
            found.movable |= sensed & pattern.captured
            _extras(pattern, sensed, found)
        off.add(found.take_off)
    same_way = len({pattern.path for pattern in lifted or patterns}) == 1
    _choose(off, captured if same_way else 0, found)
    return found


def _choose(off: set[int], captured: int, found: HandHints) -> None:
    """Hint at what must be taken off, by what each move that fits takes off now (bits).

    If no piece has to go whichever the move is, there is a choice between `captured` ones (bits):
    those of moves that carry the piece the same way.
    """
    common, either = ~0, 0
    for points in off:
        common, either = common & points, either | points
    if len(off) > 1 and not common and 0 not in off and not either & ~captured:
        found.take_off = 0
        found.movable |= either
    else:
        found.take_off = either


def _carried(pattern: MovePattern, sensed: int, touched: int, found: HandHints) -> None:
    path, captured = pattern.path, pattern.captured
    # A captured piece also causes an edge where it stood. If the path lands there, only a piece
    # that stands there now proves that the landing was reached.
    came = touched & (~captured | sensed)
    passed = max(i for i, p in enumerate(path) if i == 0 or came >> p & 1)
    here = 1 << path[passed]
    standing = bool(sensed & here)
    if passed == 0 and standing:  # not lifted yet: a captured piece was taken off first
        found.movable |= here
        if pattern.refilled & touched:  # or it is in hand, and another piece has been put there
            found.targets |= 1 << path[-1]
    else:
        found.sources |= ~sensed & 1 << path[0]
        if passed + 1 < len(path):
            # A chain that captures nothing may be made in one go.
            found.targets |= 1 << path[passed + 1 if pattern.taken else -1]
            if standing:
                found.go_on |= here
        elif not standing:
            found.targets |= here
        else:
            _extras(pattern, sensed, found)
    for point, hops in pattern.taken:
        if point == path[passed]:
            continue
        if hops <= passed and standing and passed:
            found.take_off |= sensed & 1 << point
        else:
            found.victims |= sensed & 1 << point


def _extras(pattern: MovePattern, sensed: int, found: HandHints) -> None:
    for point, occupied in pattern.extras:
        if occupied and not sensed >> point & 1:
            found.targets |= 1 << point
            return
        if not occupied and sensed >> point & 1:
            found.take_off |= 1 << point
            return
