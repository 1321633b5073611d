"""The computer's knowledge about a small game for two that nobody has written any knowledge for.

It is solved the first time that the strongest level plays it, while it thinks about its moves, and
is then played without a mistake. The values are kept in the data folder.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any, TypeVar

from companion.opponents.contract import Stop, never
from companion.opponents.knowledge.game_knowledge import ExactMoves, Knowledge, LimitedLooks, TooFar
from companion.opponents.knowledge.repetition import RepetitionCheck
from companion.opponents.tables import ExactValue
from companion.opponents.tables.endings import table_folder
from companion.opponents.tables.small_game import SmallGame
from companion.opponents.tables.value_files import ValueFiles
from companion.rules import AnyGame, Game

P = TypeVar("P")
M = TypeVar("M")

_LOOKS = 20_000  # positions to check for repetitions


class SolvedKnowledge(Knowledge[P, M]):
    """See the top of this file."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self._small = _small_game(type(game), tuple(game.chosen.items()))

    def value(self, position: P) -> ExactValue | None:
        if not self._small.values:
            return None
        return self._small.values.get(self.game.position_text(position))

    def best_moves(
        self, position: P, before: Sequence[P] = (), stop: Stop = never
    ) -> ExactMoves[M] | None:
        """Return the best moves, after going on to solve the game; None if it is too large."""
        self._small.go_on(stop)
        return super().best_moves(position, before, stop)

    def certainty(self, barred: Collection[P], stop: Stop) -> Callable[[P], bool]:
        look = LimitedLooks(stop, _LOOKS)
        check: RepetitionCheck[P] = RepetitionCheck(self.game, barred, self.value, look)

        def certain(position: P) -> bool:
            try:
                return check.forced(position)
            except TooFar:
                return False

        return certain


@cache
def _small_game(kind: type[AnyGame], chosen: tuple[tuple[str, str], ...]) -> SmallGame:
    return SmallGame(kind(dict(chosen)), ValueFiles(table_folder()))


def may_be_solved(game: AnyGame) -> bool:
    """Return whether a game is for two without chance at its start, and no `evaluate`."""
    start: Any = game.start()
    estimates = type(game).evaluate is not Game.evaluate
    return len(game.seats) == 2 and game.to_act(start) in (0, 1) and not estimates
