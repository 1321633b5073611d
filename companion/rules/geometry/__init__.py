"""Points, lines and boards: all index arithmetic lives here."""

from companion.rules.geometry.board import Board, Point, Style
from companion.rules.geometry.grids import grid
from companion.rules.geometry.occupancy import Occupancy, Sensed, bits, points_of
from companion.rules.geometry.small import FIVE, NINE
from companion.rules.geometry.star import STAR
from companion.rules.geometry.symmetry import Permutation, symmetries

__all__ = [
    "FIVE",
    "NINE",
    "STAR",
    "Board",
    "Occupancy",
    "Permutation",
    "Point",
    "Sensed",
    "Style",
    "bits",
    "grid",
    "points_of",
    "symmetries",
]
