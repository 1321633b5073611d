"""The blink patterns of the rhythms: a lamp's brightness, millisecond by millisecond.

Every pattern is a repeating table of durations and levels. Whole milliseconds keep the changes
exact: a frame computed at the moment of a change always shows the new level.
"""

from __future__ import annotations

from bisect import bisect
from functools import cache
from itertools import accumulate
from math import cos, pi

from companion.device.lamps.palette import Rhythm

Pattern = tuple[tuple[int, float], ...]
"""Pairs of a duration (ms) and a level (0 to 1), in order; empty for steady light."""

FRAME_MS = 40
"""The duration (ms) of one frame of a smooth animation: 25 frames a second."""

_BREATH = 60  # frames of one breath
_BREATH_MS = 50  # of each: a breath of three seconds is as smooth as a faster one at 25 a second
_EBB = 0.25  # perceived brightness at a breath's darkest moment
_EYE = 2.2  # gamma: half the perceived brightness takes a fifth of the light

_FLASH = 200  # ms on, then ms off: fewer than three flashes a second, for photosensitive people
_REST = 600  # ms between one candidate's flashes and the next one's
_GLOW = 0.05  # a candidate's level between its turns
_MOST_FLASHES = 5  # more cannot be counted at a glance


def _breath() -> Pattern:
    waves = (0.5 + 0.5 * cos(2 * pi * i / _BREATH) for i in range(_BREATH))
    return tuple((_BREATH_MS, (_EBB + (1 - _EBB) * wave) ** _EYE) for wave in waves)


PATTERNS: dict[Rhythm, Pattern] = {
    Rhythm.STEADY: (),
    Rhythm.BREATHE: _breath(),
    Rhythm.DIP: ((2700, 1.0), (300, 0.4)),
    Rhythm.TICK: ((900, 1.0), (100, 0.0)),
    Rhythm.TICK_FAST: ((400, 1.0), (100, 0.0)),
    Rhythm.BLINK_SLOW: ((600, 1.0), (600, 0.0)),
    Rhythm.BLINK_FAST: ((200, 1.0), (200, 0.0)),
    Rhythm.FIRST: ((500, 1.0), (500, 0.0)),
    Rhythm.SECOND: ((500, 0.0), (500, 1.0)),
}


def flashes(candidate: int) -> int:
    """Return the number of flashes of a question's candidate in its turn.

    It is one more than that of the candidate before; after the most flashes, it starts at 1 again.
    """
    return candidate % _MOST_FLASHES + 1


@cache
def counting_pattern(candidates: int, choices: int, picked: int) -> Pattern:
    """Return the pattern of a lamp that belongs to some candidates of a question.

    The candidates take turns, each with its own number of flashes. A picked one has every turn, and
    all other lamps stay dark.

    Args:
        candidates: The lamp's candidates, as bits (bit i: candidate i).
        choices: The number of candidates of the question.
        picked: The candidate that is picked; negative if none is.
    """
    if picked >= 0:
        return _turn(picked) if candidates >> picked & 1 else ((_FLASH, 0.0),)
    beats: list[tuple[int, float]] = []
    for turn in range(choices):
        mine = _turn(turn)
        if not candidates >> turn & 1:
            mine = ((sum(ms for ms, _ in mine), _GLOW),)
        if beats and beats[-1][1] == mine[0][1]:
            mine = ((beats.pop()[0] + mine[0][0], mine[0][1]), *mine[1:])
        beats += mine
    # A lamp that never changes needs only a level.
    return tuple(beats) if len(beats) > 1 else ((_FLASH, _GLOW),)


def _turn(candidate: int) -> Pattern:
    on, off = (_FLASH, 1.0), (_FLASH, _GLOW)
    return (*(on, off) * (flashes(candidate) - 1), on, (_REST, _GLOW))


def level_at(beats: Pattern, elapsed: int) -> tuple[float, int | None]:
    """Return the level of a pattern at a time, and when it changes.

    Args:
        beats: The pattern.
        elapsed: The time since the pattern began (ms).

    Returns:
        The level (0 to 1), and the time until it changes (ms), or None if it never does.
    """
    if not beats:
        return 1.0, None
    if len(beats) == 1:
        return beats[0][1], None
    ends = _ends(beats)
    left = elapsed % ends[-1]
    number = bisect(ends, left)
    return beats[number][1], ends[number] - left


@cache
def _ends(beats: Pattern) -> tuple[int, ...]:
    """Return the end of each beat of a pattern (ms from its start)."""
    return tuple(accumulate(ms for ms, _ in beats))
