"""What a crash may leave of files, by the promises of POSIX alone.

Certain is what was synced: the bytes of a file up to its last sync, and the names in a folder up to
its own. Of what came later any part may be on the medium: a write may be lost, torn at any byte or
only have extended the file with zeros, and may overtake those before it up to the next sync. After
a sync that failed, nothing is certain of the bytes before it, not even after one that succeeds: the
system may have dropped them, and shows them none the less.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random

from tests.faults.traced import Created, Cut, Event, Moved, Removed, Synced, Told, Written

_BLOCK = 512

Change = Written | Cut


@dataclass
class _File:
    """A file: the changes that are certain, and the later ones, which a crash may leave or lose.

    settled: all changes up to the last good sync, each with whether it is certain.
    """

    settled: list[tuple[Change, bool]] = field(default_factory=list)
    later: list[Change] = field(default_factory=list)

    def sync(self, *, failed: bool) -> None:
        self.settled += [(change, not failed) for change in self.later]
        self.later = []

    @property
    def whole(self) -> bytes:
        """What the program wrote."""
        data = bytearray()
        for change in (*(change for change, _ in self.settled), *self.later):
            _apply(data, change)
        return bytes(data)


class Moment:
    """The medium at one moment.

    before: the files that were there at first; they are certain as they were. promised: the moves
    that a page was told without a warning, by the name of the log. versions: what was given each
    name by moving a file there, and before that.
    """

    def __init__(self, before: dict[str, bytes]) -> None:
        self.promised: dict[str, tuple[str, ...]] = {}
        self.versions: dict[str, list[bytes]] = {name: [data] for name, data in before.items()}
        # What each name has meant since its folder was synced; any of this may be left.
        self._names: dict[str, list[_File | None]] = {
            name: [_File([(Written(name, 0, data), True)])] for name, data in before.items()
        }

    def take(self, event: Event) -> None:
        """Take the next event."""
        match event:
            case Created(name):
                if self._meant(name) is None:
                    self._names.setdefault(name, [None]).append(_File())
            case Moved(name, to):
                file = self._file(name)
                self._names.setdefault(to, [None]).append(file)
                self._names[name].append(None)
                self.versions.setdefault(to, []).append(file.whole)
            case Removed(name):
                self._names[name].append(None)
            case Written(name) | Cut(name):
                self._file(name).later.append(event)
            case Synced(name, failed) if name in self._names:
                self._file(name).sync(failed=failed)
            case Synced(folder, failed):
                if not failed:
                    for name, meant in self._names.items():
                        if folder == name.rpartition("/")[0]:
                            del meant[:-1]
            case Told(name, moves, warned):
                if not warned:
                    self.promised[name] = moves

    def _meant(self, name: str) -> _File | None:
        return self._names.get(name, [None])[-1]

    def _file(self, name: str) -> _File:
        file = self._meant(name)
        assert file is not None, f"{name} is not there"
        return file

    def whole(self, name: str) -> bytes:
        """What the program wrote to a file."""
        return self._file(name).whole

    def crash(self, random: Random) -> dict[str, bytes]:
        """What a crash leaves of every file."""
        found = {name: random.choice(meant) for name, meant in self._names.items()}
        return {name: _left(file, random) for name, file in found.items() if file is not None}


def moment(before: dict[str, bytes], events: Iterable[Event]) -> Moment:
    """The medium after some events, which began with these files."""
    reached = Moment(before)
    for event in events:
        reached.take(event)
    return reached


def check(before: dict[str, bytes], events: Iterable[Event], folder: Path) -> None:
    """Check that events, after these files, give the logs that are in a folder now: otherwise the
    trace is wrong, and would be taken for a fault of the program."""
    last = moment(before, events)
    for path in folder.glob("*.jsonl"):
        assert last.whole(path.name) == path.read_bytes(), f"the trace does not give {path.name}"


def _left(file: _File, random: Random) -> bytes:
    data = bytearray()
    for change, certain in file.settled:
        if certain or random.random() < 0.5:
            _apply(data, change)
    later: Sequence[Change] = file.later
    kind = random.choice(("all", "none", "some", "some", "some"))
    if kind == "none":
        return bytes(data)
    if kind == "some":
        later = [part for change in later for part in _parts(change, len(data), random)]
        random.shuffle(later)
    for change in later:
        _apply(data, change)
    return bytes(data)


def _parts(change: Change, synced: int, random: Random) -> list[Change]:
    """What a crash may leave of one change. synced: the size of the file that is certain."""
    if isinstance(change, Cut):
        return [change] if random.random() < 0.5 else []
    name, offset, data = change.name, change.offset, change.data
    match random.choice(("lost", "whole", "torn", "torn", "tail", "zeros", "blocks")):
        case "lost":
            return []
        case "torn":
            return [Written(name, offset, data[: random.randrange(len(data) + 1)])]
        case "tail":  # the end is on the medium, and a hole before it
            kept = random.randrange(len(data) + 1)
            return [Written(name, offset + kept, data[kept:])]
        case "zeros" if offset >= synced:  # only the size is
            return [Written(name, offset, bytes(random.randrange(len(data) + 1)))]
        case "blocks":  # some blocks are, in any order
            edges = [0, *range(_BLOCK - offset % _BLOCK, len(data), _BLOCK), len(data)]
            pieces = [data[a:b] for a, b in pairwise(edges)]
            written = zip(edges, pieces, strict=False)
            return [Written(name, offset + at, p) for at, p in written if random.random() < 0.5]
    return [change]


def _apply(data: bytearray, change: Change) -> None:
    if isinstance(change, Cut):
        del data[change.size :]
        data.extend(bytes(change.size - len(data)))
        return
    end = change.offset + len(change.data)
    data.extend(bytes(max(end - len(data), 0)))
    data[change.offset : end] = change.data


def spoiled(data: bytes, random: Random) -> bytes:
    """What a bad card may make of a file, beyond all promises: blocks of zeros or noise, flipped
    bits, a cut end."""
    changed = bytearray(data)
    for _ in range(random.randint(1, 3)):
        if not changed:
            break
        at = random.randrange(len(changed))
        match random.choice(("zeros", "noise", "bit", "cut")):
            case "zeros":
                at -= at % _BLOCK
                changed[at : at + _BLOCK] = bytes(len(changed[at : at + _BLOCK]))
            case "noise":
                size = min(random.randint(1, 40), len(changed) - at)
                changed[at : at + size] = random.randbytes(size)
            case "bit":
                changed[at] ^= 1 << random.randrange(8)
            case "cut":
                del changed[at:]
    return bytes(changed)
