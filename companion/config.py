"""The configuration: one TOML file, strictly checked and immutable.

Every section belongs to the room that it configures. Every setting has a default; without a file,
the program plays Solomon on a simulated board.
"""

from __future__ import annotations

import re
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, TypeGuard, Union, get_args, get_origin, get_type_hints

import msgspec
from platformdirs import user_data_path

from companion import boards
from companion.clock import TimeControl
from companion.drivers import opening
from companion.drivers.settings import PortSettings, StripSettings
from companion.external.settings import EngineSettings
from companion.files import os_reason, read_regular
from companion.games.registry import make
from companion.geometry import Board
from companion.home.settings import HomeAssistantSettings
from companion.journal.disk import Disk, mount_point
from companion.lights.settings import LightSettings
from companion.mqtt.settings import RemoteSettings
from companion.rules import AnyGame, CompanionError
from companion.rules.errors import nearest
from companion.text import Text, verbatim
from companion.toml import InvalidToml, parse_toml, shown

LARGEST_CONFIG = 1 << 16
"""Bytes of the largest configuration file; those in hardware/ have about three thousand."""


_LONGEST_NAME = 40
_HOST_NAME = re.compile(rf"(?!-)[A-Za-z0-9-]{{1,{_LONGEST_NAME}}}(?<!-)")


class InvalidConfig(CompanionError, ValueError):
    """An invalid configuration file; the message names the file, the key and the value."""


class _Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


LONGEST_CLOCK = 100
"""Characters of the longest text of a time control, handicaps included."""


class GameSettings(_Section, frozen=True):
    """The section `[game]`: what to play by default.

    bag: "drawn": if a game has a bag, the program draws from it; "real": the players draw, and the
         program asks what they drew if it cannot tell.
    clock: the time control of new games, such as "fischer 5+3"; empty for none. In another game,
           handicaps of seats that it lacks are left out.
    """

    name: str = "solomon"
    options: dict[str, str | int] = {}
    bag: Literal["drawn", "real"] = "drawn"
    clock: str = ""

    def check(self) -> None:
        """Raise InvalidClock for a clock that makes no sense in the configured game, and
        InvalidConfig for one that cannot be shown."""
        if len(self.clock) > LONGEST_CLOCK or not self.clock.isprintable():
            raise InvalidConfig(_too_long("game.clock", self.clock, LONGEST_CLOCK))
        if self.clock:
            TimeControl.parse(self.clock, make(self.name, self.options).seats)


class JournalSettings(_Section, frozen=True):
    """The section `[journal]`.

    directory: where games are logged; `~` is the home directory.
    mount:     where the card is mounted on which the directory lies. While none is, nothing is
               written; default: nothing is expected to be mounted at the start.
    """

    directory: str = ""
    mount: str = ""

    @property
    def path(self) -> Path:
        """The directory as a path; by default, the platform's directory for user data."""
        if self.directory:
            return Path(self.directory).expanduser()
        return user_data_path("board-companion", appauthor=False) / "games"

    @property
    def disk(self) -> Disk:
        """The disk that is written to: on the card that `mount` names, or on whatever holds the
        directory now."""
        return Disk(Path(self.mount) if self.mount else mount_point(self.path))

    def check(self) -> None:
        """Raise InvalidConfig for an impossible directory or mount point."""
        try:
            self.path  # noqa: B018 - the home directory is looked up
        except RuntimeError as error:
            raise InvalidConfig(
                Text(
                    "{key} is {value}: {problem}",
                    key="journal.directory",
                    value=shown(self.directory),
                    problem=error,
                )
            ) from None
        if self.mount and not Path(self.mount).is_absolute():
            raise InvalidConfig(
                Text(
                    "journal.mount is {value}; write the whole path, such as '/mnt/card'",
                    value=shown(self.mount),
                )
            )
        if self.mount and not self.path.is_relative_to(self.mount):
            raise InvalidConfig(
                Text(
                    "journal.mount is {mount}, but journal.directory is {directory}; choose a "
                    "directory on that card",
                    mount=shown(self.mount),
                    directory=shown(self.directory),
                )
            )


TIMING_RANGES = {
    "debounce": (0, 100),
    "settle": (20, 2000),
    "patience": (100, 10_000),
    "pause": (0, 86_400_000),
}
"""The least and the most of each time in the section `[timing]`, in milliseconds."""

LONGEST_TITLE = 40
"""Characters of the longest name of a board."""


class TimingSettings(_Section, frozen=True):
    """The section `[timing]`, in milliseconds.

    debounce: how long a switch must hold a level for it to count; 0: no debouncing.
    settle:   how long the board must be still before it is evaluated.
    patience: how long the board may match no legal move before help is shown.
    pause:    after this, a move that could continue counts as finished; 0: only when confirmed.
    """

    debounce: int = 10
    settle: int = 200
    patience: int = 800
    pause: int = 4000

    def check(self) -> None:
        """Raise InvalidConfig for an unusable time."""
        for name, (least, most) in TIMING_RANGES.items():
            value = getattr(self, name)
            if not least <= value <= most:
                raise InvalidConfig(
                    Text(
                        "timing.{name} is {value} ms; choose from {least} to {most} ms",
                        name=name,
                        value=value,
                        least=least,
                        most=most,
                    )
                )


