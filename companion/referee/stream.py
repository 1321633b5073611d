"""The referee at a process's standard input and output."""

from __future__ import annotations

import os
import select

from companion.referee.answers import answer_all
from companion.referee.requests import RequestReader
from companion.rules import CompanionError


def answer_stream(source: int, target: int) -> None:
    """Answer the requests that come from one file descriptor on another, until there are no more.
    Raises CompanionError if one of them fails, and BrokenPipeError if nobody reads the answers."""
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
    """Wait until nobody reads from a pipe. Returns whether that can be known: a request may be
    worked on for hours, after whoever asked has gone."""
    if not hasattr(select, "poll"):  # Windows
        return False
    poll = select.poll()
    poll.register(target, 0)
    return any(state & select.POLLERR for _, state in poll.poll())
