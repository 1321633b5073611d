"""`companion setup`: sets up a Raspberry Pi for a board, and takes that back.

It carries out what `companion check` asks for: config.txt, the serial console and the groups of the
user. `pi_needs` and the two plans only decide; each change is shown before it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import ndiff
from pathlib import Path

import msgspec

from companion.base.files import os_reason, replace_file
from companion.base.json_text import InvalidJson, decode_json
from companion.base.text import Text, join_words, verbatim
from companion.config import Config
from companion.maker import MakerError
from companion.maker.advice import PINS, hardware_setup
from companion.maker.boot_files import (
    serial_consoles,
    with_consoles,
    with_settings,
    without_consoles,
    without_settings,
)
from companion.maker.install.requirements import requirements
from companion.maker.install.steps import Run, run_command

RECORD = "var/lib/board-companion-setup.json"
"""What was changed, for the way back; below the root."""

_FOLDERS = ("boot/firmware", "boot")
_OFF: Mapping[str, str] = {
    "i2c": "dtparam=i2c_arm=off",
    "uart": "enable_uart=0",
    "spi": "dtparam=spi=off",
    "i2s": "dtparam=i2s=off",
}
_OVERLAYS: Mapping[str, str] = {"1-wire": "w1-gpio", "spi1": "spi1"}


@dataclass(frozen=True, slots=True)
class PiNeeds:
    """What a board needs of a Raspberry Pi.

    Attributes:
        settings: The lines of config.txt, by the filter that they stand under.
        disabled: The overlays that are to be off.
        console: Whether the serial console has to go.
        groups: The groups of whoever runs the program.
    """

    settings: Mapping[str, tuple[str, ...]]
    disabled: tuple[str, ...]
    console: bool
    groups: tuple[str, ...]


def pi_needs(config: Config) -> PiNeeds:
    """Return what the configured board needs.

    Raises:
        InvalidWiring: If the settings are not possible.
    """
    physical = config.port.physical_board(config.make_game().board)
    config.check(physical)
    setup = hardware_setup(config.port, config.strip, physical)
    groups = requirements(config, pio=False).groups
    if not config.port.header:
        return PiNeeds({}, (), console=False, groups=groups)
    kept = setup.port.interfaces | setup.lamps.interfaces
    taken = [
        name
        for name, (_, pins, _) in PINS.items()
        if name not in kept and any(gpio in setup.users for gpio in pins)
    ]
    settings = {name: tuple(lines) for name, lines in setup.lamps.boot_settings.items()}
    off = tuple(_OFF[name] for name in taken if name in _OFF)
    settings = {**settings, "all": (*off, *settings.get("all", ()))}
    return PiNeeds(
        settings,
        tuple(_OVERLAYS[name] for name in taken if name in _OVERLAYS),
        console="console" in taken,
        groups=groups,
    )


class SetupRecord(msgspec.Struct):
    """What was changed.

    Attributes:
        consoles: The words that were taken out of cmdline.txt.
        user: The user who was added to groups.
        groups: These groups.
    """

    consoles: list[str] = []
    user: str = ""
    groups: list[str] = []


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the system.

    Attributes:
        path: The file that changes, below the root; empty for a command.
        before: Its text.
        after: Its text afterwards.
        command: The command that is run instead.
        reboot: Whether it takes effect when the Pi is restarted.
    """

    path: str = ""
    before: str = ""
    after: str = ""
    command: tuple[str, ...] = ()
    reboot: bool = False

    def lines(self) -> list[Text]:
        """Return what to show of it."""
        if self.command:
            return [Text("run {command}", command=" ".join(self.command))]
        compared = ndiff(self.before.splitlines(), self.after.splitlines())
        return [
            Text("change /{path}:", path=self.path),
            *(verbatim(f"    {line}") for line in compared if line[0] in "+-"),
        ]


@dataclass(frozen=True, slots=True)
class PiSystem:
    """The system that is set up.

    Attributes:
        root: The folder that contains its files.
        user: Whoever is to run the program; empty if nobody but the service.
        run: Runs its commands.
    """

    root: Path = Path("/")
    user: str = ""
    run: Run = field(default=run_command)

    def boot_folder(self) -> str:
        """Return the folder of config.txt, below the root.

        Raises:
            MakerError: If there is none.
        """
        for folder in _FOLDERS:
            if (self.root / folder / "config.txt").is_file():
                return folder
        raise MakerError(
            Text(
                "this is not Raspberry Pi OS: there is no {path}; on another system, set it up by "
                "hand as wiring.md says",
                path=self.root / _FOLDERS[0] / "config.txt",
            )
        )

    def read(self, path: str) -> str:
        """Return the text of a file; empty if there is none.

        Raises:
            MakerError: If it cannot be read.
        """
        try:
            return (self.root / path).read_text(encoding="utf-8")
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError) as error:
            raise MakerError(
                Text("{path} cannot be read: {problem}", path=f"/{path}", problem=_reason(error))
            ) from None

    def groups(self) -> dict[str, set[str]]:
        """Return the members of every group."""
        lines = (line.split(":") for line in self.read("etc/group").splitlines())
        return {line[0]: {*filter(None, line[3].split(","))} for line in lines if len(line) > 3}


