"""The MQTT messages to and from Home Assistant, without a connection.

All messages but events are retained, so that Home Assistant knows everything after a restart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil
from typing import Any

import msgspec

from companion.base.text import Text
from companion.protocol.commands import Command
from companion.protocol.views import ClockView, Hello, SettingsView, SettingView, State, Waiting
from companion.remote.home_assistant.at_board import AtBoard
from companion.remote.home_assistant.home_commands import (
    BRIGHTNESS,
    brightness_asked,
    light_asked,
    press_asked,
)
from companion.remote.home_assistant.home_entities import MIGRATE, Device, Topics, discovery
from companion.remote.home_assistant.home_events import GameEvents
from companion.remote.home_assistant.home_settings import HomeAssistantSettings

_TITLE = "page.title"
_CLOCK_STEP = 5  # seconds; more often would only fill Home Assistant's history

Heard = Hello | State | SettingsView | Waiting | ClockView
"""The messages to pages on which the messages to Home Assistant depend."""

ONLINE, OFFLINE = b"online", b"offline"
"""The messages at the availability topic, as Home Assistant expects by default."""


class HomeMessages:
    """Takes the messages to pages, and turns them into the retained message of each topic.

    Args:
        settings: The section `[home_assistant]`, with a node.
        version: The version of this program.
        words: Translates a text into the language of the home.
        now: A clock, in seconds.
        address: Returns the page's address for other machines; empty until there is one.

    Attributes:
        will: The topic and message that the broker publishes once the board is away.
        node: The board's name in topics.
        availability: The topic that says whether the board is there.
        event: The topic of events, which are not retained.
        commands: The topics at which Home Assistant asks for something.
    """

    def __init__(
        self,
        settings: HomeAssistantSettings,
        version: str,
        words: Callable[[Text], str],
        now: Callable[[], float],
        address: Callable[[], str] = str,
    ) -> None:
        """Begin without any message to pages."""
        self._settings = settings
        self._version = version
        self._words = words
        self._clock = _RunningClock(now)
        self._events = GameEvents(words)
        self._board: AtBoard | None = None
        self._next: AtBoard | None = None  # of a game whose state is still to come
        self._state: State | None = None
        self._trouble = Text()  # why there is no board
        self._chosen: Mapping[str, SettingView] = {}
        self._address = address
        self._bright = 100  # percent, when the lamps were last lit
        self._announced: tuple[Device, bytes] | None = None
        self._topics = topics = Topics(settings.prefix, settings.node)
        self.node = settings.node
        self.availability = topics.of("availability")
        self.event = topics.of("event")
        self.will = (self.availability, OFFLINE)
        self.commands = (
            topics.of("brightness/set"),
            topics.of("lamps/set"),
            *([topics.of("press")] if settings.buttons else []),
        )

    def hear(self, message: Heard) -> tuple[bytes, ...]:
        """Take a message to pages, and return the events to publish."""
        match message:
            case Hello():  # what stands is true until the state of the new game is known
                self._next = AtBoard(message, self._words)
                self._clock.take(None)
            case State():
                self._board, self._next = self._next or self._board, None
                self._state = message
            case SettingsView(settings):
                self._chosen = {setting.key: setting for setting in settings}
                self._bright = self._brightness or self._bright
            case Waiting(text):
                self._board = self._state = self._next = None
                self._trouble = text
                self._clock.take(None)
            case ClockView():
                self._clock.take(message)
        return tuple(map(msgspec.json.encode, self._events.take(message)))

    def asked(self, topic: str, message: bytes) -> Command | None:
        """Return the command in a message at one of the `commands`; None if it is not valid."""
        match topic.removeprefix(self._topics.of("")):
            case "brightness/set":
                return brightness_asked(message)
            case "lamps/set":
                return light_asked(message, self._bright)
            case _:
                hello = None if self._board is None else self._board.hello
                return press_asked(message, hello, self._state, self._clock.view)

    def standing(self) -> dict[str, bytes]:
        """Return the message to keep retained at each topic; none before the settings are known.

        They are published in this order: no entity is announced before its state is there.
        """
        if not self._chosen:
            return {}
        said = {"state": self._now(), "clock": self._time(), "lamps": self._lamps()}
        return {
            **{self._topics.of(name): msgspec.json.encode(now) for name, now in said.items()},
            self._topics.discovery: self._announcement(),
            self.availability: ONLINE,
        }

    def hand_over(self, topic: str) -> bytes:
        """Return the message that hands an entity of an earlier version over to the device.

        Empty if nothing at that topic is to be handed over.
        """
        return MIGRATE if self._topics.migrates(topic) else b""

    def _announcement(self) -> bytes:
        """Return the discovery message, which is made anew if the board is another one."""
        device = Device(
            str(self._chosen[_TITLE].value) if _TITLE in self._chosen else "",
            "" if self._board is None else self._board.hello.board,
            self._settings.area,
            self._address(),
            self._version,
        )
        if self._announced is None or self._announced[0] != device:
            made = discovery(self._topics, device, self._words, self._settings.buttons)
            self._announced = device, msgspec.json.encode(made)
        return self._announced[1]

    @property
    def _brightness(self) -> int:
        """The brightness of the lamps, in percent."""
        chosen = self._chosen.get(BRIGHTNESS)
        return 0 if chosen is None else round(100 * float(chosen.value))

    def _lamps(self) -> dict[str, Any]:
        """Return the lamps as a light."""
        if not self._brightness:
            return {"state": "OFF"}
        return {"state": "ON", "brightness": self._brightness, "color_mode": "brightness"}

    def _time(self) -> dict[str, Any]:
        """Return the time of the seat whose clock is running; null without one."""
        left = self._clock.left
        seat = None if left is None else self._clock.running
        player = None if self._board is None else self._board.player(seat)
        return {"time_left": left, "seat": seat, "player": player}

    def _now(self) -> dict[str, Any]:
        """Return the present state; null for a value that is not known."""
        told: dict[str, Any] = dict.fromkeys(
            ("turn", "seat", "computer", "game", "result", "outcome", "last_move", "ply")
        )
        told |= {"notation": None, "brightness": self._brightness}
        board, state = self._board, self._state
        trouble = self._trouble if state is None else state.warning
        told["connected"] = state is not None
        told["problem"] = bool(trouble)
        told["problem_text"] = self._words(trouble) if trouble else None
        if board is None or state is None:
            return told
        told["game"] = board.game
        told["outcome"] = state.outcome
        told["result"] = board.result(state.outcome)
        if state.moves:
            told["ply"] = len(state.moves)
            told["notation"] = state.moves[-1].text
            told["last_move"] = board.said(state.told) or state.moves[-1].text
        if state.turn is not None and 0 <= state.turn < len(board.hello.seats):
            told["seat"] = state.turn
            told["turn"] = board.player(state.turn)
            told["computer"] = state.turn in board.hello.computers
        return told


class _RunningClock:
    """The clock of a game, which runs between the messages.

    Args:
        now: A clock, in seconds.

    Attributes:
        view: The last message; None without a clock.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._at = 0.0
        self.view: ClockView | None = None

    def take(self, view: ClockView | None) -> None:
        """Take a message, or that there is no clock any longer."""
        self.view = view
        self._at = self._now()

    @property
    def running(self) -> int | None:
        """The seat whose time is running, or None."""
        return None if self.view is None else self.view.running

    @property
    def left(self) -> int | None:
        """The time of that seat in seconds, in steps; None if no time is running."""
        if self.view is None or self.view.running is None:
            return None
        left = self.view.left[self.view.running] - (self._now() - self._at)
        return max(0, ceil(left / _CLOCK_STEP) * _CLOCK_STEP)
