"""A seat's or a spectator's link to its table."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

import msgspec

from companion.base.json_text import InvalidJson, decode_json
from companion.base.text import Text
from companion.remote.mqtt.broker_connection import BrokerConnection
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.remote.pace import Pace
from companion.remote.table.envelope import NONCE_BYTES, NotGenuine, TableBox
from companion.remote.table.presence import SeatPresence
from companion.remote.table.replica import SnapshotHead
from companion.remote.table.seat_link import Forged, LinkReport, LinkState, Presence, SeatMessage
from companion.remote.table.ticket import TableTicket
from companion.remote.table.topics import presence_topic, seat_topic

_MOST_REPAIRS = 20

_OVERWRITTEN = Text(
    "somebody else at the broker overwrites again and again what this board publishes; the "
    "broker's owner has to help"
)
_PLAYED_TWICE = Text(
    "this seat is played by another program as well, which has a copy of this table; end one"
)


class TableLink:
    """Publishes this seat's snapshots, sealed and signed, and opens those of the others.

    A spectator hears all seats and publishes nothing.

    Args:
        settings: The broker.
        ticket: The place at the table.
        listen: Takes the reports, in a thread of this link.
        pace: The pauses before new attempts to connect.
        connection: Makes the connection to the broker.
    """

    def __init__(
        self,
        settings: RemoteSettings,
        ticket: TableTicket,
        listen: Callable[[LinkReport], None],
        pace: Pace | None = None,
        connection: Callable[..., BrokerConnection] = BrokerConnection,
    ) -> None:
        """Begin to connect.

        Raises:
            InvalidBroker: If the settings are not valid.
            InvalidTicket: If the ticket is not valid.
        """
        ticket.check()
        self._ticket = ticket
        self._listen = listen
        self._box = TableBox(ticket.key)
        self._standing: dict[str, bytes] = {}
        self._doubtful: set[str] = set()
        self._repairs = 0
        self._snapshot = b""
        seats = range(len(ticket.roster))
        self._snapshots = {seat_topic(ticket.table, seat): seat for seat in seats}
        self._presences = {presence_topic(ticket.table, seat): seat for seat in seats}
        self._will: tuple[str, bytes] | None = None
        self._thinking = False
        if ticket.private:
            self._will = self._presence(SeatPresence(here=False))
            self._standing.update([self._presence(SeatPresence(here=True))])
        name = f"companion-{os.urandom(8).hex()}"
        self._connection = connection(settings, name, self, pace)
        self._connection.start()

    # What the session calls

    def publish(self, snapshot: bytes) -> None:
        """Publish a snapshot; returns at once. Without a connection, the newest snapshot waits."""
        self._connection.post(lambda: self._show(snapshot))

    def show_presence(self, *, thinking: bool) -> None:
        """Publish whether it is this seat's turn to think."""
        self._connection.post(lambda: self._show_thinking(thinking))

    def close(self) -> None:
        """Leave the table; returns at once."""
        self._connection.close()

    def join(self, seconds: float) -> bool:
        """Wait until a closed link has left; return whether it has."""
        return self._connection.join(seconds)

    # What the connection calls

    @property
    def topics(self) -> Sequence[str]:
        """The topics of all seats, this seat's snapshot first.

        If this seat has lost its snapshot, it does nothing before the broker's copy has come.
        """
        own = self._ticket.seat
        snapshots = sorted(self._snapshots, key=lambda topic: self._snapshots[topic] != own)
        return (*snapshots, *self._presences)

    @property
    def standing(self) -> Mapping[str, bytes]:
        """This seat's snapshot and presence."""
        return self._standing

    @property
    def will(self) -> tuple[str, bytes] | None:
        """The will message: this seat is offline."""
        return self._will

    @property
    def expiry(self) -> int:
        """Zero: a table stays until it is cleared."""
        return 0

    def hear(self, topic: str, message: bytes, retained: bool) -> None:
        """Open a message, and report it."""
        seat = self._snapshots.get(topic, self._presences.get(topic))
        if seat is None:
            return
        if not message:  # nothing stands there
            if seat == self._ticket.seat:
                self._repair(topic)
            return
        try:
            opened = self._box.open(self._ticket.roster[seat], topic, message)
            presence = decode_json(opened, SeatPresence) if topic in self._presences else None
        except (NotGenuine, InvalidJson):
            self._doubt(topic, seat)
            return
        head = SnapshotHead.read(opened) if presence is None else None
        if head is not None and (head.table, head.seat) != (self._ticket.table, seat):
            self._doubt(topic, seat)  # a seat that writes in the name of another one
            return
        self._doubtful.discard(topic)
        if seat == self._ticket.seat:
            self._hear_own(topic, opened, presence, head, retained)
        elif presence is None:
            self._listen(SeatMessage(seat, opened))
        else:
            self._listen(Presence(seat, presence.here, presence.here and presence.thinking))

    def settled(self) -> None:
        """Do nothing: no report depends on that."""

    def state(self, connected: bool, trouble: Text) -> None:
        """Report the state of the connection."""
        self._repairs = 0
        self._listen(LinkState(connected, trouble))

    def tick(self) -> None:
        """Do nothing: nothing depends on the time."""

    def _presence(self, presence: SeatPresence) -> tuple[str, bytes]:
        topic = presence_topic(self._ticket.table, self._ticket.seat)
        return topic, self._seal(topic, msgspec.json.encode(presence))

    def _seal(self, topic: str, message: bytes) -> bytes:
        return self._box.seal(self._ticket.private, topic, message, os.urandom(NONCE_BYTES))

    def _show(self, snapshot: bytes) -> None:
        if self._ticket.private:
            topic = seat_topic(self._ticket.table, self._ticket.seat)
            self._standing[topic] = self._seal(topic, snapshot)
            self._snapshot = snapshot

    def _show_thinking(self, thinking: bool) -> None:
        if self._ticket.private and thinking != self._thinking:
            self._thinking = thinking
            self._standing.update([self._presence(SeatPresence(here=True, thinking=thinking))])

    def _doubt(self, topic: str, seat: int) -> None:
        """Report a forgery, once until a genuine message has come."""
        if seat == self._ticket.seat:
            self._repair(topic)
        if topic not in self._doubtful:
            self._doubtful.add(topic)
            self._listen(Forged(topic))

    def _hear_own(
        self,
        topic: str,
        opened: bytes,
        presence: SeatPresence | None,
        head: SnapshotHead | None,
        retained: bool,
    ) -> None:
        """Take a message that this seat has signed, but not sent over this connection."""
        if presence is not None:
            if presence != SeatPresence(here=True, thinking=self._thinking):
                self._repair(topic)  # a will that the broker gave up late, or brought back
        elif retained:
            self._listen(SeatMessage(self._ticket.seat, opened))  # perhaps this seat has lost it
        elif self._is_older(head):
            self._repair(topic)  # somebody has brought it back
        elif opened != self._snapshot:
            self._listen(LinkState(True, _PLAYED_TWICE))

    def _is_older(self, head: SnapshotHead | None) -> bool:
        """Return whether a snapshot of this seat is older than its last published one."""
        published = SnapshotHead.read(self._snapshot)
        return head is not None and published is not None and head.revision < published.revision

    def _repair(self, topic: str) -> None:
        """Publish an overwritten message again; give up if it is overwritten again and again."""
        if self._repairs > _MOST_REPAIRS:
            return
        self._repairs += 1
        if self._repairs <= _MOST_REPAIRS:
            self._connection.publish_again(topic)
        else:
            self._listen(LinkState(True, _OVERWRITTEN))
