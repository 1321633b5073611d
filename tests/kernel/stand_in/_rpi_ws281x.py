"""A stand-in for the C extension of rpi_ws281x, which wants the PWM of a Pi: what Blinka calls.

Every frame that is rendered is one line of the file that STAND_IN_FRAMES names: the bytes in the
order in which they would leave, as hexadecimal digits.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

WS2811_SUCCESS = 0
WS2811_STRIP_RGB = 0x00100800
SK6812_STRIP_RGBW = 0x18100800

Values = dict[str, Any]


def new_ws2811_t() -> Values:
    return {"channels": ({"leds": {}}, {"leds": {}})}


def delete_ws2811_t(strip: Values) -> None:
    strip.clear()


def ws2811_init(strip: Values) -> int:
    assert strip["freq"] == 800_000, "WS2812B pixels take 800,000 bits a second"
    return WS2811_SUCCESS


def ws2811_fini(strip: Values) -> None:
    pass


def ws2811_channel_get(strip: Values, number: int) -> Values:
    channel: Values = strip["channels"][number]
    return channel


def ws2811_led_set(channel: Values, pixel: int, value: int) -> None:
    channel["leds"][pixel] = value


def ws2811_render(strip: Values) -> int:
    for channel in strip["channels"]:
        if channel["count"]:
            frame = b"".join(
                channel["leds"][pixel].to_bytes(3, "big") for pixel in range(channel["count"])
            )
            with Path(os.environ["STAND_IN_FRAMES"]).open("a") as frames:
                frames.write(f"{frame.hex()}\n")
    return WS2811_SUCCESS


def ws2811_get_return_t_str(code: int) -> str:
    return f"code {code}"


def __getattr__(name: str) -> Callable[..., Any]:
    """The accessors of two structures, as SWIG names them: ws2811_channel_t_count_set and so on."""
    for structure in ("ws2811_channel_t_", "ws2811_t_"):
        field = name.removeprefix(structure)
        if field != name and field.endswith("_set"):
            return lambda values, value: values.__setitem__(field.removesuffix("_set"), value)
        if field != name and field.endswith("_get"):
            return lambda values: values[field.removesuffix("_get")]
    raise AttributeError(name)
