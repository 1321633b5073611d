"""`_rpi_ws281x`, the C extension of the library rpi_ws281x, which keeps what it is to send.

It refuses what the genuine one refuses on a Pi 4. The names, numbers and texts are those of
rpi_ws281x 5.0.0 (ws2811.h, ws2811.c), which drives PWM, PCM and SPI by the processor's registers
and so runs on nothing but a Pi.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from companion.testing.pixel_signal import PixelSignal, parts_signal

WS2811_SUCCESS = 0
WS2811_ERROR_ILLEGAL_GPIO = -11

_TEXTS = {
    WS2811_SUCCESS: "Success",
    -3: "Hardware revision is not supported",
    -5: "mmap() failed",
    -9: "Failed to create mailbox device",
    -10: "DMA error",
    WS2811_ERROR_ILLEGAL_GPIO: "Selected GPIO not possible",
}
"""The texts of some codes; the genuine library has 15."""

_FIRST_CHANNEL, _SECOND_CHANNEL = (10, 12, 18, 21), (13, 19)
"""The GPIO numbers on the 40-pin header."""
_PWM = (12, 18)
"""Those of the first channel beside which the second one can be used."""

_PARTS = 3
"""A bit is sent in so many parts: a 0 is high for one of them, a 1 for two."""
_TRIPLED = [
    int("".join(("100", "110")[int(bit)] for bit in f"{byte:08b}"), 2).to_bytes(3, "big")
    for byte in range(256)
]
"""The parts of each byte."""
_PAUSE = 300e-6
"""The library sends nothing for so long after a frame (seconds): LED_RESET_WAIT_TIME."""


@dataclass
class Channel:
    """A channel of PWM, with the names of the C structure.

    Attributes:
        gpionum: The GPIO number; 0 if it is not used.
        count: The number of pixels; 0 if it is not used.
        invert: Whether the level shifter behind it inverts.
        brightness: The brightness, 0 to 255.
        strip_type: The shifts of white, red, green and blue in a colour's value, a byte each.
        leds: The colours.
    """

    gpionum: int = 0
    count: int = 0
    invert: int = 0
    brightness: int = 0
    strip_type: int = 0
    leds: dict[int, int] = field(default_factory=dict)

    def frame(self) -> bytes:
        """Return the bytes that the pixels are sent."""
        shifts = [self.strip_type >> shift & 0xFF for shift in (16, 8, 0)]
        if self.strip_type & 0xF0000000:
            shifts.append(self.strip_type >> 24 & 0xFF)
        scale = self.brightness + 1
        values = [self.leds.get(pixel, 0) for pixel in range(self.count)]
        return bytes((v >> shift & 0xFF) * scale >> 8 for v in values for shift in shifts)


@dataclass
class Controller:
    """Both channels, with the names of the C structure.

    Attributes:
        channels: The two channels.
        freq: The bits per second.
        dmanum: The channel of DMA.
    """

    channels: tuple[Channel, Channel] = field(default_factory=lambda: (Channel(), Channel()))
    freq: int = 0
    dmanum: int = 0


def ws281x_module(
    send: Callable[[bytes, PixelSignal], None], check: Callable[[], None], code: Callable[[], int]
) -> Any:
    """Return the module `_rpi_ws281x`.

    Args:
        send: Takes each frame, and the signal that it is on the wire.
        check: Is called before a controller is opened or sends, and may raise what it raises.
        code: Returns the code with which the next controller is refused; 0 for none.
    """

    def init(controller: Controller) -> int:
        check()
        return code() or _refused(controller)

    def render(controller: Controller) -> int:
        check()
        for channel in controller.channels:
            if channel.count:
                frame = channel.frame()
                send(frame, ws281x_signal(frame, controller.freq, bool(channel.invert)))
        return WS2811_SUCCESS

    def led_set(channel: Channel, pixel: int, colour: int) -> int:
        if pixel >= channel.count:
            return -1
        channel.leds[pixel] = colour
        return 0

    made: Any = ModuleType("_rpi_ws281x")
    made.WS2811_SUCCESS = WS2811_SUCCESS
    made.WS2811_STRIP_RGB, made.SK6812_STRIP_RGBW = 0x00100800, 0x18100800
    made.new_ws2811_t = Controller
    made.delete_ws2811_t = made.ws2811_fini = lambda _: None
    made.ws2811_channel_get = lambda controller, number: controller.channels[number]
    made.ws2811_init, made.ws2811_render, made.ws2811_led_set = init, render, led_set
    made.ws2811_get_return_t_str = lambda number: _TEXTS.get(number, f"code {number}")
    for structure, made_of in (("ws2811_channel_t", Channel), ("ws2811_t", Controller)):
        for name in made_of.__dataclass_fields__:
            setattr(made, f"{structure}_{name}_get", _getter(name))
            setattr(made, f"{structure}_{name}_set", _setter(name))
    return made


def ws281x_signal(frame: bytes, bits_per_second: int, inverted: bool = False) -> PixelSignal:
    """Return the signal of a frame, with the pause that the library makes after it.

    Args:
        frame: The bytes that the pixels are sent.
        bits_per_second: The frequency of the bits.
        inverted: Whether the line is high instead of low, and low instead of high.
    """
    clock = _PARTS * bits_per_second
    parts = b"".join(map(_TRIPLED.__getitem__, frame))
    source = f"PWM with {bits_per_second} bits per second"
    if inverted:
        return parts_signal(bytes(0xFF ^ part for part in parts), clock, 0, f"{source}, inverted")
    return parts_signal(parts, clock, round(_PAUSE * clock), source)


def _refused(controller: Controller) -> int:
    """Return the code with which the library refuses the pins; 0 if it takes them."""
    first, second = controller.channels
    if not first.count and second.count:
        allowed = second.gpionum in _SECOND_CHANNEL
    else:
        allowed = first.gpionum in _FIRST_CHANNEL and (
            first.gpionum not in _PWM or second.gpionum in (0, *_SECOND_CHANNEL)
        )
    return WS2811_SUCCESS if allowed else WS2811_ERROR_ILLEGAL_GPIO


def _getter(name: str) -> Callable[[Any], Any]:
    return lambda structure: getattr(structure, name)


def _setter(name: str) -> Callable[[Any, Any], None]:
    return lambda structure, value: setattr(structure, name, value)
