"""The page's server in a thread of its own: a board lights up first, and plays meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from socket import socket
from threading import Event, Lock, Thread

from companion.app.start import Echo, warning_line
from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.page.listener import NoAddressYet, ServerError

_RETRY = 5.0  # seconds between attempts

Serve = Callable[[socket, ExitStack], str]
"""Serves the page on a socket until a stack is closed.

It returns the page's address for other machines; empty if they cannot reach it. It raises
CompanionError if it fails.
"""


class PageThread:
    """Serves the page once it is started, as soon as this machine has its address.

    Args:
        listen: Opens the page's socket.
        serve: Serves the page.
        echo: Prints a line.
        wait: Waits up to so many seconds for an event; returns whether it has happened. For tests.

    Attributes:
        address: The page's address for other machines; empty until there is one.

    Raises:
        ServerError: If the page cannot be served. An address that is not there yet is tried again.
    """

    def __init__(
        self,
        listen: Callable[[], socket],
        serve: Serve,
        echo: Echo,
        wait: Callable[[Event, float], bool] = Event.wait,
    ) -> None:
        self.address = ""
        self._listen = listen
        self._serve = serve
        self._echo = echo
        self._wait = wait
        self._stop = Event()
        self._starting = Lock()
        self._closing = ExitStack()
        self._thread: Thread | None = None
        self._listener: socket | None = None
        try:
            self._listener = listen()
        except NoAddressYet as error:
            echo(warning_line(Text("{problem}; it is tried again until then", problem=error.text)))

    def start(self) -> None:
        """Begin to serve; may be called twice, and from any thread."""
        with self._starting:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="page", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """End the page, or the attempts to serve it."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self._closing.close()
        if self._listener is not None:
            self._listener.close()

    def _run(self) -> None:
        while self._listener is None:
            if self._wait(self._stop, _RETRY):
                return
            with suppress(ServerError):
                self._listener = self._listen()
        try:
            self.address = self._serve(self._listener, self._closing)
        except CompanionError as error:
            self._echo(warning_line(error.text))


class NoPage:
    """Stands in where the configuration wants no page.

    Args:
        load: Loads what the page's thread would have loaded as well.
    """

    address = ""

    def __init__(self, load: Callable[[], None]) -> None:
        self._load: Callable[[], None] | None = load

    def start(self) -> None:
        """Load it in a thread of its own; may be called again."""
        load, self._load = self._load, None
        if load is not None:
            Thread(target=load, name="loading", daemon=True).start()

    def stop(self) -> None:
        """Do nothing."""
