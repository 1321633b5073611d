"""The changes from one `State` to the next, which are sent to a page.

A match may have thousands of plies, and every change on the board makes another `State`. So nothing
here walks the history, and no page receives it twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.protocol.views import MoveView, State

_FIELDS = tuple(name for name in State.__struct_fields__ if name != "moves")


def differ(one: State, other: State) -> bool:
    """Return whether there is any change for a page; equal histories are one object."""
    return one.moves is not other.moves or any(_changed(one, other))


class StateChanges:
    """The states as sent to one page."""

    def __init__(self) -> None:
        self._told: State | None = None

    def forget(self) -> None:
        """Send the whole state next, because the page begins anew."""
        self._told = None

    def tell(self, state: State) -> dict[str, Any]:
        """Return the message that turns the last state sent to the page into this one."""
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
    """Return the names of the fields that differ, apart from the history."""
    return (name for name in _FIELDS if getattr(state, name) != getattr(told, name))


def _common(moves: tuple[MoveView, ...], told: tuple[MoveView, ...]) -> int:
    """Return the number of plies that two histories have in common.

    They share the objects of these plies, so the search begins at the end, where they differ. The
    plies before are then compared as objects, without looking into any of them.
    """
    kept = min(len(moves), len(told))
    while kept and moves[kept - 1] is not told[kept - 1]:
        kept -= 1
    return kept if moves[:kept] == told[:kept] else 0
