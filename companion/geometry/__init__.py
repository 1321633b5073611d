"""Points, lines and boards: all index arithmetic lives here."""

from companion.geometry.board import Board, Point, Style
from companion.geometry.grids import grid
from companion.geometry.occupancy import Occupancy, Sensed, bits, points_of
from companion.geometry.star import STAR
from companion.geometry.symmetry import Permutation, symmetries

__all__ = [
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
