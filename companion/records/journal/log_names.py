"""The file names of journals: when each began, so that they keep the games in order.

A name is a stamp (2026-11-20-153012), the game, and a number if another journal began in the same
second.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from datetime import datetime
from heapq import nlargest
from itertools import chain
from pathlib import Path

_NAME = re.compile(r"(\d{4}-\d{2}-\d{2}-\d{6})-(.+?)(?:-(\d{1,9}))?\.jsonl", re.ASCII)

STAMP = len("2026-11-20-153012")
"""The number of characters at the start of a name that give the time when the game began."""


def stamp_of(date: datetime) -> str:
    """Return a date and time as at the start of a name."""
    return date.strftime("%Y-%m-%d-%H%M%S")


def name_of(stem: str, number: int) -> str:
    """Return the name of a journal; see `split_name`."""
    return f"{stem}.jsonl" if number == 1 else f"{stem}-{number}.jsonl"


def split_name(path: Path) -> tuple[str, int]:
    """Return the name of a journal without its number, and the number."""
    name = _NAME.fullmatch(path.name)
    return (f"{name[1]}-{name[2]}", int(name[3] or 1)) if name else (path.stem, 1)


def next_number(directory: Path, started: str, others: Iterable[str] = ()) -> int:
    """Return the number of a new journal: one more than any that began in the same second.

    So names keep the order, whatever the games. The number 1 is left out of a name.

    Args:
        directory: The directory.
        started: When the journal begins, as in names.
        others: Names that are about to be taken.
    """
    names = chain(_names(directory), others)
    same = (_NAME.fullmatch(name) for name in names if name.startswith(started))
    return max((int(name[3] or 1) for name in same if name), default=0) + 1


def newest_first(directory: Path, count: int | None = None) -> list[Path]:
    """Return the newest `count` journals of a directory by name, the newest first; None for all."""
    found = (_NAME.fullmatch(name) for name in _names(directory))
    named = ((name[1], int(name[3] or 1), name[0]) for name in found if name)
    newest = sorted(named, reverse=True) if count is None else nlargest(count, named)
    return [directory / name for *_, name in newest]


def newest_path(directory: Path) -> Path | None:
    """Return the newest journal of a directory without reading any, or None."""
    return next(iter(newest_first(directory, 1)), None)


def newest_stamp(directory: Path) -> str:
    """Return when the newest journal of a directory began, as in its name; empty if none exists."""
    newest = newest_path(directory)
    return "" if newest is None else newest.name[:STAMP]


def _names(directory: Path) -> list[str]:
    try:
        return os.listdir(directory)  # noqa: PTH208 - no path is made of a hundred thousand names
    except OSError:
        return []
