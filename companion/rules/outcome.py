"""Outcomes: ongoing, won or lost by a single player, won by one of several, or drawn."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import Final

from companion.rules.piece import Seat


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game so far.

    Attributes:
        text: One of `ongoing`, `won`, `lost`, `draw` or `win N`.
        winner: The seat that won, or None.
    """

    text: str
    winner: Seat | None = None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.text != "ongoing"


Shares = tuple[float, ...]
"""Each seat's expected share of the one point that a win is worth: from 0 to 1, with a sum of 1."""

ONGOING: Final = Outcome("ongoing")
DRAW: Final = Outcome("draw")
WON: Final = Outcome("won", Seat(0))
LOST: Final = Outcome("lost")

_WINS: Final = tuple(Outcome(f"win {n}", Seat(n)) for n in range(6))


def lead_shares(lead: float) -> Shares:
    """Convert the first seat's lead to shares: a lead of 1, say one man, is about 3 to 1."""
    share = 1.0 / (1.0 + exp(-lead))
    return share, 1.0 - share


def win(seat: int) -> Outcome:
    """Return the outcome of a game for several seats that `seat` has won.

    Raises:
        ValueError: If no game has such a seat; they are counted from 0.
    """
    if not 0 <= seat < len(_WINS):
        raise ValueError(f"win({seat}): seats are counted from 0 to {len(_WINS) - 1}")
    return _WINS[seat]
