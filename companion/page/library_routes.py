"""The library's addresses, which are answered in a thread of their own.

| address | answer |
|---|---|
| `GET /library/list?game=&player=&result=&deleted=&offset=` | a `Shelf` |
| `GET /library/statistics?game=&player=&result=&deleted=` | `GameStatistics` |
| `GET /library/people` | a `Family` |
| `GET /library/replay?log=&start=` | a `ReplayPart` |
| `GET /library/review?log=&start=&engine=` | a `ReviewPart` |
| `GET /library/file?log=&form=` | a game as a file; form: jsonl, text, or a package's, as pgn |
| `GET /library/files?form=&game=&player=&result=&deleted=` | all those games in one file |
| `POST /library/delete?log=`, `POST /library/restore?log=` | the log's new key, as text |
| `POST /library/add?name=` with the file as its body | `Added` |

Every request carries the key that the page received in `Welcome`, in the header `X-Library-Key`. So
only a paired page can ask, and no other site can have a browser ask. Only the body of an added file
is read. A request that cannot be answered gets one line of text with the reason.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hmac import compare_digest
from secrets import token_urlsafe
from typing import Any, TypeVar
from urllib.parse import quote

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from companion.base.errors import CompanionError
from companion.base.languages import Language, find_language
from companion.base.text import Text
from companion.page.limits import LimitedConnection
from companion.protocol.library_messages import GameLibrary, LogFile, ShelfQuery

KEY_HEADER = "X-Library-Key"
"""The header that carries the key."""

_log = logging.getLogger(__name__)
_T = TypeVar("_T")
_WAITING = 8  # requests that are not answered yet; a page makes one at a time
_DOWNLOADS = 4  # at a time, each of which may hold a whole log in memory
_BIGGEST_FILE = 4 << 20  # bytes of a file that is added
_LONGEST = 200  # characters of what a request says
_LONGEST_REASON = 400
_MOST_DIGITS = 9
_MEDIA_TYPES = {"jsonl": "application/jsonl; charset=utf-8", "text": "text/plain; charset=utf-8"}


class LibraryRoutes:
    """Answers a page's requests to the library.

    Attributes:
        key: The key that requests have to carry.
    """

    def __init__(self, library: GameLibrary) -> None:
        self.key = token_urlsafe(32)
        self._library = library
        self._waiting = 0
        self._downloads = 0
        self._adding = False
        # One thread: so no two requests use the index at a time, and the game gets its turn.
        self._thread = ThreadPoolExecutor(1, "library")

    def routes(self) -> list[BaseRoute]:
        """Return the addresses, each with its handler."""
        answers: dict[str, Callable[[Request], Awaitable[Response]]] = {
            "list": self._list,
            "statistics": self._statistics,
            "people": self._family,
            "replay": self._replay,
            "review": self._review,
            "file": self._file,
            "files": self._files,
        }
        changes = {"delete": self._library.delete, "restore": self._library.restore}
        asked = [(name, answer, "GET") for name, answer in answers.items()]
        asked.append(("add", self._add, "POST"))
        asked += [(name, partial(self._change, act), "POST") for name, act in changes.items()]
        return [
            Route(f"/library/{name}", self._guarded(answer), methods=[method])
            for name, answer, method in asked
        ]

    def close(self) -> None:
        """Finish the current answer, and give no more."""
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._library.close()

    def _guarded(
        self, answer: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        async def guarded(request: Request) -> Response:
            if not compare_digest(
                request.headers.get(KEY_HEADER, "").encode("utf-8", "replace"), self.key.encode()
            ):
                text = Text("Only a paired page may ask this: reload the page.")
                return _said(request, text, 403)
            if self._waiting >= _WAITING:
                text = Text("The library is busy. Try again in a moment.")
                return _said(request, text, 503)
            connection: LimitedConnection = request.scope["state"]["connection"]
            connection.heard()
            connection.await_reading()
            self._waiting += 1
            try:
                return await answer(request)
            except CompanionError as error:
                return _said(request, error.text, 400)
            except Exception:
                _log.exception("a request to the library failed; the game goes on")
                return _said(request, Text("The program failed; its log says why."), 500)
            finally:
                self._waiting -= 1

        return guarded

    async def _do(self, act: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, act)

    async def _list(self, request: Request) -> Response:
        query, offset = _query(request), _number(request, "offset")
        encode = requested_language(request).encode
        return _json(await self._do(lambda: encode(self._library.shelf(query, offset))))

    async def _statistics(self, request: Request) -> Response:
        query, encode = _query(request), requested_language(request).encode
        return _json(await self._do(lambda: encode(self._library.statistics(query))))

    async def _family(self, request: Request) -> Response:
        encode = requested_language(request).encode
        return _json(await self._do(lambda: encode(self._library.family())))

    async def _replay(self, request: Request) -> Response:
        key, start = _text(request, "log"), _number(request, "start")
        encode = requested_language(request).encode
        return _json(await self._do(lambda: encode(self._library.replay(key, start))))

    async def _review(self, request: Request) -> Response:
        key, start = _text(request, "log"), _number(request, "start")
        engine, encode = _text(request, "engine"), requested_language(request).encode
        return _json(await self._do(lambda: encode(self._library.review(key, start, engine))))

    async def _file(self, request: Request) -> Response:
        key, form = _text(request, "log"), _text(request, "form")
        return await self._download(request, lambda: self._library.file(key, form), form)

    async def _files(self, request: Request) -> Response:
        query, form = _query(request), _text(request, "form")
        return await self._download(request, lambda: self._library.files(query, form), form)

    async def _change(self, change: Callable[[str], str], request: Request) -> Response:
        key = _text(request, "log")
        return PlainTextResponse(await self._do(lambda: change(key)))

    async def _add(self, request: Request) -> Response:
        if self._adding:
            text = Text("Another file is being added. Try again in a moment.")
            return _said(request, text, 503)
        connection: LimitedConnection = request.scope["state"]["connection"]
        self._adding = True
        try:
            data = bytearray()
            async for part in request.stream():
                connection.heard()
                data += part
                if len(data) > _BIGGEST_FILE:
                    text = Text(
                        "The file is larger than {limit} MB: add it in parts.",
                        limit=_BIGGEST_FILE >> 20,
                    )
                    return _said(request, text, 413)
            name, content = _text(request, "name"), bytes(data)
            encode = requested_language(request).encode
            return _json(await self._do(lambda: encode(self._library.add(name, content))))
        except ClientDisconnect:
            return Response(status_code=400)  # nobody is there to read it
        finally:
            self._adding = False

    async def _download(self, request: Request, act: Callable[[], LogFile], form: str) -> Response:
        if self._downloads >= _DOWNLOADS:
            text = Text("Other downloads are under way. Try again in a moment.")
            return _said(request, text, 503)
        file = await self._do(act)
        connection: LimitedConnection = request.scope["state"]["connection"]
        self._downloads += 1

        def done() -> None:
            self._downloads -= 1

        async def parts() -> AsyncIterator[bytes]:
            while (part := await self._do(lambda: next(file.parts, None))) is not None:
                connection.await_reading()  # it reads: it may go on
                yield part

        return _Download(
            parts(),
            done,
            media_type=_MEDIA_TYPES.get(form, _MEDIA_TYPES["text"]),
            headers={"Content-Disposition": f"attachment; filename*=utf-8''{quote(file.name)}"},
        )


class _Download(StreamingResponse):
    """A download.

    Args:
        parts: The bytes, part by part.
        done: Called when the download is over, for whatever reason.
        **settings: Settings for the response.
    """

    def __init__(
        self, parts: AsyncIterator[bytes], done: Callable[[], None], **settings: Any
    ) -> None:
        super().__init__(parts, **settings)
        self._done = done

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._done()


def requested_language(request: HTTPConnection) -> Language:
    """Return the language that a browser asks for."""
    return find_language(request.headers.get("accept-language", "").split(","))


def _said(request: Request, text: Text, status: int) -> Response:
    """Return an answer in words, on one line."""
    words = " ".join(requested_language(request).words(text).split())
    return PlainTextResponse(words[:_LONGEST_REASON], status)


def _json(encoded: bytes) -> Response:
    return Response(encoded, media_type="application/json")


def _text(request: Request, name: str) -> str:
    return request.query_params.get(name, "")[:_LONGEST]


def _number(request: Request, name: str) -> int:
    text = _text(request, name)
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else 0


def _query(request: Request) -> ShelfQuery:
    return ShelfQuery(
        _text(request, "game"),
        _text(request, "player"),
        _text(request, "result"),
        _text(request, "deleted") == "1",
    )
