"""`companion check --coupon`: a pair of reeds that closes where a magnet would close it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.config import parse_config
from companion.maker import MakerError
from companion.maker.check import CheckParts, check_board
from companion.maker.coupon import COUPON_MARKS, OFFSETS
from companion.maker.inbox import LineEntered
from companion.maker.system_info import SystemInfo
from companion.testing.pins import mock_switches
from companion.testing.strip import CapturedStrip
from companion.testing.wiring import STAR_SPI
from tests.maker.simulated_user import SimulatedUser

DIRECT = parse_config('[port]\nkind = "direct"\n')
COUPON = CheckParts(system=False, lamps=False, switches=False, coupon=True)

Closes = Callable[[float, float, float], bool]
"""Whether a pair of reeds with an offset closes with a piece so far east and north of the point."""


class CouponUser(SimulatedUser):
    """Puts the piece where it is asked for; the reeds are wired as point 1."""

    def __init__(self, closes: Closes, stop_after: int | None = None) -> None:
        super().__init__()
        self.closes = closes
        self.stop_after = stop_after
        self._seen = 0

    def _plan(self) -> None:
        fresh = self.text[self._seen :]
        self._seen = len(self.text)
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


def tried(closes: Closes, stop_after: int | None = None) -> tuple[str, bool]:
    user = CouponUser(closes, stop_after)
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


def test_a_folder_that_cannot_be_written_to_is_named(folder: Path) -> None:
    (folder / "measures.mk").mkdir()
    with pytest.raises(MakerError, match=r"measures\.mk cannot be written"):
        tried(lambda _, east, __: east < 20)
