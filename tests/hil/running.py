"""What a test knows of the program that runs."""

from __future__ import annotations

from typing import NamedTuple

from companion.app.loop import Loop


class Running(NamedTuple):
    """The program as `companion play` runs it, and the address of its page."""

    loop: Loop
    url: str
