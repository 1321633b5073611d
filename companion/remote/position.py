"""What a shared log means: whose turn it is to append, and what may be appended.

Exactly one seat may append to a given log: it holds the pen. So two honest boards can never append
different entries at the same place, whatever happens to their messages.

| the log                      | who holds the pen                                              |
|------------------------------|----------------------------------------------------------------|
| a request is open            | the first seat that has not answered, in order after who asked |
| a game is being played       | the seat to move                                               |
| the bag yields something     | the first seat that has not committed itself, then not revealed |
| the game is over             | seat 0                                                         |

What the bag yields is nobody's choice. Every seat commits itself to a secret; when all have, every
seat reveals its own; and all secrets together choose, by the weights of the game. Whoever does not
reveal stops the game, and everybody sees who that is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Protocol

from companion.remote.entry import (
    Answer,
    AnyEntry,
    Commitment,
    Ply,
    Request,
    RequestKind,
    Reveal,
    commitment_digest,
    joint_number,
)

_DIGITS = re.compile("[0-9a-f]{64}")
AT_ONCE = ("resign", "time")
"""What nobody has to agree to. With more than two seats there is none: the others would play on."""


class Rules(Protocol):
    """The rules of the game that is played at a table."""

    def to_move(self, plies: tuple[str, ...]) -> int | None:
        """Return the seat to move after these plies, or None if the game is over or chance acts."""

    def draws(self, plies: tuple[str, ...]) -> Sequence[tuple[str, int]]:
        """Return what chance may do after these plies, each with its weight; empty if chance does
        not act."""

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
    commitments:   the digests of the draw under way, by seat. secrets: what was revealed of them.
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
    commitments: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()

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
        if self.is_drawing(rules):
            whole = len(self.commitments) == self.seats
            return len(self.secrets) if whole else len(self.commitments)
        mover = None if self.ended else rules.to_move(self.plies)
        return 0 if mover is None else mover

    def is_drawing(self, rules: Rules) -> bool:
        """Return whether the bag has to yield something."""
        return not self.ended and not self.paused and bool(rules.draws(self.plies))

    def allows(self, entry: AnyEntry, rules: Rules) -> bool:
        """Return whether an entry may follow. Its place in the chain is not checked here."""
        if entry.author != self.pen(rules):
            return False
        if isinstance(entry, Answer):
            return self.request is not None
        if isinstance(entry, Request):
            at_once = entry.what in AT_ONCE
            return (
                entry.seat < self.seats
                and entry.number == self.numbers[entry.seat] + 1
                and (self.request is None or at_once)
                and not (at_once and self.seats > 2)
            )
        if self.request is not None:
            return False
        if isinstance(entry, Commitment):
            return (
                self.is_drawing(rules)
                and len(self.commitments) < self.seats
                and _DIGITS.fullmatch(entry.digest) is not None
            )
        if isinstance(entry, Reveal):
            return (
                self.is_drawing(rules)
                and len(self.commitments) == self.seats
                and _DIGITS.fullmatch(entry.secret) is not None
                and self.commitments[entry.author] == self._digest(entry)
            )
        return (
            not self.ended
            and not self.paused
            and rules.to_move(self.plies) is not None
            and rules.is_legal(self.plies, entry.text)
        )

    def _digest(self, entry: Reveal) -> str:
        return commitment_digest(entry.author, self.game, len(self.plies), entry.secret)

    def after(self, entry: AnyEntry, rules: Rules) -> Position:
        """Return the position after an entry that is allowed."""
        if isinstance(entry, Commitment):
            return replace(self, commitments=(*self.commitments, entry.digest))
        if isinstance(entry, Reveal):
            revealed = replace(self, secrets=(*self.secrets, entry.secret))
            return revealed._drawn(rules) if len(revealed.secrets) == self.seats else revealed
        if isinstance(entry, Ply):
            return replace(self, plies=(*self.plies, entry.text), spent=(*self.spent, entry.spent))
        if isinstance(entry, Request):
            numbers = list(self.numbers)
            numbers[entry.seat] = entry.number
            counted = replace(self, numbers=tuple(numbers))
            if entry.game != self.game:
                return counted  # it was about an earlier game, so it no longer means anything
            asked = replace(counted, request=entry, answered=0)
            return asked._granted(entry) if entry.what in AT_ONCE else asked
        if self.request is None:
            raise ValueError(f"no request is open: {entry}")
        if not entry.accepted:
            return replace(self, request=None, answered=0)
        if self.answered + 1 < self.seats - 1:
            return replace(self, answered=self.answered + 1)
        return self._granted(self.request)

    def _drawn(self, rules: Rules) -> Position:
        """Return the position after the draw that all secrets choose."""
        draws = rules.draws(self.plies)
        number = joint_number(self.secrets) % sum(weight for _, weight in draws)
        bounds = accumulate(weight for _, weight in draws)
        text = next(one for (one, _), bound in zip(draws, bounds, strict=True) if number < bound)
        drawn = replace(self, plies=(*self.plies, text), spent=(*self.spent, 0))
        return replace(drawn, commitments=(), secrets=())

    def _granted(self, request: Request) -> Position:
        done = replace(self, request=None, answered=0)
        if request.what in ("takeback", "new"):
            done = replace(done, commitments=(), secrets=())
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
