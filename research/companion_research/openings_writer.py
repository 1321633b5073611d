"""Writes the book of Solomon's opening, which `companion.opponents.tables.solomon_book` reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from companion import __version__
from companion.opponents.tables.book_file import checksum
from companion.opponents.tables.layout import RULES
from companion.opponents.tables.solomon_book import KEY, OpeningProvenance
from companion_research.book_writer import write_book


def write_openings(path: Path, held: Iterable[int], won: Mapping[int, int]) -> None:
    """Write a book atomically.

    Args:
        path: The file to write.
        held: The keys of the positions that do not lose.
        won: For each key, the most further moves of the winner until fewer pieces are left than in
            the book's positions.
    """
    safe, sure = sorted(set(held)), sorted(won)
    data = b"".join(key.to_bytes(KEY, "little") for key in (*safe, *sure))
    data += bytes(won[key] for key in sure)
    made = OpeningProvenance(
        game="solomon",
        rules=RULES,
        program=f"companion tables prove-solomon, version {__version__}",
        held=len(safe),
        won=len(sure),
        sha256=checksum(data),
    )
    write_book(path, made, data)
