"""The computer's players: the built-in engine at its levels, and external engines.

Sessions depend only on this module; external engines are in `companion.opponents.external`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from companion.opponents.levels import LEVELS
from companion.opponents.question import UNLIMITED, Question, SearchLimits
from companion.rules import AnyGame

if TYPE_CHECKING:  # the search is loaded when somebody thinks
    from companion.opponents.analysis import Analysis
    from companion.opponents.opponent import Choice


class Chooser(Protocol):
    """A function that chooses moves, as `companion.opponents.opponent.choose_move` does."""

    def __call__(self, question: Question, level: str, limits: SearchLimits = ..., /) -> Choice:
        """Choose a move for the seat to act.

        Raises:
            Interrupted: If `limits.stop` returns True.
        """


class Analyst(Protocol):
    """A function that rates moves, as `companion.opponents.analysis.analyse` does."""

    def __call__(
        self, question: Question, limits: SearchLimits = ..., among: Sequence[Any] = ..., /
    ) -> Analysis:
        """Rate the moves, or only some.

        Raises:
            Interrupted: If `limits.stop` returns True.
        """


class ComputerPlayer(Protocol):
    """A player of one match at one level.

    Its functions are called in search threads, one at a time.
    """

    @property
    def choose(self) -> Chooser:
        """The function that chooses its moves."""

    @property
    def predict(self) -> Analyst:
        """The function that rates the moves its opponents may make, to think ahead."""

    def close(self) -> None:
        """Release the player: the match is over, or continues without it. Returns at once."""


class Roster(Protocol):
    """The available levels, and the players at these levels."""

    def levels(self, game: str) -> Sequence[str]:
        """Return the levels of a game in addition to LEVELS, which every game has.

        Args:
            game: The game's name.

        Returns:
            The names: an engine's name and its own level, as in `stockfish:easy`.
        """

    def player(self, game: AnyGame, level: str) -> ComputerPlayer:
        """Return the player for a match at this level.

        If the level no longer exists, another player steps in and reports it with every move.
        """


class _BuiltInPlayer:
    @staticmethod
    def choose(question: Question, level: str, limits: SearchLimits = UNLIMITED, /) -> Choice:
        """Choose a move."""
        from companion.opponents.opponent import choose_move

        return choose_move(question, level, limits)

    @staticmethod
    def predict(
        question: Question, limits: SearchLimits = UNLIMITED, among: Sequence[Any] = (), /
    ) -> Analysis:
        """Rate the moves, or only some."""
        from companion.opponents.analysis import analyse

        return analyse(question, limits, among)

    def close(self) -> None:
        """Do nothing: it holds no resources."""


BUILT_IN_PLAYER: ComputerPlayer = _BuiltInPlayer()
"""The built-in engine, at any of its levels."""


class BuiltInRoster:
    """A roster without external engines."""

    def levels(self, game: str) -> Sequence[str]:
        """Return an empty tuple: there are no levels besides LEVELS."""
        return ()

    def player(self, game: AnyGame, level: str) -> ComputerPlayer:
        """Return the built-in engine."""
        return BUILT_IN_PLAYER


BUILT_IN: Roster = BuiltInRoster()


def is_engine(level: str) -> bool:
    """Return whether a level belongs to an external engine: it then starts with its name."""
    return ":" in level


def all_levels(roster: Roster, game: str) -> tuple[str, ...]:
    """Return all levels of a game, by its name, the built-in ones first."""
    return (*LEVELS, *roster.levels(game))
