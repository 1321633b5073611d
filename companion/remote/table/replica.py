"""One seat's copy of the shared log, and the snapshots that it publishes.

How it works:

1. Each seat publishes one retained snapshot: all entries it knows, and its own open wishes. Nothing
   else is sent, so a message that is repeated, late or lost does no harm: the next one is complete.
2. An entry is taken only from its author's snapshot, if it is the next one, its author holds the
   pen and the rules allow it. So a seat cannot write in another's name.
3. A seat that wants to make a request without holding the pen publishes a wish. The holder of the
   pen appends it as a `Request`; the seat that asked checks that it matches the wish.
4. A replica must be stored before its snapshot is published. Then a seat that is killed at any
   instant comes back with everything that another seat has seen of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec

from companion.base.json_text import InvalidJson, decode_json
from companion.remote.table.entry import (
    Answer,
    AnyEntry,
    Commitment,
    Count,
    Ply,
    Request,
    RequestKind,
    Reveal,
    chain_hash,
    commitment_digest,
    first_hash,
    own_secret,
)
from companion.remote.table.position import AT_ONCE, Position, Rules

VERSION = 1
MAX_ENTRIES = 20_000
SPECTATOR = -1
"""The seat number of a spectator."""

MOST_WISHES = 2
"""The most wishes of a seat at a time: one that needs an answer, and a resignation."""


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The request that a seat wants to have appended next."""

    game: Count
    number: Count
    what: RequestKind
    plies: Count = 0


