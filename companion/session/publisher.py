"""What a session shows on lamps and pages, and answers by voice."""

from __future__ import annotations

from companion.hands import Phase
from companion.protocol.views import State
from companion.session import view_builder
from companion.session.card_watch import CardWatch
from companion.session.command_runner import CommandRunner
from companion.session.current_game import CurrentGame
from companion.session.display import SessionListener
from companion.session.features.advice_feature import AdviceFeature
from companion.session.features.engine_feature import EngineFeature
from companion.session.features.feature import Features
from companion.session.features.people_feature import PeopleFeature
from companion.session.features.settings_feature import SettingsFeature
from companion.session.features.tool_feature import ToolFeature
from companion.session.menu.button import Gesture
from companion.session.modes import GameMode


class Publisher:
    """Shows the game in progress; nothing is told as played before it is stored.

    Args:
        current: The game in progress.
        features: What can be done with it.
        commands: Executes the commands of pages.

    Attributes:
        asked: What the button asks, until that is answered.
    """

    def __init__(self, current: CurrentGame, features: Features, commands: CommandRunner) -> None:
        self.asked: Gesture | None = None
        self._current = current
        self._features = features
        self._commands = commands
        self._display = current.display
        self._parts = view_builder.Parts()
        self._card = CardWatch()
        self._joining: list[SessionListener] = []  # pages that came while something is withheld

    @property
    def deadline(self) -> float | None:
        """When pages are told what is withheld (seconds); None if nothing is."""
        return self._card.deadline

    @property
    def outdated(self) -> bool:
        """Whether pages wait for something, now that something has been written, or has failed."""
        find = self._features.find
        unsaid = find(SettingsFeature).unsaid or find(PeopleFeature).unsaid
        unsaid = unsaid or find(EngineFeature).unsaid
        return unsaid or self._card.outdated(self._current.live)

    def join(self, listener: SessionListener, at: float) -> None:
        """Send a page everything at `at` (seconds), and every change from then on."""
        if self._card.withholds:
            self._joining.append(listener)
            return
        live = self._current.live
        self._display.join(
            listener,
            view_builder.hello(live),
            self._state(),
            view_builder.clock(live.match, at),
            self._features.find(SettingsFeature).view,
            self._features.find(ToolFeature).view,
            at,
        )

    def leave(self, listener: SessionListener) -> None:
        """Stop sending to a page."""
        if listener in self._joining:
            self._joining.remove(listener)
        self._display.leave(listener)

    def publish(self, at: float) -> None:
        """Show what is so at `at` (seconds)."""
        live = self._current.live
        if not self._current.paused:  # otherwise the board is closed
            self._display.light(self._features.mode.scene(at), at)
        self._commands.observe(at)
        self._card.look(live, at)
        if not self._card.withholds:
            changed = self._display.publish(self._state)
            self._answer(changed=changed)
            while self._joining:
                self.join(self._joining.pop(0), at)
        self._display.publish_clock(live.match, lambda: view_builder.clock(live.match, at))

    def _answer(self, *, changed: bool) -> None:
        """Answer the button, if it has been used.

        Args:
            changed: Whether that has changed anything, which then is the answer.
        """
        asked, self.asked = self.asked, None
        advice = self._features.find(AdviceFeature)
        advised = advice.mode is not None and asked is Gesture.PRESS
        if (changed and not advised) or asked is None or self._current.paused:
            return
        from companion.session.speech.button_answers import asked_now, what_may_move

        live = self._current.live
        below = self._features.below(advice)
        resting = live.reader.view.phase is Phase.REST and isinstance(below, GameMode)
        if asked is Gesture.LET_GO and resting and not live.opponents.acting:
            self._display.answer(lambda _: what_may_move(live.match))
        elif asked in (Gesture.PRESS, Gesture.LET_GO):
            self._display.answer(lambda state: asked_now(state, live.match.game.board.names))

    def _state(self) -> State:
        current = self._current
        return view_builder.state(
            current.live,
            self._features.mode,
            self._parts,
            stage=self._commands.stage,
            palette=self._display.palette,
            trouble=current.notice or current.board.trouble,
            notice=current.board.notice,
            card=self._card.trouble,
            fields=lambda: self._features.fields,
        )
