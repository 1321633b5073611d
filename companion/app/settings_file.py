"""The file of the settings chosen on the page: `settings.toml`, beside the logs.

They are not written into the configuration: that file belongs to the builder of the board, may be
shared or read-only, and may not exist. So the order is: the defaults, then the configuration, then
this file, then the command line. To return to the configuration, delete a line, or the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.base.toml import InvalidToml, parse_toml
from companion.protocol.views import SettingValue
from companion.records.journal.disk import Disk
from companion.records.kept_file import KeptFile

SETTINGS_VERSION = 1
"""The version of the file."""

_NAME = "settings.toml"
_LARGEST = 1 << 14  # bytes
_HEAD = (
    "What was chosen on the page. It goes before the configuration; to return to that, delete a",
    "line, or this file.",
)


class SettingsFileError(CompanionError, OSError):
    """The file of settings cannot be read or written."""


class SettingsFile:
    """The settings file of a folder.

    Args:
        directory: The folder.
        disk: Knows where the folder's card is mounted.

    Attributes:
        path: The path of the file.
    """

    def __init__(self, directory: Path, disk: Disk) -> None:
        self.path = directory / _NAME
        self._file = KeptFile(
            self.path,
            disk,
            _LARGEST,
            SettingsFileError,
            Text("settings last only until the program ends"),
        )

    def load(self) -> dict[str, SettingValue]:
        """Return the values by key; none without a file.

        Raises:
            SettingsFileError: If the file cannot be read, is damaged, or has another version. The
                next `save` puts a damaged file aside.
        """
        data = self._file.read()
        if data is None:
            return {}
        try:
            table = parse_toml(data)
        except InvalidToml as error:
            self._file.refuse(
                Text(
                    "{file}: {problem}; its settings are not used",
                    file=self.path,
                    problem=error.text,
                )
            )
        version = table.pop("version", None)
        if type(version) is not int:
            self._file.refuse(
                Text("{file} says no version; its settings are not used", file=self.path)
            )
        self._file.check_version(version, SETTINGS_VERSION)
        return dict(_values(table))

    def save(self, values: Mapping[str, SettingValue]) -> None:
        """Replace the file atomically.

        Raises:
            SettingsFileError: If that is impossible, or a file of another version would be lost.
        """
        self._file.replace(_written(values).encode())


def _values(table: dict[str, Any]) -> dict[str, SettingValue]:
    found: dict[str, SettingValue] = {}
    for section, values in table.items():
        if isinstance(values, dict):
            found |= {f"{section}.{name}": value for name, value in values.items()}
        else:
            found[section] = values
    return found


def _written(values: Mapping[str, SettingValue]) -> str:
    import tomlkit  # not needed before a setting is changed, and slow to import

    document = tomlkit.document()
    for line in _HEAD:
        document.add(tomlkit.comment(line))
    document.add("version", tomlkit.item(SETTINGS_VERSION))
    for key, value in values.items():
        section, _, name = key.partition(".")
        if section not in document:
            document.add(section, tomlkit.table())
        table: Any = document[section]
        table.add(name, value)
    return tomlkit.dumps(document)
