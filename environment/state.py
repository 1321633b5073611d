"""The state of an environment: its marker, its Python, and its complete packages."""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
import shutil
import subprocess
from dataclasses import asdict, dataclass, replace
from importlib.metadata import distributions
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
MARKER = "environment.json"
NEW_MARKER = f"{MARKER}.new"

_OLDEST_PIP = (21, 3)  # the first to install an editable project that has only a pyproject.toml


@dataclass(frozen=True, slots=True)
class Made:
    """The contents of an environment's marker.

    Attributes:
        folder: The folder in which the environment was made; its scripts work nowhere else. Empty
            if everything in it has to be removed.
        python: The version of its Python.
        project: A digest of the requirements in pyproject.toml; empty until everything is
            installed.
        extras: The extras that are installed.
    """

    folder: str
    python: str
    project: str
    extras: tuple[str, ...]

    @classmethod
    def read(cls, folder: Path) -> Made | None:
        """Return the contents of the marker in `folder`; None without a readable one."""
        try:
            data = json.loads((folder / MARKER).read_text(encoding="utf-8"))
            return cls(data["folder"], data["python"], data["project"], tuple(data["extras"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, folder: Path) -> None:
        """Replace the marker in `folder`."""
        new = folder / NEW_MARKER
        new.write_text(json.dumps(asdict(self)) + "\n", encoding="utf-8")
        new.replace(folder / MARKER)

    def covers(self, wanted: Made) -> bool:
        """Return whether everything wanted is installed."""
        return replace(self, extras=wanted.extras) == wanted and {*wanted.extras} <= {*self.extras}


@dataclass(frozen=True, slots=True)
class Interpreter:
    """The Python of an environment.

    Attributes:
        path: The executable.
        version: Its version.
        site: The folder of its packages.
    """

    path: Path
    version: str
    site: Path

    @classmethod
    def of(cls, folder: Path) -> Interpreter | None:
        """Return the Python of the environment in `folder`; None if it has none that works."""
        python = folder / "bin" / "python"
        ask = (
            "import sys, sysconfig; print(sysconfig.get_python_version(), sys.prefix, "
            "sysconfig.get_path('purelib'), sep='\\n')"
        )
        try:
            answer = subprocess.run(  # noqa: S603
                [python, "-I", "-X", "utf8", "-c", ask], capture_output=True, check=True
            )
            version, prefix, site = os.fsdecode(answer.stdout).splitlines()
        except (OSError, ValueError, subprocess.CalledProcessError):
            return None
        return cls(python, version, Path(site)) if Path(prefix) == folder else None


def was_moved(folder: Path) -> bool:
    """Return whether an environment's scripts were made for another folder."""
    script = _activate(folder)
    return bool(script) and not _names(script, folder)


def has_system_packages(folder: Path) -> bool:
    """Return whether the environment in `folder` sees the packages of the system, too."""
    try:
        settings = (folder / "pyvenv.cfg").read_text(encoding="utf-8")
    except OSError:
        return False
    return bool(re.search(r"^include-system-site-packages\s*=\s*true", settings, re.MULTILINE))


def empty(folder: Path) -> None:
    """Remove everything but the marker."""
    for path in folder.iterdir():
        if path.name == MARKER:
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def shown(path: Path) -> str:
    """Return a path as seen from the project, if it is in it."""
    return str(path.relative_to(PROJECT)) if path.is_relative_to(PROJECT) else str(path)


def forget_incomplete(site: Path) -> list[str]:
    """Hide incomplete packages from installers, so that they are installed again.

    Args:
        site: The folder of the packages.

    Returns:
        Their names.
    """
    incomplete = [info for info in site.glob("*.dist-info") if not _is_complete(info)]
    for info in incomplete:
        shutil.rmtree(info)
    return [info.stem for info in incomplete]


def _is_complete(info: Path) -> bool:
    """Return whether an installer has finished with a package, and no file was lost or cut short.

    An installer first copies a wheel's own RECORD. At last it adds what it made itself: the
    scripts, and a file INSTALLER.
    """
    try:
        with (info / "RECORD").open(encoding="utf-8", newline="") as record:
            sizes = {name: size for name, _, size in csv.reader(record)}
        for name, size in sizes.items():
            if name.endswith(".pyc"):
                continue  # Python makes it again
            there = (info.parent / name).stat().st_size
            if size and there != int(size):
                return False
    except (OSError, ValueError, csv.Error):
        return False
    return f"{info.name}/INSTALLER" in sizes


def is_usable(folder: Path, python: Interpreter) -> bool:
    """Return whether an environment has what `python -m venv` makes, and a recent pip."""
    if not _names(_activate(folder), folder):
        return False
    found = [pip.version for pip in distributions(name="pip", path=[str(python.site)])]
    return any(tuple(map(int, re.findall(r"\d+", version)[:2])) >= _OLDEST_PIP for version in found)


def _activate(folder: Path) -> str:
    """Return the script that activates an environment; empty if there is none."""
    try:
        return (folder / "bin" / "activate").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _names(script: str, folder: Path) -> bool:
    return str(folder) in script or shlex.quote(str(folder)) in script
