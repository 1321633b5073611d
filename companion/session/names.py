"""The names of the people who play, as they are logged."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.rules import AnyGame, CompanionError, Seat

Players = Mapping[Seat, str]
"""The names of people, by seat."""

NO_NAMES: Players = MappingProxyType({})
"""Nobody gave a name."""

_LONGEST = 40  # characters


class InvalidName(CompanionError, ValueError):
    """A name that cannot be logged; the message says what to write."""


def settle_names(game: AnyGame, players: Players) -> dict[Seat, str]:
    """Return the names without blanks around them, and without empty ones. Raises InvalidName for a
    seat that the game does not have, and for a name that is too long or not printable."""
    found = {}
    for seat, name in players.items():
        settled = " ".join(name.split())
        if not 0 <= seat < len(game.seats):
            raise InvalidName(
                f"{game.title} has no seat {seat}: name players 0 to {len(game.seats) - 1}"
            )
        if len(settled) > _LONGEST or not settled.isprintable():
            raise InvalidName(
                f"the name of {game.seats[seat]} is {settled[:_LONGEST]!r}: write at most "
                f"{_LONGEST} printable characters"
            )
        if settled:
            found[seat] = settled
    return found
