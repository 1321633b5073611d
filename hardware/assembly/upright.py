"""A section through a point of a drilled base, with its two upright reeds."""

from __future__ import annotations

from hardware.artwork.drilled import DRILLED, Drilled
from hardware.artwork.layout import STRAIGHT, Layout
from hardware.artwork.shapes import number
from hardware.assembly.paper import INK, THIN, WIRES, Paper, View
from hardware.assembly.stack import STACK, Stack
from hardware.pieces.shapes import SIZES, Sizes

_SCALE = 3.0
_WEST, _EAST = -22.0, 28.0
_GLASS_WIDE = 2.3


def upright(
    layout: Layout, stack: Stack = STACK, sizes: Sizes = SIZES, drilled: Drilled = DRILLED
) -> Paper:
    """The section along a row, through the point and beside its lamp."""
    paper = Paper(236, 166, "Upright reeds in a drilled base")
    paper.head(
        "Upright reeds: a drill is enough",
        f"A section along the row, {_SCALE:g} times life size. Dimensions in millimetres.",
    )
    view = View((106, 104), _SCALE)
    low = -stack.cover - drilled.base
    _wood(paper, view, stack, drilled)
    _piece(paper, view, stack, sizes)
    _lamp(paper, view, layout, stack, low)
    _reeds(paper, view, layout, stack, drilled)
    _measures(paper, view, stack, drilled)
    return paper


def _wood(paper: Paper, view: View, stack: Stack, drilled: Drilled) -> None:
    top = 0.0
    for ink, thick in (("print", stack.sheet), ("face", stack.face), ("base", drilled.base)):
        paper.box(*view.corners(_WEST, top - thick, _EAST, top), INK[ink])
        top -= thick
    under, half = -stack.cover, drilled.hole / 2
    paper.box(
        *view.corners(-drilled.recess / 2, under - drilled.deep, drilled.recess / 2, under),
        INK["paper"],
    )
    for x, wide in ((-drilled.offset, half), (drilled.offset, half), (0.0, drilled.wire / 2)):
        paper.box(*view.corners(x - wide, top, x + wide, under - drilled.deep), INK["paper"])
    # What the recess cuts away has no edge there.
    paper.box(
        *view.corners(
            -drilled.recess / 2 + 0.1, under - drilled.deep, drilled.recess / 2 - 0.1, under - 0.1
        ),
        INK["paper"],
        None,
    )


def _piece(paper: Paper, view: View, stack: Stack, sizes: Sizes) -> None:
    wide, magnet = sizes.width / 2, sizes.magnet
    across = magnet.diameter / 2
    paper.box(*view.corners(-wide, 0, wide, sizes.man), INK["dark"])
    top = stack.felt + magnet.thickness
    paper.box(*view.corners(-across, stack.felt, across, top), INK["metal"])
    paper.box(*view.corners(-wide, 0, wide, stack.felt), INK["felt"], None)
    paper.label(view.at(-15, 13), "piece with its magnet", view.at(-1, 2), anchor="end")


def _lamp(paper: Paper, view: View, layout: Layout, stack: Stack, low: float) -> None:
    """The lamp is behind the section: dashed."""
    x = layout.lamp_offset
    for radius, top, bottom in (
        (layout.lamp_radius, 0.0, -stack.cover),
        (layout.well_radius, -stack.cover, low),
    ):
        corners = view.all(
            (x - radius, top), (x - radius, bottom), (x + radius, bottom), (x + radius, top)
        )
        paper.shape(corners, INK["light"], INK["soft"], THIN, dash="1.2 0.8", opacity=0.5)
    paper.box(*view.corners(x - 5, low - 2, x + 5, low), INK["pixel"], INK["soft"], THIN)
    paper.label(
        view.at(31, -16), "light well, painted white,\nbehind the section", view.at(x + 3, -16)
    )
    paper.label(view.at(31, low - 1), "pixel", view.at(x + 4, low - 1))


def _reeds(paper: Paper, view: View, layout: Layout, stack: Stack, drilled: Drilled) -> None:
    under = -stack.cover
    top, low = under - STRAIGHT, under - STRAIGHT - layout.measures.glass
    end = under - drilled.base - 4
    half = _GLASS_WIDE / 2
    for side in (-1, 1):
        x = side * drilled.offset
        paper.box(*view.corners(x - half, low, x + half, top), INK["glass"])
        middle = (top + low) / 2
        lead = view.all((x, end), (x, middle + 0.6))
        paper.line(*lead, ink=INK["metal"], weight=1.1)
        upper = view.all(
            (x + 0.5, middle - 0.6),
            (x + 0.5, top),
            (x, top + 0.4),
            (x, under - 0.4),
            (0, under - 0.4),
        )
        paper.line(*upper, ink=INK["metal"], weight=1.1)
        paper.circle(view.at(x, end + 1.0), 1.3, INK["soft"])
    wire = view.all((0, under - 0.4), (0, end - 4))
    paper.wire(*wire, ink=WIRES["signal"], weight=1.0)
    paper.circle(view.at(0, under - 0.6), 1.5, INK["soft"])
    ground = view.all((-drilled.offset, end + 1.0), (drilled.offset, end + 1.0))
    paper.wire(view.at(-18, end + 1.0), *ground, ink=WIRES["0 V"], weight=0.8)
    paper.label(
        view.at(-25, -6),
        "upper leads, joined\nin the recess",
        view.at(-1.5, under - 0.5),
        anchor="end",
    )
    paper.label(
        view.at(-25, middle),
        "two reeds in parallel",
        view.at(-drilled.offset - 0.6, middle),
        anchor="end",
    )
    paper.label(view.at(-25, end + 1), "lower leads, joined", view.at(-17.5, end + 1), anchor="end")
    paper.label(view.at(8, end - 3.4), "wire to the computer or the diode", view.at(0.3, end - 3.4))


def _measures(paper: Paper, view: View, stack: Stack, drilled: Drilled) -> None:
    under = -stack.cover
    x = 23.0
    paper.label(view.at(31, 3.2), f"print and face {number(stack.cover)}", view.at(26, under / 2))
    paper.size(
        view.at(x, under - drilled.base), view.at(x, under), f"base {number(drilled.base)}", 1
    )
    y = 9.5
    for side in (-1, 1):
        ends = view.all((side * drilled.offset, y), (side * drilled.offset, 0))
        paper.line(*ends, ink=INK["soft"], weight=THIN, dash="1 1")
    paper.size(
        view.at(-drilled.offset, y), view.at(drilled.offset, y), f"{number(2 * drilled.offset)}"
    )
    words = (
        f"holes for reeds {number(drilled.hole)}, for the wire {number(drilled.wire)}; "
        f"recess {number(drilled.recess)} wide, {number(drilled.deep)} deep; "
        f"straight lead beside the glass {number(STRAIGHT)} or more"
    )
    paper.text((4, 5), words)
