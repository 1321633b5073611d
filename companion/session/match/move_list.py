"""The history of a match for the page; only what has changed is computed again."""

from __future__ import annotations

from collections.abc import Sequence

from companion.protocol.views import MoveView
from companion.rules import Played


class MoveList:
    """Follows the history of one match."""

    def __init__(self) -> None:
        self._plies: list[Played] = []
        self._views: tuple[MoveView, ...] = ()

    def follow(self, history: Sequence[Played]) -> tuple[MoveView, ...]:
        """Return the whole history: the same object as before if nothing has changed."""
        known = self._plies
        if len(known) == len(history) and (not known or known[-1] is history[-1]):
            return self._views
        while known and (len(known) > len(history) or known[-1] is not history[len(known) - 1]):
            known.pop()
        kept = len(known)
        known += history[kept:]
        self._views = (
            *self._views[:kept],
            *(MoveView(played.seat, played.text) for played in known[kept:]),
        )
        return self._views
