"""The server of the page: its files and, over WebSockets, its messages.

The server has a thread and an event loop of its own. It listens on loopback unless told otherwise;
on the network it requires a pairing code. It is idle while nothing happens, except for a ping every
20 seconds to detect pages that have disappeared. The limits for connections are in `limits.py`.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import secrets
import socket
import threading
from collections.abc import MutableMapping, Sequence
from contextlib import suppress
from ipaddress import ip_address
from itertools import count
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.base.languages import find_language
from companion.base.text import Text
from companion.page import static_files
from companion.page.announcer import host_names
from companion.page.guard import PairingCode, RequestGuard
from companion.page.guest_hub import Subscribe
from companion.page.guest_route import GuestAccess, guest_routes
from companion.page.library_routes import LibraryRoutes, requested_language
from companion.page.limits import (
    ACCEPTED,
    TURNS,
    ConnectionLimiter,
    LimitedConnection,
    Limits,
    PageSocket,
)
from companion.page.listener import ServerError, advice, check_code, listen, plain
from companion.page.page_connection import Connection
from companion.page.phone import BOARD_PATH, WALL_PATH, guest_view, phone_view
from companion.page.prepared import PreparedFile, prepare
from companion.protocol.backend import Backend
from companion.protocol.library_messages import GameLibrary
from companion.protocol.views import PhoneView, Welcome
from companion.protocol.wall_messages import WallMessage

_log = logging.getLogger(__name__)

_BIGGEST_COMMAND = 1 << 16  # bytes
_BACKLOG = 512  # connections that the system holds until they are accepted
_GRACE = 2  # seconds for open connections to close when the server stops


class Server:
    """The page's server, not yet started.

    Args:
        backend: The program.
        host: The address or name to listen on.
        port: The port; 0 for any free one.
        code: The pairing code that pages have to send. If it is empty, none is required on
            loopback, and a network gets a new one of six digits.
        limits: The limits for connections; None for the usual ones.
        library: The library of logged games; None if the page has none.
        name: The name to announce it as in a network, without `.local`; empty if it is not
            announced.
        guests: Who may watch: "code", with a code of their own; "open", whoever reaches the page;
            "off", nobody.
        guest_code: The guests' code, likewise; it only lets them watch.
        wall: Subscribes to many boards, which guests are shown at `/wall`; None without any.

    Attributes:
        code: The pairing code; empty for none. `start` sets it.
        guests: The way for guests; None if nobody may watch. `start` sets it.
        wall: The way for guests to many boards; None without any. `start` sets it.
        phone: The way from a phone to the page; None if only this machine can reach the page.
            `start` sets it.
    """

    def __init__(
        self,
        backend: Backend,
        host: str = "127.0.0.1",
        port: int = 0,
        code: str = "",
        limits: Limits | None = None,
        library: GameLibrary | None = None,
        name: str = "",
        guests: GuestAccess = "code",
        guest_code: str = "",
        wall: Subscribe[WallMessage] | None = None,
    ) -> None:
        self._access = guests
        self._wall = wall
        self._guest_code = guest_code
        self.guests: PhoneView | None = None
        self.wall: PhoneView | None = None
        self._library = None if library is None else LibraryRoutes(library)
        self._limits = limits or Limits()
        self._backend = backend
        self._host = host
        self._names = host_names(name)
        self._port = port
        self.code = code
        self.phone: PhoneView | None = None
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._uvicorn: _Uvicorn | None = None
        self._ready = threading.Event()

    def start(self, listener: socket.socket | None = None) -> str:
        """Start serving, and return the page's address.

        Args:
            listener: The socket to serve on, from `listen`; by default a new one.

        Raises:
            NoAddressYet: If this machine does not have the address.
            ServerError: If the page cannot be served.
        """
        check_code(self.code)
        check_code(self._guest_code)
        if listener is None:
            listener = listen(self._host, self._port)
        address, port = listener.getsockname()[:2]
        loopback = ip_address(address.partition("%")[0]).is_loopback
        if not loopback and not self.code:
            self.code = _new_code()
        guest_code = self._chosen_guest_code()
        own = socket.gethostname()
        local = f"{own.partition('.')[0]}.local"
        names = frozenset({"localhost", self._host, own, local, *self._names})
        guard = RequestGuard(port, names, loopback=loopback)
        url = f"http://{_printed(address)}:{port}/"
        self.phone = None if loopback else phone_view(url, self.code)
        if self._access != "off":
            self.guests = guest_view(url, guest_code)
            self.wall = None if self._wall is None else guest_view(url, guest_code, WALL_PATH)
        key = "" if self._library is None else self._library.key
        page_files = static_files.load_files()
        welcome = Welcome(
            "",
            key=key,
            phone=self.phone,
            shell=page_files.version,
            guests=self.guests,
            wall=self.wall,
        )
        named = page_files.contents
        contents = prepare({**named, **static_files.unnamed_files(named)})
        routes: list[BaseRoute] = []
        if self.guests is not None:
            routes += guest_routes(
                self._backend.subscribe,
                self._wall,
                PairingCode(guest_code),
                self._limits,
                page_files.version,
            )
        page = contents.pop(static_files.GUEST_FILE)
        shown = {BOARD_PATH: self.guests, WALL_PATH: self.wall}
        contents |= {f"/{path}": page for path, way in shown.items() if way is not None}
        routes += [] if self._library is None else self._library.routes()
        app = _app(self._backend, guard, self.code, self._limits, welcome, contents, routes)
        limiter = ConnectionLimiter(self._limits)
        self._uvicorn = _Uvicorn(_config(app, limiter), limiter, self._ready)
        self._thread = threading.Thread(
            target=self._run, args=(self._uvicorn, listener), name="web", daemon=True
        )
        self._thread.start()
        self._ready.wait()
        if not self._uvicorn.started:
            raise ServerError(
                Text("the page's server did not start on port {port}; the log says why", port=port)
            )
        return url

    def _chosen_guest_code(self) -> str:
        """Return the code that guests have to send; empty if none is required."""
        if self._access != "code":
            return ""
        if (
            self._guest_code or not self.code
        ):  # without a code for players, there is none for guests
            return self._guest_code
        code = _new_code()
        while code == plain(self.code):  # a guest would be a player
            code = _new_code()
        return code

    def _run(self, server: _Uvicorn, listener: socket.socket) -> None:
        async def run() -> None:
            self._loop = asyncio.get_running_loop()
            self._loop.set_exception_handler(_handle_error)
            await server.serve(sockets=[listener])

        try:
            asyncio.run(run())
        finally:
            listener.close()
            self._ready.set()

    def stop(self) -> None:
        """Close every connection and stop; may be called twice, or before `start`."""
        if self._thread is None or self._loop is None or self._uvicorn is None:
            return
        with suppress(RuntimeError):  # the loop is closed already
            self._loop.call_soon_threadsafe(self._uvicorn.end)
        self._thread.join()
        self._thread = None
        if self._library is not None:
            self._library.close()


def serve(
    backend: Backend,
    host: str = "127.0.0.1",
    port: int = 0,
    code: str = "",
    limits: Limits | None = None,
    library: GameLibrary | None = None,
    name: str = "",
    guests: GuestAccess = "code",
    guest_code: str = "",
    wall: Subscribe[WallMessage] | None = None,
) -> Server:
    """Return a server of the page, not yet started; see `Server`."""
    return Server(backend, host, port, code, limits, library, name, guests, guest_code, wall)


def _new_code() -> str:
    return f"{secrets.randbelow(10**6):06}"


class _Uvicorn(uvicorn.Server):
    """A server that waits for its end instead of checking for it ten times a second."""

    def __init__(
        self, config: uvicorn.Config, limiter: ConnectionLimiter, ready: threading.Event
    ) -> None:
        super().__init__(config)
        self._limiter = limiter
        self._ready = ready
        self._ended = asyncio.Event()

    def end(self) -> None:
        self.should_exit = True
        self._ended.set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(_BACKLOG)  # uvicorn's backlog is also how many are accepted at once

    async def main_loop(self) -> None:
        self._ready.set()
        await self._ended.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Closing handshakes would fail on connections that are closing already, and hang on pages
        # that do not read. A page that is cut off tries to reconnect anyway.
        loop = asyncio.get_running_loop()
        for listener in sockets or ():
            with suppress(NotImplementedError):  # on Windows
                loop.remove_reader(listener)
        self._limiter.close()
        for _ in range(TURNS):
            await asyncio.sleep(0)  # for the connections to notice, those just accepted included
        # Some do not: they wait for a command that nobody carries out any more, or for a pause.
        tasks = set(self.server_state.tasks)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=_GRACE)
        # uvicorn's own shutdown would wait a tenth of a second for what has ended by now.
        for server in self.servers:
            server.close()
        for listener in sockets or ():
            listener.close()


class _OneLine(logging.Filter):
    """Shortens the log of a page's text that is not UTF-8 to one line.

    uvicorn logs a traceback, but this is not an error of the program, so its place does not matter.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, UnicodeDecodeError):
            record.msg, record.args = "a page was disconnected: it sent invalid UTF-8", ()
            record.exc_info = None
        return True


