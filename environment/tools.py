"""The tools that make an environment: venv, pip and uv.

uv installs in parallel and compiles nothing, so it needs a fifth of the time that pip needs. It
links the files from its cache: a change to one in the environment changes the cache, too. So the
installed files are checked, and if something is wrong, pip installs that package.
"""

# ruff: noqa: S603, T201 - it runs the tools, and prints

from __future__ import annotations

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from environment.causes import Trouble, no_index, no_room, of_others, unknown
from environment.state import (
    PROJECT,
    Interpreter,
    forget_incomplete,
    shown,
)

# How uv is told what pip is configured to do …
_UV_OPTIONS = {
    "index-url": "--default-index",
    "extra-index-url": "--index",
    "find-links": "--find-links",
    "constraint": "--constraints",
    "trusted-host": "--allow-insecure-host",
}
_UV_VARIABLES = {"cert": "SSL_CERT_FILE", "proxy": "ALL_PROXY"}
# … and what does not matter to it. If pip is configured in any other way, only pip is used.
_OF_PIP_ALONE = re.compile(
    "break-system-packages|cache-dir|config-file|default-timeout|disable-pip-version-check|no-cache-dir|no-color|"
    "no-input|prefer-binary|progress-bar|quiet|require-virtualenv|retries|root-user-action|timeout|"
    "user|verbose"
)

Command = list[str | Path]


class Failure(Exception):
    """A tool failed. Its argument is the whole output of the tool."""


class Stage:
    """A line that describes the present stage.

    On a terminal, it goes on with the latest line of the tools' output, and ends with the time
    that they took.

    Args:
        lock: A file descriptor that the tools inherit, so that the lock is held until they end,
            even if this program is killed.
    """

    def __init__(self, text: str, lock: int) -> None:
        self._text = text
        self._lock = lock
        self._began = time.monotonic()
        self._terminal = sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"

    def __enter__(self) -> Stage:
        if self._terminal:
            self._show("")
        else:
            print(self._text, flush=True)
        return self

    def __exit__(self, *exception: object) -> None:
        if self._terminal:
            self._show(f"{time.monotonic() - self._began:.0f} s")
            print(flush=True)

    def run(self, command: Command) -> None:
        """Run a tool in the project's folder.

        Raises:
            Failure: If the tool fails.
        """
        always = {
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PIP_NO_INPUT": "1",
            "PIP_PROGRESS_BAR": "off",
            "PIP_USER": "0",  # set on some machines, for everybody
            "PYTHONPATH": "",  # what is there would come before what the tools need
        }
        output = ""
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=[self._lock],
            cwd=PROJECT,
            env={**os.environ, **always},
            encoding="utf-8",
            errors="replace",
        ) as tool:
            for line in tool.stdout or ():
                output += line
                if self._terminal:
                    self._show(line)
        if tool.returncode != 0:
            raise Failure(output)

    def _show(self, latest: str) -> None:
        line = f"{self._text} {' '.join(latest.split())}"
        print("\r\033[K" + line[: shutil.get_terminal_size().columns - 1], end="", flush=True)


def base_python() -> Path:
    """Return the Python to make an environment with.

    Raises:
        Trouble: If it cannot make one.
    """
    version = sysconfig.get_python_version()
    base = Path(sys.base_prefix, "bin", f"python{version}")  # not that of an environment
    if not base.exists():
        base = Path(sys.executable)
    if importlib.util.find_spec("ensurepip") is None:
        debian = base.resolve() == Path("/usr/bin/python3").resolve()
        raise Trouble(
            "this Python cannot make a virtual environment; on Debian and its kin: "
            f"sudo apt install python{'3' if debian else version}-venv"
        )
    return base


