"""This very program as a service would run it: its command, and the places it is read from."""

from __future__ import annotations

import shlex
import stat
import sys
import sysconfig
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import companion
from companion.rules import CompanionError

HOMES = (PurePosixPath("/home"), PurePosixPath("/root"), PurePosixPath("/run/user"))
"""What a service sees nothing of but what it is shown. `ProtectHome=tmpfs` would do the same, but
systemd 252 lets anybody write there."""

_PASSING = (PurePosixPath("/tmp"), PurePosixPath("/var/tmp"))  # noqa: S108 - looked for, not used
"""What `PrivateTmp=` hides from it, and a restart empties."""


class InstallError(CompanionError, OSError):
    """The program cannot be made a service here, or no longer be one."""


@dataclass(frozen=True, slots=True)
class Program:
    """command: what starts the program, without arguments. places: the folders that it is read
    from; the Python that runs it is in one of them."""

    command: tuple[str, ...]
    places: tuple[Path, ...]

    def line(self, *arguments: str) -> str:
        """A command line of it, for a shell."""
        return shlex.join((*self.command, *arguments))


def this_program() -> Program:
    """The program that is running."""
    script = Path(sysconfig.get_path("scripts")) / "companion"
    command = (str(script),) if script.exists() else (sys.executable, "-m", "companion")
    package = Path(companion.__file__).resolve().parent
    return Program(command, (Path(sys.prefix), Path(sys.base_prefix), package))


def hidden(path: Path | PurePosixPath) -> bool:
    """Whether a service that is kept out of homes would not see a path."""
    return any(path.is_relative_to(home) for home in HOMES)


def passing(path: Path | PurePosixPath) -> bool:
    """Whether a path is of the kind that does not last."""
    return any(path.is_relative_to(folder) for folder in _PASSING)


def shown(paths: Iterable[Path]) -> tuple[Path, ...]:
    """The paths that a service has to be shown all the same, because they lie in homes; none that
    lies in another one."""
    found = sorted({path for path in paths if hidden(path)})
    return tuple(
        path for path in found if not any(path.is_relative_to(p) for p in found if p != path)
    )


def check_readable(folders: Iterable[Path], file: Path) -> None:
    """InstallError when another user could not look into the folders, or read the file. The home
    around them does not matter: a service that is shown them does not see that."""
    folders = tuple(folders)
    tops = shown((*folders, file))
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
            f"the service's user may not read {path}; "
            f"sudo chmod o+{letters} {shlex.quote(str(path))} lets it"
        )
