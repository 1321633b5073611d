"""What a campaign is: cases in seeded parts, and a tally of what came of them."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random


class NotRunError(Exception):
    """This machine cannot run a part of a campaign; the message says why, in a few words."""


@dataclass
class Tally:
    """What came of some cases.

    cases:    how many were tried.
    found:    what was counted on the way, in words.
    failures: one line for each case that failed.
    not_run:  why parts were left out, one line each.
    seconds:  what the parts took, one after another.
    """

    cases: int = 0
    found: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    not_run: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, other: Tally) -> None:
        """Add what came of other cases."""
        self.cases += other.cases
        self.found += other.found
        self.failures += other.failures
        self.not_run += [why for why in other.not_run if why not in self.not_run]
        self.seconds += other.seconds

    def check(self, holds: bool, otherwise: str) -> None:
        """Count a failure unless something holds."""
        if not holds:
            self.failures.append(otherwise)


@dataclass(frozen=True)
class Size:
    """How much of a campaign is run. parts: how many; each has a seed of its own. cases: in each
    part."""

    parts: int
    cases: int


@dataclass(frozen=True)
class Campaign:
    """One kind of fault.

    name:    as on the command line. title: what is tried, in a few words.
    full:    the whole campaign. short: what CI runs.
    run:     runs one part: its number, its random numbers, and how many cases.
    limit:   seconds after which a part counts as hanging.
    """

    name: str
    title: str
    full: Size
    short: Size
    run: Callable[[int, Random, int], Tally]
    limit: float = 600.0

    def random(self, seed: int, part: int) -> Random:
        """The random numbers of a part."""
        return Random(f"{seed} {self.name} {part}")


@contextmanager
def clocked(tally: Tally) -> Iterator[None]:
    """Add the time that passes to a tally."""
    began = time.monotonic()
    try:
        yield
    finally:
        tally.seconds += time.monotonic() - began


def kept(folder: Path) -> str:
    """Keep a copy of files that a failure is about; where it is, for the message."""
    copy = Path(tempfile.mkdtemp(prefix="faults-kept-")) / folder.name
    shutil.copytree(folder, copy)
    return f"the files are kept in {copy}"


def until(holds: Callable[[], bool], within: float, every: float = 0.01) -> bool:
    """Wait until something holds; whether it did in time (seconds)."""
    deadline = time.monotonic() + within
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(every)
    return True


def memory(process: int) -> int:
    """The resident memory of a process, in KB. Raises OSError if it has ended."""
    with Path(f"/proc/{process}/status").open(encoding="ascii") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
