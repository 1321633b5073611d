"""A process that answers lines with lines, however it behaves.

It is started without a shell, in its own process group, with few variables of the environment.
Separate threads read its output and write its input, so a process that never reads, or never stops
writing, can neither block this program nor fill its memory. Closing it kills the whole group.
"""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Condition, Event, Lock, Thread
from time import sleep
from typing import IO

from companion.base.lines import LineSplitter
from companion.base.text import Text, verbatim
from companion.opponents.external.engine_faults import EngineFault, EngineFaultKind
from companion.opponents.external.launcher import CANNOT_RUN

LONGEST_OUTPUT = 1 << 20
"""The longest line that a process may write, in bytes."""

QUIT_WITHIN = 0.5
"""Seconds a process has to exit by itself before it is killed."""

_WAITING = 256  # unread lines to keep
_CHUNK = 1 << 16
# Bytes that a ready pipe takes at once, without blocking. A shorter line must not be split: some
# engines, such as GNU Chess, take what they read at once for a line.
_AT_ONCE = getattr(select, "PIPE_BUF", 512)
_LOOK = 0.005  # seconds between checks of a process that is ending
_SHOWN = 200  # characters to show of its last error output
_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT")  # environment to pass on
_NO_MEMORY = re.compile(r"memory|alloc", re.IGNORECASE)  # in its last error output
_LAUNCHER = Path(__file__).with_name("launcher.py")


