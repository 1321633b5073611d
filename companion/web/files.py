"""The files of the page: a handful of small ones, read once from the package and kept in memory."""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


class File(NamedTuple):
    """A file's bytes and its media type."""

    body: bytes
    media_type: str


def load_files() -> dict[str, File]:
    """The page's files, by path on the server; `/` is the page itself."""
    found = {}
    for entry in files("companion.web").joinpath("static").iterdir():
        media_type = _TYPES.get(entry.name.rpartition(".")[2])
        if media_type is not None:
            found[f"/{entry.name}"] = File(entry.read_bytes(), media_type)
    found["/"] = found["/index.html"]
    return found
