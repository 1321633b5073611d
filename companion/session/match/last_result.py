"""A cache for a value that is needed far more often than it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

_T = TypeVar("_T")


class LastResult(Generic[_T]):
    """The last result of a computation, which is repeated only if its inputs differ."""

    def __init__(self) -> None:
        self._known: tuple[tuple[object, ...], _T] | None = None

    def get(self, basis: tuple[object, ...], make: Callable[[], _T]) -> _T:
        """Return the result for `basis`.

        Args:
            basis: Everything that `make` depends on, as immutable values.
            make: Computes the result.
        """
        if self._known is None or self._known[0] != basis:
            self._known = basis, make()
        return self._known[1]
