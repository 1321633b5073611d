"""What Home Assistant asks of a board, at three topics."""

from __future__ import annotations

from math import isfinite

import msgspec

from companion.base.json_text import InvalidJson, decode_json
from companion.protocol.commands import Adjust, Back, Command, Hint, New, Rematch, Train
from companion.protocol.views import ClockView, Hello, State

BRIGHTNESS = "lights.brightness"

_LONGEST_NUMBER = 20  # bytes; longer ones are no number of percent
_LONGEST = 1 << 10  # bytes


class _Light(msgspec.Struct, frozen=True):
    """What Home Assistant asks of a light; other fields, such as a transition, are ignored."""

    state: str
    brightness: float | None = None


def brightness_asked(message: bytes) -> Adjust | None:
    """Return the command in a number of percent, such as `35`; None if it is not valid."""
    try:
        percent = float(message.decode("ascii")) if len(message) <= _LONGEST_NUMBER else -1.0
    except ValueError:
        return None
    return _brightness(percent)


def light_asked(message: bytes, bright: int) -> Adjust | None:
    """Return the command for the lamps as a light; None if the message is not valid.

    Args:
        message: Such as `{"state":"ON","brightness":60}`.
        bright: The percent for a light that is switched on without a brightness.
    """
    if len(message) > _LONGEST:
        return None
    try:
        asked = decode_json(message, _Light)
    except InvalidJson:
        return None
    match asked.state:
        case "OFF":
            return _brightness(0)
        case "ON":
            return _brightness(bright if asked.brightness is None else asked.brightness)
        case _:
            return None


def press_asked(
    message: bytes, hello: Hello | None, state: State | None, clock: ClockView | None
) -> Command | None:
    """Return the command of a button; None if there is no such button, or no game.

    Args:
        message: The button's name.
        hello: The game that is played.
        state: Its state.
        clock: Its clock.
    """
    if hello is None or state is None:
        return None
    match message:
        case b"hint":
            return Hint()
        case b"takeback":
            return Back() if state.takeback else None
        case b"new_game":
            return _again(hello, state, clock)
        case _:
            return None


def _again(hello: Hello, state: State, clock: ClockView | None) -> Command | None:
    """Return the command that begins such a game again, as the page's *Play again* does."""
    if state.remote is not None:
        return None if state.remote.seat is None else Rematch()
    if state.drill is not None:
        return Train(state.drill.name)
    control = "" if clock is None else clock.control
    return New(hello.game, hello.options, hello.computers, control, hello.players)


def _brightness(percent: float) -> Adjust | None:
    if not isfinite(percent) or not 0 <= percent <= 100:
        return None
    return Adjust(BRIGHTNESS, round(percent) / 100)
