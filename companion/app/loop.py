"""The session's clock and thread: one queue, and one thread that handles its items.

Events in other threads (an edge in a GPIO library's, a command in the server's) are only put into
the queue. The loop sleeps until something arrives, or until the session's deadline. While it runs,
it sends systemd signs of life if systemd wants them.
"""

from __future__ import annotations

import logging
import math
import sys
import time
from _thread import interrupt_main
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from queue import Empty, SimpleQueue
from random import SystemRandom
from threading import Event, Timer
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from companion.app.far_tables import FarTables
from companion.app.notifier import SystemdNotifier
from companion.app.table_mail import TableMail
from companion.app.threads import ThreadedSearch
from companion.app.waiting import BoardConnector
from companion.app.watchdog import Watchdog, raise_in
from companion.app.writer_thread import WriterThread
from companion.base.errors import CompanionError
from companion.base.foreign import CallEnded, place_now
from companion.base.monotonic import Clock
from companion.base.text import Text
from companion.base.timed_queue import next_item
from companion.config import Config
from companion.device.ports.opening import open_port
from companion.device.ports.port import Port, Report
from companion.games.border import call_in_progress
from companion.opponents.external.engine_levels import EngineRoster
from companion.opponents.search_jobs import SearchResult, SearchRunner
from companion.protocol.backend import PageListener
from companion.protocol.commands import Arrange, Command, Learn
from companion.protocol.views import RulesPage
from companion.records.journal.folder import JournalFolder
from companion.records.journal.log_date import clock_is_synchronized
from companion.records.people_file import PeopleFile
from companion.rules.geometry import Board
from companion.session.remote_play.table_report import TableReport
from companion.session.services import Services
from companion.session.session import Session
from companion.session.settings.chosen import ChosenSettings
from companion.session.tools import NoTools, ToolStarter, ToolUpdate

if TYPE_CHECKING:
    from companion.app.own_drills import OwnDrillJob
    from companion.session.remote_play.remote_tables import Meeting

_log = logging.getLogger(__name__)


class _Join(msgspec.Struct, frozen=True):
    listener: PageListener


class _Leave(msgspec.Struct, frozen=True):
    listener: PageListener


class _Asked(msgspec.Struct, frozen=True):
    command: Command
    done: Callable[[], None]


_REST = 0.1  # seconds to wait after an error, so that repeated errors do not load the processor

_PATIENCE = 1.0
"""Seconds after which it is said that a board does not answer yet; it may have to start first."""

_LONG_SEARCH = 60.0  # seconds that a search may be in a package's code

_LAST_WRITES = 15.0  # seconds to wait for a slow card in the end; systemd waits 20

_SWITCH = 0.0005  # seconds after which a search lets this thread go on, so that no lamp is late


_Item: TypeAlias = (
    "Report | SearchResult | ToolUpdate | Meeting"
    " | _Mail | _Written | _Asked | _Join | _Leave | _Stop"
)


class OpeningEnded(BaseException):
    """A signal has ended the opening of a board."""


class HangEnded(BaseException):
    """A signal has ended code of a package that would not end by itself."""


class _Stop:
    pass


class _Mail:
    """Something waits in the mail of tables."""


class _Written:
    """Something has been written to the card, or could not be."""


def _own_drills(folder: Path, game: str, seed: int) -> OwnDrillJob:
    from companion.app.own_drills import OwnDrillJob

    return OwnDrillJob(folder, game, seed)


