"""A schemdraw drawing as SVG, byte for byte the same on every machine."""

# mypy: allow-untyped-calls

from __future__ import annotations

import re
from typing import Literal

import schemdraw
import schemdraw.elements as elm

At = tuple[float, float]
_UNIT = 36.0
"""Points for a unit of the sheet."""

schemdraw.use("svg")
schemdraw.svgconfig.text = "text"  # small, searchable, and independent of what else is installed


def drawing(size: float = 11) -> schemdraw.Drawing:
    """An empty sheet. size: of its letters, in points."""
    sheet = schemdraw.Drawing(show=False)
    sheet.config(fontsize=size, font="Arial, Helvetica, sans-serif", lw=1.4, margin=0.4)
    return sheet


def svg(sheet: schemdraw.Drawing, title: str, low: At, high: At) -> bytes:
    """The sheet on white, one element a line, all numbers to a hundredth of a point.

    low, high: the lower left and the upper right corner of the paper, in the sheet's own units;
    what schemdraw takes for it depends on how it measures letters, and that on what is installed.
    """
    text = sheet.get_imagedata("svg").decode("utf-8")
    body = re.sub(r"(</text>|/>)(?=<)", r"\1\n", text[text.index(">") + 1 :])
    x, y = _UNIT * low[0], -_UNIT * high[1]
    width, height = _UNIT * (high[0] - low[0]), _UNIT * (high[1] - low[1])
    whole = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:.1f} {y:.1f} {width:.1f} '
        f'{height:.1f}" width="{width:.1f}pt" height="{height:.1f}pt">\n<title>{title}</title>\n'
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="white"/>\n'
        f"{body}\n"
    )
    return re.sub(r"-?\d+\.\d+(?:e-?\d+)?", _rounded, whole).encode("utf-8")


def _rounded(number: re.Match[str]) -> str:
    text = f"{float(number[0]):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def connect(
    sheet: schemdraw.Drawing, start: At, end: At, dot: Literal["start", "end"] | None = None
) -> None:
    """Draw a line, with a dot at one of its ends if two wires are joined there."""
    sheet.add(elm.Line().at(start).to(end))
    if dot is not None:
        sheet.add(elm.Dot().at(start if dot == "start" else end))


def write(
    sheet: schemdraw.Drawing,
    at: At,
    text: str,
    align: Literal["left", "center", "right"] = "left",
    size: float = 11,
) -> None:
    """Write a text, in the middle of its height."""
    label = elm.Label().at((at[0], at[1] - 0.1)).theta(0)
    sheet.add(label.label(text, loc="center", halign=align, valign="center", fontsize=size))
