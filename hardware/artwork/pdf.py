"""Sheets as a PDF, at true scale and byte for byte the same in every run."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import cast

from reportlab.lib.colors import Color, toColor
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import getFont, registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from hardware.artwork.shapes import FACES, Circle, Drawing, Polygon, Shape, TextLine
from hardware.artwork.sheets import Sheet

_FORM = "board"

_FONTS = Path(__file__).parent / "fonts"


def _register_fonts() -> None:
    """Print shops refuse PDFs that only name their fonts, so ours are embedded."""
    for face, (font, _, _) in FACES.items():
        # By its content, because a path would be written into the file.
        registerFont(TTFont(font, BytesIO((_FONTS / f"{face}.ttf").read_bytes())))


def pdf(sheets: Sequence[Sheet], title: str) -> bytes:
    """Return all sheets of one drawing, one on each page."""
    _register_fonts()
    out = BytesIO()
    # Nothing is compressed, because zlib versions differ. Invariant mode: no date, no random ID.
    first = FACES["sans"][0]  # otherwise every page begins with Helvetica, which is not embedded
    canvas = Canvas(out, pageCompression=0, invariant=True, initialFontName=first)  # type: ignore[arg-type]
    canvas.setTitle(title)
    canvas.setAuthor("board-companion")
    canvas.setCreator("hardware.artwork")
    canvas.setViewerPreference("PrintScaling", "None")
    drawing = sheets[0].drawing
    # The drawing is stored once; every sheet shows its window of it.
    canvas.beginForm(_FORM, 0, 0, drawing.width, drawing.height)
    _draw(canvas, drawing.shapes)
    canvas.endForm()
    for sheet in sheets:
        canvas.setPageSize((sheet.width * mm, sheet.height * mm))
        if sheet.bleed:
            _boxes(canvas, sheet)
        canvas.saveState()
        canvas.scale(mm, mm)
        canvas.saveState()
        window = canvas.beginPath()
        window.rect(*(round(v, 3) for v in sheet.window))
        canvas.clipPath(window, stroke=0, fill=0)
        canvas.translate(round(sheet.origin.x, 3), round(sheet.origin.y, 3))
        canvas.doForm(_FORM)
        canvas.restoreState()
        _draw(canvas, sheet.marks)
        canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _boxes(canvas: Canvas, sheet: Sheet) -> None:
    """Say where the print ends and where it is cut."""
    left, bottom, wide, high = sheet.window
    for setter, inset in ((canvas.setBleedBox, 0.0), (canvas.setTrimBox, sheet.bleed)):
        edges = (left + inset, bottom + inset, left + wide - inset, bottom + high - inset)
        setter(tuple(round(edge * mm, 3) for edge in edges))


def _draw(canvas: Canvas, shapes: Sequence[Shape]) -> None:
    for shape in shapes:
        if isinstance(shape, TextLine):
            _write(canvas, shape)
            continue
        ink = shape.ink
        if ink.fill:
            canvas.setFillColor(_colour(ink.fill))
        if ink.line:
            canvas.setStrokeColor(_colour(ink.line))
            canvas.setLineWidth(round(ink.width, 3))
        how = {"stroke": int(bool(ink.line)), "fill": int(bool(ink.fill))}
        if isinstance(shape, Circle):
            canvas.circle(*(round(v, 3) for v in (*shape.at, shape.radius)), **how)
        else:
            _trace(canvas, shape, how)


@cache
def _colour(text: str) -> Color:
    return toColor(text)


def _trace(canvas: Canvas, shape: Polygon, how: dict[str, int]) -> None:
    path = canvas.beginPath()
    first, *others = shape.corners
    path.moveTo(round(first.x, 3), round(first.y, 3))
    for corner in others:
        path.lineTo(round(corner.x, 3), round(corner.y, 3))
    if shape.closed:
        path.close()
    canvas.drawPath(path, **how)


def _write(canvas: Canvas, words: TextLine) -> None:
    font = FACES[words.face][0]
    canvas.setFillColor(_colour(words.colour))
    left, _ = _reach(words)
    line = canvas.beginText(round(left, 3), round(words.at.y, 3))
    line.setFont(font, round(words.size, 3))
    line.setCharSpace(round(words.spread, 3))
    line.textOut(words.text)
    canvas.drawText(line)


def _reach(words: TextLine) -> tuple[float, float]:
    """Where a line of text begins and ends."""
    font = FACES[words.face][0]
    long = stringWidth(words.text, font, words.size) + words.spread * (len(words.text) - 1)
    left = words.at.x - {"start": 0.0, "middle": long / 2, "end": long}[words.anchor]
    return left, left + long


def words_fault(drawing: Drawing) -> str:
    """Say which words of a drawing cannot be printed as they are; empty if all can.

    Such words have a letter that the font lacks, lie off the drawing, or touch others.
    """
    _register_fonts()
    lines: dict[float, list[tuple[float, float, str]]] = {}
    for words in (shape for shape in drawing.shapes if isinstance(shape, TextLine)):
        for letter in words.text:
            if ord(letter) not in cast(TTFont, getFont(FACES[words.face][0])).face.charToGlyph:
                return f"no font has the {letter!r} of {words.text!r}; write it without"
        left, right = _reach(words)
        if left < 0 or right > drawing.width:
            return f"{words.text!r} is wider than the board; shorten it"
        lines.setdefault(words.at.y, []).append((left, right, words.text))
    for line in lines.values():
        for (_, right, before), (left, _, after) in pairwise(sorted(line)):
            if left < right:
                return f"{before!r} and {after!r} are wider than the board; shorten them"
    return ""
