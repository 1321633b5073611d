"""Pieces, as a person at the board sees them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType

Seat = NewType("Seat", int)
"""A player, numbered from 0 in turn order."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece: its owner (or None), what it is called, and its text in a position."""

    seat: Seat | None
    kind: str
    text: str


Stack = tuple[Piece, ...]
"""The pieces on one point, bottom first; empty for a vacant point."""
