"""The replay of a logged game: the position after each move, computed on demand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.opponents import knowledge_for
from companion.opponents.evaluation import outcome_shares
from companion.protocol.library_messages import PlyView
from companion.records.game_logs import game_of
from companion.records.journal.reader import GameLog
from companion.rules import AnyGame, Match, Shares

PLIES_AT_ONCE = 200
"""The most moves to replay at once."""


class Replayer:
    """Replays the moves of a log that were not taken back.

    Attributes:
        game: The log's game.
        start: The text of the start position.
        stacks: The texts of the pieces there, by point index, bottom first.
        total: The number of moves in the log.
        trouble: Why the replay ends early; otherwise empty.

    Raises:
        CompanionError: If the game, or its position, cannot be played here.
    """

    def __init__(self, log: GameLog) -> None:
        self.game: AnyGame = game_of(log)
        self._match = Match(self.game, self.game.parse_position(log.head.position))
        self._moves = log.moves
        self._plies: list[PlyView] = []
        self._estimate: Callable[[Any], Shares] | None = knowledge_for(self.game).estimator()
        self._standing = self.stacks = self._stacks()
        self.start = self.game.position_text(self._match.position)
        self.total = len(self._moves)
        self.trouble = Text()

    @property
    def estimated(self) -> bool:
        """Whether this game's positions can be evaluated."""
        return self._estimate is not None

    def plies(self, start: int) -> tuple[int, tuple[PlyView, ...]]:
        """Return some moves of the game, at most `PLIES_AT_ONCE`.

        Args:
            start: The number of the first move wanted, from 0.

        Returns:
            The number of the first move returned, and the moves. The number is less than `start` if
            earlier moves have not been replayed yet.
        """
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
