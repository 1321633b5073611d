"""Writes tables of endings, which `companion.opponents.tables.table_file` reads."""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.base.files import replace_file
from companion.opponents.tables.layout import RULES
from companion.opponents.tables.table_file import FIRST_TABLE_LINE, Counts, Provenance, values_size

_SMALL, _SMALL_BLOCK, _BLOCK = 1 << 23, 1 << 19, 1 << 16
"""A table of at most `_SMALL` bytes has large blocks, which compress better. Larger tables have
small ones, because a search needs values from everywhere, and not all blocks can be cached."""

# Values come in rows of 2^n bytes: the place in a row predicts a value better than the byte before.
_FILTER = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 4, "pb": 4}
_SMALL_FILTER = _FILTER | {"dict_size": _BLOCK}
"""The same for small blocks.

The preset's 64 MB would be allocated again for each of them.
"""


def write_table(
    path: Path, program: str, counts: tuple[Counts, ...], parts: Iterator[bytes]
) -> None:
    """Write a table atomically.

    Args:
        path: The file to write.
        program: The program that made the values.
        counts: The statistics, by the number of pieces.
        parts: The values, in chunks of any size.
    """
    found = hashlib.sha256()
    size = sum(values_size(each.pieces) for each in counts)
    block = _SMALL_BLOCK if size <= _SMALL else _BLOCK
    waiting = bytearray()
    blocks: list[bytes] = []
    for part in parts:
        found.update(part)
        waiting += part
        while len(waiting) >= block:
            blocks.append(_pack(waiting[:block]))
            del waiting[:block]
    if waiting:
        blocks.append(_pack(waiting))
    made = Provenance(
        "solomon",
        RULES,
        program,
        counts,
        found.hexdigest(),
        block,
        tuple(len(block) for block in blocks),
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, (FIRST_TABLE_LINE, msgspec.json.encode(made) + b"\n", *blocks))


def _pack(values: bytes | bytearray) -> bytes:
    chosen = _FILTER if len(values) > _BLOCK else _SMALL_FILTER
    return lzma.compress(values, lzma.FORMAT_XZ, lzma.CHECK_CRC64, filters=[chosen])
