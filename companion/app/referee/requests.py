"""Reads requests, line by line, while an earlier one is still being answered.

A thread reads ahead, so that a cancel is noticed during a long count. Neither an endless line nor a
fast writer fills the memory: a line that is too long is dropped as it comes, and reading stops
while enough is waiting.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

import msgspec

from companion.base.json_text import InvalidJson, JsonDecoder
from companion.base.lines import LineSplitter

LONGEST_REQUEST = 1 << 20
"""The size of the longest line (bytes)."""

READ_AHEAD = 4 << 20
"""The size of all lines that may wait (bytes)."""

_CHUNK = 1 << 16
_OVERHEAD = 100  # bytes of memory for a line, beside its own


@dataclass(frozen=True, slots=True)
class RequestLine:
    """A line, without its newline.

    Attributes:
        text: The line; None if it was too long.
        is_cancelled: Returns whether a cancel has come after it.
    """

    text: bytes | None
    is_cancelled: Callable[[], bool] = lambda: False


class RequestReader:
    """Reads requests in a thread of its own.

    Args:
        read: Returns at most the given number of bytes, as soon as there are any; none at the end.
        at_end: Called in the thread at the end of the input. It may wait until the reader of the
            answers has gone, and then returns whether all present work should be cancelled.
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
        """Yield the lines as they come.

        Raises:
            OSError: If they cannot be read.
        """
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


_asks: JsonDecoder[_Ask] = JsonDecoder(_Ask)


def _is_cancel(line: bytes) -> bool:
    try:
        return bool(_asks.decode(line).ask == "cancel")
    except InvalidJson:
        return False
