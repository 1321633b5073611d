"""The rules page of a game: Markdown in its file, HTML in the page.

The pages of built-in games are in `docs/games/` of the source tree, and in `companion/games/pages/`
of an installed wheel. A package's page is next to its game's module. A translation has the same
file name, in a folder next to the English page that is named after the language (`de`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import companion
from companion.rules import AnyGame

_OWN = "companion.games"
_CARD = "card.md"
_LONGEST = 200_000  # characters; a real page has a few thousand
_PLAIN = re.compile(r"\w[\w.-]*")  # a folder or a file, and no way up
_LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")  # so that it can only name a folder


def read_rules(kind: type[AnyGame], language: str = "") -> str:
    """Return the rules page of a game as Markdown; empty if it has none.

    Args:
        kind: The class of the game.
        language: The language of the page, such as `de`; without such a page, it is in English.
    """
    file = kind.rules_page or f"{kind.name}.md"
    translated = _read(kind, f"{language}/{file}") if _LANGUAGE.fullmatch(language) else ""
    return translated or _read(kind, file)


def read_card(language: str = "") -> str:
    """Return the printed card of the board's menu as Markdown; empty if it is not here.

    Args:
        language: The language of the card, such as `de`; without such a card, it is in English.
    """
    home = Path(companion.__file__).parent
    translated = [
        folder / language / _CARD
        for folder in (home / "games" / "pages", home.parent / "docs" / "games")
        if _LANGUAGE.fullmatch(language)
    ]
    for page in (*translated, home / "games" / "pages" / _CARD, home.parent / "docs" / _CARD):
        if page.is_file():
            return page.read_text(encoding="utf-8")
    return ""


@lru_cache(maxsize=16)
def as_html(page: str) -> str:
    """Render a rules page, given as Markdown.

    HTML in it is shown as text, and pictures are left out.
    """
    # Not at the top: the program starts without it.
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("image", lambda *_: "")
    return str(markdown.render(page))


def _read(kind: type[AnyGame], file: str) -> str:
    """Read a page, given its path relative to the English page's folder; empty if unreadable."""
    if not all(map(_PLAIN.fullmatch, file.split("/"))):
        return ""  # nothing outside the package
    package = kind.__module__.rpartition(".")[0]
    if package == _OWN:
        home = Path(companion.__file__).parent
        packaged = home / "games" / "pages" / file
        page = packaged if packaged.exists() else home.parent / "docs" / "games" / file
        return page.read_text(encoding="utf-8") if page.is_file() else ""
    if not package:
        return ""  # a module without a package has no place for pages
    try:
        return files(package).joinpath(file).read_text(encoding="utf-8")[:_LONGEST]
    except (OSError, ValueError, ModuleNotFoundError, TypeError):
        return ""
