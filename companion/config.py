"""The configuration file: timings such as debouncing, defaults, and the sections of all rooms.

Every section belongs to the room that it configures. Every setting has a default; without a file,
the program plays Solomon on a simulated board.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, TypeGuard, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from companion.base.errors import CompanionError, nearest
from companion.base.files import os_reason, read_regular
from companion.base.text import Text, join_choices, verbatim
from companion.base.toml import InvalidToml, parse_toml, shown, unknown_choice
from companion.device.lamps.lamp_settings import LightSettings
from companion.device.ports import opening
from companion.device.ports.claims import check_claims
from companion.device.ports.lamp_route import LampRoute
from companion.device.ports.pixel_strip import SpiLamps
from companion.device.ports.port_entry import ChangedDefault, PortEntry
from companion.device.ports.port_kind import PortKind
from companion.device.ports.port_kinds import entries, find_entry, from_section, section_type
from companion.device.ports.simulated_kind import SimulatedKind
from companion.device.speech.speech_settings import SpeechSettings
from companion.games.registry import make
from companion.opponents.external.engine_settings import EngineSettings
from companion.records.journal.disk import Disk, mount_point
from companion.remote.home_assistant.home_settings import HomeAssistantSettings
from companion.remote.mqtt.broker_settings import RemoteSettings
from companion.remote.relay_settings import RelaySettings
from companion.remote.wall_settings import WallSettings
from companion.rules import AnyGame, boards
from companion.rules.clock import TimeControl
from companion.rules.geometry import Board

LARGEST_CONFIG = 1 << 16
"""Bytes of the largest configuration file; those in hardware/ have about three thousand."""


CONFIG_VERSION = 3
"""The version of the configuration, raised whenever a default of the wiring changes.

