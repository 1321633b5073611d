"""The designs in which every board is printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.artwork import Edition
from hardware.artwork.framed import framed
from hardware.artwork.layout import Measures
from hardware.artwork.plain import plain
from hardware.artwork.shapes import Drawing

Design = Callable[[Edition, float, Measures | None], Drawing]
"""Draws a printed board at a pitch, with the measures of the wood."""

DESIGNS: Mapping[str, Design] = {
    "plain": plain,
    "framed": framed,
}
