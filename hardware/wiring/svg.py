"""A schemdraw drawing as SVG that is the same byte for byte wherever it is made."""

from __future__ import annotations

import re

import schemdraw

schemdraw.use("svg")
schemdraw.svgconfig.text = "text"  # small, searchable, and independent of what else is installed


def drawing(size: float = 11) -> schemdraw.Drawing:
    """An empty sheet; size: of its letters, in points."""
    sheet = schemdraw.Drawing(show=False)
    sheet.config(fontsize=size, font="Arial, Helvetica, sans-serif", lw=1.4, margin=0.4)
    return sheet


def svg(sheet: schemdraw.Drawing, title: str) -> bytes:
    """The sheet on white, one element a line, all numbers to a hundredth of a point."""
    text = sheet.get_imagedata("svg").decode("utf-8")
    head, body = re.fullmatch(r"(<svg [^>]*>)(.*)", text, re.DOTALL).groups()  # type: ignore[union-attr]
    x, y, width, height = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', head).groups()  # type: ignore[union-attr]
    paper = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="white"/>'
    body = re.sub(r"(</text>|/>)(?=<)", r"\1\n", body)
    whole = f"{head}\n<title>{title}</title>\n{paper}\n{body}\n"
    return re.sub(r"-?\d+\.\d+(?:e-?\d+)?", _rounded, whole).encode("utf-8")


def _rounded(number: re.Match[str]) -> str:
    text = f"{float(number[0]):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
