"""The names of the people who play, as they are logged."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.rules import AnyGame, Seat

Players = Mapping[Seat, str]
"""The names of people, by seat."""

NO_NAMES: Players = MappingProxyType({})
"""No names: none was entered."""

_LONGEST = 40  # characters


class InvalidName(CompanionError, ValueError):
    """A name cannot be logged; the message says what to enter."""


def settle_names(game: AnyGame, players: Players) -> dict[Seat, str]:
    """Return the names, stripped, without empty ones.

    Raises:
        InvalidName: For a seat that the game does not have, and for a name that is too long or not
            printable.
    """
    found = {}
    for seat, name in players.items():
        settled = " ".join(name.split())
        if not 0 <= seat < len(game.seats):
            raise InvalidName(
                Text(
                    "{game} has no seat {seat}: name players 0 to {last}",
                    game=game.title,
                    seat=seat,
                    last=len(game.seats) - 1,
                )
            )
        if len(settled) > _LONGEST or not settled.isprintable():
            raise InvalidName(
                Text(
                    "the name of {seat} is {name!r}: write at most {most} printable characters",
                    seat=game.seats[seat],
                    name=settled[:_LONGEST],
                    most=_LONGEST,
                )
            )
        if settled:
            found[seat] = settled
    return found
