"""Many matches at once over a genuine broker that is killed again and again, as are the boards."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.games import registry
from companion.remote.table import Snapshot
from companion.remote.table.entry import Ply
from companion.remote.table.game_rules import GameRules
from companion.remote.table.seat_link import Forged, SeatMessage
from tests.remote.mqtt.broker import Mosquitto
from tests.remote.mqtt.seats import Board, leave, settings, tickets

GAMES = ("solomon", "trinity", "nim", "gomony")
_TURN = 0.002  # seconds between two looks at all boards
_PATIENCE = 120.0  # seconds for all logs to become equal; only a test that fails waits so long


class Match:
    """A table with its two boards."""

    def __init__(self, broker: Mosquitto, random: Random, game: str, plies: int) -> None:
        self.boards = [Board(settings(broker), ticket) for ticket in tickets(random, game=game)]
        self.shown: list[list[str]] = [[], []]  # every ply in the order in which a board showed it
        self._random = random
        self._plies = plies

    def turn(self) -> None:
        """Let each board hear what has come; one that may play does so, or is killed just then."""
        for board, shown in zip(self.boards, self.shown, strict=True):
            for report in board.reports.drain():
                assert not isinstance(report, Forged)
                if isinstance(report, SeatMessage):
                    outcome = board.replica.hear(report.snapshot)
                    assert not outcome.trouble, outcome.trouble
                    if outcome.changed or outcome.behind:
                        board.keep()
            if self._random.random() < 0.3 and len(board.replica.entries) < self._plies:
                self._act(board)
            plies = board.replica.position.plies
            assert list(plies[: len(shown)]) == shown, "a ply that was shown has changed"
            shown += plies[len(shown) :]

    def _act(self, board: Board) -> None:
        if not board.replica.holds_pen or board.over:
            return
        move = self._random.choice(board.rules.moves(board.replica.position.plies))
        chance = self._random.random()
        board.replica.play(move)
        if chance < 0.9:
            board.keep()
            return
        if chance < 0.95:  # it is killed after it has stored the ply, before it is published
            board.stored = board.replica.snapshot()
        board.link.close()  # what was not stored was never shown, and is gone
        board.start()

    @property
    def done(self) -> bool:
        """Whether enough has been played, and both boards know it."""
        first, second = (board.replica for board in self.boards)
        played = self.boards[0].over or len(first.entries) >= self._plies
        return played and first.entries == second.entries


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(5))
def test_forty_matches_while_the_broker_is_killed(batch: int, tmp_path: Path) -> None:
    """It is killed ten times a batch, and comes back with or without what it had stored."""
    random = Random(batch)
    broker = Mosquitto(tmp_path)
    matches = [Match(broker, random, GAMES[number % len(GAMES)], 24) for number in range(40)]
    end = time.monotonic() + _PATIENCE
    kills = 0
    try:
        while not (done := all(match.done for match in matches)) or kills < 10:
            assert time.monotonic() < end, Counter(match.done for match in matches)
            for match in matches:
                match.turn()
            played = sum(len(match.boards[0].replica.entries) for match in matches)
            if kills < 10 and (done or played >= kills * 60):
                broker.kill()
                if random.random() < 0.5:
                    broker.forget()
                broker.start()
                kills += 1
            time.sleep(_TURN)  # the broker and the links are other processes and threads
        for match in matches:
            first, second = match.boards
            entries = first.replica.entries
            assert entries == second.replica.entries
            plies = [entry.text for entry in entries if isinstance(entry, Ply)]
            assert plies == match.shown[0] == match.shown[1]
            replay = GameRules(registry.make(first.ticket.terms.game))
            for count, ply in enumerate(plies):
                assert ply in replay.moves(tuple(plies[:count]))
            for board in match.boards:  # what is stored comes back as the same log
                stored = msgspec.json.decode(msgspec.json.encode(board.stored), type=Snapshot)
                assert stored.entries == board.replica.snapshot().entries
        leave(*(board.link for match in matches for board in match.boards))
    finally:
        broker.kill()
