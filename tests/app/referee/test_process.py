"""The referee as a process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

COMMAND = [sys.executable, "-m", "companion", "referee"]
LONG_COUNT = b'{"id":1,"ask":"perft","game":"solomon","depth":60}\n'


@contextmanager
def running() -> Iterator[tuple[subprocess.Popen[bytes], IO[bytes], IO[bytes]]]:
    """The process, its standard input and its standard output."""
    program = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert program.stdin is not None
    assert program.stdout is not None
    try:
        with program:
            yield program, program.stdin, program.stdout
    finally:
        program.kill()


def send(source: IO[bytes], data: bytes) -> None:
    source.write(data)
    source.flush()


def test_each_line_is_answered_before_the_next_is_written() -> None:
    with running() as (program, source, target):
        for depth, count in ((1, 7), (2, 31)):
            request = {"id": depth, "ask": "perft", "game": "solomon", "depth": depth}
            send(source, json.dumps(request).encode() + b"\n")
            assert json.loads(target.readline()) == {"id": depth, "count": count}
        source.close()
        assert program.wait() == 0


def test_a_long_count_can_be_cancelled_and_the_next_line_is_answered() -> None:
    with running() as (program, source, target):
        send(source, LONG_COUNT)
        send(source, b'{"id":2,"ask":"cancel"}\n{"id":3,"ask":"perft","game":"peg","depth":1}')
        source.close()
        assert [json.loads(line) for line in target] == [
            {"id": 1, "error": "cancelled"},
            {"id": 2, "cancelled": 1},
            {"id": 3, "count": 6},
        ]
        assert program.wait() == 0


def test_a_line_that_is_too_long_is_refused_and_the_next_one_is_answered() -> None:
    with running() as (program, source, target):
        for _ in range(30):
            send(source, b"[" * 100_000)
        send(source, b'\n{"id":3,"ask":"perft","game":"peg","depth":1}\n')
        said = json.loads(target.readline())
        assert said == {"id": None, "error": "the request is longer than 1 MB; split it"}
        assert json.loads(target.readline()) == {"id": 3, "count": 6}
        source.close()
        assert program.wait() == 0


def test_a_count_ends_when_whoever_asked_has_gone() -> None:
    with running() as (program, source, target):
        send(source, b'{"id":0,"ask":"perft","game":"peg","depth":1}\n')
        target.readline()  # it has started
        send(source, LONG_COUNT)
        source.close()
        target.close()
        assert program.wait() == 1
        assert program.stderr is not None
        assert program.stderr.read() == b""


@pytest.mark.slow
def test_standard_streams_that_cannot_be_used_are_one_line(tmp_path: Path) -> None:
    asked = tmp_path / "requests"
    asked.write_bytes(b'{"id":0,"ask":"perft","game":"peg","depth":1}\n')
    for shell, complaint in [
        ("<&-", "the referee needs its standard input and output: one is closed"),
        (">&-", "the referee needs its standard input and output: one is closed"),
        (">/dev/full", "a request or an answer was lost: No space left on device"),
    ]:
        line = f'exec "$0" -m companion referee <"$1" {shell}'
        done = subprocess.run(
            ["sh", "-c", line, sys.executable, str(asked)],
            capture_output=True,
            text=True,
            env={**os.environ},
            check=False,
        )
        assert done.returncode == 1, shell
        assert done.stderr == f"companion: {complaint}\n"
