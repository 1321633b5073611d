"""The names and kinds of the puzzles of the day, without what makes them."""

from __future__ import annotations

import re
from calendar import monthrange, timegm
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Literal

from companion.base.errors import CompanionError
from companion.base.text import Text

DailyKind = Literal["ending", "peg", "labelling", "own"]

KINDS: tuple[DailyKind, ...] = ("ending", "peg", "labelling", "own")
"""The kinds of puzzles on a star, in the order in which they come."""

DAILY = "daily:"
"""The prefix of the name of a puzzle of the day; the date follows."""

_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_DAY = 24 * 60 * 60  # seconds


class InvalidDay(CompanionError, ValueError):
    """A date cannot be read."""


def daily_name(day: str) -> str:
    """Return the name of the puzzle of a day, under which it is kept who has solved it.

    Raises:
        InvalidDay: If the date is not written like 2026-11-28.
    """
    day_number(day)
    return DAILY + day


def kind_of(day: str, kinds: Sequence[DailyKind] = KINDS) -> DailyKind:
    """Return the kind of the puzzle of a day: each has its turn.

    Args:
        day: The date, such as 2026-11-28.
        kinds: The kinds that can be played here; at least one.

    Raises:
        InvalidDay: If the date is not written like that.
    """
    return kinds[day_number(day) % len(kinds)]


@lru_cache(maxsize=4)  # each state of a page asks
def day_number(day: str) -> int:
    """Return the number of a date, one more than that of the day before.

    Raises:
        InvalidDay: If the date is not written like 2026-11-28.
    """
    if _DATE.fullmatch(day):
        year, month, number = map(int, day.split("-"))
        with suppress(ValueError):  # there is no such month
            if 1 <= number <= monthrange(year, month)[1]:
                return timegm((year, month, number, 0, 0, 0)) // _DAY
    raise InvalidDay(Text("{day!r} is not a valid date; write it as in 2026-11-28", day=day[:40]))


def daily_title(kind: DailyKind) -> Text:
    """Return what is to be done, in a few words."""
    match kind:
        case "ending":
            return Text("Solomon: one move wins")
        case "peg":
            return Text("Peg solitaire with few pieces")
        case "labelling":
            return Text("Complete the magic star")
        case "own":
            return Text("A win that was there in your own games")
