"""What is tried on a machine."""

from __future__ import annotations

import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from time import monotonic
from typing import IO
from urllib.parse import urlsplit

from websockets.sync.client import connect
from websockets.typing import Origin

from companion import __version__
from tests.bare.system import Machine
from tests.bare.variants import Variant
from tests.scripted_game import GAME, play

ROOT = Path(__file__).parents[2]

LIMIT = 1500
"""Seconds that one command may take."""

STOP_WITHIN = 60
"""Seconds in which Ctrl-C ends the program. On an idle machine it takes less than one."""

SHOWN = 60
"""Lines to show of how a test failed, since its log may be gone with the machine."""

_ADDRESS = re.compile(r"http://\S+")
_PYTEST = re.compile(r"^=*\s*((?:\d+ \w+, )*\d+ (?:passed|failed)\b.*) in [\d.]+s", re.MULTILINE)
_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
_BLOCK = re.compile(r"(?:^    .*\n)+", re.MULTILINE)
_REFUSAL = "externally-managed-environment"
_PI = "aarch64-manylinux_2_34"  # both systems of a Pi have a later libc
_DEBIAN_NAMES = {"x86_64": "amd64", "aarch64": "arm64"}
_CONFIG = "/etc/board-companion/board.toml"
_TOOLS = ("hypothesis", "pytest-timeout")
_ON_A_PI = ("tests/rules", "tests/device/ports/test_ports.py", "tests/records/journal")


class Failed(Exception):
    """A command has failed; the message says which, and what it said."""


@dataclass(frozen=True, slots=True)
class Run:
    """Runs commands on a machine, and keeps what they print.

    folders: of the copies of the project, in the user's home.
    log:     where everything that is printed goes.
    """

    machine: Machine
    variant: Variant
    folders: Sequence[str]
    log: IO[str]

    def start(self, script: str, folder: str) -> subprocess.Popen[str]:
        """Start a script in a copy of the project; its output can be read."""
        variant = self.variant
        last = variant.processors - 1
        return subprocess.Popen(
            self.machine.command(
                f"umask {variant.umask} && {script}",
                user=variant.user,
                folder=folder,
                environment=variant.environment,
                prefix=["taskset", "-c", f"0-{last}"] if variant.processors else [],
            ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )

    def lines(self, program: subprocess.Popen[str]) -> Iterator[str]:
        """Yield what a program prints, until it ends or has taken too long."""
        limit = Timer(LIMIT, program.kill)
        limit.start()
        try:
            assert program.stdout is not None
            for line in program.stdout:
                self.log.write(line)
                self.log.flush()
                yield line
            program.wait()
        finally:
            limit.cancel()

    def stop(self, program: subprocess.Popen[str]) -> None:
        """Press Ctrl-C, and kill what is left."""
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGINT)
        try:
            program.wait(STOP_WITHIN)
        except subprocess.TimeoutExpired:
            raise Failed(f"it goes on {STOP_WITHIN} s after Ctrl-C") from None
        finally:
            program.kill()

    def as_root(self, script: str, name: str) -> str:
        """Run a script in root's home, and return what it prints. Raises Failed."""
        command = self.machine.command(script, user="root")
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
        self.log.write(done.stdout + done.stderr)
        if done.returncode:
            said = (done.stderr or done.stdout).strip()
            raise Failed(f"{name} failed with status {done.returncode}: {said[-300:]}")
        return done.stdout

    def check(self, script: str, name: str) -> str:
        """Run a script in the first copy, and return what it prints. Raises Failed."""
        program = self.start(script, self.folders[0])
        said = list(self.lines(program))
        if program.returncode:
            raise Failed(f"{name} ended with status {program.returncode}: {said[-1:] or 'silent'}")
        return "".join(said)


def _try_play(run: Run) -> str:
    """`make play` prints an address, and a game can be played there."""
    return _played(run, "make play", run.folders[0])


def _played(run: Run, script: str, folder: str) -> str:
    begun = monotonic()
    program = run.start(script, folder)
    try:
        for line in run.lines(program):
            if address := _ADDRESS.search(line):
                took = monotonic() - begun
                _play_at(address[0])
                return f"an address after {took:.0f} s, {len(GAME)} moves played"
    finally:
        run.stop(program)
    raise Failed(f"{script} printed no address")


def _play_at(address: str) -> None:
    try:
        socket = f"ws://{urlsplit(address).netloc}/table"
        with connect(socket, origin=Origin(address.rstrip("/"))) as page:
            play(page)
    except (OSError, SystemExit, AssertionError) as error:
        raise Failed(f"no game can be played at {address}: {error}") from None


