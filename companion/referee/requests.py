"""Reads requests, line by line, while an earlier one is still worked on.

A thread reads ahead, so that a cancel is noticed during a long count. Neither a line that never
ends nor a writer that never waits fills the memory: a line that is too long is dropped as it comes,
and reading stops while enough is waiting.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

import msgspec

from companion.lines import LineSplitter

LONGEST_REQUEST = 1 << 20
"""Bytes of the longest line."""

READ_AHEAD = 4 << 20
"""Bytes of the lines that may wait."""

_CHUNK = 1 << 16
_OVERHEAD = 100  # bytes of memory for a line, beside its own


@dataclass(frozen=True, slots=True)
class RequestLine:
    """A line, without its newline. text: None if it was too long. is_cancelled: whether a cancel
    has come after it."""

    text: bytes | None
    is_cancelled: Callable[[], bool] = lambda: False


class RequestReader:
    """Reads requests in a thread of its own.

    read:  returns at most so many bytes, as soon as there are any; none at the end.
    at_end: called in the thread when nothing more can be read. It may wait until nobody reads the
           answers, and then returns whether all that is worked on should be cancelled.
    """

    def __init__(
        self, read: Callable[[int], bytes], at_end: Callable[[], bool] = lambda: False
    ) -> None:
        self._read = read
        self._at_end = at_end
        self._changed = threading.Condition()
        self._waiting: deque[tuple[int, bytes | None]] = deque()
        self._size = 0  # bytes of the lines that wait
        self._number = 0  # of the line read last
        self._cancelled: float = 0  # every line before this number is cancelled
        self._ended = False
        self._failure: OSError | None = None

    def __iter__(self) -> Iterator[RequestLine]:
        """Yield the lines as they come. Raises OSError if they cannot be read."""
        threading.Thread(target=self._run, name="requests", daemon=True).start()
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._ended)
                if not self._waiting:
                    break
                number, text = self._waiting.popleft()
                self._size -= _size(text)
                self._changed.notify_all()
            yield RequestLine(text, lambda number=number: number < self._cancelled)  # type: ignore[misc]
        if self._failure is not None:
            raise self._failure

    def _run(self) -> None:
        splitter = LineSplitter(LONGEST_REQUEST)
        try:
            while data := self._read(_CHUNK):
                self._put(splitter.feed(data))
            self._put(splitter.finish())
        except OSError as error:
            self._failure = error
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        if self._at_end():
            self._cancelled = inf

    def _put(self, lines: Iterator[bytes | None]) -> None:
        for line in lines:
            with self._changed:
                self._changed.wait_for(lambda: self._size < READ_AHEAD)
                self._number += 1
                self._waiting.append((self._number, line))
                self._size += _size(line)
                if line is not None and _is_cancel(line):
                    self._cancelled = self._number
                self._changed.notify_all()


def _size(line: bytes | None) -> int:
    return _OVERHEAD + len(line or b"")


class _Ask(msgspec.Struct):
    ask: Any = None


def _is_cancel(line: bytes) -> bool:
    try:
        return bool(msgspec.json.decode(line, type=_Ask).ask == "cancel")
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False
