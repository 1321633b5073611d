"""Who can play for the computer: the built-in engine at its levels, and external engines.

Sessions depend only on this module; external engines are in `companion.external`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from companion.engines.analysis import Analysis, analyse
from companion.engines.contract import Stop, never
from companion.engines.levels import LEVELS
from companion.engines.opponent import Choice, choose
from companion.engines.time_left import TimeLeft
from companion.rules import AnyGame


class Chooser(Protocol):
    """Chooses moves, with the arguments of `companion.engines.opponent.choose`.

    clock: the match's clock when the seat began to think; None if there is none.
    """

    def __call__(
        self,
        game: AnyGame,
        position: Any,
        level: str,
        /,
        *,
        before: Sequence[Any] = (),
        seed: int = 0,
        stop: Stop = never,
        late: Stop = never,
        clock: TimeLeft | None = None,
    ) -> Choice:
        """Choose a move for the seat to act. Raises Interrupted if `stop` returns True."""


class Analyst(Protocol):
    """Rates moves, with the arguments of `companion.engines.analysis.analyse`, which is one."""

    def __call__(
        self,
        game: AnyGame,
        position: Any,
        /,
        *,
        before: Sequence[Any] = (),
        effort: float = 1.0,
        seed: int = 0,
        stop: Stop = never,
        late: Stop = never,
        among: Sequence[Any] = (),
    ) -> Analysis:
        """Rate the moves. Raises Interrupted if `stop` returns True."""


class ComputerPlayer(Protocol):
    """Plays one match at one level. Its functions are called in search threads, one at a time."""

    @property
    def choose(self) -> Chooser:
        """Chooses its moves."""

    @property
    def predict(self) -> Analyst:
        """Rates the moves that its opponents may make, to think ahead."""

    def close(self) -> None:
        """Release the player: the match is over, or goes on without it. Returns at once."""


class Roster(Protocol):
    """The available levels, and who plays at them."""

    def levels(self, game: str) -> Sequence[str]:
        """The levels of a game, by its name, in addition to LEVELS, which every game has: an
        engine's name and its own level, as in `stockfish:easy`."""

    def player(self, game: AnyGame, level: str) -> ComputerPlayer:
        """The player for a match at this level. If the level no longer exists, another player steps
        in and says so with every move."""


class _BuiltInPlayer:
    predict = staticmethod(analyse)

    def choose(
        self,
        game: AnyGame,
        position: Any,
        level: str,
        /,
        *,
        before: Sequence[Any] = (),
        seed: int = 0,
        stop: Stop = never,
        late: Stop = never,
        clock: TimeLeft | None = None,
    ) -> Choice:
        """Choose a move. The clock is ignored, since a move takes little time."""
        return choose(game, position, level, before=before, seed=seed, stop=stop, late=late)

    def close(self) -> None:
        """Do nothing: it holds no resources."""


BUILT_IN_PLAYER: ComputerPlayer = _BuiltInPlayer()
"""The built-in engine, at any of its levels."""


class BuiltInRoster:
    """A roster without external engines."""

    def levels(self, game: str) -> Sequence[str]:
        """Nothing: there are no levels besides LEVELS."""
        return ()

    def player(self, game: AnyGame, level: str) -> ComputerPlayer:
        """The built-in engine."""
        return BUILT_IN_PLAYER


BUILT_IN: Roster = BuiltInRoster()


def is_engine(level: str) -> bool:
    """Whether a level belongs to an external engine: it then starts with the engine's name."""
    return ":" in level


def all_levels(roster: Roster, game: str) -> tuple[str, ...]:
    """All levels of a game, by its name, the built-in ones first."""
    return (*LEVELS, *roster.levels(game))
