"""A text in large type: pages of A4, 20 points and more, black on white."""

from __future__ import annotations

from textwrap import wrap

from hardware.artwork.pdf import pdf
from hardware.artwork.shapes import XY, Drawing, TextLine
from hardware.artwork.sheets import PAPERS, Sheet

SIZE = 7.1
"""The size of the type, in mm: 20 points."""

_HEAD = 9.2  # of a title
_EDGE = 20.0  # around the text
_LINE = 1.45  # from line to line, in sizes
_LETTERS = 46  # of a line
_BLACK = "#000000"


def large_type(text: str) -> bytes:
    """Return a text as PDF.

    Args:
        text: Its lines. A line after an empty one, and the first, is a title.
    """
    width, height = PAPERS["a4"]
    lines: list[tuple[str, float]] = []
    title = True
    for line in text.rstrip("\n").splitlines():
        size = _HEAD if title else SIZE
        lines += [(part, size) for part in wrap(line, _LETTERS, subsequent_indent="  ")] or [
            ("", SIZE)
        ]
        title = not line
    pages: list[list[TextLine]] = [[]]
    y = height - _EDGE
    for words, size in lines:
        y -= _LINE * size
        if y < _EDGE:
            pages.append([])
            y = height - _EDGE - _LINE * size
        if words:
            at = XY(_EDGE + SIZE * (len(words) - len(words.lstrip())), y)
            pages[-1].append(TextLine(at, words.strip(), size, _BLACK, "start", "sans"))
    sheets = [
        Sheet(
            Drawing(width, height, tuple(page)), width, height, XY(0, 0), (0, 0, width, height), ()
        )
        for page in pages
    ]
    return pdf(sheets, text.partition("\n")[0])
