"""The board maker's tools, which need the board to themselves."""

from __future__ import annotations

from collections.abc import Mapping

from companion.base.text import Text
from companion.device.ports.port import PortError
from companion.protocol import commands
from companion.protocol.commands import Command
from companion.protocol.views import ToolView
from companion.session.current_game import CurrentGame
from companion.session.features.feature import Feature, Features, Handler
from companion.session.tools import ToolBench, ToolError, ToolUpdate


class ToolFeature(Feature):
    """Runs a tool while the game is paused, and continues the game when the tool has ended."""

    def __init__(self, current: CurrentGame, others: Features) -> None:
        super().__init__(current, others)
        self._tools = ToolBench(current.services.tools, current.services.listen)

    @property
    def names(self) -> tuple[str, ...]:
        """The tools that can be started."""
        return self._tools.names

    @property
    def view(self) -> ToolView:
        """The tool as a page shows it."""
        return self._tools.view

    def obeys(self) -> Mapping[type, Handler]:
        """Return the handler of the command that starts a tool."""
        return {commands.Tool: self._start}

    def obeys_in_pause(self) -> Mapping[type, Handler]:
        """Return the handlers of the commands to a running tool."""
        return {
            commands.Reply: lambda command, _: self._tools.reply(command.text),
            commands.Halt: lambda *_: self._tools.stop(),
        }

    def takes_in_pause(self) -> Mapping[type, Handler]:
        """Return the handler of a tool's updates."""
        return {ToolUpdate: self._take}

    @property
    def deadline(self) -> float | None:
        """When to try to continue the game (seconds); None while no tool has ended."""
        return self._tools.due if self._tools.ended else None

    def admit(self, command: Command) -> None:
        """Refuse what needs the game while a tool has the board."""
        if self.current.paused and self.others.needs_game(command):
            raise ToolError(Text("{tool} is running: stop it first", tool=self._tools.view.name))

    def advance(self, at: float) -> None:
        """Continue the game when the tool has ended; retry while the board cannot be opened."""
        if not self._tools.ended or at < self._tools.due:
            return
        try:
            self.current.go_on(at)
        except PortError as error:
            self.current.notice = error.text
            self._tools.wait(at)
        else:
            self._tools.ended = False

    def close(self) -> None:
        """Stop the tool."""
        self._tools.close()

    def _start(self, command: commands.Tool, at: float) -> None:
        self._tools.check(command.name)
        exercise = self.current.live.exercise
        if exercise.no_tools:
            raise ToolError(exercise.no_tools)
        self.current.pause(at)
        self._tools.start(command.name, self.current.config)
        self.current.display.tell(self._tools.view)

    def _take(self, update: ToolUpdate, at: float) -> None:
        self._tools.take(update, at)
        if update.wired is not None:
            self.current.settings.rewire(update.wired)
            self.current.starter.use(self.current.config)
        self.current.display.tell(self._tools.view)
