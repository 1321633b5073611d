"""The pictures as files: stills, boards that turn, and boards that are built."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from hardware.pictures.print_image import font
from hardware.pictures.renderer import render
from hardware.pictures.scenes import View, grid9, nine, star
from hardware.pictures.step_scenes import step_scenes

Picture = NDArray[np.uint8]

STILL = 760, 540
TURNING = 360, 260
FRAMES, EACH = 20, 180
"""Pictures of a turn, and how long each is seen, in ms."""

ARRIVING, FALLING, RESTING = 5, 200, 870
"""Pictures of a step while its parts arrive; how long each is seen, and how long the last, in ms.
All twelve steps take 20 s."""

QUALITY, TURNING_QUALITY = 66, 45

MOST = 2_500_000
"""Bytes of all pictures together, at most."""


def stills() -> dict[str, Callable[[], View]]:
    """Return what makes the scene of each picture that stands still, by the picture's name."""
    steps = {
        f"{name}-step-{number:02}": make
        for name, scenes in step_scenes().items()
        for number, make in enumerate(scenes.all, 1)
    }
    return {"star": star, "grid9": grid9, "nine": nine} | steps


def files() -> dict[str, bytes]:
    """Return the pictures by name."""
    made = {f"{name}.webp": still(make()) for name, make in stills().items()}
    for name, view in (("star-turning", star()), ("grid9-turning", grid9())):
        made[f"{name}.webp"] = turning(view)
    for name, scenes in step_scenes().items():
        made[f"{name}-building.webp"] = building([make() for make in scenes.all])
    return made


def still(view: View, size: tuple[int, int] = STILL) -> bytes:
    """Return a picture of a scene."""
    return _webp([render(view.scene, view.camera(size), *size)], QUALITY)


def turning(view: View, frames: int = FRAMES) -> bytes:
    """Return a picture that turns around a scene once, and begins again."""
    turns = (360 * frame / frames for frame in range(frames))
    pictures = [render(view.scene, view.camera(TURNING, turn), *TURNING) for turn in turns]
    return _webp(pictures, TURNING_QUALITY, [EACH] * frames)


def building(views: Sequence[View]) -> bytes:
    """Return a picture of the steps, one after another: the parts of each arrive from above."""
    pictures = [
        _numbered(picture, number, len(views))
        for number, view in enumerate(views, 1)
        for picture in arriving(view)
    ]
    times = [*[FALLING] * (ARRIVING - 1), RESTING] * len(views)
    return _webp(pictures, TURNING_QUALITY, times)


def arriving(view: View) -> Iterator[Picture]:
    """Yield the pictures of a step, from one camera, which sees the whole of it."""
    camera = view.camera(TURNING)
    for count in range(ARRIVING):
        yield render(view.scene.before(count / (ARRIVING - 1)), camera, *TURNING)


def _numbered(picture: Picture, number: int, count: int) -> Picture:
    """Return a picture with the number of its step, and how far it is to the last one."""
    made = Image.fromarray(picture)
    pen = ImageDraw.Draw(made)
    pen.text((10, 6), str(number), "#202020", font("sans", 26))
    _, high = made.size
    for each in range(count):
        x = 12 + 11 * each
        pen.rectangle((x, high - 10, x + 8, high - 6), "#202020" if each < number else "#b8b4ae")
    return np.asarray(made)


def _webp(pictures: Sequence[Picture], quality: int, times: Sequence[int] = ()) -> bytes:
    first, *others = (Image.fromarray(picture) for picture in pictures)
    moving = {"save_all": True, "append_images": others, "duration": list(times), "loop": 0}
    out = BytesIO()
    first.save(out, "WEBP", quality=quality, method=6, **(moving if others else {}))
    return out.getvalue()
