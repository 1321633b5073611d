"""Limits for connections to the server: their number, their time, and the data that they may send.

    socket -> LimitedConnection -> uvicorn's HTTP protocol, later its WebSocket protocol

A connection counts from the moment it is accepted, whatever becomes of it. It has to become a page
in time: a page has opened its WebSocket and, if a code is required, has sent it. Files are fetched
within the same time; requests of a paired page to the library have a time of their own. When all
places are taken, a connection that is not a page yet gives way to the next one. The address with
most such connections loses one. Pages never give way.

The journal, the board and everything else need file descriptors as well. If the system grants the
program only a few, the pages get fewer than half of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

_log = logging.getLogger(__name__)

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""The headers of every answer, whichever library makes it.

Files of the page have a `Cache-Control` of their own, since a browser may keep them.
"""

_CACHING = b"cache-control:"
_KEPT = {name: value for name, value in HEADERS.items() if name != "Cache-Control"}
"""The headers of an answer that has a `Cache-Control` of its own: of a file of the page."""

ACCEPTED = 4
"""The most connections that are accepted in one turn of the event loop."""

TURNS = 5
"""The most turns of the event loop until an accepted connection counts, or a refused one closed."""

_IN_FLIGHT = TURNS * ACCEPTED
_FEWEST = 4  # what a browser needs to show the page
_SLICE = 1 << 12  # bytes that are parsed at a time
_MINUTE = 60.0
_LINES = 10  # the most lines in the log in a minute
_HEAD = b"HTTP/1."


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits for connections.

    Attributes:
        connections: The number of connections that are open at a time.
        opening: The time in which a connection must become a WebSocket (seconds).
        pairing: The time in which the pairing code must arrive, once the page has been asked
            (seconds).
        reading: The time in which an answer of the library, or the next part of a download, must be
            read (seconds).
        commands: The number of commands of one connection that have not been executed yet.
        chatter: The number of bytes that a connection may send in a minute without a command that
            is executed.
        pings: The number of pings in a minute; browsers send none.
        unread: The number of bytes that may wait for a connection that does not read when more is
            sent.
        guests: The number of guests at a time; never more than half of the connections.
        watching: The time in which a guest must read what it is sent (seconds).
    """

    connections: int = 64
    opening: float = 20.0
    pairing: float = 120.0
    reading: float = 120.0
    commands: int = 4
    chatter: int = 1 << 18
    pings: int = 60
    unread: int = 1 << 20
    guests: int = 32
    watching: float = 20.0


def affordable(connections: int) -> int:
    """Return the number of connections that the open-file limit allows, at most `connections`."""
    try:
        import resource
    except ImportError:  # no POSIX, and no such limit
        return connections
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return connections
    return min(connections, max(_FEWEST, files // 2 - _IN_FLIGHT))


class ConnectionLimiter:
    """The connections of one server."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._most = affordable(limits.connections)
        self._pages: set[LimitedConnection] = set()
        self._others: dict[LimitedConnection, None] = {}  # the oldest first
        self._closed = False
        self._lines = 0
        self._since = float("-inf")

    def connect(self, **settings: Any) -> LimitedConnection:
        """Make the protocol of another connection.

        Args:
            **settings: Settings for uvicorn's protocol.
        """
        return LimitedConnection(self, settings)

    def admit(self, connection: LimitedConnection) -> bool:
        """Count a connection, and return whether there is a place for it."""
        if self._closed:
            return False
        if len(self._pages) + len(self._others) >= self._most:
            if not self._others:
                self.say(
                    f"{connection} was refused: {self._most} pages are open, which is the most"
                )
                return False
            held = Counter(other.address for other in self._others)
            most = max(held.values())
            victim = next(other for other in self._others if held[other.address] == most)
            victim.end("it gave way to another one: there are too many")
        self._others[connection] = None
        return True

    def welcome(self, connection: LimitedConnection) -> None:
        """Count a connection among the pages from now on."""
        if connection in self._others:
            del self._others[connection]
            self._pages.add(connection)

    def forget(self, connection: LimitedConnection) -> None:
        """Stop counting a connection."""
        self._others.pop(connection, None)
        self._pages.discard(connection)

    def close(self) -> None:
        """Close all connections, and admit no more."""
        self._closed = True
        for connection in (*self._pages, *self._others):
            connection.abort()

    def refusal(self) -> bytes:
        """Return the answer to a connection for which there is no place."""
        text = f"{self._most} pages are open, which is the most. Close one, and try again.\n"
        return (
            "HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\n"
            f"content-length: {len(text)}\r\nconnection: close\r\n\r\n{text}"
        ).encode()

    def say(self, text: str) -> None:
        """Log a line, unless there were many in the last minute.

        A client that floods the server must not flood the log.
        """
        now = asyncio.get_running_loop().time()
        if now >= self._since + _MINUTE:
            self._since, self._lines = now, 0
        self._lines += 1
        if self._lines < _LINES:
            _log.warning("%s", text)
        elif self._lines == _LINES:
            _log.warning("%s (for a minute no more connections are mentioned)", text)


