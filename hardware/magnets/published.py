"""Distances at which a maker's magnets close a maker's reeds, to compare the calculation with.

From the page of Reed Relays and Electronics India (RRE) on actuation distances of the reed switch
SM-1322: glass of 13.5 to 14 mm, leads cropped, graded 10 to 20 AT, tolerance ±0.5 mm. The magnets
are NdFeB cylinders, magnetised along their length. The page's drawing of how magnet and reed lie,
and the length of the cropped reed, were not to be had: they are taken to lie side by side, the
distance from surface to surface, and the reed to be 20 mm long.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import pi

import numpy as np
from magpylib.magnet import Cylinder

from hardware.magnets.reeds import Reed, Reeds
from hardware.parts.magnets import GRADES, Disc

CROPPED, ACROSS = 20.0, 2.25
"""mm; the length of the cropped reed, and the width of its glass."""

KEENEST, DULLEST = 10.0, 20.0


@dataclass(frozen=True, slots=True)
class Published:
    """A magnet, and the distances at which it switches reeds of one grade, in mm.

    Attributes:
        magnet: The magnet.
        closes: Where it closes the dullest and the keenest reed of the grade.
        opens: Where these open again.
    """

    magnet: Disc
    closes: tuple[float, float]
    opens: tuple[float, float]


def _bar(diameter: float, length: float) -> Disc:
    """Return a magnet of that page, which does not name the grade; `reeds.GAP` goes with N35."""
    return Disc(diameter, length, GRADES["N35"])


SM_1322 = (
    Published(_bar(2, 4), (3.0, 5.0), (4.0, 6.0)),
    Published(_bar(3, 7), (7.5, 11.0), (9.0, 12.0)),
    Published(_bar(4, 10), (11.5, 16.0), (13.5, 18.0)),
    Published(_bar(6, 12), (18.0, 24.0), (21.0, 26.0)),
    Published(_bar(8, 15), (25.0, 33.0), (29.0, 35.0)),
)


def turns(magnet: Disc, distance: float) -> float:
    """The ampere-turns that are calculated for a cylinder that lies beside a cropped reed."""
    bar = Cylinder(
        dimension=(magnet.diameter * 1e-3, magnet.thickness * 1e-3),
        polarization=(0, 0, magnet.remanence),
    )
    bar.rotate_from_angax(90, "y")
    reeds = Reeds(Reed((0, 0, 0), (1, 0, 0), CROPPED))
    away = magnet.diameter / 2 + distance + ACROSS / 2
    along = np.asarray(bar.getH((reeds.spots - (0, 0, away)) * 1e-3))[:, 0] * 1e-3
    return float(abs((reeds.weights @ along)[0]))


def compared() -> Iterator[tuple[Published, tuple[float, float], tuple[float, float]]]:
    """Each published row, with the ampere-turns calculated at its distances."""
    for row in SM_1322:
        dull, keen = (turns(row.magnet, distance) for distance in row.closes)
        late, early = (turns(row.magnet, distance) for distance in row.opens)
        yield row, (dull, keen), (late, early)


def dipole(magnet: Disc, shift: float, below: float) -> float:
    """Return the field along x of a dipole with the moment of a disc with its pole down, in T.

    Far away, this is what the field of the disc amounts to.

    Args:
        magnet: The disc.
        shift: How far the place is beside the dipole's middle, in mm.
        below: How far it is below it, in mm.
    """
    volume = pi / 4 * magnet.diameter**2 * magnet.thickness
    far = np.hypot(shift, below)
    return float(magnet.remanence * volume * 3 * shift * below / (4 * pi * far**5))
