"""Checks which users could change what a service runs.

That is its configuration, its program, the program's Python, and every folder on the way to them.

A user with write access to one of these decides what the service does at the next boot. So all of
them must belong to root, or for a service with few rights to the user who installs it, and no other
user may write to them.
"""

from __future__ import annotations

import os
import shlex
import stat
from collections import deque
from collections.abc import Collection, Iterator
from pathlib import Path

from companion.base.files import os_reason
from companion.base.text import Text
from companion.maker.install.program import InstallError, Program, is_in_home

PACKAGED = (Path("/usr"),)
"""Folders that the system's packages fill. What they contain is not looked at."""

_MOST_LINKS = 40  # on the way to a file, as in Linux


def check_ownership(program: Program, config: Path, owners: Collection[int], *, root: bool) -> None:
    """Check that only `owners` could change what a service runs.

    Args:
        program: The program.
        config: The configuration file.
        owners: The user IDs that may own the files.
        root: Whether the service would run as root.

    Raises:
        InstallError: If another user could change something; the message has the command that
            repairs it.
    """
    found = dict.fromkeys(folder.resolve() for folder in program.folders)
    tops = [folder for folder in found if folder not in PACKAGED]
    for path in (config, *program.executables, *program.folders):
        for place in _way_to(path):
            if place not in tops:
                _check(place, owners, root=root, top=None)
    for folder in tops:
        for place in _inside(folder):
            _check(place, owners, root=root, top=folder)


def _way_to(path: Path) -> Iterator[Path]:
    """Yield every folder and symbolic link on the way to a path, and finally its target."""
    links = 0
    place, names = Path("/"), deque(Path(os.path.abspath(path)).parts[1:])  # noqa: PTH100
    yield place
    while names:
        name = names.popleft()
        if name == "..":
            place = place.parent
            continue
        found = place / name
        yield found
        if not found.is_symlink():
            place = found
            continue
        links += 1
        if links > _MOST_LINKS:
            raise InstallError(
                Text("{path} leads through too many symbolic links; give its real path", path=path)
            )
        target = found.readlink()
        if target.is_absolute():
            place = Path("/")
        names.extendleft(reversed([part for part in target.parts if part != "/"]))


def _inside(folder: Path) -> Iterator[Path]:
    """Yield a folder, and everything in it."""
    yield folder
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            yield Path(parent, name)


def _check(path: Path, owners: Collection[int], *, root: bool, top: Path | None) -> None:
    """Check that no other user can change a file or a folder.

    Args:
        path: The file or folder.
        owners: The user IDs that may own it.
        root: Whether the service would run as root.
        top: The folder to repair with all its contents; None for a path on the way to what is run.

    Raises:
        InstallError: If another user can change it, or it cannot be examined.
    """
    try:
        found = path.lstat()
    except OSError as error:
        raise InstallError(
            Text("{path} cannot be examined: {problem}", path=path, problem=os_reason(error))
        ) from None
    mended = f"-R {shlex.quote(str(top))}" if top is not None else shlex.quote(str(path))
    runs = Text("what root runs") if root else Text("what the service runs")
    if found.st_uid not in owners:
        why = Text(
            "{path} belongs to {owner}, who could change {what}",
            path=path,
            owner=_name(found.st_uid),
            what=runs,
        )
        if top is None and stat.S_ISDIR(found.st_mode) and is_in_home(path):
            raise InstallError(
                Text(
                    "{why}: move the program and the configuration to a folder that belongs to "
                    "root, such as /opt/board-companion, made with: sudo mkdir "
                    "/opt/board-companion",
                    why=why,
                )
            )
        deep = "-h " if stat.S_ISLNK(found.st_mode) else ""
        command = f"sudo chown {deep}root: {mended}"
        raise InstallError(Text("{why}; mend it with: {command}", why=why, command=command))
    if stat.S_ISLNK(found.st_mode):
        return  # its mode means nothing
    letters = "g" * bool(found.st_mode & stat.S_IWGRP) + "o" * bool(found.st_mode & stat.S_IWOTH)
    # In a sticky folder, such as /tmp, nobody can replace what belongs to somebody else.
    sticky = top is None and stat.S_ISDIR(found.st_mode) and found.st_mode & stat.S_ISVTX
    if letters and not sticky:
        raise InstallError(
            Text(
                "other users can write to {path}, and so could change {what}; mend it with: "
                "{command}",
                path=path,
                what=runs,
                command=f"sudo chmod {letters}-w {mended}",
            )
        )


def _name(user: int) -> Text:
    try:
        import pwd

        return Text("the user {name}", name=pwd.getpwuid(user).pw_name)
    except (ImportError, KeyError):  # Windows has no list of users
        return Text("user {number}", number=user)
