"""UF2 files: what a Pico in its boot mode takes by drag and drop.

A file is a row of blocks of 512 bytes, each with 256 bytes for an address in flash. The Pico
restarts when it has all of them, by the number that each block states.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

from companion.base.text import Text
from companion.maker import MakerError

BLOCK, PAYLOAD = 512, 256
ERASED = 4096
"""Bytes of flash that are erased together."""

_START, _SECOND, _END = 0x0A324655, 0x9E5D5157, 0x0AB16F30
_HAS_FAMILY = 0x2000
_HEAD = struct.Struct("<8I")


class InvalidUf2(MakerError):
    """Bytes that are no UF2 file for one kind of chip."""


def read_uf2(data: bytes) -> tuple[int, dict[int, bytes]]:
    """Return the family of a file, and the bytes at each address.

    Raises:
        InvalidUf2: If it is not a UF2 file, or incomplete, or for several families.
    """
    if not data or len(data) % BLOCK:
        raise InvalidUf2(Text("it is not a UF2 file, or not all of one: download it again"))
    families, blocks = set(), {}
    for at in range(0, len(data), BLOCK):
        start, second, flags, address, size, number, total, family = _HEAD.unpack_from(data, at)
        (end,) = struct.unpack_from("<I", data, at + BLOCK - 4)
        if (start, second, end) != (_START, _SECOND, _END) or size > BLOCK - 36:
            raise InvalidUf2(Text("it is not a UF2 file, or damaged: download it again"))
        if (number, total) != (at // BLOCK, len(data) // BLOCK) or not flags & _HAS_FAMILY:
            raise InvalidUf2(Text("it is not one whole UF2 file for one chip: download it again"))
        families.add(family)
        blocks[address] = data[at + 32 : at + 32 + size]
    if len(families) > 1:
        raise InvalidUf2(Text("it is for several chips at once: take the file of your board"))
    return families.pop(), blocks


def write_uf2(family: int, blocks: Mapping[int, bytes]) -> bytes:
    """Return a file of these blocks.

    Args:
        family: The family of the chip.
        blocks: At most `PAYLOAD` bytes for each address.
    """
    made = []
    for number, (address, payload) in enumerate(sorted(blocks.items())):
        head = _HEAD.pack(
            *(_START, _SECOND, _HAS_FAMILY, address, PAYLOAD, number, len(blocks), family)
        )
        made.append(
            head + payload.ljust(PAYLOAD, b"\0").ljust(BLOCK - 36, b"\0") + struct.pack("<I", _END)
        )
    return b"".join(made)


def as_blocks(address: int, data: bytes) -> dict[int, bytes]:
    """Return the blocks that write bytes to an address, whole erased units at a time."""
    padded = data.ljust(-(-len(data) // ERASED) * ERASED, b"\0")
    return {address + at: padded[at : at + PAYLOAD] for at in range(0, len(padded), PAYLOAD)}
