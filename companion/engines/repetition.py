"""Whether a win that the endgame tables know survives the history of the match.

Tables know nothing of earlier positions. A win that they promise may lead through a position that
would end the match as a draw if it came up once more. Draws are not in danger: repetition adds
draws for both players and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from companion.games.solomon import Solomon
from companion.tables import ExactValue


class RepetitionCheck:
    """Searches for a way to win as fast as the tables say that avoids the barred positions.

    Along such a way the plies that are left only get fewer. So a barred position can be reached
    only from one with more plies left than it has itself, and the search ends early.

    barred: the positions that end the match as a draw if they come up. known: the tables. look:
    called for each position that the search visits; to give up, it raises an exception.
    """

    def __init__(
        self,
        game: Solomon,
        barred: Collection[int],
        known: Callable[[int], ExactValue | None],
        look: Callable[[], None],
    ) -> None:
        self._game, self._barred, self._known, self._look = game, barred, known, look
        decided = [end.plies for each in barred if (end := known(each)) and end.plies is not None]
        # Nearer to the end than this, there is no barred position.
        self._nearest = min(decided, default=None)
        self._found: dict[int, bool] = {}

    def forced(self, position: int) -> bool:
        """Whether the player who wins this position by the tables wins it as fast in this match,
        whatever the other player does. False also if a table is missing."""
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

    def _is_lost_in(self, plies: int) -> Callable[[int], bool]:
        return lambda position: self._known(position) == (-1, plies)
