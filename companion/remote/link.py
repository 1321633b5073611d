"""How a seat reaches the other seats of its table, and what it is told of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.remote.ticket import TableTicket
from companion.text import Text

NO_BROKER = Text(
    'no broker is configured: name one in board.toml, as in [remote] host = "broker.example.org"'
)

LARGEST_MESSAGE = 8 << 20
"""Bytes of the largest message, sealed; the longest log has less than that."""


@dataclass(frozen=True, slots=True)
class SeatMessage:
    """A seat has published its snapshot. It was opened, its signature is right, and it does not
    claim to be of another seat or table."""

    seat: int
    snapshot: bytes


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether the board of a seat is connected, and waits for its person's move."""

    seat: int
    here: bool
    thinking: bool


@dataclass(frozen=True, slots=True)
class LinkState:
    """Whether the broker is connected. trouble: what is wrong; or empty."""

    connected: bool
    trouble: Text = Text()


@dataclass(frozen=True, slots=True)
class Forged:
    """Something came that could not be opened, or is not from whom it claims."""

    topic: str


LinkReport = SeatMessage | Presence | LinkState | Forged
"""What a link reports, from a thread of its own."""


class Link(Protocol):
    """A connection to the other seats of a table."""

    def publish(self, snapshot: bytes) -> None:
        """Tell the others. Returns at once; without a connection, the newest snapshot waits."""

    def show_presence(self, *, thinking: bool) -> None:
        """Tell the others whether it is this seat's turn to think."""

    def close(self) -> None:
        """Leave. Returns at once."""


@dataclass(frozen=True, slots=True)
class Invited:
    """An invitation is open: its code can be told to whoever is to join.

    code:    such as "4711-tiger-soda". seat: the seat that it is for; -1 for a spectator.
    trouble: why there is a new code; or empty.
    """

    code: str
    seat: int
    trouble: Text = Text()


@dataclass(frozen=True, slots=True)
class Paired:
    """The table is complete. Store the ticket; then connect with it."""

    ticket: TableTicket


@dataclass(frozen=True, slots=True)
class PairingFailed:
    """It came to nothing, and nothing more will be reported. text: why, and what to do."""

    text: Text


@dataclass(frozen=True, slots=True)
class PairingDelayed:
    """The broker cannot be reached now; this is tried again. text: what is wrong; or empty."""

    text: Text


PairingReport = Invited | Paired | PairingFailed | PairingDelayed
"""What inviting and joining report, from a thread of their own."""
