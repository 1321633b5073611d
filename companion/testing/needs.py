"""Libraries that only a part of the kit needs; a short error names the one that is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion.base.errors import CompanionError


class MissingTestLibrary(CompanionError, ImportError):
    """A library that is not installed, although a part of the kit needs it."""


@contextmanager
def needed_by(module: str) -> Iterator[None]:
    """Guard the imports of a module of the kit.

    Args:
        module: The name of the module.

    Raises:
        MissingTestLibrary: If an import fails.
    """
    try:
        yield
    except ImportError as error:
        raise MissingTestLibrary(
            f"{module} needs the library {error.name}; pip install '.[testing]' brings it"
        ) from error
