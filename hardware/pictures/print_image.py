"""A printed board as an image, to lay onto its solid."""

from __future__ import annotations

from functools import cache
from math import ceil

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from hardware.artwork.shapes import XY, Circle, Drawing, TextLine
from hardware.generated import HERE

OVER = 2
"""Pixels of the drawing for one of the image, along each side: edges come out smooth."""


def image(drawing: Drawing, scale: float) -> NDArray[np.float64]:
    """Return a drawing as an image, its lowest row first.

    Args:
        drawing: The drawing.
        scale: Pixels for a millimetre.

    Returns:
        Red, green and blue from 0 to 1, rows × columns × 3.
    """
    each = scale * OVER
    size = ceil(drawing.width * each), ceil(drawing.height * each)
    made = Image.new("RGB", size, "#ffffff")
    pen = ImageDraw.Draw(made)

    def at(place: XY) -> tuple[float, float]:
        return place.x * each, (drawing.height - place.y) * each

    for shape in drawing.shapes:
        if isinstance(shape, TextLine):
            letters = font(shape.face, max(1, round(shape.size * each)))
            anchor = {"start": "ls", "middle": "ms", "end": "rs"}[shape.anchor]
            pen.text(at(shape.at), shape.text, shape.colour, letters, anchor)
            continue
        fill, line = shape.ink.fill, shape.ink.line
        wide = max(1, round(shape.ink.width * each))
        if isinstance(shape, Circle):
            (x, y), radius = at(shape.at), shape.radius * each
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill, line, wide)
            continue
        corners = [at(corner) for corner in shape.corners]
        if fill and len(corners) > 2:
            pen.polygon(corners, fill)
        if line:
            ends = [*corners, corners[0]] if shape.closed else corners
            pen.line(ends, line, wide, "curve")
    made = made.resize((size[0] // OVER, size[1] // OVER), Image.Resampling.BOX)
    return np.asarray(made, np.float64)[::-1] / 255


@cache
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a face of the prints at a size in pixels."""
    return ImageFont.truetype(HERE / "artwork/fonts" / f"{face}.ttf", size)
