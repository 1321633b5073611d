"""The tables of this program with boards far apart: over the broker, and in files.

Beside the logs, in `remote/`, each table has two files: `TABLE.table`, the ticket with the log of
the game that is played there, which only this user can read; and `TABLE.log`, the log that all
boards share.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec import UNSET

from companion.app.far_tables import TABLE_FOLDER
from companion.app.link_lines import LinkLines
from companion.app.pictures import shows_pictures
from companion.base.errors import CompanionError
from companion.base.extras import missing_library
from companion.base.files import make_folder, os_reason, read_regular, replace_file
from companion.base.jobs import Perform, immediately
from companion.base.json_text import InvalidJson, decode_json
from companion.base.qr import terminal_lines
from companion.base.text import Text, verbatim
from companion.games.registry import make, package_of
from companion.opponents.search_jobs import Cancel
from companion.protocol.commands import Invite, Join
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.remote.table import SPECTATOR, Replica, Snapshot
from companion.remote.table.code import TableCode
from companion.remote.table.game_rules import GameRules
from companion.remote.table.replica import Refused
from companion.remote.table.rules_print import RulesPrint, rules_print
from companion.remote.table.seat_link import (
    LARGEST_MESSAGE,
    GuestCame,
    Invited,
    OpenInvitation,
    Paired,
    PairingDelayed,
    PairingFailed,
    PairingReport,
)
from companion.remote.table.ticket import InvalidTicket, TableTicket, Terms
from companion.rules import AnyGame, Seat
from companion.rules.clock import TimeControl
from companion.session.player_names import settle_names
from companion.session.remote_play.remote_table import RemoteTable
from companion.session.remote_play.remote_tables import Meeting, SpectatorCame, TableOpened
from companion.session.remote_play.table_report import TableReport

if TYPE_CHECKING:
    from companion.remote.table.seat_link import Link, LinkReport

_LARGEST_TICKET = 1 << 16  # bytes
_DIGEST = 16  # hexadecimal digits

MeetingListener: TypeAlias = "Callable[[Meeting | TableReport], None]"


class StoredTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table as it is stored.

    Attributes:
        ticket: This board's ticket.
        log: The file name of the log of the game that is played there.
        games: The number of games of the table before that one; None where an earlier version of
            the program did not write it.
        version: The version of the file.
        digest: The digest of all that; empty where an earlier version did not write it.
    """

    ticket: TableTicket
    log: str = ""
    games: int | None = None
    version: int = 1
    digest: str = ""

    def sealed(self) -> StoredTable:
        """Return the same with its digest, so that a spoiled file is noticed."""
        plain = msgspec.structs.replace(self, digest="")
        digest = hashlib.sha256(msgspec.json.encode(plain)).hexdigest()[:_DIGEST]
        return msgspec.structs.replace(self, digest=digest)