class MenuSettings(_Section, frozen=True):
    """The section `[menu]`. shut_down: the command, word by word, to run after someone chooses to
    shut down on the board and the lamps are off; without one, only the program ends."""

    shut_down: tuple[str, ...] = ()


class PageSettings(_Section, frozen=True):
    """The section `[page]`.

    enabled: whether there is a page.
    host, port: its address (port 0: any free port).
    code:    the code that a browser must give; if empty, there is none on loopback, and on a
             network a new one is made at every start.
    name:    what the page is announced as in a network, without `.local`; if empty, it is not.
    title:   what the board is called on the page; may be empty.
    """

    enabled: bool = True
    host: str = "127.0.0.1"
    port: int = 8019
    code: str = ""
    name: str = "board"
    title: str = ""

    def check(self) -> None:
        """Raise InvalidConfig for an invalid port number, name or title."""
        if self.name and not _HOST_NAME.fullmatch(self.name):
            raise InvalidConfig(
                Text(
                    "page.name is {value}; use at most {limit} letters, digits and hyphens, such "
                    "as 'board'",
                    value=shown(self.name),
                    limit=_LONGEST_NAME,
                )
            )
        if not 0 <= self.port <= 65535:
            raise InvalidConfig(Text("page.port is {port}; choose from 0 to 65535", port=self.port))
        if len(self.title) > LONGEST_TITLE or not self.title.isprintable():
            raise InvalidConfig(_too_long("page.title", self.title, LONGEST_TITLE))


class Config(_Section, frozen=True):
    """The whole configuration, by section."""

    game: GameSettings = GameSettings()
    port: PortSettings = PortSettings()
    strip: StripSettings = StripSettings()
    lights: LightSettings = LightSettings()
    journal: JournalSettings = JournalSettings()
    timing: TimingSettings = TimingSettings()
    menu: MenuSettings = MenuSettings()
    page: PageSettings = PageSettings()
    engines: dict[str, EngineSettings] = {}
    remote: RemoteSettings = RemoteSettings()
    home_assistant: HomeAssistantSettings = HomeAssistantSettings()

    def make_game(self) -> AnyGame:
        """Create the configured game. Raises CompanionError if there is no such game."""
        return make(self.game.name, self.game.options)

    def lights_on(self, board: Board) -> LightSettings:
        """Return the section `[lights]` for the lamps of a game's board only: with that board's
        point names, and without the idle current of the strip's other lamps."""
        fitting = opening.fit(self.port, self.strip, board)
        return self.lights.for_sub_board(fitting.physical, fitting.places, fitting.lamps, board)

    def check(self, board: Board) -> None:
        """Raise CompanionError for any setting that cannot be used with this board."""
        fitting = opening.fit(self.port, self.strip, board)
        self.lights.check(fitting.physical, fitting.lamps)
        self.game.check()
        self.timing.check()
        self.page.check()


def load_config(path: Path) -> Config:
    """Load the configuration from a file. Raises InvalidConfig if it cannot be read or is
    invalid."""
    try:
        data = read_regular(path, LARGEST_CONFIG)
    except OSError as error:
        raise InvalidConfig(
            Text(
                "configuration {path}: {problem}; choose a readable file",
                path=path,
                problem=os_reason(error),
            )
        ) from None
    try:
        return parse_config(data)
    except InvalidConfig as error:
        raise InvalidConfig(
            Text("configuration {path}: {problem}", path=path, problem=error.text)
        ) from None


def parse_config(text: str | bytes) -> Config:
    """Parse a configuration in TOML. Raises InvalidConfig, naming the line or the key at fault."""
    try:
        table = parse_toml(text)
    except InvalidToml as error:
        raise InvalidConfig(error.text) from None
    return read_table(table)


def read_table(table: dict[str, Any]) -> Config:
    """Return the configuration that a table holds, as read from TOML. Raises InvalidConfig, naming
    the key at fault."""
    _check_keys(table, Config, "")
    try:
        config = msgspec.convert(table, Config)
        config.journal.check()
        config.remote.check()
        config.home_assistant.check()
        for name, engine in config.engines.items():
            engine.check(name)
        _check_board(config.port.board)
        return config
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$.")
        key, _, inside = where.rstrip("`").partition("[")
        if inside.startswith("..."):
            key = _key_at_fault(table, key)
        named: str = shown(key)[1:-1] if key else Text("a value")
        value, choices = shown(_value_at(table, key)), _choices(key)
        if choices:
            raise InvalidConfig(
                Text(
                    "{key} is {value}; choose from {choices}",
                    key=named,
                    value=value,
                    choices=", ".join(choices),
                )
            ) from None
        problem = _in_words(what, _type_at(key))
        raise InvalidConfig(
            Text("{key} is {value}: {problem}", key=named, value=value, problem=problem)
        ) from None


