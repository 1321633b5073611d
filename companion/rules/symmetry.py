"""Symmetries of a game: of its board, with the sides exchanged where that is needed."""

from __future__ import annotations

from typing import NamedTuple

from companion.geometry import Board, Permutation, symmetries


class Symmetry(NamedTuple):
    """One symmetry, as it acts on the text of a position.

    points:  where each point of the board goes.
    letters, become: the letters that change with it, and what each of them becomes.
    """

    points: Permutation
    letters: str = ""
    become: str = ""


def every_symmetry(board: Board) -> tuple[Symmetry, ...]:
    """The symmetries of a game to which all directions of its board are alike."""
    return tuple(Symmetry(points) for points in symmetries(board))
