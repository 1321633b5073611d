"""One session at one board, without a clock or a thread of its own.

A session receives events with their times: reports from the port, commands from pages, results of
searches, and the passing of time. It passes each one to the feature that handles it, and shows the
result on lamps and pages. `deadline` is the time of the next change that needs no event; until then
the session need not be called.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from companion.base.foreign import PackageFault, ends_program
from companion.device.lamps.scene import Scene
from companion.device.ports.port import Port, Report
from companion.games.border import blame, fault_of
from companion.hands import Phase, View, earliest
from companion.opponents.search_jobs import SearchResult
from companion.protocol.commands import Command
from companion.protocol.views import State
from companion.rules import AnyGame, Match
from companion.session import view_builder
from companion.session.card_watch import CardWatch
from companion.session.command_runner import CommandRunner
from companion.session.current_game import CurrentGame
from companion.session.display import SessionListener
from companion.session.features import BUILT_IN_FEATURES
from companion.session.features.advice_feature import AdviceFeature
from companion.session.features.engine_feature import EngineFeature
from companion.session.features.feature import Features
from companion.session.features.installed import installed_features
from companion.session.features.people_feature import PeopleFeature
from companion.session.features.settings_feature import SettingsFeature
from companion.session.features.tool_feature import ToolFeature
from companion.session.match.opponents import Computers
from companion.session.match.recorded import RecordedMatch
from companion.session.menu.button import Gesture
from companion.session.modes import GameMode, take_gesture
from companion.session.play.live_game import LiveGame
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
        self._parts = view_builder.Parts()
        self._card = CardWatch()
        self._joining: list[SessionListener] = []  # pages that came while something is withheld
        self._asked: Gesture | None = None  # what the button asks, until that is answered
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

        self._contain(take, at)

    def advance(self, at: float) -> None:
        """Do whatever is due by `at` (seconds)."""
        self._contain(lambda: self._advance(at), at)

    def _contain(self, act: Callable[[], None], at: float, *, again: bool = False) -> None:
        """Do something; a package's game that fails meanwhile is closed (see `games.border`).

        A package's feature that fails is switched off.

        Args:
            act: What to do.
            at: When (seconds).
            again: Whether to do it again once the game is closed.
        """
        self._quiet = None
        try:
            act()
        except BaseException as error:
            if ends_program(error):
                raise
            fault = self._fault_in_play(error)
            if fault is None:
                if not self.features.blame(error):
                    raise
                self._contain(act if again else lambda: self._advance(at), at)
        else:
            fault = self._fault_in_play()
        if fault is not None:
            self.current.close_failed(fault, at)
            self._advance(at)
            if again:
                act()

    def _fault_in_play(self, error: BaseException | None = None) -> PackageFault | None:
        """Return the fault of the game in progress; None if it has none.

        It may have been in another thread, or noticed by somebody who went on without the game.

        Args:
            error: What has just been raised.
        """
        if not self.current.begun:
            return None
        return fault_of(self.game) if error is None else blame(self.game, error)

    def _advance(self, at: float) -> None:
        self._at = at
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
                    self._asked = gesture
                    take_gesture(self.features.mode, current.board.button, gesture, at)
                    self._advance_mode(at)
        finally:
            self._publish(at)
        if not current.paused:
            self.live.reader.prepare()  # now that the lamps are lit

    def take_written(self, at: float) -> None:
        """Tell pages what they wait for, now that something has been written, or has failed."""
        settings = self.features.find(SettingsFeature)
        people = self.features.find(PeopleFeature)
        engines = self.features.find(EngineFeature)
        unsaid = settings.unsaid or people.unsaid or engines.unsaid
        if self._card.outdated(self.live) or unsaid:
            self.advance(at)

    def tick(self, at: float) -> None:
        """Do what is due by `at` (seconds) without new events: often just a rhythm's next frame."""
        if self._undated:
            self._undated = False
            self._contain(self._find_deadline, at)
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

    def _find_deadline(self) -> None:
        self._quiet = self._next_deadline

    @property
    def _next_deadline(self) -> float:
        """When anything other than a frame is next due without new events (seconds)."""
        current = self.current
        due = earliest(self.features.deadline, self._commands.deadline, self._card.deadline)
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
        if self._card.withholds:
            self._joining.append(listener)
        else:
            self._contain(lambda: self._join(listener, now), now, again=True)

    def _join(self, listener: SessionListener, now: float) -> None:
        self._display.join(
            listener,
            view_builder.hello(self.live),
            self._state(),
            view_builder.clock(self.match, now),
            self.features.find(SettingsFeature).view,
            self.features.find(ToolFeature).view,
            now,
        )

    def leave(self, listener: SessionListener) -> None:
        """Stop sending to a page."""
        if listener in self._joining:
            self._joining.remove(listener)
        self._display.leave(listener)

    def _publish(self, at: float) -> None:
        if not self.current.paused:  # otherwise the board is closed
            self._display.light(self.features.mode.scene(at), at)
        self._commands.observe(at)
        self._card.look(self.live, at)
        if not self._card.withholds:
            changed = self._display.publish(self._state)
            self._answer(changed=changed)
            while self._joining:
                self._join(self._joining.pop(0), at)
        self._display.publish_clock(self.match, lambda: view_builder.clock(self.match, at))

    def _answer(self, *, changed: bool) -> None:
        """Answer the button, if it has been used.

        Args:
            changed: Whether that has changed anything, which then is the answer.
        """
        asked, self._asked = self._asked, None
        advice = self.features.find(AdviceFeature)
        advised = advice.mode is not None and asked is Gesture.PRESS
        if (changed and not advised) or asked is None or self.current.paused:
            return
        from companion.session.speech.button_answers import asked_now, what_may_move

        below = self.features.below(advice)
        resting = self.view.phase is Phase.REST and isinstance(below, GameMode)
        if asked is Gesture.LET_GO and resting and not self.live.opponents.acting:
            self._display.answer(lambda _: what_may_move(self.match))
        elif asked in (Gesture.PRESS, Gesture.LET_GO):
            self._display.answer(lambda state: asked_now(state, self.match.game.board.names))

    def _state(self) -> State:
        current = self.current
        return view_builder.state(
            current.live,
            self.features.mode,
            self._parts,
            stage=self._commands.stage,
            palette=self._display.palette,
            trouble=current.notice or current.board.trouble,
            notice=current.board.notice,
            card=self._card.trouble,
            fields=lambda: self.features.fields,
        )