_KINDS = {
    "object": Text("a table"),
    "array": Text("a list"),
    "str": Text("text in quotes"),
    "int": Text("a whole number"),
    "float": Text("a number"),
    "bool": Text("true or false"),
}


def _in_words(what: str, kind: object) -> Text:
    """Return a validation error in the words of a configuration's author. kind: the type wanted, if
    it is known."""
    if get_origin(kind) in (Union, UnionType):
        kinds = [
            [verbatim(repr(value)) for value in get_args(each)] or [_KINDS[each.__name__]]
            for each in get_args(kind)
            if each is not NoneType
        ]
        return Text("write {kind}", kind=_one_of([word for words in kinds for word in words]))
    expected = re.match(r"Expected `([a-z| ]+)`(?: of length ([0-9]+))?", what)
    if expected is None:
        return verbatim(f"{what[0].lower()}{what[1:]}")
    words = _one_of([_KINDS.get(word, verbatim(word)) for word in expected[1].split(" | ")])
    if expected[2]:
        return Text("write {kind} of {number} values", kind=words, number=expected[2])
    return Text("write {kind}", kind=words)


def _one_of(words: list[Text]) -> Text:
    said = words[0]
    for word in words[1:]:
        said = Text("{one} or {other}", one=said, other=word)
    return said


def _too_long(key: str, value: str, longest: int) -> Text:
    return Text(
        "{key} is {value}; write at most {limit} printable characters",
        key=key,
        value=shown(value),
        limit=longest,
    )


def _check_board(name: str) -> None:
    if name and boards.find(name) is None:
        known = boards.boards()
        raise InvalidConfig(
            Text(
                "{key} is {value}; choose from {choices}",
                key="port.board",
                value=shown(name),
                choices=", ".join(known),
            )
        )


def _check_keys(table: dict[str, Any], section: type[Any], prefix: str) -> None:
    """Raise InvalidConfig for an unknown key, suggesting the most similar one."""
    types = get_type_hints(section)
    names = [field.name for field in msgspec.structs.fields(section)]
    for key, value in table.items():
        if key not in names:
            named, hint, known = shown(prefix + key), nearest(key, names), ", ".join(names)
            if prefix:
                raise InvalidConfig(
                    Text(
                        "unknown key {key}{hint}; [{section}] takes {known}",
                        key=named,
                        hint=hint,
                        section=prefix[:-1],
                        known=known,
                    )
                )
            raise InvalidConfig(
                Text(
                    "unknown key {key}{hint}; the sections are {known}",
                    key=named,
                    hint=hint,
                    known=known,
                )
            )
        kind = types[key]
        if not isinstance(value, dict):
            continue
        if _is_section(kind):
            _check_keys(value, kind, f"{prefix}{key}.")
        elif get_origin(kind) is dict and _is_section(get_args(kind)[1]):
            for name, entry in value.items():
                if isinstance(entry, dict):
                    _check_keys(entry, get_args(kind)[1], f"{prefix}{key}.{name}.")


def _is_section(kind: object) -> TypeGuard[type[msgspec.Struct]]:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _value_at(table: dict[str, Any], key: str) -> object:
    """Return the value at a dotted key, as far as the key can be followed."""
    found: Any = table
    for part in key.split("."):
        if not isinstance(found, dict) or part not in found:
            break
        found = found[part]
    return found


def _key_at_fault(table: dict[str, Any], key: str) -> str:
    """Return the key of the first value of the wrong type in a table of values of one type, which
    may be tables themselves."""
    entries, (_, wanted) = _value_at(table, key), get_args(_type_at(key))
    for name, value in entries.items() if isinstance(entries, dict) else ():
        try:
            msgspec.convert(value, wanted)
        except msgspec.ValidationError as error:
            _, _, where = str(error).partition(" - at `$.")
            inner, _, inside = where.rstrip("`").partition("[")
            if not inner:
                return f"{key}.{name}"
            path = f"{key}.{name}.{inner}"
            return _key_at_fault(table, path) if inside.startswith("...") else path
    return key


def _choices(key: str) -> list[str]:
    """Return the allowed values of a dotted key if it takes one of a few texts, or else nothing."""
    kind = _type_at(key)
    return [str(value) for value in get_args(kind) if value] if get_origin(kind) is Literal else []


def _type_at(key: str) -> Any:
    """Return the type of the value at a dotted key; None if it is not fixed."""
    kind: Any = Config
    for part in key.split("."):
        if get_origin(kind) is dict:
            kind = get_args(kind)[1]
            continue
        kind = get_type_hints(kind).get(part) if isinstance(kind, type) else None
    return kind
