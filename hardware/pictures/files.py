"""The pictures as files: stills, and two that turn."""

from __future__ import annotations

from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hardware.pictures.renderer import render
from hardware.pictures.scenes import View, all_views, grid9, star

STILL = 760, 540
TURNING = 360, 260
FRAMES, EACH = 20, 180
"""Pictures of a turn, and how long each is seen, in ms."""

QUALITY, TURNING_QUALITY = 66, 45

MOST = 1_000_000
"""Bytes of all pictures together, at most."""


def files() -> dict[str, bytes]:
    """Return the pictures by name."""
    made = {f"{name}.webp": still(make()) for name, make in all_views().items()}
    for name, view in (("star-turning", star()), ("grid9-turning", grid9())):
        made[f"{name}.webp"] = turning(view)
    return made


def still(view: View, size: tuple[int, int] = STILL) -> bytes:
    """Return a picture of a scene."""
    return _webp([render(view.scene, view.camera(size), *size)], QUALITY)


def turning(view: View, frames: int = FRAMES) -> bytes:
    """Return a picture that turns around a scene once, and begins again."""
    turns = (360 * frame / frames for frame in range(frames))
    pictures = [render(view.scene, view.camera(TURNING, turn), *TURNING) for turn in turns]
    return _webp(pictures, TURNING_QUALITY)


def _webp(pictures: list[NDArray[np.uint8]], quality: int) -> bytes:
    first, *others = (Image.fromarray(picture) for picture in pictures)
    out = BytesIO()
    first.save(
        out,
        "WEBP",
        quality=quality,
        method=6,
        **(
            {"save_all": True, "append_images": others, "duration": EACH, "loop": 0}
            if others
            else {}
        ),
    )
    return out.getvalue()
