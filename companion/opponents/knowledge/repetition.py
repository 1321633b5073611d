"""Checks whether a win in the endgame tables is still a win in the current match.

The tables ignore earlier positions. Their way to win may pass through a position that would end the
match as a draw if it occurred once more. Draws need no check: repetition only adds draws, for both
players.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Generic, TypeVar

from companion.opponents.tables import ExactValue
from companion.rules import AnyGame

P = TypeVar("P")


class RepetitionCheck(Generic[P]):
    """A search for a win that is as fast as in the tables and avoids the barred positions.

    Each move of such a win reduces the number of plies to the end. So the search stops where fewer
    plies are left than in any barred position.

    Args:
        game: The game.
        barred: The positions that would end the match as a draw.
        known: Looks up a position in the tables.
        look: Called for each position that the search visits; raises an exception to give up.
    """

    def __init__(
        self,
        game: AnyGame,
        barred: Collection[P],
        known: Callable[[P], ExactValue | None],
        look: Callable[[], None],
    ) -> None:
        self._game, self._barred, self._known, self._look = game, barred, known, look
        decided = [end.plies for each in barred if (end := known(each)) and end.plies is not None]
        # No barred position is closer to the end than this.
        self._nearest = min(decided, default=None)
        self._found: dict[P, bool] = {}

    def forced(self, position: P) -> bool:
        """Return whether the winner in the tables wins just as fast in this match.

        That is a win against every defence. False if a table is missing.
        """
        ending = self._known(position)
        if position in self._barred or ending is None or ending.plies is None:
            return False
        if self._nearest is None or ending.plies <= self._nearest:
            return True
        found = self._found.get(position)
        if found is None:
            self._look()
            game = self._game
            after = [game.advance(position, move) for move in game.moves(position)]
            if ending.value > 0:
                found = any(map(self.forced, filter(self._is_lost_in(ending.plies - 1), after)))
            else:
                found = all(map(self.forced, after))
            self._found[position] = found
        return found

    def _is_lost_in(self, plies: int) -> Callable[[P], bool]:
        return lambda position: self._known(position) == (-1, plies)
