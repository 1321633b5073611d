"""The light of a scene's lamps from now on, for pages that continue a rhythm by themselves.

`frame` draws one moment of a scene; `shines` describes all of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.device.lamps.frame import beats_of
from companion.device.lamps.palette import Palette
from companion.device.lamps.rhythm import Pattern
from companion.device.lamps.scene import Meaning, Scene
from companion.rules.geometry import Point


@dataclass(frozen=True, slots=True)
class Shine:
    """Lamps of the same meaning, which therefore blink together.

    Attributes:
        meaning: Their meaning.
        candidates: The candidates that they belong to, as bits; see `Lamp`.
        beats: Their pattern, as in `rhythm`; empty for steady light.
        lamps: Their points, with red, green and blue (3 bytes) at the pattern's level 1.
    """

    meaning: Meaning
    candidates: int
    beats: Pattern
    lamps: tuple[tuple[Point, bytes], ...]


def shines(scene: Scene, palette: Palette, brightest: bytes) -> tuple[Shine, ...]:
    """Return the patterns of the lamps of a scene, apart from its sweep.

    Args:
        scene: The scene.
        palette: The palette.
        brightest: The scene's brightest frame; see `brightest_frame`.
    """
    kinds: dict[tuple[Meaning, int], list[tuple[Point, bytes]]] = {}
    for point, lamp in scene.lamps:
        rgb = brightest[3 * point : 3 * point + 3]
        kinds.setdefault((lamp.meaning, lamp.candidates), []).append((point, rgb))
    return tuple(
        Shine(meaning, candidates, beats_of(scene, palette, meaning, candidates), tuple(lamps))
        for (meaning, candidates), lamps in kinds.items()
    )
