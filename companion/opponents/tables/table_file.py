"""The file format of an endgame table: two header lines of text, then the compressed values.

The first line names the format and its version. The second is a JSON object, the `Provenance`. The
values follow in blocks of `block` bytes, each compressed separately (xz), so that a block can be
read without the others. xz's own checksums show whether a block is damaged.
"""

from __future__ import annotations

import hashlib
import lzma
import os
from functools import lru_cache
from itertools import accumulate
from pathlib import Path

import msgspec

from companion.base.errors import CompanionError
from companion.base.json_text import InvalidJson, decode_json
from companion.base.text import Text
from companion.opponents.tables.layout import FEWEST, MOST_PIECES, RULES, row_size, stored_sets

_FORMAT = "board-companion table"
_VERSION = 1
FIRST_TABLE_LINE = f"{_FORMAT} {_VERSION}\n".encode()
"""The first line of a table."""

_LARGEST_HEADER = 1 << 16
_KEPT = 1 << 26
"""The most bytes of a table to cache in memory."""


class InvalidTable(CompanionError, ValueError):
    """A table is unusable; the message names the file and what to do."""


class Counts(msgspec.Struct, frozen=True):
    """The table's statistics for one number of pieces, counting mirror images separately.

    Attributes:
        pieces: The number of pieces.
        positions: The number of positions.
        won: The number that the player to move wins.
        drawn: The number of draws.
        lost: The number that the player to move loses.
        longest: The plies of the longest win or loss.
    """

    pieces: int
    positions: int
    won: int
    drawn: int
    lost: int
    longest: int


class Provenance(msgspec.Struct, frozen=True):
    """The header of a table.

    Attributes:
        game: The name of the game.
        rules: The version of its rules.
        program: The program that made the table.
        counts: The statistics, by the number of pieces.
        sha256: The checksum of the uncompressed values.
        block: The uncompressed size of a block, in bytes.
        blocks: The compressed size of each block, in bytes.
    """

    game: str
    rules: int
    program: str
    counts: tuple[Counts, ...]
    sha256: str
    block: int
    blocks: tuple[int, ...]


def values_size(pieces: int) -> int:
    """Return the number of values for positions of `pieces` pieces."""
    return len(stored_sets(pieces)) * row_size(pieces)


class TableFile:
    """A table, read block by block. May be shared between threads.

    Attributes:
        path: The file.
        pieces: The numbers of pieces of its positions.
    """

    def __init__(self, path: Path) -> None:
        """Read the header.

        Raises:
            InvalidTable: If the file is missing or unusable.
        """
        self.path = path
        if not path.is_file():
            raise self._unusable(Text("is not a file") if path.exists() else Text("is missing"))
        try:
            with path.open("rb") as file:
                first = file.readline(len(FIRST_TABLE_LINE))
                header = file.readline(_LARGEST_HEADER)
                begin = file.tell()
                size = os.fstat(file.fileno()).st_size
        except OSError as error:
            raise self._unusable(
                Text("cannot be read ({problem})", problem=error.strerror)
            ) from None
        if first != FIRST_TABLE_LINE:
            known = first.startswith(_FORMAT.encode())
            raise self._unusable(
                Text("has another version") if known else Text("is not a table of endings")
            )
        try:
            self.provenance = decode_json(header, Provenance)
        except InvalidJson:
            raise self._unusable(Text("is damaged: its second line cannot be read")) from None
        made = self.provenance
        if (made.game, made.rules) != ("solomon", RULES):
            raise self._unusable(
                Text("follows other rules ({game} {rules})", game=made.game, rules=made.rules)
            )
        self.pieces = tuple(counts.pieces for counts in made.counts)
        sound = made.block > 0 and min(made.blocks, default=0) > 0 and len(self.pieces) > 0
        if not sound or not all(FEWEST <= pieces <= MOST_PIECES for pieces in self.pieces):
            raise self._unusable(Text("is damaged: its second line makes no sense"))
        self._begins: dict[int, int] = {}
        total = 0
        for pieces in self.pieces:
            self._begins[pieces] = total
            total += values_size(pieces)
        self._offsets = tuple(accumulate(made.blocks, initial=begin))
        if self._offsets[-1] != size or len(made.blocks) != -(-total // made.block):
            raise self._unusable(Text("is damaged: it does not have its full size"))
        self._size = total
        self._block = lru_cache(max(1, _KEPT // made.block))(self._load)

    def begin(self, pieces: int) -> int:
        """Return the number of the first value for positions of `pieces` pieces."""
        return self._begins[pieces]

    def read(self, number: int) -> int:
        """Read one value.

        Raises:
            InvalidTable: If the file is damaged there.
        """
        size = self.provenance.block
        return self._block(number // size)[number % size]

    def verify(self) -> None:
        """Read all values.

        Raises:
            InvalidTable: If they do not match the header.
        """
        found = hashlib.sha256()
        for index in range(len(self.provenance.blocks)):
            found.update(self._load(index))
        if found.hexdigest() != self.provenance.sha256:
            raise self._unusable(Text("is damaged: its checksum differs"))

    def _load(self, index: int) -> bytes:
        block = self.provenance.block
        wanted = min(block, self._size - index * block)
        begin, end = self._offsets[index], self._offsets[index + 1]
        try:
            with self.path.open("rb") as file:
                file.seek(begin)
                values = lzma.LZMADecompressor(lzma.FORMAT_XZ).decompress(
                    file.read(end - begin), wanted + 1
                )
        except (OSError, lzma.LZMAError, EOFError) as error:
            raise self._unusable(
                Text("is damaged: block {index} cannot be read ({error})", index=index, error=error)
            ) from None
        if len(values) != wanted:
            raise self._unusable(
                Text("is damaged: block {index} does not have its full size", index=index)
            )
        return values

    def _unusable(self, fault: Text) -> InvalidTable:
        return InvalidTable(
            Text(
                "table {file} {fault}; the computer plays on without it. Install the program "
                "again, or make the table again with `companion tables build`",
                file=self.path,
                fault=fault,
            )
        )
