"""Words for the ear: names of points, moves in notation, and times, as people say them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from companion.base.text import Text, joined, plural, sense

_LETTERED = re.compile(r"([a-z])(\d+)")
_LINK = re.compile(r"[-x]")
_FINISHED = (".", "!", "?", "…", ":")

_ALPHABET = sense(
    "letters as words, a to z",
    "alfa bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar "
    "papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu",
)


class SaidWords:
    """Turns sentences into words to be said, for one board and one language.

    Args:
        names: The names of the board's points.
        translate: Returns a text in the language that is spoken.
        spelled: Whether letters are said as words: `alfa 5` instead of `A5`.
    """

    def __init__(
        self, names: Iterable[str], translate: Callable[[Text], str], *, spelled: bool = False
    ) -> None:
        self._translate = translate
        self._letters = translate(_ALPHABET).split() if spelled else []
        self._pattern = _pattern(tuple(names))

    def said(self, text: Text) -> str:
        """Return the words of a text as they are to be said."""
        words = self._translate(text)
        if self._pattern is None:
            return words
        return self._pattern.sub(lambda found: self._along(found[0]), words)

    def _along(self, move: str) -> str:
        """Return a point, or a move such as `b4xd6`, as it is said."""
        said, *others = map(self._point, _LINK.split(move))
        for link, point in zip(_LINK.findall(move), others, strict=True):
            text = Text("{start} jumps to {end}") if link == "x" else Text("{start} to {end}")
            said = self._translate(text).format(start=said, end=point)
        return said

    def _point(self, name: str) -> str:
        # A voice reads the lone letter of "a 5" as an article, and so may do with "a5".
        found = _LETTERED.fullmatch(name)
        if found is None:
            return name
        if not self._letters:
            return name.upper()
        return f"{self._letters[ord(found[1]) - ord('a')]} {found[2]}"


@lru_cache(maxsize=8)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str] | None:
    """Return the pattern of points and moves between them; None without points."""
    if not names:
        return None
    point = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![\w@:-])(?:{point})(?:[-x](?:{point}))*(?![\w@:-])")


def said_time(seconds: float) -> Text:
    """Return a time as people say it: `5 minutes 10 seconds`, `one minute`."""
    whole = max(int(seconds), 0)
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    # A voice reads a lone digit 1 as the bare number, which is wrong in many languages.
    parts = [
        plural("one hour", "{number} hours", hours) if hours else Text(),
        plural("one minute", "{number} minutes", minutes) if minutes else Text(),
        plural("one second", "{number} seconds", rest) if rest and not hours else Text(),
    ]
    return joined(" ", parts) or Text("no time")


def finished(text: Text) -> Text:
    """Return a sentence, or a phrase such as a headline, with something at its end."""
    return text if not text or text.endswith(_FINISHED) else Text("{phrase}.", phrase=text)
