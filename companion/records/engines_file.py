"""The file of what was chosen for external engines: `engines.json`, beside the logs.

It never has a command: only the configuration says which programs may run. A file of a later
version is left alone; a damaged one is put aside before another is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import msgspec

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.records.journal.disk import Disk
from companion.records.kept_file import KeptFile

ENGINES_VERSION = 1
"""The version of the file."""

ENGINES_NAME = "engines.json"

_LARGEST = 1 << 18  # bytes


class EnginesFileError(CompanionError, OSError):
    """The file of engines cannot be read or written."""


class EngineChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was chosen for an engine.

    Attributes:
        on: Whether it is offered.
        seconds: Its time limit for a move; None for that of the configuration.
        options: Its own options, by their names.
    """

    on: bool = True
    seconds: float | None = None
    options: dict[str, str | int | bool] = {}


EngineChoices = Mapping[str, EngineChoice]
"""The choices, by the engine's name."""


class EngineStore(Protocol):
    """Keeps the choices from one start of the program to the next."""

    def load(self) -> EngineChoices:
        """Return the choices; empty if none are kept.

        Raises:
            CompanionError: If they cannot be read.
        """

    def save(self, choices: EngineChoices) -> None:
        """Keep the choices.

        Raises:
            CompanionError: If that is impossible.
        """


class NoEngineStore:
    """Keeps nothing: the choices last until the program ends."""

    def load(self) -> EngineChoices:
        """Return no choices."""
        return {}

    def save(self, choices: EngineChoices) -> None:
        """Do nothing."""


class _Written(msgspec.Struct, frozen=True):
    version: int
    engines: dict[str, EngineChoice]


class EnginesFile:
    """The file of engines in a folder.

    Args:
        directory: The folder.
        disk: Knows where the folder's card is mounted.

    Attributes:
        path: The path of the file.
    """

    def __init__(self, directory: Path, disk: Disk | None = None) -> None:
        self.path = directory / ENGINES_NAME
        self._file = KeptFile(
            self.path,
            disk or Disk(),
            _LARGEST,
            EnginesFileError,
            Text("what is chosen for engines lasts only until the program ends"),
        )

    def load(self) -> EngineChoices:
        """Return the choices; empty without a file.

        Raises:
            EnginesFileError: If the file cannot be read, is damaged, or has another version.
        """
        damaged = Text(
            "{file} is damaged: engines are used as configured; the next change puts it aside",
            file=self.path,
        )
        written = self._file.read_json(_Written, ENGINES_VERSION, damaged)
        return {} if written is None else written.engines

    def save(self, choices: EngineChoices) -> None:
        """Replace the file atomically.

        Raises:
            EnginesFileError: If that is impossible, or a file of another version would be lost.
        """
        self._file.write_json(_Written(ENGINES_VERSION, dict(choices)))
