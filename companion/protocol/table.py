"""What a page is joined to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.protocol.commands import Command
from companion.protocol.views import Broadcast


class Table(Protocol):
    """What the page is joined to. Both methods may be called from any thread."""

    def subscribe(self, listener: Callable[[Broadcast], None]) -> Callable[[], None]:
        """Send the present `Hello`, `State` and `Lamps`, then whatever changes, to a listener
        (called from the program's thread; it must return at once). Returns what ends it."""

    def command(self, command: Command) -> None:
        """Have a command carried out, soon. A CompanionError raised here is told to the page that
        sent the command, and to no other."""
