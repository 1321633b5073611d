"""How remote boards meet: one invites, the others join with a code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from companion.protocol.commands import Invite, Join
from companion.remote.link import NO_BROKER, Invited, PairingDelayed, PairingFailed
from companion.rules import AnyGame, CompanionError, Seat
from companion.session.remote_table import RemoteTable
from companion.session.search import Cancel


@dataclass(frozen=True, slots=True)
class TableOpened:
    """Everybody has arrived.

    take_place: takes this board's place at the table.
    clock:      the text of the time control, or empty. players: the people's names, by seat.
    """

    take_place: Callable[[], RemoteTable]
    game: AnyGame
    clock: str = ""
    players: Mapping[Seat, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SpectatorCame:
    """An invited spectator is now watching the game."""


Meeting = Invited | PairingFailed | PairingDelayed | TableOpened | SpectatorCame
"""The result of an invitation, or of joining a table."""


class RemoteTables(Protocol):
    """Creates and joins tables, in the background. Results are passed to the session as
    `Meeting`s."""

    @property
    def available(self) -> bool:
        """Whether a broker is configured."""

    def invite(self, asked: Invite) -> Cancel:
        """Create a table. Returns a function that cancels it. Raises CompanionError if the game
        cannot be played remotely, or no broker is configured."""

    def join(self, asked: Join) -> Cancel:
        """Join a table, or watch it, depending on the code. Returns a function that cancels this.
        Raises CompanionError if the code is invalid, or no broker is configured."""

    def invite_spectator(self, table: RemoteTable) -> Cancel:
        """Let somebody watch a table; the result is `SpectatorCame`. Returns a function that
        cancels this. Raises CompanionError if no broker is configured."""

    def began(self, table: RemoteTable, log: str) -> None:
        """Record that a game has begun at a table, so that its log leads back to it."""


class NoRemoteTables:
    """No broker is configured."""

    available = False

    def invite(self, asked: Invite) -> Cancel:
        """Raises CompanionError."""
        raise CompanionError(NO_BROKER)

    def join(self, asked: Join) -> Cancel:
        """Raises CompanionError."""
        raise CompanionError(NO_BROKER)

    def invite_spectator(self, table: RemoteTable) -> Cancel:
        """Raises CompanionError."""
        raise CompanionError(NO_BROKER)

    def began(self, table: RemoteTable, log: str) -> None:
        """Do nothing: no game can begin."""
