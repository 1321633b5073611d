"""What a shared log means: whose turn it is to append, and what may be appended.

Exactly one seat may append to a given log: it holds the pen. So two honest boards can never append
different entries at the same place, whatever happens to their messages.

| the log                      | who holds the pen                                              |
|------------------------------|----------------------------------------------------------------|
| a request is open            | the first seat that has not answered, in order after who asked |
| a game is being played       | the seat to move                                               |
| the game is over             | seat 0                                                         |
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from companion.remote.entry import Answer, AnyEntry, Ply, Request, RequestKind


class Rules(Protocol):
    """The rules of the game that is played at a table."""

    def to_move(self, plies: tuple[str, ...]) -> int | None:
        """Return the seat to move after these plies, or None if the game is over."""

    def is_legal(self, plies: tuple[str, ...], text: str) -> bool:
        """Return whether a ply may follow. The text comes from far away and may be anything."""


@dataclass(frozen=True)
class Ended:
    """How a game ended, if not by its rules: what was asked, and by which seat."""

    what: RequestKind
    seat: int


@dataclass(frozen=True)
class Position:
    """Where a table stands after its log.

    seats:    how many seats there are, 2 to 6.
    game:     which game it is, from 0; counts the new games.
    plies:    the plies of this game that stand. spent: the milliseconds that each took, by the
              clock of the seat that played it.
    request:  the request that is open, or None.
    answered: how many seats have accepted it.
    ended:    how the game ended, if not by its rules; or None.
    paused:   whether it rests.
    numbers:  for each seat, the number of its last request.
    """

    seats: int
    game: int = 0
    plies: tuple[str, ...] = ()
    spent: tuple[int, ...] = ()
    request: Request | None = None
    answered: int = 0
    ended: Ended | None = None
    paused: bool = False
    numbers: tuple[int, ...] = ()

    @classmethod
    def start(cls, seats: int) -> Position:
        """Return the position of an empty log. Raises ValueError unless there are 2 to 6 seats."""
        if not 2 <= seats <= 6:
            raise ValueError(f"a table has 2 to 6 seats, not {seats}")
        return cls(seats, numbers=(0,) * seats)

    def pen(self, rules: Rules) -> int:
        """Return the only seat that may append."""
        if self.request is not None:
            return (self.request.seat + 1 + self.answered) % self.seats
        mover = None if self.ended else rules.to_move(self.plies)
        return 0 if mover is None else mover

    def allows(self, entry: AnyEntry, rules: Rules) -> bool:
        """Return whether an entry may follow. Its place in the chain is not checked here."""
        if entry.author != self.pen(rules):
            return False
        if isinstance(entry, Answer):
            return self.request is not None
        if self.request is not None:
            return False
        if isinstance(entry, Request):
            return (
                0 <= entry.seat < self.seats
                and entry.number == self.numbers[entry.seat] + 1
                and entry.plies
                >= 0  # More than there are: a new game came first. It changes nothing then.
            )
        return (
            not self.ended
            and not self.paused
            and entry.spent >= 0
            and rules.to_move(self.plies) is not None
            and rules.is_legal(self.plies, entry.text)
        )

    def after(self, entry: AnyEntry) -> Position:
        """Return the position after an entry that is allowed."""
        if isinstance(entry, Ply):
            return replace(self, plies=(*self.plies, entry.text), spent=(*self.spent, entry.spent))
        if isinstance(entry, Request):
            numbers = list(self.numbers)
            numbers[entry.seat] = entry.number
            asked = replace(self, request=entry, answered=0, numbers=tuple(numbers))
            return asked._granted(entry) if entry.what in ("resign", "time") else asked
        if self.request is None:
            raise ValueError(f"no request is open: {entry}")
        if not entry.accepted:
            return replace(self, request=None, answered=0)
        if self.answered + 1 < self.seats - 1:
            return replace(self, answered=self.answered + 1)
        return self._granted(self.request)

    def _granted(self, request: Request) -> Position:
        done = replace(self, request=None, answered=0)
        match request.what:
            case "takeback":
                return replace(
                    done,
                    plies=done.plies[: request.plies],
                    spent=done.spent[: request.plies],
                    ended=None,
                )
            case "draw" | "resign" | "time":
                # A request that came after the end changes nothing.
                return replace(done, ended=done.ended or Ended(request.what, request.seat))
            case "pause" | "resume":
                return replace(done, paused=request.what == "pause")
            case "new":
                return replace(
                    done, game=done.game + 1, plies=(), spent=(), ended=None, paused=False
                )
