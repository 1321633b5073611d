"""The plain design: black lines on bare wood or paper, with as little ink as possible."""

from __future__ import annotations

from math import atan2, degrees

from companion.games.artwork import Edition
from companion.rules.geometry import Point
from hardware.artwork.layout import Layout, Measures
from hardware.artwork.shapes import (
    BLEED,
    XY,
    Circle,
    Drawing,
    Polygon,
    Shape,
    Style,
    TextLine,
    bleeding,
    box,
    square,
    stroke,
)

_BLACK, _GREY = "#1a1a1a", "#8a8a8a"
_PAPER = "#ffffff"
_TINTS = {"dark": "#cfcfcf", "margin": "#efefef"}
_HAIR = Style(line=_GREY, width=0.25)


def plain(edition: Edition, pitch: float, measures: Measures | None = None) -> Drawing:
    """Draw the board in the plain design."""
    layout = Layout(edition.board, pitch, measures)
    width, height = layout.size
    shapes: list[Shape] = [
        bleeding(width, height, _PAPER),
        Polygon(box(0, 0, width, height), Style(fill=_PAPER), tag="ground"),
    ]
    if edition.squares:
        shapes += _squares(edition, layout)
    else:
        shapes += _lines(edition, layout)
        shapes += _points(edition, layout)
    if not edition.star:
        shapes += coordinates(edition, layout, 0.6 * pitch, "sans", _BLACK, 0.13 * pitch)
    shapes += [
        Circle(at, layout.lamp_radius, Style(_PAPER, _GREY, 0.25), f"lamp {name}")
        for at, name in zip(layout.lamps, edition.board.names, strict=True)
    ]
    title = XY(layout.margin - (0.5 if edition.squares else 0) * pitch, height - 0.45 * pitch)
    shapes.append(TextLine(title, edition.title, 0.17 * pitch, _BLACK, "start", "sans", 0.3))
    return Drawing(width, height, tuple(shapes), BLEED)


def coordinates(
    edition: Edition, layout: Layout, away: float, face: str, colour: str, size: float
) -> list[Shape]:
    """Letters below the files and numbers beside the ranks, at this distance from the points."""
    board, drop = edition.board, 0.33 * size
    found: list[Shape] = []
    for row in board.rows:
        at = layout.points[row[0]].moved(-away, -drop)
        found.append(TextLine(at, board.names[row[0]][1:], size, colour, "middle", face))
    lowest = {board.names[point][0]: point for row in board.rows for point in row}
    for point in lowest.values():
        at = layout.points[point].moved(0, -away - drop)
        found.append(TextLine(at, board.names[point][0], size, colour, "middle", face))
    return found


def _lines(edition: Edition, layout: Layout) -> list[Shape]:
    found: list[Shape] = []
    for line in edition.board.lines:
        ends = layout.points[line[0]], layout.points[line[-1]]
        level = edition.level and abs(ends[0].y - ends[1].y) < 0.001
        name = f"line {edition.board.names[line[0]]} {edition.board.names[line[-1]]}"
        found.append(stroke(*ends, ink=Style(line=_BLACK, width=2.4 if level else 0.7), tag=name))
    return found


def _points(edition: Edition, layout: Layout) -> list[Shape]:
    board, pitch = edition.board, layout.pitch
    starts = dict(edition.starts)
    found: list[Shape] = []
    for point, at in enumerate(layout.points):
        name = board.names[point]
        radius = (0.27 if edition.star else 0.09) * pitch
        if point in board.palaces and edition.level:
            found.append(Circle(at, 0.285 * pitch, Style(_PAPER, _BLACK, 0.7), f"palace {name}"))
            radius = 0.235 * pitch
        found.append(Circle(at, radius, Style(_PAPER, _BLACK, 0.7), f"point {name}"))
        if name in starts:
            found.append(Circle(at, radius - 0.04 * pitch, _HAIR, f"start {name}"))
            found.append(
                TextLine(at.moved(0, -0.06 * pitch), starts[name], 0.2 * pitch, _BLACK, face="sans")
            )
        if edition.numbers:
            size = 0.15 * pitch
            beside = number_place(layout, Point(point), 0.4).moved(0, -0.34 * size)
            found.append(TextLine(beside, name, size, _BLACK, face="sans", tag=f"number {name}"))
    return found


def number_place(layout: Layout, point: Point, away: float) -> XY:
    """The place of a point's number, this many pitches away, between the lines and the lamp."""
    at, lamp = layout.points[point], layout.lamps[point]
    busy = (degrees(atan2(lamp.y - at.y, lamp.x - at.x)), *layout.board.rays[point])

    def gap(angle: int) -> float:
        return min(abs((angle - other + 180) % 360 - 180) for other in busy)

    # Of gaps alike the one nearest to the south-east.
    angle = max(range(0, 360, 15), key=lambda a: (round(gap(a)), -abs((a - 315 + 180) % 360 - 180)))
    return at.turned(away * layout.pitch, angle)


def _squares(edition: Edition, layout: Layout) -> list[Shape]:
    half, names = layout.pitch / 2, edition.board.names
    found: list[Shape] = []
    marks: list[Shape] = []
    for point, at in enumerate(layout.points):
        areas = edition.areas(Point(point))
        fill = next((tint for kind, tint in _TINTS.items() if kind in areas), _PAPER)
        found.append(
            Polygon(square(at, half), Style(fill, _BLACK, 0.35), tag=f"point {names[point]}")
        )
        if "home" in areas:
            marks.append(chevron(layout, at, Style(line=_BLACK, width=0.5), names[point]))
        if "goal" in areas:
            marks.append(goal(layout, at, Style(line=_BLACK, width=1.2), names[point]))
    low, high = layout.points[edition.board.rows[-1][0]], layout.points[edition.board.rows[0][-1]]
    rim = box(low.x - half, low.y - half, high.x + half, high.y + half)
    return [*found, *marks, Polygon(rim, Style(line=_BLACK, width=1.0), tag="rim")]


def inward(layout: Layout, at: XY) -> XY:
    """The direction from a square of the outer ring into the board, as a step of length 1."""
    width, height = layout.size
    near = {
        XY(0, 1): at.y,
        XY(0, -1): height - at.y,
        XY(1, 0): at.x,
        XY(-1, 0): width - at.x,
    }
    return min(near, key=lambda way: near[way])


def chevron(layout: Layout, at: XY, ink: Style, name: str) -> Polygon:
    """An arrow head that points into the board: a seat starts here and moves that way."""
    way, unit = inward(layout, at), layout.pitch
    tip = XY(at.x + 0.12 * unit * way.x, at.y + 0.12 * unit * way.y)
    foot = XY(at.x - 0.06 * unit * way.x, at.y - 0.06 * unit * way.y)
    left = foot.moved(-0.17 * unit * way.y, 0.17 * unit * way.x)
    right = foot.moved(0.17 * unit * way.y, -0.17 * unit * way.x)
    return stroke(left, tip, right, ink=ink, tag=f"home {name}")


def goal(layout: Layout, at: XY, ink: Style, name: str) -> Polygon:
    """A bar along the outer edge of a square: the goal of the seat opposite."""
    way, unit = inward(layout, at), layout.pitch
    middle = XY(at.x - 0.46 * unit * way.x, at.y - 0.46 * unit * way.y)
    left = middle.moved(-0.34 * unit * way.y, 0.34 * unit * way.x)
    right = middle.moved(0.34 * unit * way.y, -0.34 * unit * way.x)
    return stroke(left, right, ink=ink, tag=f"goal {name}")
