"""The computer's knowledge about Son of Solomon: Black's book of placements, and forced fours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import ClassVar

from companion.games.son_of_solomon import Move, Position, SonOfSolomon
from companion.opponents.alphabeta import Evaluation
from companion.opponents.contract import Interrupted, Stop, never
from companion.opponents.evaluation import PlayoutEvaluator
from companion.opponents.knowledge.fours import FourSearch
from companion.opponents.knowledge.game_knowledge import ExactMoves, Knowledge, Skills, value_before
from companion.opponents.knowledge.son_of_solomon_evaluation import (
    son_of_solomon_evaluation,
    son_of_solomon_shares,
)
from companion.opponents.tables import ExactValue
from companion.opponents.tables.son_book import EACH, LONGEST_WIN, SonBook
from companion.rules import Shares

_QUICK = 9  # plies that a quick search for a forced four looks ahead


@cache
def _book() -> SonBook | None:
    return SonBook.installed()


class SonOfSolomonKnowledge(Knowledge[Position, Move]):
    """See the top of this file."""

    name = SonOfSolomon.name
    skills: ClassVar[Skills] = {"": (37.3, 52.1, 72.9, 83.9, 96.4)}
    game: SonOfSolomon

    def evaluation(self, position: Position) -> Evaluation:
        return son_of_solomon_evaluation(self.game)

    def playouts(self) -> PlayoutEvaluator:
        return PlayoutEvaluator(son_of_solomon_shares(self.game), 12, 4.0)

    def estimator(self) -> Callable[[Position], Shares]:
        return son_of_solomon_shares(self.game)

    def best_moves(
        self, position: Position, before: Sequence[Position] = (), stop: Stop = never
    ) -> ExactMoves[Move] | None:
        """Return Black's answer in the book or, after the placements, the best moves.

        Those force four in a row soonest, or put it off longest.
        """
        if stop():
            raise Interrupted
        game = self.game
        _, _, turn, places = position
        if turn < 2 * EACH:
            book = _book() if turn % 2 and not game.outcome(position).over else None
            reply = book.reply(places) if book is not None else None
            if reply is None:
                return None
            point, plies = reply
            won = game.outcome(game.advance(position, (point,))).over
            left = 1 if won else 2 * EACH - turn + (plies or LONGEST_WIN)
            return ExactMoves(((point,),), ExactValue(1, left))
        if self._may_repeat(position, before):
            return None
        search = FourSearch(game)
        if forced := search.shortest(position, stop):
            return ExactMoves(forced[1], ExactValue(1, forced[0]))
        if held := search.slowest(position, stop):
            return ExactMoves(held[1], ExactValue(-1, held[0]))
        return None

    def endings(
        self,
        position: Position,
        before: Sequence[Position] = (),
        stop: Stop = never,
        *,
        quick: bool = False,
    ) -> dict[Move, ExactValue]:
        """Return the book's endings for placements; then, the moves that force or allow a four.

        In the book, White loses with every placement that Black has an answer to.
        """
        game = self.game
        _, _, turn, _ = position
        found: dict[Move, ExactValue] = {}
        if turn < 2 * EACH:
            if turn % 2:
                best = self.best_moves(position, before, stop)
                return {} if best is None else dict.fromkeys(best.moves, best.ending)
            for move in game.moves(position):
                reply = self.best_moves(game.advance(position, move), before, stop)
                if reply is not None:
                    found[move] = value_before(reply.ending)
            return found
        if self._may_repeat(position, before):
            return {}
        search, longest = FourSearch(game), _QUICK if quick else LONGEST_WIN
        for move in game.moves(position):
            after = game.advance(position, move)
            if game.outcome(after).over:
                found[move] = ExactValue(1, 1)
            elif forced := search.shortest(after, stop, longest - 1):
                found[move] = ExactValue(-1, 1 + forced[0])
            elif held := search.slowest(after, stop, longest):
                found[move] = ExactValue(1, 1 + held[0])
        return found

    def _may_repeat(self, position: Position, before: Sequence[Position]) -> bool:
        """Return whether one more occurrence of some position would end the match as a draw.

        A search for a forced four does not consider that; otherwise even its longest line is too
        short to repeat a position often enough.
        """
        return max(Counter((*before, position)).values()) + 1 >= self.game.repetitions


KNOWLEDGE = SonOfSolomonKnowledge
