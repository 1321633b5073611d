"""The meaning of a shared log: which seat may append, and which entries.

Exactly one seat may append to a given log: it holds the pen. So two honest boards can never append
different entries at the same place, whatever happens to their messages.

| the log                      | the seat that holds the pen                                    |
|------------------------------|----------------------------------------------------------------|
| a request is open            | the first that has not answered, in order after the one asking |
| a game is being played       | the seat to move                                               |
| a draw from the bag is due   | the first that has not committed itself, then not revealed     |
| the game is over             | seat 0                                                         |

No seat chooses the result of a draw. Every seat commits itself to a secret; when all have, every
seat reveals its own; and all secrets together determine the draw, by the weights of the game. A
seat that does not reveal its secret stops the game, and all others see which seat it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Protocol

from companion.remote.table.entry import (
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
"""The requests that need no agreement.

They are refused with more than two seats, since the others would play on.
"""


class Rules(Protocol):
    """The rules of the game that is played at a table."""

    def to_move(self, plies: tuple[str, ...]) -> int | None:
        """Return the seat to move after these plies, or None if the game is over or chance acts."""

    def draws(self, plies: tuple[str, ...]) -> Sequence[tuple[str, int]]:
        """Return the possible plies of chance with their weights; empty if chance does not act."""

    def is_legal(self, plies: tuple[str, ...], text: str) -> bool:
        """Return whether a ply may follow; the text is from another board and may be anything."""


@dataclass(frozen=True)
class Ended:
    """How a game ended, if not by its rules: the kind of request, and the seat that made it."""

    what: RequestKind
    seat: int


@dataclass(frozen=True)
class Position:
    """The state of a table after its log.

    Attributes:
        seats: The number of seats, 2 to 6.
        game: The number of the game, from 0; each new game adds one.
        plies: The plies of this game that were not taken back.
        spent: The milliseconds that each ply took, by the clock of the seat that played it.
        request: The open request, or None.
        answered: The number of seats that have accepted it.
        ended: How the game ended, if not by its rules; or None.
        paused: Whether the game is paused.
        numbers: For each seat, the number of its last request.
        commitments: The digests of the draw in progress, by seat.
        secrets: The secrets of this draw that were revealed, by seat.
        returned: For each takeback of this game that undid anything, the plies that remained.
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
    returned: tuple[int, ...] = ()

    @classmethod
    def start(cls, seats: int) -> Position:
        """Return the position of an empty log.

        Raises:
            ValueError: If the number of seats is not from 2 to 6.
        """
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
        """Return whether a draw from the bag is due."""
        return not self.ended and not self.paused and bool(rules.draws(self.plies))

    def allows(self, entry: AnyEntry, rules: Rules) -> bool:
        """Return whether an entry may follow; its place in the chain is not checked here."""
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
        """Return the position after an entry that is allowed.

        Raises:
            ValueError: If the entry is an answer and no request is open.
        """
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

    def turn(self, number: int) -> tuple[int, int]:
        """Return a key for the turn that begins after so many plies.

        No other turn of the game has it, not even the same turn played again after a takeback.
        """
        return number, sum(plies <= number for plies in self.returned)

    def _drawn(self, rules: Rules) -> Position:
        """Return the position after the draw that all secrets determine."""
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
                undid = request.plies < len(done.plies)
                return replace(
                    done,
                    plies=done.plies[: request.plies],
                    spent=done.spent[: request.plies],
                    ended=None,
                    returned=(*done.returned, request.plies) if undid else done.returned,
                )
            case "draw" | "resign" | "time":
                # A request that came after the end changes nothing.
                return replace(done, ended=done.ended or Ended(request.what, request.seat))
            case "pause" | "resume":
                return replace(done, paused=request.what == "pause")
            case "new":
                return Position(done.seats, done.game + 1, numbers=done.numbers)
