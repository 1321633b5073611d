"""What to do now, as every mode of a session answers it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.base.text import Text


@dataclass(frozen=True, slots=True)
class NextStep:
    """What to do now.

    Attributes:
        text: One or two sentences; never empty.
        points: The points that they are about, as bits.
    """

    text: Text
    points: int = 0
