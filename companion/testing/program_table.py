"""The whole program at a table: its loop, its threads and the page's server, on the wall clock.

A `VirtualTable` runs the session alone, in the thread of the test and in time of its own. This one
starts what `companion play` starts, so what only threads can do wrong is seen here: a report that
comes while a log is written, a search that takes the interpreter, a page that asks meanwhile.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from typing import Any, Self

import msgspec

from companion.app.loop import Loop
from companion.app.start import PlayRequest, start
from companion.base.errors import CompanionError
from companion.base.monotonic import Clock
from companion.base.text import Text
from companion.config import Config, JournalSettings
from companion.device.ports.simulated_kind import SimulatedKind
from companion.games.registry import make
from companion.hands import Phase
from companion.protocol.commands import Arrange, Command, Lift, Put
from companion.protocol.views import Broadcast, State
from companion.testing.table import SessionFacts

_GLANCE = 0.005
"""Seconds between two looks whether something has happened."""

_PATIENCE = 30.0
"""The time after which something counts as not happening (seconds); only a fault takes so long."""


class ProgramTable(SessionFacts):
    """The running program.

    As a context manager, it starts with the interrupted game in `directory` or with a new one, and
    ends as after Ctrl-C: the log is kept, and the game can be resumed.

        with ProgramTable(tmp_path) as program:
            program.arrange()
            program.drag("14", "12")
            program.until(lambda: program.texts == ["14-12"])
            page = urlopen(program.address)

    Args:
        directory: The folder for the logs of games.
        config: The configuration, except for the journal's directory; by default simulated pieces.
        game: The name of the game to begin.
        options: The options of the game, as text.
        page: Whether the page is served, on a free port of this machine.
        clock: Returns the time (seconds).
        sleep: Sleeps for some seconds.
        pin_factory: The pins of gpiozero; by default the real ones.

    Attributes:
        config: The configuration, with the journal's directory.
        loop: The program's loop.
        session: The session; it belongs to the loop's thread, so only look at it.
        heard: Every message to pages so far, oldest first.
        lines: Every line that the terminal shows at the start.
        address: The address of the page; empty without one.
    """

    def __init__(
        self,
        directory: Path,
        config: Config | None = None,
        *,
        game: str = "solomon",
        options: dict[str, str] | None = None,
        page: bool = True,
        clock: Clock = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        pin_factory: Any = None,
    ) -> None:
        self.config = msgspec.structs.replace(
            config or Config(port=SimulatedKind()),
            journal=JournalSettings(directory=str(directory)),
        )
        directory.mkdir(parents=True, exist_ok=True)
        self.loop = Loop(self.config, clock=clock, pin_factory=pin_factory)
        self.session = self.loop.session
        self.heard: list[Broadcast] = []
        self.lines: list[str] = []
        self.address = ""
        self._game = make(game, options)
        self._page = page
        self._clock = clock
        self._sleep = sleep
        self._closing = ExitStack()
        self._thread = Thread(target=self.loop.run, name="program", daemon=True)

    def __enter__(self) -> Self:
        with ExitStack() as closing:
            closing.callback(self.session.close)
            start(self.loop, self.config, PlayRequest(game=self._game), self._echo)
            self.loop.subscribe(self.heard.append)
            if self._page:
                from companion.page.server import Server

                server = Server(self.loop, "127.0.0.1", 0, "")
                closing.callback(server.stop)
                self.address = server.start()
            self._thread.start()
            closing.callback(self._end)
            self._closing = closing.pop_all()
        self.until(lambda: any(isinstance(message, State) for message in self.heard))
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def clock(self) -> float:
        """Return the time (seconds)."""
        return self._clock()

    @property
    def state(self) -> State:
        """The last `State` that pages were sent."""
        return next(m for m in reversed(self.heard) if isinstance(m, State))

    def say(self, command: Command, patience: float = _PATIENCE) -> None:
        """Handle a command as if a page had sent it, and wait until the program has.

        Args:
            command: The command.
            patience: How long to wait (seconds).

        Raises:
            CompanionError: If the command is refused at once, or not handled in that time.
        """
        done = Event()
        self.loop.command(command, done.set)
        self.until(done.is_set, patience)

    def arrange(self) -> None:
        """Put simulated pieces where the position has them, and wait until the board is at rest."""
        self.say(Arrange())
        self.until(lambda: self.session.view.phase is Phase.REST)

    def drag(self, origin: str, to: str, piece: str = "") -> None:
        """Drag a simulated piece with the right hand, as on the page.

        Args:
            origin: The name of the point where it is lifted; or "tray", beside the board.
            to: The name of the point where it is put down; or "tray".
            piece: Which piece of the tray.
        """
        self.say(Lift(origin, "right", piece))
        self.say(Put(to, "right"))

    def until(self, happened: Callable[[], object], patience: float = _PATIENCE) -> None:
        """Wait until something has happened.

        Args:
            happened: Returns whether it has.
            patience: How long to wait (seconds).

        Raises:
            CompanionError: If it has not happened by then, or the program has ended.
        """
        end = self._clock() + patience
        while not happened():
            if not self._thread.is_alive():
                raise CompanionError("the program has ended; its log says why")
            if self._clock() >= end:
                raise CompanionError(f"it has not happened within {patience:g} seconds")
            self._sleep(_GLANCE)

    def _echo(self, line: Text) -> None:
        self.lines.append(str(line))

    def _end(self) -> None:
        self.loop.stop()
        self._thread.join(_PATIENCE)
        unwritten = self.loop.journals.finish()
        if self._thread.is_alive():
            raise CompanionError("the program does not end")
        if unwritten:
            raise CompanionError(str(unwritten[0]))
