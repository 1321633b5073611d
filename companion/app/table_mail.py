"""What comes from boards far apart, until the session takes it: the newest of each kind.

The thread of a link may report faster than the session works, such as when somebody floods the
table. A later snapshot of a seat has all that an earlier one had, so only the newest waits.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.remote.table.seat_link import LinkReport
    from companion.session.remote_play.table_report import TableReport


class TableMail:
    """Holds the reports of tables that have not been taken yet.

    Args:
        wake: Called from any thread when there is something to take, once until it is taken.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._lock = Lock()
        self._waiting: dict[object, TableReport] = {}

    def put(self, report: TableReport) -> None:
        """Add a report, from any thread; it replaces an earlier one of its kind."""
        key = (report.table.id, *_kind(report.report))
        with self._lock:
            first = not self._waiting
            self._waiting.pop(key, None)
            self._waiting[key] = report
        if first:
            self._wake()

    def take(self) -> list[TableReport]:
        """Return what waits, in the order in which it came."""
        with self._lock:
            waiting, self._waiting = self._waiting, {}
        return list(waiting.values())


def _kind(report: LinkReport) -> tuple[object, ...]:
    """Return what a report shares with those that it makes needless.

    A board that has gone is not the same as one that has come: both are told, since the others
    send their state to whoever comes.
    """
    from companion.remote.table.seat_link import Forged, LinkState, Presence, SeatMessage

    match report:
        case SeatMessage(seat):
            return "snapshot", seat
        case Presence(seat, here):
            return "presence", seat, here
        case LinkState(connected):
            return "link", connected
        case Forged(topic):
            return "forged", topic
