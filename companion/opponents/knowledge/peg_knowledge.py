"""The computer's knowledge about peg solitaire: a solver on the star."""

from __future__ import annotations

from companion.games.peg import Move, Peg
from companion.opponents.knowledge.game_knowledge import Knowledge
from companion.opponents.knowledge.peg_solver import PegSolver
from companion.rules.geometry import STAR


class PegKnowledge(Knowledge[int, Move]):
    """See the top of this file."""

    name = Peg.name
    game: Peg

    def solver(self) -> PegSolver | None:
        # The 7 × 7 grid has 2^49 positions, too many for a table, and no known search quickly
        # proves that a midgame position is hopeless.
        return PegSolver(self.game) if self.game.board is STAR else None


KNOWLEDGE = PegKnowledge
