"""The contents of the installed files: the unit, the user, udev rules and a polkit rule. Text only.

The service has its own user, created by systemd-sysusers, instead of a `DynamicUser=`. That keeps
the game logs readable for everyone, and polkit can name the user even if the system does not
resolve dynamic users. The restrictions of a dynamic user are listed explicitly below.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from companion.base.text import Text
from companion.device.ports.computer import Requirements
from companion.maker.install.program import HOMES, InstallError

NAME = "board-companion"
"""The name of the unit, its user and its directory."""

UNIT = f"/etc/systemd/system/{NAME}.service"
SYSUSERS = f"/etc/sysusers.d/{NAME}.conf"
UDEV_RULES = f"/etc/udev/rules.d/99-{NAME}.rules"
POLKIT_RULE = f"/etc/polkit-1/rules.d/50-{NAME}.rules"

STATE_DIRECTORY = PurePosixPath("/var/lib", NAME)
LOG_DIRECTORY = STATE_DIRECTORY / "games"
"""Where the service logs its games, unless the configuration names another directory."""

WATCHDOG = 30
"""Seconds without a sign of life after which systemd restarts the program. A slow card can delay
the loop for a few seconds, and searching for a board on USB for five."""

_WRITTEN_BY = "by `companion install`; `companion install --remove` removes it."


@dataclass(frozen=True, slots=True)
class Service:
    """The desired service.

    Attributes:
        command: The command to run, word by word.
        bound_paths: The paths in home directories that it may read.
        write_path: A path outside its own directory that it may write to, or "".
        requirements: What its hardware requires.
        power_off: Whether it may shut down the machine.
    """

    command: tuple[str, ...]
    bound_paths: tuple[Path, ...]
    write_path: str
    requirements: Requirements
    power_off: bool


def files(service: Service) -> Mapping[str, str]:
    """Return the contents of the service's files, by path."""
    found = {UNIT: unit(service)}
    if service.requirements.rules:
        found[UDEV_RULES] = "".join(
            f"{line}\n" for line in (f"# Written {_WRITTEN_BY}", *service.requirements.rules)
        )
    if not service.requirements.root:
        found[SYSUSERS] = _users(service.requirements.groups)
        if service.power_off:
            found[POLKIT_RULE] = _polkit_rule()
    return found


CACHE = "CacheDirectory"
"""The setting of the unit that has a folder made for what Python has compiled."""


def unit(service: Service) -> str:
    """Return the unit of a service."""
    rights = service.requirements
    modules = " ".join(f"modprobe@{name}.service" for name in rights.modules)
    lines = [
        f"# Written {_WRITTEN_BY}",
        "[Unit]",
        "Description=Board companion",
        *([f"Wants={modules}", f"After={modules}"] if modules else []),
        # A permanent failure must not fill the system journal.
        "StartLimitIntervalSec=600",
        "StartLimitBurst=20",
        "",
        "[Service]",
        "Type=notify",
        f"ExecStart={' '.join(map(quoted, service.command))}",
        f"StateDirectory={NAME}",
        f"WorkingDirectory={STATE_DIRECTORY}",
        f"Environment=XDG_DATA_HOME={STATE_DIRECTORY.parent}",
        # Where it may not write beside the program, Python would compile it anew at every start,
        # which takes longer than all else until the lamps are lit.
        f"{CACHE}={NAME}",
        f"Environment=PYTHONPYCACHEPREFIX=%C/{NAME}",
        "Restart=on-failure",
        "RestartSec=5",
        f"WatchdogSec={WATCHDOG}",
        "TimeoutStopSec=20",
        f"SyslogIdentifier={NAME}",
        "",
        *_user(rights),
        "",
        "# What it may see and change.",
        "ProtectSystem=strict",
        f"TemporaryFileSystem={' '.join(f'{home}:ro' for home in HOMES)}",
        *[f"BindReadOnlyPaths={quoted(str(path))}" for path in service.bound_paths],
        *([f"ReadWritePaths={quoted('-' + service.write_path)}"] if service.write_path else []),
        "PrivateTmp=yes",
        "ProtectProc=invisible",
        "DevicePolicy=closed",
        *[f"DeviceAllow={name} rw" for name in rights.devices],
        "",
        "# What it never needs. MemoryDenyWriteExecute= is missing: Python's ctypes may want that.",
        *_NEVER,
        "",
        "[Install]",
        "WantedBy=multi-user.target",
    ]
    return "\n".join(lines) + "\n"


_NEVER = (
    "NoNewPrivileges=yes",
    "LockPersonality=yes",
    "ProtectClock=yes",
    "ProtectControlGroups=yes",
    "ProtectHostname=yes",
    "ProtectKernelLogs=yes",
    "ProtectKernelModules=yes",
    "ProtectKernelTunables=yes",
    "RemoveIPC=yes",
    "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6",
    "RestrictNamespaces=yes",
    "RestrictRealtime=yes",
    "RestrictSUIDSGID=yes",
    "SystemCallArchitectures=native",
    "SystemCallErrorNumber=EPERM",
    "SystemCallFilter=@system-service",
    "UMask=0022",
)


def _user(rights: Requirements) -> list[str]:
    if rights.root:
        return [f"# Root: {rights.root}.", "CapabilityBoundingSet=CAP_SYS_RAWIO"]
    groups = [f"SupplementaryGroups={' '.join(rights.groups)}"] if rights.groups else []
    return [f"User={NAME}", *groups, "CapabilityBoundingSet="]


def _users(groups: tuple[str, ...]) -> str:
    lines = [
        f"# Written {_WRITTEN_BY}",
        f'u {NAME} - "Board companion" {STATE_DIRECTORY}',
        *[f"g {group} -" for group in groups],
    ]
    return "\n".join(lines) + "\n"


def _polkit_rule() -> str:
    # The second action applies if anyone is logged in.
    return f"""// Written {_WRITTEN_BY}
// Somebody at the board may shut the machine down, by its menu.
polkit.addRule(function (action, subject) {{
    if (subject.user == "{NAME}" &&
        (action.id == "org.freedesktop.login1.power-off" ||
         action.id == "org.freedesktop.login1.power-off-multiple-sessions")) {{
        return polkit.Result.YES;
    }}
}});
"""


def quoted(word: str) -> str:
    """Quote a word or a path so that systemd reads it literally.

    Raises:
        InstallError: If it contains characters that some of systemd's settings cannot contain or
            interpret differently.
    """
    if not word.isprintable() or set(word) & set(_FORBIDDEN):
        raise InstallError(
            Text(
                "a unit cannot name {word!r}: choose a name without {forbidden} and newlines",
                word=word,
                forbidden=" ".join(_FORBIDDEN),
            )
        )
    escaped = word.replace("%", "%%")
    return f'"{escaped}"' if set(word) & set(" ;") else escaped


_FORBIDDEN = "'\":\\$*?["