class Loop:
    """Runs a session. It is the `Backend` of the pages and the listener of the port.

    Args:
        config: The configuration.
        clock: Returns the time (seconds), never decreasing.
        today: Returns the date and time, for the logs.
        seed: Creates seeds for the bag and for the computer.
        search: Runs the engines; by default in threads of their own.
        pin_factory: The pins of gpiozero; by default the real ones.
        notifier: Notifies systemd; by default nothing does.
        settings: The settings chosen on the page; by default none.
        tools: Starts the tools of the board's maker; by default there are none.
        place: Returns where in a package's code a thread is; for tests.
        interrupted: Whether SIGINT calls `interrupt`, in the thread that calls `run`.

    Attributes:
        shut_down: Whether the program was ended by the menu on the board.
        journals: The folder in which games are logged.
        search: Runs the engines.
        engines: The external engines that the configuration names.
        remote: Makes, joins and finds tables with boards far apart.
        session: The session.
    """

    def __init__(
        self,
        config: Config,
        *,
        clock: Clock = time.monotonic,
        today: Callable[[], datetime] = datetime.now,
        seed: Callable[[], int] = lambda: SystemRandom().getrandbits(32),
        search: SearchRunner | None = None,
        pin_factory: Any = None,
        notifier: SystemdNotifier | None = None,
        settings: ChosenSettings | None = None,
        tools: ToolStarter | None = None,
        place: Callable[[int], Text] = place_now,
        interrupted: bool = False,
    ) -> None:
        self._clock = clock
        self._interrupted = interrupted
        self._ends_call = False  # whether the next interrupt ends a package's code alone
        self._watchdog = Watchdog(clock, self._tell_hang, place=place)
        self._queue: SimpleQueue[_Item] = SimpleQueue()
        self._notifier = notifier or SystemdNotifier({})
        self._waiting: BoardConnector | None = None
        self._pin_factory = pin_factory
        self.shut_down = False
        self._stopping = False
        self._opening = False
        self._idle = Event()  # not set while something is done, so that searches rest
        self._idle.set()
        self.search = search or ThreadedSearch(
            idle=self._idle, watch=lambda: self._watchdog.watch(raise_in, _LONG_SEARCH)
        )
        self._logged: set[object] = set()  # the errors that have been logged
        self._failed = False  # whether the last item caused an unexpected error
        self.engines = EngineRoster(config.engines)
        self._writer = WriterThread(lambda: self._queue.put(_Written()))
        self.journals = JournalFolder(
            config.journal.path,
            today,
            config.journal.disk,
            self._writer,
            is_right=clock_is_synchronized,
        )
        self._mail = TableMail(lambda: self._queue.put(_Mail()))
        self.remote = FarTables(
            config.remote, config.journal.path, self._take_meeting, self._writer
        )
        services = Services(
            opener=self._open,
            listen=self._queue.put,
            journals=self.journals,
            seed=seed,
            search=self.search,
            roster=self.engines,
            tools=tools or NoTools(),
            remote=self.remote,
            people=PeopleFile(config.journal.path, config.journal.disk),
            today=lambda: today().date().isoformat(),
            own_drills=lambda game, number: _own_drills(config.journal.path, game, number),
            stop=self._shut_down,
            perform=self._writer,
        )
        self.session = Session(services, settings or ChosenSettings(config))

    def _open(self, board: Board) -> Port:
        config = self.session.current.config  # it may be wired otherwise since the start
        return open_port(
            config.port,
            config.strip,
            board,
            self._clock,
            pin_factory=self._pin_factory,
        )

    def _take_meeting(self, report: Meeting | TableReport) -> None:
        """Take a report about remote players, from any thread."""
        if isinstance(report, TableReport):
            self._mail.put(report)
        else:
            self._queue.put(report)

    def now(self) -> float:
        """Return the time on the session's clock (seconds)."""
        return self._clock()

    @property
    def logs_in_use(self) -> list[Path]:
        """The logs that are being written, or still have to be; any thread may read this."""
        unwritten = self.journals.unwritten
        try:
            return [self.session.match.journal.path, *unwritten]
        except CompanionError:  # no game has started
            return unwritten

    def subscribe(self, listener: PageListener) -> Callable[[], None]:
        """Send a page everything, from the loop's thread. Returns a function that ends that."""
        self._queue.put(_Join(listener))
        return lambda: self._queue.put(_Leave(listener))

    def command(self, command: Command, done: Callable[[], None] = lambda: None) -> None:
        """Queue a command.

        Args:
            command: The command.
            done: Called when it has been carried out, or never will be.

        Raises:
            CompanionError: While there is no board.
        """
        waiting = self._waiting
        if waiting is not None:
            raise CompanionError(Text("there is no board yet: {problem}", problem=waiting.trouble))
        self._queue.put(_Asked(command, done))

    def rules(self, asked: Learn, language: str) -> RulesPage:
        """Return the rules of a game, in the calling thread.

        Raises:
            CompanionError: If there is no such game, option or palette.
        """
        from companion.session.rules_page import rules_page

        return rules_page(asked, language)

    def stop(self) -> None:
        """End `run` soon. May be called from any thread or from a signal handler.

        The board's reports so far are still handled, but no command, however many wait.
        """
        self._stopping = True
        self._queue.put(_Stop())

    def interrupt(self) -> None:
        """End `run` soon, as `stop` does, and the opening of a board at once.

        For signal handlers, which run in the thread that opens boards. Code of a package that does
        not come to an end is ended here, where it is; a second signal ends any.

        Raises:
            OpeningEnded: While a board is being opened; `wait_for_board` takes it.
            HangEnded: While code of a package hangs; `run` takes it.
            CallEnded: If the loop itself has asked for it, while code of a package hangs; the
                border of its game takes it.
        """
        if self._ends_call:
            self._ends_call = False
            if call_in_progress(sys._getframe()):
                raise CallEnded
            return
        again = self._stopping
        self.stop()
        if self._opening:
            raise OpeningEnded
        if not self._idle.is_set() and (again or self._watchdog.hangs):
            raise HangEnded

    def _shut_down(self) -> None:
        self.shut_down = True
        self.stop()

    def arrange(self) -> None:
        """Put simulated pieces where the position has them; leave a wooden board as it is."""
        if self.session.port.pieces is not None:
            self.command(Arrange())

    def wait_for_board(
        self,
        begin: Callable[[], None],
        echo: Callable[[Text], None],
        missing: Callable[[], None] = lambda: None,
    ) -> bool:
        """Call `begin` until it no longer raises PortError, because the board is there.

        Args:
            begin: Opens the board.
            echo: Prints a line; from another thread if that takes long.
            missing: Called, once or more, while there is no board; likewise.

        Returns:
            False if `stop` was called before.
        """

        def slow() -> None:
            waiting.announce()
            missing()

        def open_board() -> None:
            timer = Timer(_PATIENCE, slow)
            timer.daemon = True
            if not waiting.announced:
                timer.start()
            self._opening = True
            try:
                begin()
            finally:
                self._opening = False
                timer.cancel()

        self._waiting = waiting = BoardConnector(open_board, echo)
        try:
            while not waiting.advance(self._clock):
                missing()
                self._notifier.ready(f"waiting for the board: {waiting.trouble}")
                match self._next(waiting.deadline):
                    case _Stop():
                        return False
                    case _Join(listener):
                        waiting.join(listener)
                    case _Leave(listener):
                        waiting.leave(listener)
                    case _Asked(done=done):
                        done()  # it was meant for a board that is gone
        except OpeningEnded:
            return False
        finally:
            self._waiting = None
        for listener in waiting.listeners:
            self._queue.put(_Join(listener))
        return True

    def run(self) -> None:
        """Run until `stop`; then turn the lamps off and release the hardware."""
        self._notifier.ready("the board is open")
        sys.setswitchinterval(_SWITCH)
        self._writer.start()
        self._watchdog.start()
        try:
            while not self._step():
                pass
        except HangEnded:
            _log.warning("it was ended")
        finally:
            self._watchdog.stop()
            try:
                self._writer.stop(_LAST_WRITES)  # before boards far apart are left
            finally:
                self.session.close()

    def _step(self) -> bool:
        """Handle the next item or deadline. Returns whether to stop."""
        deadline = -math.inf if self._stopping else self.session.deadline
        if self._failed:
            deadline = max(deadline, self._clock() + _REST)
        match item := self._next(deadline):
            case None:
                self._guarded(self.session.tick)
            case _Stop():
                return True
            case _Asked(command, done):
                if not self._stopping:
                    self._guarded(self.session.handle, command)
                done()
            case _Join(listener):
                self._guarded(lambda at: self.session.listen(listener, at))
            case _Leave(listener):
                self._guarded(lambda _: self.session.leave(listener))
            case _Written():
                self._guarded(self.session.take_written)
            case _Mail():
                for report in self._mail.take():
                    self._guarded(self.session.handle, report)
            case _:
                self._guarded(self.session.handle, item)
        return False

    def _next(self, deadline: float) -> _Item | None:
        """Return the next item of the queue.

        It is None if there is none by the deadline (seconds), or a sign of life is due.
        """
        now = self._clock()
        self._notifier.alive(now)
        wait = min(deadline, self._notifier.due) - now
        try:
            item = next_item(self._queue, wait)
        except Empty:
            return None
        if isinstance(item, _Stop):
            self._notifier.stopping()
        return item

    def _guarded(self, act: Callable[..., None], *arguments: Any) -> None:
        # An error must not end the game: it is logged, and the game goes on.
        self._failed = True
        self._idle.clear()
        try:
            with self._watchdog.watch(self._end_call):
                act(*arguments, self._clock())
            self._failed = False
        except Exception as error:
            self._log_once(error, "the game goes on")
            self._tell_failure()
        finally:
            self._idle.set()

    def _log_once(self, error: Exception, then: str) -> None:
        """Log an error with its traceback, unless that has been logged before.

        A part of the program that keeps failing must not fill the card.
        """
        where = tuple((frame.f_code, line) for frame, line in walk_tb(error.__traceback__))
        if (type(error), where) not in self._logged:
            self._logged.add((type(error), where))
            _log.exception("unexpected error; %s (this is logged once)", then)

    def _tell_hang(self, text: Text) -> None:
        """Tell pages that code of a package does not come to an end, from the watchdog's thread."""
        self.session.current.display.warn(text)
        if self._stopping:  # the signal came before this was known
            interrupt_main()

    def _end_call(self, _: int) -> None:
        """Have code of a package that hangs ended, from the watchdog's thread.

        A search can be ended anywhere, since it is thrown away. A session cannot: only a signal's
        handler sees that the package's code is still running when it is ended.
        """
        if self._interrupted and not self._stopping:
            self._ends_call = True
            interrupt_main()

    def _tell_failure(self) -> None:
        """Report on lamps and pages that something has failed, if that is possible."""
        try:
            self.session.current.fail(self._clock())
        except Exception as error:
            self._log_once(error, "nobody can be told")
