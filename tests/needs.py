"""What tests need of the machine: a browser, a broker, the rights of root.

A need is called where it is used, and returns what it found. Its mark calls it before anything is
set up for the test:

    path = needs.firefox()

    @needs.root.mark

A test whose need is not met is skipped, or fails if CI=true and the need is `required`. No test is
skipped in any other way, so the reasons are few and alike: what is missing, and how to get it.
`tests/skips.py` counts them.

A need asks whether something works, not only whether it is installed.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from importlib.metadata import PackageNotFoundError, distribution, entry_points
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Generic, NoReturn, TypeVar

import pytest

from companion.device.speech.dispatcher_speaker import speechd_module
from companion.rules import game as rules

T = TypeVar("T")

ROOT = Path(__file__).parent.parent
_FURTHER = ("/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/games")
"""Folders that an ordinary user's PATH may lack."""
_PATIENCE = 60  # seconds for a program to say its version


class Missing(Exception):
    """A need is not met. lack: what is missing. remedy: how to get it; empty if there is no way."""

    def __init__(self, lack: str, remedy: str = "") -> None:
        super().__init__(f"{lack} ({remedy})" if remedy else lack)


class Need(Generic[T]):
    """Something that a test cannot do without.

    look:     returns it, or raises Missing. It is called once.
    required: whether CI must have it.
    """

    def __init__(self, look: Callable[[], T], *, required: bool = False) -> None:
        self.__doc__ = look.__doc__
        self._look = look
        self._required = required

    def __call__(self) -> T:
        """Return what was found. Skips the test if there is nothing, or fails it if CI=true and the
        need is required."""
        if isinstance(self._found, Missing):
            unmet(self._found, required=self._required)
        return self._found

    @property
    def mark(self) -> pytest.MarkDecorator:
        """A mark that skips a test before anything is set up for it."""
        return pytest.mark.needs.with_args(self)

    @property
    def found(self) -> T | None:
        """What was found, or None."""
        return None if isinstance(self._found, Missing) else self._found

    @cached_property
    def _found(self) -> T | Missing:
        try:
            return self._look()
        except Missing as missing:
            return missing


def unmet(missing: Missing, *, required: bool) -> NoReturn:
    """Skip a test for what is missing. required: whether it fails instead if CI=true."""
    if required and os.environ.get("CI") == "true":
        pytest.fail(f"{missing}, and CI must not leave this untested", pytrace=False)
    pytest.skip(str(missing), allow_module_level=True)


def required(look: Callable[[], T]) -> Need[T]:
    """Make a need that CI must have."""
    return Need(look, required=True)


def program(
    lack: str, remedy: str, names: Sequence[str], probe: Sequence[str] = ("--version",)
) -> str:
    """Return the path of the first of these programs that runs with the words of `probe`, or, if
    there are no such words, that is installed. Raises Missing if there is none."""
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), *_FURTHER])
    installed = [found for name in names if (found := shutil.which(name, path=path))]
    for found in installed:
        if not probe or not _complaint([found, *probe]):
            return found
    if installed:
        command = " ".join([*installed[:1], *probe])
        raise Missing(f"{Path(installed[0]).name} does not run", f"see {command}")
    raise Missing(lack, remedy)


