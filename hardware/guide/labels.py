"""Labels for the ends of the wires, to print, cut out and fold around them."""

from __future__ import annotations

from hardware.artwork.pdf import pdf
from hardware.artwork.shapes import XY, Drawing, Polygon, Shape, Style, TextLine, box
from hardware.artwork.sheets import PAPERS, Sheet
from hardware.guide.cutlist import RIBBON, Cut

WIDE, HIGH = 44.0, 9.0
"""A label: half of it is seen on each side of the wire, in mm."""

_EDGE, _ACROSS, _DOWN = 15.0, 4, 29
_LINE = Style(line="#999999", width=0.15)


def ends(cuts: tuple[Cut, ...]) -> list[tuple[str, str]]:
    """Return the labels: two for each wire but those of the ribbon and between the lamps.

    Each has the wire's name, and where this end goes.
    """
    return [
        (cut.label, stop.words)
        for cut in cuts
        if cut.gauge != RIBBON and not cut.label.startswith("L")
        for stop in (cut.stops[0], cut.stops[-1])
    ]


def sheets(cuts: tuple[Cut, ...], title: str) -> bytes:
    """Return the labels as a PDF on A4."""
    width, height = PAPERS["a4"]
    made, every, most = [], ends(cuts), _ACROSS * _DOWN
    for page in (every[first : first + most] for first in range(0, len(every), most)):
        shapes: list[Shape] = []
        for count, (label, words) in enumerate(page):
            left = _EDGE + WIDE * (count % _ACROSS)
            top = height - _EDGE - HIGH * (count // _ACROSS)
            shapes.append(Polygon(box(left, top - HIGH, left + WIDE, top), _LINE))
            for half in (0.25, 0.75):
                at = XY(left + half * WIDE, top - 3.7)
                shapes.append(TextLine(at, label, 3.4, "#000000", face="sans"))
                for line, text in enumerate(_lines(words)):
                    under = at.moved(0, -2.2 - 2.1 * line)
                    shapes.append(TextLine(under, text, 2.0, "#000000", face="sans"))
        drawing = Drawing(width, height, tuple(shapes))
        window = 0.0, 0.0, width, height
        made.append(Sheet(drawing, width, height, XY(0, 0), window, ()))
    return pdf(made, title)


def _lines(words: str) -> list[str]:
    """Break words at a comma, if there is one."""
    return words.split(", ", 1)
