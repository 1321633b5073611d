"""Which mutants are tried if not all are: as many of each room, and the same ones every time."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256


def shares(count: int, rooms: int) -> list[int]:
    """Deal out a sample: how many mutants to draw from each room."""
    each, left = divmod(count, rooms)
    return [each + (number < left) for number in range(rooms)]


def drawn(names: Iterable[str], count: int, seed: int) -> tuple[str, ...]:
    """Draw some of a room's mutants. A larger sample contains a smaller one, and what is new or
    gone elsewhere leaves the others in it."""
    return tuple(sorted(sorted(names, key=lambda name: _rank(name, seed))[:count]))


def _rank(name: str, seed: int) -> bytes:
    return sha256(f"{seed} {name}".encode()).digest()
