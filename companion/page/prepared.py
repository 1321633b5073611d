"""The page's files, prepared for sending: compressed once, and each with a tag for its bytes.

A browser keeps them, but asks whether they are still the same before it uses them (`no-cache`), so
a new version of the program is seen at once. The answer is then status 304 without the bytes.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from companion.page.static_files import File

_TEXT = ("text/", "image/svg", "application/json", "application/manifest")
_DIGITS = 32  # of a tag


class _Body(NamedTuple):
    """The bytes to send.

    Attributes:
        data: The bytes.
        tag: Their tag.
        encoding: Their encoding; empty for none.
    """

    data: bytes
    tag: str
    encoding: str


class PreparedFile:
    """A file as it is, and compressed if that makes it smaller."""

    def __init__(self, file: File) -> None:
        self._media_type = file.media_type
        self._plain = _body(file.body, "")
        self._packed: _Body | None = None
        if file.media_type.startswith(_TEXT):
            packed = _body(gzip.compress(file.body, 9, mtime=0), "gzip")
            if len(packed.data) < len(file.body):
                self._packed = packed

    @property
    def size(self) -> int:
        """The number of bytes that a browser is sent, apart from headers."""
        return len((self._packed or self._plain).data)

    def answer(self, request: Request) -> Response:
        """Return the answer to a request for the file."""
        body = self._plain
        if self._packed is not None and accepts_gzip(request.headers.get("accept-encoding", "")):
            body = self._packed
        headers = {"ETag": body.tag, "Cache-Control": "no-cache"}
        if self._packed is not None:
            headers["Vary"] = "Accept-Encoding"
        if has_tag(request.headers.get("if-none-match", ""), body.tag):
            return Response(status_code=304, headers=headers)
        if body.encoding:
            headers["Content-Encoding"] = body.encoding
        return Response(body.data, media_type=self._media_type, headers=headers)


def prepare(contents: Mapping[str, File]) -> dict[str, PreparedFile]:
    """Prepare all files, by their paths."""
    return {path: PreparedFile(file) for path, file in contents.items()}


def accepts_gzip(accepted: str) -> bool:
    """Return whether an `Accept-Encoding` header allows gzip."""
    for coding in accepted.lower().split(","):
        name, *parameters = (part.strip() for part in coding.split(";"))
        if name == "gzip":
            return not any(_weight(parameter) == 0 for parameter in parameters)
    return False


def has_tag(tags: str, tag: str) -> bool:
    """Return whether an `If-None-Match` header names a tag."""
    named = [each.strip().removeprefix("W/") for each in tags.split(",")]
    return tags.strip() == "*" or tag in named


def _weight(parameter: str) -> float:
    name, _, value = parameter.partition("=")
    try:
        return float(value) if name.strip() == "q" else 1.0
    except ValueError:
        return 1.0


def _body(data: bytes, encoding: str) -> _Body:
    return _Body(data, f'"{sha256(data).hexdigest()[:_DIGITS]}"', encoding)
