"""Alpha-beta search for games of two seats without chance, over the `Game` interface.

The search deepens one ply at a time until its node limit, so the same position, history and seed
give the same answer on every machine. Its particular features:

- A position with a single legal move costs no depth, so forced lines are searched to their end.
- If the game's `Evaluation` defines captures, a position with captures pending is never evaluated:
  they are played out first.
- A position that repeats one on the path gets the game's result for a repetition, and so does one
  that has occurred so often in the match that once more would end it.
- A win is worth more the sooner it comes, and a loss less.
- The transposition table keeps two generations of positions. When the younger one is full, the
  older one is dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from companion.opponents.contract import Interrupted, Stop, never
from companion.rules import CHANCE, ONGOING, AnyGame, Outcome

WIN: Final = 1_000_000
"""The value of an immediate win. Each ply to the win costs one."""

SURE: Final = WIN - 1000
"""A value above this is a forced win; one below its negative is a forced loss."""

TABLE: Final = 60_000
"""The most positions that the transposition table holds."""

_DEEPEST: Final = 200  # plies; no line is searched further
_POLL: Final = 31  # a mask: `stop` is polled once every 32 nodes

_EXACT: Final = 0
_AT_LEAST: Final = 1
_AT_MOST: Final = 2

Entry = tuple[int, int, int, Any]
"""A transposition table entry: the depth searched, the kind of bound, the value, the best move."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The alpha-beta evaluation of the positions of one game.

    Attributes:
        score: Returns the first seat's lead in a position that is not over, in hundredths of a
            piece; far smaller than `WIN`.
        captures: Returns whether, in a position with these legal moves, captures are pending that
            must be played out before it is evaluated. None: never.
        alternates: Whether the seats always act in turn. If not, the game is asked for the seat to
            act.
        pace: The number of nodes this game gets for each node of a game of pace 1.
    """

    score: Callable[[Any], int]
    captures: Callable[[Any, Sequence[Any]], bool] | None = None
    alternates: bool = True
    pace: float = 1.0


@dataclass(frozen=True, slots=True)
class BestMove:
    """The result of a search.

    Attributes:
        move: The best move.
        value: Its value for the seat that makes it.
        depth: The depth to which all moves were searched (plies).
        nodes: The number of nodes visited.
    """

    move: Any
    value: int
    depth: int
    nodes: int

    @property
    def sure(self) -> bool:
        """Whether the result is a forced win or a forced loss."""
        return abs(self.value) > SURE


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The result of searching one move.

    Attributes:
        move: The move.
        value: Its value for the seat that makes it.
        depth: The search depth (plies).
        line: A likely continuation that starts with the move.
        whole: Whether every line was searched to the end of the game.
    """

    move: Any
    value: int
    depth: int
    line: tuple[Any, ...]
    whole: bool

    @property
    def sure(self) -> bool:
        """Whether the value is certain.

        That is a forced win or loss, or a value from lines that were all searched to the end of the
        game.
        """
        return self.whole or abs(self.value) > SURE


class _Spent(Exception):
    """The node limit or the time limit was reached."""


class _Counts(dict[Hashable, int]):
    """The history score of each move, 0 by default."""

    def __missing__(self, move: Hashable) -> int:
        self[move] = 0  # stored, so that the next look-up finds it
        return 0


