"""Monte Carlo tree search, for any number of seats and with chance.

A tree of positions grows by one leaf a playout. From the root down, everybody takes the move that
has given most to himself, with a bonus for one that was seldom tried (UCB1); what chance yields is
drawn as the game weighs it. From the new leaf on, moves are drawn at random as far as the judge
wants, and what comes of it is added to every position on the way. A position that occurs once too
often ends the game, on the way as in the match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from typing import Any

from companion.engines.contract import Interrupted, Stop
from companion.engines.judge import Judge, Worth, of_outcome
from companion.rules import CHANCE, AnyGame

_BONUS = 0.7  # of UCB1: how curious the search is


@dataclass(frozen=True, slots=True)
class Tried:
    """A move of the root: how often it was tried, and what it gave to the one who makes it."""

    move: Any
    visits: int
    value: float


class _Node:
    """A position of the tree. end: what it is worth when the game is over, else None."""

    __slots__ = ("children", "end", "moves", "position", "seat", "totals", "visits", "weights")

    def __init__(self, position: Any, seat: int, moves: list[Any], seats: int) -> None:
        self.position = position
        self.seat = seat
        self.moves = moves  # those not tried yet; where chance acts, all of them
        self.weights: list[int] = []
        self.children: dict[Any, _Node] = {}
        self.end: Worth | None = None
        self.visits = 0
        self.totals = [0.0] * seats


class Playouts:
    """Searches from one position of one game.

    before: the positions of the match that came earlier.
    """

    def __init__(self, game: AnyGame, judge: Judge, random: Random, before: Sequence[Any]) -> None:
        self._game = game
        self._judge = judge
        self._random = random
        self._seats = len(game.seats)
        self._chance = game.to_act(game.start()) == CHANCE  # whether it ever acts in this game
        self._seen = Counter(before) if game.repetitions else Counter()

    def search(self, position: Any, moves: Sequence[Any], count: int, stop: Stop) -> list[Tried]:
        """Try these legal moves, in `count` playouts together; Interrupted when `stop` says so."""
        root = self._node(position, [])
        root.moves = list(moves)
        self._random.shuffle(root.moves)
        for _ in range(count):
            if stop():
                raise Interrupted
            self._playout(root)
        return [
            Tried(move, child.visits, child.totals[root.seat] / child.visits)
            for move, child in root.children.items()
        ]

    def _playout(self, root: _Node) -> None:
        way = [root]
        node: _Node | None = root
        while node is not None and node.end is None:
            node = self._down(node, way)
        leaf = way[-1]
        worth = leaf.end or self._rollout(leaf.position)
        for passed in way:
            passed.visits += 1
            totals = passed.totals
            for seat, share in enumerate(worth):
                totals[seat] += share

    def _down(self, node: _Node, way: list[_Node]) -> _Node | None:
        """Add the next position to the way; it, or None when it is new to the tree."""
        if node.seat == CHANCE:
            (move,) = self._random.choices(node.moves, node.weights)
            child = node.children.get(move)
        elif node.moves:
            move, child = node.moves.pop(), None
        else:
            child = self._best(node)
        if child is not None:
            way.append(child)
            return child
        child = self._node(self._game.advance(node.position, move), way)
        node.children[move] = child
        way.append(child)
        return None

    def _best(self, node: _Node) -> _Node:
        seat, curious = node.seat, _BONUS * sqrt(log(node.visits))
        return max(
            node.children.values(),
            key=lambda child: child.totals[seat] / child.visits + curious / sqrt(child.visits),
        )

    def _node(self, position: Any, way: list[_Node]) -> _Node:
        game = self._game
        moves = list(game.moves(position))
        if not moves:
            node = _Node(position, -1, moves, self._seats)
            node.end = of_outcome(game.outcome(position), self._seats)
            return node
        node = _Node(position, game.to_act(position), moves, self._seats)
        if node.seat == CHANCE:
            node.weights = [game.weight(position, move) for move in moves]
            return node
        self._random.shuffle(moves)
        if way and game.repetitions:
            times = 1 + self._seen[position] + sum(n.position == position for n in way)
            if times >= game.repetitions:
                node.end = of_outcome(game.repeated(position), self._seats)
        return node

    def _rollout(self, position: Any) -> Worth:
        game, random = self._game, self._random
        for _ in range(self._judge.horizon):
            moves = game.moves(position)
            if not moves:
                return of_outcome(game.outcome(position), self._seats)
            if self._chance and game.to_act(position) == CHANCE:
                weights = [game.weight(position, move) for move in moves]
                (move,) = random.choices(moves, weights)
            else:
                move = moves[int(random.random() * len(moves))]
            position = game.advance(position, move)
        outcome = game.outcome(position)
        return of_outcome(outcome, self._seats) if outcome.over else self._judge.worth(position)
