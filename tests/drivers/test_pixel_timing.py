from __future__ import annotations

import pytest

from companion.drivers.pixel_timing import SPI_CLOCK, TIMINGS, PixelTiming, pixel_timing

DATASHEETS = {
    # High and low of a 0, high and low of a 1, in nanoseconds, and the shortest reset in seconds.
    # WS2812B, Worldsemi, as Adafruit has it: 0.4/0.85 and 0.8/0.45 µs, each ±150 ns; > 50 µs.
    "WS2812B": ((250, 550), (700, 1000), (650, 950), (300, 600), 50e-6),
    # WS2812B-V5, Worldsemi: 220 to 380, 580 to 1000, 580 to 1000, 580 to 1000 ns; > 280 µs.
    "WS2812B-V5": ((220, 380), (580, 1000), (580, 1000), (580, 1000), 280e-6),
    # SK6812, Opsco: 0.3/0.9 and 0.6/0.6 µs, each ±150 ns; 80 µs.
    "SK6812": ((150, 450), (750, 1050), (450, 750), (450, 750), 80e-6),
}

CLOCKS = [
    SPI_CLOCK,
    # 250 MHz / 40, 400 MHz / 64 and 500 MHz / 80: what a Pi makes of it with an even divider.
    6_250_000,
]


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("name", TIMINGS)
def test_every_pulse_is_within_the_limits_of_its_datasheet(name: str, clock: int) -> None:
    timing = TIMINGS[name]
    zero_high, zero_low, one_high, one_low, reset = DATASHEETS[name]
    for byte, high, low in ((timing.zero, zero_high, zero_low), (timing.one, one_high, one_low)):
        bits = f"{byte:08b}"
        # One pulse: all ones come before all zeros.
        assert "01" not in bits
        lengths = [bits.count(bit) * 1e9 / clock for bit in "10"]
        assert high[0] <= lengths[0] <= high[1]
        assert low[0] <= lengths[1] <= low[1]
    assert timing.reset_bytes * 8 / clock > reset


def test_what_is_not_named_has_the_longest_reset_for_which_there_is_room() -> None:
    assert pixel_timing("auto", 81) == TIMINGS["WS2812B-V5"]
    assert pixel_timing("auto", 150) == TIMINGS["WS2812B-V5"]
    # What the library sends by itself, so that long strips still work.
    assert pixel_timing("auto", 151) == PixelTiming(0b11000000, 0b11110000, 80e-6)


@pytest.mark.parametrize("length", [1, 500])
def test_a_named_timing_does_not_depend_on_the_length(length: int) -> None:
    assert pixel_timing("SK6812", length) is TIMINGS["SK6812"]
