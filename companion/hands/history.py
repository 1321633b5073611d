"""Earlier boards, so that the result of a takeback is looked up and not computed again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.hands.pattern import MovePattern, pattern_of
from companion.rules import Played, TrackedGame


class PlyHistory:
    """The plies of a match as the switches see them.

    Plies are counted back from the present: 1 is the last one.

    Args:
        game: The game being played.
        ignored: Points whose switches do not count, as bits.

    Attributes:
        one: How many plies ago a hand made its last move; None if never.
    """

    def __init__(self, game: TrackedGame, ignored: int = 0) -> None:
        self.game = game
        self.ignored = ignored
        self.one: int | None = None  # how many plies ago a hand made its last move
        self._plies: list[Played] = []
        self._boards: list[int] = []
        self._shown: dict[int, list[int]] = {}  # the numbers of the plies before which a board was
        self._patterns: dict[int, MovePattern] = {}

    def __len__(self) -> int:
        return len(self._plies)

    def follow(self, plies: Sequence[Played]) -> None:
        """Take the plies of the match. Only those that differ from the known ones cost any work."""
        known = self._plies
        while known and (len(known) > len(plies) or known[-1] is not plies[len(known) - 1]):
            known.pop()
            self._forget(self._boards.pop())
            self._patterns.pop(len(known), None)
        for number, played in enumerate(plies[len(known) :], start=len(known)):
            board = self.game.occupancy(played.position) & ~self.ignored
            known.append(played)
            self._boards.append(board)
            self._shown.setdefault(board, []).append(number)
        self.one = next(
            (
                back
                for back, played in enumerate(reversed(known), start=1)
                if self.game.steps(played.position, played.move)
            ),
            None,
        )

    def _forget(self, board: int) -> None:
        """Forget the last ply, before which this board was shown."""
        numbers = self._shown[board]
        numbers.pop()
        if not numbers:
            del self._shown[board]

    @property
    def plies(self) -> Sequence[Played]:
        """All plies, oldest first."""
        return self._plies

    def began_at(self, back: int, position: Any) -> bool:
        """Return whether the ply `back` plies ago was made at a position, or after a draw there."""
        played = self._plies[-back]
        if played.position == position:
            return True
        before = self._plies[-back - 1] if len(self._plies) > back else played
        drawn = not self.game.steps(before.position, before.move)
        return drawn and bool(before.position == position)

    def played(self, back: int) -> Played:
        """Return the ply `back` plies ago."""
        return self._plies[-back]

    def board(self, back: int) -> int:
        """Return the board before the last `back` plies, as bits."""
        return self._boards[-back]

    def back_to(self, board: int) -> int | None:
        """Return how many plies ago the board was last shown, or None."""
        numbers = self._shown.get(board)
        return len(self._boards) - numbers[-1] if numbers else None

    def pattern(self, back: int) -> MovePattern:
        """Return the pattern of the ply `back` plies ago."""
        index = len(self._plies) - back
        if index not in self._patterns:
            played = self._plies[index]
            self._patterns[index] = pattern_of(
                self.game, played.position, played.move, self.ignored
            )
        return self._patterns[index]

    @property
    def refilled(self) -> int:
        """The point where the last move by hand put another piece than it lifted, as bits."""
        return 0 if self.one is None else self.pattern(self.one).refilled

    def points(self, back: int, within: int = ~0) -> int:
        """Return every point touched by hand in the last `back` plies, as bits.

        Args:
            back: The number of plies.
            within: The points of interest. Once another point turns up, earlier plies are left out:
                there may be thousands.
        """
        points = 0
        for plies in range(1, back + 1):
            points |= self.pattern(plies).points
            if points & ~within:
                break
        return points
