"""How far a magnet closes a reed, and how hard magnets in a column push each other.

A disc is treated as a dipole. That is a few per cent off at the distances of a board, where the
spread of reeds is far greater: what comes out tells what to try first, and no more.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, pi

MU_0 = 4e-7 * pi  # T m/A
REMANENCE = 1.17
"""Tesla; the least of N35."""

FIELD = 0.15e-3
"""Tesla along a reed for each ampere-turn at which it closes.

From the distances that Reed Relays and Electronics India publish for the sensor MS-214 and bar
magnets of neodymium (3 × 7, 4 × 10, 6 × 12 and 8 × 15 mm) before its end: 0.11 to 0.17 mT.
"""


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc magnet, magnetised through its thickness; millimetres."""

    diameter: float
    thickness: float

    @property
    def moment(self) -> float:
        """The dipole moment in A m²."""
        volume = pi / 4 * self.diameter**2 * self.thickness * 1e-9
        return REMANENCE * volume / MU_0

    def __str__(self) -> str:
        return f"{self.diameter:g} × {self.thickness:g} mm"


PIECE = Disc(6, 2)
"""What is glued under a piece."""

MARKER = Disc(6, 1)
"""What is shut up in the middle of a marker of Gomony: a promoted one is turned over with it, and
then pushes its neighbours, which a stronger one would throw off."""


def along_reed(magnet: Disc, shift: float, below: float) -> float:
    """The field along a flat reed, in tesla, whose middle lies `shift` mm beside and `below` mm
    under the middle of a magnet with its pole down."""
    far = hypot(shift, below) * 1e-3
    return MU_0 / (4 * pi) * magnet.moment * 3 * (shift * 1e-3) * (below * 1e-3) / far**5


def reach(magnet: Disc, turns: float, shift: float) -> float:
    """The most by which a reed of so many ampere-turns may lie under a magnet, middle to middle,
    in mm; 0 when it does not close at any depth."""
    depths = [tenth / 10 for tenth in range(400, 0, -1)]
    wanted = FIELD * turns
    return next((z for z in depths if along_reed(magnet, shift, z) >= wanted), 0.0)


def push(magnet: Disc, apart: float) -> float:
    """The force in newtons between two discs on one axis, middles `apart` mm: it pulls when their
    poles lie alike, and pushes when one is turned over."""
    return 3 * MU_0 * magnet.moment**2 / (2 * pi * (apart * 1e-3) ** 4)
