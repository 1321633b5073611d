"""Solves a whole game that is small enough, a little at a time.

Every position that can follow the start is found, and then valued from the ends of the game
backwards. The work may stop after any position and go on later, so it fits between the moves of a
match.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Mapping
from threading import Lock
from typing import Protocol

from companion.opponents.contract import Interrupted, Stop
from companion.opponents.tables.endings import ExactValue
from companion.rules import NOBODY, AnyGame

MOST_POSITIONS = 50_000
"""The positions of the largest game that is solved."""

Values = Mapping[str, ExactValue]
"""The value of each position of a game, by its text."""


class ValueStore(Protocol):
    """Keeps the values of games from one run of the program to the next."""

    def read(self, game: AnyGame) -> Values | None:
        """Return what `write` was given; None if that is not kept, or was of other rules."""

    def write(self, game: AnyGame, values: Values) -> None:
        """Keep the values of a game, if possible; empty if it cannot be solved."""


class SmallGame:
    """The work of solving one game with its options set.

    Args:
        game: A game for two.
        store: Where its values are kept.
        most: The most positions it may have.

    Attributes:
        values: The value of each position by its text, once solved; empty before. A position
            without an entry cannot follow the start.
    """

    def __init__(self, game: AnyGame, store: ValueStore, most: int = MOST_POSITIONS) -> None:
        self.values: Values = {}
        self._game = game
        self._store = store
        self._most = most
        self._work = self._find()
        self._over = False
        self._busy = Lock()

    def go_on(self, stop: Stop) -> bool:
        """Go on until the game is solved or known to be too large.

        Returns:
            Whether it is solved. False while another thread is at work, too.

        Raises:
            Interrupted: If `stop` returns True; the work so far is kept.
        """
        if not self._over and self._busy.acquire(blocking=False):
            try:
                for _ in self._work:
                    if stop():
                        raise Interrupted
                self._over = True
            finally:
                self._busy.release()
        return bool(self.values)

    def _find(self) -> Iterator[None]:
        kept = self._store.read(self._game)
        if kept is not None:
            self.values = kept
            return
        yield from self._solve()
        self._store.write(self._game, self.values)

    def _solve(self) -> Iterator[None]:
        """Do the work, with a pause after each position; leave `values` empty if that fails."""
        game, start = self._game, self._game.start()
        number: dict[Hashable, int] = {start: 0}
        positions = [start]
        # For each position: who acts, or would if the game went on, and what comes before it.
        seats = [int(game.to_act(start))]
        before: list[list[int]] = [[]]
        left: list[int] = []  # the moves that may still avoid a loss
        for here, position in enumerate(positions):  # which grows meanwhile
            yield
            moves = game.moves(position)
            left.append(len(moves))
            for move in moves:
                after = game.advance(position, move)
                there = number.setdefault(after, len(positions))
                seat = 1 - seats[here]
                if there == len(positions):
                    if there == self._most:
                        return
                    positions.append(after)
                    seats.append(seat)
                    before.append([])
                if seats[there] != seat or game.to_act(after) not in (seat, NOBODY):
                    return  # The players do not take turns.
                before[there].append(here)
        ends: list[ExactValue | None] = [None] * len(positions)
        waiting: deque[int] = deque()
        for here, position in enumerate(positions):
            yield
            winner = None if left[here] else game.outcome(position).winner
            if winner is not None:
                ends[here] = ExactValue(1 if winner == seats[here] else -1, 0)
                waiting.append(here)
        while waiting:  # in order of the plies that are left
            yield
            there = waiting.popleft()
            end = ends[there]
            for here in before[there]:
                if end is None or end.plies is None or ends[here] is not None:
                    continue
                left[here] -= end.value > 0
                if end.value < 0 or not left[here]:
                    ends[here] = ExactValue(-end.value, end.plies + 1)
                    waiting.append(here)
        found: dict[str, ExactValue] = {}
        for position, end in zip(positions, ends, strict=True):
            yield
            found[game.position_text(position)] = end or ExactValue(0, None)
        self.values = found
