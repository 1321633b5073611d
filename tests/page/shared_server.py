"""A server that serves one table after another, always at the same address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar

import pytest
from starlette.requests import Request
from starlette.responses import Response

from companion.page.limits import Limits
from companion.page.messages import Broadcast, Command, Learn, RulesPage
from companion.page.prepared import PreparedFile
from companion.page.server import serve
from companion.page.static_files import File
from tests.page.table import FakeTable

_HOUR = 3600


class SharedServer:
    """Started as soon as it is made. A page stays with the table that it found when it connected.

    Browsers do not ask for the page's files again: to ask takes longer than anything else about
    opening a page, and the files do not change during the tests.

    table:   what pages that connect from now on find.
    address: where.
    """

    def __init__(self) -> None:
        self.table = FakeTable()
        self._found: ContextVar[FakeTable] = ContextVar("found")  # by each page's task
        # Idle connections that a browser keeps must not appear in the log of a later test.
        self._server = serve(self, limits=Limits(opening=_HOUR))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("companion.page.server.prepare", _prepare)
            self.address = self._server.start()

    def stop(self) -> None:
        self._server.stop()

    def subscribe(self, listener: Callable[[Broadcast], None]) -> Callable[[], None]:
        self._found.set(self.table)
        return self.table.subscribe(listener)

    def command(self, command: Command, done: Callable[[], None] = lambda: None) -> None:
        self._found.get().command(command, done)

    def rules(self, asked: Learn, language: str) -> RulesPage:
        return self._found.get().rules(asked, language)


class _CachedFile(PreparedFile):
    def answer(self, request: Request) -> Response:
        answer = super().answer(request)
        answer.headers["Cache-Control"] = f"max-age={_HOUR}"
        return answer


def _prepare(contents: Mapping[str, File]) -> dict[str, PreparedFile]:
    return {path: _CachedFile(file) for path, file in contents.items()}
