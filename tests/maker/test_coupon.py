"""`companion check --coupon`: a pair of reeds that closes where a magnet would close it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.config import parse_config
from companion.device.ports.computer import SystemInfo
from companion.maker import MakerError
from companion.maker.check import CheckParts, check_board
from companion.maker.coupon import COUPON_MARKS, FITS, OFFSETS, Fit
from companion.maker.inbox import LineEntered
from companion.testing.pins import mock_switches
from companion.testing.strip import CapturedStrip
from companion.testing.wiring import STAR_SPI
from tests.maker.simulated_user import SimulatedUser

DIRECT = parse_config('version = 3\n[port]\nkind = "direct"\n')
COUPON = CheckParts(system=False, lamps=False, switches=False, coupon=True)

Closes = Callable[[float, float, float], bool]
"""Whether a pair of reeds with an offset closes with a piece so far east and north of the point."""


class CouponUser(SimulatedUser):
    """Puts the piece where it is asked for; the reeds are wired as point 1.

    fits: what is typed, one after another, when it is asked what fits the small print.
    """

    def __init__(self, closes: Closes, stop_after: int | None, fits: tuple[str, ...]) -> None:
        super().__init__()
        self.closes = closes
        self.fits = list(fits)
        self.stop_after = stop_after
        self._seen = 0

    def _plan(self) -> None:
        fresh = self.text[self._seen :]
        self._seen = len(self.text)
        for _ in re.findall(r"of the small print: which|is not possible here", fresh):
            answer = self.fits.pop(0) if self.fits else ""
            self.later(0.2, lambda answer=answer: self.put(LineEntered(answer)))  # type: ignore[misc]
        for offset, mark in re.findall(r"slots (\S+) mm, the piece on mark (\d+)", fresh):
            self.requests += 1
            if self.requests == self.stop_after:
                self.later(0.5, lambda: self.put(LineEntered("stop")))
                continue
            east, north = COUPON_MARKS[int(mark) - 1]
            felt = self.closes(float(offset), east, north)
            self.later(0.3, lambda felt=felt: self.set("1", felt))  # type: ignore[misc]
            self.later(0.6, lambda: self.put(LineEntered("")))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def tried(closes: Closes, stop_after: int | None = None, *fits: str) -> tuple[str, bool]:
    user = CouponUser(closes, stop_after, fits)
    with mock_switches(STAR_SPI) as switches, CapturedStrip():
        user.set = switches.set
        return check_board(DIRECT, COUPON, SystemInfo(), user, user.screen)


def as_calculated(offset: float, east: float, north: float) -> bool:
    """Small offsets leave gaps off the middle, large ones feel the neighbour."""
    if abs(east) > 20:
        return offset > 5
    return abs(east) + abs(north) <= 10 or offset >= 4


def test_the_smallest_of_the_best_offsets_is_written_for_make(folder: Path) -> None:
    report, faultless = tried(as_calculated)
    assert faultless
    assert "offset 3 mm: felt at 5 of 5 marks within 5 mm, at 0 of 4 corners, and not" in report
    assert "offset 6 mm: felt at 5 of 5 marks within 5 mm, at 4 of 4 corners, and next" in report
    assert "build with: make hardware OFFSET=4 (measures.mk says so, too)" in report
    assert (folder / "measures.mk").read_text(encoding="utf-8") == "OFFSET ?= 4\n"


def test_every_offset_is_tried_at_every_mark(folder: Path) -> None:
    seen = []

    def closes(offset: float, east: float, north: float) -> bool:
        seen.append((offset, (east, north)))
        return east < 20

    tried(closes)
    assert seen == [(offset, mark) for offset in OFFSETS for mark in COUPON_MARKS]
    assert (folder / "measures.mk").read_text(encoding="utf-8") == "OFFSET ?= 2\n"


@pytest.mark.parametrize("closes", [lambda *_: False, lambda *_: True], ids=["never", "always"])
def test_reeds_that_never_open_or_never_close_are_a_fault(closes: Closes, folder: Path) -> None:
    report, faultless = tried(closes)
    assert not faultless
    assert "no offset serves: try thinner wood" in report
    assert list(folder.iterdir()) == []


def test_what_was_tried_before_a_stop_counts(folder: Path) -> None:
    report, faultless = tried(lambda _, east, __: east < 20, stop_after=len(COUPON_MARKS) + 3)
    assert faultless
    assert "offset 2 mm" in report
    assert "offset 3 mm" not in report
    assert (folder / "measures.mk").read_text(encoding="utf-8") == "OFFSET ?= 2\n"


def test_what_fits_the_small_print_is_written_as_well(folder: Path) -> None:
    report, faultless = tried(as_calculated, None, "b", "Q", "7", "C", "d")
    assert faultless
    assert "PLAY=0.25 SLOT_WIDTH=3.4 SCREW=4.4 OFFSET=4 (measures.mk says so, too)" in report
    assert (folder / "measures.mk").read_text(encoding="utf-8").splitlines() == [
        "PLAY ?= 0.25", "SLOT_WIDTH ?= 3.4", "SCREW ?= 4.4", "OFFSET ?= 4"
    ]  # fmt: skip


def test_the_small_print_alone_can_be_tried(folder: Path) -> None:
    report, faultless = tried(as_calculated, 1, "", "a")
    assert faultless
    assert "no offset serves" not in report
    assert (folder / "measures.mk").read_text(encoding="utf-8") == "SLOT_WIDTH ?= 2.6\n"


def test_what_was_not_tried_this_time_stays_as_it_was(folder: Path) -> None:
    (folder / "measures.mk").write_text("# mine\nPITCH = 45\nPLAY := 0.5\nOFFSET ?= 3\nTO = here\n")
    tried(as_calculated, 1, "c")
    assert (folder / "measures.mk").read_text(encoding="utf-8") == (
        "# mine\nPITCH = 45\nOFFSET ?= 3\nTO = here\nPLAY ?= 0.35\n"
    )


def test_nothing_that_was_tried_writes_nothing(folder: Path) -> None:
    _, faultless = tried(as_calculated, 1)
    assert faultless
    assert list(folder.iterdir()) == []


def test_a_file_that_cannot_be_read_is_named(folder: Path) -> None:
    (folder / "measures.mk").mkdir()
    with pytest.raises(MakerError, match=r"measures\.mk: it cannot be read: "):
        tried(lambda _, east, __: east < 20)


@pytest.mark.usefixtures("folder")
def test_a_file_that_cannot_be_written_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.maker.progress.replace_file", refuse)
    with pytest.raises(MakerError, match=r"measures\.mk cannot be written: No space left"):
        tried(lambda _, east, __: east < 20)


@pytest.mark.parametrize("fit", FITS, ids=lambda fit: fit.option)
def test_every_answer_is_an_option_that_make_passes_on(fit: Fit) -> None:
    assert len(fit.letters) == len(fit.values)
    assert list(fit.values) == sorted(fit.values)
    makefile = (Path(__file__).parents[2] / "Makefile").read_text(encoding="utf-8")
    options = re.findall(r"^MEASURES := (.+)$", makefile, re.MULTILINE)[0].split()
    assert fit.option in [*options, "PLAY"]
    assert "hardware.artwork $(call GIVEN,PLAY)" in makefile
