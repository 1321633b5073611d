"""The socket and the pairing code of a page's server, checked before the server is loaded.

The server's libraries take a second to load on a small Pi; a page that cannot be served is told at
once.
"""

from __future__ import annotations

import errno
import os
import socket
from unicodedata import category

from companion.base.errors import CompanionError
from companion.base.files import os_reason
from companion.base.text import Text


class ServerError(CompanionError, OSError):
    """The page cannot be served at the configured host and port."""


class NoAddressYet(ServerError):
    """This machine has no such address, or not yet: its network may still come up."""


def plain(code: str) -> str:
    """Return a code without the separators of its groups: blanks and dashes of every kind."""
    return "".join(c for c in code if not c.isspace() and category(c) not in ("Pd", "Cf"))


def check_code(code: str) -> None:
    """Raise ServerError if a pairing code, which may be empty, cannot be typed."""
    if code and not plain(code):
        raise ServerError(
            Text("the pairing code {code!r} has nothing to type: use letters or digits", code=code)
        )


def listen(host: str, port: int) -> socket.socket:
    """Return a socket bound to the first address of `host`.

    Args:
        host: The address or name to listen on.
        port: The port; 0 for any free one.

    Raises:
        NoAddressYet: If this machine does not have the address.
        ServerError: If there is no such address, or the port cannot be used.
    """
    where = Text("cannot serve the page on host {host!r}, port {port}", host=host, port=port)
    if not host:
        raise ServerError(
            Text(
                "{where}: the host is empty; use 127.0.0.1, or 0.0.0.0 for the network", where=where
            )
        )
    if not 0 <= port <= 65535:
        raise ServerError(
            Text("{where}: a port is a number from 0 (any free one) to 65535", where=where)
        )
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise ServerError(
            Text("{where}: there is no such host; use 127.0.0.1", where=where)
        ) from None
    listener = socket.socket(family, kind, proto)
    try:
        if os.name == "posix":
            # Allow a restart at once. On Windows, the same option would share the port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
    except OSError as error:
        listener.close()
        missing = error.errno == errno.EADDRNOTAVAIL
        raise (NoAddressYet if missing else ServerError)(
            Text("{where}: {problem}", where=where, problem=advice(error))
        ) from None
    listener.setblocking(False)
    return listener


def advice(error: OSError) -> Text:
    """Return what is wrong with a socket, and what to do."""
    match error.errno:
        case errno.EADDRINUSE:
            return Text(
                "another program is using that port; choose another one, or 0 for any free port"
            )
        case errno.EADDRNOTAVAIL:
            return Text(
                "this machine has no such address; use 127.0.0.1, or 0.0.0.0 for the network"
            )
        case errno.EACCES:
            return Text("this user may not use that port; choose one above 1023")
        case errno.EMFILE:
            return Text(
                "this program has too many files open (EMFILE); allow it more with `ulimit -n`"
            )
        case errno.ENFILE:
            return Text("the system has too many files open (ENFILE); end other programs")
    return Text("{problem}; try host 127.0.0.1, port 0", problem=os_reason(error))
