"""What the link of a table reports, with the place at that table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from companion.remote.table.seat_link import LinkReport
    from companion.session.remote_play.remote_table import RemoteTable


class TableReport(NamedTuple):
    """A report from a table's link, which arrives in another thread.

    Attributes:
        table: The place at the table.
        report: The report.
    """

    table: RemoteTable
    report: LinkReport
