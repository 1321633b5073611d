"""The notation of a game in other protocols, such as that of UCI engines."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from typing import Any, Generic, TypeVar

P = TypeVar("P", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class Notation(ABC, Generic[P, M]):
    """The texts of one protocol for the positions and moves of one game.

    Attributes:
        settings: The options to set in a program first, by the protocol's names.
    """

    settings: Mapping[str, str] = {}

    @abstractmethod
    def position_text(self, position: P) -> str:
        """Return the text of a position."""

    @abstractmethod
    def move_text(self, position: P, move: M) -> str:
        """Return the text of a legal move; different moves of a position have different texts."""


AnyNotation = Notation[Any, Any]
"""A notation for any types of positions and moves."""
