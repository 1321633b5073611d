"""Draws the icons of the installed page from its `icon.svg`: `make icons`.

The maskable one has no corners of its own: systems cut it to their shapes, of which only a circle
of 80 % is safe.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests import needs
from tests.browser import ARGUMENTS

STATIC = Path(__file__).parents[2] / "companion" / "page" / "static"
ICONS = {"icon-192.png": 192, "icon-maskable.png": 512}
"""The names of the icons, and their sizes in pixels. Of other sizes, systems draw the SVG."""

_COLOURS = 64
_ROUND, _FULL = 'viewBox="0 0 64 64"', 'viewBox="-4 -4 72 72"'
_CORNERS = '<rect width="64" height="64" rx="14"'
_NO_CORNERS = '<rect x="-4" y="-4" width="72" height="72"'


def source(name: str) -> str:
    """The SVG of an icon."""
    svg = (STATIC / "icon.svg").read_text()
    if name != "icon-maskable.png":
        return svg
    assert _ROUND in svg
    assert _CORNERS in svg
    return svg.replace(_ROUND, _FULL).replace(_CORNERS, _NO_CORNERS)


def draw(browser: Browser, name: str) -> bytes:
    """An icon as PNG."""
    size = ICONS[name]
    page = browser.new_page(viewport={"width": size, "height": size})
    style = "<style>body { margin: 0 } svg { display: block }</style>"
    page.set_content(f"<!doctype html>{style}{source(name)}")
    picture = page.screenshot(omit_background=True)
    page.close()
    return picture


def packed(picture: bytes) -> bytes:
    """The same PNG with fewer colours: a third of the size, and no difference that can be seen."""
    image = np.asarray(Image.open(BytesIO(picture)).convert("RGBA"))
    colours, counts = np.unique(image.reshape(-1, 4), axis=0, return_counts=True)
    kept = colours[np.argsort(-counts, kind="stable")[:_COLOURS]].astype(int)
    nearest = np.abs(colours[:, None].astype(int) - kept[None]).sum(axis=2).argmin(axis=1)
    table = {tuple(colour): number for colour, number in zip(colours, nearest, strict=True)}
    numbers = np.array([table[tuple(pixel)] for pixel in image.reshape(-1, 4)], dtype=np.uint8)
    made = Image.fromarray(numbers.reshape(image.shape[:2]), "P")
    made.putpalette(kept.astype(np.uint8).tobytes(), "RGBA")
    written = BytesIO()
    made.save(written, "PNG", optimize=True)
    return written.getvalue()


def main() -> None:
    """Draw all of them."""
    with sync_playwright() as playwright:
        path = needs.browser.found
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        for name in ICONS:
            (STATIC / name).write_bytes(packed(draw(browser, name)))
        browser.close()


if __name__ == "__main__":
    main()
