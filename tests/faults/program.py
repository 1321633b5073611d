"""The real `companion play` in a process of its own, on a simulated board."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Self

from websockets.sync.client import ClientConnection, connect

from companion.rules import AnyGame
from tests.playing_page import PATIENCE, PlayingPage

_SETTINGS = """
[journal]
directory = "{journal}"
[page]
port = 0
code = "{code}"
[timing]
debounce = 0
settle = 20
pause = 1000
"""
"""Hands are quick here, and contacts do not bounce."""


def write_settings(folder: Path, journal: Path, code: str = "", more: str = "") -> Path:
    """Write a configuration into a folder; its path. more: its further sections."""
    path = folder / "board.toml"
    path.write_text(_SETTINGS.format(journal=journal, code=code) + more)
    return path


def at_broker(port: int) -> str:
    """The section of a configuration that names a broker on this machine."""
    return f'[remote]\nhost = "127.0.0.1"\nport = {port}\n'


class Program:
    """A running `companion play`. As a context manager it is killed at the end, if it still runs.

    settings: its configuration. words: more of its command line. environment: added to this one's.
    before: what runs it, such as strace. command: the command that plays.

    said: the lines that it has printed. complaints: what it has written to standard error.
    """

    def __init__(
        self,
        settings: Path,
        *words: str,
        environment: Mapping[str, str] | None = None,
        before: Sequence[str] = (),
        command: str = "play",
    ) -> None:
        program = [*before, sys.executable, "-m", "companion", command, "--config", str(settings)]
        self.process = subprocess.Popen(
            [*program, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            env={**os.environ, "PYTHONUNBUFFERED": "1", **(environment or {})},
        )
        self.said: list[str] = []
        self._complaints: list[str] = []
        self._readers = [
            Thread(target=self._read, args=where, daemon=True)
            for where in ((self.process.stdout, self.said), (self.process.stderr, self._complaints))
        ]
        for reader in self._readers:
            reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()

    @staticmethod
    def _read(stream: Iterator[str], lines: list[str]) -> None:
        for line in stream:
            lines.append(line.rstrip("\n"))  # noqa: PERF401 - they are read meanwhile

    @property
    def complaints(self) -> str:
        """What it has written to standard error so far."""
        return "\n".join(self._complaints)

    @property
    def output(self) -> str:
        """Everything that it has printed so far."""
        return "\n".join([*self.said, *self._complaints])

    @property
    def address(self) -> str:
        """The address of its page, once it is printed. Raises TimeoutError if it never is."""
        return self.printed(r"Page: (\S+)")

    def printed(self, pattern: str) -> str:
        """Wait for a line that begins so; the group in it. Raises TimeoutError if none comes."""
        deadline = time.monotonic() + PATIENCE
        while True:
            for line in list(self.said):
                if (found := re.match(pattern, line)) is not None:
                    return found[1]
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise TimeoutError(f"no {pattern!r}: {self.output}")
            time.sleep(0.005)

    @property
    def table(self) -> str:
        """The address of its page's WebSocket."""
        return self.address.replace("http", "ws") + "table"

    @contextmanager
    def page(
        self, game: AnyGame, patience: float = PATIENCE, code: str = ""
    ) -> Iterator[PlayingPage]:
        """A page that plays. code: what it sends first, if any."""
        with self.connection() as connection:
            if code:
                connection.send(json.dumps({"do": "pair", "code": code}))
            yield PlayingPage(connection, game, patience)

    def connection(self) -> ClientConnection:
        """A WebSocket to its page's server, which is told changes, as the page is."""
        return connect(
            f"{self.table}?changes", open_timeout=PATIENCE, ping_interval=None, max_size=None
        )

    def kill(self) -> None:
        """End it without a word, as a power cut does to a process."""
        self.process.kill()
        self._ended(PATIENCE)

    def stop(self, within: float = PATIENCE) -> int:
        """Ask it to end; its exit status. Raises subprocess.TimeoutExpired if it does not."""
        self.process.send_signal(signal.SIGTERM)
        return self._ended(within)

    def _ended(self, within: float) -> int:
        status = self.process.wait(within)
        for reader in self._readers:
            reader.join()
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        return status
