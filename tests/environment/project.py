"""A small project with the genuine `environment/`, whose packages come from no network."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import environment
from tests.environment import wheels

VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
PYTHON = Path(sys.base_prefix, "bin", f"python{VERSION}")
"""The Python that this one's environment was made from."""

_PYPROJECT = """
[build-system]
requires = []
build-backend = "wheels"
backend-path = ["."]

[project]
name = "board_companion"
version = "1"
dependencies = ["board_companion_lamp"]

[project.optional-dependencies]
test = ["board_companion_switch"]
"""
_MODULES = 200  # in each package, so that its installation takes a while


class Outcome(NamedTuple):
    """What a run of `environment` printed, and its status."""

    status: int
    lines: list[str]
    errors: list[str]


class Project:
    """A copy of the project in `folder`, and the home of its user beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.made = folder / ".venv"
        self.home = folder.with_name("home")
        self.variables = {
            "HOME": str(self.home),
            "LC_ALL": "C.UTF-8",
            "PATH": os.environ["PATH"],
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_FIND_LINKS": str(self.home / "wheels"),
            "PIP_NO_INDEX": "1",
            "PIP_RETRIES": "0",
            "TMPDIR": str(self.home),
        }

    def set_up(self) -> Project:
        """Copy what is needed into the folder, and put the packages into the home."""
        ignored = shutil.ignore_patterns("__pycache__")
        sources = Path(environment.__file__).parent
        shutil.copytree(sources, self.folder / "environment", ignore=ignored)
        shutil.copy(wheels.__file__, self.folder)
        (self.home / "wheels").mkdir(parents=True)
        for name in ("board_companion_lamp", "board_companion_switch"):
            modules = {f"{name}/part{number}.py": "#" * 1000 for number in range(_MODULES)}
            wheels.write_wheel(self.home / "wheels", name, modules)
        self.require("")
        return self

    def require(self, keyword: str) -> None:
        """Change pyproject.toml, so that everything has to be installed again."""
        text = _PYPROJECT.replace("[project]", f'[project]\nkeywords = ["{keyword}"]')
        (self.folder / "pyproject.toml").write_text(text)

    def moved(self, folder: Path) -> Project:
        """Move the project to another folder, and return it as it is there."""
        self.folder.rename(folder)
        return Project(folder)

    def use_the_network(self) -> None:
        """Let packages come from the package index, which pip finds as it does by default."""
        del self.variables["PIP_NO_INDEX"], self.variables["PIP_FIND_LINKS"]

    @contextmanager
    def held_up(self) -> Iterator[subprocess.Popen[str]]:
        """Start a run, and hold it up while it builds the project."""
        pipe = self.folder / wheels.HOLD
        os.mkfifo(pipe)
        run = self.start("test")
        with pipe.open("w"):
            pipe.unlink()
            yield run

    def start(
        self,
        *extras: str,
        python: str | Path = PYTHON,
        prefix: Sequence[str] = (),
        user: int | None = None,
        **variables: str,
    ) -> subprocess.Popen[str]:
        """Start to make the environment as the Makefile does, in a process group of its own.

        prefix: words before the command; user: the number of another user who runs it.
        """
        return subprocess.Popen(
            [*prefix, python, "-Es", "-m", "environment", ".venv", *extras],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.folder,
            env={**self.variables, **variables},
            start_new_session=True,
            user=user,
            group=user,
            extra_groups=None if user is None else [],
            preexec_fn=_heed_interrupts,
        )

    def make(
        self,
        *extras: str,
        python: str | Path = PYTHON,
        prefix: Sequence[str] = (),
        user: int | None = None,
        **variables: str,
    ) -> Outcome:
        """Make the environment, and wait until it is there."""
        run = self.start(*extras, python=python, prefix=prefix, user=user, **variables)
        return outcome(run)

    def pip(self, *words: str, **variables: str) -> None:
        """Run the environment's pip."""
        pip = [str(self.made / "bin/python"), "-m", "pip", "--disable-pip-version-check"]
        subprocess.run([*pip, *words], check=True, env={**self.variables, **variables})

    def works(self) -> bool:
        """Whether the environment has the commands of all packages, each with the Python there, and
        the next run has nothing to do."""
        for name in ("board_companion_lamp", "board_companion_switch", "board_companion"):
            command = str(self.made / "bin" / name)
            said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
            if said != f"{name} in {self.made}\n":
                return False
        return self.make("test") == Outcome(0, [], [])


def _heed_interrupts() -> None:
    """Heed Ctrl-C, as in the foreground: shells have what runs in the background ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def outcome(run: subprocess.Popen[str]) -> Outcome:
    """Wait for the end of a run."""
    output, errors = run.communicate()
    return Outcome(run.returncode, output.splitlines(), errors.splitlines())


def refusal(made: Outcome) -> str:
    """The one line in which a run says why it failed."""
    assert made.status == 1, made
    (line,) = made.errors
    assert line.startswith("make: ")
    return line.removeprefix("make: ")
