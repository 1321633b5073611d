"""The C extension of rpi_ws281x, which wants the PWM of a Pi: the stand-in of the test kit.

Every frame that is rendered is one line of the file that STAND_IN_FRAMES names: the bytes in the
order in which they would leave, as hexadecimal digits.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from companion.testing.pixel_signal import PixelSignal
from companion.testing.ws281x import ws281x_module


def _keep(frame: bytes, _: PixelSignal) -> None:
    with Path(os.environ["STAND_IN_FRAMES"]).open("a") as frames:
        frames.write(f"{frame.hex()}\n")


sys.modules[__name__] = ws281x_module(_keep, lambda: None, lambda: 0)
