"""Sheets as a PDF, at true scale and byte for byte the same in every run."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from hardware.artwork.shapes import FACES, Circle, Polygon, Shape, TextLine
from hardware.artwork.sheets import Sheet

_FORM = "board"


def pdf(sheets: Sequence[Sheet], title: str) -> bytes:
    """Return all sheets of one drawing, one on each page."""
    out = BytesIO()
    # Nothing is compressed, because zlib versions differ. Invariant mode: no date, no random ID.
    canvas = Canvas(out, pageCompression=0, invariant=True)
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


def _draw(canvas: Canvas, shapes: Sequence[Shape]) -> None:
    for shape in shapes:
        if isinstance(shape, TextLine):
            _write(canvas, shape)
            continue
        ink = shape.ink
        if ink.fill:
            canvas.setFillColor(ink.fill)
        if ink.line:
            canvas.setStrokeColor(ink.line)
            canvas.setLineWidth(round(ink.width, 3))
        how = {"stroke": int(bool(ink.line)), "fill": int(bool(ink.fill))}
        if isinstance(shape, Circle):
            canvas.circle(*(round(v, 3) for v in (*shape.at, shape.radius)), **how)
        else:
            _trace(canvas, shape, how)


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
    canvas.setFillColor(words.colour)
    long = stringWidth(words.text, font, words.size) + words.spread * (len(words.text) - 1)
    back = {"start": 0.0, "middle": long / 2, "end": long}[words.anchor]
    line = canvas.beginText(round(words.at.x - back, 3), round(words.at.y, 3))
    line.setFont(font, round(words.size, 3))
    line.setCharSpace(round(words.spread, 3))
    line.textOut(words.text)
    canvas.drawText(line)
