"""The design worth framing: walnut, maple and brass, with ornament drawn from the board itself.

Round the board runs an inlaid band with a roundel over every screw. The star is faceted like a
compass rose, each of its tips in a light and a dark half along the line through its middle; its
notches hold the star once more, small. The grids are laid out as marquetry.
"""

from __future__ import annotations

from math import ceil

from companion.games.artwork import Edition
from companion.rules.geometry import STAR, Point
from hardware.artwork.layout import Layout, Measures
from hardware.artwork.plain import chevron, coordinates, goal, number_place
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
    lozenge,
    square,
    stroke,
)

_MAPLE, _SAND, _OAK = "#f6ecd6", "#ecdcb9", "#d9bd8a"
_CHESTNUT, _WALNUT, _INK = "#8c5e34", "#4a301c", "#2e1d10"
_BRASS, _GLOW = "#b08a3c", "#fffaf0"
# South, West, North and East, in the order in which they play.
_SEATS = ("#9c3b25", "#3f6b45", "#2d557f", "#b07d1e")


def framed(edition: Edition, pitch: float, measures: Measures | None = None) -> Drawing:
    """Draw the board in the design worth framing."""
    layout = Layout(edition.board, pitch, measures)
    width, height = layout.size
    shapes: list[Shape] = [
        bleeding(width, height, _MAPLE),
        Polygon(box(0, 0, width, height), Style(fill=_MAPLE), tag="ground"),
    ]
    shapes += _band(layout)
    shapes += _star(edition, layout) if edition.star else _grid(edition, layout)
    rim = Style(_GLOW, _BRASS, 0.012 * pitch)
    shapes += [
        Circle(at, layout.lamp_radius, rim, f"lamp {name}")
        for at, name in zip(layout.lamps, edition.board.names, strict=True)
    ]
    shapes += _titles(edition, layout)
    return Drawing(width, height, tuple(shapes), BLEED)


def _band(layout: Layout) -> list[Shape]:
    """The inlaid band along the edge: lozenges from screw to screw, a roundel on each screw."""
    unit, (width, height) = layout.pitch, layout.size
    outer, inner, middle = 0.07 * unit, 0.33 * unit, 0.2 * unit
    found: list[Shape] = [
        Polygon(box(outer, outer, width - outer, height - outer), Style(fill=_WALNUT)),
        Polygon(
            box(inner, inner, width - inner, height - inner),
            Style(_MAPLE, _BRASS, 0.02 * unit),
        ),
    ]
    fine = outer + 0.035 * unit
    found.append(
        Polygon(box(fine, fine, width - fine, height - fine), Style(line=_OAK, width=0.008 * unit))
    )
    fine = inner + 0.05 * unit
    found.append(
        Polygon(
            box(fine, fine, width - fine, height - fine), Style(line=_CHESTNUT, width=0.01 * unit)
        )
    )
    corners = box(middle, middle, width - middle, height - middle)
    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        # An even number of steps, so that a screw lies in the middle as well.
        steps = 2 * ceil(start.far(end) / (0.44 * unit))
        level = start.y == end.y
        for step in range(1, steps):
            at = start.towards(end, step / steps)
            if 2 * step != steps:
                long, short = (0.15, 0.055) if step % 2 else (0.06, 0.06)
                wide, high = (long, short) if level else (short, long)
                fill = _OAK if step % 2 else _BRASS
                found.append(Polygon(lozenge(at, wide * unit, high * unit), Style(fill=fill)))
    for at in layout.screws:
        found.append(Circle(at, 0.105 * unit, Style(_MAPLE, _BRASS, 0.02 * unit)))
        found += _rosette(at, 0.085 * unit, _CHESTNUT)
    return found


def _rosette(at: XY, radius: float, colour: str) -> list[Shape]:
    """A small outline of the star, through its tips and its notches."""
    far = [(2.0, angle) for angle in range(30, 390, 60)]
    near = [(1.1547, angle) for angle in range(60, 420, 60)]
    rim = [part for pair in zip(far, near, strict=True) for part in pair]
    corners = tuple(at.turned(radius * distance / 2, angle) for distance, angle in rim)
    return [Polygon(corners, Style(fill=colour))]


def _small_star(at: XY, radius: float, colour: str, width: float) -> list[Shape]:
    """The star's nine lines, scaled down."""
    places = [XY(at.x + x * radius / 2, at.y + y * radius / 2) for x, y in STAR.xy]
    ink = Style(line=colour, width=width)
    return [stroke(places[line[0]], places[line[-1]], ink=ink) for line in STAR.lines]


