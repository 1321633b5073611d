"""The beats of the rhythms: which share of its light a lamp gives, millisecond by millisecond.

Every rhythm is a table, repeated for ever: how long, and how bright. Whole milliseconds keep the
flips exact: a frame made at the moment of a flip is always the one after it.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from math import cos, pi

from companion.lights.palette import Rhythm

Beats = tuple[tuple[int, float], ...]
"""Pairs of a duration (ms) and a share of the light (0 to 1), in order; empty for steady light."""

STEP = 40
"""How long (ms) one picture of something that moves smoothly lasts: 25 a second."""

_BREATH = 60  # pictures of one breath
_EBB = 0.25  # how bright a breath's lowest point looks
_EYE = 2.2  # the eye sees light to the power of 1/2.2: what looks half as bright is a fifth

_FLASH = 200  # ms on, and as long off: below three flashes a second, which is safe for all eyes
_REST = 600  # ms between one candidate's flashes and the next one's
_GLOW = 0.05  # a candidate's light when it is not its turn
_MOST_FLASHES = 5  # more cannot be counted at a glance


def _breath() -> Beats:
    waves = (0.5 + 0.5 * cos(2 * pi * i / _BREATH) for i in range(_BREATH))
    return tuple((STEP, (_EBB + (1 - _EBB) * wave) ** _EYE) for wave in waves)


BEATS: dict[Rhythm, Beats] = {
    Rhythm.STEADY: (),
    Rhythm.BREATHE: _breath(),
    Rhythm.BLINK_SLOW: ((600, 1.0), (600, 0.0)),
    Rhythm.BLINK_FAST: ((200, 1.0), (200, 0.0)),
    Rhythm.FIRST: ((500, 1.0), (500, 0.0)),
    Rhythm.SECOND: ((500, 0.0), (500, 1.0)),
}


def flashes(candidate: int) -> int:
    """How often a candidate of a question flashes when it is its turn: one more than the last."""
    return candidate % _MOST_FLASHES + 1


@cache
def count_beats(candidates: int, choices: int, picked: int) -> Beats:
    """The beats of a lamp that belongs to `candidates` (bit i: candidate i) of so many choices.

    The candidates take turns, each with its own number of flashes; a picked one (>= 0) has every
    turn, and lamps that do not belong to it stay dark.
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
    # A lamp whose light never changes has no beats, only a level.
    return tuple(beats) if len(beats) > 1 else ((_FLASH, _GLOW),)


def _turn(candidate: int) -> Beats:
    on, off = (_FLASH, 1.0), (_FLASH, _GLOW)
    return (*(on, off) * (flashes(candidate) - 1), on, (_REST, _GLOW))


def now(beats: Beats, elapsed: int) -> tuple[float, int | None]:
    """The share of the light `elapsed` ms after the start, and how long (ms) until it changes;
    None when it never does."""
    if not beats:
        return 1.0, None
    if len(beats) == 1:
        return beats[0][1], None
    left = elapsed % sum(ms for ms, _ in beats)
    ends = accumulate(ms for ms, _ in beats)
    return next(
        (level, end - left) for (_, level), end in zip(beats, ends, strict=True) if left < end
    )
