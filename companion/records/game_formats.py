"""The formats in which other programs write games, as far as installed packages read them.

A package declares them in the group `companion.formats`; each value is a class derived from
`GameFormat`. Files in these formats are imported like our own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from functools import cache

from companion.base import plugins
from companion.base.errors import CompanionError
from companion.base.plugins import InvalidPlugin
from companion.base.text import Text
from companion.records.journal.reader import GameLog


class GameFormat(ABC):
    """A format in which other programs write games.

    Attributes:
        name: What it is called, such as `PGN`. In lower case, it names the form of a download, and
            ends the names of files.
    """

    name: str = ""

    def writes(self, game: str) -> bool:
        """Return whether games of that name can be written in this format; by default, none can."""
        return False

    def write(self, log: GameLog) -> str:
        """Return a game in this format; it ends with a line end.

        Raises:
            CompanionError: If this game cannot be written; the message says why.
        """
        raise NotImplementedError

    @abstractmethod
    def recognises(self, data: bytes) -> bool:
        """Return whether these are the contents of a file in this format."""

    @abstractmethod
    def read(self, data: bytes) -> Iterator[GameLog | CompanionError]:
        """Yield each game of a file; for what cannot be read, an error that names its line."""


@cache
def game_formats() -> Mapping[str, GameFormat]:
    """Return the formats of all installed packages by name."""
    return plugins.load(plugins.FORMATS, lambda loaded, before, _: _accept(loaded, before))


def _accept(loaded: object, before: Mapping[str, GameFormat]) -> tuple[str, GameFormat]:
    if not (isinstance(loaded, type) and issubclass(loaded, GameFormat)):
        raise InvalidPlugin(
            Text(
                "it is {value!r}, not a format; the entry point must name a class derived from "
                "companion.records.game_formats.GameFormat",
                value=loaded,
            )
        )
    if not loaded.name or loaded.name in before:
        raise InvalidPlugin(
            Text(
                "its name {name!r} is empty or taken; give the class another `name`",
                name=loaded.name,
            )
        )
    return loaded.name, loaded()


def forms_for(game: str) -> tuple[str, ...]:
    """Return the names of the formats in which games of that name can be written."""
    return tuple(name for name, form in game_formats().items() if form.writes(game))


def written_in(log: GameLog, form: str) -> str | None:
    """Return a game in a format, given its name in lower case; None if none of them writes it."""
    for name, known in game_formats().items():
        if name.lower() == form and known.writes(log.head.game):
            return known.write(log)
    return None