def make(base: Path, folder: Path, lock: int, *, system_packages: bool) -> Interpreter:
    """Make an environment with pip, or what is missing in it.

    Args:
        base: The Python to make it with.
        folder: The environment.
        lock: The file descriptor that has the lock.
        system_packages: Whether it sees the packages of the system, too.

    Raises:
        Trouble: If that is impossible.
    """
    options = ["--system-site-packages"] if system_packages else []
    version = sysconfig.get_python_version()
    text = f"Making an environment for Python {version} in {shown(folder)} (once) …"
    with Stage(text, lock) as stage:
        _run(stage, [base, "-I", "-m", "venv", "--without-pip", *options, folder], folder)
        python = Interpreter.of(folder)
        if python is None:
            raise Trouble(
                f"the Python that {base} put into {folder} does not work; "
                "try another one: make PYTHON=/path/to/python3 ..."
            )
        # venv would do the same, but would not show what that prints.
        _run(stage, [python.path, "-I", "-m", "ensurepip", "--upgrade", "--default-pip"], folder)
    return python


def _run(stage: Stage, command: Command, folder: Path) -> None:
    """Run a tool that changes an environment.

    Raises:
        Trouble: If the tool fails.
    """
    try:
        stage.run(command)
    except Failure as failure:
        output = str(failure)
        cause = no_room(folder, output) or of_others(folder)
        tool = f"python -m {command[3]}"
        raise Trouble(cause or unknown(folder, tool, output)) from None


def install(python: Interpreter, folder: Path, extras: Sequence[str], lock: int) -> None:
    """Install the project, with uv or else with pip.

    Args:
        python: The environment's Python.
        folder: The environment.
        extras: The extras to install.
        lock: The file descriptor that has the lock.

    Raises:
        Trouble: If that is impossible.
    """
    project = f".[{','.join(extras)}]" if extras else "."
    settings = pip_settings(python.path)
    text = f"Installing board-companion{project[1:]} and what it needs (once) …"
    output = ""
    with Stage(text, lock) as stage:
        for way in ways(python.path, settings, project):
            try:
                for command in way:
                    stage.run(command)
            except Failure as failure:
                output += str(failure)
                cause = no_room(folder, str(failure)) or no_index(settings) or of_others(folder)
                if cause:
                    raise Trouble(cause) from None
            else:
                incomplete = forget_incomplete(python.site)
                if not incomplete:
                    return
                output += f"error: incomplete after its installation: {', '.join(incomplete)}\n"
    raise Trouble(unknown(folder, "pip", output))


def ways(python: Path, settings: Mapping[str, str], project: str) -> list[list[Command]]:
    """Return the commands of each way to install the project, the quickest way first."""
    pip: Command = [python, "-I", "-m", "pip", "install"]
    with_pip: list[Command] = [[*pip, "--editable", project]]
    options = ["--index-strategy", "unsafe-best-match"]  # as pip does: the newest, of any index
    variables = ["UV_SYSTEM_CERTS=1"]
    for key, value in settings.items():
        if key in _UV_OPTIONS:
            for each in value.split():
                options += [_UV_OPTIONS[key], each]
        elif key in _UV_VARIABLES:
            variables.append(f"{_UV_VARIABLES[key]}={value}")
        elif not _OF_PIP_ALONE.fullmatch(key):
            return [with_pip]
    uv: Command = ["env", *variables, python, "-I", "-m", "uv", "pip", "install"]
    with_uv: list[Command] = [
        [*pip, "--only-binary", ":all:", "uv"],
        [*uv, "--python", python, *options, "--editable", project],
    ]
    return [with_uv, with_pip]


def pip_settings(python: Path) -> dict[str, str]:
    """Return pip's settings, from its files and from environment variables."""
    command: Command = [python, "-I", "-m", "pip", "config", "list"]
    found = subprocess.run(command, capture_output=True, check=False)
    settings = {}
    for section in ("global", "install", ":env:"):  # each overrides the ones before
        for line in os.fsdecode(found.stdout).splitlines():
            key, _, value = line.partition("=")
            if key.startswith(f"{section}."):
                settings[key.removeprefix(f"{section}.")] = str(ast.literal_eval(value))
    return settings
