"""The file format of a book: two header lines of text, then the compressed data.

The first line names the format and its version. The second is a JSON object, the provenance. The
rest is compressed as a whole (xz).
"""

from __future__ import annotations

import hashlib
import logging
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.base.errors import CompanionError
from companion.base.files import read_regular
from companion.base.json_text import decode_json
from companion.base.text import Text

FIRST_BOOK_LINE = b"board-companion book 1"
"""The first line of a book, without its newline."""

_LARGEST = 1 << 20

_log = logging.getLogger(__name__)


class InvalidBook(CompanionError, ValueError):
    """A book is unusable; the message names the file and what to do."""

    @classmethod
    def at(cls, path: Path, fault: Text) -> InvalidBook:
        """Build the error for a fault of this file."""
        return cls(
            Text(
                "book {file} {fault}; the computer plays on without it. Install the program again",
                file=path,
                fault=fault,
            )
        )


class BookProvenance(msgspec.Struct, frozen=True, kw_only=True):
    """The header of a book.

    Attributes:
        game: The name of the game.
        program: The program that made it.
        sha256: The checksum of the data before compression.
    """

    game: str
    program: str
    sha256: str


Made = TypeVar("Made", bound=BookProvenance)
Book = TypeVar("Book")


def checksum(data: bytes) -> str:
    """Return the checksum to store in a book's provenance."""
    return hashlib.sha256(data).hexdigest()


def read_book(path: Path, game: str, kind: type[Made]) -> tuple[Made, bytes]:
    """Read a book's header and data.

    Raises:
        InvalidBook: If the file is missing, damaged, or for another game.
    """
    try:
        first, header, packed = read_regular(path, _LARGEST).split(b"\n", 2)
        if first != FIRST_BOOK_LINE:
            raise InvalidBook.at(path, Text("is not a book, or has another version"))
        made = decode_json(header, kind)
        data = lzma.decompress(packed)
    except OSError as error:
        fault = Text("cannot be read ({problem})", problem=error.strerror)
        raise InvalidBook.at(path, fault) from None
    except InvalidBook:
        raise
    except (ValueError, lzma.LZMAError) as error:
        raise InvalidBook.at(path, Text("is damaged ({error})", error=error)) from None
    if made.game != game:
        raise InvalidBook.at(path, Text("is about another game ({game})", game=made.game))
    if checksum(data) != made.sha256:
        raise InvalidBook.at(path, Text("is damaged: its checksum differs"))
    return made, data


def wrong_size(path: Path) -> InvalidBook:
    """Build the error for a book with too few or too many bytes."""
    return InvalidBook.at(path, Text("is damaged: it does not have its full size"))


def installed_book(kind: Callable[[Path], Book], path: Path) -> Book | None:
    """Read a book that comes with the program.

    Returns:
        The book; None if it is unusable, which is logged with the reason.
    """
    try:
        return kind(path)
    except InvalidBook as error:
        _log.warning("%s", error)
        return None
