"""Tests the board's button: whether it is felt when it is pressed, and when it is released."""

from __future__ import annotations

from companion.base.text import Text
from companion.device.ports.port import read_button
from companion.maker.console import POLL_INTERVAL, BoardConsole, Pushed
from companion.maker.diagnosis import ButtonState
from companion.maker.inbox import LineEntered
from companion.maker.output import NO_WORDS, ReplyChoice

_PATIENCE = 30.0
"""Seconds to wait for the button if nobody can type that nothing happens."""

_NOTHING = ReplyChoice("", Text("Nothing happens"))


def check_button(console: BoardConsole) -> ButtonState:
    """Ask for the button to be pressed and released, and return what came of it."""
    console.watching_button = True
    try:
        with console.screen.drawing():
            # It is read as well, because a button that is stuck never changes.
            down = bool(read_button(console.port))
            state = ButtonState.STUCK if down else ButtonState.DEAD
            asked = Text("Button: press the button of the board and let it go.")
            with console.offering(_NOTHING):
                console.prompt = asked
                console.screen.say(asked, keys=Text("Enter: nothing happens."))
                console.paint()
                return _watched(console, down) or state
    finally:
        console.watching_button = False
        console.prompt = NO_WORDS


def _watched(console: BoardConsole, down: bool) -> ButtonState | None:
    """Wait for the button, and return what it did; None if nothing more happens."""
    last = console.inbox.now() + _PATIENCE
    while True:
        now = console.inbox.now()
        if console.input_closed and now >= last:
            return ButtonState.STUCK if down else None
        event = console.next_event(now + POLL_INTERVAL)
        # An edge may be lost; the level is not.
        level = event.down if isinstance(event, Pushed) else read_button(console.port)
        if down and level is False:
            return ButtonState.WORKS
        down = down if level is None else level
        if isinstance(event, LineEntered) and console.is_enter(event):
            return ButtonState.STUCK if down else None
