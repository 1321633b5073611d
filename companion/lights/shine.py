"""How the lamps of a scene shine from now on: for pages that carry a rhythm on by themselves.

`frame` draws one moment of a scene; `shines` describes all of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.geometry import Point
from companion.lights.frame import beats_of
from companion.lights.palette import Palette
from companion.lights.rhythm import Pattern
from companion.lights.scene import Meaning, Scene


@dataclass(frozen=True, slots=True)
class Shine:
    """Lamps that mean the same, and therefore blink together.

    candidates: as in `Lamp`.
    beats:      their pattern, as in `rhythm`; empty for steady light.
    lamps:      their points, with red, green and blue at the pattern's level 1.
    """

    meaning: Meaning
    candidates: int
    beats: Pattern
    lamps: tuple[tuple[Point, bytes], ...]


def shines(scene: Scene, palette: Palette, brightest: bytes) -> tuple[Shine, ...]:
    """Return how the lamps of a scene shine, apart from its sweep. brightest: its brightest frame;
    see `brightest_frame`."""
    kinds: dict[tuple[Meaning, int], list[tuple[Point, bytes]]] = {}
    for point, lamp in scene.lamps:
        rgb = brightest[3 * point : 3 * point + 3]
        kinds.setdefault((lamp.meaning, lamp.candidates), []).append((point, rgb))
    return tuple(
        Shine(meaning, candidates, beats_of(scene, palette, meaning, candidates), tuple(lamps))
        for (meaning, candidates), lamps in kinds.items()
    )
