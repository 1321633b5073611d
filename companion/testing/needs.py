"""Libraries that only a part of the kit needs: a missing one is named in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion.rules import CompanionError


class MissingTestLibrary(CompanionError, ImportError):
    """A part of the kit needs a library that is not installed."""


@contextmanager
def needed_by(module: str) -> Iterator[None]:
    """Guard the imports of a module of the kit. Raises MissingTestLibrary for a failed one."""
    try:
        yield
    except ImportError as error:
        raise MissingTestLibrary(
            f"{module} needs the library {error.name}; pip install '.[testing]' brings it"
        ) from error
