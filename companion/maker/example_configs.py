"""The configurations to start from, one for each board in the wiring guides.

They are in `hardware/` of the source, and in `companion/maker/configs/` of an installed wheel.
"""

from __future__ import annotations

from pathlib import Path

import companion
from companion.base.errors import nearest
from companion.base.text import Text
from companion.maker import MakerError

SOURCES = {
    "first-evening": "board-pico-first-evening.toml",
    "first-evening-pi": "board-first-evening.toml",
    "nine": "board-nine.toml",
    "pico-nine": "board-pico-nine.toml",
    "star-spi": "board-spi.toml",
    "star-pwm": "board-pwm.toml",
    "star-pico": "board-pico-star.toml",
    "grid7": "board-grid7.toml",
    "grid8": "board-grid8.toml",
    "grid9": "board-grid9.toml",
    "pico-grid7": "board-pico-grid7.toml",
    "pico-grid8": "board-pico-grid8.toml",
    "pico-grid9": "board-pico-grid9.toml",
}
"""The file in `hardware/` of each configuration; pyproject.toml puts them into the wheel."""


def _wired_grid(size: int) -> Text:
    return Text(
        "A board of {size} × {size} squares, reeds in rows and columns, lamps on SPI", size=size
    )


def _pico_grid(size: int) -> Text:
    return Text("A board of {size} × {size} squares behind a Raspberry Pi Pico on USB", size=size)


TITLES = {
    "first-evening": Text("The first evening behind a Raspberry Pi Pico on USB"),
    "first-evening-pi": Text("The first evening on a Raspberry Pi, lamps on SPI"),
    "nine": Text("The starter board of nine points, lamps on SPI"),
    "pico-nine": Text("The starter board of nine points behind a Raspberry Pi Pico on USB"),
    "star-spi": Text("The star, lamps on SPI"),
    "star-pwm": Text("The star, lamps on PWM"),
    "star-pico": Text("The star behind a Raspberry Pi Pico on USB"),
    **{f"grid{size}": _wired_grid(size) for size in (7, 8, 9)},
    **{f"pico-grid{size}": _pico_grid(size) for size in (7, 8, 9)},
}
"""What each configuration is for, as its file begins."""


def read_example(name: str) -> bytes:
    """Return the TOML file of a configuration.

    Raises:
        MakerError: If there is no configuration of that name.
    """
    if name not in SOURCES:
        raise MakerError(
            Text(
                "unknown configuration {name!r}{hint}; `companion config` lists them",
                name=name,
                hint=nearest(name, SOURCES),
            )
        )
    package = Path(companion.__file__).parent
    packaged = package / "maker" / "configs" / f"{name}.toml"
    if packaged.exists():
        return packaged.read_bytes()
    return (package.parent / "hardware" / SOURCES[name]).read_bytes()
