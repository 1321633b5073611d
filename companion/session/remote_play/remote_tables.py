"""How remote boards meet: one invites, the others join with a code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.remote.mqtt.broker_settings import NO_BROKER
from companion.remote.table.meeting_report import MeetingReport

if TYPE_CHECKING:  # most boards are on their own
    from companion.opponents.search_jobs import Cancel
    from companion.protocol.commands import Invite, Join
    from companion.remote.table.seat_link import (
        GuestCame,
        Invited,
        OpenInvitation,
        PairingDelayed,
        PairingFailed,
    )
    from companion.rules import AnyGame, Seat
    from companion.session.remote_play.remote_table import RemoteTable

Meeting: TypeAlias = (
    "Invited | GuestCame | PairingFailed | PairingDelayed | TableOpened | SpectatorCame"
)
"""The result of an invitation, or of joining a table."""


@dataclass(frozen=True, slots=True)
class TableOpened(MeetingReport):
    """A table at which all players have arrived.

    Attributes:
        take_place: Takes this board's place at the table.
        game: The game to play.
        clock: The text of the time control, or empty.
        players: The people's names, by seat.
        remark: What the players should know about the table; or empty.
    """

    take_place: Callable[[], RemoteTable]
    game: AnyGame
    clock: str = ""
    players: Mapping[Seat, str] = field(default_factory=dict)
    remark: Text = Text()


@dataclass(frozen=True, slots=True)
class SpectatorCame(MeetingReport):
    """The arrival of an invited spectator, who is now watching the game."""


class RemoteTables(Protocol):
    """Creates and joins tables, in the background.

    Results are passed to the session as `Meeting`s.
    """

    @property
    def available(self) -> bool:
        """Whether a broker is configured."""

    def invite(self, asked: Invite) -> OpenInvitation:
        """Create a table.

        Returns:
            The invitation.

        Raises:
            CompanionError: If the game cannot be played remotely, or no broker is configured.
        """

    def join(self, asked: Join) -> Cancel:
        """Join a table, or watch it, depending on the code.

        Returns:
            A function that cancels the attempt.

        Raises:
            CompanionError: If the code is invalid, or no broker is configured.
        """

    def invite_spectator(self, table: RemoteTable) -> OpenInvitation:
        """Invite a spectator to a table; the result is `SpectatorCame`.

        Returns:
            The invitation.

        Raises:
            CompanionError: If no broker is configured.
        """

    def began(self, table: RemoteTable, log: Callable[[], str]) -> None:
        """Record that a game has begun at a table, so that its log leads back to it."""


class NoRemoteTables:
    """No remote tables, since no broker is configured."""

    available = False

    def invite(self, asked: Invite) -> OpenInvitation:
        """Raise CompanionError."""
        raise CompanionError(NO_BROKER)

    def join(self, asked: Join) -> Cancel:
        """Raise CompanionError."""
        raise CompanionError(NO_BROKER)

    def invite_spectator(self, table: RemoteTable) -> OpenInvitation:
        """Raise CompanionError."""
        raise CompanionError(NO_BROKER)

    def began(self, table: RemoteTable, log: Callable[[], str]) -> None:
        """Do nothing: no game can begin."""
