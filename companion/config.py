"""The configuration: one TOML file, read strictly, frozen from then on.

Every section belongs to the room that it configures. What is left out has its default, so that no
file at all is a simulated board with Solomon on it.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from platformdirs import user_data_path

from companion.drivers import opening
from companion.drivers.settings import PortSettings, StripSettings
from companion.games.registry import make
from companion.geometry import Board
from companion.lights.settings import LightSettings
from companion.rules import AnyGame, CompanionError
from companion.rules.errors import nearest


class InvalidConfig(CompanionError, ValueError):
    """A configuration file that cannot be used; the message names the file, key and value."""


class _Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class GameSettings(_Section, frozen=True):
    """The section `[game]`: what is played when nothing else is asked for.

    bag: "drawn", the program draws from the bag of a game that has one; "real", the players do,
         and the program asks what came out where it cannot tell.
    """

    name: str = "solomon"
    options: dict[str, str | int] = {}
    bag: Literal["drawn", "real"] = "drawn"


class JournalSettings(_Section, frozen=True):
    """The section `[journal]`. directory: where games are logged; `~` is the home directory."""

    directory: str = ""

    @property
    def path(self) -> Path:
        """The directory as a path; the platform's place for a user's data when none is named."""
        if self.directory:
            return Path(self.directory).expanduser()
        return user_data_path("board-companion", appauthor=False) / "games"

    def check(self) -> None:
        """InvalidConfig for a directory that no file system can have."""
        said = f"journal.directory is {self.directory!r}"
        if "\0" in self.directory:
            raise InvalidConfig(f"{said}: a path holds no zero bytes")
        try:
            self.path  # noqa: B018 - the home directory is looked up
        except RuntimeError as error:
            raise InvalidConfig(f"{said}: {error}") from None


class TimingSettings(_Section, frozen=True):
    """The section `[timing]`, in milliseconds.

    debounce: how long a switch must hold a level for it to count; 0: not at all.
    settle:   how long the board must hold still for it to be judged.
    patience: how long a board that nothing explains is borne before help is shown.
    pause:    after which a move that could go on counts as finished; 0: only when confirmed.
    """

    debounce: int = 10
    settle: int = 200
    patience: int = 800
    pause: int = 4000

    _RANGES = {"debounce": (0, 100), "settle": (20, 2000), "patience": (100, 10_000)}

    def check(self) -> None:
        """InvalidConfig for a time that no board can be played with."""
        for name, (least, most) in self._RANGES.items():
            value = getattr(self, name)
            if not least <= value <= most:
                raise InvalidConfig(
                    f"timing.{name} is {value} ms; choose from {least} to {most} ms"
                )
        if self.pause < 0:
            raise InvalidConfig(f"timing.pause is {self.pause} ms; choose 0 or more")


class MenuSettings(_Section, frozen=True):
    """The section `[menu]`. shut_down: the command, word by word, that is run when somebody at the
    board has chosen to shut down, once the lamps are off; none: only the program ends."""

    shut_down: tuple[str, ...] = ()


class PageSettings(_Section, frozen=True):
    """The section `[page]`. host, port: where the page listens (port 0: any that is free). code:
    what a page must know to be let in; wanted where `host` is not loopback. enabled: whether there
    is a page at all."""

    enabled: bool = True
    host: str = "127.0.0.1"
    port: int = 8019
    code: str = ""

    def check(self) -> None:
        """InvalidConfig for a port number that there is not."""
        if not 0 <= self.port <= 65535:
            raise InvalidConfig(f"page.port is {self.port}; choose from 0 to 65535")


class Config(_Section, frozen=True):
    """Everything that can be configured, by section."""

    game: GameSettings = GameSettings()
    port: PortSettings = PortSettings()
    strip: StripSettings = StripSettings()
    lights: LightSettings = LightSettings()
    journal: JournalSettings = JournalSettings()
    timing: TimingSettings = TimingSettings()
    menu: MenuSettings = MenuSettings()
    page: PageSettings = PageSettings()

    def make_game(self) -> AnyGame:
        """The game that is configured; CompanionError when there is none such."""
        return make(self.game.name, self.game.options)

    def lights_on(self, board: Board) -> LightSettings:
        """The section `[lights]` for the lamps of a game's board alone: with its names for their
        points, and without the current that other lamps of the strip draw in the dark."""
        fitting = opening.fit(self.port, self.strip, board)
        return self.lights.on_part(fitting.wood, fitting.places, fitting.lamps, board)

    def check(self, board: Board) -> None:
        """CompanionError for whatever cannot be used with this board."""
        fitting = opening.fit(self.port, self.strip, board)
        self.lights.check(fitting.wood, fitting.lamps)
        self.timing.check()
        self.page.check()


def load(path: Path) -> Config:
    """The configuration in a file; InvalidConfig when it cannot be read or used."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidConfig(
            f"configuration {path}: {error.strerror}; name a file that can be read"
        ) from None
    except UnicodeDecodeError:
        raise InvalidConfig(f"configuration {path}: it is not a text in UTF-8") from None
    try:
        return parse(text)
    except InvalidConfig as error:
        raise InvalidConfig(f"configuration {path}: {error}") from None


def parse(text: str) -> Config:
    """The configuration of a text in TOML; InvalidConfig names the key and the value at fault."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidConfig(f"it is not TOML: {error}") from None
    _known(table, Config, "")
    try:
        config = msgspec.convert(table, Config)
        config.journal.check()
        return config
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$.")
        key, _, inside = where.rstrip("`").partition("[")
        if inside.startswith("..."):
            key = _at_fault(table, key)
        said = f"{key or 'a value'} is {_value(table, key)!r}"
        choices = _choices(key)
        if choices:
            raise InvalidConfig(f"{said}; choose from {', '.join(choices)}") from None
        raise InvalidConfig(f"{said}: {what[0].lower()}{what[1:]}") from None


def _known(table: dict[str, Any], section: type[Any], prefix: str) -> None:
    """Refuse unknown keys, each with its nearest neighbour."""
    types = get_type_hints(section)
    names = [field.name for field in msgspec.structs.fields(section)]
    for key, value in table.items():
        if key not in names:
            raise InvalidConfig(
                f"unknown key {prefix + key!r}{nearest(key, names)}; "
                f"{'the sections are' if not prefix else f'[{prefix[:-1]}] takes'} "
                + ", ".join(names)
            )
        kind = types[key]
        if isinstance(value, dict) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            _known(value, kind, f"{prefix}{key}.")


def _value(table: dict[str, Any], key: str) -> object:
    """The value that stands at a dotted key, as far as it can be followed."""
    found: Any = table
    for part in key.split("."):
        if not isinstance(found, dict) or part not in found:
            break
        found = found[part]
    return found


def _at_fault(table: dict[str, Any], key: str) -> str:
    """The key, below a table of things of one kind, of the first value that is none such."""
    entries, (_, wanted) = _value(table, key), get_args(_kind(key))
    for name, value in entries.items() if isinstance(entries, dict) else ():
        try:
            msgspec.convert(value, wanted)
        except msgspec.ValidationError:
            return f"{key}.{name}"
    return key


def _choices(key: str) -> list[str]:
    """What may stand at a dotted key that takes one of a few texts; nothing for any other."""
    kind = _kind(key)
    return [str(value) for value in get_args(kind) if value] if get_origin(kind) is Literal else []


def _kind(key: str) -> Any:
    """The type of what stands at a dotted key; None where that is not fixed."""
    kind: Any = Config
    for part in key.split("."):
        kind = get_type_hints(kind).get(part) if isinstance(kind, type) else None
    return kind
