"""The steps from the current state of the system to the desired one.

`to_install` and `to_remove` only decide, so that a dry run can describe the steps; `apply` carries
them out.
"""

from __future__ import annotations

import errno
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.base.files import os_reason, replace_file
from companion.base.text import Text, joined
from companion.maker.install.installed_files import (
    CACHE,
    NAME,
    POLKIT_RULE,
    SYSUSERS,
    UDEV_RULES,
    UNIT,
)
from companion.maker.install.program import InstallError
from companion.maker.install.running import is_older, parse_start

_SERVICE = f"{NAME}.service"

_WHAT = {
    UNIT: Text("the service"),
    SYSUSERS: Text("its user, who cannot log in"),
    UDEV_RULES: Text("the devices, for the groups that they belong to"),
    POLKIT_RULE: Text("the right to shut down"),
}

_STARTED = ("systemctl", "show", "--value", "--timestamp=unix", "-p", "ExecMainStartTimestamp")

Run = Callable[[Sequence[str]], "CommandResult"]


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The result of a command: whether it succeeded, and its output."""

    ok: bool
    output: str


@dataclass(frozen=True, slots=True)
class WriteFile:
    """A step that creates or replaces a file."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class DeleteFile:
    """A step that removes a file."""

    path: str


@dataclass(frozen=True, slots=True)
class RunCommand:
    """A step that runs a command."""

    words: tuple[str, ...]
    why: Text


InstallStep = WriteFile | DeleteFile | RunCommand


@dataclass(frozen=True, slots=True)
class SystemState:
    """The current state of the system.

    Attributes:
        files: The contents of our files, by path; None if missing.
        user: Whether the service's user exists.
        groups: The existing groups.
        enabled: Whether the service is enabled.
        active: Whether the service is active.
        stale: Whether systemd has loaded an older version of the unit.
        started: When the running service was started, in seconds since 1970; None if unknown.
    """

    files: Mapping[str, str | None]
    user: bool
    groups: frozenset[str]
    enabled: bool
    active: bool
    stale: bool
    started: float | None = None


def read_state(root: Path, run: Run) -> SystemState:
    """Read the state of the system below `root`."""
    return SystemState(
        files={path: _read(_below(root, path)) for path in _WHAT},
        user=NAME in _names(root, "/etc/passwd"),
        groups=frozenset(_names(root, "/etc/group")),
        enabled=run(("systemctl", "is-enabled", "--quiet", _SERVICE)).ok,
        active=run(("systemctl", "is-active", "--quiet", _SERVICE)).ok,
        stale=run(("systemctl", "show", "--value", "-p", "NeedDaemonReload", _SERVICE)).output
        == "yes",
        started=parse_start(run((*_STARTED, _SERVICE)).output),
    )


def to_install(
    wanted: Mapping[str, str], groups: Sequence[str], state: SystemState, changed: float = 0.0
) -> list[InstallStep]:
    """Return the steps that put these files and the service into effect; none if already done.

    Args:
        wanted: The contents of the files, by path.
        groups: The groups that the service's user must be in.
        state: The current state.
        changed: When the program's files were last changed, in seconds since 1970.
    """
    steps: list[InstallStep] = []

    def put(path: str) -> bool:
        if path in wanted and state.files[path] != wanted[path]:
            steps.append(WriteFile(path, wanted[path]))
        elif path not in wanted and state.files[path] is not None:
            steps.append(DeleteFile(path))
        else:
            return False
        return True

    put(SYSUSERS)
    missing = SYSUSERS in wanted and not (state.user and state.groups.issuperset(groups))
    if missing:
        steps.append(
            RunCommand(("systemd-sysusers", SYSUSERS), Text("creates the user {name}", name=NAME))
        )
    # The unit is written last: as long as it is not up to date, no earlier step counts as done.
    rules = (state.files[UDEV_RULES], wanted.get(UDEV_RULES))
    ruled = put(UDEV_RULES) or (UDEV_RULES in wanted and state.files[UNIT] != wanted[UNIT])
    if ruled:
        steps += _rules_anew(*rules)
    put(POLKIT_RULE)
    reread = put(UNIT) or state.stale
    if reread:
        steps.append(RunCommand(("systemctl", "daemon-reload"), Text("reads the unit")))
    if not state.enabled:
        steps.append(RunCommand(("systemctl", "enable", _SERVICE), Text("starts it at boot")))
    if not state.active:
        steps.append(RunCommand(("systemctl", "start", _SERVICE), Text("starts it now")))
    elif is_older(state.started, changed):
        why = Text("restarts it, since the running program is older than the installed one")
        steps.append(RunCommand(("systemctl", "restart", _SERVICE), why))
    elif missing or ruled or reread:
        steps.append(RunCommand(("systemctl", "restart", _SERVICE), Text("restarts it")))
    return steps


