"""What the site is made of: the pages of this repository where they lie, and what they link to.

A page has the same path on the site as here, so that a relative link is right in both places.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from posixpath import dirname, normpath

from docs.site.markdown import links

_PAGES = (
    "*.md",
    "deb/*.md",
    "docs/**/*.md",
    "firmware/**/*.md",
    "hardware/**/*.md",
    "research/*.md",
)
_PICTURES = (".jpg", ".png", ".svg", ".webp")
_NOT_LISTED = re.compile(r"(^|/)[._]|\.pyc?$")
_OUTSIDE = re.compile(r"[a-z][a-z0-9+.-]*:|//|#")


@dataclass(frozen=True)
class Sources:
    """The files of the site, each by its path from the root, sorted.

    Attributes:
        pages: Markdown files.
        folders: Linked folders; each gets a page that lists its contents.
        files: All other files that are linked or listed.
    """

    pages: tuple[str, ...]
    folders: tuple[str, ...]
    files: tuple[str, ...]


def target(page: str, link: str) -> str | None:
    """Return the path from the root that a link of a page leads to.

    Returns:
        The path; None if the link leads off the site or to a place on its own page.
    """
    if _OUTSIDE.match(link):
        return None
    return normpath(f"{dirname(page)}/{link.partition('#')[0]}").removeprefix("/")


def pages_below(root: Path) -> set[str]:
    """Find the pages below a root."""
    return {path.relative_to(root).as_posix() for pattern in _PAGES for path in root.glob(pattern)}


def collect(root: Path) -> Sources:
    """Find the pages below a root, and what they link to.

    A link that leads nowhere is skipped: the link checks report it.
    """
    pages = pages_below(root)
    linked = {
        found
        for page in pages
        for link in links((root / page).read_text())
        if (found := target(page, link)) is not None
    }
    files = {name for name in linked - pages if (root / name).is_file()}
    waiting = [name for name in linked if (root / name).is_dir()]
    folders: set[str] = set()
    while waiting:
        folder = waiting.pop()
        folders.add(folder)
        for path in (root / folder).iterdir():
            name = path.relative_to(root).as_posix()
            if path.is_dir() and not _NOT_LISTED.search(name):
                waiting.append(name)
            elif name not in pages and not _NOT_LISTED.search(name):
                files.add(name)
    return Sources(tuple(sorted(pages)), tuple(sorted(folders)), tuple(sorted(files)))


def listing(folder: str, sources: Sources) -> str:
    """A page for a folder: its folders, each with one picture, then its pictures and files."""

    def inside(names: tuple[str, ...]) -> list[str]:
        return [name.removeprefix(f"{folder}/") for name in names if dirname(name) == folder]

    lines = [f"# {folder}", ""]
    for name in inside(sources.folders):
        lines += [f"## [{name}]({name}/index.md)", ""]
        prefix = f"{folder}/{name}/"
        pictures = [f for f in sources.files if f.startswith(prefix) and f.endswith(_PICTURES)]
        if pictures:
            picture = pictures[0].removeprefix(f"{folder}/")
            lines += [f"[![{name}]({picture}){{ width=320 }}]({name}/index.md)", ""]
    names = inside(sources.files)
    for name in names:
        if name.endswith(_PICTURES):
            lines += [f"## {name}", "", f"[![{name}]({name})]({name})", ""]
    others = [name for name in names if not name.endswith(_PICTURES)]
    if others:
        lines += ["## Files", "", *(f"- [{name}]({name})" for name in others), ""]
    return "\n".join(lines)
