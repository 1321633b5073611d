"""Figures that a program puts into a page, between `<!-- name -->` and `<!-- /name -->`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path


def read(page: Path, name: str) -> list[str]:
    """The lines at a mark of a page. Raises LookupError if the page has no such mark."""
    return _find(page, name)[2].strip().splitlines()


def put(page: Path, name: str, lines: Sequence[str]) -> None:
    """Replace the lines at a mark of a page. Raises LookupError if the page has no such mark."""
    found = _find(page, name)
    body = "\n".join(("", *lines, "", "")) if lines else ""
    text = found.string
    page.write_text(text[: found.start(2)] + body + text[found.end(2) :], encoding="utf-8")


def _find(page: Path, name: str) -> re.Match[str]:
    place = re.compile(rf"(<!-- {name} -->\n)(.*?)(<!-- /{name} -->)", re.DOTALL)
    found = place.search(page.read_text(encoding="utf-8"))
    if found is None:
        raise LookupError(f"{page.name} has no <!-- {name} --> … <!-- /{name} -->")
    return found
