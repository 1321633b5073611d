"""The wiring of a board connected through a Pico, from the settings.

The firmware knows the pins (firmware/pins.py). Here it is decided which of the Pico's switches, and
which pixel, belongs to which point.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.drivers.link import MAX_PIXELS, MAX_SWITCHES
from companion.drivers.settings import (
    InvalidWiring,
    PortSettings,
    StripSettings,
    StripWiring,
    by_point,
    claim_place,
    strip_wiring,
)
from companion.geometry import Board
from companion.text import Text


@dataclass(frozen=True, slots=True)
class PicoWiring:
    """A board connected through a Pico: `switches[p]` is the Pico's number for point p's switch.

    device: the serial device, or "" to search for it. whole: whether the Pico must have exactly
    these switches, because the settings do not assign them. button: whether the button is used.
    """

    device: str
    switches: tuple[int, ...]
    whole: bool
    button: bool
    strip: StripWiring


def pico_wiring(port: PortSettings, strip: StripSettings, board: Board) -> PicoWiring:
    """Return the wiring of a board connected through a Pico. Raises InvalidWiring, naming the
    setting, if the settings are not possible."""
    if strip.route not in ("pico", "none"):
        raise InvalidWiring(
            Text(
                '[strip] route: "{route}" is for lamps on a GPIO header; with [port] '
                'kind = "pico" choose "pico" or "none"',
                route=strip.route,
            )
        )
    switches = tuple(range(board.size))
    if port.switches:
        switches = by_point(port.switches, board, "[port] switches", Text("number on the Pico"))
        _check(switches, board)
    lamps = strip_wiring(strip, board)
    if lamps.length > MAX_PIXELS:
        raise InvalidWiring(
            Text(
                "[strip] length: a Pico takes {limit} pixels at most, not {length}",
                limit=MAX_PIXELS,
                length=lamps.length,
            )
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
        if not 0 <= switch < MAX_SWITCHES:
            raise InvalidWiring(
                Text(
                    "[port] switches: point {name} has number {switch}; a Pico counts "
                    "its switches from 0 to {last} at most",
                    name=name,
                    switch=switch,
                    last=MAX_SWITCHES - 1,
                )
            )
        claim_place(users, "[port] switches", Text("number {switch}", switch=switch), name)
