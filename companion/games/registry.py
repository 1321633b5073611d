"""Finds the games: the modules of this folder that define `GAME`, and what installed packages add.

Those of this folder are always there. Packages are only looked at when all games are asked for, or
one that is not in this folder; `plugins.py` says what they declare, `acceptance.py` what they owe.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from math import inf
from pkgutil import iter_modules

from companion import games, plugins
from companion.games.acceptance import accept
from companion.rules import AnyGame, UnknownGame
from companion.rules.errors import nearest


@cache
def kinds() -> dict[str, type[AnyGame]]:
    """Every game's class by its name, in alphabetical order."""
    return dict(sorted({**built_in(), **_added()}.items()))


@cache
def built_in() -> dict[str, type[AnyGame]]:
    """The classes of the games of this folder by their names, in alphabetical order."""
    found: dict[str, type[AnyGame]] = {}
    for module in iter_modules(games.__path__):
        kind = getattr(import_module(f"{games.__name__}.{module.name}"), "GAME", None)
        if kind is not None:
            found[kind.name] = kind
    return dict(sorted(found.items()))


@cache
def in_menu_order() -> tuple[str, ...]:
    """The names of all games as menus list them: by rank, then those without one, and the games of
    packages last of all, so that what is new takes nobody's place."""

    def order(name: str) -> tuple[bool, float, str]:
        rank = kinds()[name].menu_rank
        return name not in built_in(), inf if rank is None else rank, name

    return tuple(sorted(kinds(), key=order))


def make(name: str, options: Mapping[str, object] | None = None) -> AnyGame:
    """The game of that name with these options; UnknownGame or InvalidOption when there is none."""
    kind = built_in().get(name) or kinds().get(name)
    if kind is None:
        raise UnknownGame(
            f"unknown game {name!r}{nearest(name, kinds())}; `companion games` lists them all"
        )
    return kind(options)


@cache
def _added() -> dict[str, type[AnyGame]]:
    return plugins.load(
        plugins.GAMES, lambda value, before: accept(value, {**built_in(), **before})
    )
