"""The games of the printed card: they have a page, golden data, and pieces to make. A game that has
no place on the card yet, or comes with a package, owes none of that."""

from __future__ import annotations

from companion.games.registry import built_in

PUBLISHED = tuple(name for name, kind in built_in().items() if kind.menu_rank is not None)
