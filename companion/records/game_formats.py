"""The formats in which other programs write games, as far as installed packages read them.

A package declares them in the group `companion.formats`; each value is a class derived from
`GameFormat`. Files in these formats are imported like our own.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import cache
from typing import Any

from companion.base import plugins
from companion.base.errors import CompanionError
from companion.base.foreign import TRACE, Package, PackageFault, contained, value_words
from companion.base.plugins import InvalidPlugin, Loading
from companion.base.text import Text
from companion.records.journal.reader import GameLog

_log = logging.getLogger(__name__)


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
    return plugins.load(plugins.FORMATS, _accept)


def _accept(
    loaded: object, before: Mapping[str, GameFormat], loading: Loading
) -> tuple[str, GameFormat]:
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
    return loaded.name, _ForeignFormat(loaded(), loading.package)


class _ForeignFormat(GameFormat):
    """A package's format within its border: whatever its code does, it is told in one line.

    What it can do neither hides from the library what others can do, nor ends an import: a format
    that fails writes no game, recognises no file, or has no more games.
    """

    def __init__(self, form: GameFormat, package: Package) -> None:
        self.name = form.name
        self._form = form
        self._package = package
        self._logged: set[str] = set()

    def writes(self, game: str) -> bool:
        return self._answers("writes()", lambda: self._form.writes(game))

    def write(self, log: GameLog) -> str:
        with self._guard("write()"):
            return str(self._checked("write()", self._form.write(log), str))

    def recognises(self, data: bytes) -> bool:
        return self._answers("recognises()", lambda: self._form.recognises(data))

    def read(self, data: bytes) -> Iterator[GameLog | CompanionError]:
        try:
            with self._guard("read()"):
                for game in self._form.read(data):
                    yield self._checked("read()", game, GameLog, CompanionError)
        except PackageFault as fault:
            yield fault

    def _answers(self, method: str, ask: Callable[[], object]) -> bool:
        """Return whether a method answers True; if it fails, log that once."""
        try:
            with self._guard(method):
                return bool(self._checked(method, ask(), bool))
        except CompanionError as fault:
            if str(fault) not in self._logged:
                self._logged.add(str(fault))
                _log.warning("%s", fault)
            return False

    def _guard(self, method: str) -> AbstractContextManager[None]:
        def fault(problem: Text, error: BaseException) -> PackageFault:
            TRACE.debug("its traceback:", exc_info=error)
            return self._fault(problem)

        return contained(method, type(self._form).__module__, fault)

    def _checked(self, method: str, value: Any, *kinds: type) -> Any:
        if isinstance(value, kinds):
            return value
        raise self._fault(
            Text(
                "{what}; it must be {expected}",
                what=Text("{method} returned {value}", method=method, value=value_words(value)),
                expected=" / ".join(kind.__name__ for kind in kinds),
            )
        )

    def _fault(self, problem: Text) -> PackageFault:
        return PackageFault(self._package, Text("format {format!r}", format=self.name), problem)


def forms_for(game: str) -> tuple[str, ...]:
    """Return the names of the formats in which games of that name can be written."""
    return tuple(name for name, form in game_formats().items() if form.writes(game))


def written_in(log: GameLog, form: str) -> str | None:
    """Return a game in a format, given its name in lower case; None if none of them writes it."""
    for name, known in game_formats().items():
        if name.lower() == form and known.writes(log.head.game):
            return known.write(log)
    return None
