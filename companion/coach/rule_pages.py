"""The rules page of a game: Markdown in its file, HTML in the page.

The pages of built-in games are in `docs/games/` of the source tree, and in `companion/games/pages/`
of an installed wheel. A package's page is next to its game's module. A translation has the same
file name, in a folder next to the English page that is named after the language (`de`).

A page that names the colour of a lamp marks the word with its meaning, in a comment that Markdown
hides: `turn green<!--to-->`. On paper and on the site, that is the colour of the standard palette.
The page shows the name of the colour in the palette in use.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import companion
from companion.base.languages.language import ENGLISH, Language
from companion.base.text import Text
from companion.rules import AnyGame

_OWN = "companion.games"
_CARD = "card.md"
_LONGEST = 200_000  # characters; a real page has a few thousand
_PLAIN = re.compile(r"\w[\w.-]*")  # a folder or a file, and no way up
_COLOUR = re.compile(r"(\w+)<!--(\w*)-->")  # a word, and the meaning of the lamp of this colour
_LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")  # so that it can only name a folder


def read_rules(kind: type[AnyGame], language: str = "") -> str:
    """Return the rules page of a game as Markdown; empty if it has none.

    Args:
        kind: The class of the game.
        language: The language of the page, such as `de`; without such a page, it is in English.
    """
    return _found(kind, language)[0]


def rules_html(kind: type[AnyGame], language: str, colours: Mapping[str, Text]) -> str:
    """Return the rules page of a game as HTML; empty if it has none.

    Args:
        kind: The class of the game.
        language: The language of the page, as for `read_rules`.
        colours: The names of the lamps' colours by meaning, as in `Palette.colours`.
    """
    page, written = _found(kind, language)
    return as_html(with_colours(page, colours, written))


def with_colours(page: str, colours: Mapping[str, Text], language: str = ENGLISH) -> str:
    """Return a page with the given colours in place of the marked ones, and without the marks.

    A word that is marked with an unknown meaning stays as it is.

    Args:
        page: The page, as Markdown.
        colours: The names of the lamps' colours by meaning, as in `Palette.colours`.
        language: The language of the page.
    """
    words = Language(language).words

    def name(found: re.Match[str]) -> str:
        word, meaning = found.groups()
        return words(colours[meaning]) if meaning in colours else word

    return _COLOUR.sub(name, page)


def marked_colours(page: str) -> list[tuple[str, str]]:
    """Return the words of a page that are marked as colours of lamps, each with its meaning."""
    return _COLOUR.findall(page)


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


def _found(kind: type[AnyGame], language: str) -> tuple[str, str]:
    """Return the rules page of a game as Markdown, and the language that it is in."""
    file = kind.rules_page or f"{kind.name}.md"
    translated = _read(kind, f"{language}/{file}") if _LANGUAGE.fullmatch(language) else ""
    return (translated, language) if translated else (_read(kind, file), ENGLISH)


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
