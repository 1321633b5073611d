"""Pieces, as a person at the board sees them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NewType

from companion.base.text import Text

Seat = NewType("Seat", int)
"""A player, numbered from 0 in turn order."""


Colour = Literal["white", "black", "blue", "yellow", "red", "green", "cyan"]
"""The colour of a seat: of its pieces, and of its lamps.

A lamp cannot be black, so Black's lamps are blue.
"""

SEAT_COLOURS: tuple[Colour, ...] = ("white", "blue", "yellow", "red", "green", "cyan")
"""The colours of the seats, in turn order, in a game that does not set its own."""


@dataclass(frozen=True, slots=True)
class Look:
    """The appearance of a piece: by default, a plain disc in its seat's colour.

    Attributes:
        shape: Its outline. A triangle points from its seat's `home` area to its `goal`.
        sign: The sign painted on it.
        material: Its material; a wooden piece has its seat's colour.
        letters: The text on it, three characters at most.
        drawing: A picture painted on it in place of the letters: the data of an SVG path,
            `DRAWING`, within a circle of radius 0.7 around the origin, y downward; overlaps are cut
            out.
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
    """One piece of a game.

    Attributes:
        seat: Its owner, or None.
        kind: Its name.
        text: Its text in a position.
        look: How it is drawn.
    """

    seat: Seat | None
    kind: Text
    text: str
    look: Look = PLAIN


Stack = tuple[Piece, ...]
"""The pieces on one point, bottom first; empty for a vacant point."""


def stack_text(stack: Stack, vacant: str = ".") -> str:
    """Return the texts of the pieces on one point, in parentheses if there are several."""
    texts = "".join([piece.text for piece in stack])
    return f"({texts})" if len(stack) > 1 else texts or vacant
