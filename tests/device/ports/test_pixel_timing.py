from __future__ import annotations

from math import ceil

import pytest

from companion.device.ports.pixel_sheets import PIXEL_SHEETS, PixelSheet
from companion.device.ports.pixel_timing import SPI_CLOCK, TIMINGS, PixelTiming, pixel_timing

CLOCKS = [
    SPI_CLOCK,
    # 250 MHz / 40, 400 MHz / 64 and 500 MHz / 80: what a Pi makes of it with an even divider.
    6_250_000,
]


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("name", TIMINGS)
def test_every_pulse_is_within_the_limits_of_its_datasheet(name: str, clock: int) -> None:
    timing = TIMINGS[name]
    sheet = PIXEL_SHEETS[name]
    for byte, high, low in (
        (timing.zero, sheet.zero_high, sheet.zero_low),
        (timing.one, sheet.one_high, sheet.one_low),
    ):
        bits = f"{byte:08b}"
        # One pulse: all ones come before all zeros.
        assert "01" not in bits
        lengths = [bits.count(bit) * 1e9 / clock for bit in "10"]
        assert high[0] <= lengths[0] <= high[1]
        assert low[0] <= lengths[1] <= low[1]
    assert timing.reset_bytes * 8 / clock > sheet.reset


def test_what_is_not_named_has_the_longest_reset_for_which_there_is_room() -> None:
    assert pixel_timing("auto", 81) == TIMINGS["WS2812B-V5"]
    assert pixel_timing("auto", 150) == TIMINGS["WS2812B-V5"]
    # What the library sends by itself, so that long strips still work.
    assert pixel_timing("auto", 151) == PixelTiming(0b11000000, 0b11110000, 80e-6)


@pytest.mark.parametrize("length", [1, 500])
def test_a_named_timing_does_not_depend_on_the_length(length: int) -> None:
    assert pixel_timing("SK6812", length) is TIMINGS["SK6812"]


def allowed(sheet: PixelSheet, zero: int, one: int, clock: float) -> bool:
    """Whether a sheet allows bytes that are high for so many of their eight bits, at a clock."""
    return all(
        limits[0] <= bits * 1e9 / clock <= limits[1]
        for bits, limits in (
            (zero, sheet.zero_high),
            (8 - zero, sheet.zero_low),
            (one, sheet.one_high),
            (8 - one, sheet.one_low),
        )
    )


@pytest.mark.parametrize("clock", CLOCKS)
def test_the_automatic_pulses_suit_all_but_early_pixels(clock: int) -> None:
    timing = pixel_timing("auto", 19)
    zero, one = timing.zero.bit_count(), timing.one.bit_count()
    suited = {name for name, sheet in PIXEL_SHEETS.items() if allowed(sheet, zero, one, clock)}
    assert suited == {"WS2812B-V5", "SK6812"}


def test_no_clock_suits_all_sheets() -> None:
    # A WS2812B wants a 1 longer than its low; the two others want a low that is as long again.
    bytes_ = [(zero, one) for one in range(2, 8) for zero in range(1, one)]
    for clock in range(2_000_000, 12_000_000, 20_000):
        for zero, one in bytes_:
            assert not all(allowed(sheet, zero, one, clock) for sheet in PIXEL_SHEETS.values())


def test_a_clock_of_6_mhz_leaves_no_room_for_the_divider_of_a_pi() -> None:
    v5 = PIXEL_SHEETS["WS2812B-V5"]
    assert allowed(v5, 2, 4, 6_000_000)
    for core in (250e6, 400e6, 500e6):
        divider = 2 * ceil(core / 6_000_000 / 2)
        assert not allowed(v5, 2, 4, core / divider)
