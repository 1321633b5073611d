"""What a check has found, each in one plain line."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Level(Enum):
    """How bad a finding is, by the word that is printed before it."""

    FINE = "ok"
    NOTE = "note"
    WRONG = "WRONG"


class Finding(NamedTuple):
    """One line: what was found, and where something is wrong, what to do."""

    level: Level
    text: str

    @property
    def line(self) -> str:
        """As it is printed."""
        return f"{self.level.value:>5}  {self.text}"

    @property
    def style(self) -> str:
        """In rich's words."""
        return {Level.FINE: "green", Level.NOTE: "yellow", Level.WRONG: "bold red"}[self.level]


def fine(text: str) -> Finding:
    """Nothing is wrong."""
    return Finding(Level.FINE, text)


def note(text: str) -> Finding:
    """Something to know, that is not wrong."""
    return Finding(Level.NOTE, text)


def wrong(text: str) -> Finding:
    """Something that has to be mended."""
    return Finding(Level.WRONG, text)
