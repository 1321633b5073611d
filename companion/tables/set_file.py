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
from companion.rules import CompanionError
from companion.tables.compiling import IntArray
from companion.tables.layout import RULES
from companion.text import Text

_FIRST_LINE = b"board-companion set 1\n"
_LARGEST_HEADER = 1 << 12


class InvalidSet(CompanionError, ValueError):
    """A set is unusable or not closed; the message names the file."""


class SetProvenance(msgspec.Struct, frozen=True):
    """The header of a set.

    holder:    the player who never loses.
    positions: the number of positions, counting mirror images once.
    sha256:    the checksum of the keys.
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
    new = path.with_name(path.name + ".new")
    with new.open("wb") as file:
        file.write(_FIRST_LINE + msgspec.json.encode(made) + b"\n")
        file.write(data)
    new.replace(path)


def read_set(path: Path) -> tuple[SetProvenance, IntArray]:
    """Read a set. Raises InvalidSet if the file is missing or unusable."""
    try:
        with path.open("rb") as file:
            first = file.readline(_LARGEST_HEADER)
            header = file.readline(_LARGEST_HEADER)
            data = file.read()
    except OSError as error:
        raise _unusable(path, Text("cannot be read ({problem})", problem=error.strerror)) from None
    if first != _FIRST_LINE:
        raise _unusable(path, Text("is not a set of positions, or has another version"))
    try:
        made = msgspec.json.decode(header, type=SetProvenance)
    except msgspec.DecodeError:
        raise _unusable(path, Text("is damaged: its second line cannot be read")) from None
    if (made.game, made.rules) != ("solomon", RULES):
        raise _unusable(
            path, Text("follows other rules ({game} {rules})", game=made.game, rules=made.rules)
        )
    if hashlib.sha256(data).hexdigest() != made.sha256 or len(data) != 8 * made.positions:
        raise _unusable(path, Text("is damaged: its checksum differs"))
    return made, np.frombuffer(data, "<i8").astype(np.int64)


def _unusable(path: Path, fault: Text) -> InvalidSet:
    return InvalidSet(
        Text(
            "set {file} {fault}; make it again with `companion tables prove-solomon`",
            file=path,
            fault=fault,
        )
    )
