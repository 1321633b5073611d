"""Which rooms are mutated, and by which tests: those that are fast and made for the room."""

from __future__ import annotations

from typing import NamedTuple


class Room(NamedTuple):
    """sources: what is mutated; tests: what has to notice; choice: which of them, for pytest -k."""

    name: str
    sources: tuple[str, ...]
    tests: tuple[str, ...]
    choice: str = ""


ROOMS = (
    Room("rules", ("companion/rules/*.py",), ("tests/rules",)),
    Room("journal", ("companion/journal/*.py",), ("tests/journal",)),
    Room(
        "protocol",
        ("companion/drivers/link.py", "companion/drivers/host_*.py"),
        ("tests/drivers/test_link.py",),
    ),
    Room("tracking", ("companion/tracking/*.py",), ("tests/tracking",), "not test_sloppy"),
)
