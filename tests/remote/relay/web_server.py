"""A genuine web server that takes PUT, as WebDAV does, and remembers what it was sent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Thread
from typing import NamedTuple


class Sent(NamedTuple):
    """A request."""

    path: str
    body: bytes
    type: str
    authorization: str


class WebServer(ThreadingHTTPServer):
    """answers: the status of each answer in turn; 201 once there are none left."""

    daemon_threads = True

    def __init__(self) -> None:
        self.sent: Queue[Sent] = Queue()
        self.answers: list[int] = []
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"


class _Handler(BaseHTTPRequestHandler):
    server: WebServer

    def do_PUT(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status = self.server.answers.pop(0) if self.server.answers else 201
        self.send_response(status)
        if status == 301:
            self.send_header("Location", "https://example.org/new")
        self.send_header("Content-Length", "0")
        self.end_headers()
        said = self.headers["Content-Type"], self.headers["Authorization"] or ""
        self.server.sent.put(Sent(self.path, body, *said))

    def log_message(self, format: str, *_: object) -> None:
        """Say nothing."""


@contextmanager
def web_server() -> Iterator[WebServer]:
    """A running server."""
    with WebServer() as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
