"""The invitation that is open, or the table that is being joined."""

from __future__ import annotations

from companion.protocol.commands import Invite, Join
from companion.protocol.views import RemoteView
from companion.remote.link import Invited, PairingDelayed
from companion.session.remote_table import RemoteTable
from companion.session.remote_tables import Meeting, RemoteTables, TableOpened
from companion.session.search import Cancel


class Meetings:
    """At most one invitation or one attempt to join at a time; another takes its place."""

    def __init__(self, tables: RemoteTables) -> None:
        self._tables = tables
        self._cancel: Cancel | None = None
        self._code = ""

    def invite(self, asked: Invite) -> None:
        """Invite people far away. Raises CompanionError if that is impossible."""
        self.give_up()
        self._cancel = self._tables.invite(asked)

    def join(self, asked: Join) -> None:
        """Join people far away. Raises CompanionError if that is impossible."""
        self.give_up()
        self._cancel = self._tables.join(asked)

    def give_up(self) -> None:
        """Nobody is invited or joined any longer."""
        if self._cancel is not None:
            self._cancel()
        self._cancel, self._code = None, ""

    def take(self, meeting: Meeting) -> TableOpened | None:
        """Take what has become of it. Returns the table that is open now, or None."""
        match meeting:
            case _ if self._cancel is None:
                return None  # it was given up just before
            case Invited(code):
                self._code = code
            case PairingDelayed():
                pass
            case _:
                self._cancel, self._code = None, ""
                return meeting if isinstance(meeting, TableOpened) else None
        return None

    def began(self, table: RemoteTable, log: str) -> None:
        """A game has begun at a table, with this log."""
        self._tables.began(table, log)

    def view(self, table: RemoteTable | None) -> RemoteView | None:
        """What a page is told about it; None if nobody far away has a part in it."""
        waits = self._cancel is not None
        joining = waits and not self._code
        if table is None:
            return RemoteView(self._code, joining) if waits else None
        here = tuple(int(seat) for seat in sorted(table.far) if table.is_here(seat))
        return RemoteView(self._code, joining, int(table.seat), here, table.paused)
