"""Every order in which anything can happen at a small table, walked through with genuine replicas.

A state is what each seat has stored, what it has heard since its program began, and every message
that was ever published. A published message can arrive at any time, as often as it likes, or never:
so delays, doubles, losses, changes of order, and a broker that comes back with or without its store
need no states of their own. A seat may end at any time, also between storing and publishing.

Run larger tables: `python -m tests.remote.table.model`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations
from typing import NamedTuple

import msgspec

from companion.remote.table import Replica, Request, RequestKind, Snapshot
from companion.remote.table.replica import Refused


@dataclass(frozen=True)
class Table:
    """A small table: the rules of a game, and what people may do besides playing.

    seats: how many. plies: how many the game has; in turn, each seat plays a or b. bag: after how
    many plies chance draws x or y; None for never. asks: what people may ask for. most: how often,
    all together.
    """

    seats: int
    plies: int
    bag: int | None = None
    asks: tuple[RequestKind, ...] = ()
    most: int = 0

    def to_move(self, plies: tuple[str, ...]) -> int | None:
        """Return the seat to move, or None if the game is over or chance acts."""
        if len(plies) >= self.plies or self.draws(plies):
            return None
        return sum(ply in "ab" for ply in plies) % self.seats

    def draws(self, plies: tuple[str, ...]) -> Sequence[tuple[str, int]]:
        """Return what chance may do."""
        return (("x", 1), ("y", 1)) if len(plies) == self.bag else ()

    def is_legal(self, plies: tuple[str, ...], text: str) -> bool:
        """Return whether a ply may follow."""
        return text in ("a", "b")


class Seat(NamedTuple):
    """A seat with its program. heard: the last snapshot of each seat since the program began."""

    stored: Snapshot
    heard: tuple[Snapshot | None, ...]


Done = tuple[Seat, Snapshot | None]
"""What a step has made of a seat, and what it has published."""


class State(NamedTuple):
    """All that a step can depend on. published: the messages, as bits by their number."""

    seats: tuple[Seat, ...]
    published: int


class Wrong(AssertionError):
    """A state that must not be."""


class Model:
    """Walks through all states of a table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._numbers: dict[Snapshot, int] = {}  # of messages
        self._nobody = (None,) * table.seats
        # What a seat does depends on that seat alone, so it is worked out once.
        self._acts_of = cache(self._acts)
        self._hears_of = cache(self._hears)
        self._checked = cache(self._check)

    def walk(self) -> int:
        """Visit every state that can be reached. Returns how many there are. Raises Wrong if one of
        them is."""
        seats = self._table.seats
        start = State(
            tuple(
                Seat(Snapshot(table="T", seat=seat, seats=seats, revision=0), self._nobody)
                for seat in range(seats)
            ),
            0,
        )
        seen, waiting = {start}, [start]
        while waiting:
            state = waiting.pop()
            self._checked(tuple(seat.stored for seat in state.seats))
            for following in self._following(state):
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
        return len(seen)

    # What must hold

    def _check(self, stored: tuple[Snapshot, ...]) -> None:
        """No two logs contradict each other, nothing is asked twice, and as soon as everybody hears
        everybody, all logs are equal and nothing is gone."""
        logs = sorted((one.entries for one in stored), key=len)
        for shorter, longer in combinations(logs, 2):
            if longer[: len(shorter)] != shorter:
                raise Wrong("two logs contradict each other", stored)
        asked = [(one.seat, one.number) for one in logs[-1] if isinstance(one, Request)]
        if len(asked) != len(set(asked)):
            raise Wrong("something was asked twice", stored)
        settled = {seat.stored.entries for seat in self._settled(stored)}
        if len(settled) != 1 or settled.pop()[: len(logs[-1])] != logs[-1]:
            raise Wrong("the logs do not become equal", stored)

    def _settled(self, stored: tuple[Snapshot, ...]) -> list[Seat]:
        """All programs begin anew, and hear the newest of everybody until nothing changes."""
        seats = [Seat(one, self._nobody) for one in stored]
        changed = True
        while changed:
            changed = False
            for here, there in ((a, b) for a in range(len(seats)) for b in range(len(seats))):
                before = seats[here].stored
                if here != there:
                    seats[here] = self._hears_of(seats[here], seats[there].stored)[0][0]
                changed |= seats[here].stored != before
        return seats

    # What can happen

    def _following(self, state: State) -> Iterator[State]:
        messages = [m for m, number in self._numbers.items() if state.published >> number & 1]
        asked = len({request for seat in state.seats for request in _requests(seat.stored)})
        for place, seat in enumerate(state.seats):
            # It connects, or ends.
            done: list[Done] = [(seat, seat.stored), (Seat(seat.stored, self._nobody), None)]
            done += self._acts_of(seat, asked < self._table.most)
            for heard in messages:
                last = seat.heard[heard.seat]
                if heard.seat != place and (last is None or heard.revision > last.revision):
                    done += self._hears_of(seat, heard)
            for after, message in done:
                published = state.published | (0 if message is None else self._bit(message))
                seats = (*state.seats[:place], after, *state.seats[place + 1 :])
                yield State(seats, published)

    def _acts(self, seat: Seat, may_ask: bool) -> list[Done]:
        """What the person at a board can do."""
        acts: list[Callable[[Replica], None]] = [
            *(partial(Replica.play, text=text) for text in "ab"),
            *(partial(Replica.answer, accepted=accepted) for accepted in (True, False)),
            *(partial(Replica.ask, what=what) for what in self._table.asks if may_ask),
        ]
        done: list[Done] = []
        for act in acts:
            one = self._replica(seat)
            try:
                act(one)
            except Refused:
                continue
            done += self._kept(seat, one)
        return done

    def _hears(self, seat: Seat, message: Snapshot) -> list[Done]:
        one = self._replica(seat)
        outcome = one.hear(msgspec.json.encode(message))
        if outcome.trouble:
            raise Wrong(f"an honest message is refused: {outcome.trouble}", seat, message)
        after = Seat(seat.stored, tuple(map(one._heard.get, range(self._table.seats))))
        return self._kept(after, one) if outcome.changed or outcome.behind else [(after, None)]

    def _kept(self, seat: Seat, one: Replica) -> list[Done]:
        """The seat has stored what it knows; it publishes that, or ends just before. Nothing that
        was stored may be gone."""
        stored, before = one.snapshot(), seat.stored
        if stored.entries[: len(before.entries)] != before.entries:
            raise Wrong("something stored is gone", seat, stored)
        if stored.revision < before.revision:
            raise Wrong("a newer snapshot has an older revision", seat, stored)
        return [(Seat(stored, seat.heard), stored), (Seat(stored, self._nobody), None)]

    def _replica(self, seat: Seat) -> Replica:
        one = Replica(seat.stored, self._table, b"seed of seat %d" % seat.stored.seat)
        one._heard = {heard.seat: heard for heard in seat.heard if heard is not None}
        return one

    def _bit(self, message: Snapshot) -> int:
        return 1 << self._numbers.setdefault(message, len(self._numbers))


def _requests(stored: Snapshot) -> set[tuple[int, int]]:
    """What has been asked for, as far as a seat knows: who, and the number."""
    written = {(one.seat, one.number) for one in stored.entries if isinstance(one, Request)}
    return written | {(stored.seat, wish.number) for wish in stored.wishes}


TABLES = {
    "three plies": Table(2, 3),
    "a draw from the bag": Table(2, 2, bag=1),
    "a ply and a draw offer": Table(2, 1, asks=("draw",), most=1),
    "a ply and two resignations": Table(2, 1, asks=("resign",), most=2),
    "a ply and a takeback": Table(2, 1, asks=("takeback",), most=1),
    "a pause and a new game": Table(2, 0, asks=("new", "pause"), most=2),
    "two plies, and a draw or a pause": Table(2, 2, asks=("draw", "pause"), most=1),
    "two plies and a takeback": Table(2, 2, asks=("takeback",), most=1),
}
"""From 5,000 states to more than a million. Three seats have too many, even with one ply."""


def main() -> None:
    """Walk through the tables, and print how many states each has."""
    for name, table in TABLES.items():
        sys.stdout.write(f"{name}: {Model(table).walk():,} states\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
