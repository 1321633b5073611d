"""The tables of this board with boards far apart, loaded when there are any.

Most boards are on their own: a lamp does not wait for what speaks to others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from companion.base.extras import missing_library
from companion.base.files import remove_drafts
from companion.base.jobs import Perform, immediately
from companion.base.text import Text
from companion.remote.mqtt.broker_settings import RemoteSettings

if TYPE_CHECKING:
    from companion.app.remote import BrokerTables
    from companion.opponents.search_jobs import Cancel
    from companion.protocol.commands import Invite, Join
    from companion.remote.table.seat_link import OpenInvitation
    from companion.session.remote_play.remote_table import RemoteTable
    from companion.session.remote_play.remote_tables import Meeting, TableOpened
    from companion.session.remote_play.table_report import TableReport

TABLE_FOLDER = "remote"
"""The folder of the stored tables, inside that of the logs."""

_LIBRARIES = ("paho", "cryptography", "spake2")  # the modules of the extra `remote`


class FarTables:
    """Makes, joins and finds again the tables of this board, by means of `BrokerTables`.

    Args:
        settings: The broker's settings.
        folder: The folder in which games are logged.
        report: Takes the reports, from any thread.
        perform: Performs the storing of logs.

    Attributes:
        echo: Prints a line for a person at the terminal.
    """

    def __init__(
        self,
        settings: RemoteSettings,
        folder: Path,
        report: Callable[[Meeting | TableReport], None],
        perform: Perform = immediately,
    ) -> None:
        self.echo: Callable[[Text], None] = lambda _: None
        self._settings = settings
        self._folder = folder
        self._report = report
        self._perform = perform

    @cached_property
    def _tables(self) -> BrokerTables:
        from companion.app.remote import BrokerTables

        return BrokerTables(
            self._settings,
            self._folder,
            self._report,
            lambda line: self.echo(line),
            self._perform,
        )

    @property
    def available(self) -> bool:
        """Whether a broker is configured, and the libraries to speak to it are installed."""
        return bool(self._settings.host) and not self.missing

    @property
    def missing(self) -> Text:
        """The library that is missing to speak to the configured broker; otherwise empty."""
        for module in _LIBRARIES if self._settings.host else ():
            if find_spec(module) is None:
                return missing_library(module, "remote")
        return Text()

    def remove_drafts(self) -> None:
        """Remove what a killed run left half written, keys among it.

        No other program may be using the folder.
        """
        remove_drafts(self._folder / TABLE_FOLDER)

    def find(self, log: Path) -> TableOpened | None:
        """Return the table at which the game of a log is played; see `BrokerTables.find`."""
        folder = self._folder / TABLE_FOLDER
        stored = any(folder.glob("*.table")) or any(folder.glob("*.log"))
        return self._tables.find(log) if stored else None

    def invite(self, asked: Invite) -> OpenInvitation:
        """Make a table; see `BrokerTables.invite`."""
        return self._tables.invite(asked)

    def join(self, asked: Join) -> Cancel:
        """Join a table, or watch it; see `BrokerTables.join`."""
        return self._tables.join(asked)

    def invite_spectator(self, table: RemoteTable) -> OpenInvitation:
        """Invite a spectator to a table; see `BrokerTables.invite_spectator`."""
        return self._tables.invite_spectator(table)

    def began(self, table: RemoteTable, log: Callable[[], str]) -> None:
        """Record that a game has begun at a table; see `BrokerTables.began`."""
        self._tables.began(table, log)
