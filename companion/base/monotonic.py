"""The type of a clock that never goes back."""

from __future__ import annotations

from collections.abc import Callable

Clock = Callable[[], float]
"""Returns the seconds since some fixed moment, as `time.monotonic` does."""
