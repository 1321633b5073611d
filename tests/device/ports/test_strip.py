from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec import structs

from companion.device.ports import MissingLibrary, NoLamps, PortError, PwmLamps, SpiLamps
from companion.device.ports.lamp_route import StripWiring
from companion.device.ports.pixel_timing import TimingName
from companion.device.ports.port import lamp_trouble_of
from companion.testing.strip import CapturedStrip

SPI = StripWiring(SpiLamps(), pixels=(0, 1), length=2)
PWM = replace(SPI, route=PwmLamps())
BOTH = pytest.mark.parametrize("wiring", [SPI, PWM], ids=["spi", "pwm"])


@pytest.fixture
def captured() -> Iterator[CapturedStrip]:
    with CapturedStrip() as strip:
        yield strip


@BOTH
def test_pixels_get_green_red_blue_at_full_brightness(
    captured: CapturedStrip, wiring: StripWiring
) -> None:
    strip = wiring.open()
    strip.show(bytes([255, 0, 1, 2, 128, 3]))
    assert captured.frames == [bytes(6), bytes([0, 255, 1, 128, 2, 3])]
    strip.close()


@pytest.mark.parametrize(
    ("name", "length", "one", "reset"),
    [
        # 300 µs of reset at 6.4 MHz are 240 bytes, 80 µs are 64.
        ("auto", 150, b"\xf0", 240),
        ("auto", 151, b"\xf0", 64),
        ("auto", 165, b"\xf0", 64),
        ("WS2812B", 165, b"\xf8", 64),
        ("WS2812B-V5", 150, b"\xf0", 240),
        ("SK6812", 164, b"\xf0", 80),
    ],
)
def test_spi_sends_a_byte_a_bit_between_resets_and_fits_one_transfer(
    captured: CapturedStrip, name: TimingName, length: int, one: bytes, reset: int
) -> None:
    strip = StripWiring(SpiLamps(timing=name), pixels=(0,), length=length).open()
    strip.show(bytes([255, 0, 1]))
    sent = captured.spi[-1]
    zero = b"\xc0"
    assert sent.startswith(bytes(reset) + zero * 8 + one * 8 + zero * 7 + one + zero)
    assert sent.endswith(zero + bytes(reset))
    assert len(sent) == reset + length * 24 + reset <= 4096
    assert captured.pixels()[0] == (255, 0, 1)
    strip.close()


@BOTH
def test_lamps_sit_on_the_pixels_of_their_points_and_the_rest_stays_dark(
    captured: CapturedStrip, wiring: StripWiring
) -> None:
    route = structs.replace(wiring.route, order="RGB")
    strip = replace(wiring, route=route, pixels=(3, 1), length=5).open()
    strip.show(bytes([10, 11, 12, 20, 21, 22]))
    assert captured.pixels("RGB") == [
        (0, 0, 0),
        (20, 21, 22),
        (0, 0, 0),
        (10, 11, 12),
        (0, 0, 0),
    ]
    strip.close()


@BOTH
def test_a_device_that_fails_in_mid_game_is_logged_once_and_tried_again(
    captured: CapturedStrip, wiring: StripWiring, caplog: pytest.LogCaptureFixture
) -> None:
    strip = wiring.open()
    captured.fault = OSError(5, "Input/output error")
    for _ in range(3):
        strip.show(bytes(6))
    assert [(r.levelno, r.message) for r in caplog.records] == [
        (
            logging.ERROR,
            "the lamps fail; the game goes on without them: [Errno 5] Input/output error",
        )
    ]
    assert lamp_trouble_of(strip) == (
        "the lamps fail, and are tried again: [Errno 5] Input/output error"
    )
    captured.fault = None
    strip.show(bytes([1] * 6))
    assert lamp_trouble_of(strip) == ""
    assert captured.frames[-1] == bytes([1] * 6)
    assert caplog.records[-1].message == "the lamps work again"
    captured.fault = OSError(5, "Input/output error")
    strip.close()


@BOTH
@pytest.mark.usefixtures("captured")
def test_a_frame_of_the_wrong_length_is_dropped_and_logged(
    wiring: StripWiring, caplog: pytest.LogCaptureFixture
) -> None:
    strip = wiring.open()
    strip.show(bytes(4))
    assert len(caplog.records) == 1
    strip.close()


