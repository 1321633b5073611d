"""What a running board says of its connection, for the terminal and the service's log."""

from __future__ import annotations

from collections.abc import Callable

from companion.base.text import Text
from companion.remote.table.seat_link import LinkReport, LinkState


class LinkLines:
    """Prints a line for each fault of a link, and one when the link works again.

    Args:
        broker: The broker, as host and port.
        echo: Prints a line.
    """

    def __init__(self, broker: str, echo: Callable[[Text], None]) -> None:
        """Begin with a link that has not been made."""
        self._broker = broker
        self._echo = echo
        self._trouble = Text()

    def take(self, report: LinkReport) -> None:
        """Take a report of the link; only those of its state are printed."""
        if not isinstance(report, LinkState) or report.trouble == self._trouble:
            return
        self._trouble = report.trouble
        if report.trouble:
            self._echo(report.trouble)
        elif report.connected:
            self._echo(
                Text("the connection to the broker {broker} works again", broker=self._broker)
            )
