"""What is written where: the unit, the user, udev's rules, the right to shut down. Texts only.

The service has a user of its own, made by systemd-sysusers, and not a `DynamicUser=`: the games'
logs then lie where everybody can read them, and polkit can name the user whether or not the
system looks up dynamic ones. What a dynamic user is kept from is written out below.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from companion.install.needs import Needs
from companion.install.program import HOMES, InstallError

NAME = "board-companion"
"""Of the unit, its user, its folder."""

UNIT = f"/etc/systemd/system/{NAME}.service"
USERS = f"/etc/sysusers.d/{NAME}.conf"
RULES = f"/etc/udev/rules.d/99-{NAME}.rules"
RIGHTS = f"/etc/polkit-1/rules.d/50-{NAME}.rules"

STATE = PurePosixPath("/var/lib", NAME)
LOGS = STATE / "games"
"""Where the service logs its games, unless the configuration names another place."""

WATCHDOG = 30
"""Seconds without a sign of life after which systemd starts the program again. A slow card can
hold the loop up for some, and looking for a board on USB for five."""

_BY = "by `companion install`; `companion install --remove` takes it away."


@dataclass(frozen=True, slots=True)
class Service:
    """A service as it is to be.

    command:   what is run, word by word.
    shown:     places in homes that it may read.
    writes:    a place beside its own that it may write to, or "".
    needs:     what its hardware wants.
    power_off: whether it may shut the machine down.
    """

    command: tuple[str, ...]
    shown: tuple[Path, ...]
    writes: str
    needs: Needs
    power_off: bool


def files(service: Service) -> Mapping[str, str]:
    """The text of each file that the service wants, by its path."""
    found = {UNIT: unit(service)}
    if service.needs.rules:
        found[RULES] = "".join(f"{line}\n" for line in (f"# Written {_BY}", *service.needs.rules))
    if not service.needs.root:
        found[USERS] = _users(service.needs.groups)
        if service.power_off:
            found[RIGHTS] = _rights()
    return found


def unit(service: Service) -> str:
    """The unit of a service."""
    wants = service.needs
    modules = " ".join(f"modprobe@{name}.service" for name in wants.modules)
    lines = [
        f"# Written {_BY}",
        "[Unit]",
        "Description=Board companion",
        *([f"Wants={modules}", f"After={modules}"] if modules else []),
        # Whatever is wrong, it does not fill the system's journal for ever.
        "StartLimitIntervalSec=600",
        "StartLimitBurst=20",
        "",
        "[Service]",
        "Type=notify",
        f"ExecStart={' '.join(map(quoted, service.command))}",
        f"StateDirectory={NAME}",
        f"WorkingDirectory={STATE}",
        f"Environment=XDG_DATA_HOME={STATE.parent}",
        "Restart=on-failure",
        "RestartSec=5",
        f"WatchdogSec={WATCHDOG}",
        "TimeoutStopSec=20",
        f"SyslogIdentifier={NAME}",
        "",
        *_user(wants),
        "",
        "# What it may see and change.",
        "ProtectSystem=strict",
        f"TemporaryFileSystem={' '.join(f'{home}:ro' for home in HOMES)}",
        *[f"BindReadOnlyPaths={quoted(str(path))}" for path in service.shown],
        *([f"ReadWritePaths={quoted('-' + service.writes)}"] if service.writes else []),
        "PrivateTmp=yes",
        "ProtectProc=invisible",
        "DevicePolicy=closed",
        *[f"DeviceAllow={name} rw" for name in wants.devices],
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


def _user(wants: Needs) -> list[str]:
    if wants.root:
        return [f"# Root: {wants.root}.", "CapabilityBoundingSet=CAP_SYS_RAWIO"]
    groups = [f"SupplementaryGroups={' '.join(wants.groups)}"] if wants.groups else []
    return [f"User={NAME}", *groups, "CapabilityBoundingSet="]


def _users(groups: tuple[str, ...]) -> str:
    lines = [
        f"# Written {_BY}",
        f'u {NAME} - "Board companion" {STATE}',
        *[f"g {group} -" for group in groups],
    ]
    return "\n".join(lines) + "\n"


def _rights() -> str:
    # With anybody logged in, the second action is asked for.
    return f"""// Written {_BY}
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
    """A word or a path of a setting, so that systemd reads it as it is; InstallError for one that
    it takes in no setting, or for something else in one of them."""
    if not word.isprintable() or set(word) & set(_TAKEN):
        raise InstallError(
            f"a unit cannot name {word!r}: choose a name without {' '.join(_TAKEN)} and newlines"
        )
    escaped = word.replace("%", "%%")
    return f'"{escaped}"' if set(word) & set(" ;") else escaped


_TAKEN = "'\":\\$"
