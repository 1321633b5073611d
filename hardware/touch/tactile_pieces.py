"""Pieces whose owner a finger can tell: the second player's have a groove around them.

Up to four players play Halma. The middle of their pieces' tops is hollow, flat, a knob or a ring.
"""

from __future__ import annotations

from hardware.pieces.loft import Ring, ring
from hardware.pieces.shapes import LOOSE, SIZES, TOOTH, Sizes, pieces

_GROOVE = 1.1
"""How deep the groove is (mm)."""

_ROOF = 1.3
"""How high the roof of the groove is, in depths: it leans by less than 45 degrees from upright, so
that it is printed without supports."""

_LIES = 1.8  # how high above the board it begins
_FLOOR = 0.2  # how high its floor is
_KNOB = 0.8  # how high knobs and rings stand out
_HALMA = ("square", "triangle", "circle", "diamond")


def tactile_pieces(sizes: Sizes = SIZES) -> dict[str, list[Ring]]:
    """Return the rings of every further piece, by its name: that of the plain one, and a seat."""
    plain = pieces(sizes)
    found = {"man-2": _grooved(plain["man"])}
    found |= {f"number-{n}-2": _grooved(plain[f"number-{n}"]) for n in range(1, 6)}
    found["gomony-half-2"] = _waisted(sizes, plain["gomony-half"])
    for kind in _HALMA:
        for seat, top in enumerate((_flat, _knob, _ring), 2):
            found[f"halma-{kind}-{seat}"] = top(plain[f"halma-{kind}"], sizes.halma)
    return found


def _grooved(rings: list[Ring]) -> list[Ring]:
    """Return a man with a groove around its side: the rings go from the pocket up the side."""
    half = max(radius for made in rings for radius, _ in made)
    below = next(i for i, made in enumerate(rings) if made[0][0] == half)
    floor = _LIES + _GROOVE
    groove = [
        ring(half, _LIES),
        ring(half - _GROOVE, floor),
        ring(half - _GROOVE, floor + _FLOOR),
        ring(half, floor + _FLOOR + _ROOF * _GROOVE),
    ]
    return [*rings[: below + 1], *groove, *rings[below + 1 :]]


def _waisted(sizes: Sizes, rings: list[Ring]) -> list[Ring]:
    """Return half a marker whose inner edge is bevelled: two of them have a groove at the joint."""
    half = sizes.width / 2
    at = next(i for i, made in enumerate(rings) if made == ring(half - 0.3, 0))
    deep = sizes.marker / 2 - LOOSE - TOOTH - 1 - 1.5  # what is left of the side
    bevel = min(_GROOVE, deep)
    return [*rings[:at], ring(half - bevel, 0), ring(half, bevel), *rings[at + 2 :]]


def _flat(rings: list[Ring], _: float) -> list[Ring]:
    return rings[:-1]  # without the hollow


def _knob(rings: list[Ring], high: float) -> list[Ring]:
    return [*rings[:-1], ring(2.8, high), ring(2.2, high + _KNOB)]


def _ring(rings: list[Ring], high: float) -> list[Ring]:
    top = high + _KNOB
    return [*_knob(rings, high), ring(1.2, top), ring(0.9, high)]
