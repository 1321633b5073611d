"""Checks a built site: every link, picture and anchor is there, nothing is fetched elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, normpath
from urllib.parse import unquote, urlsplit

_FETCHED = {"img": "src", "script": "src", "iframe": "src", "source": "src", "link": "href"}


@dataclass
class Built:
    """A page of the site: the places on it that can be linked to, its links, what it fetches."""

    anchors: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)
    fetched: set[str] = field(default_factory=set)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = Built()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        for name in (said.get("id"), said.get("name") if tag == "a" else None):
            if name:
                self.page.anchors.add(name)
        if tag == "a" and said.get("href"):
            self.page.links.add(str(said["href"]))
        elif tag in _FETCHED and said.get(_FETCHED[tag]):
            canonical = tag == "link" and said.get("rel") in ("canonical", "next", "prev")
            (self.page.links if canonical else self.page.fetched).add(str(said[_FETCHED[tag]]))


def read(html: str) -> Built:
    """What a page has to offer and what it asks for."""
    reader = _Reader()
    reader.feed(html)
    return reader.page


def problems(site: Path) -> Iterator[str]:
    """What is wrong with the site in a folder, a line each."""
    pages = {
        path.relative_to(site).as_posix(): read(path.read_text()) for path in site.rglob("*.html")
    }
    for name, page in sorted(pages.items()):
        if name == "404.html":
            continue  # it is shown at any address, so that its links begin at the root
        for link in sorted(page.fetched):
            if urlsplit(link).netloc:
                yield f"{name}: {link} is fetched from elsewhere"
        for link in sorted(page.links | page.fetched):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            found = (
                normpath(f"{dirname(name)}/{unquote(parts.path)}").lstrip("/")
                if parts.path
                else name
            )
            if (site / found).is_dir():
                found = normpath(f"{found}/index.html")
            if not (site / found).is_file():
                yield f"{name}: {link} leads nowhere"
            elif (
                parts.fragment
                and found in pages
                and unquote(parts.fragment) not in pages[found].anchors
            ):
                yield f"{name}: {link}: there is no such place on {found}"