def _complaint(command: Sequence[str], stdin: str = "") -> str:
    """Run a command. Returns what it said if it failed, and nothing if it did not."""
    try:
        done = subprocess.run(
            command, input=stdin, capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return (done.stderr or "it failed") if done.returncode else ""


def _rpi_lgpio() -> str:
    """Return the version of rpi-lgpio, the `RPi.GPIO` of Raspberry Pi OS Bookworm."""
    try:
        return distribution("rpi-lgpio").version
    except PackageNotFoundError:
        raise Missing("no rpi-lgpio", ".venv/bin/pip install --no-deps rpi-lgpio") from None


rpi_lgpio = Need(_rpi_lgpio)

# The page.


@required
def browser() -> str:
    """A Chromium or Chrome that Playwright can drive, the lighter shell first."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    path = program("no browser", "sudo apt install chromium", names)
    import playwright

    driver = Path(playwright.__file__).parent / "driver/node"
    complaint = _complaint([str(driver), "--version"]) if driver.exists() else ""
    if library := re.search(r"(lib\w+)\.so\.(\d+)", complaint):
        raise Missing(f"no {library[0]}", f"sudo apt install {library[1]}{library[2]}")
    if complaint:
        raise Missing("Playwright does not run", f"see {driver} --version")
    return path


@Need
def firefox() -> str:
    """A Firefox."""
    return program("no Firefox", "sudo apt install firefox-esr", ("firefox-esr", "firefox"))


@required
def axe() -> Path:
    """The script of axe-core."""
    script = ROOT / "node_modules/axe-core/axe.min.js"
    if not script.exists():
        raise Missing("no axe-core", "npm ci" if shutil.which("npm") else "sudo apt install npm")
    return script


@Need
def network() -> None:
    """A network that other machines are in."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # this sends nothing
        except OSError:
            raise Missing("no network") from None


@Need
def second_loopback_address() -> str:
    """A loopback address other than 127.0.0.1."""
    address = "127.0.0.2"
    with socket.socket() as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            raise Missing(f"no address {address}") from None
    return address


# Boards far apart.


def _mosquitto(name: str) -> str:
    # With no words does it both end and succeed.
    return program("no mosquitto", "sudo apt install mosquitto", (name,), ())


@Need
def mosquitto() -> str:
    """The broker."""
    return _mosquitto("mosquitto")


@Need
def mosquitto_passwd() -> str:
    """What writes the broker's passwords."""
    return _mosquitto("mosquitto_passwd")


@Need
def faketime() -> str:
    """What sets the clock of one process."""
    probe = ("-m", "1970-01-02 00:00:00", "true")
    return program("no faketime", "sudo apt install faketime", ("faketime",), probe)


# The service.


@Need
def systemd_analyze() -> str:
    """What checks the units of a systemd, also where none is running."""
    name = "systemd-analyze"
    path = program(f"no {name}", "sudo apt install systemd", (name,))
    with TemporaryDirectory() as folder:
        unit = Path(folder, "probe.service")
        unit.write_text("[Service]\nExecStart=/bin/sh\n")
        command = [*analyzing(path, Path(folder)), "security", "--offline=true", str(unit)]
        if complaint := _complaint(command):
            if "offline" in complaint:
                raise Missing("no systemd 250 or later")
            raise Missing(f"{name} does not run", f"see {name} --user security --offline=true …")
    return path


def analyzing(path: str, folder: Path) -> list[str]:
    """The words that begin a command of systemd-analyze. folder: for what it writes: by default it
    would need a running systemd, or root."""
    return ["env", f"XDG_RUNTIME_DIR={folder}", path, "--user"]


@Need
def systemd_sysusers() -> str:
    """What creates the users of services."""
    name = "systemd-sysusers"
    return program(f"no {name}", "sudo apt install systemd", (name,))


@Need
def mounts() -> str:
    """The right to mount file systems, and the program that keeps others from seeing them."""
    unshare = program("no unshare", "sudo apt install util-linux", ("unshare",))
    if _complaint([unshare, "-m", "true"]):
        raise Missing("no right to mount")
    return unshare


@Need
def no_network() -> list[str]:
    """The words before a command that take the network away from it."""
    unshare = program("no unshare", "sudo apt install util-linux", ("unshare",))
    for words in ([unshare, "-n"], [unshare, "-rn"]):
        if not _complaint([*words, "true"]):
            return words
    raise Missing("no right to take the network away")


# Pythons.


def _pythons() -> dict[tuple[int, int], Path]:
    """The Pythons that are installed and run, by their versions."""
    found: dict[tuple[int, int], Path] = {}
    folders = [*Path.home().glob(".pyenv/versions/*/bin"), *map(Path, os.get_exec_path())]
    for path in (path for folder in folders for path in folder.glob("python[23].*")):
        if named := re.fullmatch(r"python(\d)\.(\d+)", path.name):
            version = int(named[1]), int(named[2])
            if version not in found and not _complaint([str(path), "-c", ""]):
                found[version] = path
    return dict(sorted(found.items()))


@Need
def old_pythons() -> list[Path]:
    """Pythons that are too old for the program."""
    found = [path for version, path in _pythons().items() if version < (3, 11)]
    if not found:
        raise Missing("no Python before 3.11")
    return found


@Need
def other_python() -> Path:
    """Another version of Python that the program runs with, and that makes environments."""
    for version, path in _pythons().items():
        makes = not _complaint([str(path), "-c", "import ensurepip, venv"])
        if makes and (3, 11) <= version != sys.version_info[:2]:
            return path
    raise Missing("no other Python from 3.11 on")


@Need
def package_index() -> None:
    """A package index that pip reaches."""
    with TemporaryDirectory() as folder:
        small = ["--no-deps", "--dest", folder, "iniconfig"]
        if _complaint([sys.executable, "-m", "pip", "--retries", "0", "download", *small]):
            raise Missing("no package index")


# Firmware, hardware and engines.


@Need
def node() -> str:
    """A Node.js of any version."""
    return program("no node", "sudo apt install nodejs", ("node",))


@required
def micropython() -> Path:
    """MicroPython for WebAssembly, and a node that runs it."""
    if node.found is None:
        raise Missing("no node", "sudo apt install nodejs")
    folder = ROOT / "build/micropython/node_modules/@micropython"
    script = folder / "micropython-webassembly-pyscript/micropython.mjs"
    if not script.exists():
        raise Missing("no MicroPython", "make micropython")
    return script


@Need
def circuitpython() -> str:
    """The image of a genuine CircuitPython."""
    image = os.environ.get("CIRCUITPYTHON")
    if image is None:
        raise Missing("no image of CircuitPython", "make test-pico UF2=…")
    return image


@required
def ngspice() -> str:
    """What simulates circuits."""
    return program("no ngspice", "sudo apt install ngspice", ("ngspice",))


@required
def fsck() -> str:
    """What checks FAT file systems."""
    return program("no fsck.fat", "sudo apt install dosfstools", ("fsck.fat",), ())


@Need
def slicer() -> str:
    """PrusaSlicer."""
    names = ("prusa-slicer", "PrusaSlicer")
    return program("no PrusaSlicer", "sudo apt install prusa-slicer", names, ())


@Need
def stockfish() -> str:
    """A chess engine."""
    return program("no Stockfish", "sudo apt install stockfish", ("stockfish",), ("uci",))


@Need
def toga2() -> str:
    """A chess engine that knows no Chess 960."""
    return program("no Toga II", "sudo apt install toga2", ("toga2",))


@Need
def gnuchess() -> str:
    """A chess engine that knows neither Chess 960 nor several lines at once."""
    return program("no GNU Chess", "sudo apt install gnuchess", ("gnuchess",))


@Need
def chess_package() -> None:
    """The example package with the game of chess."""
    # Not the module: other tests import it from the examples, without the package.
    if not entry_points(group="companion.games", name="chess"):
        raise Missing("no companion_chess", "make test-examples")


@Need
def numba() -> None:
    """What compiles the makers of tables."""
    if find_spec("numba") is None:
        raise Missing("no numba", "pip install numba")


@Need
def uncompiled_tables() -> None:
    """Makers of tables that run as they are: compiling them takes longer than short tests."""
    if find_spec("numba") is not None:
        raise Missing("numba compiles this")


@Need
def uncompiled_rules() -> None:
    """Rules that other classes can inherit from."""
    if not str(rules.__file__).endswith(".py"):
        raise Missing("the rules are compiled")


# The voice.


@Need
def espeak() -> str:
    """espeak-ng."""
    return program("no espeak-ng", "sudo apt install espeak-ng", ("espeak-ng",))


@Need
def liblouis() -> str:
    """lou_translate, which writes Braille."""
    return program("no liblouis", "sudo apt install liblouis-bin", ("lou_translate",))


@Need
def speech_dispatcher() -> str:
    """speech-dispatcher, and its module for Python."""
    name = "speech-dispatcher"
    path = program(f"no {name}", f"sudo apt install {name}", (name,))
    try:
        speechd_module()
    except ImportError:
        raise Missing("no speechd", "sudo apt install python3-speechd") from None
    return path


# The system.


@Need
def root() -> None:
    """The rights of root."""
    if not _is_root():
        raise Missing("not root")


@Need
def root_and_user() -> tuple[int, Path]:
    """The rights of root, another user by number, and a Python that this user may run."""
    root()
    nobody = 65534
    for path in (sys.executable, "/usr/bin/python3"):
        ask = [path, "-c", "import sys; sys.exit(sys.version_info < (3, 11))"]
        try:
            done = subprocess.run(ask, user=nobody, group=nobody, extra_groups=[], check=False)
        except OSError:
            continue
        if done.returncode == 0:
            return nobody, Path(path)
    raise Missing("no Python from 3.11 on that others may run")


@Need
def ordinary_user() -> None:
    """A user without the rights of root."""
    if _is_root():
        raise Missing("not an ordinary user")


@Need
def posix() -> None:
    """Signals, limits, and pipes with names."""
    if os.name != "posix":
        raise Missing("not POSIX")


@Need
def proc() -> Path:
    """The folder that lists the files which this process has open."""
    return _existing("/proc/self/fd")


@Need
def full_device() -> Path:
    """The device that is always full."""
    return _existing("/dev/full")


@Need
def c_compiler() -> str:
    """A C compiler with the headers of Linux."""
    if sys.platform != "linux":
        raise Missing("not Linux")
    path = program("no C compiler", "sudo apt install gcc libc6-dev", ("gcc", "cc"))
    command = [path, "-shared", "-fPIC", "-x", "c", "-", "-o", os.devnull, "-ldl"]
    if _complaint(command, "#include <dlfcn.h>\n"):
        raise Missing("no headers of C", "sudo apt install libc6-dev")
    return path


@Need
def cpp_compiler() -> str:
    """A compiler of C++ that makes libraries."""
    path = program("no C++ compiler", "sudo apt install g++", ("g++", "c++"))
    command = [path, "-shared", "-fPIC", "-x", "c++", "-", "-o", os.devnull]
    if _complaint(command, "#include <string.h>\n"):
        raise Missing("no headers of C", "sudo apt install libc6-dev")
    return path


@Need
def avr_compiler() -> str:
    """A compiler of C++ for an Arduino's processor, with its headers."""
    path = program("no avr-g++", "sudo apt install gcc-avr avr-libc", ("avr-g++",))
    command = [path, "-mmcu=atmega2560", "-fsyntax-only", "-x", "c++", "-"]
    if _complaint(command, "#include <string.h>\n"):
        raise Missing("no headers for AVR", "sudo apt install avr-libc")
    return path


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _existing(path: str) -> Path:
    if not Path(path).exists():
        raise Missing(f"no {path}")
    return Path(path)
