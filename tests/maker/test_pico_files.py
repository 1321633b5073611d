"""`companion firmware`: what it puts onto a Pico's drive, and into one file with CircuitPython.

CircuitPython's own image is not in this project. An image with its names at its addresses stands in
for it, so the last step, that a genuine Pico starts from the file, is untested here.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.device.ports.firmware_files import read_firmware
from companion.maker import MakerError
from companion.maker.fat_image import DriveTooSmall, fat_image
from companion.maker.pico_files import FLASH, REGIONS, combined, copy_firmware, make_uf2
from companion.maker.uf2 import BLOCK, InvalidUf2, as_blocks, read_uf2, write_uf2
from tests import needs
from tests.maker.fat_reader import read_fat

RP2040 = 0xE48BFF56
PICO = REGIONS["raspberry_pi_pico"]
BOOT_OUT = (
    b"Adafruit CircuitPython 10.2.1 on 2026-05-01; Raspberry Pi Pico with rp2040\r\n"
    b"Board ID:raspberry_pi_pico\r\n"
)


def image(board: str = "raspberry_pi_pico", version: str = "10.2.1", size: int = 900_000) -> bytes:
    """A UF2 file with the names that CircuitPython's has."""
    code = Random(3).randbytes(5000) + f"CircuitPython {version}\0{board}\0".encode()
    return write_uf2(RP2040, as_blocks(FLASH, code.ljust(size, b"\x11")))


names = st.tuples(
    st.text("abcdefgh", min_size=1, max_size=30), st.text("pyz", min_size=1, max_size=4)
).map(".".join)
contents = st.integers(0, 3000).map(lambda size: Random(size).randbytes(size))


@given(st.dictionaries(names, contents, max_size=12))
def test_what_is_written_is_read(files: dict[str, bytes]) -> None:
    assert read_fat(fat_image(files, PICO.size, "CIRCUITPY")) == {"label:": b"CIRCUITPY", **files}


@pytest.mark.parametrize("size", [PICO.size, REGIONS["raspberry_pi_pico_w"].size, 3 << 20])
def test_the_systems_own_program_finds_no_fault(size: int, tmp_path: Path) -> None:
    fsck = needs.fsck()
    for board in ("star", "grid9"):
        file = tmp_path / board
        made = fat_image(read_firmware(board), size, "CIRCUITPY")
        file.write_bytes(made.ljust(size, b"\0"))
        done = subprocess.run([fsck, "-n", "-v", file], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
        assert "6 files" in done.stdout or "7 files" in done.stdout
        assert "differ" not in done.stdout.lower()


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(DriveTooSmall):
        fat_image({"a.py": bytes(PICO.size)}, PICO.size, "CIRCUITPY")


@pytest.mark.parametrize("board", ["star", "grid7", "grid9"])
@pytest.mark.parametrize("pico", REGIONS)
def test_one_file_has_circuitpython_as_it_was_and_a_drive_with_the_firmware(
    pico: str, board: str
) -> None:
    official = image(pico)
    family, blocks = read_uf2(combined(official, board))
    assert family == RP2040
    _, before = read_uf2(official)
    assert before.items() <= blocks.items()
    start = FLASH + REGIONS[pico].start
    rest = {at: payload for at, payload in blocks.items() if at not in before}
    assert min(rest) == start
    assert start % 4096 == len(rest) % 16 == 0
    assert max(rest) < start + REGIONS[pico].size
    drive = b"".join(rest[at] for at in sorted(rest))
    files = read_fat(drive)
    assert files.pop("label:") == b"CIRCUITPY"
    assert files == read_firmware(board)
    assert f'BOARD = "{board}"'.encode() in files["settings.toml"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "it is not a UF2 file"),
        (b"x" * BLOCK, "it is not a UF2 file"),
        (image()[:-1], "not all of one"),
        (image()[:-BLOCK], "not one whole UF2 file"),
        (image("raspberry_pi_pico2"), "it is not CircuitPython for a Pico or a Pico W"),
        (image("adafruit_feather_rp2040"), "it is not CircuitPython for a Pico or a Pico W"),
        (image(version="9.2.0"), "CircuitPython 9.2.0 is too old"),
        (image(size=1_200_000), "it reaches into the Pico's drive"),
    ],
)
def test_an_image_that_cannot_be_used_is_refused_in_one_line(
    data: bytes, said: str, tmp_path: Path
) -> None:
    official = tmp_path / "given.uf2"
    official.write_bytes(data)
    with pytest.raises(MakerError) as refused:
        make_uf2(official, tmp_path / "made.uf2")
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not (tmp_path / "made.uf2").exists()


def test_several_chips_in_one_file_are_refused() -> None:
    one = write_uf2(RP2040, as_blocks(FLASH, b"x"))
    blocks = bytearray(one)
    blocks[28:32] = (1).to_bytes(4, "little")
    with pytest.raises(InvalidUf2, match="several chips"):
        read_uf2(bytes(blocks))


def test_the_firmware_is_copied_onto_a_drive_and_keeps_its_settings(tmp_path: Path) -> None:
    (tmp_path / "boot_out.txt").write_bytes(BOOT_OUT)
    said = copy_firmware(tmp_path, "grid8")
    assert said[1] == "It is set to the board grid8."
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert written == {"boot_out.txt": BOOT_OUT, **read_firmware("grid8")}
    said = copy_firmware(tmp_path)
    assert "as it was" in said[1]
    assert 'BOARD = "grid8"' in (tmp_path / "settings.toml").read_text()


@pytest.mark.parametrize(
    ("about", "board", "said"),
    [
        (None, "", "is not the drive of a Pico with CircuitPython"),
        (BOOT_OUT.replace(b"10.2.1", b"8.2.10"), "", "CircuitPython 8.2.10 is too old"),
        (BOOT_OUT, "gird8", "no Pico is under 'gird8' (did you mean 'grid8'?)"),
    ],
)
def test_what_is_no_drive_of_a_pico_is_refused(
    about: bytes | None, board: str, said: str, tmp_path: Path
) -> None:
    if about is not None:
        (tmp_path / "boot_out.txt").write_bytes(about)
    with pytest.raises(MakerError) as refused:
        copy_firmware(tmp_path, board)
    assert said in str(refused.value)
    assert not (tmp_path / "code.py").exists()
