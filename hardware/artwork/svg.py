"""A sheet as SVG: one unit is one millimetre."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

from hardware.artwork.shapes import FACES, XY, Circle, Polygon, Shape, Style, TextLine, number
from hardware.artwork.sheets import Sheet


def svg(sheet: Sheet, title: str, layers: Mapping[str, str] | None = None) -> str:
    """Return the sheet as text. A shape's tag is stored in its `data-is` attribute.

    layers: the layer of a shape by the first word of its tag; each becomes a group of that id, in
            the order of first mention. Without it all of the drawing is the group `board`. What
            belongs to the sheet alone, ruler and crop marks, is the group `sheet`.
    """
    width, height = number(sheet.width), number(sheet.height)
    left, bottom, wide, high = sheet.window
    shown = " ".join(
        f'{name}="{number(value)}"'
        for name, value in (
            ("x", left),
            ("y", sheet.height - bottom - high),
            ("width", wide),
            ("height", high),
        )
    )
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
            f'viewBox="0 0 {width} {height}">',
            f"<title>{escape(title)}</title>",
            f'<clipPath id="window"><rect {shown}/></clipPath>',
            *(
                line
                for layer, shapes in _layers(sheet.drawing.shapes, layers).items()
                for line in (
                    f'<g id="{layer}" clip-path="url(#window)">',
                    *_shapes(shapes, sheet.origin, sheet.height),
                    "</g>",
                )
            ),
            '<g id="sheet">',
            *_shapes(sheet.marks, XY(0, 0), sheet.height),
            "</g>",
            "</svg>",
            "",
        )
    )


def _layers(shapes: Sequence[Shape], layers: Mapping[str, str] | None) -> dict[str, list[Shape]]:
    if layers is None:
        return {"board": list(shapes)}
    found: dict[str, list[Shape]] = {layer: [] for layer in layers.values()}
    for shape in shapes:
        found[layers[shape.tag.split()[0]]].append(shape)
    return {layer: members for layer, members in found.items() if members}


def _shapes(shapes: Sequence[Shape], origin: XY, height: float) -> list[str]:
    """Each shape as an element. In SVG, y points down from the top."""

    def place(at: XY) -> tuple[str, str]:
        return number(origin.x + at.x), number(height - origin.y - at.y)

    found = []
    for shape in shapes:
        tag = f" data-is={quoteattr(shape.tag)}" if shape.tag else ""
        if isinstance(shape, Circle):
            x, y = place(shape.at)
            radius = number(shape.radius)
            found.append(f'<circle cx="{x}" cy="{y}" r="{radius}"{_ink(shape.ink)}{tag}/>')
        elif isinstance(shape, Polygon):
            kind = "polygon" if shape.closed else "polyline"
            corners = " ".join(",".join(place(corner)) for corner in shape.corners)
            found.append(f'<{kind} points="{corners}"{_ink(shape.ink)}{tag}/>')
        else:
            found.append(_words(shape, *place(shape.at), tag))
    return found


def _ink(ink: Style) -> str:
    line = f' stroke="{ink.line}" stroke-width="{number(ink.width)}"' if ink.line else ""
    return f' fill="{ink.fill or "none"}"{line}'


def _words(words: TextLine, x: str, y: str, tag: str) -> str:
    _, family, style = FACES[words.face]
    more = f' font-style="{style}"' if style else ""
    more += f' letter-spacing="{number(words.spread)}"' if words.spread else ""
    return (
        f'<text x="{x}" y="{y}" font-family="{family}" font-size="{number(words.size)}" '
        f'text-anchor="{words.anchor}" fill="{words.colour}"{more}{tag}>{escape(words.text)}</text>'
    )