class BrokerTables:
    """Makes, joins and finds again the tables of this board.

    Args:
        settings: The broker's settings.
        folder: The folder in which games are logged.
        report: Takes the reports, from any thread.
        echo: Prints a line for a person at the terminal.
        perform: Performs the storing of logs.

    Attributes:
        echo: Prints such a line.
    """

    def __init__(
        self,
        settings: RemoteSettings,
        folder: Path,
        report: MeetingListener,
        echo: Callable[[Text], None] = lambda _: None,
        perform: Perform = immediately,
    ) -> None:
        self.echo = echo
        self._perform = perform
        self._settings = settings
        self._folder = folder / TABLE_FOLDER
        self._report = report

    def invite(self, asked: Invite) -> OpenInvitation:
        """Make a table.

        Returns:
            The invitation.

        Raises:
            CompanionError: If the game cannot be played so, or no broker is configured.
        """
        tables = self._tables()
        game = make(asked.game, asked.options)
        count = len(game.seats)
        if count < 2:
            raise CompanionError(
                Text("{game} is for one player: nobody can be invited", game=game.title)
            )
        if not 0 <= asked.seat < count:
            raise CompanionError(
                Text(
                    "there is no seat {seat} in {game}; its seats are 0 to {last}",
                    seat=asked.seat,
                    game=game.title,
                    last=count - 1,
                )
            )
        if asked.clock:
            TimeControl.parse(asked.clock, game.seats)
        name = settle_names(game, {Seat(asked.seat): asked.name}).get(Seat(asked.seat), "")
        terms = Terms(
            game=game.name,
            seats=count,
            host=asked.seat,
            options=dict(game.chosen),
            clock=asked.clock,
            rules=_rules_of(game) or UNSET,
        ).with_player(asked.seat, name)
        invitation: OpenInvitation = tables.invite(self._settings, terms, self._take)
        return invitation

    def join(self, asked: Join) -> Cancel:
        """Join a table, or watch it, depending on the code.

        Returns:
            A function that gives it up.

        Raises:
            CompanionError: If the code is not valid, or no broker is configured.
        """
        cancel: Cancel = self._tables().join(
            self._settings,
            asked.code,
            self._take,
            name=" ".join(asked.name.split()),
            assess=lambda terms: _rules_of(_game_of(terms)),
        )
        return cancel

    def invite_spectator(self, table: RemoteTable) -> OpenInvitation:
        """Invite a spectator to a table.

        Returns:
            The invitation.

        Raises:
            CompanionError: If the table's file cannot be read.
        """
        ticket = self._load(self._path(table.id)).ticket
        invitation: OpenInvitation = self._tables().invite_spectator(
            self._settings, ticket, self._take_of_spectator
        )
        return invitation

    def began(self, table: RemoteTable, log: Callable[[], str]) -> None:
        """Record that a game has begun at a table, so that its log leads to the table again.

        It is stored after the beginning of that log. If it cannot be, that is reported.
        """
        games = table.games

        def store() -> None:
            try:
                stored = self._load(self._path(table.id))
                self._store(msgspec.structs.replace(stored, log=log(), games=games))
            except CompanionError as error:
                table.fail(error.text)
                self.echo(error.text)

        self._perform(store)

    def find(self, log: Path) -> TableOpened | None:
        """Return the table at which the game of a log is played.

        Returns:
            The table; None if the game is played at this board alone.

        Raises:
            CompanionError: If the table cannot be used, or no table can be found but a file of one
                is missing or cannot be read.
        """
        unusable: list[Text] = []
        for path in sorted(self._folder.glob("*.table")):
            try:
                stored = self._load(path)
            except CompanionError as error:  # of another version, or damaged
                unusable.append(Text("{file}: {problem}", file=path, problem=error.text))
                continue
            if stored.log == log.name:
                self._tables()  # before anything is opened
                return self._opened(stored)
        for path in sorted(self._folder.glob("*.log")):
            table = path.with_suffix(".table")
            if not table.exists():
                unusable.append(
                    Text(
                        "{file} is missing: join again, or delete {log}",
                        file=table,
                        log=path.name,
                    )
                )
        if unusable:
            raise CompanionError(unusable[0])
        return None

    def _tables(self) -> ModuleType:
        """Return the module that speaks to brokers.

        Raises CompanionError if no broker is configured, or a library is missing.
        """
        self._settings.require()
        try:
            from companion.remote.mqtt import tables
        except ImportError as error:
            raise CompanionError(missing_library(error.name, "remote")) from None
        return tables

    def _take(self, report: PairingReport) -> None:
        """Pass on the report of a pairing, in its thread."""
        if isinstance(report, Invited):
            self.echo(Text("Tell whoever is to join this code: {code}", code=report.code))
            self._show(report.code)
        if not isinstance(report, Paired):
            self._pass_on(report)
            return
        try:
            self._check_place(report.ticket)
            stored = StoredTable(report.ticket)
            # A game that this board does not know is not stored.
            opened = replace(self._opened(stored), remark=report.remark)
            self._store(stored)
            self._report(opened)
            if report.remark:
                self.echo(report.remark)
            if report.ticket.role == "spectator":
                self.echo(Text("You are watching."))
        except CompanionError as error:
            self._pass_on(PairingFailed(error.text))

    def _take_of_spectator(self, report: PairingReport) -> None:
        """Report the result of a spectator invitation, from its thread."""
        if isinstance(report, Invited):
            self.echo(Text("Tell whoever is to watch this code: {code}", code=report.code))
            self._show(report.code)
        if not isinstance(report, Paired):
            self._pass_on(report)
            return
        self.echo(Text("Somebody is watching now."))
        self._report(SpectatorCame())

    def _pass_on(self, report: Invited | GuestCame | PairingFailed | PairingDelayed) -> None:
        if not isinstance(report, Invited) and report.text:
            self.echo(report.text)
        self._report(report)

    def _check_place(self, ticket: TableTicket) -> None:
        """Raise CompanionError if the stored data of a table, with its key, would be lost.

        A host may name any table; the names of this board's tables are no secret at the broker.
        """
        path = self._path(ticket.table)
        if not path.exists():
            return
        known = self._load(path).ticket
        if known.private and ticket.role == "spectator":
            raise CompanionError(Text("this board plays at that table: another one has to watch"))
        if ticket.private or (known.key, known.roster) != (ticket.key, ticket.roster):
            raise CompanionError(
                Text("this board knows that table already: ask for an invitation to a new one")
            )

    def _path(self, table: str) -> Path:
        return self._folder / f"{table}.table"

    def _show(self, code: str) -> None:
        """Show a code in digits, and as a QR code if the terminal can.

        The QR code holds the code and nothing else.
        """
        digits = TableCode.parse(code).digits
        self.echo(Text("In digits, for a board without a screen: {digits}", digits=digits))
        if shows_pictures(sys.stdout):
            for line in terminal_lines(code):
                self.echo(verbatim(line))

    def _opened(self, stored: StoredTable) -> TableOpened:
        terms = stored.ticket.terms
        game = _game_of(terms)
        names = {Seat(seat): terms.player(seat) for seat in range(terms.seats)}
        players = {seat: name for seat, name in names.items() if name}
        return TableOpened(lambda: self._take_place(stored, game), game, terms.clock, players)

    def _take_place(self, place: StoredTable, game: AnyGame) -> RemoteTable:
        """Take this board's place, with the stored log.

        If nothing is stored, the other boards are asked for it first.
        """
        ticket = place.ticket
        file = self._folder / f"{ticket.table}.log"
        empty = Snapshot(table=ticket.table, seat=ticket.seat, seats=ticket.terms.seats, revision=0)
        stored, lost = empty, False
        try:
            stored = decode_json(read_regular(file, LARGEST_MESSAGE), Snapshot)
        except FileNotFoundError:
            lost = bool(place.log)
        except (OSError, InvalidJson):
            lost = True
        if not stored.same_place(empty):  # the file was spoiled, or belongs to another table
            stored, lost = empty, True
        seed = hashlib.sha256(b"companion/1/seed/" + ticket.private).digest()
        lost = lost and ticket.seat != SPECTATOR  # who has nothing of its own to lose
        try:
            replica = Replica(stored, GameRules(game), seed, lost=lost)
        except Refused:
            replica = Replica(empty, GameRules(game), seed, lost=ticket.seat != SPECTATOR)
        names = {
            Seat(seat): ticket.terms.player(seat) or name for seat, name in enumerate(game.seats)
        }
        tables = self._tables()

        def connect(listen: Callable[[LinkReport], None]) -> Link:
            lines = LinkLines(self._settings.broker, self.echo)

            def hear(report: LinkReport) -> None:
                lines.take(report)
                listen(report)

            link: Link = tables.connect(self._settings, ticket, hear)
            return link

        def save(snapshot: Snapshot) -> None:
            self._write(file, msgspec.json.encode(snapshot))

        return RemoteTable(replica, connect, self._report, save, names, place.games, self._perform)

    def _load(self, path: Path) -> StoredTable:
        unreadable = Text("the stored table cannot be read: invite or join again")
        try:
            stored = decode_json(read_regular(path, _LARGEST_TICKET), StoredTable)
            stored.ticket.check()
        except OSError as error:
            raise CompanionError(
                Text("{file} cannot be read: {problem}", file=path, problem=os_reason(error))
            ) from None
        except InvalidJson:
            raise InvalidTicket(unreadable) from None
        if path != self._path(stored.ticket.table) or stored.digest not in (
            "",
            stored.sealed().digest,
        ):
            raise InvalidTicket(unreadable)
        return stored

    def _store(self, stored: StoredTable) -> None:
        """Store a table, in a file that only this user can read. Raises CompanionError."""
        path = self._path(stored.ticket.table)
        with _told(path):
            make_folder(self._folder)
        self._write(path, msgspec.json.encode(stored.sealed()))

    def _write(self, path: Path, data: bytes) -> None:
        """Store a file, which only this user can read. Raises CompanionError.

        A folder that has gone is not made again: its card may be missing.
        """
        with _told(path):
            replace_file(path, data, mode=0o600)


def _game_of(terms: Terms) -> AnyGame:
    """Return the game of a table. Raises CompanionError if it cannot be played here."""
    game = make(terms.game, terms.options)
    if len(game.seats) != terms.seats:
        raise CompanionError(Text("the other board plays {game} by other rules", game=game.title))
    if terms.clock:
        TimeControl.parse(terms.clock, game.seats)
    return game


def _rules_of(game: AnyGame) -> RulesPrint | None:
    """Return the fingerprint of a game from a package; None for a game of this program."""
    package = package_of(game)
    return rules_print(game, package) if package else None


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turn the errors of writing a file into CompanionError."""
    try:
        yield
    except OSError as error:
        raise CompanionError(
            Text("{file} cannot be written: {problem}", file=path, problem=os_reason(error))
        ) from None
