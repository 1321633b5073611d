"""What the web server needs from the program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.protocol.commands import Command, Learn
from companion.protocol.views import Broadcast, RulesPage

PageListener = Callable[[Broadcast], None]
"""Takes the messages to one page."""


class Backend(Protocol):
    """The program, as pages see it. The methods may be called from any thread."""

    def subscribe(self, listener: PageListener) -> Callable[[], None]:
        """Send a listener the present `Hello`, `State` and `Lamps`, and then every change. It is
        called from the program's thread and must return at once. Returns a function that ends the
        subscription."""

    def command(self, command: Command, done: Callable[[], None] = lambda: None) -> None:
        """Have a command carried out soon. done: is called when it has been, from any thread; a
        page sends no more while several of its commands wait. If this raises CompanionError,
        `done` is not called, and only the page that sent the command is told."""

    def rules(self, asked: Learn, language: str) -> RulesPage:
        """Return the rules of a game, with its page in a language if there is one in it. This may
        take a second. Raises CompanionError if there is no such game, option or palette."""
