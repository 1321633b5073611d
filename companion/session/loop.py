"""The session's clock and thread: one queue in, one thread that decides.

Everything that happens anywhere (an edge in a GPIO library's thread, a command in the server's) is
only put into the queue. The loop sleeps until something comes, or until the session's deadline.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from queue import Empty, SimpleQueue
from secrets import randbits
from typing import Any

from companion.config import Config
from companion.drivers.opening import open_port
from companion.drivers.port import Clock, Port, Report
from companion.drivers.simulated import SimulatedPort
from companion.geometry import Board
from companion.session.search import Found, Search, ThreadedSearch
from companion.session.session import Listener, Session
from companion.web.messages import Arrange, Command

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Join:
    listener: Listener


@dataclass(frozen=True, slots=True)
class _Leave:
    listener: Listener


_REST = 0.1  # seconds between attempts after a fault, so that it cannot keep the processor busy


class _Stop:
    pass


class Loop:
    """Runs a session. It is the page's `Table`, and the port's listener.

    shut_down: whether somebody at the board has ended the program by its menu.
    """

    def __init__(
        self,
        config: Config,
        *,
        clock: Clock = time.monotonic,
        today: Callable[[], datetime] = datetime.now,
        seed: Callable[[], int] = lambda: randbits(32),
        search: Search | None = None,
        pin_factory: Any = None,
    ) -> None:
        self._clock = clock
        self._queue: SimpleQueue[Report | Found | Command | _Join | _Leave | _Stop] = SimpleQueue()
        self._config = config
        self._pin_factory = pin_factory
        self.shut_down = False
        self._faulty = False  # whether the last thing that happened met with a fault
        self.session = Session(
            config,
            self._open,
            self._queue.put,
            today,
            seed,
            search or ThreadedSearch(),
            self._shut_down,
        )

    def _open(self, board: Board) -> Port:
        return open_port(
            self._config.port,
            self._config.strip,
            board,
            self._clock,
            pin_factory=self._pin_factory,
        )

    def now(self) -> float:
        """The session's time."""
        return self._clock()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Have a page told everything, from the loop's thread; the result ends that."""
        self._queue.put(_Join(listener))
        return lambda: self._queue.put(_Leave(listener))

    def command(self, command: Command) -> None:
        """Have a command carried out."""
        self._queue.put(command)

    def stop(self) -> None:
        """End `run`, soon; from any thread, or from a signal handler."""
        self._queue.put(_Stop())

    def _shut_down(self) -> None:
        self.shut_down = True
        self.stop()

    def arrange(self) -> None:
        """Put simulated pieces where the position wants them; a wooden board stays as it is."""
        if isinstance(self.session.port, SimulatedPort):
            self._queue.put(Arrange())

    def run(self) -> None:
        """Decide what everything means, until `stop`; then lamps off, hardware given back."""
        try:
            while not self._turn():
                pass
        finally:
            self.session.close()

    def _turn(self) -> bool:
        """Take the next thing that happens, or the next deadline; whether it is time to stop."""
        wait = self.session.deadline - self._clock()
        if self._faulty:
            wait = max(wait, _REST)
        try:
            item = self._queue.get(timeout=wait) if wait > 0 else self._queue.get_nowait()
        except Empty:
            self._guarded(self.session.advance)
            return False
        match item:
            case _Stop():
                return True
            case _Join(listener):
                self._guarded(lambda _: self.session.listen(listener))
            case _Leave(listener):
                self._guarded(lambda _: self.session.leave(listener))
            case _:
                self._guarded(self.session.handle, item)
        return False

    def _guarded(self, act: Callable[..., None], *arguments: Any) -> None:
        # A fault in here must not end the game that it happens in; the log says what it was.
        self._faulty = True
        try:
            act(*arguments, self._clock())
            self._faulty = False
        except Exception:
            _log.exception("this should not have happened; the game goes on")
