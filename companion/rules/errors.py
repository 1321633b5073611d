"""Errors that say what, where, and what to do; each also derives from a fitting builtin."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from companion.text import Text, verbatim


class CompanionError(Exception):
    """The base class of all errors, each explained in one line that a person can act on.

    text: that line.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text if isinstance(text, Text) else verbatim(text)


class UnknownGame(CompanionError, LookupError):
    """There is no game with that name."""


class InvalidOption(CompanionError, ValueError):
    """A game has no such option, or an option has no such value."""


class InvalidPosition(CompanionError, ValueError):
    """A position's text cannot be parsed; the message names the character or point at fault."""


class InvalidMove(CompanionError, ValueError):
    """A move's text cannot be parsed."""


class IllegalMove(CompanionError, ValueError):
    """A move's text can be parsed, but the move is not legal in the position."""


def nearest(word: str, known: Iterable[str]) -> Text:
    """Return ` (did you mean 'x'?)` with the closest known word; empty if none is close."""
    close = get_close_matches(word, list(known), n=1)
    return Text(" (did you mean {word!r}?)", word=close[0]) if close else Text()
