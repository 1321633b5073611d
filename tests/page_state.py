"""What a page makes of the messages that tell it the state."""

from __future__ import annotations

import json
from typing import Any

from websockets.sync.client import ClientConnection

_WAIT = 60  # seconds for what takes a fraction of one


def merged(known: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The state after a change, as `changed` in the page's `changes.js` makes it."""
    fields = dict(change)
    kept, moves = fields.pop("kept", 0), fields.pop("moves", None)
    before = known.get("moves", [])
    return {**known, **fields, "moves": before if moves is None else [*before[:kept], *moves]}


class StateReader:
    """Reads the states that one connection is told. state: the last one."""

    def __init__(self, connection: ClientConnection) -> None:
        self.state: dict[str, Any] = {}
        self._connection = connection

    def next(self) -> dict[str, Any]:
        """The next state."""
        while True:
            message = json.loads(self._connection.recv(timeout=_WAIT))
            if message["type"] == "hello":
                self.state = {}
            if message["type"] == "state":
                self.state = merged(self.state, message)
                return self.state

    def until(self, key: str, value: object) -> dict[str, Any]:
        """The next state that says so."""
        while self.next()[key] != value:
            pass
        return self.state
