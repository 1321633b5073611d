"""How boards far apart meet: one invites, the others join with a code."""

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
    """Everybody is there.

    take_place: takes this board's place at the table.
    clock:      the text of the time control, or empty. players: the names of the people, by seat.
    """

    take_place: Callable[[], RemoteTable]
    game: AnyGame
    clock: str = ""
    players: Mapping[Seat, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SpectatorCame:
    """Somebody who was let in watches the game now."""


Meeting = Invited | PairingFailed | PairingDelayed | TableOpened | SpectatorCame
"""What becomes of an invitation, or of joining a table."""


class RemoteTables(Protocol):
    """Makes and joins tables, in the background. What becomes of that is handed to the session as a
    `Meeting`."""

    @property
    def available(self) -> bool:
        """Whether a broker is configured."""

    def invite(self, asked: Invite) -> Cancel:
        """Make a table. Returns a function that gives it up. Raises CompanionError if the game
        cannot be played so, or nothing is configured."""

    def join(self, asked: Join) -> Cancel:
        """Join a table, or watch it, whatever the code is for. Returns a function that gives it up.
        Raises CompanionError if the code cannot be one, or nothing is configured."""

    def invite_spectator(self, table: RemoteTable) -> Cancel:
        """Let somebody watch a table. Ends with `SpectatorCame`. Returns a function that gives it
        up. Raises CompanionError if nothing is configured."""

    def began(self, table: RemoteTable, log: str) -> None:
        """A game has begun at a table, so that it can be found again by its log."""


class NoRemoteTables:
    """Nothing is configured."""

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
        """Nothing can begin."""
