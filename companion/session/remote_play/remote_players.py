"""Remote players, at boards of their own.

The lamps show their moves, and a person here makes them, like those of the computer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.base.text import Text
from companion.opponents.search_jobs import SearchResult
from companion.rules import CHANCE, Turn, TurnMatch
from companion.session.match.opponents import Opponents
from companion.session.remote_play.remote_table import RemoteTable


class RemotePlayers:
    """The part of the remote players in one match, with the interface of `Opponents`.

    Attributes:
        turn: The turn to make here for a remote player, or None.
    """

    draws: tuple[Turn, ...] = ()  # the bag is shared, so nobody has to report draws
    texts: tuple[str, ...] = ()
    drawn: Any = None
    picked = 0

    def __init__(self, match: TurnMatch, table: RemoteTable) -> None:
        self.turn: Turn | None = None
        self._match = match
        self._table = table

    @property
    def trouble(self) -> Text:
        """What is wrong with the connection; otherwise empty."""
        return self._table.trouble

    @property
    def acting(self) -> bool:
        """Whether it is a remote player's turn."""
        return self._match.seat in self._match.remote_seats

    @property
    def thinking(self) -> bool:
        """Whether the remote player's move has not come yet."""
        return self.acting and self.turn is None

    @property
    def turns(self) -> Sequence[Turn]:
        """The turns that may be made now."""
        if self._table.paused or self._match.ply_match.to_act == CHANCE:
            return []  # the boards draw together, so hands have nothing to do until they have
        if not self.acting:
            return self._match.turns
        return [] if self.turn is None else [self.turn]

    @property
    def headline(self) -> Text:
        """The headline on a remote player's turn; otherwise empty."""
        if not self.acting:
            return Text()
        seat, table = self._match.seat, self._table
        name = table.name(seat)
        if self.turn is not None:
            return Text("{seat} has moved", seat=name)
        if not table.is_here(seat):
            return Text("Waiting for {seat} …", seat=name)
        if table.is_thinking(seat):
            return Text("{seat} is thinking …", seat=name)
        return Text("{seat} to move", seat=name)

    def respond(self) -> None:
        """Find the turn to make here now."""
        self.turn = self._table.next_turn(self._match) if self.acting else None

    def pick_next_draw(self) -> None:
        """Do nothing: there are no draws to pick."""

    def take(self, result: SearchResult) -> bool:
        """Ignore the result: nothing is searched for."""
        return False

    def close(self) -> None:
        """Do nothing: the table outlives the match."""


OtherPlayers = Opponents | RemotePlayers
"""The players whose moves a person here makes for them."""