def _try_test(run: Run) -> str:
    """`make test` passes in every copy at once."""
    begun = monotonic()
    programs = [run.start("make test", folder) for folder in run.folders]
    with ThreadPoolExecutor(len(programs)) as readers:  # one that nobody reads would stop
        said = list(readers.map(lambda program: "".join(run.lines(program)), programs))
    for program, output in zip(programs, said, strict=True):
        if program.returncode:
            failed = _FAILED.findall(output)
            _, _, report = output.partition("= FAILURES =")
            shown = "\n".join(report.splitlines()[:SHOWN] or output.splitlines()[-SHOWN:])
            raise Failed(f"make test: {len(failed)} tests: {', '.join(failed[:8])}\n{shown}\n")
    counts = [found[-1] if (found := _PYTEST.findall(output)) else "no tests" for output in said]
    return f"make test took {monotonic() - begun:.0f} s: {', '.join(counts)}"


def _try_install(run: Run) -> str:
    """The other ways in docs/installing.md work, and pip refuses as that page says."""
    page = (ROOT / "docs/installing.md").read_text(encoding="utf-8")
    ways, _, refusal = page.partition("## Other ways to install")[2].partition("### If pip refuses")
    said = run.check("pip install . 2>&1 || true", "pip install .")
    if _REFUSAL not in said or _REFUSAL not in refusal:
        raise Failed(f"pip install . did not end with {_REFUSAL}")
    run.check("pipx install uv", "pipx install uv")
    played = []
    for block in _BLOCK.findall(ways):
        *before, play = textwrap.dedent(block).strip().splitlines()
        script = " && ".join([*before, f"exec {play}"])
        played.append(_played(run, f"export PATH=~/.local/bin:$PATH && {script}", run.folders[0]))
        # Each way has to bring the command itself.
        run.check("rm -rf .venv; pipx uninstall board-companion; true", "removing it")
    return f"{len(played)} ways to install, each played"


def _try_pi(run: Run) -> str:
    """The libraries for a Pi come from wheels alone; rules, ports and log pass their tests with
    them, and a game can be played."""
    begun = monotonic()
    version = run.check(
        "python3 -c 'import sysconfig as s; print(s.get_python_version())'", "python3"
    )
    # uv resolves for another machine in seconds. Under emulation, pip takes ten minutes.
    install = [
        *(sys.executable, "-m", "uv", "pip", "install", "--quiet"),
        *("--python-platform", _PI, "--python-version", version.strip()),
        *("--only-binary", ":all:", "--no-binary", "board-companion"),
        *("--target", str(run.machine.home(run.variant.user) / "site")),
        *(f"{ROOT}[pi,testing]", *_TOOLS),
    ]
    done = subprocess.run(install, capture_output=True, text=True)
    if done.returncode:
        raise Failed(f"pip install '.[pi]': {done.stderr}")
    # What is compiled there is kept, so the folder is the user's.
    run.machine.check("chown -R tester: /home/tester/site", user="root")
    tests = " ".join(_ON_A_PI)
    said = run.check(
        f"PYTHONPATH=~/site python3 -m pytest -q -m 'not slow' -o timeout=1800 {tests}",
        "pytest",
    )
    took = monotonic() - begun
    played = _played(run, "PYTHONPATH=~/site python3 -m companion play", run.folders[0])
    return f"{_PYTEST.findall(said)[-1]} after {took:.0f} s; {played}"


def _try_package(run: Run) -> str:
    """The Debian package is installed over an earlier one, plays, and leaves nothing behind."""
    machine, variant = run.machine, run.variant
    for version in ("0.0.1", __version__):
        build = [sys.executable, "-m", "deb", "--to", str(ROOT / "build/deb"), "--version", version]
        build += ["--architecture", variant.arch or _DEBIAN_NAMES[platform.machine()]]
        done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True)
        if done.returncode:
            raise Failed(f"python -m deb: {done.stderr.strip()[-300:]}")
        shutil.copyfile(done.stdout.strip(), machine.home("root") / f"{version}.deb")
    # Under emulation, the packages that it depends on are there, but not set up.
    install = "dpkg --force-depends -i" if variant.arch else "apt-get update && apt-get install -y"
    script = (
        f"{{ {install} ./0.0.1.deb && companion config star-pico > {_CONFIG} && "
        f"{install} ./{__version__}.deb; }} 2>&1 && companion --version"
    )
    said = run.as_root(script, "to install the package").splitlines()[-1]
    if __version__ not in said:
        raise Failed(f"companion --version says {said!r} after the upgrade")
    played = _played(run, "companion play", run.folders[0])
    run.as_root(
        f"dpkg --force-depends --remove board-companion && test -s {_CONFIG} && "
        "! test -e /opt/board-companion && ! command -v companion",
        "to remove the package",
    )
    run.as_root("dpkg --purge board-companion && ! ls /etc/board-companion", "to purge it")
    return f"installed, upgraded, removed and purged; {played}"


COMMANDS: Mapping[str, Callable[[Run], str]] = {
    "play": _try_play,
    "test": _try_test,
    "install": _try_install,
    "pi": _try_pi,
    "package": _try_package,
}
"""What a variant may run, by name."""
