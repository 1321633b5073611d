"""One seat's copy of the shared log, and what it tells the others.

How it works:

1. Each seat publishes one retained snapshot: all entries it knows, and its own open wish. Nothing
   else is sent, so a message that is doubled, late or lost does no harm: the next one has it all.
2. An entry is taken from its author's snapshot alone, if it is the next one, its author holds the
   pen and the rules allow it. So nobody can write in another's name.
3. A seat that wants to ask without holding the pen publishes a wish. The holder of the pen writes
   it down as a `Request`; who asked checks that it says what was wished.
4. A replica must be stored before its snapshot is published. Then a seat that is killed at any
   instant comes back with everything that anybody has seen of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec

from companion.remote.entry import (
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
from companion.remote.position import AT_ONCE, Position, Rules

VERSION = 1
MAX_ENTRIES = 20_000
SPECTATOR = -1
"""In place of a seat: of whoever only watches."""

MOST_WISHES = 2
"""Of a seat at a time: one that waits for an answer, and a resignation."""


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat wants to have written down as its next request."""

    game: Count
    number: Count
    what: RequestKind
    plies: Count = 0


class Snapshot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a seat publishes, and what it stores.

    revision: grows with every change, so that an older snapshot is recognised.
    """

    version: int = VERSION
    table: str
    seat: int
    seats: int
    revision: Annotated[int, msgspec.Meta(ge=0, le=1 << 50)]
    entries: tuple[AnyEntry, ...] = ()
    wishes: Annotated[tuple[Wish, ...], msgspec.Meta(max_length=MOST_WISHES)] = ()


class SnapshotHead(msgspec.Struct, frozen=True, kw_only=True):
    """What a snapshot says of itself: whose it is, and how new."""

    table: str
    seat: int
    revision: int

    @classmethod
    def read(cls, message: bytes) -> SnapshotHead | None:
        """Return the head of a snapshot; None if it cannot be read."""
        try:
            return msgspec.json.decode(message, type=cls)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None


class Refused(ValueError):
    """Something that this seat may not do now."""


Trouble = Literal["", "unreadable", "version", "other table", "forked", "illegal"]


@dataclass(frozen=True)
class Outcome:
    """What came of a snapshot.

    added:   the entries that are new.
    changed: whether this replica changed: store it, then publish it.
    behind:  whether the sender lacks entries, by news from it: publish again.
    trouble: why the snapshot was refused, or "".
    """

    added: tuple[AnyEntry, ...] = ()
    changed: bool = False
    behind: bool = False
    trouble: Trouble = ""


class Replica:
    """One seat's copy of a table; or a spectator's, who never holds the pen and has no wishes."""

    def __init__(self, stored: Snapshot, rules: Rules, seed: bytes, *, lost: bool = False) -> None:
        """Take up a stored snapshot of one's own. seed: what this seat's part in draws is made of;
        nobody else may know it. lost: whether what was stored is lost, so that this seat has to
        hear of it from the others before it does anything. Raises Refused if its entries do not
        chain."""
        self.table, self.seat, self.seats = stored.table, stored.seat, stored.seats
        self.position = Position.start(stored.seats)
        if not SPECTATOR <= stored.seat < stored.seats:
            raise Refused(f"seat {stored.seat} of {stored.seats}")
        self.wishes: tuple[Wish, ...] = ()
        self.lost = lost
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
    def holds_pen(self) -> bool:
        """Whether this seat may append."""
        return not self.lost and self.position.pen(self._rules) == self.seat

    def snapshot(self) -> Snapshot:
        """Return what has to be stored, and then published."""
        return Snapshot(
            table=self.table,
            seat=self.seat,
            seats=self.seats,
            revision=self.revision,
            entries=self.entries,
            wishes=self.wishes,
        )

    def play(self, text: str, spent: int = 0) -> None:
        """Append a ply of this seat's. Raises Refused if it is not allowed now."""
        self._write(Ply(previous=self._hashes[-1], author=self.seat, text=text, spent=spent))

    def answer(self, accepted: bool) -> None:
        """Answer the open request. Raises Refused if it is not for this seat to answer now."""
        self._write(Answer(previous=self._hashes[-1], author=self.seat, accepted=accepted))

    def ask(self, what: RequestKind, plies: int = 0) -> None:
        """Ask the others, or tell them of what needs no answer. Raises Refused while an earlier
        wish waits that needs one, if fewer plies stand, or if there are too many seats."""
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
        """Take in a snapshot of another seat. Whatever arrives, nothing is raised."""
        try:
            heard = msgspec.json.decode(message, type=Snapshot)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return Outcome(trouble=_why_unreadable(message))
        if heard.version != VERSION:
            return Outcome(trouble="version")
        known = (self.table, self.seats)
        if (heard.table, heard.seats) != known or not 0 <= heard.seat < self.seats:
            return Outcome(trouble="other table")
        if len(heard.entries) > MAX_ENTRIES:
            return Outcome()
        if heard.seat == self.seat:
            return self._recover(heard)
        last = self._heard.get(heard.seat)
        if last is not None and heard.revision < last.revision:
            return Outcome()
        common = min(len(heard.entries), len(self._entries))
        if heard.entries[:common] != tuple(self._entries[:common]):
            return Outcome(trouble="forked")
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

    def _recover(self, own: Snapshot) -> Outcome:
        """Take back what this seat has published and then lost, such as with its card."""
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
        """Where not even the broker has kept it: once all others have been heard, believe them."""
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
        """Whether the seat that asks is known to have asked that."""
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
        """Whether no later message could make an entry fit."""
        if not self._fits(entry):
            return True
        return (
            isinstance(entry, Request) and entry.seat == self.seat and not self._was_wished(entry)
        )

    def _write_wishes(self) -> None:
        """Write down the wishes that wait, if this seat holds the pen and no request is open."""
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
        """Add this seat's part to a draw that is under way."""
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
        """What this seat has committed itself to last."""
        commitments = (entry for entry in reversed(self._entries) if isinstance(entry, Commitment))
        return next(entry for entry in commitments if entry.author == self.seat)

    def _fits(self, entry: AnyEntry) -> bool:
        return entry.previous == self._hashes[-1] and self.position.allows(entry, self._rules)

    def _append(self, entry: AnyEntry) -> None:
        self.position = self.position.after(entry, self._rules)
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
    """Tell another version, whose fields are not known here, from garbage."""
    try:
        fields = msgspec.json.decode(message)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return "unreadable"
    if isinstance(fields, dict) and fields.get("version") not in (None, VERSION):
        return "version"
    return "unreadable"
