"""The failures of an engine."""

from __future__ import annotations

from enum import Enum, auto

from companion.base.errors import CompanionError
from companion.base.text import Text


class EngineFaultKind(Enum):
    """What kind of failure it is, for advice on what to do."""

    OTHER = auto()
    CANNOT_RUN = auto()
    """The system cannot run the program."""
    ENDED = auto()
    """It ended, or closed its output."""
    MEMORY = auto()
    """It ended, and said that it lacks memory."""
    SILENT = auto()
    """It has not answered in time."""
    GARBAGE = auto()
    """It wrote what is no answer."""
    ILLEGAL = auto()
    """It chose a move that is not legal."""


class EngineFault(CompanionError, RuntimeError):
    """An engine failed. The message says how, as a sentence about `it`.

    Attributes:
        kind: The kind of failure.
    """

    def __init__(self, text: Text, kind: EngineFaultKind = EngineFaultKind.OTHER) -> None:
        super().__init__(text)
        self.kind = kind


class EngineRefusal(EngineFault):
    """An engine cannot do what it is asked; starting it again would not help."""
