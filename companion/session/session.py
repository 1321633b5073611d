"""One session at one board, without a clock or a thread of its own.

A session receives events with their times: reports from the port, commands from pages, results of
searches, and the passing of time. It passes each one to the feature that handles it, and shows the
result on lamps and pages. `deadline` is the time of the next change that needs no event; until then
the session need not be called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from companion.device.lamps.scene import Scene
from companion.device.ports.port import Port, Report
from companion.hands import View, earliest
from companion.opponents.search_jobs import SearchResult
from companion.protocol.commands import Command
from companion.rules import AnyGame, Match
from companion.session.command_runner import CommandRunner
from companion.session.current_game import CurrentGame
from companion.session.display import SessionListener
from companion.session.features import BUILT_IN_FEATURES
from companion.session.features.feature import Features
from companion.session.features.installed import installed_features
from companion.session.match.opponents import Computers
from companion.session.match.recorded import RecordedMatch
from companion.session.modes import take_gesture
from companion.session.package_guard import PackageGuard
from companion.session.play.live_game import LiveGame
from companion.session.publisher import Publisher
from companion.session.services import Services
from companion.session.settings.chosen import ChosenSettings
from companion.session.starter import NO_COMPUTERS
from companion.session.tools import ToolUpdate

if TYPE_CHECKING:
    from companion.opponents.external.introduction import EngineTrial
    from companion.session.remote_play.remote_tables import Meeting
    from companion.session.remote_play.table_report import TableReport

SessionEvent: TypeAlias = "Report | SearchResult | ToolUpdate | EngineTrial | TableReport | Meeting"
"""An event, other than a command from a page."""

_RESTS = 60.0
"""Seconds for which the session need not be called while a tool has the board."""


class Session:
    """An open board, the game played on it, and what lamps and pages show.

    Args:
        services: What the program around it provides.
        settings: The configuration with the page's choices; `config.check` has passed for the
            board.

    Attributes:
        current: The game in progress.
        features: What can be done with it.
    """

    def __init__(self, services: Services, settings: ChosenSettings) -> None:
        self.current = CurrentGame(services, settings)
        installed = installed_features(BUILT_IN_FEATURES, settings.config)
        self.features = Features(installed.kinds, self.current, installed.added)
        self._display = self.current.display
        self._commands = CommandRunner(self.current, self.features)
        self._publisher = Publisher(self.current, self.features, self._commands)
        self._guard = PackageGuard(self.current, self.features, self._advance)
        self._at = 0.0
        self._quiet: float | None = None  # when anything but a frame is due; None if unknown
        self._undated = False  # whether that could not be found out

    @property
    def live(self) -> LiveGame:
        """The game in progress, with everything that lasts exactly as long.

        Raises:
            CompanionError: If no game has started.
        """
        return self.current.live

    @property
    def match(self) -> RecordedMatch:
        """The match in progress."""
        return self.live.match

    @property
    def game(self) -> AnyGame:
        """The rules of the game in progress."""
        return self.match.game

    @property
    def view(self) -> View:
        """What the tracker knows."""
        return self.live.reader.view

    @property
    def port(self) -> Port:
        """The port of the open board.

        Raises:
            PortError: If no board is open.
        """
        return self.current.board.port

    @property
    def lights(self) -> Scene:
        """The meaning of the lamps."""
        return self._display.scene

    def begin(self, match: Match, at: float, *, computers: Computers = NO_COMPUTERS) -> None:
        """Begin a new game, as `CurrentGame.begin` does."""
        self.current.begin(match, at, computers=computers)

    def close(self) -> None:
        """Turn the lamps off, release the hardware, and leave a shared table."""
        self.features.close()
        self.current.starter.close()

    # Events

    def handle(self, event: SessionEvent | Command, at: float) -> None:
        """Handle an event.

        Args:
            event: A report from the port, a search result, a tool's update, a message from remote
                boards, or a page's command.
            at: When it happened (seconds).
        """

        def take() -> None:
            if isinstance(event, Command):
                self._commands.add(event)
            else:
                self.features.handle(event, at)
            self._advance(at)

        self._guard.run(take, at)

    def advance(self, at: float) -> None:
        """Do whatever is due by `at` (seconds)."""
        self._guard.run(lambda: self._advance(at), at)

    def _advance(self, at: float) -> None:
        self._at, self._quiet = at, None
        current = self.current
        try:
            self.features.advance(at)
            try:
                if not current.paused and current.board.due(at):
                    current.poll(at)
                self._advance_mode(at)
            finally:  # even if a game is broken, another one can be begun
                self._commands.advance(at)
            if not current.paused:
                for gesture in current.board.button.gestures(at):
                    self._publisher.asked = gesture
                    take_gesture(self.features.mode, current.board.button, gesture, at)
                    self._advance_mode(at)
        finally:
            self._publisher.publish(at)
        if not current.paused:
            self.live.reader.prepare()  # now that the lamps are lit

    def take_written(self, at: float) -> None:
        """Tell pages what they wait for, now that something has been written, or has failed."""
        if self._publisher.outdated:
            self.advance(at)

    def tick(self, at: float) -> None:
        """Do what is due by `at` (seconds) without new events: often just a rhythm's next frame."""
        if self._undated:
            self._undated = False
            self._guard.run(lambda: self._next_deadline, at)
        if self._quiet is not None and at < self._quiet and not self.current.paused:
            self._display.light(self._display.scene, at)
        else:
            self.advance(at)

    @property
    def deadline(self) -> float:
        """When `tick` next has something to do if nothing else happens (seconds)."""
        if self._quiet is None:
            try:
                self._quiet = self._next_deadline
            except Exception:
                self._undated = True
                return self._at  # the next tick closes the game, or says what fails
        frame = None if self.current.paused else self._display.deadline
        return self._quiet if frame is None else min(frame, self._quiet)

    @property
    def _next_deadline(self) -> float:
        """When anything other than a frame is next due without new events (seconds)."""
        current = self.current
        due = earliest(self.features.deadline, self._commands.deadline, self._publisher.deadline)
        if current.paused:
            return self._at + _RESTS if due is None else due
        mode = earliest(self.features.mode.deadline, current.live.reader.settling)
        return min(one for one in (current.board.deadline, mode, due) if one is not None)

    def _advance_mode(self, at: float) -> None:
        if not self.current.paused:
            self.features.mode.advance(at)

    # Display

    def listen(self, listener: SessionListener, at: float | None = None) -> None:
        """Send a page everything now, and every change from now on.

        Args:
            listener: Takes the messages.
            at: When (seconds); by default, the time of the last event.
        """
        now = self._at if at is None else at
        self._guard.run(lambda: self._publisher.join(listener, now), now, again=True)

    def leave(self, listener: SessionListener) -> None:
        """Stop sending to a page."""
        self._publisher.leave(listener)
