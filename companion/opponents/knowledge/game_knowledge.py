"""The computer's knowledge about one game: evaluation, solved positions, and the skills of levels.

`Knowledge` serves any game, and uses only the game's own `evaluate`. A game about which more is
known has a subclass, found by `knowledge_registry.py`; it overrides only the methods that it
improves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from companion.opponents.alphabeta import Evaluation
from companion.opponents.contract import AnySolver, Interrupted, Stop, never
from companion.opponents.evaluation import PlayoutEvaluator, even_shares, score_of, shares_by
from companion.opponents.tables import ExactValue
from companion.rules import CHANCE, AnyGame, Shares

if TYPE_CHECKING:
    from companion.opponents.levels import Level

P = TypeVar("P")
M = TypeVar("M")

Skills = Mapping[str, tuple[float, ...]]
"""The skill of each level except the last, by the values of some options, with a space between."""

A_DRAW: Final = ExactValue(0, None)


@dataclass(frozen=True, slots=True)
class ExactMoves(Generic[M]):
    """The best moves of a position with a known value.

    Attributes:
        moves: Those with the fewest plies to a win, the most plies to a loss, or all that keep a
            draw.
        ending: Their result, for the player who makes them. Its plies are an upper bound if they
            are from a book.
    """

    moves: tuple[M, ...]
    ending: ExactValue


class Knowledge(Generic[P, M]):
    """The knowledge about a game, with its options set.

    Exact values are quick to find, and the same on every machine. In the methods about them,
    `before` holds the earlier positions of the match: a move that ends the match by repetition
    draws, and so does one that lets the opponent end it so. They raise Interrupted if `stop`
    returns True.

    Attributes:
        name: The game's name in the registry.
        matter: The options that affect the spacing of the levels, most important first.
        skills: The skills by the values of these options, or only of the first ones, found by
            `python -m tests.level_spacing`; if empty, the usual ones.
        game: The game.
    """

    name: ClassVar[str]
    matter: ClassVar[tuple[str, ...]] = ()
    skills: ClassVar[Skills] = {}

    game: AnyGame

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def evaluation(self, position: P) -> Evaluation | None:
        """Return alpha-beta's evaluation of the positions that can follow this one.

        None to use playouts instead: with more than two players, while chance decides, or without
        an evaluation.
        """
        game, start = self.game, self.game.start()
        if len(game.seats) != 2 or game.to_act(start) == CHANCE or game.evaluate(start) is None:
            return None
        return Evaluation(
            score_of(game), lambda position, _: game.forced(position), alternates=False, pace=0.5
        )

    def playouts(self) -> PlayoutEvaluator:
        """Return the evaluation of playouts.

        Without an evaluation, they are long, and shared equally if they are still not over.
        """
        game, even = self.game, even_shares(self.game)
        if game.evaluate(game.start()) is None:
            return PlayoutEvaluator(even, 100, 0.5)
        return PlayoutEvaluator(lambda position: game.evaluate(position) or even(position), 6, 2.0)

    def estimator(self) -> Callable[[P], Shares] | None:
        """Return a function that estimates each seat's share in a position that is not over.

        None for a game that only playouts can evaluate, or with one player.
        """
        game, start = self.game, self.game.start()
        if len(game.seats) > 1 and game.evaluate(start) is not None:
            return self.playouts().evaluate
        if len(game.seats) == 2 and self.evaluation(start) is not None:
            return shares_by(self.evaluation)
        return None

    def solver(self) -> AnySolver | None:
        """Return a solver, for a solitaire that has one."""
        return None

    def used_by(self, level: Level, position: P, random: Random) -> bool:
        """Return whether a level that does not use everything uses exact values here."""
        return False

    def value(self, position: P) -> ExactValue | None:
        """Return the value of a position for the player to move; None if no table has it."""
        return None

    def best_moves(
        self, position: P, before: Sequence[P] = (), stop: Stop = never
    ) -> ExactMoves[M] | None:
        """Return the best moves; None if the results of the moves are not known.

        Args:
            position: The position to move in.
            before: The earlier positions of the match.
            stop: Returns True to give up.
        """
        if stop():
            raise Interrupted
        if self.value(position) is None:
            return None
        moves, found = self.game.moves(position), self.endings(position, before, stop)
        if not moves or len(found) < len(moves):
            return None
        best = max(found.values(), key=_preference)
        return ExactMoves(tuple(move for move, end in found.items() if end == best), best)

    def safe_moves(self, position: P, before: Sequence[P] = (), stop: Stop = never) -> list[M]:
        """Return the moves to choose from if `best_moves` finds none.

        Args:
            position: The position to move in.
            before: The earlier positions of the match.
            stop: Returns True to give up.
        """
        return list(self.game.moves(position))

    def endings(
        self, position: P, before: Sequence[P] = (), stop: Stop = never, *, quick: bool = False
    ) -> dict[M, ExactValue]:
        """Return the result of each legal move, for the player who makes it, where it is known.

        By default, that is where `value` has the answer and the history of the match does not
        change it.

        Args:
            position: The position to move in.
            before: The earlier positions of the match.
            stop: Returns True to give up.
            quick: Whether to leave out results that take seconds to find.
        """
        game = self.game
        occurred = Counter((*before, position)) if game.repetitions else Counter[P]()
        barred = {p for p, times in occurred.items() if times + 1 >= game.repetitions}
        certain = self.certainty(barred, stop) if barred else None
        found: dict[M, ExactValue] = {}
        for move in game.moves(position):
            after = game.advance(position, move)
            then = self.value(after)
            if then is None:
                continue
            if after in barred:
                then = A_DRAW
            elif then.value and certain is not None and not certain(after):
                replies = (game.advance(after, reply) for reply in game.moves(after))
                if then.value > 0 or not any(end in barred for end in replies):
                    continue  # It may be a draw, or take longer.
                then = A_DRAW
            found[move] = value_before(then)
        return found

    def certainty(self, barred: Collection[P], stop: Stop) -> Callable[[P], bool]:
        """Return a function that tells whether a win or loss by `value` is certain in this match.

        Args:
            barred: The positions that would end the match as a draw.
            stop: Returns True to give up.
        """
        return lambda _: True


AnyKnowledge = Knowledge[Any, Any]
"""The knowledge about any game."""


def value_before(then: ExactValue) -> ExactValue:
    """Return the value of a move for its player; `then` is that for the next player."""
    return ExactValue(-then.value, None if then.plies is None else then.plies + 1)


def _preference(end: ExactValue) -> int:
    """Return a sort key: higher is better."""
    if end.plies is None:
        return 0
    return end.value * 1000 - end.value * end.plies


class TooFar(Exception):
    """A search reached its position limit."""


class LimitedLooks:
    """A counter of the positions that a search visits.

    Each call counts one. It raises TooFar at the limit, and Interrupted if `stop` returns True.

    Args:
        stop: Returns True to give up.
        most: The limit.
    """

    def __init__(self, stop: Stop, most: int) -> None:
        self._stop = stop
        self._most = most
        self._count = 0

    def __call__(self) -> None:
        self._count += 1
        if self._count > self._most:
            raise TooFar
        if self._stop():
            raise Interrupted
