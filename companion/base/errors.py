"""The errors: each gives the fault, its place and the remedy, and also derives from a builtin."""

from __future__ import annotations

from collections.abc import Iterable

from companion.base.text import Text, verbatim


class CompanionError(Exception):
    """The base class of all errors, each explained in one line that a person can act on.

    Attributes:
        text: That line.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text if isinstance(text, Text) else verbatim(text)


class UnknownGame(CompanionError, LookupError):
    """An unknown name of a game."""


class InvalidOption(CompanionError, ValueError):
    """An option that a game does not have, or a value that the option does not have."""


class InvalidBoard(CompanionError, ValueError):
    """A description of a board that does not fit together."""


class InvalidPosition(CompanionError, ValueError):
    """A position's text that cannot be parsed; the message names the character or point."""


class InvalidMove(CompanionError, ValueError):
    """A move's text that cannot be parsed."""


class IllegalMove(CompanionError, ValueError):
    """A move whose text can be parsed, but which is not legal in the position."""


def nearest(word: str, known: Iterable[str]) -> Text:
    """Return ` (did you mean 'x'?)` with the closest known word; empty if none is close."""
    from difflib import get_close_matches  # nobody errs before the first lamp

    close = get_close_matches(word, list(known), n=1)
    return Text(" (did you mean {word!r}?)", word=close[0]) if close else Text()