def to_remove(state: SystemState) -> list[InstallStep]:
    """Return the steps that remove everything but the game logs."""
    steps: list[InstallStep] = []
    if state.enabled or state.active:
        steps.append(RunCommand(("systemctl", "disable", "--now", _SERVICE), Text("stops it")))
    if CACHE in (state.files[UNIT] or ""):
        clean = ("systemctl", "clean", "--what=cache", _SERVICE)
        steps.append(RunCommand(clean, Text("removes what Python has compiled")))
    steps += [DeleteFile(path) for path, text in state.files.items() if text is not None]
    if state.files[UNIT] is not None:
        steps.append(RunCommand(("systemctl", "daemon-reload"), Text("unloads the unit")))
    if state.files[UDEV_RULES] is not None:
        steps += _rules_anew(state.files[UDEV_RULES])
    if state.user:
        steps.append(RunCommand(("userdel", NAME), Text("removes its user")))
    return steps


def _rules_anew(*rules: str | None) -> list[InstallStep]:
    """Return the steps that apply rules, given before and after a change, if they have changed."""
    found = [kind for text in rules for kind in re.findall(r'SUBSYSTEM=="([^"]+)"', text or "")]
    kinds = [f"--subsystem-match={kind}" for kind in dict.fromkeys(found)]
    return [
        RunCommand(("udevadm", "control", "--reload"), Text("reloads the device rules")),
        RunCommand(
            (*("udevadm", "trigger", "--action=change"), *kinds),
            Text("applies them to existing devices"),
        ),
    ]


def describe(step: InstallStep, *, whole: bool = False) -> Text:
    """Describe a step in one line.

    Args:
        step: The step.
        whole: Whether to include the contents of the file.
    """
    match step:
        case WriteFile(path, text):
            body = "".join(f"\n    {line}".rstrip(" ") for line in text.splitlines())
            said = Text("write  {path}: {what}", path=path, what=_WHAT[path])
            return joined("", [said, body]) if whole else said
        case DeleteFile(path):
            return Text("remove {path}: {what}", path=path, what=_WHAT[path])
        case RunCommand(words, why):
            return Text("run    {command}: {why}", command=shlex.join(words), why=why)


def apply(steps: Sequence[InstallStep], root: Path, run: Run, say: Callable[[Text], None]) -> None:
    """Carry out the steps, announcing each.

    Raises:
        InstallError: If a step fails; the message names it.
    """
    for step in steps:
        say(describe(step))
        match step:
            case WriteFile(path, text):
                _write(_below(root, path), text)
            case DeleteFile(path):
                _delete(_below(root, path))
            case RunCommand(words, _):
                ran = run(words)
                if not ran.ok:
                    raise InstallError(_failure(words, " ".join(ran.output.split())))


def _failure(words: Sequence[str], output: str) -> Text:
    command, said = shlex.join(words), output or Text("no output")
    if _SERVICE not in words:
        return Text("{command} failed: {said}", command=command, said=said)
    return Text(
        "{command} failed: {said}; `{other}` may say more",
        command=command,
        said=said,
        other=f"journalctl -u {NAME} -n 20",
    )


def run_command(words: Sequence[str]) -> CommandResult:
    """Run a system command."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError as error:
        # A folder of the PATH that may not be read is called a denied permission.
        reason = error.strerror if shutil.which(words[0]) else os.strerror(errno.ENOENT)
        return CommandResult(False, str(reason))
    return CommandResult(done.returncode == 0, (done.stderr or done.stdout).strip())


def _below(root: Path, path: str) -> Path:
    return root / path.lstrip("/")


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None


def _names(root: Path, path: str) -> list[str]:
    """Return the names in a file of users or groups."""
    text = _read(_below(root, path)) or ""
    return [line.partition(":")[0] for line in text.splitlines()]


def _write(path: Path, text: str) -> None:
    """Replace a file atomically."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, text.encode(), mode=0o644)
    except OSError as error:
        raise InstallError(
            Text("{path} cannot be written: {problem}", path=path, problem=os_reason(error))
        ) from None


def _delete(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise InstallError(
            Text("{path} cannot be removed: {problem}", path=path, problem=os_reason(error))
        ) from None
