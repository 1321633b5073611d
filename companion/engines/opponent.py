"""The computer as a player of any game for several players, by its rules alone."""

from __future__ import annotations

LEVELS: tuple[str, ...] = ("easy", "fair", "strong")
"""How hard the computer tries, from the weakest on."""
