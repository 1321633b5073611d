"""One HTTP PUT, as web servers and WebDAV take it."""

from __future__ import annotations

import ssl
from base64 import b64encode
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from urllib.parse import urlsplit

from companion import __version__
from companion.base.errors import CompanionError
from companion.base.files import os_reason
from companion.base.text import Text, verbatim

_PATIENCE = 10.0  # seconds for every step of a request
_DONE = range(200, 300)


class PushFailed(CompanionError, OSError):
    """A file could not be sent; the message says why, in one line."""


def put(address: str, data: bytes, user: str = "", password: str = "") -> None:
    """Replace what is at an address.

    Args:
        address: The address, `http` or `https`.
        data: The new contents, a text in UTF-8.
        user: The user; empty for none.
        password: The user's password.

    Raises:
        PushFailed: If the server cannot be reached, or refuses it.
    """
    parts = urlsplit(address)
    target = f"{parts.path}?{parts.query}" if parts.query else parts.path
    headers = {
        "Content-Type": f"{_media_type(parts.path)}; charset=utf-8",
        "User-Agent": f"board-companion/{__version__}",
    }
    if user:
        headers["Authorization"] = f"Basic {b64encode(f'{user}:{password}'.encode()).decode()}"
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=_PATIENCE)
    try:
        connection.request("PUT", target, data, headers)
        answer = connection.getresponse()
        answer.close()
    except (OSError, HTTPException) as error:
        raise PushFailed(_problem(error)) from None
    finally:
        connection.close()
    if answer.status not in _DONE:
        raise PushFailed(_refusal(answer))


def _media_type(path: str) -> str:
    return "application/x-chess-pgn" if path.endswith(".pgn") else "text/plain"


def _problem(error: Exception) -> Text:
    if isinstance(error, ssl.SSLCertVerificationError):
        return Text("its certificate is not valid: {problem}", problem=error.verify_message)
    if isinstance(error, TimeoutError):
        return Text("it does not answer")
    if isinstance(error, OSError):
        return os_reason(error)
    return verbatim(f"{type(error).__name__}: {error}")


def _refusal(answer: HTTPResponse) -> Text:
    match answer.status:
        case 401 | 403:
            advice = Text("check relay.user and relay.password_file")
        case 301 | 302 | 307 | 308:
            moved = answer.headers.get("Location", "?")
            advice = Text("write relay.push as it is now: {address}", address=moved)
        case 404 | 409:
            advice = Text("is there such a folder?")
        case 405 | 501:
            advice = Text("it takes no PUT; use an address of WebDAV")
        case _:
            advice = verbatim(answer.reason)
    return Text("it answers {status}: {advice}", status=str(answer.status), advice=advice)
