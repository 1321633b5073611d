"""Symmetries of a game: those of its board, which may also exchange the sides."""

from __future__ import annotations

from typing import NamedTuple

from companion.geometry import Board, Permutation, symmetries


class Symmetry(NamedTuple):
    """One symmetry, as applied to the text of a position.

    points:  the image of each point of the board.
    letters: the letters that change; become: their new letters.
    """

    points: Permutation
    letters: str = ""
    become: str = ""


def every_symmetry(board: Board) -> tuple[Symmetry, ...]:
    """All symmetries of the board, for a game that treats all directions alike."""
    return tuple(Symmetry(points) for points in symmetries(board))
