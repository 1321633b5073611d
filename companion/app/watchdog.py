"""Names the package whose code keeps a thread of the program busy for too long, and ends that code.

A game whose `moves()` never returns stops the board. After a while it is said which method it is,
on the terminal and on pages; Ctrl-C ends the program. A while later the method is ended where it
is, as if it had failed there. Code that is not Python's cannot be ended so.
"""

from __future__ import annotations

import ctypes
import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread, get_ident
from typing import NamedTuple

from companion.base.foreign import CallEnded, place_now
from companion.base.monotonic import Clock
from companion.base.text import Text, joined
from companion.games.border import call_in_progress

HANGS_AFTER = 5.0
"""The time after which code of a package is named (seconds)."""

ENDED_AFTER = 15.0
"""The time after which code of a package that was named is ended (seconds)."""

_EVERY = 1.0  # seconds between two looks

_log = logging.getLogger(__name__)


def raise_in(thread: int) -> None:
    """Raise `CallEnded` in a thread, wherever it is, as soon as it runs Python's code."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(CallEnded))


def _raise_no_more(thread: int) -> None:
    """Take back what `raise_in` did, if it has not been raised yet."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), None)


class _Busy(NamedTuple):
    """What a thread does.

    Attributes:
        since: When it began (seconds).
        patience: The time that it may take (seconds).
        end: Ends it.
    """

    since: float
    patience: float
    end: Callable[[int], None]


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
        self._lock = Lock()
        self._busy: dict[int, _Busy] = {}  # by thread
        self._told: dict[int, float] = {}  # the threads of which it has been told, and when
        self._stop = Event()

    @property
    def hangs(self) -> bool:
        """Whether code of a package has kept a thread busy for too long, and still does."""
        return bool(self._told)

    @contextmanager
    def watch(
        self, end: Callable[[int], None] = lambda _: None, patience: float | None = None
    ) -> Iterator[None]:
        """Watch over what the calling thread does in this context.

        Args:
            end: Ends what a thread does, from the watchdog's thread; by default nothing does.
            patience: The time that it may take (seconds); by default that of the watchdog.
        """
        thread = get_ident()
        within = self._patience if patience is None else patience
        self._busy[thread] = _Busy(self._clock(), within, end)
        try:
            yield
        finally:
            with self._lock:
                del self._busy[thread]
                told = self._told.pop(thread, None)
            if told is not None:
                _raise_no_more(thread)
                _log.warning("it has come to an end")

    def look(self) -> None:
        """Tell once of each thread that has been in a package's code for too long; then end it."""
        now = self._clock()
        for thread, busy in tuple(self._busy.items()):
            if now - busy.since < busy.patience:
                continue
            place = self._place(thread)
            if not place:
                continue  # it is the program itself that is slow
            with self._lock:
                if self._busy.get(thread) is not busy:
                    continue  # it has just come to an end
                if thread in self._told:
                    if now - self._told[thread] >= ENDED_AFTER:
                        self._told[thread] = now  # it may go on all the same
                        busy.end(thread)
                    continue
                self._told[thread] = now
            frame = sys._current_frames().get(thread)
            call = None if frame is None else call_in_progress(frame)
            what = joined("; ", [call or Text("code of a package"), place])
            text = Text(
                "{what} has not come to an end for {seconds} seconds; it is ended in {limit} "
                "seconds, or press Ctrl-C to quit: the game is kept",
                what=what,
                seconds=round(now - busy.since),
                limit=round(ENDED_AFTER),
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
