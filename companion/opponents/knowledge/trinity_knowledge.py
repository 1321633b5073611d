"""The computer's knowledge about Trinity.

For two or more players, it is the book and the search for the last move; for one, a solver.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import ClassVar

from companion.games.trinity import Move, Position, Trinity
from companion.opponents.alphabeta import Evaluation
from companion.opponents.contract import Interrupted, Stop, never
from companion.opponents.evaluation import PlayoutEvaluator, even_shares
from companion.opponents.knowledge.game_knowledge import (
    A_DRAW,
    ExactMoves,
    Knowledge,
    LimitedLooks,
    Skills,
    TooFar,
)
from companion.opponents.knowledge.solitaire_search import Search
from companion.opponents.knowledge.trinity_evaluation import trinity_evaluation
from companion.opponents.tables import ExactValue
from companion.opponents.tables.trinity_book import TrinityBook
from companion.opponents.tables.trinity_moves import last_moves, winners_after

_MOST_LOOKS = 150_000
"""The position limit of a search for the last move: about a second on a desktop.

It has needed fewer than 90,000 so far, and a few hundred in the middle of a game.
"""

_QUICK_LOOKS = 2_000
"""The position limit for a quick first answer."""


@cache
def _book() -> TrinityBook | None:
    return TrinityBook.installed()


class TrinitySolver(Search[Position, Move]):
    """A solver that finds a solution with the fewest jumps.

    A slide uses up a stone, a jump does not. Each stone laid from the supply is a step of progress.
    """

    def __init__(self, game: Trinity) -> None:
        super().__init__(game)
        self._trinity = game

    def missing(self, position: Position) -> int:
        return self._trinity.supply(position)

    def impossible(self, position: Position) -> bool:
        # A slide puts a stone on a vacant space; a jump leaves as many stones and vacant spaces.
        return self._trinity.supply(position) > self._trinity.vacant(position)


class TrinityKnowledge(Knowledge[Position, Move]):
    """See the top of this file."""

    name = Trinity.name
    matter = ("seats",)
    # For four and more, set by hand.
    skills: ClassVar[Skills] = {
        "": (20.0, 40.0, 60.0, 80.0, 100.0),
        "2": (71.4, 74.7, 79.0, 84.0, 92.3),
        "3": (10.6, 29.0, 57.4, 69.8, 83.0),
    }
    game: Trinity

    def evaluation(self, position: Position) -> Evaluation | None:
        return trinity_evaluation(self.game) if len(self.game.seats) == 2 else None

    def playouts(self) -> PlayoutEvaluator:
        return PlayoutEvaluator(even_shares(self.game), 200, 3.0)

    def solver(self) -> TrinitySolver | None:
        return TrinitySolver(self.game) if len(self.game.seats) == 1 else None

    def best_moves(
        self, position: Position, before: Sequence[Position] = (), stop: Stop = never
    ) -> ExactMoves[Move] | None:
        """Return the moves that force the last move soonest, or put off an opponent's longest.

        None if no player can force it; but with two players, the moves that keep that draw.
        """
        if stop():
            raise Interrupted
        seats = len(self.game.seats)
        looks = LimitedLooks(stop, _MOST_LOOKS)
        try:
            found = last_moves(self.game, position, _book(), before, looks) if seats > 1 else None
        except TooFar:
            return None
        if found is None or (found.winner is None and seats > 2):
            return None
        if found.winner is None:
            return ExactMoves(found.moves, A_DRAW)
        value = 1 if found.winner == self.game.to_act(position) else -1
        return ExactMoves(found.moves, ExactValue(value, found.plies))

    def endings(
        self,
        position: Position,
        before: Sequence[Position] = (),
        stop: Stop = never,
        *,
        quick: bool = False,
    ) -> dict[Move, ExactValue]:
        """Return the moves after which some player can force the last move, with their results.

        With two players, also those after which neither can.
        """
        game, found = self.game, dict[Move, ExactValue]()
        if len(game.seats) == 1:
            return found
        seat = game.to_act(position)
        looks = LimitedLooks(stop, _QUICK_LOOKS if quick else _MOST_LOOKS)
        try:
            for move, winner, plies in winners_after(game, position, _book(), before, looks):
                if winner is not None:
                    found[move] = ExactValue(1 if winner == seat else -1, plies + 1)
                elif len(game.seats) == 2:
                    found[move] = A_DRAW
        except TooFar:
            pass  # the other moves stay unknown
        return found


KNOWLEDGE = TrinityKnowledge
