"""The wiring of a board behind a Pico, as the settings have it.

Its pins are the firmware's business (firmware/pins.py). What is left is which of the Pico's
switches, and which pixel, belongs to which point.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.drivers.link import MOST_PIXELS, MOST_SWITCHES
from companion.drivers.settings import (
    InvalidWiring,
    PortSettings,
    StripSettings,
    StripWiring,
    by_point,
    strip_wiring,
    take_place,
)
from companion.geometry import Board


@dataclass(frozen=True, slots=True)
class PicoWiring:
    """A board behind a Pico: `switches[p]` is the number of point p's switch, as the Pico counts.

    device: the serial device, or "" to look for it. whole: whether the Pico must have these
    switches and no others, because nobody has said which is which. button: whether it is listened
    to.
    """

    device: str
    switches: tuple[int, ...]
    whole: bool
    button: bool
    strip: StripWiring


def pico_wiring(port: PortSettings, strip: StripSettings, board: Board) -> PicoWiring:
    """The wiring of a board behind a Pico; InvalidWiring, naming the setting, when there can be
    none."""
    if strip.route not in ("pico", "none"):
        raise InvalidWiring(
            f'[strip] route: "{strip.route}" is for lamps on a GPIO header; with [port] kind = '
            '"pico" choose "pico" or "none"'
        )
    switches = tuple(range(board.size))
    if port.switches:
        switches = by_point(port.switches, board, "[port] switches", "number on the Pico")
        _check(switches, board)
    lamps = strip_wiring(strip, board)
    if lamps.length > MOST_PIXELS:
        raise InvalidWiring(
            f"[strip] length: a Pico takes {MOST_PIXELS} pixels at most, not {lamps.length}"
        )
    return PicoWiring(
        device=port.device,
        switches=switches,
        whole=not port.switches,
        button=port.button != "none",
        strip=lamps,
    )


def _check(switches: tuple[int, ...], board: Board) -> None:
    users: dict[str, str] = {}
    for name, switch in zip(board.names, switches, strict=True):
        if not 0 <= switch < MOST_SWITCHES:
            raise InvalidWiring(
                f"[port] switches: point {name} has number {switch}; a Pico counts its switches "
                f"from 0 to {MOST_SWITCHES - 1} at most"
            )
        take_place(users, "[port] switches", f"number {switch}", name)
