"""From the way things are to the way they are to be: the steps, and how they are taken.

`steps` decides and touches nothing, so that a dry run can tell what would be done; `take` does it.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.install.files import NAME, RIGHTS, RULES, UNIT, USERS
from companion.install.program import InstallError

_SERVICE = f"{NAME}.service"

_WHAT = {
    UNIT: "the service",
    USERS: "its user, who cannot log in",
    RULES: "the devices, for the groups that they belong to",
    RIGHTS: "the right to shut down",
}

_KINDS = [f"--subsystem-match={kind}" for kind in ("gpio", "spidev", "tty", "*-pio")]

Run = Callable[[Sequence[str]], "Ran"]


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of a command: whether it did what it should, and what it said."""

    well: bool
    said: str


@dataclass(frozen=True, slots=True)
class Write:
    """Write a file anew, or over what is there."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Delete:
    """Remove a file."""

    path: str


@dataclass(frozen=True, slots=True)
class Do:
    """Run a command."""

    words: tuple[str, ...]
    why: str


Step = Write | Delete | Do


@dataclass(frozen=True, slots=True)
class Found:
    """How things are. files: the texts of ours, by path; None for one that is not there. user:
    whether there is the service's. groups: those that there are. enabled, active: the service.
    stale: whether systemd has read another unit than the one that is there."""

    files: Mapping[str, str | None]
    user: bool
    groups: frozenset[str]
    enabled: bool
    active: bool
    stale: bool


def look(root: Path, run: Run) -> Found:
    """How things are on the system below `root`."""
    return Found(
        files={path: _read(_below(root, path)) for path in _WHAT},
        user=NAME in _names(root, "/etc/passwd"),
        groups=frozenset(_names(root, "/etc/group")),
        enabled=run(("systemctl", "is-enabled", "--quiet", _SERVICE)).well,
        active=run(("systemctl", "is-active", "--quiet", _SERVICE)).well,
        stale=run(("systemctl", "show", "--value", "-p", "NeedDaemonReload", _SERVICE)).said
        == "yes",
    )


def to_install(wanted: Mapping[str, str], groups: Sequence[str], found: Found) -> list[Step]:
    """What has to be done for these files to be in force, and the service with them; nothing when
    all is so already. groups: those that the service's user wants to be in."""
    steps: list[Step] = []

    def put(path: str) -> bool:
        if path in wanted and found.files[path] != wanted[path]:
            steps.append(Write(path, wanted[path]))
        elif path not in wanted and found.files[path] is not None:
            steps.append(Delete(path))
        else:
            return False
        return True

    put(USERS)
    missing = USERS in wanted and not (found.user and found.groups.issuperset(groups))
    if missing:
        steps.append(Do(("systemd-sysusers", USERS), f"makes the user {NAME}"))
    # The unit is written last: as long as it is not as it should be, nothing before it is taken to
    # have been done.
    ruled = put(RULES) or (RULES in wanted and found.files[UNIT] != wanted[UNIT])
    if ruled:
        steps += _rules_anew()
    put(RIGHTS)
    reread = put(UNIT) or found.stale
    if reread:
        steps.append(Do(("systemctl", "daemon-reload"), "reads the unit"))
    if not found.enabled:
        steps.append(Do(("systemctl", "enable", _SERVICE), "starts it with the machine"))
    if not found.active:
        steps.append(Do(("systemctl", "start", _SERVICE), "starts it now"))
    elif missing or ruled or reread:
        steps.append(Do(("systemctl", "restart", _SERVICE), "starts it anew"))
    return steps


def to_remove(found: Found) -> list[Step]:
    """What has to be done for nothing of it to be left but the games' logs."""
    steps: list[Step] = []
    if found.enabled or found.active:
        steps.append(Do(("systemctl", "disable", "--now", _SERVICE), "ends it"))
    steps += [Delete(path) for path, text in found.files.items() if text is not None]
    if found.files[UNIT] is not None:
        steps.append(Do(("systemctl", "daemon-reload"), "forgets the unit"))
    if found.files[RULES] is not None:
        steps += _rules_anew()
    if found.user:
        steps.append(Do(("userdel", NAME), "removes its user"))
    return steps


def _rules_anew() -> list[Step]:
    return [
        Do(("udevadm", "control", "--reload"), "reads the rules for devices"),
        Do(("udevadm", "trigger", "--action=change", *_KINDS), "keeps them for what is there"),
    ]


def tell(step: Step, *, whole: bool = False) -> str:
    """A line for a person about a step; `whole`: with the text of the file."""
    match step:
        case Write(path, text):
            body = "".join(f"\n    {line}".rstrip(" ") for line in text.splitlines())
            return f"write  {path}: {_WHAT[path]}{body if whole else ''}"
        case Delete(path):
            return f"remove {path}: {_WHAT[path]}"
        case Do(words, why):
            return f"run    {shlex.join(words)}: {why}"


def take(steps: Sequence[Step], root: Path, run: Run, say: Callable[[str], None]) -> None:
    """Take the steps, telling each; InstallError, naming the one, when it cannot be."""
    for step in steps:
        say(tell(step))
        match step:
            case Write(path, text):
                _write(_below(root, path), text)
            case Delete(path):
                _delete(_below(root, path))
            case Do(words, _):
                ran = run(words)
                if not ran.well:
                    said = " ".join(ran.said.split()) or "it says nothing"
                    more = f"; `journalctl -u {NAME} -n 20` may say more" * (_SERVICE in words)
                    raise InstallError(f"{shlex.join(words)} failed: {said}{more}")


def command(words: Sequence[str]) -> Ran:
    """Run a command of the system."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError as error:
        return Ran(False, str(error.strerror))
    return Ran(done.returncode == 0, (done.stderr or done.stdout).strip())


def _below(root: Path, path: str) -> Path:
    return root / path.lstrip("/")


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None


def _names(root: Path, path: str) -> list[str]:
    """The names in a table of users or groups."""
    text = _read(_below(root, path)) or ""
    return [line.partition(":")[0] for line in text.splitlines()]


def _write(path: Path, text: str) -> None:
    """Put a text in the place of a file, all at once."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fchmod(file.fileno(), 0o644)
                os.fsync(file.fileno())
            Path(draft).replace(path)
        except BaseException:
            Path(draft).unlink()
            raise
    except OSError as error:
        raise InstallError(f"{path} cannot be written: {error.strerror}") from None


def _delete(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise InstallError(f"{path} cannot be removed: {error.strerror}") from None