_one_line = _OneLine()


def _handle_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error of the event loop; in one line if the system has run out of descriptors."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
        _log.warning("no page can connect for a second: %s", advice(error))
    else:
        loop.default_exception_handler(context)


def _config(app: _App, limiter: ConnectionLimiter) -> uvicorn.Config:
    logging.getLogger("uvicorn.error").addFilter(_one_line)
    return uvicorn.Config(
        app,
        http=limiter.connect,  # type: ignore[arg-type] # it is called as a class would be
        ws=PageSocket,
        backlog=ACCEPTED,
        ws_max_size=_BIGGEST_COMMAND,
        ws_per_message_deflate=False,  # messages are small; not worth the load on a Pi
        lifespan="off",
        log_config=None,
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
    )


def _printed(address: str) -> str:
    """Return the address to print: the one for other machines if the server listens on all."""
    if ip_address(address.partition("%")[0]).is_unspecified:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                # Connecting a datagram socket sends nothing; it only selects the interface.
                probe.connect(("192.0.2.1", 9))
                address = str(probe.getsockname()[0])
            except OSError:
                address = "127.0.0.1"
    return f"[{address}]" if ":" in address else address


_Scope = MutableMapping[str, Any]


class _App:
    """Middleware that answers only the requests that the guard trusts."""

    def __init__(self, inner: Starlette, guard: RequestGuard) -> None:
        self._inner = inner
        self._guard = guard

    async def __call__(self, scope: _Scope, receive: Any, send: Any) -> None:
        if self._guard.trusts(HTTPConnection(scope).headers):
            await self._inner(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close()  # before it is accepted: 403
        else:
            text = Text("This server does not go by this address; use the one that it printed.")
            language = requested_language(HTTPConnection(scope))
            await PlainTextResponse(language.words(text), 421)(scope, receive, send)


def _app(
    backend: Backend,
    guard: RequestGuard,
    code: str,
    limits: Limits,
    welcome: Welcome,
    contents: dict[str, PreparedFile],
    others: Sequence[BaseRoute],
) -> _App:
    numbers = count(1)
    pairing_code = PairingCode(code)

    async def page(request: Request) -> Response:
        file = contents.get(request.url.path)
        if file is None:
            text = Text("There is nothing here.")
            return PlainTextResponse(requested_language(request).words(text), 404)
        return file.answer(request)

    async def page_socket(socket: WebSocket) -> None:
        limited: LimitedConnection = socket.scope["state"]["connection"]
        page = Connection(
            backend,
            socket,
            limited,
            str(next(numbers)),
            pairing_code,
            limits,
            welcome,
            find_language([socket.query_params.get("language", "")]),
        )
        # When the server stops, it is cancelled.
        with suppress(WebSocketDisconnect, asyncio.CancelledError):
            await socket.accept()
            # To accept a connection that is gone does nothing: then its end is all that can come.
            await (socket.receive() if limited.gone else page.run())

    routes = [
        WebSocketRoute("/table", page_socket),
        *others,
        Route("/{path:path}", page),
    ]
    return _App(Starlette(routes=routes), guard)
