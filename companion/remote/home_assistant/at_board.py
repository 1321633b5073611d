"""Who sits at a board, and how a game there ended, in the words of the home."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.base.text import Text, sense
from companion.protocol.views import Hello

LONGEST_STATE = 255
"""The most characters of a state in Home Assistant."""

_RESERVED = frozenset({"none", "unknown", "unavailable"})
"""Home Assistant reads these states as no state; a player called so is put in quotation marks."""


@dataclass(frozen=True)
class AtBoard:
    """A game's players.

    Attributes:
        hello: The game.
        words: Translates a text into the language of the home.
    """

    hello: Hello
    words: Callable[[Text], str]

    @property
    def game(self) -> str:
        """The title of the game."""
        return self.said(self.hello.title)

    def player(self, seat: int | None) -> str | None:
        """Return the player of a seat: the name if it is known, else the seat's. None of none."""
        if seat is None or not 0 <= seat < len(self.hello.seats):
            return None
        name = self.hello.players.get(seat) or self.said(self.hello.seats[seat])
        return f"“{name}”" if name.casefold() in _RESERVED else name

    def result(self, outcome: str) -> str | None:
        """Return how a game ended; None while it goes on."""
        kind, _, seat = outcome.partition(" ")
        match kind:
            case "win":
                return self.words(Text("{seat} wins", seat=self.player(int(seat))))
            case "draw":
                return self.words(sense("how a game ended", "Draw"))
            case "won":
                return self.words(Text("Solved!"))
            case "lost":
                return self.words(Text("Lost"))
            case _:
                return None

    def said(self, text: str) -> str:
        """Return a text in the language of the home, no longer than a state may be."""
        words = self.words(text) if isinstance(text, Text) else text
        return words if len(words) <= LONGEST_STATE else f"{words[: LONGEST_STATE - 1]}…"
