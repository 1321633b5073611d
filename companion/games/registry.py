"""Finds the games: every module of this folder that defines `GAME` is one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from companion import games
from companion.rules import AnyGame, UnknownGame
from companion.rules.errors import nearest


@cache
def kinds() -> dict[str, type[AnyGame]]:
    """Every game's class by its name, in alphabetical order."""
    found: dict[str, type[AnyGame]] = {}
    for module in iter_modules(games.__path__):
        kind = getattr(import_module(f"{games.__name__}.{module.name}"), "GAME", None)
        if kind is not None:
            found[kind.name] = kind
    return dict(sorted(found.items()))


def make(name: str, options: Mapping[str, object] | None = None) -> AnyGame:
    """The game of that name with these options; UnknownGame or InvalidOption when there is none."""
    kind = kinds().get(name)
    if kind is None:
        raise UnknownGame(
            f"unknown game {name!r}{nearest(name, kinds())}; `companion games` lists them all"
        )
    return kind(options)
