"""Tables over a broker: making one, joining one, watching one, and playing at it.

Everything returns at once, and reports from a thread of its own. Joining returns a function that
cancels it; it returns at once as well, and no reports follow.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

from companion.base.text import Text
from companion.remote.mqtt.broker_connection import BrokerConnection
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.remote.mqtt.table_link import TableLink
from companion.remote.pace import Pace
from companion.remote.table.code import TableCode
from companion.remote.table.invitation import Invitation, new_table
from companion.remote.table.pairing import Assess, GuestPairing
from companion.remote.table.seat_link import (
    Link,
    LinkReport,
    OpenInvitation,
    Paired,
    PairingDelayed,
    PairingFailed,
    PairingReport,
)
from companion.remote.table.ticket import TableTicket, Terms
from companion.remote.table.topics import guest_topic, host_topic

_EXPIRY = 300
"""The seconds after which the broker forgets the messages of a pairing."""

_REFRESH = 120
_PATIENCE = 6
"""The seconds to wait for the first message of an invitation."""

_SILENCE = 20
GUESTS_SHOWN = 10
"""The seconds in which the guests can be turned away once all of them have come."""

_GUEST_SILENT = Text(
    "whoever joined does not answer; wait, or invite again if their board has lost its connection"
)
_SILENT = Text(
    "the board that invites does not answer; it may have lost its connection: wait, or ask for a "
    "new code"
)


def connect(
    settings: RemoteSettings, ticket: TableTicket, listen: Callable[[LinkReport], None]
) -> Link:
    """Take one's place at a table, or watch it.

    Args:
        settings: The broker.
        ticket: The place.
        listen: Takes the reports, in a thread of the link.

    Raises:
        InvalidBroker: If the settings are not valid.
        InvalidTicket: If the ticket is not valid.
    """
    return TableLink(settings, ticket, listen)


def invite(
    settings: RemoteSettings, terms: Terms, listen: Callable[[PairingReport], None]
) -> OpenInvitation:
    """Make a table.

    Args:
        settings: The broker.
        terms: The game of the table, and its players.
        listen: Takes the reports: an `Invited` and a `GuestCame` for each seat, and in the end
            `Paired`, or `PairingFailed`.

    Returns:
        The invitation.

    Raises:
        InvalidBroker: If the settings are not valid.
        InvalidTicket: If the terms are not valid.
    """
    return _InviteRun(settings, new_table(terms, os.urandom), listen)


def invite_spectator(
    settings: RemoteSettings, ticket: TableTicket, listen: Callable[[PairingReport], None]
) -> OpenInvitation:
    """Invite a spectator to a table.

    Args:
        settings: The broker.
        ticket: This board's place at the table.
        listen: Takes the reports: in the end `Paired`, with the same ticket.

    Returns:
        The invitation.

    Raises:
        InvalidBroker: If the settings are not valid.
        InvalidTicket: If the ticket is not valid.
    """
    ticket.check()
    return _InviteRun(settings, ticket, listen)


def join(
    settings: RemoteSettings,
    code: str,
    listen: Callable[[PairingReport], None],
    name: str = "",
    assess: Assess = lambda _: None,
) -> Callable[[], None]:
    """Join a table, or watch it, depending on the code.

    Args:
        settings: The broker.
        code: The code as typed.
        listen: Takes the reports.
        name: The player's name, for the others.
        assess: Looks at the terms of the table, from another thread.

    Returns:
        A function that cancels joining.

    Raises:
        InvalidCode: If the text is not a code.
        InvalidBroker: If the settings are not valid.
        InvalidTicket: If the name cannot be shown.
    """
    return _JoinRun(settings, TableCode.parse(code), name, listen, assess).cancel


class _Run:
    """The common part of inviting and joining."""

    def __init__(
        self,
        settings: RemoteSettings,
        listen: Callable[[PairingReport], None],
        pace: Pace | None = None,
    ) -> None:
        self._listen = listen
        self._cancelled = False
        self._delayed = False
        self._seconds = 0
        self._connection = BrokerConnection(
            settings, f"companion-{os.urandom(8).hex()}", self, pace
        )
        self._connection.start()

    def cancel(self) -> None:
        """Give up."""
        self._cancelled = True
        self._connection.post(self._cancel)

    def join(self, seconds: float) -> bool:
        """Wait until the connection has been left; return whether it has."""
        return self._connection.join(seconds)

    @property
    def topics(self) -> Sequence[str]:
        """The topics to hear, in order."""
        return ()

    @property
    def standing(self) -> Mapping[str, bytes]:
        """The message to keep retained at each topic."""
        return {}

    @property
    def will(self) -> tuple[str, bytes] | None:
        """None: retained messages expire."""
        return None

    @property
    def expiry(self) -> int:
        """The seconds after which the broker forgets the messages."""
        return _EXPIRY

    def hear(self, topic: str, message: bytes, retained: bool) -> None:
        """Take a message."""

    def settled(self) -> None:
        """Take note that the broker has all retained messages."""

    def state(self, connected: bool, trouble: Text) -> None:
        """Report a fault, and its end."""
        self._seconds = 0
        self._delay(trouble)

    def tick(self) -> None:
        """Count a second."""
        self._seconds += 1

    def _delay(self, trouble: Text) -> None:
        if trouble or self._delayed:
            self._delayed = bool(trouble)
            self._report(PairingDelayed(trouble))

    def _report(self, report: PairingReport) -> None:
        if not self._cancelled:
            self._listen(report)

    def _cancel(self) -> None:
        self._connection.close()


class _InviteRun(_Run):
    """A board that invites."""

    def __init__(
        self,
        settings: RemoteSettings,
        ticket: TableTicket,
        listen: Callable[[PairingReport], None],
        pace: Pace | None = None,
    ) -> None:
        self._invitation = Invitation(ticket, os.urandom)
        self._awaited = 0
        super().__init__(settings, listen, pace)

    def turn_away(self, seat: int) -> None:
        """Turn away the guest of a seat."""
        self._connection.post(lambda: self._invitation.turn_away(seat))

    def let_in(self) -> None:
        """Let the guests in now, if all have come."""
        self._connection.post(self._invitation.let_in)

    @property
    def topics(self) -> Sequence[str]:
        return sorted(self._invitation.topics)

    @property
    def standing(self) -> Mapping[str, bytes]:
        return self._invitation.retained

    def hear(self, topic: str, message: bytes, retained: bool) -> None:
        if self._invitation.hear(topic, message, retained):
            self._connection.publish_again(topic)

    def settled(self) -> None:
        for report in self._invitation.reports():
            self._report(report)
        if self._invitation.over:
            self._connection.close()

    def tick(self) -> None:
        super().tick()
        if self._seconds % _REFRESH == 0:
            for topic in self._invitation.retained:
                self._connection.publish_again(topic)
        self._invitation.count_second(GUESTS_SHOWN)
        self._awaited = self._awaited + 1 if self._invitation.awaits_guests else 0
        if self._awaited == _SILENCE:
            self._delay(_GUEST_SILENT)

    def _cancel(self) -> None:
        self._invitation.cancel()
        super()._cancel()


class _JoinRun(_Run):
    """A board that joins."""

    def __init__(
        self,
        settings: RemoteSettings,
        code: TableCode,
        name: str,
        listen: Callable[[PairingReport], None],
        assess: Assess,
        pace: Pace | None = None,
    ) -> None:
        self._code = code
        self._pairing = GuestPairing(code, name, os.urandom, assess)
        self._heard = self._over = False
        super().__init__(settings, listen, pace)

    @property
    def topics(self) -> Sequence[str]:
        return (host_topic(self._code.nameplate),)

    @property
    def standing(self) -> Mapping[str, bytes]:
        message = self._pairing.message
        return {} if message is None else {guest_topic(self._code.nameplate): message}

    def hear(self, topic: str, message: bytes, retained: bool) -> None:
        if self._over or not message:
            return
        before = self._pairing.trouble
        self._pairing.hear(message)
        if self._pairing.message is not None:
            self._heard, self._seconds = True, 0
        if self._pairing.waits:
            self._delay(Text())
        elif self._pairing.trouble != before:  # told once, however often it comes
            self._delay(self._pairing.trouble)

    def settled(self) -> None:
        """Report the result, once the broker has this guest's message."""
        if self._over:
            return
        if self._pairing.failure:
            self._over = True
            self._report(PairingFailed(self._pairing.failure))
        elif self._pairing.ticket is not None:
            self._over = True
            self._report(Paired(self._pairing.ticket, self._pairing.remark))
        if self._over:
            self._connection.close()

    def tick(self) -> None:
        super().tick()
        if not self._heard and self._seconds >= _PATIENCE:
            self._pairing.missing()
        elif self._heard and self._seconds >= _SILENCE + _REFRESH * self._pairing.waits:
            self._delay(_SILENT)
