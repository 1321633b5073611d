"""Finds the solver for a game."""

from __future__ import annotations

from companion.engines.contract import AnySolver
from companion.engines.crowning import CrowningSolver
from companion.engines.peg import PegSolver
from companion.engines.trinity_solver import TrinitySolver
from companion.games.crowning import Crowning
from companion.games.peg import Peg
from companion.games.trinity import Trinity
from companion.geometry import STAR
from companion.rules import AnyGame


def solver_for(game: AnyGame) -> AnySolver | None:
    """A solver for this game, or None.

    Games for several players have none, and neither has peg solitaire on the 7 × 7 grid: 2^49
    positions are too many for a table, and no known search quickly proves that a midgame position
    is hopeless.
    """
    match game:
        case Peg(board=board) if board is STAR:
            return PegSolver(game)
        case Crowning():
            return CrowningSolver(game)
        case Trinity(seats=(_,)):
            return TrinitySolver(game)
    return None
