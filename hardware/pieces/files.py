"""The files generated here: models of all pieces, a picture of them, and the test print."""

from __future__ import annotations

from hardware.pieces.coupon import coupon
from hardware.pieces.loft import solid, stl
from hardware.pieces.picture import picture
from hardware.pieces.shapes import SIZES, Sizes, pieces


def files(sizes: Sizes = SIZES) -> dict[str, bytes]:
    """Return the generated files by name."""
    all_pieces = pieces(sizes)
    made = {f"{name}.stl": stl(name, solid(rings)) for name, rings in all_pieces.items()}
    return made | {"pieces.svg": picture(all_pieces), "coupon.stl": stl("coupon", coupon(sizes))}
