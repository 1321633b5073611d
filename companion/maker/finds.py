"""What a calibration has found so far, in a small file beside the configuration, so that it can be
interrupted and gone on with."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

import msgspec

from companion.geometry import Board
from companion.maker import MakerError


class Finds(msgspec.Struct):
    """What is known.

    wiring:   what it was found on: another wiring wants another calibration.
    switches: by the names of points, the number of the switch that was felt there.
    pixels:   the same of the pixels along the strip.
    right:    whether the pixels are as configured, so that only switches are looked for; None:
              nobody has said.
    """

    wiring: str
    switches: dict[str, int] = {}
    pixels: dict[str, int] = {}
    right: bool | None = None


class Keeper:
    """The file of the finds."""

    def __init__(self, config: Path) -> None:
        self.path = config.with_name(config.name + ".calibration")

    def load(self, wiring: str) -> Finds | None:
        """What was found on this wiring before; None when there is nothing such."""
        try:
            finds = msgspec.json.decode(self.path.read_bytes(), type=Finds)
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
            return None
        return finds if finds.wiring == wiring else None

    def keep(self, finds: Finds) -> None:
        """Write it down, whole or not at all; MakerError when that cannot be."""
        replace_file(self.path, msgspec.json.format(msgspec.json.encode(finds)))

    def forget(self) -> None:
        """Remove the file."""
        with contextlib.suppress(OSError):
            self.path.unlink()


def replace_file(path: Path, data: bytes) -> None:
    """Replace a file by another one of the same rights, whole or not at all; MakerError when that
    cannot be."""
    fresh = path.with_name(path.name + ".new")
    try:
        with fresh.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            fresh.chmod(path.stat().st_mode & 0o777)
        fresh.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise MakerError(f"{path} cannot be written: {error.strerror}") from None


def fingerprint(kind: str, wood: Board, names: Sequence[str], lamps: int) -> str:
    """A wiring in a text: the kind of port, the board, and which switches and pixels there are."""
    which = crc32("\n".join(names).encode())
    return f"{kind}, {wood.name}, {len(names)} switches ({which:08x}), {lamps} pixels"


def only_left(known: dict[str, int], points: Sequence[str], count: int) -> tuple[str, int] | None:
    """The last point and what is left for it, where only one of `count` is left; None otherwise."""
    points = [name for name in points if name not in known]
    rest = [number for number in range(count) if number not in known.values()]
    return (points[0], rest[0]) if len(points) == len(rest) == 1 else None
