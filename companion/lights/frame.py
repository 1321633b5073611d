"""From a scene and the time to a frame: a pure function, so any moment can be drawn and tested.

`next_change` tells when the next different frame is due. A steady scene has none: one frame is
enough, and whoever shows it may sleep until something happens.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.lights import rhythm
from companion.lights.palette import RGB, Palette, Rhythm
from companion.lights.scene import Meaning, Scene

PASS = 1200
"""How long (ms) the sweep at the end of a game takes to run over the board once."""

_PASSES = 2  # at least, so that a win is a sweep there and back
_BAND = 3.0  # points over which the sweep fades on either side
_SWEEP_LEVEL = 0.9
_STILL_LEVEL = 0.3  # of the steady picture that the sweep leaves


def frame(
    scene: Scene, palette: Palette, at: float, points: int, dim: Sequence[float] = ()
) -> bytes:
    """What the lamps show at `at` (seconds): red, green and blue of each of `points` points.

    `dim` holds the share of its light (0 to 1) that each point may give; empty: all of it.
    """
    elapsed = _elapsed(scene, at)
    shown = bytearray(3 * points)
    if scene.sweep:
        for point, (colour, level) in enumerate(_sweep(scene, palette, elapsed, points)):
            _light(shown, point, colour, level, dim)
    beats = _now(scene, palette, elapsed)
    for point, lamp in scene.lamps:
        look = palette.looks[lamp.meaning]
        colour = palette.seat(lamp.seat) if look.colour is None else look.colour
        level, _ = beats[lamp.meaning, lamp.candidates]
        _light(shown, point, colour, look.level * level, dim)
    return bytes(shown)


def next_change(scene: Scene, palette: Palette, at: float) -> float | None:
    """When (seconds, later than `at`) the frame may differ from the one at `at`; None: never."""
    elapsed = _elapsed(scene, at)
    waits = [wait for _, wait in _now(scene, palette, elapsed).values()]
    if scene.sweep and elapsed < _sweep_ends(scene):
        waits.append(rhythm.STEP - elapsed % rhythm.STEP)
    due = min((wait for wait in waits if wait is not None), default=None)
    return None if due is None else scene.since + (elapsed + due) / 1000


def _elapsed(scene: Scene, at: float) -> int:
    # To the nearest millisecond: a sleeper who wakes a hair early still draws what was due.
    return max(round((at - scene.since) * 1000), 0)


def _now(
    scene: Scene, palette: Palette, elapsed: int
) -> dict[tuple[Meaning, int], tuple[float, int | None]]:
    """Where the beat of each kind of lamp stands: lamps of one kind keep time together."""
    kinds = {(lamp.meaning, lamp.candidates) for _, lamp in scene.lamps}
    return {kind: rhythm.now(_beats(scene, palette, *kind), elapsed) for kind in kinds}


def _beats(scene: Scene, palette: Palette, meaning: Meaning, candidates: int) -> rhythm.Beats:
    beat = palette.looks[meaning].rhythm
    if beat is Rhythm.COUNT:
        return rhythm.count_beats(candidates, scene.choices, scene.picked)
    return rhythm.BEATS[beat]


def _light(shown: bytearray, point: int, colour: RGB, level: float, dim: Sequence[float]) -> None:
    share = level * dim[point] if dim else level
    shown[3 * point : 3 * point + 3] = bytes(round(channel * share) for channel in colour)


def _sweep_ends(scene: Scene) -> int:
    return PASS * max(_PASSES, len(scene.sweep))


def _sweep(scene: Scene, palette: Palette, elapsed: int, points: int) -> list[tuple[RGB, float]]:
    """Colour and level of every point: a band of light that runs over the board in reading order,
    there and back, one pass for each seat at least; then all points steady."""
    colours = [palette.seat(seat) for seat in scene.sweep]
    if elapsed >= _sweep_ends(scene):
        return [(colours[p % len(colours)], _STILL_LEVEL) for p in range(points)]
    number, within = divmod(elapsed - elapsed % rhythm.STEP, PASS)
    colour = colours[number % len(colours)]
    along = within / PASS if number % 2 == 0 else 1 - within / PASS
    middle = along * (points - 1 + 2 * _BAND) - _BAND
    return [(colour, _SWEEP_LEVEL * max(1 - abs(p - middle) / _BAND, 0.0)) for p in range(points)]
