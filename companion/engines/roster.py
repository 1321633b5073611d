"""Who can play for the computer: this program at its own levels, and engines of others.

A session knows only what is here. Engines of others are in `companion.external`.
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

    clock: what the match's clock showed when the seat began to think; None if it has no clock.
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
        """A move for the seat to act. Raises Interrupted if `stop` returns True."""


class Analyst(Protocol):
    """Rates moves; `companion.engines.analysis.analyse` is one, and has the arguments."""

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
        """What the moves are worth. Raises Interrupted if `stop` returns True."""


class ComputerPlayer(Protocol):
    """Plays at one level in one match. Its functions are called in threads of searches, one at a
    time."""

    @property
    def choose(self) -> Chooser:
        """Chooses its moves."""

    @property
    def predict(self) -> Analyst:
        """Rates what its opponents may do, to think ahead."""

    def close(self) -> None:
        """The match is over, or goes on without it. Returns at once."""


class Roster(Protocol):
    """The levels that there are, and who plays at them."""

    def levels(self, game: str) -> Sequence[str]:
        """The levels of a game by its name, besides LEVELS, which are those of all games: an
        engine's name and its own level, as in `stockfish:easy`."""

    def player(self, game: AnyGame, level: str) -> ComputerPlayer:
        """Who plays a match at a level. If there is no such level any more, somebody else does, and
        says so with every choice."""


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
        """A move. It takes little time, so the clock does not matter."""
        return choose(game, position, level, before=before, seed=seed, stop=stop, late=late)

    def close(self) -> None:
        """Nothing is held."""


BUILT_IN_PLAYER: ComputerPlayer = _BuiltInPlayer()
"""This program, at any level of its own."""


class BuiltInRoster:
    """This program alone, without engines of others."""

    def levels(self, game: str) -> Sequence[str]:
        """None: LEVELS are all."""
        return ()

    def player(self, game: AnyGame, level: str) -> ComputerPlayer:
        """This program."""
        return BUILT_IN_PLAYER


BUILT_IN: Roster = BuiltInRoster()


def is_engine(level: str) -> bool:
    """Whether a level is that of an engine of others, by its text: it names the engine first."""
    return ":" in level


def all_levels(roster: Roster, game: str) -> tuple[str, ...]:
    """All levels of a game, by its name: those of this program first."""
    return (*LEVELS, *roster.levels(game))
