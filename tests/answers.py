"""What the page's servers have answered to browsers: none may ask for what is not there.

A page says nothing of what its browser asks for by itself, such as an icon or a file of the
developers' tools; so the servers are watched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition
from typing import Any, NamedTuple

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.page import server

_PATIENCE = 60.0  # seconds for what takes a fraction of one
_ERRORS = 400  # the first status that is an error


class Answer(NamedTuple):
    """The status of an answer, and what was asked for."""

    status: int
    method: str
    path: str


class Answers:
    """All answers since the last `forget`, of every server that was started in the meantime."""

    def __init__(self) -> None:
        self._all: list[Answer] = []
        self._changed = Condition()

    def forget(self) -> None:
        """Begin anew."""
        with self._changed:
            self._all.clear()

    @property
    def errors(self) -> list[Answer]:
        """The answers that were errors."""
        with self._changed:
            return [answer for answer in self._all if answer.status >= _ERRORS]

    def wait_for(self, path: str) -> Answer:
        """Wait until that was asked for, and return the answer. Raises TimeoutError if it never
        is."""

        def found() -> Answer | None:
            return next((answer for answer in self._all if answer.path == path), None)

        with self._changed:
            answer = self._changed.wait_for(found, _PATIENCE)
            if answer is None:
                raise TimeoutError(f"nobody asked for {path}")
            return answer

    def watched(self, app: ASGIApp) -> ASGIApp:
        """The same application; its answers are noted."""

        async def call(scope: Scope, receive: Receive, send: Send) -> None:
            async def sent(message: Message) -> None:
                if message["type"] == "http.response.start":
                    self._note(Answer(message["status"], scope["method"], scope["path"]))
                await send(message)

            await app(scope, receive, sent)

        return call

    def _note(self, answer: Answer) -> None:
        with self._changed:
            self._all.append(answer)
            self._changed.notify_all()


@contextmanager
def watching() -> Iterator[Answers]:
    """Watch every server that is started from now on."""
    answers = Answers()
    make: Callable[..., Any] = server._app
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "_app", lambda *parts: answers.watched(make(*parts)))
        yield answers
