"""The files generated here: a model of every piece, and a picture of all of them."""

from __future__ import annotations

from hardware.pieces.loft import solid, stl
from hardware.pieces.picture import picture
from hardware.pieces.shapes import SIZES, Sizes, pieces


def files(sizes: Sizes = SIZES) -> dict[str, bytes]:
    """Return the generated files by name."""
    all_pieces = pieces(sizes)
    made = {f"{name}.stl": stl(name, solid(rings)) for name, rings in all_pieces.items()}
    return made | {"pieces.svg": picture(all_pieces)}
