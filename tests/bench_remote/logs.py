"""Two seats that play on without a network between them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from companion.games.registry import make
from companion.remote.table import Replica, Snapshot
from companion.remote.table.game_rules import GameRules


class Pair:
    """Both seats' copies of one log. rules: of each."""

    def __init__(self, table: str, game: str, seeds: Sequence[bytes], rng: Random) -> None:
        """seeds: of the seats' parts in what is drawn."""
        self.rules = [GameRules(make(game)) for _ in seeds]
        self.replicas = [
            Replica(Snapshot(table=table, seat=seat, seats=2, revision=0), self.rules[seat], seed)
            for seat, seed in enumerate(seeds)
        ]
        self._rng = rng

    def play(self) -> tuple[bytes, bytes]:
        """Play a random ply; if the game is over, begin another one before. Returns the snapshots
        that both seats publish because of it: of the seat that has played, and of the other."""
        while (mover := self.rules[0].to_move(self.replicas[0].position.plies)) is None:
            self.replicas[1].ask("new")
            self._tell(1)
            self.replicas[0].answer(True)
            self._tell(0)
        moves = self.rules[mover].moves(self.replicas[mover].position.plies)
        self.replicas[mover].play(self._rng.choice(moves), self._rng.randrange(60_000))
        return self._tell(mover), self._tell(1 - mover)

    def _tell(self, seat: int) -> bytes:
        message = msgspec.json.encode(self.replicas[seat].snapshot())
        self.replicas[1 - seat].hear(message)
        return message
