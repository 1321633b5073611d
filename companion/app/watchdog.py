"""Names the package whose code keeps a thread of the program busy for too long.

A game whose `moves()` never returns stops the board: nothing can interrupt it from outside. But it
can be said which method it is, on the terminal and on pages, and Ctrl-C ends the program.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread, get_ident

from companion.base.foreign import place_now
from companion.base.monotonic import Clock
from companion.base.text import Text, joined
from companion.games.border import call_in_progress

HANGS_AFTER = 5.0
"""The time after which code of a package is named (seconds)."""

_EVERY = 1.0  # seconds between two looks

_log = logging.getLogger(__name__)


class Watchdog:
    """Watches over threads that run code of packages.

    Args:
        clock: Returns the time (seconds).
        tell: Called with what hangs, from the watchdog's thread.
        patience: The time after which it is told (seconds).
        place: Returns the file and line of a package's code at which a thread is.

    Attributes:
        hangs: Whether code of a package has kept a thread busy for too long, and still does.
    """

    def __init__(
        self,
        clock: Clock,
        tell: Callable[[Text], None] = lambda _: None,
        patience: float = HANGS_AFTER,
        place: Callable[[int], Text] = place_now,
    ) -> None:
        self._clock = clock
        self._tell = tell
        self._patience = patience
        self._place = place
        self._busy: dict[int, tuple[float, float]] = {}  # by thread: since when, and its patience
        self._told: set[int] = set()  # the threads of which it has been told
        self._stop = Event()

    @property
    def hangs(self) -> bool:
        """Whether code of a package has kept a thread busy for too long, and still does."""
        return bool(self._told)

    @contextmanager
    def watch(self, patience: float | None = None) -> Iterator[None]:
        """Watch over what the calling thread does in this context.

        Args:
            patience: The time that it may take (seconds); by default that of the watchdog.
        """
        thread = get_ident()
        self._busy[thread] = self._clock(), self._patience if patience is None else patience
        try:
            yield
        finally:
            del self._busy[thread]
            if thread in self._told:
                self._told.discard(thread)
                _log.warning("it has come to an end after all")

    def look(self) -> None:
        """Tell once of each thread that has been in a package's code for too long."""
        now = self._clock()
        for thread, (since, patience) in tuple(self._busy.items()):
            if thread in self._told or now - since < patience:
                continue
            place = self._place(thread)
            if not place or thread not in self._busy:
                continue  # it is the program itself that is slow, or it has just ended
            self._told.add(thread)
            frame = sys._current_frames().get(thread)
            call = None if frame is None else call_in_progress(frame)
            what = joined("; ", [call or Text("code of a package"), place])
            text = Text(
                "{what} has not come to an end for {seconds} seconds; press Ctrl-C to quit: the "
                "game is kept",
                what=what,
                seconds=round(now - since),
            )
            _log.error("%s", text)
            self._tell(text)

    def start(self) -> None:
        """Look every second from now on, in a thread."""

        def run() -> None:
            while not self._stop.wait(_EVERY):
                self.look()

        Thread(target=run, name="watchdog", daemon=True).start()

    def stop(self) -> None:
        """Look no more."""
        self._stop.set()
