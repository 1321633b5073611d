"""The codes of invitations: a number and two words, to be read aloud.

The number, called the nameplate, says where the two boards meet; anybody may know it. The words are
the secret: one of 65,536, and a code is spent with the first wrong guess.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from companion.remote.words import WORDS
from companion.rules import CompanionError
from companion.rules.errors import nearest
from companion.text import Text

FEWEST_DIGITS, MOST_DIGITS = 4, 8
"""Digits of a nameplate. More are used where the short ones are taken."""

RANDOM_BYTES = 6
"""Bytes that a code is drawn from."""

_LONGEST = 100


class InvalidCode(CompanionError, ValueError):
    """A text that is not the code of an invitation; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class TableCode:
    """A code, such as 4711-tiger-soda.

    nameplate: 4 to 8 digits. words: two of WORDS.
    """

    nameplate: str
    words: tuple[str, str]

    def __str__(self) -> str:
        return "-".join((self.nameplate, *self.words))

    @classmethod
    def draw(cls, random: bytes, digits: int = FEWEST_DIGITS) -> TableCode:
        """Return the code that 6 random bytes choose. Raises ValueError for another number of
        bytes or of digits."""
        if len(random) != RANDOM_BYTES or not FEWEST_DIGITS <= digits <= MOST_DIGITS:
            raise ValueError(f"{len(random)} bytes for {digits} digits")
        least = 10 ** (digits - 1)
        # Four bytes for at most 9 × 10⁷ numbers; that some are likelier by 2 % does no harm, as
        # the number is not secret. 256 words: one byte chooses one of them evenly.
        number = least + int.from_bytes(random[:4], "big") % (9 * least)
        return cls(str(number), (WORDS[random[4]], WORDS[random[5]]))

    @classmethod
    def parse(cls, typed: str) -> TableCode:
        """Read a code that somebody typed: large or small letters, with hyphens or spaces. Raises
        InvalidCode."""
        parts = re.split(r"[\s,;.–—_-]+", typed[:_LONGEST].strip(" \t\r\n,;.–—_-").casefold())
        if len(typed) > _LONGEST or len(parts) != 3:
            raise InvalidCode(
                Text("a code is a number and two words, such as {example}", example=_EXAMPLE)
            )
        nameplate, *words = parts
        digits = nameplate.isascii() and nameplate.isdigit()
        if not digits or not FEWEST_DIGITS <= len(nameplate) <= MOST_DIGITS:
            raise InvalidCode(
                Text(
                    "the code begins with {value!r}; it must begin with a number of {least} to "
                    "{most} digits, as in {example}",
                    value=nameplate,
                    least=FEWEST_DIGITS,
                    most=MOST_DIGITS,
                    example=_EXAMPLE,
                )
            )
        for word in words:
            if word not in WORDS:
                raise InvalidCode(
                    Text(
                        "there is no code with the word {word!r}{hint}; check how it is spelled",
                        word=word,
                        hint=nearest(word, WORDS),
                    )
                )
        return cls(nameplate, (words[0], words[1]))


_EXAMPLE = "4711-tiger-soda"
