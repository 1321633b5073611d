"""The external engines: how they are used, and whether they work."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.opponents.external.introduction import EngineTrial
from companion.protocol import commands
from companion.protocol.views import Refused
from companion.session import view_builder
from companion.session.current_game import CurrentGame
from companion.session.features.feature import Feature, Features, Handler

if TYPE_CHECKING:  # few configurations name an engine
    from companion.session.settings.chosen_engines import ChosenEngines


class EngineFeature(Feature):
    """Shows the engines of the configuration, tries them, and changes how they are used.

    They are tried one at a time, in a thread of their own.
    """

    def __init__(self, current: CurrentGame, others: Features) -> None:
        super().__init__(current, others)
        self._chosen = current.services.engines
        self._waiting: dict[str, commands.TryEngine] = {}  # by the engine's name
        self._trying = ""
        self._told = Text()  # the trouble that pages know of

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the engines that the configuration allows."""
        return () if self._chosen is None else self._chosen.names

    def obeys_in_pause(self) -> Mapping[type, Handler]:
        """Return the handlers of the commands about engines."""
        return {
            commands.ListEngines: lambda *_: self._introduce(),
            commands.TryEngine: lambda said, _: self._try(said),
            commands.SetEngine: lambda said, _: self._set(said),
        }

    def takes_in_pause(self) -> Mapping[type, Handler]:
        """Return the handler of the outcome of a trial."""
        return {EngineTrial: lambda trial, _: self._take(trial)}

    @property
    def unsaid(self) -> bool:
        """Whether pages have yet to be told that a choice could not be kept, or can be again."""
        return self._chosen is not None and self._chosen.keeper.trouble != self._told

    @property
    def deadline(self) -> float | None:
        """When to try again to keep what could not be kept (seconds)."""
        return None if self._chosen is None else self._chosen.keeper.deadline

    def advance(self, at: float) -> None:
        """Tell pages that a choice could not be kept, or is kept after all, and try again."""
        if self._chosen is not None:
            if self.unsaid:
                self._tell()
            self._chosen.keeper.advance(at, self.current.services.perform)

    def close(self) -> None:
        """Try for the last time to keep what could not be kept."""
        if self._chosen is not None:
            self._chosen.keeper.close()

    def _introduce(self) -> None:
        """Let those engines say who they are that have not yet, and tell pages of all."""
        for name in self.names:
            if not self._engines.is_known(name) and name != self._trying:
                self._waiting.setdefault(name, commands.TryEngine(name, moves=False))
        self._go_on()
        self._tell()

    def _try(self, said: commands.TryEngine) -> None:
        self._engines.roster.settings(said.engine)
        self._waiting[said.engine] = said
        self._go_on()
        self._tell()

    def _set(self, said: commands.SetEngine) -> None:
        engines, perform = self._engines, self.current.services.perform
        before = engines.roster.names
        try:
            if said.key == "all":
                engines.reset(said.engine, perform)
            else:
                engines.change(said.engine, said.key, said.value, said.option, perform)
        except CompanionError as error:
            if not said.page:
                raise
            # Only this page has done anything that could be wrong.
            self.current.display.tell(Refused(error.text, said.page))
        else:
            self._tell()
            self._offer(before)

    def _take(self, trial: EngineTrial) -> None:
        roster = self._engines.roster
        before, self._trying = roster.names, ""
        self._engines.note(trial)
        roster.look_again()  # it may have been installed, or removed
        self._go_on()
        self._tell()
        self._offer(before)

    def _go_on(self) -> None:
        """Begin the next trial, unless one is running."""
        if self._waiting and not self._trying:
            self._trying = next(iter(self._waiting))
            self.current.services.try_engine(self._waiting.pop(self._trying))

    def _tell(self) -> None:
        self._told = self._engines.keeper.trouble
        self.current.display.tell(self._engines.view({self._trying, *self._waiting}))

    def _offer(self, before: tuple[str, ...]) -> None:
        """Tell pages which levels there are now, if other engines can be used than before."""
        if before == self._engines.roster.names or not self.current.begun:
            return
        live = self.current.live
        self.current.display.greet(lambda: view_builder.hello(live))
        self.current.display.publish_again()

    @property
    def _engines(self) -> ChosenEngines:
        """The engines.

        Raises:
            CompanionError: If the configuration names none.
        """
        if self._chosen is None:
            raise CompanionError(
                Text("the configuration names no engines; docs/engines.md says how to name one")
            )
        return self._chosen
