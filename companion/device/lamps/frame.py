"""The frame of a scene at a time: a pure function, so any moment can be drawn and tested.

`next_change` returns when the next different frame is due. A steady scene has none: one frame is
enough, and the caller may sleep until something happens.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

from companion.device.lamps import rhythm
from companion.device.lamps.palette import RGB, Palette, Rhythm
from companion.device.lamps.scene import Lamp, Meaning, Scene

SWEEP_MS = 1200
"""The duration of one pass of the sweep over the board at the end of a game (ms)."""

_PASSES = 2  # at least: a win sweeps there and back
_BAND = 3.0  # points over which the sweep fades on either side
_SWEEP_LEVEL = 0.9
_STILL_LEVEL = 0.3  # of the steady frame after the sweep


class Moment(NamedTuple):
    """A moment of a scene.

    Attributes:
        look: What the frame depends on: the same scene has the same frame whenever this is equal.
            None if the sweep runs, where each moment is different.
        until: When the next frame that may differ is due (seconds); None if none is.
    """

    look: Hashable
    until: float | None


def frame(
    scene: Scene, palette: Palette, at: float, points: int, dim: Sequence[float] = ()
) -> bytes:
    """Return the frame of a scene at a time.

    Args:
        scene: The scene.
        palette: The palette.
        at: The time (seconds).
        points: The number of points.
        dim: Each point's brightness (0 to 1); empty if all are 1.

    Returns:
        Red, green and blue (0 to 255) of each point: 3 × `points` bytes.
    """
    elapsed = _elapsed(scene, at)
    shown = bytearray(3 * points)
    if scene.sweep:
        for point, (colour, level) in enumerate(_sweep(scene, palette, elapsed, points)):
            _light(shown, point, colour, level, dim)
    beats = _states(scene, palette, elapsed)
    for point, lamp in scene.lamps:
        level, _ = beats[lamp.meaning, lamp.candidates]
        _light_lamp(shown, point, lamp, palette, level, dim)
    return bytes(shown)


def moment(scene: Scene, palette: Palette, at: float) -> Moment:
    """Return what the frame of a scene at `at` (seconds) depends on, and until when."""
    beats = _states(scene, palette, _elapsed(scene, at))
    levels = tuple(level for level, _ in beats.values())
    return Moment(
        None if sweeping(scene, at) else (levels, bool(scene.sweep)),
        _next_change(scene, at, (wait for _, wait in beats.values())),
    )


def brightest_frame(
    scene: Scene, palette: Palette, points: int, dim: Sequence[float] = ()
) -> bytes:
    """Return a frame with every lamp of the scene at its brightest, without the sweep.

    Args:
        scene: The scene.
        palette: The palette.
        points: The number of points.
        dim: Each point's brightness (0 to 1); empty if all are 1.

    Returns:
        Red, green and blue (0 to 255) of each point: 3 × `points` bytes.
    """
    shown = bytearray(3 * points)
    for point, lamp in scene.lamps:
        _light_lamp(shown, point, lamp, palette, 1.0, dim)
    return bytes(shown)


def beats_of(
    scene: Scene, palette: Palette, meaning: Meaning, candidates: int = 0
) -> rhythm.Pattern:
    """Return the pattern of the lamps of a scene with this meaning.

    Args:
        scene: The scene.
        palette: The palette.
        meaning: The meaning.
        candidates: The candidates that the lamps belong to, as bits; see `Lamp`.
    """
    beat = palette.looks[meaning].rhythm
    if beat is Rhythm.COUNT:
        return rhythm.counting_pattern(candidates, scene.choices, scene.picked)
    return rhythm.PATTERNS[beat]


def sweeping(scene: Scene, at: float) -> bool:
    """Return whether the sweep of a scene is still running at `at` (seconds)."""
    return bool(scene.sweep) and _elapsed(scene, at) < _sweep_ends(scene)


def next_change(scene: Scene, palette: Palette, at: float) -> float | None:
    """Return the time of the next frame that may differ from the one at `at`.

    Args:
        scene: The scene.
        palette: The palette.
        at: The time (seconds).

    Returns:
        A time after `at` (seconds), or None if the frame never changes.
    """
    return moment(scene, palette, at).until


def _next_change(scene: Scene, at: float, waits: Iterable[int | None]) -> float | None:
    elapsed = _elapsed(scene, at)
    known = [wait for wait in waits if wait is not None]
    if sweeping(scene, at):
        known.append(rhythm.FRAME_MS - elapsed % rhythm.FRAME_MS)
    return scene.since + (elapsed + min(known)) / 1000 if known else None


def _elapsed(scene: Scene, at: float) -> int:
    # Rounded to the nearest millisecond: a caller that wakes slightly early still draws what was
    # due.
    return max(round((at - scene.since) * 1000), 0)


def _states(
    scene: Scene, palette: Palette, elapsed: int
) -> dict[tuple[Meaning, int], tuple[float, int | None]]:
    """Return the level of each kind of lamp, and the time until it changes (ms).

    Lamps of one kind blink together.
    """
    kinds = {(lamp.meaning, lamp.candidates) for _, lamp in scene.lamps}
    return {kind: rhythm.level_at(beats_of(scene, palette, *kind), elapsed) for kind in kinds}


def _light_lamp(
    shown: bytearray, point: int, lamp: Lamp, palette: Palette, level: float, dim: Sequence[float]
) -> None:
    look = palette.looks[lamp.meaning]
    colour = palette.seat(lamp.seat) if look.colour is None else look.colour
    _light(shown, point, colour, look.level * level, dim)


def _light(shown: bytearray, point: int, colour: RGB, level: float, dim: Sequence[float]) -> None:
    share = level * dim[point] if dim else level
    shown[3 * point : 3 * point + 3] = bytes(round(channel * share) for channel in colour)


def _sweep_ends(scene: Scene) -> int:
    return SWEEP_MS * max(_PASSES, len(scene.sweep))


def _sweep(scene: Scene, palette: Palette, elapsed: int, points: int) -> list[tuple[RGB, float]]:
    """Return the colour and level of every point during the sweep, and after it.

    A band of light runs over the board in reading order, there and back, at least once for each
    seat; afterwards all points are steady.
    """
    colours = [palette.seat(seat) for seat in scene.sweep]
    if elapsed >= _sweep_ends(scene):
        return [(colours[p % len(colours)], _STILL_LEVEL) for p in range(points)]
    number, within = divmod(elapsed - elapsed % rhythm.FRAME_MS, SWEEP_MS)
    colour = colours[number % len(colours)]
    along = within / SWEEP_MS if number % 2 == 0 else 1 - within / SWEEP_MS
    middle = along * (points - 1 + 2 * _BAND) - _BAND
    return [(colour, _SWEEP_LEVEL * max(1 - abs(p - middle) / _BAND, 0.0)) for p in range(points)]
