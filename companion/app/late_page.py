"""A page whose address is not there yet: it is served as soon as the network has come up."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread

from companion.base.errors import CompanionError

_RETRY = 5.0  # seconds between attempts


class LatePage:
    """Tries to serve a page until that succeeds, in a thread of its own.

    Args:
        serve: Serves the page and returns its address; raises CompanionError while it cannot.
        served: Called once with the address.
        wait: Waits up to so many seconds for an event; returns whether it has happened. For tests.
    """

    def __init__(
        self,
        serve: Callable[[], str],
        served: Callable[[str], object],
        wait: Callable[[Event, float], bool] = Event.wait,
    ) -> None:
        self._serve = serve
        self._served = served
        self._wait = wait
        self._stop = Event()
        self._thread = Thread(target=self._run, name="late page", daemon=True)

    def start(self) -> None:
        """Begin to try."""
        self._thread.start()

    def stop(self) -> None:
        """Give up; a page that is served stays."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._wait(self._stop, _RETRY):
            try:
                address = self._serve()
            except CompanionError:
                continue
            self._served(address)
            return
