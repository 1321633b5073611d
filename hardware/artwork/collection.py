"""All files of the printed boards, by their paths below `hardware/boards/`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.artwork import Edition
from companion.rules.geometry import Board
from hardware.artwork.coupon import coupon
from hardware.artwork.designs import DESIGNS, Design
from hardware.artwork.dxf import dxf
from hardware.artwork.editions import EDITIONS
from hardware.artwork.layout import BOARDS, PITCH, Layout, Measures
from hardware.artwork.pdf import pdf
from hardware.artwork.shapes import Drawing
from hardware.artwork.sheets import PAPERS, tiles, whole
from hardware.artwork.strip_files import strip_files
from hardware.artwork.svg import svg
from hardware.artwork.template import LAYERS, SIDES

COUPON = "coupon"

NAMES = (*EDITIONS, *BOARDS, COUPON)
"""What can be generated without any package: printed boards by game, templates by board, the test
coupon."""


def collection(
    pitch: float = PITCH,
    only: tuple[str, ...] = NAMES,
    *,
    editions: Mapping[str, Edition] = EDITIONS,
    boards: Mapping[str, Board] = BOARDS,
    designs: Mapping[str, Design] = DESIGNS,
    measures: Measures | None = None,
    svg_tiles: bool = False,
) -> Iterator[tuple[str, bytes]]:
    """Return the paths and contents of all files for these names.

    Args:
        pitch: The distance between neighbouring points, in mm.
        only: The names of the boards and templates to make.
        editions: The printed boards that exist, by name.
        boards: The boards whose templates can be made, by name.
        designs: The designs in which boards are printed, by name.
        measures: The measures of the wood; None for the usual ones of the pitch.
        svg_tiles: Whether to make the tiles as SVG as well.

    Raises:
        InvalidLayout: If no board can be built like this.
    """
    for name, edition in editions.items():
        if name in only:
            for design, draw in designs.items():
                title = f"{edition.title}, {design} board, pitch {pitch:g} mm"
                drawing = draw(edition, pitch, measures)
                yield f"{name}/{design}.svg", svg(whole(drawing, title), title).encode()
                yield from _paper(f"{name}/{design}", drawing, title, svg_tiles=svg_tiles)
    for name, board in boards.items():
        if name in only:
            for side, cut in SIDES.items():
                title = f"{name}, {side}, pitch {pitch:g} mm"
                drawing = cut(Layout(board, pitch, measures))
                yield f"{name}/{side}.svg", svg(whole(drawing, title), title, LAYERS).encode()
                yield f"{name}/{side}.dxf", dxf(drawing).encode()
                yield from _paper(f"{name}/{side}", drawing, title, svg_tiles=svg_tiles)
            for path, content in strip_files(Layout(board, pitch, measures)):
                yield f"{name}/{path}", content
    if COUPON in only:
        drawing = coupon()
        yield f"{COUPON}/{COUPON}.svg", svg(whole(drawing, COUPON), COUPON, LAYERS).encode()
        yield f"{COUPON}/{COUPON}.dxf", dxf(drawing).encode()
        yield from _paper(f"{COUPON}/{COUPON}", drawing, COUPON, svg_tiles=svg_tiles)


def _paper(
    path: str, drawing: Drawing, title: str, *, svg_tiles: bool
) -> Iterator[tuple[str, bytes]]:
    """Return the drawing as PDF, whole and on each paper size, optionally with its tiles as SVG."""
    yield f"{path}.pdf", pdf([whole(drawing, title)], title)
    for paper in PAPERS:
        sheets = tiles(drawing, title, paper)
        yield f"{path}-{paper}.pdf", pdf(sheets, title)
        if svg_tiles:
            for number, sheet in enumerate(sheets, 1):
                yield f"{path}-{paper}-{number}.svg", svg(sheet, title).encode()
