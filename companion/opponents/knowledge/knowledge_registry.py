"""Finds the computer's knowledge about a game.

It is `KNOWLEDGE` in `<game>_knowledge.py` in this folder, or comes with an installed package. A
file is only read when its game is played, and packages are only searched for a game that has no
file here.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from companion.base import plugins
from companion.base.text import Text
from companion.opponents.knowledge.game_knowledge import AnyKnowledge, Knowledge
from companion.opponents.knowledge.solved_games import SolvedKnowledge, may_be_solved
from companion.rules import AnyGame


def knowledge_for(game: AnyGame) -> AnyKnowledge:
    """Return the knowledge about this game.

    That is at least the game's own `evaluate`; a small game for two without it may be solved.
    """
    kind = _built_in(game.name) or _added().get(game.name)
    if kind is None:
        kind = SolvedKnowledge if may_be_solved(game) else Knowledge
    return kind(game)


@cache
def _built_in(name: str) -> type[AnyKnowledge] | None:
    module = f"{__package__}.{name}_knowledge"
    if find_spec(module) is None:
        return None
    kind: type[AnyKnowledge] = import_module(module).KNOWLEDGE
    return kind


@cache
def _added() -> dict[str, type[AnyKnowledge]]:
    return plugins.load(plugins.KNOWLEDGE, lambda value, taken, _: _accept(value, taken))


def _accept(value: object, taken: Collection[str]) -> tuple[str, type[AnyKnowledge]]:
    if not (isinstance(value, type) and issubclass(value, Knowledge)):
        raise plugins.InvalidPlugin(
            Text(
                "it is {value!r}; the entry point must name a subclass of "
                "companion.opponents.Knowledge",
                value=value,
            )
        )
    name = getattr(value, "name", None)
    if not isinstance(name, str):
        raise plugins.InvalidPlugin(Text("set its name to the name of its game"))
    if name in taken or _built_in(name) is not None:
        raise plugins.InvalidPlugin(
            Text("the computer knows {game!r} already; uninstall one of the packages", game=name)
        )
    return name, value
