"""The engines in the configuration, and the levels that they add to games."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

import msgspec

from companion.base.errors import CompanionError, nearest
from companion.base.monotonic import Clock
from companion.base.text import Text
from companion.games.registry import kinds, make
from companion.opponents.external.engine_settings import EngineSettings
from companion.opponents.question import UNLIMITED, Question, SearchLimits
from companion.opponents.roster import BUILT_IN_PLAYER, ComputerPlayer, is_engine
from companion.rules import AnyGame

if TYPE_CHECKING:  # few configurations name an engine
    from companion.opponents.analysis import Analysis
    from companion.opponents.external.dialogue import LineProcess
    from companion.opponents.external.player import ExternalPlayer
    from companion.opponents.opponent import Choice

_USUAL = "fair"  # the level of the stand-in for an unknown engine


class NoSuchEngine(CompanionError, LookupError):
    """An engine is not in the configuration or is unusable. The message says why."""


def _find_program(name: str) -> str | None:
    from shutil import which

    return which(name)


def _start_process(command: Sequence[str], memory: int) -> LineProcess:
    from companion.opponents.external.process import EngineProcess

    return EngineProcess(command, memory)


class EngineRoster:
    """The engines of a configuration, and their processes.

    Args:
        engines: Their settings, by name.
        clock: Returns seconds, for deadlines.
        find: Finds a program, like `shutil.which`.
        start: Starts a program, given its command and memory limit in bytes. Raises EngineFault.

    Attributes:
        configured: The settings of all engines, by name, as they are used.
    """

    def __init__(
        self,
        engines: Mapping[str, EngineSettings],
        *,
        clock: Clock = monotonic,
        find: Callable[[str], str | None] = _find_program,
        start: Callable[[Sequence[str], int], LineProcess] = _start_process,
    ) -> None:
        self._clock = clock
        self._find = find
        self._start = start
        self._players = WeakSet["ExternalPlayer"]()
        self._levels: dict[str, tuple[str, ...]] = {}
        self._engines: dict[str, EngineSettings] = {}
        self._missing: dict[str, Text] = {}
        self._off: frozenset[str] = frozenset()
        self.configured = dict(engines)
        self.look_again()

    def look_again(self) -> None:
        """Look for the programs of all engines: one may have been installed, or removed."""
        found: dict[str, EngineSettings] = {}
        missing: dict[str, Text] = {}
        for name, settings in self.configured.items():
            program = settings.command[0]
            path = self._find(program)
            if name in self._off:
                missing[name] = Text(
                    "engine {name} is switched off: switch it on in the settings of the page, or "
                    "with `companion engines {name} --on`",
                    name=name,
                )
            elif path is None:
                missing[name] = _why_missing(name, program)
            else:
                command = (path, *settings.command[1:])
                found[name] = msgspec.structs.replace(settings, command=command)
        # Other threads read these: each is replaced as a whole.
        self._engines, self._missing, self._levels = found, missing, {}

    def adjust(self, name: str, settings: EngineSettings, *, on: bool) -> None:
        """Use other settings of an engine, for matches and analyses that begin from now on.

        Args:
            name: The engine's name.
            settings: The settings.
            on: Whether it is offered at all.
        """
        self.configured[name] = settings
        self._off = self._off - {name} if on else self._off | {name}
        self.look_again()

    @property
    def troubles(self) -> tuple[Text, ...]:
        """The reasons why some engines, or some of their games, are left out: a line for each.

        Engines that are switched off are left out on purpose.
        """
        troubles: list[Text] = []
        for name, settings in self.configured.items():
            if name in self._off:
                continue
            if name in self._missing:
                troubles.append(self._missing[name])
                continue
            troubles += [
                Text(
                    "engine {name}: there is no game {game!r}{similar}; `companion games` lists "
                    "them all",
                    name=name,
                    game=game,
                    similar=nearest(game, kinds()),
                )
                for game in settings.games
                if game not in kinds()
            ]
        return tuple(troubles)

    def is_on(self, name: str) -> bool:
        """Return whether an engine has not been switched off."""
        return name not in self._off

    def settings(self, name: str) -> EngineSettings:
        """Return the settings of an engine, even of one that cannot be used.

        Raises:
            NoSuchEngine: If it does not.
        """
        if name not in self.configured:
            raise NoSuchEngine(
                Text(
                    "the configuration names no engine {name!r}{similar}",
                    name=name,
                    similar=nearest(name, self.configured),
                )
            )
        return self.configured[name]

    def trial(self, name: str, game: AnyGame, seconds: float) -> ExternalPlayer:
        """Return an engine to be tried at its highest level, even one that is switched off.

        Args:
            name: Its name.
            game: The game that it is tried in.
            seconds: The most seconds for a move.

        Raises:
            NoSuchEngine: If the configuration names no such engine, or its program is missing.
        """
        settings = self.settings(name)
        path = self._find(settings.command[0])
        if path is None:
            raise NoSuchEngine(_why_missing(name, settings.command[0]))
        command = (path, *settings.command[1:])
        settings = settings.at(settings.level_names[-1])
        settings = msgspec.structs.replace(
            settings, command=command, seconds=min(seconds, settings.seconds)
        )
        return self._player(name, settings, game)

    @property
    def names(self) -> tuple[str, ...]:
        """The usable engines."""
        return tuple(self._engines)

    def levels(self, game: str) -> Sequence[str]:
        """Return the levels that the engines add to a game, by its name."""
        known = self._levels
        if game not in known:
            known[game] = tuple(
                f"{name}:{level}"
                for name, settings in self._engines.items()
                if _plays(settings, game)
                for level in settings.level_names
            )
        return known[game]

    def player(self, game: AnyGame, level: str) -> ComputerPlayer:
        """Return the player for a match at this level.

        It is the built-in engine, an external one or, if that no longer exists, a stand-in.
        """
        if not is_engine(level):
            return BUILT_IN_PLAYER
        try:
            return self.engine(game, level)
        except NoSuchEngine as error:
            settings = self.configured.get(level.partition(":")[0])
            return _StandIn(_USUAL if settings is None else settings.fallback, error.text)

    def engine(self, game: AnyGame, level: str) -> ExternalPlayer:
        """Return the engine of a level such as `stockfish:easy`; of a bare name, its highest level.

        Raises:
            NoSuchEngine: If the engine or the level is not in the configuration, or is unusable.
        """
        name, _, own = level.partition(":")
        settings = self._engines.get(name)
        if settings is None:
            self.settings(name)  # raises if there is none
            raise NoSuchEngine(self._missing[name])
        if own and own not in settings.level_names:
            raise NoSuchEngine(
                Text(
                    "engine {name} has no level {level!r}{similar}; choose from {levels}",
                    name=name,
                    level=own,
                    similar=nearest(own, settings.level_names),
                    levels=", ".join(settings.level_names),
                )
            )
        return self._player(name, settings.at(own or settings.level_names[-1]), game)

    def _player(self, name: str, settings: EngineSettings, game: AnyGame) -> ExternalPlayer:
        from companion.opponents.external.player import ExternalPlayer

        player = ExternalPlayer(
            name,
            settings,
            game,
            lambda: self._start(settings.command, settings.memory << 20),
            self._clock,
        )
        self._players.add(player)
        return player

    def analyst(self, game: AnyGame, level: str) -> ExternalPlayer:
        """Return the engine of a level, to rate moves of a game that it is offered for.

        Raises:
            NoSuchEngine: If the engine or the level is not in the configuration, or is unusable.
        """
        player = self.engine(game, level)
        name = level.partition(":")[0]
        if not _plays(self.configured[name], game.name):
            raise NoSuchEngine(
                Text("engine {name} does not play {game}", name=name, game=game.title)
            )
        return player

    def games(self, name: str) -> list[str]:
        """Return the names of the games that an engine plays."""
        return [game for game in kinds() if _plays(self.configured[name], game)]

    def close(self) -> None:
        """End all engines, including those just starting.

        No engine is left afterwards: every wait in `end` has a limit.
        """
        ends = [
            Thread(target=player.end, name="engine end", daemon=True)
            for player in list(self._players)
        ]
        for end in ends:
            end.start()
        for end in ends:
            end.join()


class _StandIn:
    """The built-in engine in place of an unusable one.

    Args:
        level: The unusable engine's level.
        why: The fault of the engine.
    """

    def __init__(self, level: str, why: Text) -> None:
        self._level = level
        self._trouble = Text(
            "{problem}; the computer plays on at the level {level}", problem=why, level=level
        )

    def choose(
        self, question: Question, _level: str, limits: SearchLimits = UNLIMITED, /
    ) -> Choice:
        """Choose a move with the built-in engine, and say why it plays."""
        choice = BUILT_IN_PLAYER.choose(question, self._level, limits)
        return replace(choice, trouble=self._trouble)

    def predict(
        self, question: Question, limits: SearchLimits = UNLIMITED, among: Sequence[Any] = (), /
    ) -> Analysis:
        """Rate the moves with the built-in engine."""
        return BUILT_IN_PLAYER.predict(question, limits, among)

    def close(self) -> None:
        """Do nothing: it holds no resources."""


def _plays(settings: EngineSettings, game: str) -> bool:
    """Return whether an engine plays a game."""
    from companion.opponents.external.uci import PROTOCOL

    if game not in kinds():
        return False
    played = make(game)
    if len(played.seats) < 2 or (settings.games and game not in settings.games):
        return False
    return settings.protocol != PROTOCOL or played.notation(PROTOCOL) is not None


def _why_missing(name: str, program: str) -> Text:
    """Return why a program cannot be found, and what to do."""
    from shutil import which

    if found := which(program, mode=os.F_OK):
        return Text(
            "engine {name}: {program} is not executable: run chmod +x {program}",
            name=name,
            program=shlex.quote(found),
        )
    return Text(
        "engine {name}: there is no program {program!r}; install it, or change "
        "engines.{name}.command",
        name=name,
        program=program,
    )