class EngineProcess:
    """A running process.

    Args:
        command: The full path of the program, and its arguments.
        memory: Its memory limit in bytes (address space); no limit on Windows.
    """

    def __init__(self, command: Sequence[str], memory: int) -> None:
        """Start the process.

        Raises:
            EngineFault: If the program cannot be started.
        """
        posix = os.name == "posix"
        # -I and -S: just the bare interpreter, which starts in a few milliseconds.
        launch = [sys.executable, "-I", "-S", str(_LAUNCHER), str(memory)] if posix else []
        try:
            self._process = subprocess.Popen(  # noqa: S603 - from the owner's configuration
                [*launch, *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={name: os.environ[name] for name in _KEPT if name in os.environ},
                start_new_session=posix,
                bufsize=0,
            )
        except (OSError, ValueError) as error:
            raise EngineFault(
                Text("it cannot be started: {problem}", problem=error), EngineFaultKind.CANNOT_RUN
            ) from None
        self._changed = Condition()
        self._lines: deque[bytes | None] = deque()
        self._ended = Event()  # nothing more will be read from it
        self._closed = False
        self._given_up = False  # it closed its output but did not exit
        self._closing = Lock()
        self._wake = _Wake() if posix else None
        self._said = SimpleQueue[bytes | None]()
        self._complaint = b""
        source, errors, target = (
            self._process.stdout,
            self._process.stderr,
            self._process.stdin,
        )
        assert source is not None and errors is not None and target is not None  # noqa: S101
        self._complaining = _thread("engine errors", self._read_errors, errors)
        self._reading = _thread("engine reader", self._read, source)
        self._writing = _thread("engine writer", self._write, target)

    @property
    def pid(self) -> int:
        """The process ID, which is also that of its group."""
        return self._process.pid

    def say(self, line: bytes) -> None:
        """Send a line, without its newline. It is lost if the process has ended."""
        self._said.put(line + b"\n")

    def hear(self, wait: float) -> bytes | None:
        """Return the next line, without its newline, or None if none came within `wait` seconds.

        Raises:
            EngineFault: If the process has ended, or if the line is too long.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._lines or self._ended.is_set(), wait)
            if self._lines:
                line = self._lines.popleft()
                self._changed.notify_all()
                if line is None:
                    raise EngineFault(
                        Text("it wrote a line of more than {size} MB", size=LONGEST_OUTPUT >> 20),
                        EngineFaultKind.GARBAGE,
                    )
                return line.removesuffix(b"\r")
            ended = self._ended.is_set()  # under the lock: no line can come after this
        if ended:
            raise self._ending()
        return None

    def skip(self) -> None:
        """Drop the unread lines."""
        with self._changed:
            self._lines.clear()
            self._changed.notify_all()

    def close(self, grace: float = 0.0) -> None:
        """Close its input, give it `grace` seconds to exit, and kill what is left of its group.

        May be called from any thread, and more than once.
        """
        with self._closing:
            if self._closed:
                return
            self._said.put(None)
            if grace > 0:
                self._ended.wait(grace)
            self._given_up = not self._has_exited(grace)
            self._kill()
            self._closed = True
            if self._wake is not None:
                self._wake.call()
        with self._changed:
            self._lines.clear()
            self._ended.set()
            self._changed.notify_all()
        for thread in (self._reading, self._complaining, self._writing):
            # They close the pipes. What wakes them may be closed only when none can wait for it.
            thread.join(QUIT_WITHIN if self._wake is None else None)
        if self._wake is not None:
            self._wake.close()

    def _has_exited(self, within: float) -> bool:
        """Return whether the process exits within `within` seconds after its output has ended.

        It is not yet reaped: see `_kill`.
        """
        if self._wake is None:
            return self._process.poll() is not None
        for look in range(max(1, round(within / _LOOK))):
            if look:
                sleep(_LOOK)
            how = os.WEXITED | os.WNOHANG | os.WNOWAIT
            with suppress(ChildProcessError):
                if os.waitid(os.P_PID, self._process.pid, how) is None:
                    continue
            return True
        return False

    def _kill(self) -> None:
        """Kill the group.

        The process has not been reaped before, so no other group can have taken its ID.
        """
        if os.name == "posix":
            try:
                os.killpg(self._process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):  # macOS: only a zombie is left
                self._process.kill()
        else:
            self._process.kill()
        with suppress(subprocess.TimeoutExpired):  # blocked in the kernel; it ends when it wakes up
            self._process.wait(1.0)

    def _ending(self) -> EngineFault:
        """Return how it ended, after its output has ended."""
        self._complaining.join(QUIT_WITHIN)
        self.close(QUIT_WITHIN)
        status = self._process.returncode
        said = self._complaint.decode(errors="replace").strip()[:_SHOWN]
        if self._given_up:
            how = Text("it closed its output")
        elif status is not None and status < 0:
            try:
                name = signal.Signals(-status).name
            except ValueError:
                name = str(-status)
            how = Text("it was ended by {signal}", signal=name)
        else:
            how = Text("it ended with exit status {status}", status=status)
        text = Text("{how} ({said})", how=how, said=verbatim(said)) if said else how
        if status == CANNOT_RUN:
            return EngineFault(text, EngineFaultKind.CANNOT_RUN)
        return EngineFault(
            text, EngineFaultKind.MEMORY if _NO_MEMORY.search(said) else EngineFaultKind.ENDED
        )

    # In separate threads

    def _read(self, source: IO[bytes]) -> None:
        splitter = LineSplitter(LONGEST_OUTPUT)
        with source:
            while data := self._chunk(source):
                for line in splitter.feed(data):
                    if not self._put(line):
                        return
        with self._changed:
            self._ended.set()
            self._changed.notify_all()

    def _put(self, line: bytes | None) -> bool:
        """Queue a line until it is read. Returns False once the queue is not read any more."""
        with self._changed:
            self._changed.wait_for(lambda: len(self._lines) < _WAITING or self._ended.is_set())
            if self._ended.is_set():
                return False
            self._lines.append(line)
            self._changed.notify_all()
            return True

    def _read_errors(self, source: IO[bytes]) -> None:
        """Keep the last line of its standard error, which may say why it ended."""
        splitter = LineSplitter(_CHUNK)
        with source:
            while data := self._chunk(source):
                for line in splitter.feed(data):
                    if line and line.strip():
                        self._complaint = line
        for line in splitter.finish():
            if line and line.strip():
                self._complaint = line

    def _write(self, target: IO[bytes]) -> None:
        try:
            with target:
                while (data := self._said.get()) is not None:
                    while data and self._writable(target):
                        data = data[target.write(data[:_AT_ONCE]) :]
        except OSError:  # it no longer reads; `_read` notices when it ends
            pass

    def _chunk(self, source: IO[bytes]) -> bytes:
        """Return the bytes that can be read now; empty at the end of the output, or after `close`.

        After `close`, a program that it started may still hold the other end of the pipe.
        """
        try:
            if self._wake is not None and not self._wake.wait(source, select.POLLIN):
                return b""
            return source.read(_CHUNK)
        except (OSError, ValueError):
            return b""

    def _writable(self, target: IO[bytes]) -> bool:
        """Wait until the pipe accepts data. Returns False after `close`."""
        return self._wake is None or self._wake.wait(target, select.POLLOUT)


class _Wake:
    """Wakes threads that wait for pipes.

    On Windows, only the end of a process does.
    """

    def __init__(self) -> None:
        self._heard, self._called = os.pipe()
        self._lock = Lock()

    def wait(self, pipe: IO[bytes], event: int) -> bool:
        """Wait until a pipe is ready. Returns False if woken before that."""
        waiting = select.poll()
        waiting.register(pipe, event)
        waiting.register(self._heard, select.POLLIN)
        return any(ready == pipe.fileno() for ready, _ in waiting.poll())

    def call(self) -> None:
        """Wake all threads, now and later."""
        with self._lock:
            if self._called >= 0:
                os.close(self._called)
                self._called = -1

    def close(self) -> None:
        """Release the resources, once no thread waits."""
        self.call()
        with self._lock:
            if self._heard >= 0:
                os.close(self._heard)
                self._heard = -1


def _thread(name: str, run: object, pipe: IO[bytes]) -> Thread:
    thread = Thread(target=run, args=(pipe,), name=name, daemon=True)  # type: ignore[arg-type]
    thread.start()
    return thread