class LimitedConnection(asyncio.Protocol):
    """A connection, between its transport and the protocol that serves it.

    Attributes:
        address: The address of the other end, without its port.
    """

    def __init__(self, limiter: ConnectionLimiter, settings: dict[str, Any]) -> None:
        state = {**settings.pop("app_state", {}), "connection": self}
        self.address = ""
        self._peer = "a connection"
        self._limiter = limiter
        self._limits = limiter.limits
        self._make = partial(H11Protocol, app_state=state, **settings)
        self._protocol: Any = None  # none is needed for a connection that is refused
        self._transport: asyncio.Transport
        self._deadline: asyncio.TimerHandle | None = None
        self._ended = False
        self._held = b""  # received, but not parsed yet
        self._paused = False  # whether the protocol wants no more for now
        self._parsing = False
        self._since = float("-inf")  # when the counts below began
        self._chatter = self._pings = 0

    def __str__(self) -> str:
        return self._peer

    @property
    def gone(self) -> bool:
        """Whether the connection is closed, or about to be."""
        return self._ended or self._transport.is_closing()

    # What its page does

    def await_code(self) -> None:
        """Start the time for the pairing code, which the page has been asked for."""
        self._set_deadline(self._limits.pairing, "it did not send the pairing code in time")

    def await_reading(self) -> None:
        """Start the time for reading an answer of the library, requested by a paired page."""
        self._set_deadline(self._limits.reading, "it did not read an answer of the library in time")

    def welcome(self) -> None:
        """Let the connection stay: it is a page."""
        self._cancel_deadline()
        self._limiter.welcome(self)

    def heard(self) -> None:
        """Note a command from the page that is executed."""
        self._chatter = 0

    def pinged(self) -> None:
        """Note a ping from the page."""
        self._count(0, 1)

    def complain(self, why: str) -> None:
        """Log in one line why the page is disconnected."""
        self._limiter.say(f"{self} was closed: {why}")

    def abort(self) -> None:
        """Close the connection at once."""
        self._ended = True
        self._leave()
        self._transport.abort()

    def end(self, why: str) -> None:
        """Close the connection at once, and log the reason (`why`)."""
        if not self._ended:
            self.complain(why)
            self.abort()

    # What its transport does

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, if there is a place."""
        self._transport = transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        if peer:
            self.address = str(peer[0])
            self._peer = f"the connection from {self.address}, port {peer[1]},"
        if not self._limiter.admit(self):
            self._ended = True
            self.write(self._limiter.refusal())
            transport.close()
            return
        self._set_deadline(self._limits.opening, "it did not open a page in time")
        self._protocol = self._make()
        self._protocol.connection_made(_LimitedTransport(self, transport))

    def data_received(self, data: bytes) -> None:
        """Pass on the data, as far as the protocol wants it."""
        self._held += data
        self._parse()

    def eof_received(self) -> bool | None:
        """Pass on the end."""
        return None if self._ended else bool(self._protocol.eof_received())

    def pause_writing(self) -> None:
        """Pass on that too much data waits to be sent."""
        if self._protocol is not None:
            self._protocol.pause_writing()

    def resume_writing(self) -> None:
        """Pass on that this is over."""
        if self._protocol is not None:
            self._protocol.resume_writing()

    def connection_lost(self, error: Exception | None) -> None:
        """Stop counting the connection."""
        self._ended = True
        self._held = b""
        self._leave()
        if self._protocol is not None:
            self._protocol.connection_lost(error)

    # What its protocol does

    def hand_over(self, protocol: asyncio.BaseProtocol) -> None:
        """Continue with another protocol."""
        self._protocol = protocol

    def pause_reading(self) -> None:
        """Pass on no more data: the protocol wants none for now."""
        self._paused = True
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Pass on data again: the protocol wants more."""
        self._paused = False
        self._parse()

    def write(self, data: bytes) -> None:
        """Send data, with the headers of every answer added to an answer's head."""
        if self._transport.get_write_buffer_size() > self._limits.unread:
            self.end("it does not read what it is sent")
        elif data.startswith(_HEAD):
            status, end, rest = data.partition(b"\r\n")
            fields = rest.partition(b"\r\n\r\n")[0].lower().split(b"\r\n")
            headers = _KEPT if any(each.startswith(_CACHING) for each in fields) else HEADERS
            added = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
            self._transport.write(status + end + added.encode() + rest)
        else:
            self._transport.write(data)

    def _parse(self) -> None:
        """Give the protocol the received data in slices, so that it produces little at a time.

        The protocol pauses when it has a message.
        """
        if self._parsing:
            return  # the loop below goes on
        self._parsing = True
        try:
            while self._held and not self._paused and not self._ended:
                piece, self._held = self._held[:_SLICE], self._held[_SLICE:]
                self._count(len(piece), 0)
                if not self._ended:
                    self._protocol.data_received(piece)
        except Exception as error:
            # Whatever it was, a library could not cope with it.
            self.end(f"it sent what cannot be parsed ({type(error).__name__})")
        finally:
            self._parsing = False
        if not self._paused and not self._ended:
            self._transport.resume_reading()

    def _count(self, received: int, pings: int) -> None:
        now = asyncio.get_running_loop().time()
        if now >= self._since + _MINUTE:
            self._since, self._chatter, self._pings = now, 0, 0
        self._chatter += received
        self._pings += pings
        if self._chatter > self._limits.chatter:
            self.end("it sends much, but no command that can be carried out")
        elif self._pings > self._limits.pings:
            self.end("it sends too many pings")

    def _set_deadline(self, seconds: float, why: str) -> None:
        self._cancel_deadline()
        loop = asyncio.get_running_loop()
        self._deadline = loop.call_later(seconds, self.end, why)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _leave(self) -> None:
        self._cancel_deadline()
        self._limiter.forget(self)


class PageSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, reporting every ping to the connection."""

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many."""
        self.app_state["connection"].pinged()
        super().handle_ping()


class _LimitedTransport:
    """A transport as a protocol sees it; calls that are not limited go to the transport itself."""

    def __init__(self, connection: LimitedConnection, transport: asyncio.Transport) -> None:
        self._transport = transport
        self.set_protocol = connection.hand_over
        self.pause_reading = connection.pause_reading
        self.resume_reading = connection.resume_reading
        self.write = connection.write

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)
