"""The computer's knowledge about Solomon: endgame tables, and the book of the opening."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING, ClassVar

from companion.games.solomon import Move, Solomon
from companion.opponents.alphabeta import Evaluation
from companion.opponents.contract import Stop, never
from companion.opponents.evaluation import PlayoutEvaluator
from companion.opponents.knowledge.game_knowledge import Knowledge, LimitedLooks, Skills, TooFar
from companion.opponents.knowledge.repetition import RepetitionCheck
from companion.opponents.knowledge.solomon_evaluation import solomon_evaluation, solomon_shares
from companion.opponents.tables import EndingTables, ExactValue
from companion.opponents.tables.solomon_book import OpeningBook
from companion.rules import Shares

if TYPE_CHECKING:
    from companion.opponents.levels import Level

_MOST_REPEATED = 5_000
"""The position limit of a check for repetition: a tenth of a second on a desktop."""


@cache
def _tables() -> EndingTables:
    return EndingTables.installed()


@cache
def _book() -> OpeningBook | None:
    return OpeningBook.installed()


class SolomonKnowledge(Knowledge[int, Move]):
    """See the top of this file."""

    name = Solomon.name
    skills: ClassVar[Skills] = {"": (9.8, 27.3, 47.4, 57.6, 66.8)}
    game: Solomon

    def evaluation(self, position: int) -> Evaluation:
        return solomon_evaluation(self.game)

    def playouts(self) -> PlayoutEvaluator:
        return PlayoutEvaluator(solomon_shares(self.game), 6, 4.0)

    def estimator(self) -> Callable[[int], Shares]:
        return solomon_shares(self.game)

    def used_by(self, level: Level, position: int, random: Random) -> bool:
        return level.endings

    def value(self, position: int) -> ExactValue | None:
        return _tables().probe(position)

    def safe_moves(
        self, position: int, before: Sequence[int] = (), stop: Stop = never
    ) -> list[Move]:
        """Return the shortest known win, or else the moves that do not lose.

        The win is from the tables, or else from the opening book. Without one, these are the moves
        that do not lose according to the book; else those that do not lead to lost endings.
        """
        game = self.game
        moves = list(game.moves(position))
        after = {move: game.advance(position, move) for move in moves}
        ends = self.endings(position, before, stop)
        if wins := {move: end.plies or 0 for move, end in ends.items() if end.value > 0}:
            return _with_least(moves, wins)
        promised = {
            move: promise
            for move in moves
            if move not in ends and (promise := self._promise(after[move])) is not None
        }
        if promised_wins := {move: promise for move, promise in promised.items() if promise}:
            return _with_least(moves, promised_wins)
        open_moves = [move for move in moves if move not in ends or ends[move].value == 0]
        # A move that loses by the tables is a last resort, even if repetition might save it.
        open_moves = [
            move for move in open_moves if move in ends or not self._lost(after[move])
        ] or open_moves
        if promised or (before and self._promise(before[-1]) is not None):
            # A match that is in the book stays in it, or goes on in the tables.
            held = [move for move in open_moves if move in promised or move in ends]
            open_moves = held or open_moves
        return open_moves or moves

    def certainty(self, barred: Collection[int], stop: Stop) -> Callable[[int], bool]:
        looks = LimitedLooks(stop, _MOST_REPEATED)
        check = RepetitionCheck(self.game, barred, self.value, looks)

        def forced(position: int) -> bool:
            try:
                return check.forced(position)
            except TooFar:
                return False

        return forced

    def _lost(self, position: int) -> bool:
        """Return whether the player who has just moved loses, according to the tables."""
        ending = self.value(position)
        return ending is not None and ending.value > 0

    def _promise(self, position: int) -> int | None:
        """Return the promise of the opening book for the player who has just moved."""
        book = _book()
        return None if book is None else book.promise(*self.game.seen_by_mover(position))


def _with_least(moves: Sequence[Move], plies: dict[Move, int]) -> list[Move]:
    least = min(plies.values())
    return [move for move in moves if plies.get(move) == least]


KNOWLEDGE = SolomonKnowledge
