"""Pictures in the terminal, such as QR codes."""

from __future__ import annotations

from typing import TextIO


def shows_pictures(stream: TextIO | None) -> bool:
    """Return whether a stream is a terminal that has blocks to draw with.

    A log keeps no picture, and should keep no code.
    """
    if stream is None or not stream.isatty():
        return False
    try:
        "▀▄█".encode(stream.encoding)
    except UnicodeEncodeError:
        return False
    return True
