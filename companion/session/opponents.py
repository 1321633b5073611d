"""The computer's seats at the board."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engines.opponent import LEVELS
from companion.rules import AnyGame, CompanionError, Seat
from companion.rules.errors import nearest

Computers = Mapping[Seat, str]
"""The seats that the computer plays, each with its level."""


def check(game: AnyGame, computers: Computers) -> None:
    """CompanionError for a seat or a level that there is not, and for a game of one player."""
    for seat, level in computers.items():
        if len(game.seats) < 2:
            raise CompanionError(f"{game.title} is for one player: there is no opponent in it")
        if not 0 <= seat < len(game.seats):
            raise CompanionError(
                f"there is no seat {seat} in {game.title}; "
                f"its seats are 0 to {len(game.seats) - 1}: {', '.join(game.seats)}"
            )
        if level not in LEVELS:
            raise CompanionError(
                f"unknown level {level!r}{nearest(level, LEVELS)}; choose from {', '.join(LEVELS)}"
            )