def plan_setup(system: PiSystem, needs: PiNeeds) -> list[Change]:
    """Return the changes that are needed; none if the system is set up already.

    Raises:
        MakerError: If this is not a Raspberry Pi, or a group or the user is missing.
    """
    changes: list[Change] = []
    record = _record(system)
    if needs.settings:
        folder = system.boot_folder()
        config = f"{folder}/config.txt"
        before = system.read(config)
        after = with_settings(before, needs.settings, needs.disabled)
        changes.append(Change(config, before, after, reboot=True))
        if needs.console:
            path = f"{folder}/cmdline.txt"
            before = system.read(path)
            found = serial_consoles(before)
            if found:
                changes.append(Change(path, before, without_consoles(before), reboot=True))
                record.consoles = [*dict.fromkeys((*record.consoles, *found))]
    members = system.groups()
    if system.user:
        missing = [name for name in needs.groups if name not in members]
        if missing:
            raise MakerError(
                Text(
                    "the system has no group {groups}: update it, or use Raspberry Pi OS",
                    groups=join_words(missing),
                )
            )
        joined = [name for name in needs.groups if system.user not in members[name]]
        if joined:
            command = ("usermod", "-aG", ",".join(joined), system.user)
            changes.append(Change(command=command, reboot=True))
            record.user, record.groups = system.user, [*dict.fromkeys((*record.groups, *joined))]
    changes = [change for change in changes if change.command or change.before != change.after]
    if changes:
        old, new = system.read(RECORD), _written(record)
        if old != new:
            changes.insert(0, Change(RECORD, old, new))
    return changes


def plan_undo(system: PiSystem) -> list[Change]:
    """Return the changes that take `plan_setup` back; none if there is nothing to take back.

    Raises:
        MakerError: If a file cannot be read.
    """
    changes: list[Change] = []
    record = _record(system)
    for folder in _FOLDERS:
        config, path = f"{folder}/config.txt", f"{folder}/cmdline.txt"
        before = system.read(config)
        if before and without_settings(before) != before:
            changes.append(Change(config, before, without_settings(before), reboot=True))
        before = system.read(path)
        if before and record.consoles and with_consoles(before, record.consoles) != before:
            after = with_consoles(before, record.consoles)
            changes.append(Change(path, before, after, reboot=True))
    members = system.groups()
    changes += [
        Change(command=("gpasswd", "-d", record.user, name), reboot=True)
        for name in record.groups
        if record.user in members.get(name, ())
    ]
    old = system.read(RECORD)
    if old:
        changes.append(Change(RECORD, old, ""))
    return changes


def carry_out(system: PiSystem, changes: list[Change], say: Callable[[Text], None]) -> None:
    """Make the changes, in order.

    Raises:
        MakerError: If one fails; the message says which.
    """
    for change in changes:
        for line in change.lines()[:1]:
            say(line)
        if change.command:
            ran = system.run(change.command)
            if not ran.ok:
                raise MakerError(
                    Text(
                        "{command} failed: {said}; run the same command again when that is mended",
                        command=" ".join(change.command),
                        said=" ".join(ran.output.split()) or Text("no output"),
                    )
                )
            continue
        place = system.root / change.path
        try:
            if change.after:
                place.parent.mkdir(parents=True, exist_ok=True)
                replace_file(place, change.after.encode())
            else:
                place.unlink(missing_ok=True)
        except OSError as error:
            raise MakerError(
                Text("{path} cannot be written: {problem}", path=place, problem=_reason(error))
            ) from None


def _record(system: PiSystem) -> SetupRecord:
    text = system.read(RECORD)
    if not text:
        return SetupRecord()
    try:
        return decode_json(text.encode(), SetupRecord)
    except InvalidJson:
        raise MakerError(
            Text("/{path} is damaged: undo the setup by hand, and delete it", path=RECORD)
        ) from None


def _written(record: SetupRecord) -> str:
    return msgspec.json.format(msgspec.json.encode(record)).decode() + "\n"


def _reason(error: OSError | UnicodeDecodeError) -> str:
    return os_reason(error) if isinstance(error, OSError) else str(error)
