"""`companion install`: the program made a service of systemd, and no longer one."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.config import Config
from companion.install.files import LOGS, NAME, STATE, Service, files
from companion.install.needs import needs
from companion.install.program import (
    InstallError,
    Program,
    check_readable,
    hidden,
    passing,
    shown,
)
from companion.install.steps import Run, Step, command, look, take, tell, to_install, to_remove

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class System:
    """Where it is done. root: the folder below which the system's files lie. run: runs its
    commands. platform, user: what Python calls the system, and who is asking (0: root)."""

    root: Path = Path("/")
    run: Run = command
    platform: str = sys.platform
    user: int = os.geteuid()

    def check(self, again: str) -> None:
        """InstallError where nothing can be installed. again: the command to be given by root."""
        if self.platform != "linux":
            raise InstallError(
                f"a service of systemd can be had on Linux alone, and this is {self.platform}; "
                "start `companion play` by hand"
            )
        if not (self.root / "run/systemd/system").is_dir():
            raise InstallError(
                "systemd does not run here; have what starts services here run `companion play`"
            )
        if self.user != 0:
            raise InstallError(f"only root may do that: sudo {again}")


def install(
    system: System,
    program: Program,
    path: Path,
    config: Config,
    say: Say,
    *,
    power_off: bool = False,
    dry_run: bool = False,
) -> None:
    """Have systemd run the program with a configuration, now and whenever the machine starts.

    path: of the configuration, whose content is `config`. say: takes a line for each thing that is
    done. power_off: the service may shut the machine down. dry_run: only say what would be done.
    InstallError, with nothing done, where it cannot be.
    """
    path = path.resolve()
    if not dry_run:
        options = ("--power-off",) if power_off else ()
        system.check(program.line("install", "--config", str(path), *options))
    config.check(config.make_game().board)
    wants = needs(config, pio=(system.root / "dev/pio0").exists())
    places = tuple(dict.fromkeys(place.resolve() for place in program.places))
    for place in (*places, path):
        if passing(place):
            raise InstallError(
                f"{place} does not outlast a restart: have it elsewhere, as in ~/{NAME}"
            )
    check_readable(places, path)
    service = Service(
        command=(*program.command, "play", "--wait", "--config", str(path)),
        shown=shown((*places, path)),
        writes=_log_folder(config),
        needs=wants,
        power_off=power_off,
    )
    steps = to_install(files(service), wants.groups, look(system.root, system.run))
    _go(system, steps, say, dry_run=dry_run)
    if not steps:
        say(f"Nothing to change: {NAME} is installed like this, and runs.")
    for line in _remarks(service, config):
        say(line)


def remove(system: System, program: Program, say: Say, *, dry_run: bool = False) -> None:
    """Undo `install`; the games' logs stay."""
    if not dry_run:
        system.check(program.line("install", "--remove"))
    steps = to_remove(look(system.root, system.run))
    _go(system, steps, say, dry_run=dry_run)
    if not steps:
        say(f"Nothing to remove: {NAME} is not installed.")
    if (system.root / str(LOGS).lstrip("/")).exists():
        say(f"The games' logs stay in {LOGS}.")


def _go(system: System, steps: list[Step], say: Say, *, dry_run: bool) -> None:
    if dry_run:
        for step in steps:
            say(f"would {tell(step, whole=True)}")
    else:
        take(steps, system.root, system.run, say)


def _log_folder(config: Config) -> str:
    """Where the games are logged, where that is beside the service's own folder; else ""."""
    said = config.journal.directory
    path = STATE / said  # as the program takes it, which runs there
    at_home = said.startswith("~")
    if not said or (path.is_relative_to(STATE) and not at_home):
        return ""
    if at_home or hidden(path) or passing(path):
        raise InstallError(
            f"[journal] directory is {said!r}, where a service may not write; leave it out, and "
            f"the games are logged in {LOGS}"
        )
    return str(path)


def _remarks(service: Service, config: Config) -> list[str]:
    """What the owner ought to know."""
    lines = [f"How it is: systemctl status {NAME}. What it said: journalctl -u {NAME}"]
    if service.needs.root:
        lines.append(f"It runs as root: {service.needs.root}.")
    if service.writes:
        lines.append(
            f"The games are logged in {service.writes}: see to it that the user "
            f"{'root' if service.needs.root else NAME} may write there."
        )
    else:
        folder = STATE / (config.journal.directory or "games")
        lines.append(f"The games are logged in {folder}, where everybody may read them.")
    shuts_down = any("poweroff" in word for word in config.menu.shut_down)
    if shuts_down and not service.power_off and not service.needs.root:
        lines.append(
            "Shutting down at the board will be refused: [menu] shut_down wants --power-off."
        )
    if service.power_off and not shuts_down:
        lines.append(
            "Nothing at the board shuts the machine down yet: that wants [menu] shut_down = "
            '["systemctl", "poweroff"] in the configuration.'
        )
    return lines
