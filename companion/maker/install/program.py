"""The running program as a service would start it: its command, and the folders it is read from."""

from __future__ import annotations

import shlex
import stat
import sys
import sysconfig
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import companion
from companion.base.errors import CompanionError
from companion.base.text import Text

HOMES = (PurePosixPath("/home"), PurePosixPath("/root"), PurePosixPath("/run/user"))
"""Directories that are hidden from the service, except for bound paths. `ProtectHome=tmpfs` would
do the same, but systemd 252 lets anyone write there."""

_TEMPORARY = (PurePosixPath("/tmp"), PurePosixPath("/var/tmp"))  # noqa: S108 - looked for, not used
"""Directories that `PrivateTmp=` hides from the service, and that are emptied by a reboot."""


ROOT_USERS = frozenset({0})
"""The IDs of the users who may own what runs as root."""


class InstallError(CompanionError, OSError):
    """The service cannot be installed or removed here."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program.

    Attributes:
        command: The command that starts it, without arguments.
        folders: The folders that it is read from, including its Python's.
        executables: What is executed, its Python included.
    """

    command: tuple[str, ...]
    folders: tuple[Path, ...]
    executables: tuple[Path, ...] = ()

    def shell_command(self, *arguments: str) -> str:
        """Return a command line of the program, quoted for a shell."""
        return shlex.join((*self.command, *arguments))


def this_program() -> Program:
    """Return the running program."""
    script = Path(sysconfig.get_path("scripts")) / "companion"
    # A package of a distribution has a launcher elsewhere, which knows its libraries.
    launcher = Path(sys.argv[0])
    if not script.exists() and launcher.is_absolute() and launcher.name == "companion":
        script = launcher
    command = (str(script),) if script.exists() else (sys.executable, "-m", "companion")
    package = Path(companion.__file__).resolve().parent
    return Program(
        command,
        (Path(sys.prefix), Path(sys.base_prefix), package),
        tuple(dict.fromkeys((Path(command[0]), Path(sys.executable)))),
    )


def is_in_home(path: Path | PurePosixPath) -> bool:
    """Return whether a path is in a home directory, and so hidden from the service."""
    return any(path.is_relative_to(home) for home in HOMES)


def is_temporary(path: Path | PurePosixPath) -> bool:
    """Return whether a path is in a temporary directory."""
    return any(path.is_relative_to(folder) for folder in _TEMPORARY)


def bind_paths(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return the paths that must be bound into the service because they lie in home directories.

    Paths inside another one are left out.
    """
    found = sorted({path for path in paths if is_in_home(path)})
    return tuple(
        path for path in found if not any(path.is_relative_to(p) for p in found if p != path)
    )


def check_readable(folders: Iterable[Path], file: Path) -> None:
    """Check that other users can search the folders and read the file.

    The permissions of the home directory around them do not matter, because only the paths
    themselves are bound.

    Raises:
        InstallError: If another user cannot.
    """
    folders = tuple(folders)
    tops = bind_paths((*folders, file))
    for path, letters in (*((folder, "rx") for folder in folders), (file, "r")):
        _check(path, letters)
        for child, parent in zip((path, *path.parents), path.parents, strict=False):
            if child in tops:
                break
            _check(parent, "x")


def _check(path: Path, letters: str) -> None:
    wanted = sum({"r": stat.S_IROTH, "x": stat.S_IXOTH}[letter] for letter in letters)
    if path.stat().st_mode & wanted != wanted:
        raise InstallError(
            Text(
                "the service's user may not read {path}; allow it with: {command}",
                path=path,
                command=f"sudo chmod o+{letters} {shlex.quote(str(path))}",
            )
        )
