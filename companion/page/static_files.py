"""The files of the page: a handful of small ones, read once from the package and kept in memory.

Together they have a version, which is a digest of all of them. It is filled in for `@shell@`: in
the pages, which compare it with that of `Welcome`, and in the service worker, which keeps the files
that are filled in for `@files@`. The pages also get, for `@languages@`, the languages that have a
file `page-<language>.json`.

Browsers also ask for files that the page does not name, and the server has these as well: see
`unnamed_files`.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}
_PAGE, _WORKER = "/index.html", "/sw.js"
GUEST_FILE = "/guests.html"
"""The file of the page for guests, whatever they see."""
_UNKEPT = (_PAGE, GUEST_FILE, _WORKER)
"""The page is kept as `/`, a browser keeps the worker itself, and guests need the program."""
_CATALOG = "/page-"
_ICON = "/icon-192.png"
_UNNAMED_ICONS = (
    "/favicon.ico",  # in Chromium and Firefox, of a file that is opened by itself
    "/apple-touch-icon.png",  # likewise in Safari
    "/apple-touch-icon-precomposed.png",
)
_DEVELOPER_TOOLS = "/.well-known/appspecific/com.chrome.devtools.json"  # no settings are all right
_DIGITS = 16


class File(NamedTuple):
    """A file's bytes and its media type."""

    body: bytes
    media_type: str


class PageFiles(NamedTuple):
    """The page's files.

    Attributes:
        contents: The files by path on the server, with `/` for the page itself.
        version: Their version.
    """

    contents: dict[str, File]
    version: str


def load_files() -> PageFiles:
    """Read the page's files, and fill in the version, files and languages in them."""
    return assemble(read_files())


def read_files() -> dict[str, File]:
    """Read the page's files, by path on the server, as they are in the package."""
    found = {}
    for entry in files("companion.page").joinpath("static").iterdir():
        media_type = _TYPES.get(entry.name.rpartition(".")[2])
        if media_type is not None:
            found[f"/{entry.name}"] = File(entry.read_bytes(), media_type)
    return found


def assemble(found: dict[str, File]) -> PageFiles:
    """Fill in the version of these files, the files to keep, and the languages.

    Args:
        found: The files by path on the server; changed in place.
    """
    digest = sha256()
    for path in sorted(found):
        digest.update(f"{path} {len(found[path].body)}\n".encode() + found[path].body)
    version = digest.hexdigest()[:_DIGITS]
    kept = " ".join(sorted(path for path in found if path not in _UNKEPT))
    languages = [path[len(_CATALOG) : -len(".json")] for path in found if path.startswith(_CATALOG)]
    values = {"@shell@": version, "@files@": kept, "@languages@": " ".join(sorted(languages))}
    for path in _UNKEPT:
        body = found[path].body
        for name, value in values.items():
            body = body.replace(name.encode(), value.encode())
        found[path] = found[path]._replace(body=body)
    return PageFiles({**found, "/": found[_PAGE]}, version)


def unnamed_files(contents: Mapping[str, File]) -> dict[str, File]:
    """Return the files that browsers ask for although the page does not name them.

    Args:
        contents: The page's files, by path on the server.

    Returns:
        The unnamed files, by path on the server.
    """
    icons = dict.fromkeys(_UNNAMED_ICONS, contents[_ICON])
    return {**icons, _DEVELOPER_TOOLS: File(b"{}", _TYPES["json"])}
