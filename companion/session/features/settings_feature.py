"""Settings that pages change."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.protocol import commands
from companion.protocol.views import Refused, SettingsView, SettingValue
from companion.session.features.engine_feature import EngineFeature
from companion.session.features.feature import Feature, Handler
from companion.session.features.tool_feature import ToolFeature


class SettingsFeature(Feature):
    """Changes settings, with immediate effect."""

    _changed = False  # since pages were told
    _told = Text()  # why the last choice could not be kept

    def obeys_in_pause(self) -> Mapping[type, Handler]:
        """Return the handlers of the commands that change a setting."""
        return {
            commands.Adjust: self._adjust,
            commands.Palette: self._choose_palette,
        }

    @property
    def unsaid(self) -> bool:
        """Whether pages have yet to be told of a change, which is kept by now."""
        keeper = self.current.settings.keeper
        return (self._changed or keeper.trouble != self._told) and not keeper.keeping

    @property
    def deadline(self) -> float | None:
        """When to try again to keep what could not be kept (seconds)."""
        return self.current.settings.keeper.deadline

    def advance(self, at: float) -> None:
        """Tell pages of a change, once it is kept or could not be; then that is tried again."""
        keeper = self.current.settings.keeper
        if self.unsaid:
            self._changed, self._told = False, keeper.trouble
            self.current.display.tell(self.view)
        keeper.advance(at, self.current.services.perform)

    def close(self) -> None:
        """Try for the last time to keep what could not be kept."""
        self.current.settings.keeper.close()

    @property
    def view(self) -> SettingsView:
        """The settings as a page shows them, with the tools and the features of packages."""
        tools, added = self.others.find(ToolFeature).names, self.others.added
        engines = self.others.find(EngineFeature).names
        return msgspec.structs.replace(
            self.current.settings.view, tools=tools, features=added, engines=engines
        )

    def others_changed(self) -> None:
        """Tell pages which features are in use now."""
        self.current.display.tell(self.view)

    def _choose_palette(self, command: commands.Palette, at: float) -> None:
        self._change("lights.palette", command.name)
        self.advance(at)

    def _adjust(self, command: commands.Adjust, at: float) -> None:
        try:
            self._change(command.key, command.value)
            self.advance(at)
        except CompanionError as error:
            if not command.page:
                raise
            # Only this page has done anything that could be wrong.
            self.current.display.tell(Refused(error.text, command.page))

    def _change(self, key: str, value: SettingValue | None) -> None:
        current = self.current
        before, board = current.config, current.live.match.game.board
        current.settings.change(key, value, board, current.services.perform)
        current.starter.use(current.config)
        if current.config.lights != before.lights:
            current.use_lamps()
        if current.config.game.clock != before.game.clock:
            current.clock = current.config.game.clock
        self._changed = True
