"""The history of a match for the page; only what has changed is computed again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.base.text import Text
from companion.protocol.views import MoveView
from companion.rules import Played


class MoveList:
    """Follows the history of one match.

    Args:
        describe: Returns a ply in words.
    """

    def __init__(self, describe: Callable[[Played], Text] = lambda _: Text()) -> None:
        self._describe = describe
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
            *(MoveView(ply.seat, ply.text, self._describe(ply)) for ply in known[kept:]),
        )
        return self._views
