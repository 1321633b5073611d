"""A stand-in for Adafruit's package for the pixels of a Pi 5, which wants its PIO.

Every frame is one line of the file that STAND_IN_FRAMES names, as hexadecimal digits.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any


def neopixel_write(_pin: Any, frame: bytearray) -> None:
    with Path(os.environ["STAND_IN_FRAMES"]).open("a") as frames:
        frames.write(f"{frame.hex()}\n")
