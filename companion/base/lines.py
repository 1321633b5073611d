"""Lines from a stream of bytes that another program writes, whatever their length."""

from __future__ import annotations

from collections.abc import Iterator


class LineSplitter:
    """Splits bytes into lines.

    Args:
        longest: The most bytes in a line, without its newline.
    """

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._line = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> Iterator[bytes | None]:
        """Yield the lines that these bytes complete, without newlines; None for a longer one."""
        *ends, rest = data.split(b"\n")
        for end in ends:
            self._add(end)
            yield self._take()
        self._add(rest)

    def finish(self) -> Iterator[bytes | None]:
        """Yield the last line, if it has no newline; None if it is too long."""
        if self._line or self._too_long:
            yield self._take()

    def _add(self, data: bytes) -> None:
        self._too_long = self._too_long or len(self._line) + len(data) > self._longest
        if self._too_long:
            self._line.clear()
        else:
            self._line += data

    def _take(self) -> bytes | None:
        line = None if self._too_long else bytes(self._line)
        self._line.clear()
        self._too_long = False
        return line
