"""The system calls by which a real program writes its files, and what it told a page between them.

strace writes them down, one file for each thread; here they become events in the order of time.
Only calls on files below one folder count, and only the page's states among what is sent.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.faults.campaign import NotRunError, until
from tests.page_state import merged

_CALLS = (
    "open,openat,creat,close,dup,dup2,dup3,write,writev,pwrite64,pwritev,pwritev2,ftruncate,"
    "truncate,fallocate,fsync,fdatasync,sync,syncfs,sync_file_range,rename,renameat,renameat2,"
    "link,linkat,unlink,unlinkat,mkdir,mkdirat,sendto,sendmsg"
)
_LINE = re.compile(r"(\d+\.\d+) (\w+)\((.*)\) += (-?\d+|\?).*?(?: <(\d+\.\d+)>)?$")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')
_AT_ONCE = frozenset({"close", "sendto", "sendmsg"})
_HARMLESS = frozenset({"open", "openat", "mkdir", "mkdirat", "close"})


@dataclass(frozen=True)
class Created:
    """A file was created. name: below the folder."""

    name: str


@dataclass(frozen=True)
class Moved:
    """A file got another name; what had that name before is replaced."""

    name: str
    to: str


@dataclass(frozen=True)
class Removed:
    """A file was removed."""

    name: str


@dataclass(frozen=True)
class Written:
    """Bytes were written to a file, which may not be on the medium yet."""

    name: str
    offset: int
    data: bytes


@dataclass(frozen=True)
class Cut:
    """A file was cut to a size."""

    name: str
    size: int


@dataclass(frozen=True)
class Synced:
    """A file was synced, or a folder (the whole one is ""). failed: whether the call returned an
    error."""

    name: str
    failed: bool


@dataclass(frozen=True)
class Told:
    """A page was told these moves of the log of this name, and whether a warning stood beside."""

    name: str
    moves: tuple[str, ...]
    warned: bool


Event = Created | Moved | Removed | Written | Cut | Synced | Told
CHANGES = (Created, Moved, Removed, Written, Cut)


@cache
def need_strace() -> None:
    """Raise NotRunError if processes cannot be traced here."""
    strace = shutil.which("strace")
    if strace is None:
        raise NotRunError("strace is missing; on Debian: apt install strace")
    tried = subprocess.run([strace, "-D", "true"], capture_output=True, text=True)
    if tried.returncode:
        raise NotRunError(f"strace cannot trace here: {tried.stderr.strip().splitlines()[-1]}")


def tracing(files: Path, *more: str) -> list[str]:
    """The words before a command that has to be traced. files: beside which the traces are put.
    more: options of strace."""
    # As a grandchild (-D), so that signals for the child reach the program itself.
    return ["strace", "-D", "-ff", "-q", "-ttt", "-T", "-xx", "-s", "200000", "-o", str(files),
            "-e", f"trace={_CALLS}", *more]  # fmt: skip


def read_events(files: Path, process: int, folder: Path) -> list[Event]:
    """The events of a program that has ended. files: as for `tracing`. process: its number. folder:
    that of the logs. Raises ValueError for a call whose effect is not known here."""
    ended = files.with_name(f"{files.name}.{process}")
    assert until(lambda: "+++" in ended.read_text(encoding="ascii")[-200:], 30), "strace goes on"
    threads = files.parent.glob(f"{files.name}.*")
    calls = sorted(
        (call for thread in threads for call in _calls(thread)), key=lambda call: call[0]
    )
    reading = _Reading(folder)
    return [event for _, name, said, result in calls for event in reading.take(name, said, result)]


def _calls(thread: Path) -> Iterator[tuple[float, str, str, int]]:
    """The calls of a thread: when each took effect, its name, what stands in its parentheses, and
    what it returned. A file's number is free for other threads before its close has returned. The
    calls of a thread keep their order, even if the clock is set back."""
    latest = 0.0
    for line in thread.read_text(encoding="ascii").splitlines():
        match = _LINE.match(line)
        if match is not None and match[4] != "?":
            began, took = float(match[1]), float(match[5] or 0)
            at = latest = max(latest, began if match[2] in _AT_ONCE else began + took)
            yield at, match[2], match[3], int(match[4])


class _Reading:
    """Follows open files, which all threads share."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self._open: dict[int, str] = {}
        self._at: dict[int, int] = {}  # where each of them is written next
        self._states: dict[int, dict[str, Any]] = {}  # what each connection was told

    def take(self, call: str, said: str, result: int) -> Iterator[Event]:
        texts = [bytes.fromhex(text[1].replace("\\x", "")) for text in _TEXT.finditer(said)]
        if call in ("sendto", "sendmsg"):
            for text in texts:
                yield from self._told(_number(said), text)
        elif call in ("open", "openat", "creat"):
            name = self._name(texts[0])
            if result >= 0:
                self._open.pop(result, None)
                if name is not None:
                    self._open[result], self._at[result] = name, 0
                    if "O_TRUNC" in said and "O_EXCL" not in said:
                        raise ValueError(f"a file is emptied before it is written: {name}")
                    if "O_CREAT" in said and name != ".lock":
                        yield Created(name)
        elif call == "close":
            self._open.pop(_number(said), None)
        elif call.startswith("rename") and result >= 0:
            old, new = (self._name(text) for text in texts)
            if old is not None and new is not None:
                yield Moved(old, new)
        elif call.startswith("unlink") and result >= 0:
            name = self._name(texts[0])
            if name is not None:
                yield Removed(name)
        elif texts and self._name(texts[0]) is not None and call not in _HARMLESS and result >= 0:
            raise ValueError(f"what does {call} do to a file? {said[:100]}")
        elif said[:1].isdigit() and _number(said) in self._open:
            yield from self._changed(call, said, result, texts)

    def _name(self, path: bytes) -> str | None:
        """The name of a file below the folder; "" for itself."""
        text = path.decode(errors="replace")
        if text == self._folder:
            return ""
        below = text.startswith(f"{self._folder}/")
        return text.removeprefix(f"{self._folder}/") if below else None

    def _changed(
        self, call: str, said: str, result: int, texts: Sequence[bytes]
    ) -> Iterator[Event]:
        opened = _number(said)
        name = self._open[opened]
        if name == ".lock":
            return
        if call in ("fsync", "fdatasync"):
            yield Synced(name, failed=result < 0)
        elif result < 0:
            return
        elif call == "pwrite64":
            yield Written(name, int(said.rsplit(",", 1)[1]), texts[0][:result])
        elif call == "write":
            yield Written(name, self._at[opened], texts[0][:result])
            self._at[opened] += result
        elif call == "ftruncate":
            yield Cut(name, int(said.rsplit(",", 1)[1]))
        else:
            raise ValueError(f"what does {call} do to a file? {said[:100]}")

    def _told(self, connection: int, text: bytes) -> Iterator[Told]:
        """The states in what is sent. Each but the first tells what has changed."""
        for start in re.finditer(rb'\{"type":"state"', text):
            change, _ = json.JSONDecoder().raw_decode(
                text[start.start() :].decode(errors="replace")
            )
            state = merged(self._states.get(connection, {}), change)
            self._states[connection] = state
            moves = tuple(move["text"] for move in state["moves"])
            yield Told(Path(state["log"]).name, moves, bool(state["warning"]))


def _number(said: str) -> int:
    return int(said.partition(",")[0])