A file that names it relies on the defaults of today. One without a version may be older.
"""

_LONGEST_NAME = 40
_HOST_NAME = re.compile(rf"(?!-)[A-Za-z0-9-]{{1,{_LONGEST_NAME}}}(?<!-)")


class InvalidConfig(CompanionError, ValueError):
    """An invalid configuration file; the message names the file, the key and the value."""


_E = TypeVar("_E", bound=PortEntry)


class _Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


LONGEST_CLOCK = 100
"""Characters of the longest text of a time control, handicaps included."""


class GameSettings(_Section, frozen=True):
    """The section `[game]`: what to play by default.

    Attributes:
        name: The name of the game.
        options: The options of the game, by name.
        bag: "drawn": if a game has a bag, the program draws from it; "real": the players draw, and
            the program asks what they drew if it cannot tell.
        clock: The time control of new games, such as "fischer 5+3"; empty for none. In another
            game, handicaps of seats that it lacks are left out.
    """

    name: str = "solomon"
    options: dict[str, str | int] = {}
    bag: Literal["drawn", "real"] = "drawn"
    clock: str = ""

    def check(self) -> None:
        """Check the time control.

        Raises:
            InvalidClock: If it is not possible in the configured game.
            InvalidConfig: If it cannot be shown.
        """
        if len(self.clock) > LONGEST_CLOCK or not self.clock.isprintable():
            raise InvalidConfig(_too_long("game.clock", self.clock, LONGEST_CLOCK))
        if self.clock:
            TimeControl.parse(self.clock, make(self.name, self.options).seats)


class JournalSettings(_Section, frozen=True):
    """The section `[journal]`.

    Attributes:
        directory: Where games are logged; `~` is the home directory.
        mount: The mount point of the card that holds the directory. Nothing is written while no
            card is mounted there. Default: nothing is expected to be mounted at the start.
    """

    directory: str = ""
    mount: str = ""

    @property
    def path(self) -> Path:
        """The directory as a path; by default, the platform's directory for user data."""
        if self.directory:
            return Path(self.directory).expanduser()
        from platformdirs import user_data_path

        return user_data_path("board-companion", appauthor=False) / "games"

    @property
    def disk(self) -> Disk:
        """The disk that is written to.

        This is the card that `mount` names, or else the disk that holds the directory now.
        """
        return Disk(Path(self.mount) if self.mount else mount_point(self.path))

    def check(self) -> None:
        """Check the directory and the mount point.

        Raises:
            InvalidConfig: If one of them is not possible.
        """
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

    Attributes:
        debounce: How long a switch must hold a level for it to count; 0: no debouncing.
        settle: How long the board must be still before it is evaluated.
        patience: How long the board may match no legal move before help is shown.
        pause: The time after which a move that could continue counts as finished; 0: only when
            confirmed.
    """

    debounce: int = 10
    settle: int = 200
    patience: int = 800
    pause: int = 4000

    def check(self) -> None:
        """Check the times against `TIMING_RANGES`.

        Raises:
            InvalidConfig: If a time is out of its range.
        """
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
    """The section `[menu]`.

    Attributes:
        shut_down: The command, word by word, to run after a player chooses to shut down on the
            board and the lamps are off; without one, only the program ends.
    """

    shut_down: tuple[str, ...] = ()


class FeatureSettings(_Section, frozen=True):
    """The section `[features]`.

    Attributes:
        off: The names of features of installed packages not to use.
    """

    off: tuple[str, ...] = ()


class PageSettings(_Section, frozen=True):
    """The section `[page]`.

    Attributes:
        enabled: Whether there is a page.
        host: Its address.
        port: Its port; 0: any free port.
        code: The code that a browser must give; if empty, there is none on loopback, and on a
            network a new one is made at every start.
        name: The name under which the page is announced in a network, without `.local`; if empty,
            it is not announced.
        title: The name of the board on the page; may be empty.
        guests: Who may watch the board without playing: "code", guests with a code of their own;
            "open", whoever reaches the page; "off", nobody.
        guest_code: The guests' code; if empty, there is one where players need one, and it is a
            new one at every start.
    """

    enabled: bool = True
    host: str = "127.0.0.1"
    port: int = 8019
    code: str = ""
    name: str = "board"
    title: str = ""
    guests: Literal["code", "open", "off"] = "code"
    guest_code: str = ""

    def check(self) -> None:
        """Check the port number, the name, the title and the guests' code.

        Raises:
            InvalidConfig: If one of them is invalid.
        """
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
        if self.guest_code and _typed(self.guest_code) == _typed(self.code):
            raise InvalidConfig(
                Text("page.guest_code is page.code, so guests could play: choose another one")
            )


def _typed(code: str) -> str:
    """Return what counts of a code: its letters and digits."""
    return "".join(filter(str.isalnum, code))


class Config(_Section, frozen=True):
    """The whole configuration, by section.

    Attributes:
        version: Whose defaults the file relies on; see `CONFIG_VERSION`.
    """

    version: int = 1
    game: GameSettings = GameSettings()
    port: PortKind = SimulatedKind()
    strip: LampRoute = SpiLamps()
    lights: LightSettings = LightSettings()
    journal: JournalSettings = JournalSettings()
    timing: TimingSettings = TimingSettings()
    menu: MenuSettings = MenuSettings()
    speech: SpeechSettings = SpeechSettings()
    features: FeatureSettings = FeatureSettings()
    page: PageSettings = PageSettings()
    engines: dict[str, EngineSettings] = {}
    remote: RemoteSettings = RemoteSettings()
    home_assistant: HomeAssistantSettings = HomeAssistantSettings()
    relay: RelaySettings = RelaySettings()
    wall: WallSettings = WallSettings()

    def make_game(self) -> AnyGame:
        """Create the configured game.

        Raises:
            CompanionError: If there is no such game.
        """
        return make(self.game.name, self.game.options)

    def lights_on(self, board: Board) -> LightSettings:
        """Return the section `[lights]` for the lamps of a game's board only.

        It has that board's point names, and leaves out the idle current of the strip's other lamps.
        """
        fitting = opening.fit(self.port, self.strip, board)
        return self.lights.for_sub_board(fitting.physical, fitting.places, fitting.lamps, board)

    def warnings(self, board: Board) -> list[Text]:
        """Return a line for every default of the wiring that was another one before.

        There is none for settings that are given, nor for a file that names its version.
        """
        physical = self.port.physical_board(board)
        changes = [
            changed
            for entry in (self.port, self.port.lamps(self.strip))
            for changed in entry.changed_defaults(physical)
            if changed.version > self.version
        ]
        # A default counts only if it is used: the star has another list for lamps on PWM.
        used = {claim.place for claim in self.port.claims(self.strip, physical)} if changes else ()
        return [
            _changed_default(changed)
            for changed in changes
            if (changed.before if changed.kept else changed.now) in used
        ]

    def check(self, board: Board) -> None:
        """Check the settings against a board.

        Raises:
            CompanionError: If any setting cannot be used with this board.
        """
        fitting = opening.fit(self.port, self.strip, board)
        self.speech.check()
        if self.speech.buzzer_pin is not None:
            lamps = self.port.lamps(self.strip).claims()
            wired = self.port.claims(self.strip, fitting.physical)
            check_claims([*lamps, *wired, *self.speech.claims()])
        self.lights.check(fitting.physical, fitting.lamps)
        self.game.check()
        self.timing.check()
        self.page.check()


def load_config(path: Path) -> Config:
    """Load the configuration from a file.

    Raises:
        InvalidConfig: If it cannot be read or is invalid.
    """
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
    """Parse a configuration in TOML.

    Raises:
        InvalidConfig: If it is invalid; the message names the line or the key at fault.
    """
    try:
        table = parse_toml(text)
    except InvalidToml as error:
        raise InvalidConfig(error.text) from None
    return read_table(table)


def read_table(table: dict[str, Any]) -> Config:
    """Return the configuration that a table holds, as read from TOML.

    Raises:
        InvalidConfig: If it is invalid; the message names the key at fault.
    """
    chosen: dict[str, type[PortEntry]] = {
        "port": _chosen(table, PortKind) or SimulatedKind,
        "strip": _chosen(table, LampRoute) or SpiLamps,
    }
    types = get_type_hints(Config)
    for name, entry in chosen.items():
        types[name] = section_type(entry, _keys(table, name))
    own = {name: (entry.tag, *entry.__struct_fields__) for name, entry in chosen.items()}
    _check_keys(table, types, "", own)
    read: dict[str, Any] = {}
    where = ""
    try:
        for where, value in table.items():
            read[where] = msgspec.convert(value, types[where])
            if where in chosen:
                read[where] = from_section(chosen[where], read[where])
        version = read.get("version", 1)
        _check_version(version)
        for name in chosen:
            if name in read:
                read[name] = read[name].as_of(version)
        config = Config(**read)
        config.journal.check()
        config.remote.check()
        config.home_assistant.check()
        config.relay.check()
        config.wall.check()
        config.speech.check()
        for name, engine in config.engines.items():
            engine.check(name)
        _check_board(config.port.board)
        return config
    except msgspec.ValidationError as error:
        what, _, rest = str(error).partition(" - at `$")
        key, _, inside = f"{where}{rest}".rstrip("`").partition("[")
        if inside.startswith("..."):
            key = _key_at_fault(table, key, types)
        named: str = shown(key)[1:-1]
        value, choices = _value_at(table, key), _choices(key, types)
        if choices:
            raise InvalidConfig(unknown_choice(named, value, choices)) from None
        problem = _in_words(what, _type_at(key, types))
        raise InvalidConfig(
            Text("{key} is {value}: {problem}", key=named, value=shown(value), problem=problem)
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
    """Return a validation error in words for the author of a configuration.

    Args:
        what: The error.
        kind: The expected type, if it is known.
    """
    if get_origin(kind) in (Union, UnionType):
        kinds = [
            [verbatim(repr(value)) for value in get_args(each)] or [_KINDS[each.__name__]]
            for each in get_args(kind)
            if each is not NoneType
        ]
        return Text("write {kind}", kind=join_choices([word for words in kinds for word in words]))
    expected = re.match(r"Expected `([a-z| ]+)`(?: of length ([0-9]+))?", what)
    if expected is None:
        return verbatim(f"{what[0].lower()}{what[1:]}")
    words = join_choices([_KINDS.get(word, verbatim(word)) for word in expected[1].split(" | ")])
    if expected[2]:
        return Text("write {kind} of {number} values", kind=words, number=expected[2])
    return Text("write {kind}", kind=words)


def _too_long(key: str, value: str, longest: int) -> Text:
    return Text(
        "{key} is {value}; write at most {limit} printable characters",
        key=key,
        value=shown(value),
        limit=longest,
    )


def _changed_default(changed: ChangedDefault) -> Text:
    values = {
        "key": changed.key,
        "use": changed.use,
        "now": changed.now,
        "before": changed.before,
        "version": CONFIG_VERSION,
    }
    if changed.kept:
        return Text(
            "{key} is not given: {use} is taken to be on {before}, as in earlier versions; write "
            "version = {version} at the top of the configuration if the board is wired as in "
            "wiring.md, where it is on {now}",
            **values,
        )
    return Text(
        "{key} is not given: {use} is {now}, and was {before} in earlier versions; give {key}, or "
        "write version = {version} at the top of the configuration if the board is wired as in "
        "wiring.md",
        **values,
    )


def _check_version(version: int) -> None:
    if not 1 <= version <= CONFIG_VERSION:
        raise InvalidConfig(
            Text(
                "version is {version}; this program knows versions 1 to {known}",
                version=version,
                known=CONFIG_VERSION,
            )
        )


def _check_board(name: str) -> None:
    if name and boards.find(name) is None:
        known = boards.boards()
        raise InvalidConfig(unknown_choice("port.board", name, known))


def _keys(table: dict[str, Any], name: str) -> list[str]:
    """Return the keys of a section; empty if it is not a table."""
    found = table.get(name)
    return list(found) if isinstance(found, dict) else []


def _chosen(table: dict[str, Any], base: type[_E]) -> type[_E] | None:
    """Return the entry that a section names, or None if it names none.

    Args:
        table: The configuration.
        base: The class of all entries of that section.

    Raises:
        InvalidConfig: If there is no such entry.
    """
    if base.tag not in _keys(table, base.section):
        return None
    value = table[base.section][base.tag]
    found = find_entry(base, value) if isinstance(value, str) else None
    if found is None:
        raise InvalidConfig(unknown_choice(f"{base.section}.{base.tag}", value, entries(base)))
    return found


def _check_keys(
    table: dict[str, Any],
    types: Mapping[str, Any],
    prefix: str,
    own: Mapping[str, Iterable[str]],
) -> None:
    """Check that all keys are known.

    Args:
        table: The table to check.
        types: The type of each key.
        prefix: The dotted key of the table, with a dot at the end; empty for the whole.
        own: The keys to name for a section that accepts more.

    Raises:
        InvalidConfig: If a key is unknown; the message suggests the most similar one.
    """
    names = list(types)
    for key, value in table.items():
        if key not in names:
            named, hint = shown(prefix + key), nearest(key, names)
            if prefix:
                known = ", ".join(own.get(prefix[:-1], names))
                raise InvalidConfig(
                    Text(
                        "unknown key {key}{hint}; [{section}] takes {known}",
                        key=named,
                        hint=hint,
                        section=prefix[:-1],
                        known=known,
                    )
                )
            known = ", ".join(name for name in names if types[name] is not int)
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
            _check_keys(value, get_type_hints(kind), f"{prefix}{key}.", own)
        elif get_origin(kind) is dict and _is_section(get_args(kind)[1]):
            for name, entry in value.items():
                if isinstance(entry, dict):
                    entry_types = get_type_hints(get_args(kind)[1])
                    _check_keys(entry, entry_types, f"{prefix}{key}.{name}.", own)


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


def _key_at_fault(table: dict[str, Any], key: str, types: Mapping[str, Any]) -> str:
    """Return the key of the first value of the wrong type in a table of values of one type.

    The values may be tables themselves.
    """
    entries, (_, wanted) = _value_at(table, key), get_args(_type_at(key, types))
    for name, value in entries.items() if isinstance(entries, dict) else ():
        try:
            msgspec.convert(value, wanted)
        except msgspec.ValidationError as error:
            _, _, where = str(error).partition(" - at `$.")
            inner, _, inside = where.rstrip("`").partition("[")
            if not inner:
                return f"{key}.{name}"
            path = f"{key}.{name}.{inner}"
            return _key_at_fault(table, path, types) if inside.startswith("...") else path
    return key


def _choices(key: str, types: Mapping[str, Any]) -> list[str]:
    """Return the allowed values of a dotted key if it takes one of a few texts, or else nothing."""
    kind = _type_at(key, types)
    return [str(value) for value in get_args(kind) if value] if get_origin(kind) is Literal else []


def _type_at(key: str, types: Mapping[str, Any]) -> Any:
    """Return the type of the value at a dotted key; None if it is not fixed."""
    first, *parts = key.split(".")
    kind = types.get(first)
    for part in parts:
        if get_origin(kind) is dict:
            kind = get_args(kind)[1]
            continue
        kind = get_type_hints(kind).get(part) if isinstance(kind, type) else None
    return kind
