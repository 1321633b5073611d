"""Finds the games: the modules in this folder that define `GAME`, and those that packages add.

Installed packages are only searched for a list of all games, or for a game that is not in this
folder. `plugins.py` documents how a package declares its games, and `acceptance.py` checks them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from math import inf
from pkgutil import iter_modules

from companion import games
from companion.base import plugins
from companion.base.errors import nearest
from companion.base.text import Text
from companion.games import border
from companion.rules import AnyGame, UnknownGame


class IgnoredGame(UnknownGame):
    """A game of an installed package that is ignored."""


@cache
def kinds() -> dict[str, type[AnyGame]]:
    """Return the class of every game by name, in alphabetical order."""
    return dict(sorted({**built_in(), **_added()}.items()))


@cache
def built_in() -> dict[str, type[AnyGame]]:
    """Return the classes of the games in this folder by name, in alphabetical order."""
    found = {kind.name: kind for kind in map(_game_in, _modules()) if kind is not None}
    return dict(sorted(found.items()))


@cache
def in_menu_order() -> tuple[str, ...]:
    """Return the names of all games in menu order: by rank, then those without one.

    Games from packages come last, so that installing one moves no other game.
    """

    def order(name: str) -> tuple[bool, float, str]:
        rank = kinds()[name].menu_rank
        return name not in built_in(), inf if rank is None else rank, name

    return tuple(sorted(kinds(), key=order))


def make(name: str, options: Mapping[str, object] | None = None, **more: object) -> AnyGame:
    """Return the named game with its options: `make("solomon", first="b")`.

    Args:
        name: The game's name.
        options: Options as a mapping, for names that are not valid keywords, or not known yet.
        more: Options as keywords.

    Raises:
        UnknownGame: If there is no game with this name; the message suggests a similar one.
        IgnoredGame: If a package has that game, but it cannot be used; the message says why.
        InvalidOption: If the game has no such option or value.
    """
    kind = _own(name) or kinds().get(name)
    if kind is None and (why := plugins.why_ignored(plugins.GAMES, name)):
        raise IgnoredGame(
            Text("game {game!r} is installed, but ignored: {reason}", game=name, reason=why)
        )
    if kind is None:
        raise UnknownGame(
            Text(
                "unknown game {game!r}{similar}; `companion games` lists them all",
                game=name,
                similar=nearest(name, kinds()),
            )
        )
    return kind({**(options or {}), **more})


def package_of(game: AnyGame) -> str:
    """Return the package of a game with its version; empty if it is of this program."""
    package = border.origin_of(type(game))
    return "" if package is None else str(package)


def _own(name: str) -> type[AnyGame] | None:
    """Return the class of a game in this folder; None if there is none of that name.

    A game that is in the module of its name is found without those that are not played.
    """
    kind = _game_in(name) if name in _modules() else None
    return kind if kind is not None and kind.name == name else built_in().get(name)


@cache
def _modules() -> tuple[str, ...]:
    return tuple(module.name for module in iter_modules(games.__path__))


def _game_in(module: str) -> type[AnyGame] | None:
    """Return the class of the game in a module of this folder; None if it defines none."""
    kind: type[AnyGame] | None = getattr(import_module(f"{games.__name__}.{module}"), "GAME", None)
    return kind


@cache
def _added() -> dict[str, type[AnyGame]]:
    from companion.games.acceptance import accept

    return plugins.load(
        plugins.GAMES,
        lambda value, before, loading: accept(value, {**built_in(), **before}, loading),
    )
