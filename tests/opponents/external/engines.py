"""Engines that behave in every way that an engine can, well or badly. They need Python alone."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from companion.opponents.external.engine_settings import EngineSettings
from companion.opponents.external.process import EngineProcess

SCRIPT = Path(__file__).with_name("script.py")


def command(*behaviour: str) -> tuple[str, ...]:
    """The command of an engine that behaves in this way; see `script.py`."""
    return (sys.executable, "-I", "-S", str(SCRIPT), *behaviour)


def engine(*behaviour: str, **settings: Any) -> EngineSettings:
    return EngineSettings(command=command(*behaviour), **settings)


class Clock:
    """A clock that stands still until it is told to pass deadlines: each look at it then takes an
    hour."""

    def __init__(self) -> None:
        self.now = 0.0
        self.step = 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


class WatchedEngines:
    """Starts engines on a clock that stands still, until one of them hears a line after which its
    deadline is to pass.

    passes: says so of the engine's number, from 1, and the line.
    """

    def __init__(self, passes: Callable[[int, bytes], bool]) -> None:
        self.clock = Clock()
        self.started: list[EngineProcess] = []
        self._passes = passes

    def __call__(self, command: Sequence[str], memory: int) -> EngineProcess:
        self.clock.step = 0.0
        process = EngineProcess(command, memory)
        self.started.append(process)
        number, say = len(self.started), process.say

        def watched(line: bytes) -> None:
            if self._passes(number, line):
                self.clock.step = 3600.0
            say(line)

        process.say = watched  # type: ignore[method-assign]
        return process

    @property
    def all_ended(self) -> bool:
        """Whether no process is left."""
        return all(process._process.returncode is not None for process in self.started)


class FakeProcess:
    """An engine that says what a test has written down: a list of lines for each line it hears."""

    def __init__(self, *answers: Sequence[bytes]) -> None:
        self.answers = list(answers)
        self.heard: list[bytes] = []
        self.lines: list[bytes] = []
        self.closed = False

    def say(self, line: bytes) -> None:
        self.heard.append(line)
        if self.answers:
            self.lines += self.answers.pop(0)

    def hear(self, wait: float) -> bytes | None:
        return self.lines.pop(0) if self.lines else None

    def skip(self) -> None:
        self.lines.clear()

    def close(self, grace: float = 0.0) -> None:
        self.closed = True
