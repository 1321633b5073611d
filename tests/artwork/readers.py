"""Reads printed boards back: what lies where, in millimetres, as a printer or a cutter sees it."""

from __future__ import annotations

from dataclasses import dataclass, field
from io import BytesIO, StringIO
from math import hypot
from typing import Any, cast
from xml.etree import ElementTree

import ezdxf.filemanagement
from pypdf import PdfReader
from pypdf.generic import ContentStream, StreamObject

Place = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
Box = tuple[float, float, float, float]
"""Left, bottom, right and top."""

_POINT = 25.4 / 72
_IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True)
class Figure:
    """A circle or a run of straight lines. `tag` and `layer` are what the file says of it."""

    corners: tuple[Place, ...]
    closed: bool
    round: bool = False
    tag: str = ""
    layer: str = ""
    fill: str = ""
    width: float = 0.0

    @property
    def box(self) -> Box:
        xs, ys = [x for x, _ in self.corners], [y for _, y in self.corners]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def middle(self) -> Place:
        left, bottom, right, top = self.box
        return (left + right) / 2, (bottom + top) / 2

    @property
    def half(self) -> float:
        left, _, right, _ = self.box
        return (right - left) / 2

    @property
    def long(self) -> float:
        (ax, ay), (bx, by) = self.corners[0], self.corners[-1]
        return hypot(bx - ax, by - ay)


@dataclass
class Page:
    """What is on one sheet. `windows` are the clips through which something is shown."""

    width: float
    height: float
    figures: list[Figure] = field(default_factory=list)
    words: list[tuple[str, str, Place]] = field(default_factory=list)
    windows: list[Box] = field(default_factory=list)

    def tagged(self, kind: str) -> dict[str, Figure]:
        """The figures whose tags begin with this word, by the rest of the tag."""
        pairs = ((figure.tag.partition(" "), figure) for figure in self.figures)
        return {rest: figure for (first, _, rest), figure in pairs if first == kind}


def circle(x: float, y: float, radius: float, **more: Any) -> Figure:
    around = ((x + radius, y), (x, y + radius), (x - radius, y), (x, y - radius))
    return Figure(around, closed=True, round=True, **more)


def read_pdf(content: bytes) -> list[Page]:
    reader = PdfReader(BytesIO(content), strict=True)
    pages = []
    for sheet in reader.pages:
        box = sheet.mediabox
        page = Page(float(box.width) * _POINT, float(box.height) * _POINT)
        contents = ContentStream(sheet.get_contents(), reader)
        resources = cast(Any, sheet["/Resources"])
        _follow(page, contents, resources, (_POINT, 0, 0, _POINT, 0, 0), reader)
        pages.append(page)
    return pages


def _times(a: Matrix, b: Matrix) -> Matrix:
    """The transformation a followed by b."""
    return (
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    )


def _at(matrix: Matrix, x: float, y: float) -> Place:
    return (
        x * matrix[0] + y * matrix[2] + matrix[4],
        x * matrix[1] + y * matrix[3] + matrix[5],
    )


def _follow(
    page: Page, contents: ContentStream, resources: Any, matrix: Matrix, reader: PdfReader
) -> None:
    """Interpret these operators as a viewer does, as far as the boards use them."""
    stack: list[Matrix] = []
    path: list[tuple[list[Place], bool, bool]] = []  # corners, curved, closed
    clips = False
    for operands, operator in contents.operations:
        name = operator.decode()
        numbers = [float(o) for o in operands if isinstance(o, int | float)]
        if name == "q":
            stack.append(matrix)
        elif name == "Q":
            matrix = stack.pop()
        elif name == "cm":
            matrix = _times(cast(Matrix, tuple(numbers)), matrix)
        elif name == "m":
            path.append(([_at(matrix, *numbers)], False, False))
        elif name in ("l", "c"):  # a line or a curve to the last point of the operands
            path[-1][0].append(_at(matrix, *numbers[-2:]))
            path[-1] = (path[-1][0], path[-1][1] or name == "c", path[-1][2])
        elif name == "h":
            path[-1] = (path[-1][0], path[-1][1], True)
        elif name == "re":
            x, y, wide, high = numbers
            ends = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
            path.append(([_at(matrix, *end) for end in ends], False, True))
        elif name in ("W", "W*"):
            clips = True
        elif name in ("S", "s", "f", "F", "f*", "B", "B*", "b", "n"):
            # What is made of curves is a circle here, and comes back to where it began.
            figures = [Figure(tuple(at), closed or curved, curved) for at, curved, closed in path]
            if clips:
                page.windows += [figure.box for figure in figures]
            elif name != "n":
                page.figures += figures
            path, clips = [], False
        elif name == "Tm":
            page.words.append(("", "", _at(matrix, *numbers[4:])))
        elif name == "Do":
            form = cast(StreamObject, resources["/XObject"][operands[0]].get_object())
            inner = _times(cast(Matrix, tuple(form.get("/Matrix", _IDENTITY))), matrix)
            inner = cast(Matrix, tuple(float(number) for number in inner))
            _follow(page, ContentStream(form, reader), form["/Resources"], inner, reader)


def read_svg(content: str) -> Page:
    """The SVG with y up from its lower edge; a unit has to be a millimetre."""
    root = ElementTree.fromstring(content)
    assert root.get("viewBox") == f"0 0 {_mm(root, 'width')} {_mm(root, 'height')}"
    page = Page(float(_mm(root, "width")), float(_mm(root, "height")))
    high = page.height
    for group in root.findall("{*}g"):
        for element in group:
            more: dict[str, Any] = {
                "tag": element.get("data-is", ""),
                "layer": group.get("id", ""),
                "fill": element.get("fill", ""),
                "width": float(element.get("stroke-width", "0")),
            }
            kind = element.tag.rpartition("}")[2]
            if kind == "circle":
                x, y, radius = (float(element.get(key, "")) for key in ("cx", "cy", "r"))
                page.figures.append(circle(x, high - y, radius, **more))
            elif kind == "text":
                at = float(element.get("x", "")), high - float(element.get("y", ""))
                page.words.append((more["tag"], element.text or "", at))
            else:
                pairs = (pair.split(",") for pair in element.get("points", "").split())
                corners = tuple((float(x), high - float(y)) for x, y in pairs)
                page.figures.append(Figure(corners, closed=kind == "polygon", **more))
    return page


def _mm(root: ElementTree.Element, key: str) -> str:
    value = root.get(key, "")
    assert value.endswith("mm")
    return value.removesuffix("mm")


def read_dxf(content: str) -> Page:
    """The model space; the origin is the board's, and the page's size that of the outline."""
    document = ezdxf.filemanagement.read(StringIO(content))
    assert document.units == ezdxf.units.MM
    assert not document.audit().has_errors
    page = Page(0, 0)
    for entity in document.modelspace():
        layer = entity.dxf.layer
        if entity.dxftype() == "CIRCLE":
            at = entity.dxf.center
            page.figures.append(circle(at.x, at.y, entity.dxf.radius, layer=layer))
        elif entity.dxftype() == "LWPOLYLINE":
            line = cast(Any, entity)
            corners = tuple((x, y) for x, y in line.get_points("xy"))
            page.figures.append(Figure(corners, closed=line.closed, layer=layer))
        elif entity.dxftype() == "TEXT":
            at = cast(Any, entity).get_placement()[1]
            page.words.append((layer, entity.dxf.text, (at.x, at.y)))
    outline = next(figure for figure in page.figures if figure.layer == "CUT")
    _, _, page.width, page.height = outline.box
    return page
