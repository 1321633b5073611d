"""Servers that are no help."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Thread
from types import TracebackType


class Answering:
    """A server on this computer that gives one answer to whatever it is asked.

    status: such as `403 Forbidden`; or else all that it says. Empty to close the connection.
    """

    def __init__(self, status: str) -> None:
        if status[:1].isdigit():
            status = f"HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        self._answer = status.encode()
        self._ends = False
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = "{}:{}".format(*self._socket.getsockname())

    def __enter__(self) -> Answering:
        self._thread = Thread(target=self._serve)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ends = True
        socket.create_connection(self._socket.getsockname()).close()
        self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        while True:
            connection, _ = self._socket.accept()
            with connection, suppress(OSError):
                if self._ends:
                    return
                connection.recv(65536)
                connection.sendall(self._answer)


def unused_address() -> str:
    """Return an address of this computer that refuses connections."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return "{}:{}".format(*server.getsockname())
