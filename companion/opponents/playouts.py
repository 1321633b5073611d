"""Monte Carlo tree search, for any number of seats and with chance.

Each playout adds one leaf to a tree of positions. On the way down from the root, each player takes
the move that has worked best for that player so far, with a bonus for moves that were seldom tried
(UCB1); chance moves are drawn by their weights. From the new leaf on, moves are random until the
evaluator's depth is reached; the resulting shares are added to every node on the path. A repetition
ends the game in the tree as it does in the match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from typing import Any

from companion.opponents.contract import Interrupted, Stop, never
from companion.opponents.evaluation import PlayoutEvaluator, outcome_shares
from companion.rules import CHANCE, AnyGame, Shares

_EXPLORATION = 0.7  # the constant of UCB1


@dataclass(frozen=True, slots=True)
class MoveStatistics:
    """The statistics of a move from the root.

    Attributes:
        move: The move.
        visits: The number of times that it was tried.
        value: The mean share of the seat that makes it.
    """

    move: Any
    visits: int
    value: float


class PlayoutNode:
    """A position in the tree.

    Args:
        position: The position.
        seat: The seat to act.
        moves: The moves to try.
        seats: The number of seats.

    Attributes:
        end: The shares if the game is over there, else None.
    """

    __slots__ = ("children", "end", "moves", "position", "seat", "totals", "visits", "weights")

    def __init__(self, position: Any, seat: int, moves: list[Any], seats: int) -> None:
        self.position = position
        self.seat = seat
        self.moves = moves  # those not tried yet; at a chance node, all of them
        self.weights: list[int] = []
        self.children: dict[Any, PlayoutNode] = {}
        self.end: Shares | None = None
        self.visits = 0
        self.totals = [0.0] * seats

    def line(self, least: int) -> tuple[Any, ...]:
        """Return the most-tried continuation.

        It ends where a move was tried fewer than `least` times, or where chance acts.
        """
        line, node = [], self
        while node.seat != CHANCE and node.children:
            move, node = max(node.children.items(), key=lambda item: item[1].visits)
            if node.visits < least:
                break
            line.append(move)
        return tuple(line)


class Playouts:
    """A search from one position of one game.

    Args:
        game: The game.
        evaluator: Evaluates the playouts.
        random: Draws the random moves.
        before: The earlier positions of the match.
    """

    def __init__(
        self, game: AnyGame, evaluator: PlayoutEvaluator, random: Random, before: Sequence[Any]
    ) -> None:
        self._game = game
        self._evaluator = evaluator
        self._random = random
        self._seats = len(game.seats)
        self._chance = game.to_act(game.start()) == CHANCE  # whether chance acts in this game
        self._seen = Counter(map(game.recurrence, before) if game.repetitions else ())

    def search(
        self, position: Any, moves: Sequence[Any], count: int, stop: Stop, late: Stop = never
    ) -> list[MoveStatistics]:
        """Try these legal moves in `count` playouts, or fewer if `late` returns True.

        Raises:
            Interrupted: If `stop` returns True.
        """
        root = self.tree(position, moves)
        self.grow(root, count, stop, late)
        return [
            MoveStatistics(move, child.visits, child.totals[root.seat] / child.visits)
            for move, child in root.children.items()
        ]

    def tree(self, position: Any, moves: Sequence[Any]) -> PlayoutNode:
        """Return a new tree that starts with these legal moves, to be grown."""
        root = self._node(position, [])
        root.moves = list(moves)
        self._random.shuffle(root.moves)
        return root

    def grow(self, root: PlayoutNode, count: int, stop: Stop, late: Stop = never) -> None:
        """Make more playouts.

        Args:
            root: The root of the tree.
            count: The number of playouts.
            stop: Returns True to give up.
            late: Returns True to make no more, once every move from the root was tried.

        Raises:
            Interrupted: If `stop` returns True.
        """
        for _ in range(count):
            if stop():
                raise Interrupted
            if not root.moves and late():
                break
            self._playout(root)

    def _playout(self, root: PlayoutNode) -> None:
        path = [root]
        node: PlayoutNode | None = root
        while node is not None and node.end is None:
            node = self._step(node, path)
        leaf = path[-1]
        shares = leaf.end or self._rollout(leaf.position)
        for passed in path:
            passed.visits += 1
            totals = passed.totals
            for seat, share in enumerate(shares):
                totals[seat] += share

    def _step(self, node: PlayoutNode, path: list[PlayoutNode]) -> PlayoutNode | None:
        """Add the next node to the path.

        Returns:
            The node, or None if it is new to the tree.
        """
        if node.seat == CHANCE:
            (move,) = self._random.choices(node.moves, node.weights)
            child = node.children.get(move)
        elif node.moves:
            move, child = node.moves.pop(), None
        else:
            child = self._best(node)
        if child is not None:
            path.append(child)
            return child
        child = self._node(self._game.advance(node.position, move), path)
        node.children[move] = child
        path.append(child)
        return None

    def _best(self, node: PlayoutNode) -> PlayoutNode:
        seat, bonus = node.seat, _EXPLORATION * sqrt(log(node.visits))
        return max(
            node.children.values(),
            key=lambda child: child.totals[seat] / child.visits + bonus / sqrt(child.visits),
        )

    def _node(self, position: Any, path: list[PlayoutNode]) -> PlayoutNode:
        game = self._game
        moves = list(game.moves(position))
        if not moves:
            node = PlayoutNode(position, -1, moves, self._seats)
            node.end = outcome_shares(game.outcome(position), self._seats)
            return node
        node = PlayoutNode(position, game.to_act(position), moves, self._seats)
        if node.seat == CHANCE:
            node.weights = [game.weight(position, move) for move in moves]
            return node
        self._random.shuffle(moves)
        if path and game.repetitions:
            found = game.recurrence(position)
            times = 1 + self._seen[found] + sum(game.recurrence(n.position) == found for n in path)
            if times >= game.repetitions:
                node.end = outcome_shares(game.repeated(position), self._seats)
        return node

    def _rollout(self, position: Any) -> Shares:
        game, random = self._game, self._random
        for _ in range(self._evaluator.depth):
            moves = game.moves(position)
            if not moves:
                return outcome_shares(game.outcome(position), self._seats)
            if self._chance and game.to_act(position) == CHANCE:
                weights = [game.weight(position, move) for move in moves]
                (move,) = random.choices(moves, weights)
            else:
                move = moves[int(random.random() * len(moves))]
            position = game.advance(position, move)
        outcome = game.outcome(position)
        if outcome.over:
            return outcome_shares(outcome, self._seats)
        return self._evaluator.evaluate(position)
