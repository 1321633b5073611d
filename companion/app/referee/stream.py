"""The referee at a process's standard input and output."""

from __future__ import annotations

import os
import select

from companion.app.referee.answers import answer_all
from companion.app.referee.requests import RequestReader
from companion.base.errors import CompanionError


def answer_stream(source: int, target: int) -> None:
    """Answer the requests that come from one file descriptor on another, until they end.

    Args:
        source: The file descriptor of the requests.
        target: The file descriptor of the answers.

    Raises:
        CompanionError: If reading or writing fails.
        BrokenPipeError: If the reader of the answers has gone.
    """
    reader = RequestReader(lambda count: os.read(source, count), lambda: _wait_until_closed(target))
    try:
        for answer in answer_all(reader):
            rest = answer
            while rest:
                rest = rest[os.write(target, rest) :]
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CompanionError(f"a request or an answer was lost: {error.strerror}") from None


def _wait_until_closed(target: int) -> bool:
    """Wait until the reader of a pipe has gone. Returns whether that can be detected.

    A request may take hours, long after the program that asked has gone.
    """
    if not hasattr(select, "poll"):  # Windows
        return False
    poll = select.poll()
    poll.register(target, 0)
    return any(state & select.POLLERR for _, state in poll.poll())