@BOTH
def test_closing_twice_puts_the_lamps_out_once_and_frames_after_it_go_nowhere(
    captured: CapturedStrip, wiring: StripWiring
) -> None:
    strip = wiring.open()
    strip.show(bytes([9] * 6))
    strip.close()
    assert captured.frames[-1] == bytes(6)
    sent = len(captured.frames)
    strip.close()
    strip.show(bytes([9] * 6))
    assert len(captured.frames) == sent


def test_a_board_without_lamps_shows_nothing(captured: CapturedStrip) -> None:
    strip = replace(SPI, route=NoLamps()).open()
    strip.show(bytes(6))
    strip.close()
    assert captured.frames == []


@pytest.mark.parametrize(
    ("wiring", "error", "said"),
    [
        # Blinka's own words for a missing device: a bare OSError.
        (SPI, OSError("/dev/spidev0.0 does not exist"), "no such device; enable SPI"),
        (SPI, FileNotFoundError(2, "No such file"), "no such device; enable SPI"),
        (SPI, PermissionError(13, "Permission denied"), "no rights; .* groups spi and gpio"),
        (SPI, OSError(16, "Device or resource busy"), "SPI .*: in use; stop the program"),
        (PWM, OSError(16, "Device or resource busy"), "GPIO 18: in use; stop the program"),
        (PWM, PermissionError(13, "Permission denied"), "no rights; run the program with sudo"),
    ],
)
def test_lamps_that_cannot_be_had_are_refused_in_one_line(
    captured: CapturedStrip, wiring: StripWiring, error: Exception, said: str
) -> None:
    captured.fault = error
    with pytest.raises(PortError, match=said) as caught:
        wiring.open()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (-5, 'GPIO 18: no rights; run the program with sudo, or use .* route = "spi"'),
        (-9, r"ws2811_init failed with code -9 \(Failed to create mailbox device\); see wiring.md"),
    ],
)
def test_the_reason_of_rpi_ws281x_is_in_one_line(
    captured: CapturedStrip, code: int, said: str
) -> None:
    captured.code = code
    with pytest.raises(PortError, match=said) as caught:
        PWM.open()
    assert "\n" not in str(caught.value)


def test_library_of_pwm_has_an_extra_of_its_own(captured: CapturedStrip) -> None:
    captured.fault = ModuleNotFoundError("No module named '_rpi_ws281x'", name="_rpi_ws281x")
    with pytest.raises(
        MissingLibrary,
        match=r"library rpi_ws281x is missing; install it with .*pip install .*\[pwm\]",
    ):
        PWM.open()


@pytest.mark.parametrize(("wiring", "library"), [(SPI, "neopixel_spi"), (PWM, "neopixel")])
@pytest.mark.usefixtures("captured")
def test_without_the_library_the_error_says_how_to_install_it(
    wiring: StripWiring, library: str
) -> None:
    with (
        patch.dict(sys.modules, {library: None}),
        pytest.raises(
            PortError, match=rf"{library} is missing; install it with .*pip install .*\[pi"
        ),
    ):
        wiring.open()


@BOTH
@pytest.mark.parametrize("board", ["", "raise NotImplementedError('Board not supported')"])
@pytest.mark.usefixtures("captured")
def test_a_machine_without_pins_is_told_to_use_the_simulated_board(
    wiring: StripWiring, board: str, tmp_path: Path
) -> None:
    for name in ("board", "neopixel", "neopixel_spi"):
        sys.modules.pop(name, None)
    # Both are what Blinka may do on a machine that is no Pi.
    (tmp_path / "board.py").write_text(board)
    with (
        patch.object(sys, "path", [str(tmp_path), *sys.path]),
        pytest.raises(PortError, match=r'use \[port\] kind = "simulated"'),
    ):
        wiring.open()


@pytest.mark.usefixtures("captured")
def test_blinka_is_told_not_to_ask_on_the_terminal() -> None:
    with patch.dict(os.environ):
        os.environ.pop("BLINKA_SKIP_DEPENDENCY_CHECK", None)
        SPI.open().close()
        assert os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] == "1"
