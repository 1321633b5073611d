"""Symmetries of a game: those of its board, which may also exchange the sides."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.geometry import Board, Permutation, symmetries


class Symmetry(NamedTuple):
    """One symmetry, as applied to the text of a position.

    Attributes:
        points: The image of each point of the board.
        letters: The letters that change.
        become: Their new letters, in the same order.
    """

    points: Permutation
    letters: str = ""
    become: str = ""


def every_symmetry(board: Board) -> tuple[Symmetry, ...]:
    """Return all symmetries of the board, for a game that treats all directions alike."""
    return tuple(Symmetry(points) for points in symmetries(board))
