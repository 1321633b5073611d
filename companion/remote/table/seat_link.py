"""The link of a seat to the other seats of its table, and its reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.base.text import Text, joined, plural
from companion.remote.table.meeting_report import MeetingReport
from companion.remote.table.ticket import TableTicket

LARGEST_MESSAGE = 8 << 20
"""The size of the largest message, sealed (bytes); the longest log is smaller."""


@dataclass(frozen=True, slots=True)
class SeatMessage:
    """A seat has published its snapshot.

    It was opened, its signature is valid, and it does not claim to be of another seat or table.
    """

    seat: int
    snapshot: bytes


@dataclass(frozen=True, slots=True)
class Presence:
    """The presence of a seat's board.

    Attributes:
        seat: The seat.
        here: Whether its board is connected.
        thinking: Whether it waits for its person's move.
    """

    seat: int
    here: bool
    thinking: bool


@dataclass(frozen=True, slots=True)
class LinkState:
    """The state of the connection to the broker.

    Attributes:
        connected: Whether the broker is connected.
        trouble: The fault; or empty.
    """

    connected: bool
    trouble: Text = Text()


@dataclass(frozen=True, slots=True)
class Forged:
    """A message that could not be opened, or came from another sender than it claims."""

    topic: str


LinkReport = SeatMessage | Presence | LinkState | Forged
"""The reports of a link, from a thread of its own."""


class Link(Protocol):
    """A connection to the other seats of a table."""

    def publish(self, snapshot: bytes) -> None:
        """Publish a snapshot; returns at once. Without a connection, the newest snapshot waits."""

    def show_presence(self, *, thinking: bool) -> None:
        """Publish whether it is this seat's turn to think."""

    def close(self) -> None:
        """Leave the table; returns at once."""


@dataclass(frozen=True, slots=True)
class Invited(MeetingReport):
    """An invitation is open: its code can be given to the guest.

    Attributes:
        code: The code, such as "4711-tiger-soda".
        seat: The seat that it is for; -1 for a spectator.
        trouble: Why there is a new code; or empty.
    """

    code: str
    seat: int
    trouble: Text = Text()


@dataclass(frozen=True, slots=True)
class GuestCame(MeetingReport):
    """Somebody has come with the right code, and can still be turned away.

    Attributes:
        seat: The seat that the guest is to have; -1 for a spectator.
        player: The guest's name; may be empty.
        wrong_codes: How many wrong codes were typed before.
    """

    seat: int
    player: str
    wrong_codes: int = 0

    @property
    def text(self) -> Text:
        """What has happened, in a sentence."""
        player = self.player.strip() or Text("Somebody")
        came = (
            Text("{player} has come to watch.", player=player)
            if self.seat == -1
            else Text("{player} has come to play.", player=player)
        )
        if not self.wrong_codes:
            return came
        tried = plural(
            "{number} wrong code was typed before.",
            "{number} wrong codes were typed before.",
            self.wrong_codes,
        )
        return joined(" ", [came, tried])


@dataclass(frozen=True, slots=True)
class Paired:
    """The table is complete: store the ticket; then connect with it.

    Attributes:
        ticket: This board's ticket.
        remark: What the player should know about the table; or empty.
    """

    ticket: TableTicket
    remark: Text = Text()


@dataclass(frozen=True, slots=True)
class PairingFailed(MeetingReport):
    """Pairing failed. No further reports follow.

    Attributes:
        text: The reason and the remedy.
    """

    text: Text


@dataclass(frozen=True, slots=True)
class PairingDelayed(MeetingReport):
    """The broker cannot be reached now; the connection is tried again.

    Attributes:
        text: The fault; or empty.
    """

    text: Text


PairingReport = Invited | GuestCame | Paired | PairingFailed | PairingDelayed
"""The reports of inviting and joining, from a thread of their own."""


class OpenInvitation(Protocol):
    """An invitation whose guests have not all been let in."""

    def cancel(self) -> None:
        """Withdraw it; returns at once, and no reports follow."""

    def turn_away(self, seat: int) -> None:
        """Turn away the guest of a seat, and invite somebody else to it.

        Once the guests have been let in, it ends the invitation; a spectator stays.
        Returns at once.
        """

    def let_in(self) -> None:
        """Let the guests in now if all have come; otherwise it happens by itself after a while."""
