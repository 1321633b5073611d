"""The page of rules of a game, as Markdown.

The pages of the program's own games lie in `docs/games/` of the source, and in
`companion/games/pages/` of an installed wheel. The page of a package's game lies beside its module.
A folder beside the English page, with the name of a language (`de`), holds the page in that
language, under the same name.
"""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import companion
from companion.rules import AnyGame

_OWN = "companion.games"
_LONGEST = 200_000  # characters; a page of rules has some thousands
_LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")  # so it can only name a folder


def read_rules(kind: type[AnyGame], language: str = "") -> str:
    """Return the page of rules of a game; empty if it comes without one.

    language: the language to have it in, such as `de`; if there is no such page, it is English."""
    file = kind.rules_page or f"{kind.name}.md"
    translated = _read(kind, f"{language}/{file}") if _LANGUAGE.fullmatch(language) else ""
    return translated or _read(kind, file)


def _read(kind: type[AnyGame], file: str) -> str:
    """Read a page by its path from the English one's folder; empty if it cannot be read."""
    package = kind.__module__.rpartition(".")[0]
    if package == _OWN:
        home = Path(companion.__file__).parent
        packaged = home / "games" / "pages" / file
        page = packaged if packaged.exists() else home.parent / "docs" / "games" / file
        return page.read_text(encoding="utf-8") if page.is_file() else ""
    if not package:
        return ""  # a module on its own has no place for a page
    try:
        return files(package).joinpath(file).read_text(encoding="utf-8")[:_LONGEST]
    except (OSError, ValueError, ModuleNotFoundError, TypeError):
        return ""
