"""`companion firmware`: puts the firmware onto a Pico.

Either onto the drive of a Pico that runs CircuitPython, or into one file with CircuitPython itself,
which is dragged onto a new Pico once. That file is made on the maker's computer from the official
image, which is not part of this program.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from companion.base.errors import nearest
from companion.base.files import os_reason
from companion.base.text import Text
from companion.device.ports.firmware_files import PICO_BOARDS, read_firmware
from companion.maker import MakerError
from companion.maker.fat_image import fat_image
from companion.maker.progress import write_file
from companion.maker.uf2 import InvalidUf2, as_blocks, read_uf2, write_uf2

LEAST_VERSION = (9, 2, 1)
"""The first CircuitPython whose scanners report what is closed after `reset`."""

FLASH = 0x10000000
_RP2040 = 0xE48BFF56

_VERSION = re.compile(rb"(?:Adafruit )?CircuitPython (\d+)\.(\d+)\.(\d+)")


class DriveRegion(NamedTuple):
    """Where CircuitPython has its drive in the flash of a board.

    Attributes:
        start: Its first byte, counted from the beginning of the flash.
        size: Its size in bytes.
    """

    start: int
    size: int


REGIONS = {
    "raspberry_pi_pico": DriveRegion(0x100000, 0x100000),
    "raspberry_pi_pico_w": DriveRegion(0x181000, 0x7F000),
}
"""By CircuitPython's name of the board. From `CIRCUITPY_FIRMWARE_SIZE` and the 4 KiB behind it, in
its ports/raspberrypi; both boards have 2 MiB of flash."""


def copy_firmware(drive: Path, board: str = "") -> list[Text]:
    """Copy the firmware onto the drive of a Pico that runs CircuitPython.

    Args:
        drive: The drive.
        board: The board that the Pico is under; by default, as its settings say, else "star".

    Returns:
        What was done, and what to do next.

    Raises:
        MakerError: If it is no such drive, or cannot be written.
    """
    try:
        about = (drive / "boot_out.txt").read_bytes()
    except OSError:
        raise MakerError(
            Text(
                "{drive} is not the drive of a Pico with CircuitPython: it has no boot_out.txt; "
                "put CircuitPython on the Pico first, or make one file of both with --uf2",
                drive=drive,
            )
        ) from None
    _check_version(about)
    files = read_firmware(_checked(board or "star"))
    kept = not board and (drive / "settings.toml").exists()
    if kept:
        del files["settings.toml"]
    for name, content in files.items():
        try:
            with (drive / name).open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise MakerError(
                Text(
                    "{path} cannot be written: {problem}",
                    path=drive / name,
                    problem=os_reason(error),
                )
            ) from None
    said = Text("{number} files are on {drive}.", number=len(files), drive=drive)
    settings = (
        Text("Its settings.toml is as it was; --board NAME changes it.")
        if kept
        else Text("It is set to the board {board}.", board=board or "star")
    )
    return [said, settings, Text("Eject the drive, pull the cable out, and plug it in again.")]


def make_uf2(official: Path, target: Path, board: str = "") -> list[Text]:
    """Make one file of CircuitPython and the firmware.

    Args:
        official: CircuitPython's image for the Pico, as downloaded.
        target: The file to write.
        board: The board that the Pico is under; by default "star".

    Returns:
        What was done, and what to do next.

    Raises:
        MakerError: If the image cannot be used, or the file cannot be written.
    """
    try:
        data = official.read_bytes()
    except OSError as error:
        raise MakerError(
            Text("{path} cannot be read: {problem}", path=official, problem=os_reason(error))
        ) from None
    try:
        made = combined(data, _checked(board or "star"))
    except InvalidUf2 as error:
        raise MakerError(Text("{path}: {problem}", path=official, problem=error.text)) from None
    write_file(target, made)
    return [
        Text("{target} has CircuitPython and the firmware of the board {board}.",
             target=target, board=board or "star"),
        Text(
            "Hold BOOTSEL down while you plug the Pico in, and copy the file onto the drive "
            "RPI-RP2. All that is on the Pico is replaced."
        ),
    ]  # fmt: skip


def combined(official: bytes, board: str) -> bytes:
    """Return the UF2 file of CircuitPython with a drive that has the firmware.

    Args:
        official: CircuitPython's UF2 file.
        board: The board that the Pico is under.

    Raises:
        MakerError: If the image is not one of CircuitPython for a Pico.
    """
    family, blocks = read_uf2(official)
    flash = b"".join(payload for _, payload in sorted(blocks.items()))
    names = {
        found.decode() for found in re.findall(rb"raspberry_pi_pico(?:2)?(?:_w)?(?![\w-])", flash)
    }
    name = max(names, key=len, default="")
    if family != _RP2040 or name not in REGIONS:
        raise InvalidUf2(
            Text(
                "it is not CircuitPython for a Pico or a Pico W; on another board, copy that image "
                "first, and then the files: `companion firmware DRIVE`"
            )
        )
    _check_version(flash)
    region = REGIONS[name]
    start = FLASH + region.start
    if max(blocks) + len(blocks[max(blocks)]) > start:
        raise InvalidUf2(Text("it reaches into the Pico's drive: this program does not know it"))
    image = fat_image(read_firmware(board), region.size, "CIRCUITPY")
    return write_uf2(family, {**blocks, **as_blocks(start, image)})


def _checked(board: str) -> str:
    if board not in PICO_BOARDS:
        raise MakerError(
            Text(
                "no Pico is under {board!r}{hint}; choose from {known}",
                board=board,
                hint=nearest(board, PICO_BOARDS),
                known=", ".join(PICO_BOARDS),
            )
        )
    return board


def _check_version(about: bytes) -> None:
    found = _VERSION.search(about)
    if found is None:
        return  # a version of somebody's own
    version = tuple(map(int, found.groups()))
    if version < LEAST_VERSION:
        raise MakerError(
            Text(
                "CircuitPython {version} is too old: a piece that stands there when the Pico "
                "starts would not be seen; install {least} or later",
                version=".".join(map(str, version)),
                least=".".join(map(str, LEAST_VERSION)),
            )
        )
