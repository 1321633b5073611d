from __future__ import annotations

import pytest

from companion.device.ports.pixel_timing import SPI_CLOCK, TIMINGS, PixelTiming, pixel_timing
from hardware.simulation.pixel_sheets import PIXEL_SHEETS

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
