"""Errors that say what, where, and what to do; each has the fitting builtin as second parent."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class CompanionError(Exception):
    """Anything this program refuses, in one line that a person can act upon."""


class UnknownGame(CompanionError, LookupError):
    """No game has that name."""


class InvalidOption(CompanionError, ValueError):
    """A game has no such option, or the option no such value."""


class InvalidPosition(CompanionError, ValueError):
    """A position's text cannot be read; the message names the character or point at fault."""


class InvalidMove(CompanionError, ValueError):
    """A move's text cannot be read."""


class IllegalMove(CompanionError, ValueError):
    """A move that can be read but that the position does not offer."""


def nearest(word: str, known: Iterable[str]) -> str:
    """` (did you mean 'x'?)` for the known word nearest to `word`, or the empty text."""
    close = get_close_matches(word, list(known), n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""
