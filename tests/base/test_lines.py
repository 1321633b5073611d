"""Lines out of a stream of bytes."""

from __future__ import annotations

import tracemalloc

import pytest

from companion.base.lines import LineSplitter

_LONGEST = 1 << 20  # bytes


def split(*chunks: bytes, longest: int = 10) -> list[bytes | None]:
    splitter = LineSplitter(longest)
    lines = [line for chunk in chunks for line in splitter.feed(chunk)]
    return [*lines, *splitter.finish()]


@pytest.mark.parametrize(
    ("chunks", "lines"),
    [
        ([b"one\ntwo\n"], [b"one", b"two"]),
        ([b"o", b"ne", b"\n", b"two"], [b"one", b"two"]),
        ([b"\n\n"], [b"", b""]),
        ([b"0123456789\n"], [b"0123456789"]),
        ([b"0123456789x\nnext\n"], [None, b"next"]),
        ([b"01234", b"56789", b"x", b"y\nnext"], [None, b"next"]),
        ([b"0123456789x"], [None]),
        ([b"0123456789", b"0123456789", b"\n"], [None]),
        ([], []),
    ],
)
def test_lines_are_split_wherever_the_chunks_end(
    chunks: list[bytes], lines: list[bytes | None]
) -> None:
    assert split(*chunks) == lines


def test_a_line_of_a_hundred_megabytes_takes_no_memory() -> None:
    splitter = LineSplitter(_LONGEST)
    chunk = b"x" * (1 << 20)
    tracemalloc.start()
    try:
        assert not [line for _ in range(100) for line in splitter.feed(chunk)]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4 * _LONGEST
    assert list(splitter.feed(b"\nnext\n")) == [None, b"next"]
