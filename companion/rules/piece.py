"""Pieces, as a person at the board sees them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NewType

from companion.text import Text

Seat = NewType("Seat", int)
"""A player, numbered from 0 in turn order."""


Colour = Literal["white", "black", "blue", "yellow", "red", "green", "cyan"]
"""The colour of a seat: of its pieces, and of its lamps. A lamp cannot be black, so Black's lamps
are blue."""

SEAT_COLOURS: tuple[Colour, ...] = ("white", "blue", "yellow", "red", "green", "cyan")
"""The colours of the seats, in turn order, in a game that does not set its own."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a piece is drawn: by default, a plain disc in its seat's colour.

    shape:    its outline. A triangle points from its seat's `home` area to its `goal`.
    sign:     the sign painted on it.
    material: its material; a wooden piece has its seat's colour.
    letters:  the text on it, three characters at most.
    drawing:  a picture painted on it in place of the letters: the data of an SVG path, `DRAWING`,
              within a circle of radius 0.7 around the origin, y downward; overlaps are cut out.
    """

    shape: Literal["disc", "square", "triangle", "diamond"] = "disc"
    sign: Literal["", "crown", "star"] = ""
    material: Literal["wood", "silver", "stone"] = "wood"
    letters: str = ""
    drawing: str = ""


DRAWING = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9 ,.-]{0,1000}")
"""The form of the path in `Look.drawing`."""

PLAIN = Look()
"""A plain disc."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece: its owner (or None), its name, its text in a position, and how it is drawn."""

    seat: Seat | None
    kind: Text
    text: str
    look: Look = PLAIN


Stack = tuple[Piece, ...]
"""The pieces on one point, bottom first; empty for a vacant point."""
