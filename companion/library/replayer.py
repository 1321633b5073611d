"""The replay of a logged game: the position after each move, computed on demand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engines.evaluation import estimator_for, outcome_shares
from companion.journal.reader import GameLog
from companion.library.records import game_of
from companion.protocol.library import PlyView
from companion.rules import AnyGame, CompanionError, Match, Shares
from companion.text import Text

PLIES_AT_ONCE = 200
"""The most moves to replay in one go."""


class Replayer:
    """Replays the moves of a log that were not taken back.

    game:    the log's game.
    start:   the text of the start position.
    stacks:  the pieces there, point by point, bottom first.
    total:   the number of moves in the log.
    trouble: why the replay ends before that; else empty.
    """

    def __init__(self, log: GameLog) -> None:
        """Raises CompanionError if the game, or its position, cannot be played here."""
        self.game: AnyGame = game_of(log)
        self._match = Match(self.game, self.game.parse_position(log.head.position))
        self._moves = log.moves
        self._plies: list[PlyView] = []
        self._estimate: Callable[[Any], Shares] | None = estimator_for(self.game)
        self._standing = self.stacks = self._stacks()
        self.start = self.game.position_text(self._match.position)
        self.total = len(self._moves)
        self.trouble = Text()

    @property
    def estimated(self) -> bool:
        """Whether this game's positions can be evaluated."""
        return self._estimate is not None

    def plies(self, start: int) -> tuple[int, tuple[PlyView, ...]]:
        """Return moves from number `start` on, or from an earlier one that has not been replayed
        yet; and the number of the first."""
        start = min(max(start, 0), len(self._plies))
        wanted = min(start + PLIES_AT_ONCE, self.total)
        while len(self._plies) < wanted and not self.trouble:
            self._replay_next()
        return start, tuple(self._plies[start:wanted])

    def _replay_next(self) -> None:
        number = len(self._plies)
        record, match = self._moves[number], self._match
        try:
            played = match.play_text(record.text)
        except CompanionError as error:
            self.trouble = Text(
                "move {number} is not possible, so the rest is not shown: {problem}",
                number=number + 1,
                problem=error.text,
            )
            return
        before, self._standing = self._standing, self._stacks()
        changes = {
            point: now
            for point, (was, now) in enumerate(zip(before, self._standing, strict=True))
            if was != now
        }
        shares: Shares = ()
        if self._estimate is not None:
            found = (
                outcome_shares(match.outcome, len(self.game.seats))
                if match.over
                else self._estimate(match.position)
            )
            shares = tuple(round(share, 3) for share in found)
        position = self.game.position_text(match.position)
        self._plies.append(
            PlyView(
                int(played.seat), played.text, record.at, position, changes, record.left, shares
            )
        )

    def _stacks(self) -> tuple[tuple[str, ...], ...]:
        stacks = self.game.stacks(self._match.position)
        return tuple(tuple(piece.text for piece in stack) for stack in stacks)
