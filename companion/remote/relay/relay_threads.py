"""The threads of a relay: one writes the files, another one sends them. Neither holds play up."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from threading import Condition, Thread

from companion.base.files import make_folder, os_reason, replace_file
from companion.base.monotonic import Clock
from companion.base.text import Text
from companion.protocol.views import Broadcast, State
from companion.remote.pace import Pace
from companion.remote.relay.http_put import PushFailed, put
from companion.remote.relay.push_queue import Push, PushQueue
from companion.remote.relay.relay_files import RelayFiles
from companion.remote.relay_settings import RelaySettings

_MODE = 0o644  # a web server reads them, too


class PushThread:
    """Sends files, the newest contents of each address, until they are there.

    Args:
        settings: The section `[relay]`.
        password: The user's password.
        tell: Takes a line about a failure, and one when it works again.
        rng: Shortens the pauses.
        pace: The pauses after failures.
        clock: Returns the time (seconds).
    """

    def __init__(
        self,
        settings: RelaySettings,
        password: str,
        tell: Callable[[Text], None],
        rng: Random,
        pace: Pace | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self._settings = settings
        self._password = password
        self._tell = tell
        self._clock = clock
        self._queue = PushQueue(rng, pace)
        self._changed = Condition()
        self._ending = False
        self._given_up = False  # the last attempt has failed
        self._thread = Thread(target=self._run, name="relay push", daemon=True)
        self._thread.start()

    def add(self, files: Mapping[str, bytes]) -> None:
        """Send these files, by name, soon."""
        with self._changed:
            for name, data in files.items():
                self._queue.add(self._settings.address(name), data)
            self._changed.notify()

    def close(self) -> None:
        """Try once more to send what waits, and then end; returns at once."""
        with self._changed:
            self._ending = True
            self._changed.notify()

    def join(self, seconds: float) -> None:
        """Wait until that is done, for at most so many seconds."""
        self._thread.join(seconds)

    def _run(self) -> None:
        while (push := self._next()) is not None:
            try:
                put(push.address, push.data, self._settings.user, self._password)
            except PushFailed as error:
                self._fail(push, error.text)
            else:
                with self._changed:
                    again = self._queue.sent(push)
                if again:
                    self._tell(Text("the relay {address} works again", address=push.address))

    def _fail(self, push: Push, trouble: Text) -> None:
        with self._changed:
            new = self._queue.failed(push, trouble, self._clock())
            self._given_up = self._ending
        if new:
            self._tell(
                Text(
                    "the relay {address} is not told the game: {problem}; it is tried again",
                    address=push.address,
                    problem=trouble,
                )
            )

    def _next(self) -> Push | None:
        """Wait for what is to be sent next; None at the end."""
        with self._changed:
            while not self._given_up:
                push = self._queue.take(math.inf if self._ending else self._clock())
                if push is not None:
                    return push
                if self._ending:
                    break
                due = self._queue.due()
                self._changed.wait(None if due is None else max(0.0, due - self._clock()))
            return None


class RelayThread:
    """Writes the files whenever the game being played has changed, and passes them on.

    Args:
        settings: The section `[relay]`.
        files: Makes the files.
        push: Takes the files to send, by name; None if none are sent.
        tell: Takes a line about a failure, and one when it works again.
    """

    def __init__(
        self,
        settings: RelaySettings,
        files: RelayFiles,
        push: Callable[[Mapping[str, bytes]], None] | None,
        tell: Callable[[Text], None],
    ) -> None:
        self._settings = settings
        self._files = files
        self._push = push
        self._tell = tell
        self._written: dict[str, bytes] = {}
        self._trouble = Text()
        self._changed = Condition()
        self._log: Path | None = None  # the log to look at
        self._last: Path | None = None  # the one looked at last
        self._ending = False
        self._thread = Thread(target=self._run, name="relay", daemon=True)
        self._thread.start()

    def hear(self, message: Broadcast) -> None:
        """Take a message to pages, from any thread; returns at once."""
        if isinstance(message, State) and message.log:
            with self._changed:
                self._log = Path(message.log)
                self._changed.notify()

    def close(self) -> None:
        """Write what has changed, and then end; returns at once."""
        with self._changed:
            self._ending = True
            self._log = self._log or self._last  # its last lines may have been waiting for the card
            self._changed.notify()

    def join(self, seconds: float) -> None:
        """Wait until that is done, for at most so many seconds."""
        self._thread.join(seconds)

    def _run(self) -> None:
        while (log := self._next()) is not None:
            self._relay(log)

    def _next(self) -> Path | None:
        with self._changed:
            self._changed.wait_for(lambda: self._log is not None or self._ending)
            log, self._log = self._log, None
            self._last = log or self._last
            return log

    def _relay(self, log: Path) -> None:
        files = {
            name: data
            for name, data in self._files.follow(log).items()
            if self._written.get(name) != data
        }
        if not files:
            return
        self._written.update(files)
        if self._push is not None:
            self._push(self._to_send(files))
        folder = self._settings.folder_path
        if folder is not None:
            self._write(folder, files)

    def _to_send(self, files: Mapping[str, bytes]) -> Mapping[str, bytes]:
        """Return what is sent: all files to a folder, otherwise the best form of the game."""
        if self._settings.push.endswith("/"):
            return files
        own = [name for name in files if name.rpartition(".")[0] == self._settings.name]
        own.sort(key=lambda name: name.endswith(".txt"))  # PGN, if the game has it
        return {name: files[name] for name in own[:1]}

    def _write(self, folder: Path, files: Mapping[str, bytes]) -> None:
        trouble = Text()
        try:
            make_folder(folder)
            for name, data in files.items():
                replace_file(folder / name, data, _MODE)
        except OSError as error:
            for name in files:
                self._written.pop(name, None)
            trouble = Text(
                "relay.folder {folder}: {problem}; it is tried again at the next move",
                folder=folder,
                problem=os_reason(error),
            )
        if trouble != self._trouble:
            self._tell(trouble or Text("relay.folder {folder} works again", folder=folder))
            self._trouble = trouble
