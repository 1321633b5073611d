"""Engines that behave in every way that an engine can, well or badly. They need Python alone."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.external.settings import EngineSettings

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
