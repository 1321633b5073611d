"""Every game, played in a process of its own that is killed and started again: what was told before
is believed afterwards, and nothing is taken back."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from companion.games.registry import kinds, make
from companion.journal import reader
from companion.rules import CHANCE, AnyGame, Match
from companion.testing.acts import natural
from tests.page import StateReader
from tests.slow import slow_after
from tests.test_cli import playing

_WAIT = 60  # seconds for what takes a fraction of one
_TURNS = 4


class Page:
    """A page that plays: its match follows what it is told, by the moves' texts alone."""

    def __init__(self, connection: ClientConnection, game: AnyGame) -> None:
        self.game = game
        self._connection = connection
        self._states = StateReader(connection)
        while self._states.next()["phase"] == "setup":
            pass

    @property
    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self._states.state
        return state

    @property
    def texts(self) -> list[str]:
        return [move["text"] for move in self.state["moves"]]

    @property
    def match(self) -> Match:
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
                self._send(do="lift", place="tray", hand=act.hand, piece=act.brought)
            order = "put" if act.occupied else "lift"
            self._send(do=order, place=names[act.point], hand=act.hand)
            if act.off:
                self._send(do="put", place="tray", hand=act.hand)
            # No hand is as fast as contacts bounce: the next act waits until this one is seen.
            while self.state["sensed"][act.point] != act.occupied:
                self._states.next()
        end = self.game.occupancy(self.game.advance(match.position, move))
        wanted = [bool(end >> point & 1) for point in range(self.game.board.size)]
        while len(self.texts) == told:
            self._states.next()
            done = self.state["sensed"] == wanted and not self.state["tabletop"]["hands"]
            if done and self.state["confirm"] and len(self.texts) == told:
                self._send(do="confirm")
        assert self.texts[told] == self.game.move_text(match.position, move)

    def _send(self, **command: str) -> None:
        self._connection.send(json.dumps(command))


_ENTERING = ("soli2", "son_of_solomon")  # where an empty board is the start
_GAMES = (*_ENTERING, *(name for name in kinds() if name not in _ENTERING))


@pytest.mark.parametrize("name", slow_after(2, _GAMES))
def test_what_was_told_survives_every_restart(name: str, tmp_path: Path) -> None:
    random = Random(name)
    game = make(name)
    told: list[str] | None = None
    for turns in (1, _TURNS, 0):
        with (
            playing(tmp_path, "--game", name) as (address, _),  # it ends in a kill
            connect(address, open_timeout=_WAIT) as connection,
        ):
            page = Page(connection, game)
            if told is not None:
                assert page.texts == told
            stacks = game.stacks(page.match.position)
            lying = [[piece.text for piece in stack] for stack in stacks]
            assert page.state["tabletop"]["points"] == lying
            for _ in range(turns):
                if not page.match.over:
                    page.play(random)
            told = page.texts
    (summary,) = reader.list_logs(tmp_path / "games")
    assert summary.log is not None
    assert [move.text for move in summary.log.moves] == told
    assert not any("back" in line.decode() for line in summary.log.lines)
