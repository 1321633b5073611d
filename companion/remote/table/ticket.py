"""The terms of a table, and the ticket with which a board comes back to it."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.base.errors import CompanionError
from companion.base.json_text import InvalidJson, decode_json
from companion.base.text import Text
from companion.remote.table.rules_print import RulesPrint

TICKET_VERSION = 1

KEY_BYTES = 32
"""The length of a key: the table's, and an Ed25519 private or public one (bytes)."""

LONGEST_PLAYER = 40
"""The length of the longest name of a player (characters)."""

_LONGEST_TERM = 200
_MOST_OPTIONS = 50


class InvalidTicket(CompanionError, ValueError):
    """A ticket, or terms, that cannot be used; the message gives the fault."""


class Terms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The game of a table, and its players.

    Attributes:
        game: The name of the game.
        seats: The number of seats, 2 to 6.
        host: The seat of the board that invites.
        options: The options of the game, as text.
        clock: The time control, as in the configuration; empty for none.
        players: The names of the players by seat; empty for one that is not known.
        rules: The fingerprint of a game from a package; unset for a game of this program.
    """

    game: str
    seats: int
    host: int = 0
    options: dict[str, str] = {}
    clock: str = ""
    players: tuple[str, ...] = ()
    rules: RulesPrint | msgspec.UnsetType = msgspec.UNSET

    def check(self) -> None:
        """Raise InvalidTicket for invalid terms; whether the game exists is not checked here."""
        if not 2 <= self.seats <= 6:
            raise InvalidTicket(
                Text("a table has 2 to 6 seats, not {number}", number=_short(self.seats))
            )
        if not 0 <= self.host < self.seats:
            raise InvalidTicket(
                Text(
                    "seat {seat} is not one of the {number} seats of this table",
                    seat=_short(self.host),
                    number=self.seats,
                )
            )
        if len(self.players) not in (0, self.seats):
            raise InvalidTicket(
                Text(
                    "there are {names} names for {number} seats",
                    names=len(self.players),
                    number=self.seats,
                )
            )
        words = [self.game, self.clock, *self.options, *self.options.values()]
        if self.rules is not msgspec.UNSET:
            words.append(self.rules.package)
        fits = all(len(word) <= _LONGEST_TERM and word.isprintable() for word in words)
        if not fits or len(self.options) > _MOST_OPTIONS:
            raise InvalidTicket(
                Text("the game's terms are too long, or have characters that cannot be printed")
            )
        for player in self.players:
            check_player(player)

    def player(self, seat: int) -> str:
        """Return the name of a player; empty if it is not known."""
        return self.players[seat] if self.players else ""

    def with_player(self, seat: int, name: str) -> Terms:
        """Return the same terms, with the name of one player."""
        players = list(self.players or ("",) * self.seats)
        players[seat] = name
        return msgspec.structs.replace(self, players=tuple(players))


class TableTicket(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything needed to take one's place at a table, also after a restart; it is secret.

    Attributes:
        version: The version of the format.
        role: Whether this board made the table, joined it, or only watches.
        table: The unique name of the table, 32 hexadecimal digits.
        seat: The seat that is played here; -1 for a spectator.
        key: The table's key, which all seats and spectators have.
        private: The private key of this seat; empty for a spectator.
        roster: The public key of each seat.
        terms: The terms of the table.
    """

    version: int = TICKET_VERSION
    role: Literal["host", "guest", "spectator"]
    table: str
    seat: int
    key: bytes
    private: bytes
    roster: tuple[bytes, ...]
    terms: Terms

    @classmethod
    def parse(cls, data: bytes) -> TableTicket:
        """Parse a stored ticket.

        Raises:
            InvalidTicket: If it cannot be read or used.
        """
        try:
            ticket = decode_json(data, cls)
        except InvalidJson:
            raise InvalidTicket(
                Text("the stored table cannot be read: invite or join again")
            ) from None
        ticket.check()
        return ticket

    def encode(self) -> bytes:
        """Return the ticket in the form that `parse` reads."""
        return msgspec.json.encode(self)

    def check(self) -> None:
        """Raise InvalidTicket for a ticket that cannot be used."""
        if self.version != TICKET_VERSION:
            raise InvalidTicket(
                Text("the stored table is of another version of the program: invite or join again")
            )
        self.terms.check()
        watches = self.role == "spectator"
        sound = (
            is_table_name(self.table)
            and len(self.key) == KEY_BYTES
            and len(self.private) == (0 if watches else KEY_BYTES)
            and (self.seat == -1 if watches else 0 <= self.seat < self.terms.seats)
            and len(self.roster) == self.terms.seats
            and all(len(public) == KEY_BYTES for public in self.roster)
        )
        if not sound:
            raise InvalidTicket(Text("the stored table makes no sense: invite or join again"))


def check_player(name: str) -> None:
    """Raise InvalidTicket for a player's name that cannot be shown."""
    if len(name) > LONGEST_PLAYER or not name.isprintable():
        raise InvalidTicket(
            Text(
                "the name of a player has at most {limit} printable characters",
                limit=LONGEST_PLAYER,
            )
        )


def is_table_name(table: str) -> bool:
    """Return whether a text has the form of a table's name: 32 hexadecimal digits."""
    return len(table) == 32 and all(digit in "0123456789abcdef" for digit in table)


def _short(number: int) -> str:
    """Return a number from another board, which may be absurdly long, in a short form."""
    return str(number) if -1000 < number < 1000 else "…"
