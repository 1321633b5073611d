"""Writes books, which `companion.opponents.tables.book_file` reads."""

from __future__ import annotations

import lzma
from pathlib import Path

import msgspec

from companion.base.files import replace_file
from companion.opponents.tables.book_file import FIRST_BOOK_LINE, BookProvenance


def write_book(path: Path, made: BookProvenance, data: bytes) -> None:
    """Write a book atomically."""
    packed = lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)
    replace_file(path, FIRST_BOOK_LINE + b"\n" + msgspec.json.encode(made) + b"\n" + packed)
