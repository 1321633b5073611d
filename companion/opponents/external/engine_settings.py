"""The `[engines]` section of the configuration: programs that can play or analyse.

They are named here and nowhere else: no request from a page can start a program.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePath
from typing import Literal

import msgspec

from companion.base.errors import CompanionError, nearest
from companion.base.text import Text
from companion.base.toml import shown

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,29}")

BEST = "best"
"""The level of an engine that defines no levels."""

SECONDS = (0.01, 600.0)
"""The range of seconds for a move."""

MEMORY = (16, 1 << 20)
"""The range of the memory limit, in megabytes."""


def _merged(
    first: Mapping[str, str | int | bool], then: Mapping[str, str | int | bool]
) -> dict[str, str | int | bool]:
    """Return options with others over them; upper and lower case do not matter in a name."""
    over = {name.lower() for name in then}
    return {**{name: value for name, value in first.items() if name.lower() not in over}, **then}


class InvalidEngine(CompanionError, ValueError):
    """An engine's settings are invalid; the message names the key and the value."""


class _Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class LevelSettings(_Section, frozen=True):
    """A level of an engine, as in `[engines.stockfish.levels.easy]`.

    Keys left out are taken from the engine's own section; `options` are merged with those there.
    """

    nodes: int | None = None
    seconds: float | None = None
    options: dict[str, str | int | bool] = {}


class EngineSettings(_Section, frozen=True):
    """An engine, as in `[engines.stockfish]`.

    Attributes:
        command: The program and its arguments, as separate words, run without a shell. The program
            is a full path, or a name on PATH.
        protocol: `json` for that of docs/engines.md, or `uci`.
        games: The names of the games that it plays; by default, all that its protocol can express.
        seconds: Its time limit for a move.
        nodes: Its node limit; 0 for none.
        memory: Its memory limit, in megabytes.
        options: Options to set in the engine, by its own names.
        fallback: The built-in level that plays on if the engine fails twice in a match.
        levels: Its levels by name, weakest first; an engine without any has one, called `best`.
    """

    command: tuple[str, ...] = ()
    protocol: Literal["json", "uci"] = "json"
    games: tuple[str, ...] = ()
    seconds: float = 5.0
    nodes: int = 0
    memory: int = 1024
    options: dict[str, str | int | bool] = {}
    fallback: str = "fair"
    levels: dict[str, LevelSettings] = {}

    @property
    def level_names(self) -> tuple[str, ...]:
        """The names of its levels, weakest first."""
        return tuple(self.levels) or (BEST,)

    def at(self, level: str) -> EngineSettings:
        """Return the settings at one of its levels."""
        if level not in self.levels:
            return self
        own = self.levels[level]
        return msgspec.structs.replace(
            self,
            seconds=self.seconds if own.seconds is None else own.seconds,
            nodes=self.nodes if own.nodes is None else own.nodes,
            options={**self.options, **own.options},
        )

    def chosen(
        self, seconds: float | None, options: Mapping[str, str | int | bool]
    ) -> EngineSettings:
        """Return the settings with what somebody has chosen for all levels.

        Args:
            seconds: The time limit for a move, at every level; None for those configured.
            options: Options of the engine. What a level sets itself stays.
        """
        levels = self.levels
        if seconds is not None:
            levels = {
                name: msgspec.structs.replace(level, seconds=None) for name, level in levels.items()
            }
        return msgspec.structs.replace(
            self,
            seconds=self.seconds if seconds is None else seconds,
            options=_merged(self.options, options),
            levels=levels,
        )

    def check(self, name: str) -> None:
        """Check the settings.

        Args:
            name: The engine's configured name.

        Raises:
            InvalidEngine: If they are invalid.
        """
        # Imported here because most configurations have no engines and need no levels.
        from companion.opponents.levels import LEVELS

        key = f"engines.{name}"
        for each in (name, *self.levels):
            if not _NAME.fullmatch(each):
                raise InvalidEngine(
                    Text(
                        "{key}: the name {name} is not possible; use at most 30 lower-case "
                        "letters, digits, '_' and '-', such as 'stockfish'",
                        key=key,
                        name=shown(each),
                    )
                )
        if name in LEVELS:
            raise InvalidEngine(
                Text(
                    "{key}: a level of the computer is called {name}; choose another name",
                    key=key,
                    name=shown(name),
                )
            )
        program = self.command[0] if self.command else ""
        if not program or (
            PurePath(program).name != program and not PurePath(program).is_absolute()
        ):
            raise InvalidEngine(
                Text(
                    "{key}.command is {value}; begin with the whole path of a program, such as "
                    "'/usr/games/stockfish', or with a name on PATH",
                    key=key,
                    value=shown(list(self.command)),
                )
            )
        if self.fallback not in LEVELS:
            raise InvalidEngine(
                Text(
                    "{key}.fallback is {value}{similar}; choose from {choices}",
                    key=key,
                    value=shown(self.fallback),
                    similar=nearest(self.fallback, LEVELS),
                    choices=", ".join(LEVELS),
                )
            )
        self._check_number(f"{key}.memory", self.memory, MEMORY)
        self._check_number(f"{key}.seconds", self.seconds, SECONDS)
        self._check_number(f"{key}.nodes", self.nodes, (0, 1 << 60))
        for level, own in self.levels.items():
            if own.seconds is not None:
                self._check_number(f"{key}.levels.{level}.seconds", own.seconds, SECONDS)
            if own.nodes is not None:
                self._check_number(f"{key}.levels.{level}.nodes", own.nodes, (0, 1 << 60))
        words: list[str] = []  # they become part of a command line
        for options in (self.options, *(own.options for own in self.levels.values())):
            words += [str(word) for pair in options.items() for word in pair]
        for word in words:
            if not word.isprintable():
                raise InvalidEngine(
                    Text(
                        "{key}: {value} has characters that cannot be printed; leave them out",
                        key=key,
                        value=shown(word),
                    )
                )

    @staticmethod
    def _check_number(key: str, value: float, limits: tuple[float, float]) -> None:
        least, most = limits
        if not least <= value <= most:
            raise InvalidEngine(
                Text(
                    "{key} is {value}; choose from {least} to {most}",
                    key=key,
                    value=shown(value),
                    least=f"{least:g}",
                    most=f"{most:g}" if most < 1e6 else most,
                )
            )
