"""A conversation with an engine: what it is asked, and how long an answer may take.

A `Dialogue` waits for lines with a deadline, on a clock that is given to it. An `EngineProtocol`
puts questions into lines, and answers into moves. There are two: JSON lines (`json_lines.py`) and
UCI (`uci.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.drivers.port import Clock
from companion.engines import Interrupted
from companion.engines.analysis import RatedMove
from companion.engines.contract import Stop
from companion.external.faults import EngineFault
from companion.external.time_plan import EngineClock
from companion.rules import AnyGame
from companion.text import Text

Value = str | int | bool
"""The value of an engine's option."""

GREETING_WITHIN = 20.0
"""Seconds that an engine has to say what it is. Large ones read their knowledge from a card."""

GRACE = 2.0
"""Seconds by which an answer may be late before an engine counts as hung."""

MOST_IGNORED = 20_000
"""How many lines may come that are no answer, before an engine counts as faulty."""

LINE_PLIES = 12
"""Plies of a line that are kept."""

_WAITING = 300  # lines that may have been written in time, but not read
_POLL = 0.02  # seconds from one look at `stop` to the next


class LineProcess(Protocol):
    """What a dialogue needs of a process; see `EngineProcess`."""

    def say(self, line: bytes) -> None:
        """Send a line, without its newline."""

    def hear(self, wait: float) -> bytes | None:
        """The next line; None if none has come within `wait` seconds. Raises EngineFault."""

    def skip(self) -> None:
        """Drop the lines that wait."""

    def close(self, grace: float = 0.0) -> None:
        """End the process."""


class Dialogue:
    """Lines to and from an engine. process: the engine. clock: measures how long it takes."""

    def __init__(self, process: LineProcess, clock: Clock) -> None:
        self.process = process
        self._clock = clock
        self._deadline = 0.0
        self._allowed = 0.0
        self._left = 0  # lines that may still be no answer
        self._reminder: tuple[float, bytes] | None = None  # when to say it

    def ask(
        self, *lines: bytes, within: float, reminder: tuple[float, bytes] | None = None
    ) -> None:
        """Send lines. `hear` then waits `within` seconds altogether for what they bring about.
        reminder: after how many seconds to send another line, if `hear` still waits, and which."""
        for line in lines:
            self.process.say(line)
        self._allowed, self._left = within, MOST_IGNORED
        now = self._clock()
        self._deadline = now + within
        self._reminder = None if reminder is None else (now + reminder[0], reminder[1])

    def hear(self, stop: Stop) -> bytes:
        """The next line. Raises Interrupted if `stop` returns True, and EngineFault if none comes
        in time or the engine has ended."""
        while True:
            if stop():
                raise Interrupted
            now = self._clock()
            if self._reminder is not None and now >= self._reminder[0]:
                self.process.say(self._reminder[1])
                self._reminder = None
            if now > self._deadline:
                self._left = min(self._left, _WAITING)  # it may have answered in time
            line = self.process.hear(_POLL)
            if line is not None:
                self._left -= 1
                if self._left < 0:
                    raise EngineFault(Text("it writes and writes, but no answer"))
                return line
            if self._clock() > self._deadline:
                raise EngineFault(
                    Text("it has not answered within {seconds:g} s", seconds=self._allowed)
                )


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: at most so many seconds and, unless it is 0, so many nodes."""

    seconds: float
    nodes: int = 0

    def times(self, effort: float) -> Budget:
        """Another budget, smaller or larger."""
        return Budget(
            self.seconds * effort, max(1, round(self.nodes * effort)) if self.nodes else 0
        )


@dataclass(frozen=True, slots=True)
class Question:
    """A position in which an engine is asked something.

    start:    the position from which the moves lead to the present one.
    played:   those moves, each with the position before it.
    position: the present position.
    moves:    the moves that it is asked about; all legal ones, if it has to choose.
    clock:    the match's clock, if there is one and it has to choose.
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
        """The most seconds that it may think."""
        return self.budget.seconds if self.clock is None else self.clock.most


@dataclass(frozen=True, slots=True)
class EngineMove:
    """The move that an engine has chosen. value: the expected share of the seat that makes it, or
    None if the engine has not said."""

    move: Any
    value: float | None = None


class EngineProtocol(ABC):
    """How a game is talked about with an engine. Its methods raise EngineFault, and Interrupted as
    soon as `stop` returns True and the engine has stopped; then it can be asked something else.

    name:  what the engine calls itself.
    rates: whether it can rate moves.
    """

    name: str = ""
    rates: bool = False

    @abstractmethod
    def greet(self, game: AnyGame, options: Mapping[str, Value], stop: Stop) -> None:
        """Begin to talk about a game. options: what the engine is set to."""

    @abstractmethod
    def choose(self, question: Question, stop: Stop) -> EngineMove:
        """The move that it chooses."""

    @abstractmethod
    def rate(self, question: Question, stop: Stop) -> list[RatedMove]:
        """What each of the moves is worth."""

    @abstractmethod
    def quit(self) -> None:
        """Ask the engine to end. Nothing is heard of it afterwards."""


def within_text(line: bytes, most: int = 60) -> str:
    """A line as it is shown in a message."""
    text = line.decode(errors="replace")
    return text if len(text) <= most else text[:most] + "…"
