"""The findings of a check, each in one line."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from companion.base.text import Text, sense


class Severity(Enum):
    """The severity of a finding; the value is the word printed before it."""

    FINE = sense("a finding", "ok")
    NOTE = sense("a finding", "note")
    WRONG = sense("a finding", "WRONG")


class Finding(NamedTuple):
    """One finding: what was found and, if something is wrong, what to do."""

    level: Severity
    text: Text

    @property
    def line(self) -> Text:
        """The line to print; each language aligns its words to their own length."""
        return Text("{severity:>5}  {finding}", severity=self.level.value, finding=self.text)

    @property
    def style(self) -> str:
        """The style in rich's syntax."""
        return {Severity.FINE: "green", Severity.NOTE: "yellow", Severity.WRONG: "bold red"}[
            self.level
        ]


def fine(text: Text) -> Finding:
    """Return a finding that nothing is wrong."""
    return Finding(Severity.FINE, text)


def note(text: Text) -> Finding:
    """Return a finding that is worth knowing but not a fault."""
    return Finding(Severity.NOTE, text)


def wrong(text: Text) -> Finding:
    """Return a finding that must be fixed."""
    return Finding(Severity.WRONG, text)
