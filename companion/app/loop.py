"""The session's clock and thread: one queue in, one thread that decides.

Everything that happens anywhere (an edge in a GPIO library's thread, a command in the server's) is
only put into the queue. The loop sleeps until something comes, or until the session's deadline.
As long as it turns, it tells systemd so, if that wants to know.
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

from companion.app.notifier import Notifier
from companion.app.threads import ThreadedSearch
from companion.app.waiting import BoardWait, Listener
from companion.config import Config
from companion.drivers.opening import open_port
from companion.drivers.port import Clock, Port, Report
from companion.geometry import Board
from companion.journal.folder import JournalFolder
from companion.protocol.commands import Arrange, Command
from companion.rules import CompanionError
from companion.session.search import Search, SearchResult
from companion.session.session import Session
from companion.session.starter import GameStarter

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


_Item = Report | SearchResult | Command | _Join | _Leave | _Stop


class Loop:
    """Runs a session. It is the page's `Table`, and the port's listener.

    notifier: tells systemd how the loop is; left out: nobody. shut_down: whether somebody at the
    board has ended the program by its menu.
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
        notifier: Notifier | None = None,
    ) -> None:
        self._clock = clock
        self._queue: SimpleQueue[_Item] = SimpleQueue()
        self._notifier = notifier or Notifier({})
        self._waiting: BoardWait | None = None
        self._config = config
        self._pin_factory = pin_factory
        self.shut_down = False
        self._faulty = False  # whether the last thing that happened met with a fault
        starter = GameStarter(
            config,
            self._open,
            self._queue.put,
            JournalFolder(config.journal.path, today),
            seed,
            search or ThreadedSearch(),
        )
        self.session = Session(config, starter, self._shut_down)

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
        """Have a command carried out; CompanionError when there is no board to do it on."""
        waiting = self._waiting
        if waiting is not None:
            raise CompanionError(f"there is no board yet: {waiting.trouble}")
        self._queue.put(command)

    def stop(self) -> None:
        """End `run`, soon; from any thread, or from a signal handler."""
        self._queue.put(_Stop())

    def _shut_down(self) -> None:
        self.shut_down = True
        self.stop()

    def arrange(self) -> None:
        """Put simulated pieces where the position wants them; a wooden board stays as it is."""
        if self.session.port.pieces is not None:
            self._queue.put(Arrange())

    def wait_for_board(self, begin: Callable[[], None], say: Callable[[str], None]) -> bool:
        """Do what wants the board as soon as that is there: `begin` raises PortError until then.
        Whether it was done before `stop` came; `say` takes lines for a person."""
        self._waiting = waiting = BoardWait(begin, say)
        try:
            while not waiting.advance(self._clock):
                self._notifier.ready(f"waiting for the board: {waiting.trouble}")
                match self._next(waiting.deadline):
                    case _Stop():
                        return False
                    case _Join(listener):
                        waiting.join(listener)
                    case _Leave(listener):
                        waiting.leave(listener)
        finally:
            self._waiting = None
        for listener in waiting.listeners:
            self._queue.put(_Join(listener))
        return True

    def run(self) -> None:
        """Decide what everything means, until `stop`; then lamps off, hardware given back."""
        self._notifier.ready("the board is open")
        try:
            while not self._turn():
                pass
        finally:
            self.session.close()

    def _turn(self) -> bool:
        """Take the next thing that happens, or the next deadline; whether it is time to stop."""
        deadline = self.session.deadline
        if self._faulty:
            deadline = max(deadline, self._clock() + _REST)
        match item := self._next(deadline):
            case None:
                self._guarded(self.session.advance)
            case _Stop():
                return True
            case _Join(listener):
                self._guarded(lambda _: self.session.listen(listener))
            case _Leave(listener):
                self._guarded(lambda _: self.session.leave(listener))
            case _:
                self._guarded(self.session.handle, item)
        return False

    def _next(self, deadline: float) -> _Item | None:
        """The next thing that happens; None when nothing has by the deadline, or it is time for a
        sign of life."""
        now = self._clock()
        self._notifier.alive(now)
        wait = min(deadline, self._notifier.due) - now
        try:
            item = self._queue.get(timeout=wait) if wait > 0 else self._queue.get_nowait()
        except Empty:
            return None
        if isinstance(item, _Stop):
            self._notifier.stopping()
        return item

    def _guarded(self, act: Callable[..., None], *arguments: Any) -> None:
        # A fault in here must not end the game that it happens in; the log says what it was.
        self._faulty = True
        try:
            act(*arguments, self._clock())
            self._faulty = False
        except Exception:
            _log.exception("this should not have happened; the game goes on")
