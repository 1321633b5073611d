"""The progress of a calibration, stored in a small file beside the configuration.

An interrupted calibration continues from it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

import msgspec

from companion.base.files import os_reason, replace_file
from companion.base.json_text import InvalidJson, decode_json
from companion.base.text import Text
from companion.maker import MakerError
from companion.rules.geometry import Board


class CalibrationProgress(msgspec.Struct):
    """The results so far.

    Attributes:
        wiring: The wiring they belong to; another wiring needs another calibration.
        switches: The number of the switch detected at each point, by the point's name.
        pixels: The number of the pixel at each point, by the point's name.
        pixels_match: Whether the pixels are as configured, so that only the switches are unknown;
            None: not asked yet. In the file it is called `right`.
    """

    wiring: str
    switches: dict[str, int] = {}
    pixels: dict[str, int] = {}
    pixels_match: bool | None = msgspec.field(default=None, name="right")


class ProgressFile:
    """The file that stores the progress."""

    def __init__(self, config: Path) -> None:
        self.path = config.with_name(config.name + ".calibration")

    def load(self, wiring: str) -> CalibrationProgress | None:
        """Return the stored progress for this wiring, or None."""
        try:
            progress = decode_json(self.path.read_bytes(), CalibrationProgress)
        except (OSError, InvalidJson):
            return None
        return progress if progress.wiring == wiring else None

    def save(self, progress: CalibrationProgress) -> None:
        """Store the progress atomically.

        Raises:
            MakerError: If that fails.
        """
        write_file(self.path, msgspec.json.format(msgspec.json.encode(progress)))

    def delete(self) -> None:
        """Delete the file."""
        with contextlib.suppress(OSError):
            self.path.unlink()


def write_file(path: Path, data: bytes) -> None:
    """Replace a file atomically, keeping its permissions.

    Raises:
        MakerError: If that fails.
    """
    try:
        replace_file(path, data)
    except OSError as error:
        raise MakerError(
            Text("{path} cannot be written: {problem}", path=path, problem=os_reason(error))
        ) from None


def fingerprint(kind: str, physical: Board, names: Sequence[str], lamps: int) -> str:
    """Return a text that identifies a wiring.

    Args:
        kind: The kind of port.
        physical: The board.
        names: The names of the switches.
        lamps: The number of pixels.
    """
    which = crc32("\n".join(names).encode())
    return f"{kind}, {physical.name}, {len(names)} switches ({which:08x}), {lamps} pixels"


def only_left(known: dict[str, int], points: Sequence[str], count: int) -> tuple[str, int] | None:
    """Return the last open point and the only number left for it, or None if more are open."""
    points = [name for name in points if name not in known]
    rest = [number for number in range(count) if number not in known.values()]
    return (points[0], rest[0]) if len(points) == len(rest) == 1 else None
