"""Serves the page: its files and, over a WebSocket, the table.

The server has a thread and an event loop of its own. It listens on loopback unless told otherwise;
on the network it wants a pairing code. Nothing in it wakes up while nothing happens, but for a
ping every 20 seconds that finds the pages that went away without a word.
"""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import threading
from collections.abc import MutableMapping
from contextlib import suppress
from ipaddress import ip_address
from itertools import count
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from companion.protocol.table import Table
from companion.rules import CompanionError
from companion.web import files
from companion.web.connection import Connection
from companion.web.guard import Guard, Lock

_BIGGEST_COMMAND = 1 << 16  # bytes
_CONNECTIONS = 64
_GRACE = 2  # seconds that open connections have when the server stops

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-cache",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class ServerError(CompanionError, OSError):
    """The page cannot be served where it was asked for."""


class Server:
    """The page's server, not yet started.

    table: what the pages are joined to.
    host:  the address or name to listen on.
    port:  0 for any that is free.
    code:  the pairing code that pages have to send; needed where `host` is not loopback.
    """

    def __init__(
        self, table: Table, host: str = "127.0.0.1", port: int = 0, code: str = ""
    ) -> None:
        self._table = table
        self._host = host
        self._port = port
        self._code = code
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._uvicorn: _Uvicorn | None = None
        self._ready = threading.Event()

    def start(self) -> str:
        """Start serving and give the page's address; ServerError when that cannot be."""
        listener = _listen(self._host, self._port)
        address, port = listener.getsockname()[:2]
        loopback = ip_address(address.partition("%")[0]).is_loopback
        if not loopback and not self._code:
            listener.close()
            raise ServerError(
                f"the page is to be served to the network (host {self._host!r}), "
                "and that wants a pairing code; give one, or serve 127.0.0.1"
            )
        own = socket.gethostname()
        names = frozenset({"localhost", self._host, own, f"{own.partition('.')[0]}.local"})
        app = _app(self._table, Guard(port, names, loopback=loopback), self._code)
        self._uvicorn = _Uvicorn(_config(app), self._ready)
        self._thread = threading.Thread(
            target=self._run, args=(self._uvicorn, listener), name="web", daemon=True
        )
        self._thread.start()
        self._ready.wait()
        if not self._uvicorn.started:
            raise ServerError(f"the page's server did not start on port {port}; the log says why")
        return f"http://{_shown(address)}:{port}/"

    def _run(self, server: _Uvicorn, listener: socket.socket) -> None:
        async def run() -> None:
            self._loop = asyncio.get_running_loop()
            await server.serve(sockets=[listener])

        try:
            asyncio.run(run())
        finally:
            listener.close()
            self._ready.set()

    def stop(self) -> None:
        """Close every connection and stop; may be called twice, and before `start`."""
        if self._thread is None or self._loop is None or self._uvicorn is None:
            return
        with suppress(RuntimeError):  # the loop is closed already
            self._loop.call_soon_threadsafe(self._uvicorn.end)
        self._thread.join()
        self._thread = None


def serve(table: Table, host: str = "127.0.0.1", port: int = 0, code: str = "") -> Server:
    """A server of the page, to be started; see `Server`."""
    return Server(table, host, port, code)


class _Uvicorn(uvicorn.Server):
    """Waits for its end instead of looking for it ten times a second."""

    def __init__(self, config: uvicorn.Config, ready: threading.Event) -> None:
        super().__init__(config)
        self._ready = ready
        self._ended = asyncio.Event()

    def end(self) -> None:
        self.should_exit = True
        self._ended.set()

    async def main_loop(self) -> None:
        self._ready.set()
        await self._ended.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # A farewell would fail on a connection that is closing already, and wait for a page that
        # does not read; a page that is cut off looks for the server again all the same.
        for server in self.servers:
            server.close()
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await asyncio.sleep(0)  # for the connections to notice
        await super().shutdown(sockets)


def _config(app: _App) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http="h11",
        ws="websockets-sansio",
        ws_max_size=_BIGGEST_COMMAND,
        ws_per_message_deflate=False,  # frames are small, and a Pi has better things to do
        lifespan="off",
        log_config=None,
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        limit_concurrency=_CONNECTIONS,
        timeout_graceful_shutdown=_GRACE,
    )


def _listen(host: str, port: int) -> socket.socket:
    """A socket bound to the first address of `host`."""
    where = f"cannot serve the page on host {host!r}, port {port}"
    if not host:
        raise ServerError(f"{where}: the host is empty; use 127.0.0.1, or 0.0.0.0 for the network")
    if not 0 <= port <= 65535:
        raise ServerError(f"{where}: a port is a number from 0 (any free one) to 65535")
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise ServerError(f"{where}: there is no such host; use 127.0.0.1") from None
    listener = socket.socket(family, kind, proto)
    try:
        if os.name == "posix":
            # Serving again at once is wanted; on Windows the same option would share the port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
    except OSError as error:
        listener.close()
        raise ServerError(f"{where}: {_advice(error)}") from None
    listener.setblocking(False)
    return listener


def _advice(error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return "another program has that port; choose another one, or 0 for any that is free"
        case errno.EADDRNOTAVAIL:
            return "this machine has no such address; use 127.0.0.1, or 0.0.0.0 for the network"
        case errno.EACCES:
            return "that port is not ours to use; choose one above 1023"
    return f"{error.strerror}; try host 127.0.0.1, port 0"


def _shown(address: str) -> str:
    """The address that another machine would use, where the server listens on all of them."""
    if ip_address(address.partition("%")[0]).is_unspecified:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                # Connecting a datagram socket sends nothing; it only chooses the way out.
                probe.connect(("192.0.2.1", 9))
                address = str(probe.getsockname()[0])
            except OSError:
                address = "127.0.0.1"
    return f"[{address}]" if ":" in address else address


_Scope = MutableMapping[str, Any]


class _App:
    """The guard in front of the page's routes."""

    def __init__(self, inner: Starlette, guard: Guard) -> None:
        self._inner = inner
        self._guard = guard

    async def __call__(self, scope: _Scope, receive: Any, send: Any) -> None:
        if self._guard.trusts(HTTPConnection(scope).headers):
            await self._inner(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close()  # before it is accepted: 403
        else:
            said = "This address is not one that this server goes by; use the one it printed."
            await PlainTextResponse(said, 421)(scope, receive, send)


def _app(table: Table, guard: Guard, code: str) -> _App:
    found = files.load()
    numbers = count(1)
    lock = Lock(code)

    async def page(request: Request) -> Response:
        file = found.get(request.url.path)
        if file is None:
            return PlainTextResponse("There is nothing here.", 404, _HEADERS)
        return Response(file.body, headers=_HEADERS, media_type=file.media_type)

    async def table_socket(socket: WebSocket) -> None:
        await socket.accept()
        await Connection(table, socket, str(next(numbers)), lock).run()

    routes = [WebSocketRoute("/table", table_socket), Route("/{path:path}", page)]
    return _App(Starlette(routes=routes), guard)
