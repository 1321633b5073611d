"""A page that plays on the simulated board of a running program."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from websockets.sync.client import ClientConnection

from companion.rules import CHANCE, AnyGame, Match
from companion.testing.acts import natural
from tests.page_state import merged

PATIENCE = 60.0
"""Seconds for what takes a fraction of one."""


class PlayingPage:
    """A page that plays: its match follows what it is told, by the moves' texts alone.

    state: the last one that it was told. slowest: the most seconds from a hand's last act to the
    state that shows the move.
    """

    def __init__(
        self, connection: ClientConnection, game: AnyGame, patience: float = PATIENCE
    ) -> None:
        self.game = game
        self.slowest = 0.0
        self._connection = connection
        self._patience = patience
        self.state: dict[str, Any] = {}
        self.next()
        self.begin()

    def begin(self) -> None:
        """Wait until the game can be played."""
        self.until(lambda state: state["phase"] != "setup")

    def next(self) -> None:
        """Wait for the next state. Raises TimeoutError if none comes."""
        while True:
            message = json.loads(self._connection.recv(timeout=self._patience))
            if message["type"] == "state":
                self.state = merged(self.state, message)
                return

    def look(self, seconds: float) -> None:
        """Wait so long for the next state. Raises TimeoutError if none comes."""
        patience, self._patience = self._patience, seconds
        try:
            self.next()
        finally:
            self._patience = patience

    def until(self, holds: Callable[[Mapping[str, Any]], bool]) -> None:
        """Wait for a state of which something holds. Raises TimeoutError if none comes."""
        deadline = time.monotonic() + self._patience
        while not holds(self.state):
            if time.monotonic() > deadline:
                raise TimeoutError(f"still {self.state['phase']!r}: {self.state['message']}")
            self.next()

    @property
    def texts(self) -> list[str]:
        """The moves that it was told."""
        return [move["text"] for move in self.state["moves"]]

    @property
    def match(self) -> Match:
        """The match that these moves make."""
        match = Match(self.game)
        for text in self.texts:
            match.play_text(text)
        return match

    def play(self, random: Random) -> None:
        """Make one move of a hand, and wait until it is believed."""
        match, told = self.match, len(self.texts)
        assert match.to_act != CHANCE
        move = random.choice(match.moves)
        names = self.game.board.names
        for act in natural(self.game.steps(match.position, move), random):
            if act.brought:
                self.send(do="lift", place="tray", hand=act.hand, piece=act.brought)
            order = "put" if act.occupied else "lift"
            self.send(do=order, place=names[act.point], hand=act.hand)
            if act.off:
                self.send(do="put", place="tray", hand=act.hand)
            # No hand is as fast as contacts bounce: the next act waits until this one is seen.
            while self.state["sensed"][act.point] != act.occupied:
                self.next()
        began = time.monotonic()
        end = self.game.occupancy(self.game.advance(match.position, move))
        wanted = [bool(end >> point & 1) for point in range(self.game.board.size)]
        while len(self.texts) == told:
            self.next()
            done = self.state["sensed"] == wanted and not self.state["tabletop"]["hands"]
            if done and self.state["confirm"] and len(self.texts) == told:
                self.send(do="confirm")
        self.slowest = max(self.slowest, time.monotonic() - began)
        assert self.texts[told] == self.game.move_text(match.position, move)

    def send(self, **command: object) -> None:
        """Send a command."""
        self._connection.send(json.dumps(command))
