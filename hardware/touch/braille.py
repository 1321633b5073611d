"""Uncontracted Braille of six dots, in English (UEB, grade 1) and German (Basisschrift).

Braille ASCII writes each cell as a character, as in the files (BRF) that embossers and displays
read. A test compares every character with liblouis. What is written here: letters, numbers, and the
signs of plain sentences. German writes no capitals.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from textwrap import wrap

from companion.base.errors import CompanionError

_ASCII = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="
"""The cell of each character: its index has a bit for each dot, dot 1 lowest."""

_NUMBER = "#"
_DIGITS = dict(zip("1234567890", "ABCDEFGHIJ", strict=True))

_SIGNS: Mapping[str, Mapping[str, str]] = {
    "en": {
        ".": "4",
        ",": "1",
        ";": "2",
        ":": "3",
        "!": "6",
        "?": "8",
        "-": "-",
        "'": "'",
        "(": '"<',
        ")": '">',
        "ä": "^3A",
        "ö": "^3O",
        "ü": "^3U",
    },
    "de": {
        ".": "'",
        ",": "1",
        ";": "2",
        ":": "3",
        "!": "6",
        "?": "5",
        "-": "-",
        "'": ",",
        "(": "7",
        ")": "7",
        "ä": ">",
        "ö": "[",
        "ü": "\\",
        "ß": "!",
    },
}
_CAPITALS = {"en": ",", "de": ""}

WIDTH, LINES = 40, 25
"""Cells of a line and lines of a page, as embossers take them."""

_PARTS = re.compile(r"[0-9]+|.", re.DOTALL)


class NotInBraille(CompanionError, ValueError):
    """A character that has no cell here."""


def braille(text: str, language: str = "en") -> str:
    """Return a line of text in Braille ASCII.

    Raises:
        NotInBraille: If a character is unknown, or a number would run into a letter.
    """
    signs, found = _SIGNS[language], []
    parts = _PARTS.findall(text)
    for before, part in zip(["", *parts], parts, strict=False):
        if part.isdigit():
            found.append(_NUMBER + "".join(_DIGITS[digit] for digit in part))
        elif part == " ":
            found.append(part)
        elif "a" <= part.lower() <= "z" or part.lower() in signs:
            if before.isdigit() and "a" <= part.lower() <= "j":
                raise NotInBraille(f"{text!r}: put a space between the number and {part!r}")
            capital = _CAPITALS[language] if part.isupper() else ""
            lower = part.lower()
            found.append(capital + signs.get(lower, lower.upper()))
        else:
            raise NotInBraille(f"{text!r}: {part!r} has no cell")
    return "".join(found)


def dots(cell: str) -> tuple[int, ...]:
    """Return the dots of a cell of Braille ASCII, from 1: left column first, from the top."""
    bits = _ASCII.index(cell)
    return tuple(dot + 1 for dot in range(6) if bits >> dot & 1)


def brf(text: str, language: str = "en") -> bytes:
    """Return a text as a file for embossers and Braille displays.

    Args:
        text: Its lines; empty ones are kept. A line that is too long goes on indented.
        language: The code of its language.
    """
    lines: list[str] = []
    for line in text.rstrip("\n").splitlines():
        lines += wrap(braille(line, language), WIDTH, subsequent_indent="  ") or [""]
    pages = [lines[i : i + LINES] for i in range(0, len(lines), LINES)]
    return "\f".join("".join(f"{line}\r\n" for line in page) for page in pages).encode("ascii")
