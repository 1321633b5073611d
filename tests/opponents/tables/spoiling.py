"""Ways to damage the file of a book."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path


def spoilt(old: bytes, new: bytes) -> Callable[[Path], None]:
    """What replaces some bytes of a file, which must have them, by others."""

    def change(path: Path) -> None:
        data = path.read_bytes()
        assert old in data
        path.write_bytes(data.replace(old, new, 1))

    return change
