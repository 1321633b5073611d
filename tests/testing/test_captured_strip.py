"""The kit's strip: what is genuine above it, what it refuses, and how it judges by time."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from types import ModuleType

import pytest

from companion.device.ports import PortError, PwmLamps, SpiLamps, pixel_strip, pixel_timing
from companion.device.ports.lamp_route import LampRoute, StripWiring
from companion.device.ports.pixel_timing import SPI_TRANSFER, TIMINGS, TimingName
from companion.testing.pixel_signal import PixelSignal, UnreadableSignal, read_frames, spi_signal
from companion.testing.strip import CapturedStrip, pixels_of_spi
from companion.testing.ws281x import ws281x_signal

TWO = bytes([255, 0, 1, 2, 128, 3])
"""A frame of two points."""


@pytest.fixture
def captured() -> Iterator[CapturedStrip]:
    with CapturedStrip() as strip:
        yield strip


def show(route: LampRoute, frame: bytes = TWO, length: int = 2) -> None:
    strip = StripWiring(route, (0, 1), length).open()
    strip.show(frame)


def library(name: str) -> ModuleType:
    """A module that is loaded by now."""
    return sys.modules[name]


# Genuine as far down as it goes


def test_spi_is_captured_at_the_system_call(captured: CapturedStrip) -> None:
    show(SpiLamps())
    board, bus = library("board"), library("adafruit_blinka.microcontroller.generic_linux.spi")
    assert board.board_id == "RASPBERRY_PI_4B"
    assert bus.spi.SPI.__module__ == "Adafruit_PureIO.spi"
    last = captured.transfers[-1]
    assert (last.clock, last.mode, last.bits) == (pixel_timing.SPI_CLOCK, 0, 8)
    assert last.data == captured.spi[-1]
    assert len(last.data) == 240 + 2 * 24 + 240


def test_pwm_is_captured_below_blinka(captured: CapturedStrip) -> None:
    show(PwmLamps())
    writer = library("adafruit_blinka.microcontroller.bcm283x.neopixel")
    assert writer.neopixel_write.__module__ == writer.__name__
    assert captured.frames == [bytes(6), bytes([0, 255, 1, 128, 2, 3])]
    assert captured.spi == []


@pytest.mark.parametrize("pin", [12, 13, 18, 19, 21])
def test_pins_that_rpi_ws281x_knows_are_driven(captured: CapturedStrip, pin: int) -> None:
    show(PwmLamps(pin=pin))
    assert captured.pixels()[0] == (255, 0, 1)


@pytest.mark.parametrize("pin", [2, 4, 22, 27])
@pytest.mark.usefixtures("captured")
def test_other_pins_are_refused_as_on_a_pi(pin: int) -> None:
    with pytest.raises(PortError, match=r"code -11 \(Selected GPIO not possible\)"):
        show(PwmLamps(pin=pin))


@pytest.mark.usefixtures("captured")
def test_a_second_strip_on_a_channel_is_refused_as_on_a_pi() -> None:
    import board
    import digitalio
    from neopixel_write import neopixel_write

    first, second = (digitalio.DigitalInOut(pin) for pin in (board.D12, board.D18))
    colours = bytearray(6)
    neopixel_write(first, colours)
    with pytest.raises(RuntimeError, match="for one strip only"):
        neopixel_write(second, colours)


@pytest.mark.usefixtures("captured")
def test_a_pin_that_is_taken_is_in_use() -> None:
    import board
    import digitalio

    taken = digitalio.DigitalInOut(board.D18)
    with pytest.raises(PortError, match="GPIO 18: in use"):
        show(PwmLamps())
    taken.deinit()
    show(PwmLamps())


def test_a_device_that_is_not_there_is_missed_in_the_librarys_words(
    captured: CapturedStrip,
) -> None:
    from Adafruit_PureIO.spi import SPI

    with pytest.raises(OSError, match=r"/dev/spidev1.0 does not exist"):
        SPI((1, 0))
    device = SPI((0, 1), max_speed_hz=1_000_000, bits_per_word=8)
    device.writebytes(bytes(SPI_TRANSFER + 1))
    assert [len(sent) for sent in captured.spi] == [SPI_TRANSFER, 1]
    assert (device.max_speed_hz, device.mode) == (1_000_000, 0)
    device.chunk_size = SPI_TRANSFER + 1
    with pytest.raises(OSError, match="Message too long"):
        device.writebytes(bytes(SPI_TRANSFER + 1))


def test_nothing_of_it_stays_loaded() -> None:
    def loaded() -> list[str]:
        names = ("board", "gpiod", "_rpi_ws281x", "Adafruit_PureIO", "adafruit_blinka")
        return [name for name in names if name in sys.modules]

    before = loaded()
    with CapturedStrip():
        show(PwmLamps())
        show(SpiLamps())
        assert len(loaded()) == 5
    assert loaded() == before


# Judged by time


@pytest.mark.parametrize(
    ("route", "length", "kinds"),
    [
        (SpiLamps(), 2, {"WS2812B-V5", "SK6812"}),
        (SpiLamps(), 151, {"SK6812"}),  # no room for the longest reset
        (SpiLamps(timing="WS2812B"), 2, {"WS2812B"}),
        (SpiLamps(timing="WS2812B-V5"), 2, {"WS2812B-V5", "SK6812"}),
        (SpiLamps(timing="SK6812"), 2, {"SK6812"}),
        (PwmLamps(), 2, {"WS2812B"}),
    ],
)
def test_a_frame_is_read_by_the_kinds_that_the_wiring_page_names(
    captured: CapturedStrip, route: LampRoute, length: int, kinds: set[str]
) -> None:
    show(route, length=length)
    assert captured.readers() == kinds
    assert captured.pixels()[:2] == [(255, 0, 1), (2, 128, 3)]


@pytest.mark.parametrize("name", TIMINGS)
def test_a_strip_of_a_kind_reads_its_own_timing(name: TimingName) -> None:
    with CapturedStrip(name) as captured:
        show(SpiLamps(timing=name))
        assert captured.pixels() == [(255, 0, 1), (2, 128, 3)]


def test_a_strip_of_a_kind_reads_no_other_timing() -> None:
    with CapturedStrip("WS2812B") as captured:
        show(SpiLamps())
        with pytest.raises(UnreadableSignal, match=r"^WS2812B: high for 625 ns is neither a 0"):
            captured.pixels()
        assert captured.frames == [bytes(6)]  # all lamps dark, which has no 1


@pytest.mark.parametrize("clock", [1_000_000, 3_200_000, 12_800_000])
def test_a_wrong_clock_lights_nothing(
    captured: CapturedStrip, clock: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pixel_strip, "SPI_CLOCK", clock)
    show(SpiLamps())
    with pytest.raises(UnreadableSignal, match=rf"SPI at {clock / 1e6:g} MHz") as caught:
        captured.pixels()
    assert "\n" not in str(caught.value)
    assert captured.frames == []
    assert captured.readers() == frozenset()


def test_the_message_about_a_wrong_clock_says_what_the_line_does(
    captured: CapturedStrip, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pixel_strip, "SPI_CLOCK", 1_000_000)
    show(SpiLamps())
    with pytest.raises(UnreadableSignal) as caught:
        captured.pixels()
    assert str(caught.value) == (
        "WS2812B, WS2812B-V5, SK6812: high for 2000 ns is neither a 0 nor a 1 (SPI at 1 MHz)"
    )


@pytest.mark.parametrize(
    ("reset", "said"), [(0.0, "no reset ends the frame"), (30e-6, "low for 31 µs after a 1")]
)
def test_frames_without_a_reset_are_no_frames(
    captured: CapturedStrip, reset: float, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = replace(TIMINGS["SK6812"], reset=reset)
    monkeypatch.setattr(pixel_strip, "pixel_timing", lambda *_: short)
    strip = StripWiring(SpiLamps(), (0, 1), 2).open()
    for _ in range(3):
        strip.show(TWO)
    assert len(captured.spi) == 4
    assert captured.frames == []
    with pytest.raises(UnreadableSignal, match=said):
        captured.pixels()


def test_a_frame_that_is_sent_in_two_transfers_is_no_frame(
    captured: CapturedStrip, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPI_BUFSIZE", "264")  # the reset before it, and the first pixel
    show(SpiLamps())
    assert [len(sent) for sent in captured.spi[-2:]] == [264, 264]
    with pytest.raises(UnreadableSignal, match="without a reset between them") as caught:
        captured.pixels()
    assert "\n" not in str(caught.value)
    assert captured.frames == []


def test_pixels_are_those_of_the_last_signal_and_not_of_the_last_good_one(
    captured: CapturedStrip, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(SpiLamps())
    monkeypatch.setattr(pixel_strip, "SPI_CLOCK", 1_000_000)
    show(SpiLamps())
    with pytest.raises(UnreadableSignal):
        captured.pixels()
    monkeypatch.undo()
    show(SpiLamps())
    assert captured.pixels()[0] == (255, 0, 1)


def test_a_strip_that_was_sent_nothing_says_so(captured: CapturedStrip) -> None:
    with pytest.raises(UnreadableSignal, match="nothing has been sent"):
        captured.pixels()
    assert captured.readers() == frozenset()


def test_two_frames_in_one_transfer_are_two(captured: CapturedStrip) -> None:
    show(SpiLamps())
    assert read_frames(spi_signal(captured.spi[-1] * 2, 6_400_000)) == (captured.frames[-1],) * 2


def test_an_inverted_line_is_not_read() -> None:
    assert read_frames(ws281x_signal(b"\x5a", 800_000)) == (b"\x5a",)
    with pytest.raises(UnreadableSignal, match="inverted"):
        read_frames(ws281x_signal(b"\x5a", 800_000, inverted=True))


def test_kinds_that_read_different_frames_read_none() -> None:
    # 4 periods of 125 ns are a long 0 for the one kind and a short 1 for the other.
    signal = PixelSignal(8e6, 0, ((4, 6), (4, 4000)), "\0" * 7 + "\1", "a test")
    with pytest.raises(UnreadableSignal, match="WS2812B, SK6812 read different frames"):
        read_frames(signal, ("WS2812B", "SK6812"))


# What is no frame, and four colours


def test_a_byte_is_a_bit_if_it_is_one_pulse_of_a_bits_length() -> None:
    for byte in range(256):
        sent = bytes([byte]) * 24 + bytes(240)
        # Two to six periods of 156 ns, anywhere: a pixel does not know where a byte begins.
        if pulse := re.fullmatch("0*(1{2,6})0*", f"{byte:08b}"):
            assert pixels_of_spi(sent) == (b"\0" if len(pulse[1]) < 4 else b"\xff") * 3
        else:
            with pytest.raises(UnreadableSignal) as caught:
                pixels_of_spi(sent)
            assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b"\xc0" * 23 + bytes(240), "23 bits are not whole bytes"),
        (b"\xc0" * 24, "no reset ends the frame"),
        (b"\xc1" * 24 + bytes(240), "neither a 0 nor a 1"),
        (bytes(240), "0 frames, not one"),
    ],
)
def test_transfers_that_are_no_frame_are_refused_in_one_line(sent: bytes, said: str) -> None:
    with pytest.raises(UnreadableSignal, match=said) as caught:
        pixels_of_spi(sent)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("count", [2, 3])
def test_four_colours_are_read_by_either_route(captured: CapturedStrip, count: int) -> None:
    import board
    import neopixel
    import neopixel_spi

    for pixels in (
        neopixel.NeoPixel(board.D18, count, pixel_order="GRBW", auto_write=False),
        neopixel_spi.NeoPixel_SPI(board.SPI(), count, pixel_order="GRBW", auto_write=False),
    ):
        pixels.fill((1, 2, 3, 4))
        pixels.show()
        assert captured.pixels_with_white() == [(1, 2, 3, 4)] * count
        with pytest.raises(UnreadableSignal, match="strips of four have pixels_with_white"):
            captured.pixels("GRBW")
    show(SpiLamps(), length=3)
    with pytest.raises(UnreadableSignal, match="9 bytes in the order GRBW are no pixels of 4"):
        captured.pixels_with_white()


def test_a_word_of_another_length_is_not_read(captured: CapturedStrip) -> None:
    from Adafruit_PureIO.spi import SPI

    show(SpiLamps())
    SPI((0, 0), max_speed_hz=6_400_000, bits_per_word=16).writebytes(captured.spi[-1])
    with pytest.raises(UnreadableSignal, match="SPI with 16 bits per word in mode 0 is not read"):
        captured.pixels()


# The value change dump


def changes(dump: str) -> list[tuple[int, str]]:
    """The times (picoseconds) and levels of a dump with one wire."""
    head, body = dump.split("$enddefinitions $end\n")
    assert re.findall(r"\$var wire 1 (\S+) (\w+) \$end", head) == [("!", "data")]
    assert "$timescale 1 ps $end" in head
    found, at = [], -1
    for line in body.splitlines():
        if line.startswith("#"):
            assert int(line[1:]) >= at, "time goes back"
            at = int(line[1:])
        else:
            found.append((at, line.removesuffix("!")))
    return found


@pytest.mark.parametrize("route", [SpiLamps(), SpiLamps(timing="WS2812B"), PwmLamps()])
def test_a_dump_has_the_bits_of_the_frame(captured: CapturedStrip, route: LampRoute) -> None:
    show(route)
    found = changes(captured.vcd())
    highs = [b - a for (a, level), (b, _) in pairwise(found) if level == "1"]
    bits = "".join("1" if high > 500_000 else "0" for high in highs)
    assert int(bits, 2).to_bytes(len(bits) // 8, "big") == captured.frames[-1]
    (first, _), (second, _) = [change for change in found if change[1] == "1"][:2]
    assert second - first == 1_250_000


def test_a_dump_has_as_many_frames_as_are_wanted(captured: CapturedStrip) -> None:
    show(SpiLamps())
    show(PwmLamps())
    assert len(captured.signals) == 4
    pulses = [sum(level == "1" for _, level in changes(captured.vcd(n))) for n in (1, 2, 4)]
    assert pulses == [48, 2 * 48, 4 * 48]


def test_a_dump_shows_what_no_pixel_reads(
    captured: CapturedStrip, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pixel_strip, "SPI_CLOCK", 1_000_000)
    show(SpiLamps())
    found = changes(captured.vcd())
    assert {b - a for (a, level), (b, _) in pairwise(found) if level == "1"} == {
        2_000_000,
        4_000_000,
    }