def _star(edition: Edition, layout: Layout) -> list[Shape]:
    board, unit, at = edition.board, layout.pitch, layout.points
    middle = XY(sum(p.x for p in at) / len(at), sum(p.y for p in at) / len(at))
    reach = max(middle.far(p) for p in at)
    found: list[Shape] = [
        Circle(middle, reach + 0.33 * unit, Style(_SAND, _CHESTNUT, 0.03 * unit)),
        Circle(middle, reach + 0.275 * unit, Style(line=_BRASS, width=0.012 * unit)),
    ]
    found += _facets(layout, middle)
    for x in (0.84 * unit, layout.size[0] - 0.84 * unit):
        corner = XY(x, layout.size[1] - 0.84 * unit)
        found.append(Circle(corner, 0.3 * unit, Style(_SAND, _CHESTNUT, 0.015 * unit)))
        found += _small_star(corner, 0.3 * unit, _CHESTNUT, 0.018 * unit)
    # The small stars stand in the notches, opposite the points that have the widest gap outside.
    tips = [point for point, rays in enumerate(board.rays) if len(rays) == 3]
    for tip in tips:
        for other in tips:
            if tip < other and at[tip].far(at[other]) < 1.1 * reach:
                between = at[tip].towards(at[other], 0.5)
                place = middle.towards(between, 1.02)
                found += _small_star(place, 0.32 * unit, _BRASS, 0.018 * unit)
                found += [
                    Polygon(lozenge(middle.towards(between, part), r, r), Style(fill=_BRASS))
                    for part, r in ((1.185, 0.045 * unit), (0.855, 0.045 * unit))
                ]
    for line in board.lines:
        ends = at[line[0]], at[line[-1]]
        level = edition.level and abs(ends[0].y - ends[1].y) < 0.001
        name = f"line {board.names[line[0]]} {board.names[line[-1]]}"
        ink = Style(line=_WALNUT, width=(0.1 if level else 0.03) * unit)
        found.append(stroke(*ends, ink=ink, tag=name))
        if level:
            found.append(stroke(*ends, ink=Style(line=_BRASS, width=0.04 * unit)))
    starts = dict(edition.starts)
    for point, place in enumerate(at):
        name = board.names[point]
        palace = point in board.palaces and edition.level
        if palace:
            ring = Style(_BRASS, _WALNUT, 0.02 * unit)
            found.append(Circle(place, 0.285 * unit, ring, f"palace {name}"))
        radius, rim = (0.225, 0.02) if palace else (0.27, 0.03)
        ink = Style(_MAPLE, _WALNUT, rim * unit)
        found.append(Circle(place, radius * unit, ink, f"point {name}"))
        found.append(Circle(place, (radius - 0.04) * unit, Style(line=_BRASS, width=0.01 * unit)))
        if name in starts:
            found.append(Circle(place, 0.19 * unit, Style(_OAK, _CHESTNUT, 0.02 * unit)))
            found.append(
                TextLine(
                    place.moved(0, -0.075 * unit), starts[name], 0.22 * unit, _INK, face="serif"
                )
            )
        elif palace:
            found += _rosette(place, 0.15 * unit, _BRASS)
        if edition.numbers:
            badge, size = number_place(layout, Point(point), 0.42 if palace else 0.36), 0.13 * unit
            found.append(Circle(badge, 0.1 * unit, Style(_MAPLE, _BRASS, 0.014 * unit)))
            badge = badge.moved(0, -0.34 * size)
            found.append(TextLine(badge, name, size, _INK, face="serif", tag=f"number {name}"))
    return found


def _facets(layout: Layout, middle: XY) -> list[Shape]:
    """The star's tips and kites: each has a light half and a dark half."""
    board, at = layout.board, layout.points
    found: list[Shape] = []
    for tip, rays in enumerate(board.rays):
        if len(rays) != 3:
            continue
        # The rays of a tip, in turning order: along one side, through the middle, along the other.
        through = min(rays, key=lambda angle: at[rays[angle][1]].far(middle))
        first, last = sorted(
            (angle for angle in rays if angle != through),
            key=lambda angle: (angle - through + 180) % 360,
        )
        base, left, right = (at[rays[angle][0]] for angle in (through, first, last))
        for corner, tip_fill, kite_fill in ((left, _OAK, _MAPLE), (right, _CHESTNUT, _OAK)):
            found.append(Polygon((at[tip], base, corner), Style(fill=tip_fill)))
            found.append(Polygon((middle, base, corner), Style(fill=kite_fill)))
    return found


def _grid(edition: Edition, layout: Layout) -> list[Shape]:
    unit, half, board = layout.pitch, layout.pitch / 2, edition.board
    low, high = layout.points[board.rows[-1][0]], layout.points[board.rows[0][-1]]
    reach = half if edition.squares else 0.0
    found: list[Shape] = []
    for more, ink in (
        (0.055, Style(_WALNUT)),
        (0.03, Style(line=_BRASS, width=0.012 * unit)),
    ):
        away = reach + more * unit
        rim = box(low.x - away, low.y - away, high.x + away, high.y + away)
        if edition.squares:
            found.append(Polygon(rim, ink))
    found += _squares(edition, layout) if edition.squares else _weave(edition, layout)
    away = (0.64 if edition.squares else 0.5) * unit
    return found + coordinates(edition, layout, away, "serif", _INK, 0.14 * unit)