class AlphaBeta:
    """An alpha-beta searcher for the positions of one match.

    Args:
        game: The game.
        evaluation: The evaluation of its positions.
        random: Shuffles the moves, so that equal ones take turns.
        before: The earlier positions of the match.
        table: The most positions to keep; 0 for no table.
    """

    def __init__(
        self,
        game: AnyGame,
        evaluation: Evaluation,
        random: Random,
        before: Sequence[Any] = (),
        table: int = TABLE,
    ) -> None:
        self._game = game
        self._score, self._captures = evaluation.score, evaluation.captures
        self._alternates = evaluation.alternates
        self._repetitions = game.repetitions
        self._random = random
        self._before = before
        self._half = table // 2
        self._young: dict[Any, Entry] = {}
        self._old: dict[Any, Entry] = {}
        self._history = [_Counts(), _Counts()]
        self._goodness = [history.__getitem__ for history in self._history]
        self._path: set[Any] = set()
        self._barred: frozenset[Any] = frozenset()
        self._nodes = self._limit = 0
        self._cut = False  # whether a line was cut off before the end of the game
        self._may_end = False  # whether an answer exists already
        self._stop: Stop = never
        self._late: Stop = never

    @property
    def kept(self) -> int:
        """The number of positions in the table."""
        return len(self._young) + len(self._old)

    def search(
        self,
        position: Any,
        nodes: int,
        stop: Stop = never,
        late: Stop = never,
        depth: int = _DEEPEST,
        among: Sequence[Any] = (),
    ) -> BestMove:
        """Find the best move within `nodes` nodes and `depth` plies.

        The first ply is always searched in full.

        Args:
            position: The position to move in.
            nodes: The most nodes to visit.
            stop: Returns True to give up.
            late: Returns True to end the search early, once the first ply is searched; for instance
                when a slow machine has thought for long enough.
            depth: The most plies to look ahead.
            among: The moves to choose from; empty for all.

        Raises:
            Interrupted: If `stop` returns True.
        """
        self._begin(position, nodes, stop, late)
        moves = list(among or self._game.moves(position))
        self._random.shuffle(moves)
        best = BestMove(moves[0], 0, 0, 0)
        for now in range(1, depth + 1):
            self._cut = False
            tried: list[tuple[int, Any]] = []
            try:
                self._root(position, moves, now, tried)
            except _Spent:
                if tried:
                    value, move = tried[-1]
                    best = BestMove(move, value, best.depth, self._nodes)
                break
            value, move = tried[-1]
            best = BestMove(move, value, now, self._nodes)
            if best.sure or not self._cut:
                break
            moves.remove(move)
            moves.insert(0, move)
            self._may_end = True
        return BestMove(best.move, best.value, best.depth, self._nodes)

    def rate(
        self,
        position: Any,
        nodes: int,
        stop: Stop = never,
        late: Stop = never,
        among: Sequence[Any] = (),
    ) -> list[MoveValue]:
        """Evaluate every move within `nodes` nodes, all to the same depth.

        Unlike in `search`, every value is exact at its depth and not just a bound. A move is
        searched no deeper once its value is certain.

        Args:
            position: The position to move in.
            nodes: The most nodes to visit.
            stop: Returns True to give up.
            late: As for `search`.
            among: As for `search`.

        Raises:
            Interrupted: If `stop` returns True.
        """
        self._begin(position, nodes, stop, late)
        seat = int(self._game.to_act(position))
        found = {
            move: MoveValue(move, 0, 0, (move,), whole=False)
            for move in among or self._game.moves(position)
        }
        for depth in range(1, _DEEPEST + 1):
            now: dict[Any, MoveValue] = {}
            try:
                for move, before in found.items():
                    if not before.sure:
                        now[move] = self._rated(position, move, seat, depth)
            except _Spent:
                # Values are only comparable at the same depth, but certain ones hold at any.
                now = {move: value for move, value in now.items() if value.sure}
                return list((found | now).values())
            found |= now
            if not now:
                break
            self._may_end = True
        return list(found.values())

    def _rated(self, position: Any, move: Any, seat: int, depth: int) -> MoveValue:
        """Search one move with the full window."""
        if self._stop():
            raise Interrupted
        self._cut = False
        value = self._after(position, move, seat, 1, depth - 1, -WIN, WIN)
        return MoveValue(move, value, depth, self._line(position, move, depth), not self._cut)

    def _line(self, position: Any, move: Any, depth: int) -> tuple[Any, ...]:
        """Return a likely continuation after a move, as far as the table has it."""
        line = [move]
        while len(line) < depth:
            position = self._game.advance(position, line[-1])
            entry = self._young.get(position) or self._old.get(position)
            if entry is None:
                break
            line.append(entry[3])
        return tuple(line)

    def _begin(self, position: Any, nodes: int, stop: Stop, late: Stop) -> None:
        """Prepare to search this position."""
        repetitions, recurrence = self._repetitions, self._game.recurrence
        self._nodes, self._limit, self._stop, self._late = 0, nodes, stop, late
        self._may_end = False
        occurred = Counter(map(recurrence, self._before))
        self._barred = frozenset(
            one for one, count in occurred.items() if 0 < repetitions <= count + 1
        )
        self._path = {recurrence(position)} if repetitions else set()

    def _root(
        self, position: Any, moves: Sequence[Any], depth: int, best: list[tuple[int, Any]]
    ) -> None:
        """Search the moves in this order, appending each new best one to `best`."""
        if self._stop():
            raise Interrupted
        seat = int(self._game.to_act(position))
        if len(moves) == 1:
            depth += 1
        alpha = -WIN
        for move in moves:
            value = self._after(position, move, seat, 1, depth - 1, alpha, WIN)
            if value > alpha:
                alpha = value
                best.append((value, move))

    def _after(
        self, position: Any, move: Any, seat: int, ply: int, depth: int, alpha: int, beta: int
    ) -> int:
        """Return the value, for `seat`, of a move that it makes."""
        after = self._game.advance(position, move)
        if self._alternates:
            return -self._value(after, 1 - seat, ply, depth, -beta, -alpha)
        if self._game.to_act(after) == seat:
            return self._value(after, seat, ply, depth, alpha, beta)
        return -self._value(after, 1 - seat, ply, depth, -beta, -alpha)

    def _value(  # noqa: C901 - the inner loop: a call for each test would slow the search down
        self, position: Any, seat: int, ply: int, depth: int, alpha: int, beta: int
    ) -> int:
        """Return the value of a position for `seat`, the seat to act unless the game is over."""
        game = self._game
        self._nodes += 1
        if not self._nodes & _POLL:
            self._ask()
        if self._nodes > self._limit and self._may_end:
            raise _Spent
        if self._repetitions:
            recurrence = game.recurrence(position)
            if recurrence in self._path or (self._barred and recurrence in self._barred):
                return self._ended(game.repeated(position), seat, ply)
        captures = self._captures
        if depth <= 0 and captures is None:
            outcome = game.outcome(position)
            # Most positions are not over, and the identity test is the quicker one.
            if outcome is ONGOING or not outcome.over:
                return self._judged(position, seat)
            return self._ended(outcome, seat, ply)
        guess = None
        if depth > 0 and self._half:
            entry = self._young.get(position)
            if entry is None and self._old:
                entry = self._old.get(position)
            if entry is not None:
                known, kind, value, guess = entry
                if known == depth:
                    value = _from_table(value, ply)
                    if kind == _EXACT or (value >= beta if kind == _AT_LEAST else value <= alpha):
                        self._cut = True
                        return value
        moves = game.moves(position)
        if not moves:
            return self._ended(game.outcome(position), seat, ply)
        if ply >= _DEEPEST:
            return self._judged(position, seat)
        if depth <= 0 and not (captures is not None and captures(position, moves)):
            return self._judged(position, seat)
        if not self._alternates and game.to_act(position) == CHANCE:
            return self._judged(position, seat)
        return self._best(position, moves, seat, ply, depth, alpha, beta, guess)

    def _best(
        self,
        position: Any,
        moves: Sequence[Any],
        seat: int,
        ply: int,
        depth: int,
        alpha: int,
        beta: int,
        guess: Any,
    ) -> int:
        """Return the value, for `seat`, of the best of these moves."""
        left = depth
        if len(moves) == 1:
            left += depth > 0
        elif depth > 0:
            moves = sorted(moves, key=self._goodness[seat], reverse=True)
            if guess is not None and guess != moves[0]:
                moves.remove(guess)
                moves.insert(0, guess)
        game, alternates = self._game, self._alternates
        recurrence = game.recurrence(position) if self._repetitions else None
        if self._repetitions:
            self._path.add(recurrence)
        lowest, best, chosen = alpha, -WIN, moves[0]
        for move in moves:
            if alternates:
                after = game.advance(position, move)
                value = -self._value(after, 1 - seat, ply + 1, left - 1, -beta, -alpha)
            else:
                value = self._after(position, move, seat, ply + 1, left - 1, alpha, beta)
            if value > best:
                best, chosen = value, move
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        if depth > 0:
                            self._history[seat][move] += depth * depth
                        break
        if self._repetitions:
            self._path.discard(recurrence)
        if depth > 0 and self._half:
            kind = _AT_LEAST if best >= beta else _EXACT if best > lowest else _AT_MOST
            if len(self._young) >= self._half:
                self._old, self._young = self._young, {}
            self._young[position] = (depth, kind, _to_table(best, ply), chosen)
        return best

    def _ask(self) -> None:
        if self._stop():
            raise Interrupted
        if self._may_end and self._late():
            raise _Spent

    def _judged(self, position: Any, seat: int) -> int:
        self._cut = True
        score = self._score(position)
        return -score if seat else score

    def _ended(self, outcome: Outcome, seat: int, ply: int) -> int:
        if outcome.winner is None:
            return 0
        return WIN - ply if outcome.winner == seat else ply - WIN


def _to_table(value: int, ply: int) -> int:
    """Count a forced win or loss from the position itself, not from the root of the search."""
    if value > SURE:
        return value + ply
    return value - ply if value < -SURE else value


def _from_table(value: int, ply: int) -> int:
    """Convert a value back: the inverse of `_to_table`."""
    if value > SURE:
        return value - ply
    return value + ply if value < -SURE else value
