"""Decides what an environment lacks, and makes it."""

# ruff: noqa: T201 - it prints

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import sys
import sysconfig
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from environment.causes import Trouble, check_place
from environment.state import (
    MARKER,
    NEW_MARKER,
    PROJECT,
    Interpreter,
    Made,
    empty,
    forget_incomplete,
    has_system_packages,
    is_usable,
    shown,
    was_moved,
)
from environment.tools import base_python, install, make


def provide(folder: Path, extras: Sequence[str]) -> None:
    """Install the project into an environment, if it is not there.

    Args:
        folder: The environment.
        extras: The extras of pyproject.toml to install.

    Raises:
        Trouble: If that is impossible; it gives the cause and the remedy.
    """
    wanted = Made(str(folder), sysconfig.get_python_version(), requirements(PROJECT), tuple(extras))
    made = Made.read(folder)
    if made and made.covers(wanted) and Path(sys.prefix).resolve() == folder:
        return
    check_place(folder)
    lock = _lock(folder)
    made, python = Made.read(folder), Interpreter.of(folder)
    reason = why_anew(folder, made, python, wanted.python)
    if reason:
        print(f"Making {shown(folder)} anew: {reason}.", flush=True)
    elif made and made.covers(wanted):
        return
    if made and not reason:
        extras = sorted({*extras, *made.extras})
    unfinished = replace(wanted, project="", extras=tuple(extras))
    if reason or python is None:
        base, system_packages = base_python(), has_system_packages(folder)
        folder.mkdir(exist_ok=True)
        replace(unfinished, folder="").write(folder)
        empty(folder)
        unfinished.write(folder)
        python = make(base, folder, lock, system_packages=system_packages)
    else:
        unfinished.write(folder)
        forget_incomplete(python.site)
        if not is_usable(folder, python):
            system_packages = has_system_packages(folder)
            python = make(base_python(), folder, lock, system_packages=system_packages)
    install(python, folder, extras, lock)
    replace(wanted, extras=tuple(extras)).write(folder)


def requirements(project: Path) -> str:
    """Return a digest of the parts of a project's pyproject.toml that matter for its installation.

    Raises:
        Trouble: If that file is not valid.
    """
    try:
        data = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    except ValueError as error:
        raise Trouble(f"pyproject.toml: {error}") from None
    said = [data.get("build-system"), data.get("project"), data.get("tool", {}).get("hatch")]
    return hashlib.sha256(json.dumps(said, default=str).encode()).hexdigest()


def why_anew(folder: Path, made: Made | None, python: Interpreter | None, wanted: str) -> str:
    """Return why an environment has to be emptied; empty if it can stay, or if there is none.

    Args:
        folder: The environment.
        made: The contents of its marker.
        python: Its Python, if that works.
        wanted: The version of Python that is needed.

    Raises:
        Trouble: If the folder is something else.
    """
    if not folder.exists():
        return ""
    if folder.is_dir() and {path.name for path in folder.iterdir()} <= {MARKER, NEW_MARKER}:
        return ""
    if made is None and not (folder / "pyvenv.cfg").exists():
        raise Trouble(f"{folder} is not a virtual environment; move it away")
    if made and not made.folder:
        return "an earlier run did not finish"
    if python is None:
        unfinished = made is not None and not made.project
        return "an earlier run did not finish" if unfinished else "its Python does not work"
    if made and made.folder != str(folder):
        return f"it was made in {made.folder}"
    if made is None and was_moved(folder):
        return "it was made in another folder"
    if made and made.python != python.version:
        return f"it was made for Python {made.python}"
    if not python.site.is_dir():
        return "it was made for another Python"
    if python.version != wanted:
        return f"it has Python {python.version} and not {wanted}"
    return ""


def _lock(folder: Path) -> int:
    """Wait until no other run changes the environment, and keep others from doing so.

    Returns the file descriptor that has the lock.
    """
    lock = os.open(folder.parent, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print(f"Waiting for another run that changes {shown(folder)} …", flush=True)
        fcntl.flock(lock, fcntl.LOCK_EX)
    except OSError:
        pass  # a network file system without locks
    return lock
