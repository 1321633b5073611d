"""A conversation with an engine: the questions to it, and the time limits for its answers.

A `Dialogue` waits for lines with a deadline, by a clock that is passed in. An `EngineProtocol`
turns questions into lines, and answers into moves. There are two: JSON lines (`json_lines.py`) and
UCI (`uci.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.base.monotonic import Clock
from companion.base.text import Text
from companion.opponents import Interrupted
from companion.opponents.analysis import RatedMove
from companion.opponents.contract import Stop
from companion.opponents.external.engine_faults import EngineFault, EngineFaultKind
from companion.opponents.external.engine_options import EngineOption, OptionValue
from companion.opponents.external.time_plan import EngineClock
from companion.rules import AnyGame

GREETING_WITHIN = 20.0
"""Seconds an engine has to introduce itself. Large engines load their data from a slow card."""

GRACE = 2.0
"""Seconds by which an answer may be late before the engine counts as hung."""

MOST_IGNORED = 20_000
"""The most lines that are not an answer before the engine counts as faulty."""

LINE_PLIES = 12
"""The most plies to keep of a continuation."""

_WAITING = 300  # lines that may be written in time but not read yet
_POLL = 0.02  # seconds between polls of `stop`


class LineProcess(Protocol):
    """The interface of a process that a dialogue needs, such as an `EngineProcess`."""

    def say(self, line: bytes) -> None:
        """Send a line, without its newline."""

    def hear(self, wait: float) -> bytes | None:
        """Return the next line, or None if none came within `wait` seconds.

        Raises:
            EngineFault: If the process has failed.
        """

    def skip(self) -> None:
        """Drop the unread lines."""

    def close(self, grace: float = 0.0) -> None:
        """End the process."""


class Dialogue:
    """Lines to and from an engine.

    Args:
        process: The engine.
        clock: Returns seconds, for deadlines.
    """

    def __init__(self, process: LineProcess, clock: Clock) -> None:
        self.process = process
        self._clock = clock
        self._deadline = 0.0
        self._allowed = 0.0
        self._left = 0  # further lines that need not be an answer
        self._reminder: tuple[float, bytes] | None = None  # when to send it, and the line

    def ask(
        self, *lines: bytes, within: float, reminder: tuple[float, bytes] | None = None
    ) -> None:
        """Send lines. `hear` then waits for the answer.

        Args:
            lines: The lines, without their newlines.
            within: The most seconds that `hear` waits in all.
            reminder: Another line, and the seconds after which to send it if `hear` is still
                waiting.
        """
        for line in lines:
            self.process.say(line)
        self._allowed, self._left = within, MOST_IGNORED
        now = self._clock()
        self._deadline = now + within
        self._reminder = None if reminder is None else (now + reminder[0], reminder[1])

    def hear(self, stop: Stop) -> bytes:
        """Return the next line.

        Raises:
            Interrupted: If `stop` returns True.
            EngineFault: If no line comes in time or the engine has ended.
        """
        while True:
            if stop():
                raise Interrupted
            now = self._clock()
            if self._reminder is not None and now >= self._reminder[0]:
                self.process.say(self._reminder[1])
                self._reminder = None
            if now > self._deadline:
                self._left = min(self._left, _WAITING)  # an answer may have come in time
            line = self.process.hear(_POLL)
            if line is not None:
                self._left -= 1
                if self._left < 0:
                    raise EngineFault(
                        Text("it writes and writes, but no answer"), EngineFaultKind.GARBAGE
                    )
                return line
            if self._clock() > self._deadline:
                raise EngineFault(
                    Text("it has not answered within {seconds:g} s", seconds=self._allowed),
                    EngineFaultKind.SILENT,
                )


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit for thinking.

    Attributes:
        seconds: The most seconds.
        nodes: The most nodes; 0 for no limit.
    """

    seconds: float
    nodes: int = 0

    def times(self, effort: float) -> Budget:
        """Return this budget, scaled."""
        return Budget(
            self.seconds * effort, max(1, round(self.nodes * effort)) if self.nodes else 0
        )


@dataclass(frozen=True, slots=True)
class EngineQuestion:
    """A question to an engine about a position.

    Attributes:
        game: The game.
        start: The position from which the moves lead to the current one.
        played: Those moves, each with the position before it.
        position: The current position.
        moves: The moves in question; all legal ones if the engine has to choose.
        budget: The limit for thinking.
        seed: Decides everything that is left to chance.
        clock: The match's clock, if there is one and the engine has to choose.
    """

    game: AnyGame
    start: Any
    played: tuple[tuple[Any, Any], ...]
    position: Any
    moves: Sequence[Any]
    budget: Budget
    seed: int = 0
    clock: EngineClock | None = None

    @property
    def seconds(self) -> float:
        """The most seconds that the engine may think."""
        return self.budget.seconds if self.clock is None else self.clock.most


@dataclass(frozen=True, slots=True)
class EngineMove:
    """The engine's move.

    Attributes:
        move: The move.
        value: The expected share of the seat that makes it, or None if the engine gave none.
    """

    move: Any
    value: float | None = None


class EngineProtocol(ABC):
    """A protocol for talking to an engine about a game.

    Its methods raise EngineFault; they raise Interrupted if `stop` returns True, once the engine is
    ready for a new question.

    Attributes:
        name: The engine's own name for itself.
        author: Its author, if it says so.
        rates: Whether it can rate moves.
        offers: The options that it offers.
    """

    name: str = ""
    author: str = ""
    rates: bool = False
    offers: tuple[EngineOption, ...] = ()

    @abstractmethod
    def greet(self, game: AnyGame, options: Mapping[str, OptionValue], stop: Stop) -> None:
        """Start talking about a game.

        Args:
            game: The game.
            options: The options to set in the engine.
            stop: Returns True to give up.
        """

    @abstractmethod
    def choose(self, question: EngineQuestion, stop: Stop) -> EngineMove:
        """Let the engine choose a move."""

    @abstractmethod
    def rate(self, question: EngineQuestion, stop: Stop) -> list[RatedMove]:
        """Let the engine rate each of the moves."""

    @abstractmethod
    def quit(self) -> None:
        """Ask the engine to exit. Its output is not read any more."""


def within_text(line: bytes, most: int = 60) -> str:
    """Shorten a line for a message."""
    text = line.decode(errors="replace")
    return text if len(text) <= most else text[:most] + "…"