def _squares(edition: Edition, layout: Layout) -> list[Shape]:
    unit, names = layout.pitch, edition.board.names
    chequered = any("dark" in edition.areas(Point(p)) for p in range(edition.board.size))
    squares: list[Shape] = []
    marks: list[Shape] = []
    for point, at in enumerate(layout.points):
        areas = edition.areas(Point(point))
        dark, margin = "dark" in areas, "margin" in areas
        fill = _CHESTNUT if dark else _OAK if margin else _MAPLE
        squares.append(
            Polygon(
                square(at, unit / 2),
                Style(fill, _WALNUT, 0.008 * unit),
                tag=f"point {names[point]}",
            )
        )
        if dark:
            marks.append(Polygon(square(at, 0.455 * unit), Style(line=_OAK, width=0.01 * unit)))
            marks += _knot(at, 0.2 * unit, _OAK, 0.012 * unit)
        elif not chequered and not margin:
            marks += _knot(at, 0.13 * unit, _OAK, 0.012 * unit)
        seats = [area for area in ("home", "goal") if area in areas]
        if seats:
            own, other = areas["home"] or 0, areas["goal"] or 0
            marks.append(Polygon(square(at, 0.4 * unit), Style(_SAND)))
            marks.append(
                chevron(layout, at, Style(line=_SEATS[own], width=0.04 * unit), names[point])
            )
            marks.append(
                goal(layout, at, Style(line=_SEATS[other], width=0.035 * unit), names[point])
            )
        elif margin:
            marks += _rosette(at, 0.3 * unit, _CHESTNUT)
            marks += _small_star(at, 0.3 * unit, _OAK, 0.012 * unit)
    return squares + marks


def _knot(at: XY, radius: float, colour: str, width: float) -> list[Shape]:
    """Two interlaced squares, one straight and one turned by 45 degrees."""
    ink = Style(line=colour, width=width)
    return [
        Polygon(square(at, radius / 1.4142), ink),
        Polygon(lozenge(at, radius, radius), ink),
    ]


def _weave(edition: Edition, layout: Layout) -> list[Shape]:
    """Lines on marquetry: the cells between them alternate, each with the grid's knot."""
    unit, board, at = layout.pitch, edition.board, layout.points
    low, high = at[board.rows[-1][0]], at[board.rows[0][-1]]
    away = 0.3 * unit
    found: list[Shape] = [
        Polygon(
            box(low.x - away, low.y - away, high.x + away, high.y + away),
            Style(_SAND, _CHESTNUT, 0.02 * unit),
        )
    ]
    for i, row in enumerate(board.rows[:-1]):
        for j, point in enumerate(row[:-1]):
            cell = at[point].moved(unit / 2, -unit / 2)
            light = (i + j) % 2 == 1
            found.append(Polygon(square(cell, unit / 2), Style(fill=_MAPLE if light else _OAK)))
            found.append(
                Polygon(
                    square(cell, 0.38 * unit),
                    Style(line=_OAK if light else _CHESTNUT, width=0.008 * unit),
                )
            )
            found += _knot(cell, 0.2 * unit, _BRASS if light else _CHESTNUT, 0.014 * unit)
    for line in board.lines:
        ends = at[line[0]], at[line[-1]]
        name = f"line {board.names[line[0]]} {board.names[line[-1]]}"
        found.append(stroke(*ends, ink=Style(line=_WALNUT, width=0.03 * unit), tag=name))
    for name, place in zip(board.names, at, strict=True):
        found.append(
            Circle(place, 0.17 * unit, Style(_MAPLE, _WALNUT, 0.025 * unit), f"point {name}")
        )
        found.append(Circle(place, 0.13 * unit, Style(line=_BRASS, width=0.01 * unit)))
        found.append(Polygon(lozenge(place, 0.05 * unit, 0.05 * unit), Style(fill=_CHESTNUT)))
    return found


def _titles(edition: Edition, layout: Layout) -> list[Shape]:
    """The title in spaced capitals and the motto in italics, at opposite ends of one line."""
    unit, (width, height) = layout.pitch, layout.size
    if edition.star:  # Beside the lowest tip there is room.
        left, right, base = 0.6 * unit, width - 0.6 * unit, 0.62 * unit
        size, small = min(0.24 * unit, 3.0 * unit / len(edition.title)), 0.17 * unit
    else:
        away = layout.margin - (0.5 if edition.squares else 0.3) * unit
        left, right, size, small = away, width - away, 0.18 * unit, 0.13 * unit
        base = height - (0.58 if edition.squares else 0.7) * unit
    title = edition.title.upper()
    return [
        TextLine(XY(left, base), title, size, _WALNUT, "start", "serif", 0.3 * size),
        TextLine(XY(right, base), edition.motto, small, _CHESTNUT, "end", "italic"),
    ]
