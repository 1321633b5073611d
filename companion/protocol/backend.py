"""The interface of the program to the web server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.protocol.commands import Command, Learn
from companion.protocol.views import Broadcast, RulesPage

PageListener = Callable[[Broadcast], None]
"""Takes the messages to one page."""


class Backend(Protocol):
    """The program, as pages see it; its methods may be called from any thread."""

    def subscribe(self, listener: PageListener) -> Callable[[], None]:
        """Send a listener the present `Hello`, `State` and `Lamps`, and then every change.

        Args:
            listener: Called from the program's thread; it must return at once.

        Returns:
            A function that ends the subscription.
        """

    def command(self, command: Command, done: Callable[[], None] = lambda: None) -> None:
        """Carry out a command soon.

        Args:
            command: The command.
            done: Called when it has been carried out, from any thread; a page sends no more while
                several of its commands wait.

        Raises:
            CompanionError: If the command is refused; `done` is then not called, and only the page
                that sent the command is told.
        """

    def rules(self, asked: Learn, language: str) -> RulesPage:
        """Return the rules of a game; this may take a second.

        Args:
            asked: The game, its options and the palette.
            language: The code of the language of the game's page, if it exists in that language.

        Raises:
            CompanionError: If the game, an option or the palette does not exist.
        """
