"""Outcomes: ongoing, won or lost by a single player, won by one of several, or drawn."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.piece import Seat


@dataclass(frozen=True, slots=True)
class Outcome:
    """`text` is `ongoing`, `won`, `lost`, `draw` or `win N`; `winner` is the seat that won."""

    text: str
    winner: Seat | None = None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.text != "ongoing"


ONGOING = Outcome("ongoing")
DRAW = Outcome("draw")
WON = Outcome("won", Seat(0))
LOST = Outcome("lost")

_WINS = tuple(Outcome(f"win {n}", Seat(n)) for n in range(6))


def win(seat: int) -> Outcome:
    """The outcome of a game with several seats that `seat` has won."""
    return _WINS[seat]
