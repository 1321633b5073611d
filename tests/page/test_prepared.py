"""The page's files as they are sent: small, and only if they have changed."""

from __future__ import annotations

import gzip
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import urlsplit

import pytest

from companion.page.prepared import PreparedFile, accepts_gzip, has_tag, prepare
from companion.page.static_files import File, load_files
from tests.page.table import PATIENCE

MOST = 190_000
"""Bytes of the whole page, compressed: what a phone in a poor network loads in a few seconds."""


def get(url: str, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    address = urlsplit(url)
    connection = HTTPConnection(address.hostname or "", address.port, timeout=PATIENCE)
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("GET", path, headers=fields)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response, body


def test_the_whole_page_is_small() -> None:
    files = prepare({path: file for path, file in load_files().contents.items() if path != "/"})
    sizes = {path: file.size for path, file in files.items()}
    assert sum(sizes.values()) < MOST, sorted(sizes.items(), key=lambda entry: -entry[1])[:10]


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("/favicon.ico", "image/png"),
        ("/apple-touch-icon.png", "image/png"),
        ("/apple-touch-icon-precomposed.png", "image/png"),
        ("/.well-known/appspecific/com.chrome.devtools.json", "application/json"),
    ],
)
def test_what_browsers_ask_for_by_themselves_is_there(url: str, path: str, media_type: str) -> None:
    answer, body = get(url, path)
    assert (answer.status, answer.headers["Content-Type"]) == (200, media_type)
    assert body == (get(url, "/icon-192.png")[1] if media_type == "image/png" else b"{}")


@pytest.mark.parametrize("path", ["/", "/main.js", "/style.css", "/icon.svg"])
def test_a_file_is_sent_compressed_to_who_can_read_that(url: str, path: str) -> None:
    plain, body = get(url, path)
    packed, compressed = get(url, path, Accept_Encoding="br, gzip, deflate")
    assert plain.headers["Content-Encoding"] is None
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(compressed) == body
    assert len(compressed) < len(body)
    assert plain.headers["Vary"] == packed.headers["Vary"] == "Accept-Encoding"
    assert plain.headers["ETag"] != packed.headers["ETag"]  # they are different bytes
    assert packed.headers["Content-Type"] == plain.headers["Content-Type"]


@pytest.mark.parametrize("coding", ["", "gzip"])
def test_a_file_that_has_not_changed_is_not_sent_again(url: str, coding: str) -> None:
    first, _ = get(url, "/main.js", Accept_Encoding=coding)
    tag = first.headers["ETag"] or ""
    assert tag.startswith('"')  # a strong one
    again, body = get(url, "/main.js", Accept_Encoding=coding, If_None_Match=tag)
    assert (again.status, body) == (304, b"")
    assert again.headers["ETag"] == tag
    assert again.headers["Cache-Control"] == "no-cache"
    changed, body = get(url, "/main.js", Accept_Encoding=coding, If_None_Match='"another"')
    assert changed.status == 200
    assert body


def test_a_browser_asks_whether_a_file_has_changed(url: str) -> None:
    for path in ("/", "/main.js"):
        response, _ = get(url, path)
        assert response.headers.get_all("Cache-Control") == ["no-cache"]
    response, _ = get(url, "/nothing")
    assert response.headers.get_all("Cache-Control") == ["no-store"]


def test_the_same_bytes_have_the_same_tag_at_every_start() -> None:
    packed = [PreparedFile(File(b"a" * 1000, "text/plain")) for _ in range(2)]
    assert packed[0].size == packed[1].size < 100


def test_what_does_not_become_smaller_is_not_compressed() -> None:
    assert PreparedFile(File(b"a", "text/plain")).size == 1
    assert PreparedFile(File(b"a" * 1000, "image/png")).size == 1000


@pytest.mark.parametrize(
    ("accepted", "allowed"),
    [
        ("", False),
        ("gzip", True),
        ("GZIP", True),
        ("br, gzip;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("gzip;q=nonsense", True),
        ("x-gzip, deflate", False),
    ],
)
def test_gzip_is_sent_only_to_who_accepts_it(accepted: str, allowed: bool) -> None:
    assert accepts_gzip(accepted) is allowed


@pytest.mark.parametrize(
    ("tags", "same"),
    [('"a"', True), ('W/"a"', True), ('"b", "a"', True), ("*", True), ('"b"', False), ("", False)],
)
def test_a_tag_is_found_among_several(tags: str, same: bool) -> None:
    assert has_tag(tags, '"a"') is same
