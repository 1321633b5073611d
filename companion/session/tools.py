"""The board maker's tools, run from a page.

They need the board to themselves, so the game is paused until they end. Then it continues as after
a restart. The session does not know what a tool does: a `ToolStarter` runs it elsewhere, and passes
its updates on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from companion.base.errors import CompanionError, nearest
from companion.base.text import Text
from companion.config import Config
from companion.protocol.views import ToolView

_RETRY = 1.0  # seconds between attempts to open the board again

NO_TOOL = ToolView("", running=False)
"""No tool has been started."""


class ToolError(CompanionError, RuntimeError):
    """A tool cannot be started or replied to now."""


@dataclass(frozen=True, slots=True)
class ToolUpdate:
    """A new display of a tool.

    Attributes:
        view: What the tool shows.
        wired: The configuration with the new wiring that the tool found, or None.
    """

    view: ToolView
    wired: Config | None = None


class RunningTool(Protocol):
    """A tool that has been started."""

    def reply(self, text: str) -> None:
        """Send it a reply."""

    def stop(self) -> None:
        """Ask it to stop soon; its last update confirms that it has stopped."""

    def join(self) -> None:
        """Wait until it has stopped and released the board."""


class ToolStarter(Protocol):
    """Starts tools.

    Attributes:
        names: The tools that can be started.
    """

    names: tuple[str, ...]

    def start(self, name: str, config: Config, tell: Callable[[ToolUpdate], None]) -> RunningTool:
        """Start a tool on a board that no other program has open.

        Args:
            name: The tool.
            config: The configuration of the board.
            tell: Takes its updates. The last one says that the tool is no longer running, and the
                board is then free again.

        Raises:
            ToolError: If there is no such tool.
        """


class NoTools:
    """No tools at all."""

    names: tuple[str, ...] = ()

    def start(self, name: str, config: Config, tell: Callable[[ToolUpdate], None]) -> RunningTool:
        """Raise ToolError."""
        raise ToolError(
            Text(
                "there is no tool {tool!r} here: start the program with a configuration", tool=name
            )
        )


class ToolBench:
    """The running tool, if any.

    Args:
        starter: Starts the tools.
        tell: Takes their updates.

    Attributes:
        view: What the tool shows, even after its end.
        ended: Whether it has ended but the board has yet to be opened again.
        due: When to open the board again (seconds), once the tool has ended.
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

    def check(self, name: str) -> None:
        """Check that there is a tool of that name.

        Raises:
            ToolError: If there is none.
        """
        if name not in self.names:
            raise ToolError(
                Text(
                    "there is no tool {tool!r}{suggestion} for this board",
                    tool=name,
                    suggestion=nearest(name, self.names),
                )
            )

    def start(self, name: str, config: Config) -> None:
        """Start a tool on the board, which must be closed."""
        self.view = ToolView(name, running=True)
        self._running = self._starter.start(name, config, self._tell)

    def reply(self, text: str) -> None:
        """Reply to the tool.

        Raises:
            ToolError: If none is running.
        """
        self._present().reply(text)

    def stop(self) -> None:
        """Stop the tool.

        Raises:
            ToolError: If none is running.
        """
        self._present().stop()

    def take(self, update: ToolUpdate, at: float) -> None:
        """Take an update."""
        self.view = update.view
        if not update.view.running and self._running is not None:
            self._running = None
            self.ended = True
            self.due = at

    def wait(self, at: float) -> None:
        """Try again later: opening the board failed at `at` (seconds)."""
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
