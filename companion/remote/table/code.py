"""The codes of invitations: a number and two words, to be read aloud.

The number, called the nameplate, determines where the two boards meet; it is not secret. The words
are the secret: one of 65,536, and a code is spent with the first wrong guess. A board without a
screen shows and takes the same code in digits, the last of which checks the others.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from companion.base.errors import CompanionError, nearest
from companion.base.text import Text
from companion.remote.table.code_words import WORDS

FEWEST_DIGITS, MOST_DIGITS = 4, 8
"""The number of digits of a nameplate; longer ones are used where the short ones are taken."""

RANDOM_BYTES = 6
"""The number of random bytes that determine a code."""

_SECRET_DIGITS = 6  # five for the two words, and the check digit
FEWEST_IN_ALL, MOST_IN_ALL = FEWEST_DIGITS + _SECRET_DIGITS, MOST_DIGITS + _SECRET_DIGITS
"""The number of digits of a code that is written in digits."""

_LONGEST = 100


class InvalidCode(CompanionError, ValueError):
    """A text that is not the code of an invitation; the message gives the fault."""


@dataclass(frozen=True, slots=True)
class TableCode:
    """A code, such as 4711-tiger-soda.

    Attributes:
        nameplate: A number of 4 to 8 digits.
        words: Two of WORDS.
    """

    nameplate: str
    words: tuple[str, str]

    def __str__(self) -> str:
        return "-".join((self.nameplate, *self.words))

    @classmethod
    def draw(cls, random: bytes, digits: int = FEWEST_DIGITS) -> TableCode:
        """Return the code that random bytes determine.

        Args:
            random: Six random bytes.
            digits: The number of digits of the nameplate.

        Raises:
            ValueError: If the number of bytes or of digits is out of range.
        """
        if len(random) != RANDOM_BYTES or not FEWEST_DIGITS <= digits <= MOST_DIGITS:
            raise ValueError(f"{len(random)} bytes for {digits} digits")
        least = 10 ** (digits - 1)
        # Four bytes for at most 9 × 10⁷ numbers; that some are likelier by 2 % does no harm, as
        # the number is not secret. 256 words: one byte chooses one of them evenly.
        number = least + int.from_bytes(random[:4], "big") % (9 * least)
        return cls(str(number), (WORDS[random[4]], WORDS[random[5]]))

    @classmethod
    def parse(cls, typed: str) -> TableCode:
        """Parse a code as typed: in either case, or digits alone, with hyphens or spaces.

        Raises:
            InvalidCode: If the text is not a code.
        """
        parts = re.split(r"[\s,;.–—_-]+", typed[:_LONGEST].strip(" \t\r\n,;.–—_-").casefold())
        together = "".join(parts)
        if together.isascii() and together.isdigit() and len(together) > MOST_DIGITS:
            return cls._parse_digits(together)
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

    @property
    def digits(self) -> str:
        """The code in digits, such as 4711-567695: the nameplate, and six for the words.

        The last digit is the Luhn check digit of all others (ISO/IEC 7812-1), so a wrong digit is
        noticed before it spends the code.
        """
        first, second = (WORDS.index(word) for word in self.words)
        number = f"{first * len(WORDS) + second:05}"
        return f"{self.nameplate}-{number}{_check_digit(self.nameplate + number)}"

    @classmethod
    def _parse_digits(cls, digits: str) -> TableCode:
        if not FEWEST_IN_ALL <= len(digits) <= MOST_IN_ALL:
            raise InvalidCode(
                Text(
                    "a code in digits has {least} to {most} of them, not {count}",
                    least=FEWEST_IN_ALL,
                    most=MOST_IN_ALL,
                    count=len(digits),
                )
            )
        nameplate, number = digits[:-_SECRET_DIGITS], int(digits[-_SECRET_DIGITS:-1])
        if _check_digit(digits[:-1]) != digits[-1] or number >= len(WORDS) ** 2:
            raise InvalidCode(Text("{code} is not a code: one of its digits is wrong", code=digits))
        return cls(nameplate, (WORDS[number // len(WORDS)], WORDS[number % len(WORDS)]))


def _check_digit(digits: str) -> str:
    """Return the Luhn check digit: every second digit from the right is doubled."""
    doubled = (sum(divmod(2 * int(digit), 10)) for digit in digits[-1::-2])
    return str(-(sum(doubled) + sum(map(int, digits[-2::-2]))) % 10)


_EXAMPLE = "4711-tiger-soda"
