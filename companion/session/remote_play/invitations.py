"""How remote players meet: the open invitation, or the table being joined."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.opponents.search_jobs import Cancel
from companion.protocol.commands import Invite, Join
from companion.protocol.views import GuestView, InvitationView, RemoteView
from companion.session.remote_play.remote_tables import RemoteTables, SpectatorCame, TableOpened

if TYPE_CHECKING:
    from companion.remote.table.seat_link import OpenInvitation
    from companion.session.remote_play.remote_table import RemoteTable
    from companion.session.remote_play.remote_tables import Meeting


class Invitations:
    """At most one invitation or one attempt to join at a time; a new one replaces it."""

    def __init__(self, tables: RemoteTables) -> None:
        self._tables = tables
        self._cancel: Cancel | None = None
        self._own: OpenInvitation | None = None  # None while joining
        self._guests: tuple[GuestView, ...] = ()
        self._code = ""
        self._invitation: InvitationView | None = None
        self._watched: RemoteTable | None = None  # the table that a spectator is invited to

    @property
    def available(self) -> bool:
        """Whether remote play is available."""
        return self._tables.available

    @property
    def _joining(self) -> bool:
        return self.open and self._own is None

    @property
    def open(self) -> bool:
        """Whether an invitation or an attempt to join is open."""
        return self._cancel is not None

    def invite(self, asked: Invite) -> None:
        """Invite remote players.

        Raises:
            CompanionError: If that is impossible.
        """
        self.give_up()
        self._own = self._tables.invite(asked)
        self._cancel = self._own.cancel

    def join(self, asked: Join) -> None:
        """Join remote players, or watch them.

        Raises:
            CompanionError: If that is impossible.
        """
        self.give_up()
        self._cancel = self._tables.join(asked)

    def invite_spectator(self, table: RemoteTable) -> None:
        """Invite a spectator to a table.

        Raises:
            CompanionError: If that is impossible.
        """
        self.give_up()
        self._own = self._tables.invite_spectator(table)
        self._cancel = self._own.cancel
        self._watched = table

    def turn_away(self, seat: int) -> None:
        """Turn away the guest of a seat.

        Raises:
            CompanionError: If nobody has come to it.
        """
        left = tuple(guest for guest in self._guests if guest.seat != seat)
        if self._own is None or left == self._guests:
            raise CompanionError(Text("nobody has come: there is nobody to turn away"))
        self._guests = left
        self._own.turn_away(seat)

    def let_in(self) -> None:
        """Let the guests in now.

        Raises:
            CompanionError: If nobody has come.
        """
        if self._own is None or not self._guests:
            raise CompanionError(Text("nobody has come: there is nobody to let in"))
        self._own.let_in()

    def give_up(self) -> bool:
        """Cancel the invitation or the attempt to join, and return whether there was one."""
        waited = self._cancel is not None
        if self._cancel is not None:
            self._cancel()
        self._forget()
        return waited

    def keep_to(self, table: RemoteTable | None) -> None:
        """Cancel invitations to watch another table than the one where the game is now played."""
        if self._watched is not None and self._watched is not table:
            self.give_up()

    def take(self, meeting: Meeting) -> TableOpened | None:
        """Take a result, and return the table that is now open, or None."""
        from companion.base.qr import svg_path
        from companion.remote.table.code import TableCode
        from companion.remote.table.seat_link import GuestCame, Invited, PairingDelayed

        match meeting:
            case _ if self._cancel is None:
                return None  # it was cancelled just before
            case Invited(code):
                self._code = code
                self._invitation = InvitationView(TableCode.parse(code).digits, *svg_path(code))
            case GuestCame():
                guest = GuestView(meeting.seat, meeting.player, meeting.text)
                self._guests = (*self._guests, guest)
                self._code, self._invitation = "", None  # until there is one for the next seat
            case PairingDelayed():
                pass
            case SpectatorCame():
                if self._watched is not None:
                    self._watched.heard = Text("Somebody is watching now.")
                    self._forget()
            case _:
                self._forget()
                return meeting if isinstance(meeting, TableOpened) else None
        return None

    def began(self, table: RemoteTable, log: Callable[[], str]) -> None:
        """Record that a game has begun at a table.

        Args:
            table: The table.
            log: Returns the file name of the game's log.
        """
        self._tables.began(table, log)

    def view(self, table: RemoteTable | None) -> RemoteView | None:
        """Return the view for the page; None if no remote player is involved."""
        invitation = self._invitation
        code, watch = (self._code, "") if self._watched is None else ("", self._code)
        if table is None:
            if not self.open:
                return None
            return RemoteView(code, self._joining, invitation=invitation, guests=self._guests)
        here = tuple(int(seat) for seat in sorted(table.remote_seats) if table.is_here(seat))
        return RemoteView(
            code,
            self._joining,
            None if table.watches else int(table.seat),
            here,
            table.paused,
            table.watches,
            watch,
            invitation,
            self._guests,
        )

    def _forget(self) -> None:
        self._cancel, self._own, self._watched = None, None, None
        self._code, self._invitation, self._guests = "", None, ()
