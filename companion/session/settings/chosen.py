"""The choices made on the page, over the configuration of the program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from types import MappingProxyType

from msgspec.structs import replace

from companion.base.errors import CompanionError
from companion.base.jobs import Perform, immediately
from companion.base.text import Text
from companion.config import Config
from companion.protocol.views import SettingsView, SettingValue, SettingView
from companion.records.keeper import Keeper
from companion.rules.geometry import Board
from companion.session.settings.catalogue import SETTINGS, Setting, find_setting, with_setting

Keep = Callable[[Mapping[str, SettingValue]], None]
"""A function that keeps the values for the next start, by key.

It raises CompanionError if that is impossible.
"""

NO_VALUES: Mapping[str, SettingValue] = MappingProxyType({})
"""No values: nothing was chosen on the page."""


class ChosenSettings:
    """The settings in use.

    Args:
        base: The configuration without any choice.
        keep: Keeps the choices for the next start.
        values: The choices of earlier runs, by key; they take effect with `apply`.

    Attributes:
        config: The configuration with all choices.
        keeper: Keeps the choices.
    """

    def __init__(
        self,
        base: Config,
        keep: Keep = lambda _: None,
        values: Mapping[str, SettingValue] = NO_VALUES,
    ) -> None:
        self.config = base
        self.keeper = Keeper(keep)
        self._base = base
        self._values = dict(values)

    def apply(self, board: Board) -> list[Text]:
        """Apply the choices of earlier runs, for a board.

        Returns:
            A line for each choice that cannot be used and is dropped.
        """
        troubles = []
        for key, value in list(self._values.items()):
            try:
                self.config = with_setting(self.config, key, value, board)
            except CompanionError as error:
                troubles.append(error.text)
                del self._values[key]
        return troubles

    def change(
        self,
        key: str,
        value: SettingValue | None,
        board: Board,
        perform: Perform = immediately,
    ) -> None:
        """Choose a value and keep it.

        Args:
            key: The setting's key.
            value: The value; None for that of the configuration.
            board: The board that the value has to suit.
            perform: Performs the keeping.

        Raises:
            CompanionError: If the value cannot be used on this board; then nothing changes.
        """
        setting = find_setting(key)
        wanted = setting.of(self._base) if value is None else value
        self.config = with_setting(self.config, key, wanted, board)
        if setting.of(self.config) == setting.of(self._base):
            self._values.pop(key, None)
        else:
            self._values[key] = setting.of(self.config)
        self.keeper.keep(dict(self._values), perform)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the settings that were chosen and differ from the configuration."""
        return tuple(self._values)

    def rewire(self, wired: Config) -> None:
        """Use the wiring of another configuration from now on."""
        self._base = replace(self._base, port=wired.port, strip=wired.strip)
        self.config = replace(self.config, port=wired.port, strip=wired.strip)

    @property
    def view(self) -> SettingsView:
        """The settings as the page shows them."""
        return SettingsView(tuple(map(self._view, SETTINGS)), self.keeper.trouble)

    def _view(self, setting: Setting) -> SettingView:
        return SettingView(
            value=setting.of(self.config), usual=setting.of(self._base), **asdict(setting)
        )
