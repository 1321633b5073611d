"""The findings of a check, each in one line."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Severity(Enum):
    """The severity of a finding; the value is the word printed before it."""

    FINE = "ok"
    NOTE = "note"
    WRONG = "WRONG"


class Finding(NamedTuple):
    """One finding: what was found and, if something is wrong, what to do."""

    level: Severity
    text: str

    @property
    def line(self) -> str:
        """The line to print."""
        return f"{self.level.value:>5}  {self.text}"

    @property
    def style(self) -> str:
        """The style in rich's syntax."""
        return {Severity.FINE: "green", Severity.NOTE: "yellow", Severity.WRONG: "bold red"}[
            self.level
        ]


def fine(text: str) -> Finding:
    """Return a finding that nothing is wrong."""
    return Finding(Severity.FINE, text)


def note(text: str) -> Finding:
    """Return a finding that is worth knowing but not a fault."""
    return Finding(Severity.NOTE, text)


def wrong(text: str) -> Finding:
    """Return a finding that must be fixed."""
    return Finding(Severity.WRONG, text)
