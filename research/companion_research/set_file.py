"""The file format of a closed set of Solomon's positions, in which a player never loses.

Two header lines of text come first: the format with its version, and a JSON object, the
`SetProvenance`. Then the keys (`solomon_prover.py`) follow in order, eight bytes each,
little-endian.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np

from companion import __version__
from companion.base.errors import CompanionError
from companion.base.files import replace_file
from companion.base.json_text import InvalidJson, decode_json
from companion.opponents.tables.layout import RULES
from companion_research.compiling import IntArray

_FIRST_LINE = b"board-companion set 1\n"
_LARGEST_HEADER = 1 << 12


class InvalidSet(CompanionError, ValueError):
    """A set is unusable or not closed; the message names the file."""


class SetProvenance(msgspec.Struct, frozen=True):
    """The header of a set.

    Attributes:
        game: The name of the game.
        rules: The version of its rules.
        program: The program that found the set.
        holder: The player who never loses.
        positions: The number of positions, counting mirror images once.
        sha256: The checksum of the keys.
    """

    game: str
    rules: int
    program: str
    holder: Literal["white", "black"]
    positions: int
    sha256: str


def write_set(path: Path, holder: Literal["white", "black"], keys: IntArray) -> None:
    """Write a set atomically."""
    data = keys.astype("<i8").tobytes()
    made = SetProvenance(
        "solomon",
        RULES,
        f"companion tables prove-solomon, version {__version__}",
        holder,
        keys.size,
        hashlib.sha256(data).hexdigest(),
    )
    replace_file(path, (_FIRST_LINE + msgspec.json.encode(made) + b"\n", data))


def read_set(path: Path) -> tuple[SetProvenance, IntArray]:
    """Read a set.

    Raises:
        InvalidSet: If the file is missing or unusable.
    """
    try:
        with path.open("rb") as file:
            first = file.readline(_LARGEST_HEADER)
            header = file.readline(_LARGEST_HEADER)
            data = file.read()
    except OSError as error:
        raise _unusable(path, f"cannot be read ({error.strerror})") from None
    if first != _FIRST_LINE:
        raise _unusable(path, "is not a set of positions, or has another version")
    try:
        made = decode_json(header, SetProvenance)
    except InvalidJson:
        raise _unusable(path, "is damaged: its second line cannot be read") from None
    if (made.game, made.rules) != ("solomon", RULES):
        raise _unusable(path, f"follows other rules ({made.game} {made.rules})")
    if hashlib.sha256(data).hexdigest() != made.sha256 or len(data) != 8 * made.positions:
        raise _unusable(path, "is damaged: its checksum differs")
    return made, np.frombuffer(data, "<i8").astype(np.int64)


def _unusable(path: Path, fault: str) -> InvalidSet:
    return InvalidSet(f"set {path} {fault}; make it again with `companion tables prove-solomon`")
