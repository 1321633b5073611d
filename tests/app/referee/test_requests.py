"""Requests are read ahead, in bounded memory, and a cancel is noticed at once."""

from __future__ import annotations

import errno
import threading
from collections.abc import Iterable

import pytest

from companion.app.referee.requests import (
    LONGEST_REQUEST,
    READ_AHEAD,
    RequestReader,
)

CANCEL = b'{"ask":"cancel"}\n'


def reader(chunks: Iterable[bytes]) -> RequestReader:
    waiting = iter(chunks)
    return RequestReader(lambda _: next(waiting, b""))


def test_only_what_comes_before_a_cancel_is_cancelled() -> None:
    requests = list(reader([b"one\n", b"two\n" + CANCEL, b'{"ask":"cancelled"}\nthree']))
    assert [request.text for request in requests] == [
        b"one",
        b"two",
        CANCEL.strip(),
        b'{"ask":"cancelled"}',
        b"three",
    ]
    assert [request.is_cancelled() for request in requests] == [True, True, False, False, False]


def test_a_cancel_is_noticed_while_a_request_is_worked_on() -> None:
    worked_on, come = threading.Event(), threading.Event()

    def chunks() -> Iterable[bytes]:
        yield b"one\n"
        worked_on.wait()
        yield CANCEL
        come.set()

    requests = iter(reader(chunks()))
    one = next(requests)
    assert not one.is_cancelled()
    worked_on.set()
    come.wait()
    assert one.is_cancelled()


def test_reading_stops_while_enough_is_waiting() -> None:
    given = []

    def chunks() -> Iterable[bytes]:
        for number in range(20):
            given.append(number)
            yield b"x" * (LONGEST_REQUEST - 1) + b"\n"

    requests = iter(reader(chunks()))
    for number in range(20):
        assert next(requests).text is not None
        assert len(given) <= number + 3 + READ_AHEAD // LONGEST_REQUEST
    assert next(requests, None) is None


def test_what_can_no_longer_be_read_is_raised_after_what_was() -> None:
    def chunks() -> Iterable[bytes]:
        yield b"one\ntwo"
        raise OSError(errno.EIO, "broken")

    requests = iter(reader(chunks()))
    assert next(requests).text == b"one"
    with pytest.raises(OSError, match="broken"):
        next(requests)


def test_everything_is_cancelled_if_nobody_reads_the_answers() -> None:
    worked_on, gone = threading.Event(), threading.Event()

    def at_end() -> bool:
        worked_on.wait()
        return gone.is_set()

    chunks = iter([b"one\n"])
    one = next(iter(RequestReader(lambda _: next(chunks, b""), at_end)))
    assert not one.is_cancelled()
    gone.set()
    worked_on.set()
    (thread,) = [thread for thread in threading.enumerate() if thread.name == "requests"]
    thread.join()
    assert one.is_cancelled()
