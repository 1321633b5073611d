"""The tools of a board's maker, run from a page. They need the board for themselves, so the game
rests until they have ended. Then it goes on as after a restart.

What a tool does is none of the session's business: `ToolStarter` runs it elsewhere, and passes on
what it shows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from companion.config import Config
from companion.protocol.views import ToolView
from companion.rules import CompanionError
from companion.rules.errors import nearest
from companion.text import Text

_RETRY = 1.0  # seconds between attempts to open the board again

NO_TOOL = ToolView("", running=False)
"""No tool has been started."""


class ToolError(CompanionError, RuntimeError):
    """A tool that cannot be started or replied to now."""


@dataclass(frozen=True, slots=True)
class ToolUpdate:
    """What a tool shows now. wired: the configuration with another wiring, which it has found."""

    view: ToolView
    wired: Config | None = None


class RunningTool(Protocol):
    """A tool that has been started."""

    def reply(self, text: str) -> None:
        """Reply to it."""

    def stop(self) -> None:
        """Have it stop soon; its last update says that it has."""

    def join(self) -> None:
        """Wait until it has stopped and released the board."""


class ToolStarter(Protocol):
    """Starts tools. names: those that can be started."""

    names: tuple[str, ...]

    def start(self, name: str, config: Config, tell: Callable[[ToolUpdate], None]) -> RunningTool:
        """Start a tool on a board that nobody else has open. tell: takes its updates; the last one
        is no longer running, and the board is free again."""


class NoTools:
    """There are no tools."""

    names: tuple[str, ...] = ()

    def start(self, name: str, config: Config, tell: Callable[[ToolUpdate], None]) -> RunningTool:
        """Raise ToolError."""
        raise ToolError(
            Text(
                "there is no tool {tool!r} here: start the program with a configuration", tool=name
            )
        )


class ToolBench:
    """The tool that is running, if any.

    view: what it shows, also after its end. ended: whether it has ended and the board has still to
    be opened again; `due` is when.
    """

    def __init__(self, starter: ToolStarter, tell: Callable[[ToolUpdate], None]) -> None:
        self.view = NO_TOOL
        self.ended = False
        self.due = 0.0
        self._starter = starter
        self._tell = tell
        self._running: RunningTool | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The tools that can be started."""
        return self._starter.names

    @property
    def busy(self) -> bool:
        """Whether the game rests."""
        return self._running is not None or self.ended

    def check(self, name: str) -> None:
        """Raise ToolError if that tool cannot be started now."""
        if self.busy:
            raise ToolError(Text("{tool} is running already: stop it first", tool=self.view.name))
        if name not in self.names:
            raise ToolError(
                Text(
                    "there is no tool {tool!r}{suggestion} for this board",
                    tool=name,
                    suggestion=nearest(name, self.names),
                )
            )

    def start(self, name: str, config: Config) -> None:
        """Start a tool on the board, which has been closed."""
        self.view = ToolView(name, running=True)
        self._running = self._starter.start(name, config, self._tell)

    def reply(self, text: str) -> None:
        """Reply to the tool. Raises ToolError if none is running."""
        self._present().reply(text)

    def stop(self) -> None:
        """Stop the tool. Raises ToolError if none is running."""
        self._present().stop()

    def take(self, update: ToolUpdate, at: float) -> None:
        """Take an update."""
        self.view = update.view
        if not update.view.running and self._running is not None:
            self._running = None
            self.ended = True
            self.due = at

    def wait(self, at: float) -> None:
        """Try to open the board again later, because that has failed at `at`."""
        self.due = at + _RETRY

    def close(self) -> None:
        """Stop the tool, if one is running, and wait until the board is free."""
        if self._running is not None:
            self._running.stop()
            self._running.join()
            self._running = None

    def _present(self) -> RunningTool:
        if self._running is None:
            raise ToolError(Text("no tool is running: start one first"))
        return self._running
