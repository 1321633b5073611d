"""What was chosen on the page, over the configuration of the program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from types import MappingProxyType

from msgspec.structs import replace

from companion.config import Config
from companion.geometry import Board
from companion.protocol.views import SettingsView, SettingValue, SettingView
from companion.rules import CompanionError
from companion.settings.catalogue import SETTINGS, Setting, find_setting, with_setting
from companion.text import Text

Keep = Callable[[Mapping[str, SettingValue]], None]
"""Keeps the values for the next start, by key. Raises CompanionError if that is impossible."""

NO_VALUES: Mapping[str, SettingValue] = MappingProxyType({})
"""Nothing was chosen on the page."""


class ChosenSettings:
    """The settings in use.

    config:  the configuration with everything that was chosen.
    trouble: why the last choice lasts only until the program ends; or empty.
    """

    def __init__(
        self,
        base: Config,
        keep: Keep = lambda _: None,
        values: Mapping[str, SettingValue] = NO_VALUES,
    ) -> None:
        """base: the configuration without any choice. keep: keeps the choices. values: those to
        begin with; they count once `apply` was called."""
        self.config = base
        self.trouble = Text()
        self._base = base
        self._keep = keep
        self._values = dict(values)

    def apply(self, board: Board) -> list[Text]:
        """Apply the values to begin with, for a board. Returns a line for each that cannot be used
        and is dropped."""
        troubles = []
        for key, value in list(self._values.items()):
            try:
                self.config = with_setting(self.config, key, value, board)
            except CompanionError as error:
                troubles.append(error.text)
                del self._values[key]
        return troubles

    def change(self, key: str, value: SettingValue | None, board: Board) -> None:
        """Choose a value, or for None what the configuration says, and keep it. Raises
        CompanionError if it cannot be used on this board; then nothing changes."""
        setting = find_setting(key)
        wanted = setting.of(self._base) if value is None else value
        self.config = with_setting(self.config, key, wanted, board)
        if setting.of(self.config) == setting.of(self._base):
            self._values.pop(key, None)
        else:
            self._values[key] = setting.of(self.config)
        try:
            self._keep(self._values)
            self.trouble = Text()
        except CompanionError as error:
            self.trouble = error.text

    @property
    def keys(self) -> tuple[str, ...]:
        """The settings that differ from the configuration by choice."""
        return tuple(self._values)

    def rewire(self, wired: Config) -> None:
        """Use the wiring of another configuration from now on."""
        self._base = replace(self._base, port=wired.port, strip=wired.strip)
        self.config = replace(self.config, port=wired.port, strip=wired.strip)

    @property
    def view(self) -> SettingsView:
        """What the page shows of them."""
        return SettingsView(tuple(map(self._view, SETTINGS)), self.trouble)

    def _view(self, setting: Setting) -> SettingView:
        return SettingView(
            value=setting.of(self.config), usual=setting.of(self._base), **asdict(setting)
        )
