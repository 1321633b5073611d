"""The page of rules of a game, as Markdown.

The pages of the program's own games lie in `docs/games/` of the source, and in
`companion/games/pages/` of an installed wheel. The page of a package's game lies beside its module.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import companion
from companion.rules import AnyGame

_OWN = "companion.games"
_LONGEST = 200_000  # characters; a page of rules has some thousands


def read_rules(kind: type[AnyGame]) -> str:
    """Return the page of rules of a game; empty if it comes without one."""
    file = kind.rules_page or f"{kind.name}.md"
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
