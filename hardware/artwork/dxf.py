"""A template as DXF in millimetres, byte for byte the same in every run."""

from __future__ import annotations

from io import StringIO

from ezdxf import options, units  # type: ignore[attr-defined]
from ezdxf.enums import TextEntityAlignment
from ezdxf.filemanagement import new

from hardware.artwork.shapes import XY, Circle, Drawing, TextLine
from hardware.artwork.sheets import RULER
from hardware.artwork.template import LAYERS

# AutoCAD colour numbers, by which laser cutters distinguish jobs.
_COLOURS = {
    "CUT": 1,
    "RECESS": 2,
    "CHANNEL": 3,
    "WELL": 4,
    "DRILL": 5,
    "SLOT": 6,
    "ENGRAVE": 7,
    "CHECK": 8,
}


def dxf(drawing: Drawing) -> str:
    """The drawing, each shape on the layer of its kind, with a ruler of 100 mm on layer CHECK.

    The ruler lies below the board and is not printed or cut: CHECK is a layer that does not plot.
    """
    options.write_fixed_meta_data_for_testing = True  # no dates, no random ids
    document = new("R2000", units=units.MM)
    for name, colour in _COLOURS.items():
        document.layers.add(name, color=colour, plot=name != "CHECK")
    space = document.modelspace()
    for shape in drawing.shapes:
        on = {"layer": LAYERS[shape.tag.split()[0]]}
        if isinstance(shape, Circle):
            space.add_circle(_at(shape.at), round(shape.radius, 3), dxfattribs=on)
        elif isinstance(shape, TextLine):
            text = space.add_text(shape.text, height=round(shape.size, 3), dxfattribs=on)
            text.set_placement(_at(shape.at), align=TextEntityAlignment.CENTER)
        else:
            corners = [_at(corner) for corner in shape.corners]
            space.add_lwpolyline(corners, close=shape.closed, dxfattribs=on)
    check = {"layer": "CHECK"}
    space.add_lwpolyline([(0, -10), (RULER, -10)], dxfattribs=check)
    for step in range(11):
        space.add_line((10 * step, -10), (10 * step, -8), dxfattribs=check)
    space.add_text("100 mm", height=3, dxfattribs=check).set_placement((0, -15))
    out = StringIO()
    document.write(out)
    return out.getvalue()


def _at(at: XY) -> tuple[float, float]:
    return round(at.x, 3), round(at.y, 3)
