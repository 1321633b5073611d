"""What has changed from one `State` to the next: what a page is told of it.

A match may have thousands of plies, and every change on the board makes another `State`. So nothing
here walks the history, and no page is told it twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.protocol.views import MoveView, State

_FIELDS = tuple(name for name in State.__struct_fields__ if name != "moves")


def differ(one: State, other: State) -> bool:
    """Whether a page would be told anything. Histories are the same only if they are one object."""
    return one.moves is not other.moves or any(_changed(one, other))


class StateChanges:
    """What one page is told of the states."""

    def __init__(self) -> None:
        self._told: State | None = None

    def forget(self) -> None:
        """Tell the whole state next, because the page begins anew."""
        self._told = None

    def tell(self, state: State) -> dict[str, Any]:
        """The message that makes a state of the one that the page was told last."""
        told, self._told = self._told, state
        message: dict[str, Any] = {"type": "state"}
        if told is None:
            message.update((name, getattr(state, name)) for name in _FIELDS)
            message.update(kept=0, moves=state.moves)
        else:
            message.update((name, getattr(state, name)) for name in _changed(state, told))
            if state.moves is not told.moves:
                kept = _common(state.moves, told.moves)
                message.update(kept=kept, moves=state.moves[kept:])
        return message


def _changed(state: State, told: State) -> Iterator[str]:
    """The names of the fields that differ, apart from the history."""
    return (name for name in _FIELDS if getattr(state, name) != getattr(told, name))


def _common(moves: tuple[MoveView, ...], told: tuple[MoveView, ...]) -> int:
    """How many plies two histories have in common.

    They share the objects of these plies, so the search begins at the end, where they differ. The
    plies before are then compared as objects, without looking into any of them.
    """
    kept = min(len(moves), len(told))
    while kept and moves[kept - 1] is not told[kept - 1]:
        kept -= 1
    return kept if moves[:kept] == told[:kept] else 0
