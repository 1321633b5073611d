"""`companion new-game`: writes the package of a new game, which can be played at once.

The game in it is that of a template, under another name; its author changes the rules.
`men_template.py` is a game of men as `docs/adding-a-game.md` makes them; `game_template.py` writes
every method of the contract, for a game that is not of men.
"""

from __future__ import annotations

import keyword
import re
from importlib.resources import files
from pathlib import Path
from typing import Final

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.games.registry import kinds
from companion.rules.boards import boards

TEMPLATES: Final = {"men": "men_template.py", "game": "game_template.py"}
"""The file of each template."""

_NAME = re.compile(r"[a-z][a-z0-9_]{0,29}")

_PROJECT = """\
[build-system]
requires = ["hatchling>=1.26"]
build-backend = "hatchling.build"

[project]
name = "companion-{dashed}"
version = "0.1"
description = "{title} for the board companion"
requires-python = ">=3.11"
dependencies = ["board-companion"]

# What the companion looks for: classes of games, and the boards that may be made of wood.
[project.entry-points."companion.games"]
{name} = "companion_{name}.{name}:{kind}"

[project.entry-points."companion.boards"]
{name} = "companion_{name}.{name}:BOARD"

[tool.hatch.build.targets.wheel]
packages = ["companion_{name}"]
"""

_RULES = """\
# {title}

Two players, White and Black, have three men each. White begins.

1. The board is empty at the start.
2. The players take turns to place a man on a vacant point, until each has three on the board.
3. Then they take turns to move one of their men along a line to the next point, if it is vacant.
4. A player with three men in a row wins. A player who cannot move loses.
5. If the same position comes up three times, the game is drawn.
"""


def write_package(name: str, folder: Path, template: str = "men") -> list[Path]:
    """Write the package of a new game.

    Args:
        name: The name of the game: lower-case letters, digits and `_`.
        folder: Where the package's folder is made; it is called like the game.
        template: One of `TEMPLATES`.

    Returns:
        The files, in the order in which they were written.

    Raises:
        CompanionError: If the name cannot be used, or the folder exists or cannot be written.
    """
    _check_name(name)
    home = folder / name
    words = {
        "name": name,
        "dashed": name.replace("_", "-"),
        # With an ending, so that it is no word of Python, and no name that the module imports.
        "kind": "".join(part.capitalize() for part in name.split("_")) + "Game",
        "title": " ".join(part.capitalize() for part in name.split("_") if part),
    }
    written = {
        home / "pyproject.toml": _PROJECT.format(**words),
        home / f"companion_{name}" / "__init__.py": f'"""{words["title"]}."""\n',
        home / f"companion_{name}" / f"{name}.py": _renamed(TEMPLATES[template], words),
        home / f"companion_{name}" / f"{name}.md": _RULES.format(**words),
    }
    try:
        home.mkdir(parents=True)
        (home / f"companion_{name}").mkdir()
        for path, text in written.items():
            path.write_text(text, encoding="utf-8")
    except FileExistsError:
        raise CompanionError(
            Text("{path} exists already; choose another name, or --directory", path=home)
        ) from None
    except OSError as error:
        raise CompanionError(
            Text("{path} cannot be written: {error}", path=home, error=error.strerror or error)
        ) from None
    return list(written)


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise CompanionError(
            Text(
                "{name!r} cannot be the name of a game; use at most 30 lower-case letters, digits "
                "and _, beginning with a letter, and no word of Python",
                name=name,
            )
        )
    if name in kinds() or name in boards():
        raise CompanionError(
            Text("there is already a game or a board {name!r}; choose another name", name=name)
        )


def _renamed(template: str, words: dict[str, str]) -> str:
    """Return a template's source under the name of the new game."""
    source = files("companion.app").joinpath(template).read_text(encoding="utf-8")
    for template, own in (
        ("TemplateGame", words["kind"]),
        ('Text("Template")', f'Text("{words["title"]}")'),
        ('"""Template: ', f'"""{words["title"]}: '),
        ("template.md", f"{words['name']}.md"),
        ('"template"', f'"{words["name"]}"'),
    ):
        source = source.replace(template, own)
    return source
