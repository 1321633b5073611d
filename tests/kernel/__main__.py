"""`make test-kernel`: build the kernel once, boot it as each machine, and run the tests inside.

    python -m tests.kernel [pytest's options]

Exit status: 0 when all tests passed, 1 when some failed. Where the kernel cannot be built or
started, one line says why, and the status is 0, or 3 with KERNEL_TESTS=required in the environment.
"""

from __future__ import annotations

import compileall
import os
import platform
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from threading import Timer

from tests.kernel.machine import MACHINES, VARIABLE, Machine

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

LIMIT = 900
"""Seconds that one machine may take; it takes about one of these minutes."""

MEMORY = "512M"
"""What the machine has. Pages that it never touches cost nothing."""

_NAMED = "tests/hil/test_any_board.py"
_GAMES = str(ROOT / _NAMED)

BEGUN, ENDED = "tests begin", "tests ended with"


class NotRunError(Exception):
    """The tests cannot be run here."""


def main(arguments: Sequence[str]) -> int:
    """Run the tests on all machines; the exit status."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # and so the machine is ended, too
    try:
        kernel = _kernel()
        compileall.compile_dir(ROOT / "companion", quiet=2)  # inside, nothing can be written
        compileall.compile_dir(ROOT / "tests", quiet=2)
        failed = [name for name in MACHINES if boot(kernel, name, arguments) != 0]
    except NotRunError as error:
        _say(f"kernel-level tests: NOT RUN: {error}")
        return 3 if os.environ.get("KERNEL_TESTS") == "required" else 0
    titles = ", ".join(MACHINES[name].title for name in failed or MACHINES)
    _say(f"kernel-level tests: {'FAILED' if failed else 'passed'} on {titles}")
    return 1 if failed else 0


def _kernel() -> Path:
    """The kernel, built if it was not before."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        raise NotRunError(
            f"they need Linux on x86-64, this is {sys.platform}, {platform.machine()}"
        )
    for library in ("lgpio", "gpiod"):
        if find_spec(library) is None:
            raise NotRunError(
                f"the library {library} is missing; install it with pip install '.[test,kernel]'"
            )
    build, configuration = HERE / "build.sh", HERE / "linux.config"
    key = sha256(build.read_bytes() + configuration.read_bytes()).hexdigest()[:12]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    kernel = cache / "board-companion" / f"linux-{key}"
    if not kernel.exists():
        _say(f"Building a kernel (once, 3 to 20 minutes) for {kernel} …")
        built = subprocess.run(["sh", build, kernel], stderr=subprocess.PIPE, text=True)
        if built.returncode:
            *before, last = built.stderr.strip().splitlines() or ["no reason given"]
            for line in before:
                _say(line)
            raise NotRunError(f"the kernel could not be built: {last}")
    return kernel


def boot(kernel: Path, name: str, arguments: Sequence[str]) -> int:
    """Run pytest in a kernel that pretends to be a machine; its exit status.

    The machine's files are those of this one, and it cannot write them.
    """
    _say(f"== on a {MACHINES[name].title}")
    try:
        return _boot(kernel, name, arguments, ["quiet", "loglevel=3"])
    except NotRunError:
        _say("the kernel does not start here; once more, with all that it says:")
        return _boot(kernel, name, arguments, ["loglevel=7"], passing_on=_say)


def _boot(
    kernel: Path,
    name: str,
    arguments: Sequence[str],
    loud: Sequence[str],
    passing_on: Callable[[str], None] = lambda _: None,
) -> int:
    """Run pytest in a kernel. What that says before it begins is passed on."""
    machine = MACHINES[name]
    with tempfile.TemporaryDirectory(prefix="kernel-tests-") as scratch:
        init = _init(Path(scratch), name, machine, arguments)
        command = [
            str(kernel), f"mem={MEMORY}", *loud, "panic=-1",
            "root=/dev/root", "rootfstype=hostfs", "rootflags=/", "ro", f"init={init}",
            "con=null", "con0=fd:0,fd:1", "ssl=null", f"uml_dir={scratch}",
        ]  # fmt: skip
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        try:
            return _watch(process, passing_on)
        finally:
            _kill(process)


def _init(scratch: Path, name: str, machine: Machine, arguments: Sequence[str]) -> Path:
    """The machine's first process, which ends with it."""
    (scratch / "cpuinfo").write_text(machine.cpuinfo)
    files = scratch / "files"
    files.mkdir()
    options = ["-q", "--color=no", "-p", "no:cacheprovider", *arguments]
    pytest = [sys.executable, "-m", "pytest", *options]
    # In a process of its own: the pins of gpiozero are those of one chip for as long as it lives.
    games = [*pytest, "--board=kernel", "-p", "tests.kernel.conftest", _GAMES]
    # A simulated chip has no edge of a level that has gone again before anybody has looked.
    games += ["--deselect", f"{_NAMED}::TestContract::test_bounce_is_reported_as_it_comes"]
    power_off = (
        "import ctypes; ctypes.CDLL(None).reboot(0x4321fedc)"  # RB_POWER_OFF, <sys/reboot.h>
    )
    init = scratch / "init"
    init.write_text(f"""#!/bin/sh
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME={files} TMPDIR={files} LANG=C.UTF-8 {VARIABLE}={name}
export PYTHONDONTWRITEBYTECODE=1
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t configfs configfs /sys/kernel/config
mount -t tmpfs tmpfs {files}
mount --bind {scratch}/cpuinfo /proc/cpuinfo
cd {shlex.quote(str(ROOT))}
echo {BEGUN}
{shlex.join([*pytest, str(HERE)])}
tests=$?
{shlex.join(games)}
games=$?
echo {ENDED} $((tests > games ? tests : games))
exec {shlex.quote(sys.executable)} -c {shlex.quote(power_off)}
""")
    init.chmod(0o755)
    return init


def _watch(process: subprocess.Popen[str], before: Callable[[str], None]) -> int:
    """Pass on what pytest says, and what is said before it; its exit status."""
    status, last, begun = None, "it said nothing", False
    assert process.stdout is not None
    timer = Timer(LIMIT, lambda: _kill(process))
    timer.start()
    for line in process.stdout:
        said = line.rstrip()
        ended = re.fullmatch(rf"{ENDED} (\d+)", said)
        if ended:
            status = int(ended[1])
        elif begun and status is None:
            _say(said)
        elif not begun and said != BEGUN:
            before(said)
        begun |= said == BEGUN
        last = said or last
    timer.cancel()
    if not begun:
        raise NotRunError(f"the kernel does not start here: {last}")
    if status is None:
        _say(f"the kernel ended, or was stopped after {LIMIT} s, before the tests did")
        return 1
    return status


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _kill(process: subprocess.Popen[str]) -> None:
    """End a machine, if it has not ended, with all the processes that it is made of."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
