"""A small FAT12 file system with files in its root, as CircuitPython has one in its flash.

CircuitPython makes its drive with FatFs: one FAT, 512 entries in the root, a boot sector that
counts as sector 1 of the disk. What is written here is laid out in the same way.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from itertools import pairwise

SECTOR = 512
ROOT_ENTRIES = 512
_MOST_CLUSTERS = 4084
"""With more clusters, a file system is read as FAT16."""

_END = 0xFFF
_DATE = (2025 - 1980) << 9 | 1 << 5 | 1
_CHARACTERS = 13
"""Characters of a long name in one entry."""


class DriveTooSmall(ValueError):
    """The files do not fit on the drive."""


def fat_image(files: Mapping[str, bytes], size: int, label: str) -> bytes:
    """Return a file system, without the part at its end that is never written.

    Args:
        files: The files, by their names in ASCII.
        size: The size of the drive in bytes.
        label: Its name, of 11 letters at most.

    Raises:
        DriveTooSmall: If the files do not fit.
    """
    sectors = size // SECTOR
    cluster = 1
    while sectors // cluster > _MOST_CLUSTERS:
        cluster *= 2
    fat_sectors = -(-(sectors // cluster + 2) * 3 // (2 * SECTOR))
    root_at = SECTOR * (1 + fat_sectors)
    data_at = root_at + 32 * ROOT_ENTRIES
    space = SECTOR * cluster
    entries = [struct.pack("<11sB10xHH6x", label.encode().ljust(11), 0x08, 0, _DATE)]
    chain = [0xFF8, _END]
    data = b""
    for number, (name, content) in enumerate(files.items(), 1):
        clusters = -(-len(content) // space)
        first = len(chain) if clusters else 0
        chain += [*range(len(chain) + 1, len(chain) + clusters), *([_END] if clusters else [])]
        data += content.ljust(clusters * space, b"\0")
        entries += _entries(name, number, first, len(content))
    if data_at + len(data) > size or len(entries) > ROOT_ENTRIES:
        raise DriveTooSmall(f"{len(data)} bytes do not fit on a drive of {size}")
    boot = struct.pack(
        "<3s8sHBHBHHBHHHIIBBBI11s8s",
        *(b"\xeb\xfe\x90", b"MSDOS5.0", SECTOR, cluster, 1, 1, ROOT_ENTRIES, sectors, 0xF8),
        *(fat_sectors, 63, 255, 1, 0, 0x80, 0, 0x29, 0x5A21, label.encode().ljust(11), b"FAT     "),
    )
    return b"".join(
        (
            boot.ljust(SECTOR - 2, b"\0") + b"\x55\xaa",
            _packed(chain).ljust(fat_sectors * SECTOR, b"\0"),
            b"".join(entries).ljust(32 * ROOT_ENTRIES, b"\0"),
            data,
        )
    )


def _packed(chain: list[int]) -> bytes:
    """Return the entries of a FAT, of 12 bits each."""
    even = chain if len(chain) % 2 == 0 else [*chain, 0]
    pairs = list(pairwise(even))[::2]
    return b"".join((one | other << 12).to_bytes(3, "little") for one, other in pairs)


def _entries(name: str, number: int, cluster: int, size: int) -> list[bytes]:
    """Return the entries of a file in the root: those of a long name, if it has one, come first."""
    stem, _, end = name.upper().rpartition(".")
    plain = len(stem) <= 8 and len(end) <= 3
    tail = f"~{number}"
    short = (stem if plain else stem[: 8 - len(tail)] + tail).ljust(8) + end[:3].ljust(3)
    # A name in small letters is kept by a flag, if it is short.
    case = 0x18 if plain else 0
    name11 = short.encode("ascii")
    main = struct.pack("<11sBB9xHHHI", name11, 0x20, case, 0, _DATE, cluster, size)
    if plain:
        return [main]
    check = 0
    for byte in name11:
        check = ((check & 1) << 7 | check >> 1) + byte & 0xFF
    written = name.encode("utf-16-le") + b"\0\0"
    count = -(-len(name) // _CHARACTERS)
    if len(name) % _CHARACTERS == 0:
        written = written[:-2]
    written = written.ljust(2 * _CHARACTERS * count, b"\xff")
    long = []
    for part in range(count):
        text = written[26 * part : 26 * (part + 1)]
        order = part + 1 | (0x40 if part + 1 == count else 0)
        long.append(
            struct.pack("<B10sBBB12sH4s", order, text[:10], 15, 0, check, text[10:22], 0, text[22:])
        )
    return [*reversed(long), main]
