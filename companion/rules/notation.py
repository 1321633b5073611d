"""The notation of a game in other protocols, such as that of UCI engines."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

P = TypeVar("P", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class Notation(ABC, Generic[P, M]):
    """The texts of one protocol for the positions and moves of one game.

    Attributes:
        settings: The options to set in a program first, by the protocol's names.
        simpler: The notation for programs that do not have these options; None if the game cannot
            do without them.
    """

    settings: Mapping[str, str] = {}
    simpler: Notation[P, M] | None = None

    @abstractmethod
    def position_text(self, position: P) -> str:
        """Return the text of a position.

        Raises:
            InvalidPosition: If only programs with the options of a fuller notation understand it.
        """

    @abstractmethod
    def move_text(self, position: P, move: M) -> str:
        """Return the text of a legal move; different moves of a position have different texts."""

    def other_texts(self, position: P, move: M) -> Sequence[str]:
        """Return other texts with which a program may answer, as far as they mean no other move."""
        return ()

    def by_text(self, position: P, moves: Iterable[M]) -> dict[str, M]:
        """Return legal moves by each of their texts; a text that may mean two moves is left out."""
        moves = tuple(moves)
        found = {self.move_text(position, move): move for move in moves}
        others = [(text, move) for move in moves for text in self.other_texts(position, move)]
        count = Counter(text for text, _ in others)
        return {**{text: move for text, move in others if count[text] == 1}, **found}


AnyNotation = Notation[Any, Any]
"""A notation for any types of positions and moves."""
