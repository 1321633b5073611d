"""What an engine says of itself, and what became of its trial."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.base.text import Text

if TYPE_CHECKING:  # a session knows this module before any engine is started
    from companion.opponents.external.engine_options import EngineOption


@dataclass(frozen=True, slots=True)
class EngineIntroduction:
    """What an engine says of itself.

    Attributes:
        name: Its name; empty if it says none.
        author: Its author; empty if it names none.
        offers: The options that it offers.
    """

    name: str = ""
    author: str = ""
    offers: tuple[EngineOption, ...] = ()


@dataclass(frozen=True, slots=True)
class EngineTrial:
    """What became of the trial of an engine.

    Attributes:
        engine: Its name in the configuration.
        introduction: What it said of itself.
        text: The outcome, in a line: the move and the time, or what went wrong and what to do. It
            is empty if the engine was only to introduce itself, and has.
        good: Whether the engine did what it was asked.
    """

    engine: str
    introduction: EngineIntroduction
    text: Text
    good: bool