class Snapshot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seat's copy of the log, as published and as stored.

    Attributes:
        version: The version of the format.
        table: The name of the table.
        seat: The seat that publishes it.
        seats: The number of seats.
        revision: A number that grows with every change, so that an older snapshot is recognised.
        entries: The log.
        wishes: The seat's requests that have not been appended yet.
    """

    version: int = VERSION
    table: str
    seat: int
    seats: int
    revision: Annotated[int, msgspec.Meta(ge=0, le=1 << 50)]
    entries: tuple[AnyEntry, ...] = ()
    wishes: Annotated[tuple[Wish, ...], msgspec.Meta(max_length=MOST_WISHES)] = ()

    def same_place(self, other: Snapshot) -> bool:
        """Return whether both are of one seat of one table, in one version of the format."""
        mine = (self.version, self.table, self.seat, self.seats)
        return mine == (other.version, other.table, other.seat, other.seats)


class SnapshotHead(msgspec.Struct, frozen=True, kw_only=True):
    """The head of a snapshot: its table, its seat and its revision."""

    table: str
    seat: int
    revision: int

    @classmethod
    def read(cls, message: bytes) -> SnapshotHead | None:
        """Return the head of a snapshot; None if it cannot be read."""
        try:
            return decode_json(message, cls)
        except InvalidJson:
            return None


class Refused(ValueError):
    """An action that this seat may not take now."""


Trouble = Literal["", "unreadable", "version", "other table", "forked", "full", "illegal"]


@dataclass(frozen=True)
class Outcome:
    """The effect of another seat's snapshot.

    Attributes:
        added: The entries that are new.
        changed: Whether this replica changed: store it, then publish it.
        behind: Whether a new snapshot of the sender lacks entries: publish again.
        trouble: Why the snapshot was refused; or empty.
        differs: If the logs have forked: the first ply that differs, here and there; empty if it is
            not a ply that differs.
    """

    added: tuple[AnyEntry, ...] = ()
    changed: bool = False
    behind: bool = False
    trouble: Trouble = ""
    differs: tuple[str, ...] = ()


class Replica:
    """One seat's copy of a table; a spectator's never holds the pen and has no wishes.

    Args:
        stored: This seat's own snapshot.
        rules: The rules of the game.
        seed: The source of this seat's secrets in draws; no other seat may know it.
        lost: Whether the stored snapshot is lost, so that this seat has to recover it from the
            others before it does anything.

    Attributes:
        table: The name of the table.
        seat: This seat.
        seats: The number of seats.
        position: The position after the log.
        wishes: This seat's requests that have not been appended yet.
        lost: Whether the log has still to be recovered from the others.
        undone: The plies that the log took back last, until another one follows.
        revision: The number of the present snapshot; it grows with every change.
    """

    def __init__(self, stored: Snapshot, rules: Rules, seed: bytes, *, lost: bool = False) -> None:
        """Take up a stored snapshot.

        Raises:
            Refused: If its seat does not exist, or its entries do not chain.
        """
        self.table, self.seat, self.seats = stored.table, stored.seat, stored.seats
        self.position = Position.start(stored.seats)
        if not SPECTATOR <= stored.seat < stored.seats:
            raise Refused(f"seat {stored.seat} of {stored.seats}")
        self.wishes: tuple[Wish, ...] = ()
        self.lost = lost
        self.undone: tuple[str, ...] = ()
        self._rules = rules
        self._seed = seed
        self._entries: list[AnyEntry] = []
        self._hashes = [first_hash(stored.table)]
        self._heard: dict[int, Snapshot] = {}
        for entry in stored.entries:
            if not self._fits(entry):
                raise Refused(f"entry {len(self._entries)} of the stored log does not fit: {entry}")
            self._append(entry)
        self.wishes = stored.wishes
        self.revision = stored.revision

    @property
    def entries(self) -> tuple[AnyEntry, ...]:
        """The log."""
        return tuple(self._entries)

    @property
    def pen(self) -> int:
        """The only seat that may append."""
        return self.position.pen(self._rules)

    @property
    def holds_pen(self) -> bool:
        """Whether this seat may append."""
        return not self.lost and self.pen == self.seat

    def doubt(self) -> None:
        """Compare the log with the others' before anything is appended: it may be an old copy."""
        self.lost = self.seat != SPECTATOR

    def snapshot(self) -> Snapshot:
        """Return the snapshot to store, and then to publish."""
        return Snapshot(
            table=self.table,
            seat=self.seat,
            seats=self.seats,
            revision=self.revision,
            entries=self.entries,
            wishes=self.wishes,
        )

    def play(self, text: str, spent: int = 0) -> None:
        """Append a ply of this seat.

        Args:
            text: The ply in the game's notation.
            spent: The milliseconds it took, by this seat's clock.

        Raises:
            Refused: If it is not allowed now.
        """
        self._write(Ply(previous=self._hashes[-1], author=self.seat, text=text, spent=spent))

    def answer(self, accepted: bool) -> None:
        """Answer the open request.

        Raises:
            Refused: If no request awaits an answer of this seat.
        """
        self._write(Answer(previous=self._hashes[-1], author=self.seat, accepted=accepted))

    def ask(self, what: RequestKind, plies: int = 0) -> None:
        """Make a request to the others; some kinds need no answer.

        Args:
            what: The kind of request.
            plies: For a takeback, the number of plies that remain.

        Raises:
            Refused: If an earlier wish of this kind has not been appended yet, if there are fewer
                plies, if the kind is not allowed with more than two seats, if the log has still to
                be recovered, or if this is a spectator.
        """
        if self.seat == SPECTATOR:
            raise Refused("a spectator has nothing to ask")
        if self.wishes and (what not in AT_ONCE or self.wishes[-1].what in AT_ONCE):
            raise Refused("an earlier request has not been written down yet")
        if what in AT_ONCE and self.seats > 2:
            raise Refused(f"{what} with {self.seats} seats")
        if self.lost:
            raise Refused("the log has still to be recovered")
        if not 0 <= plies <= len(self.position.plies):
            raise Refused(f"{plies} of {len(self.position.plies)} plies")
        number = self.position.numbers[self.seat] + len(self.wishes) + 1
        self.wishes += (Wish(self.position.game, number, what, plies),)
        self.revision += 1
        self._write_wishes()

    def hear(self, message: bytes) -> Outcome:
        """Take in a snapshot of another seat; it never raises, whatever the message is."""
        try:
            heard = decode_json(message, Snapshot)
        except InvalidJson:
            return Outcome(trouble=_why_unreadable(message))
        if heard.version != VERSION:
            return Outcome(trouble="version")
        known = (self.table, self.seats)
        if (heard.table, heard.seats) != known or not 0 <= heard.seat < self.seats:
            return Outcome(trouble="other table")
        if len(heard.entries) > MAX_ENTRIES:
            return Outcome(trouble="full")
        if heard.seat == self.seat:
            return self._recover(heard)
        last = self._heard.get(heard.seat)
        if last is not None and heard.revision < last.revision:
            return Outcome()
        common = min(len(heard.entries), len(self._entries))
        if heard.entries[:common] != tuple(self._entries[:common]):
            return Outcome(trouble="forked", differs=self._differing(heard.entries))
        self._heard[heard.seat] = heard
        before, revision = len(self._entries), self.revision
        self._recover_from_others()
        self._merge()
        added = tuple(self._entries[before:])
        changed = self.revision != revision
        tail = heard.entries[len(self._entries) :]
        if tail and tail[0].author == heard.seat and self._is_illegal(tail[0]):
            return Outcome(added, changed, trouble="illegal")
        # A snapshot that was heard before has been answered, or a new connection will do so.
        news = last is None or heard.revision > last.revision
        return Outcome(added, changed, news and len(heard.entries) < len(self._entries))

    def _differing(self, others: Sequence[AnyEntry]) -> tuple[str, ...]:
        """Return the first ply that differs from that in another log, and that one."""
        pairs = zip(self._entries, others, strict=False)
        ours, theirs = next((one, other) for one, other in pairs if one != other)
        plies = [entry.text for entry in (ours, theirs) if isinstance(entry, Ply)]
        return tuple(plies) if len({*plies}) == 2 else ()

    def _recover(self, own: Snapshot) -> Outcome:
        """Take back entries that this seat has published and then lost, such as with its card."""
        before = len(self._entries)
        newer = own.revision > self.revision or len(own.entries) > before or self.lost
        if not newer or own.entries[:before] != tuple(self._entries):
            return Outcome()
        for entry in own.entries[before:]:
            if not self._fits(entry):
                return Outcome(trouble="illegal")
            self._append(entry)
        if own.revision >= self.revision:
            self.wishes = own.wishes
        self.revision = max(own.revision, self.revision) + 1
        self.lost = False
        self._merge()
        return Outcome(tuple(self._entries[before:]), changed=True)

    def _recover_from_others(self) -> None:
        """Believe the others once all of them are heard, if the broker has lost the log too."""
        if not self.lost or len(self._heard) < self.seats - 1:
            return
        longest = max(self._heard.values(), key=lambda heard: len(heard.entries))
        for entry in longest.entries[len(self._entries) :]:
            if not self._fits(entry):
                break
            self._append(entry)
        self.lost = False
        # Others have heard higher numbers of this seat, and would take its news for old.
        self.revision += 1 << 40

    def _merge(self) -> None:
        """Take all entries that follow, each from its author, until none does."""
        found = True
        while found:
            found = False
            for seat, heard in sorted(self._heard.items()):
                place = len(self._entries)
                if place >= len(heard.entries):
                    continue
                entry = heard.entries[place]
                if entry.author == seat and self._fits(entry) and self._was_wished(entry):
                    self._append(entry)
                    self.revision += 1
                    found = True
        self._write_wishes()

    def _was_wished(self, entry: AnyEntry) -> bool:
        """Return whether the seat that asks is known to have made that request."""
        if not isinstance(entry, Request) or entry.seat == entry.author:
            return True
        wished = Wish(entry.game, entry.number, entry.what, entry.plies)
        if entry.seat == self.seat:
            return wished in self.wishes
        asker = self._heard.get(entry.seat)
        if asker is None:
            return False
        return wished in asker.wishes or entry in asker.entries

    def _is_illegal(self, entry: AnyEntry) -> bool:
        """Return whether no later message could make an entry fit."""
        if not self._fits(entry):
            return True
        return (
            isinstance(entry, Request) and entry.seat == self.seat and not self._was_wished(entry)
        )

    def _write_wishes(self) -> None:
        """Append the waiting wishes, if this seat holds the pen and no request is open."""
        if self.lost or self.seat == SPECTATOR:
            return
        wishes = [(seat, wish) for seat, heard in self._heard.items() for wish in heard.wishes]
        wishes += [(self.seat, wish) for wish in self.wishes]
        for seat, wish in sorted(wishes, key=lambda one: (one[0], one[1].number)):
            entry = Request(
                previous=self._hashes[-1],
                author=self.seat,
                game=wish.game,
                seat=seat,
                number=wish.number,
                what=wish.what,
                plies=wish.plies,
            )
            if self._fits(entry):
                self._append(entry)
                self.revision += 1
        self._draw()

    def _draw(self) -> None:
        """Add this seat's part to a draw in progress."""
        while self.position.request is None and self.position.is_drawing(self._rules):
            if not self.holds_pen:
                return
            entry: AnyEntry
            previous, position = self._hashes[-1], self.position
            if len(position.commitments) == self.seats:
                secret = own_secret(self._seed, self._own_commitment.previous)
                entry = Reveal(previous=previous, author=self.seat, secret=secret)
            else:
                secret = own_secret(self._seed, previous)
                digest = commitment_digest(self.seat, position.game, len(position.plies), secret)
                entry = Commitment(previous=previous, author=self.seat, digest=digest)
            if not self._fits(entry):
                return  # the seed is another one than when this seat committed itself
            self._append(entry)
            self.revision += 1

    @property
    def _own_commitment(self) -> Commitment:
        """The last commitment of this seat."""
        commitments = (entry for entry in reversed(self._entries) if isinstance(entry, Commitment))
        return next(entry for entry in commitments if entry.author == self.seat)

    @property
    def full(self) -> bool:
        """Whether the log has as many entries as it may have."""
        return len(self._entries) >= MAX_ENTRIES

    def _fits(self, entry: AnyEntry) -> bool:
        follows = entry.previous == self._hashes[-1] and not self.full
        return follows and self.position.allows(entry, self._rules)

    def _append(self, entry: AnyEntry) -> None:
        before = self.position
        self.position = after = before.after(entry, self._rules)
        if after.plies != before.plies:
            self.undone = before.plies[len(after.plies) :] if after.game == before.game else ()
        self._hashes.append(chain_hash(self._hashes[-1], entry))
        self._entries.append(entry)
        if isinstance(entry, Request) and entry.seat == self.seat:
            self.wishes = tuple(wish for wish in self.wishes if wish.number > entry.number)

    def _write(self, entry: AnyEntry) -> None:
        if self.lost or not self._fits(entry):
            raise Refused(f"not allowed now: {entry}")
        self._append(entry)
        self.revision += 1
        self._write_wishes()


def _why_unreadable(message: bytes) -> Trouble:
    """Distinguish another version, whose fields are not known here, from garbage."""
    try:
        fields = decode_json(message, object)
    except InvalidJson:
        return "unreadable"
    if isinstance(fields, dict) and fields.get("version") not in (None, VERSION):
        return "version"
    return "unreadable"
