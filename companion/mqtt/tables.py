"""Making a table, joining one, watching one, and playing at it.

Everything returns at once, and reports from a thread of its own. Inviting and joining return a
function that gives up; it returns at once as well, and then nothing more is reported.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

from companion.mqtt.connection import BrokerConnection, Pace
from companion.mqtt.settings import RemoteSettings
from companion.mqtt.table_link import TableLink
from companion.remote.code import TableCode
from companion.remote.invitation import Invitation, new_table
from companion.remote.link import (
    Link,
    LinkReport,
    Paired,
    PairingDelayed,
    PairingFailed,
    PairingReport,
)
from companion.remote.pairing import GuestPairing
from companion.remote.ticket import TableTicket, Terms
from companion.remote.topics import guest_topic, host_topic
from companion.text import Text

_EXPIRY = 300
"""Seconds after which the broker forgets what a pairing left behind."""

_REFRESH = 120
_PATIENCE = 6
"""Seconds in which an invitation that there is shows itself."""

_SILENCE = 20
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
    """Take one's place at a table, or watch it. Raises InvalidBroker and InvalidTicket."""
    return TableLink(settings, ticket, listen)


def invite(
    settings: RemoteSettings, terms: Terms, listen: Callable[[PairingReport], None]
) -> Callable[[], None]:
    """Make a table. There is an `Invited` for each seat, and in the end `Paired`, or
    `PairingFailed`. Raises InvalidBroker and InvalidTicket."""
    return _InviteRun(settings, new_table(terms, os.urandom), listen).cancel


def invite_spectator(
    settings: RemoteSettings, ticket: TableTicket, listen: Callable[[PairingReport], None]
) -> Callable[[], None]:
    """Let somebody watch a table. Ends with `Paired`, with the same ticket. Raises InvalidBroker
    and InvalidTicket."""
    ticket.check()
    return _InviteRun(settings, ticket, listen).cancel


def join(
    settings: RemoteSettings, code: str, listen: Callable[[PairingReport], None], name: str = ""
) -> Callable[[], None]:
    """Join a table, or watch it, whatever the code is for. name: the player's, for the others.
    Raises InvalidCode, InvalidBroker and InvalidTicket."""
    return _JoinRun(settings, TableCode.parse(code), name, listen).cancel


class _Run:
    """What inviting and joining have in common."""

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
        """What has to stand at which topic."""
        return {}

    @property
    def will(self) -> tuple[str, bytes] | None:
        """Nothing: what stands expires."""
        return None

    @property
    def expiry(self) -> int:
        """Seconds after which nothing is left."""
        return _EXPIRY

    def hear(self, topic: str, message: bytes, retained: bool) -> None:
        """A message has come."""

    def settled(self) -> None:
        """The broker has what has to stand."""

    def state(self, connected: bool, trouble: Text) -> None:
        """Tell what is wrong, and when it is right again."""
        self._seconds = 0
        self._delay(trouble)

    def tick(self) -> None:
        """About a second has gone by."""
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
        pace: Pace | None = None,
    ) -> None:
        self._code = code
        self._pairing = GuestPairing(code, name, os.urandom)
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
        self._pairing.hear(message)
        if self._pairing.message is not None:
            self._heard, self._seconds = True, 0
        if self._pairing.waits:
            self._delay(Text())

    def settled(self) -> None:
        """What was said has arrived."""
        if self._over:
            return
        if self._pairing.failure:
            self._over = True
            self._report(PairingFailed(self._pairing.failure))
        elif self._pairing.ticket is not None:
            self._over = True
            self._report(Paired(self._pairing.ticket))
        if self._over:
            self._connection.close()

    def tick(self) -> None:
        super().tick()
        if not self._heard and self._seconds >= _PATIENCE:
            self._pairing.missing()
        elif self._heard and self._seconds >= _SILENCE and not self._pairing.waits:
            self._delay(_SILENT)
