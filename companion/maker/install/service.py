"""`companion install`: installs and removes the program as a systemd service."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.base.text import Text
from companion.config import Config
from companion.maker.install.hidden import check_visible
from companion.maker.install.installed_files import (
    LOG_DIRECTORY,
    NAME,
    STATE_DIRECTORY,
    Service,
    files,
)
from companion.maker.install.ownership import PACKAGED, check_ownership
from companion.maker.install.program import (
    ROOT_USERS,
    InstallError,
    Program,
    bind_paths,
    check_readable,
    is_in_home,
    is_temporary,
)
from companion.maker.install.requirements import requirements
from companion.maker.install.running import newest_change
from companion.maker.install.steps import (
    InstallStep,
    Run,
    apply,
    describe,
    read_state,
    run_command,
    to_install,
    to_remove,
)

Output = Callable[[Text], None]


def _user() -> int:
    """Return the current user's ID; 0 on Windows, which has none."""
    return os.geteuid() if hasattr(os, "geteuid") else 0


def _caller() -> int:
    """Return the ID of the user who called sudo, or else the current user's."""
    said = os.environ.get("SUDO_UID", "")
    return int(said) if _user() == 0 and said.isdecimal() else _user()


@dataclass(frozen=True, slots=True)
class System:
    """The system to install on.

    Attributes:
        root: The folder that contains its files.
        run: Runs its commands.
        platform: Python's name for it.
        user: The current user's ID (0: root).
        caller: The ID of the user who installs, even if by sudo.
    """

    root: Path = Path("/")
    run: Run = run_command
    platform: str = sys.platform
    user: int = field(default_factory=_user)
    caller: int = field(default_factory=_caller)

    def service_user(self) -> set[int]:
        """Return the ID of the service's user; empty if there is none."""
        try:
            text = (self.root / "etc/passwd").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return set()
        users = (line.split(":") for line in text.splitlines() if line.startswith(f"{NAME}:"))
        return {int(fields[2]) for fields in users if len(fields) > 2 and fields[2].isdecimal()}

    def check(self, again: str) -> None:
        """Check that the service can be installed or removed.

        Args:
            again: The command to repeat as root.

        Raises:
            InstallError: If it cannot.
        """
        if self.platform != "linux":
            raise InstallError(
                Text(
                    "systemd services exist only on Linux, and this is {platform}; start "
                    "`companion play` by hand",
                    platform=self.platform,
                )
            )
        if not (self.root / "run/systemd/system").is_dir():
            raise InstallError(
                Text(
                    "systemd is not running; let this system's service manager run `companion play`"
                )
            )
        if self.user != 0:
            raise InstallError(Text("this needs root: {command}", command=f"sudo {again}"))


def install(
    system: System,
    program: Program,
    path: Path,
    config: Config,
    say: Output,
    *,
    power_off: bool = False,
    dry_run: bool = False,
) -> None:
    """Let systemd run the program with a configuration, now and at every boot.

    Args:
        system: The system.
        program: The program.
        path: The configuration file.
        config: The content of that file.
        say: Called with a line for each step.
        power_off: Whether the service may shut down the machine.
        dry_run: Whether only to say what would be done.

    Raises:
        InstallError: If it is not possible; nothing has been changed then.
    """
    given, path = path, path.resolve()
    if not dry_run:
        options = ("--power-off",) if power_off else ()
        system.check(program.shell_command("install", "--config", str(path), *options))
    config.check(config.make_game().board)
    rights = requirements(config, pio=(system.root / "dev/pio0").exists())
    folders = tuple(dict.fromkeys(place.resolve() for place in program.folders))
    for place in (*folders, path):
        if is_temporary(place):
            raise InstallError(
                Text(
                    "{place} does not survive a reboot: move it elsewhere, for example to {home}",
                    place=place,
                    home=f"~/{NAME}",
                )
            )
    check_readable(folders, path)
    if hasattr(os, "geteuid"):  # Windows has no owners
        others = set() if rights.root else {system.caller, *system.service_user()}
        check_ownership(program, given, ROOT_USERS | others, root=bool(rights.root))
    log_path, bound = _log_path(config), bind_paths((*folders, path))
    check_visible(config, bound)
    service = Service(
        command=(*program.command, "play", "--wait", "--config", str(path)),
        bound_paths=bound,
        write_path=log_path,
        requirements=rights,
        power_off=power_off,
    )
    own = [folder for folder in folders if folder not in PACKAGED]
    steps = to_install(
        files(service),
        rights.groups,
        read_state(system.root, system.run),
        newest_change(own),
    )
    _run_steps(system, steps, say, dry_run=dry_run)
    if not steps:
        say(Text("Nothing to change: {name} is installed like this and running.", name=NAME))
    for line in _notes(service, config):
        say(line)


def remove(system: System, program: Program, say: Output, *, dry_run: bool = False) -> None:
    """Undo `install`; the game logs are kept."""
    if not dry_run:
        system.check(program.shell_command("install", "--remove"))
    steps = to_remove(read_state(system.root, system.run))
    _run_steps(system, steps, say, dry_run=dry_run)
    if not steps:
        say(Text("Nothing to remove: {name} is not installed.", name=NAME))
    if (system.root / str(LOG_DIRECTORY).lstrip("/")).exists():
        say(Text("The game logs are kept in {folder}.", folder=LOG_DIRECTORY))


def _run_steps(system: System, steps: list[InstallStep], say: Output, *, dry_run: bool) -> None:
    if dry_run:
        for step in steps:
            say(Text("would {step}", step=describe(step, whole=True)))
    else:
        apply(steps, system.root, system.run, say)


def _log_path(config: Config) -> str:
    """Return the path of the game logs if outside the service's own directory, or else ""."""
    said = config.journal.directory
    path = STATE_DIRECTORY / said  # relative to the program's working directory
    at_home = said.startswith("~")
    if not said or (path.is_relative_to(STATE_DIRECTORY) and not at_home):
        return ""
    if at_home or is_in_home(path) or is_temporary(path):
        raise InstallError(
            Text(
                "[journal] directory is {directory!r}, where a service may not write; leave it out "
                "to log the games in {folder}",
                directory=said,
                folder=LOG_DIRECTORY,
            )
        )
    return str(path)


def _notes(service: Service, config: Config) -> list[Text]:
    """Return notes for the owner."""
    lines = [
        Text("Status: systemctl status {name}. Messages: journalctl -u {name}", name=NAME),
    ]
    if service.requirements.root:
        lines.append(Text("It runs as root: {why}.", why=service.requirements.root))
    if service.write_path:
        lines.append(
            Text(
                "The games are logged in {folder}: make sure that the user {user} may write there.",
                folder=service.write_path,
                user="root" if service.requirements.root else NAME,
            )
        )
    else:
        folder = STATE_DIRECTORY / (config.journal.directory or "games")
        lines.append(
            Text("The games are logged in {folder}, where everyone may read them.", folder=folder)
        )
    shuts_down = any("poweroff" in word for word in config.menu.shut_down)
    if shuts_down and not service.power_off and not service.requirements.root:
        lines.append(
            Text(
                "Shutting down from the board will be refused: [menu] shut_down needs --power-off."
            )
        )
    if service.power_off and not shuts_down:
        lines.append(
            Text(
                "Nothing on the board shuts the machine down yet: that needs [menu] shut_down = "
                '["systemctl", "poweroff"] in the configuration.'
            )
        )
    return lines
