"""The places of reeds, magnets and neighbours, in millimetres.

The origin is a point of the board, at the height of the playing surface; x is east, y is north, z
is up.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from math import hypot

import numpy as np

from hardware.artwork.layout import BOARDS, COVER, MEASURES, PITCH, Layout, Measures
from hardware.assembly.stack import STACK
from hardware.magnets.reeds import Numbers, Placed, Reed, Reeds
from hardware.parts.magnets import PIECE, Disc
from hardware.pieces.shapes import SIZES

GRID = 0.5
"""From one placement that is tried to the next."""

FAR, NEAR, SURE = 8.0, 3.0, 5.0
"""How far off its point, to each side, a piece of 24 mm can stand in a square of 40 without
touching another's; how far it stands when somebody takes care; and within which distance it has to
be felt for certain."""


def reeds_of_a_point(measures: Measures = MEASURES, cover: float = COVER) -> Reeds:
    """The two reeds under a point."""
    along, across, deep = measures.offset, measures.aside, -cover - STACK.glass
    return Reeds(
        Reed((along, across, deep), (1, 0, 0), measures.slot),
        Reed((-along, -across, deep), (1, 0, 0), measures.slot),
    )


def standing(disc: Disc = PIECE) -> float:
    """The height of the middle of a magnet in a piece's underside."""
    return STACK.felt + disc.thickness / 2


def placements(far: float, step: float = GRID) -> Numbers:
    """All places within a square, in rows (x, y)."""
    along = np.linspace(-far, far, 1 + round(2 * far / step))
    return np.array(list(product(along, along)))


@dataclass(frozen=True, slots=True)
class Played:
    """A game as magnets know it.

    board:  the name of the board that it is played on, of `BOARDS`. dark: on dark squares only.
    height: of the middle of a piece's magnet. rise: from one piece of a stack to the next. stack:
            the highest stack that is looked at. disc: the magnet of each piece.
    """

    board: str
    height: float = standing()
    rise: float = SIZES.man
    stack: int = 1
    dark: bool = False
    disc: Disc = PIECE

    @property
    def strongest(self) -> Played:
        """The same with the strongest magnets that may be bought."""
        return replace(self, disc=self.disc.strongest)

    def magnets(self, stack: int) -> list[Placed]:
        """The magnets of a stack."""
        return [Placed(self.disc, self.height + self.rise * number) for number in range(stack)]

    def neighbours(self, pitch: float = PITCH) -> list[tuple[float, float]]:
        """Return the way to each neighbour from the point that has the most of them, in mm.

        A neighbour is a point on which a piece may be placed, at most a square's diagonal away.
        """
        points = [
            at
            for number, at in enumerate(Layout(BOARDS[self.board], pitch).points)
            if not self.dark or sum(divmod(number, len(BOARDS[self.board].rows))) % 2
        ]
        around = [
            [
                (round(other.x - at.x, 6), round(other.y - at.y, 6))
                for other in points
                if 0 < hypot(other.x - at.x, other.y - at.y) < 1.5 * pitch
            ]
            for at in points
        ]
        return max(around, key=len)


GAMES = {
    "crowning": Played("star", stack=2),
    "gomony": Played("grid8", SIZES.marker_magnet, SIZES.marker, 6, dark=True),
    "halma": Played("grid9"),
    "nim": Played("star"),
    "peg": Played("grid7"),
    "soli2": Played("grid7"),
    "solomon": Played("star", stack=2),
    "son_of_solomon": Played("star"),
    "trinity": Played("star"),
}
"""Every game that comes with the program, by its name."""
