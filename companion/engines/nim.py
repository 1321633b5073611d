"""Solomon Nim, solved exactly: which moves leave the opponent without a way to win."""

from __future__ import annotations

from companion.engines.contract import Interrupted, Stop, never
from companion.games.nim import Nim
from companion.rules import Shares

_KNOWN = 12  # pieces, up to which a set is looked at for an estimate: a few thousand sets


class NimValues:
    """Who wins, in Nim with few pieces left: a share of 1 for that seat. With more, nobody can tell
    at a glance, and both seats share equally."""

    def __init__(self, game: Nim) -> None:
        self._game = game
        self._sets = _Sets(game)

    def __call__(self, position: int) -> Shares:
        pieces = self._game.occupancy(position)
        if pieces.bit_count() > _KNOWN:
            return 0.5, 0.5
        first = (self._game.to_act(position) == 0) == self._sets.won(pieces, never)
        return (1.0, 0.0) if first else (0.0, 1.0)


class _Sets:
    """Which sets of pieces are won for whoever is to act. That does not depend on the seat, so each
    set is searched once."""

    def __init__(self, game: Nim) -> None:
        last_wins = game.chosen["last"] == "wins"
        # Long runs first: they leave the least to search.
        runs = {game.run(move) for move in game.moves(game.start())}
        self._runs = sorted(runs, key=int.bit_count)[::-1]
        self._known = {0: not last_wins}

    def won(self, pieces: int, stop: Stop) -> bool:
        """Whether a set is won. Raises Interrupted if `stop` returns True."""
        found = self._known.get(pieces)
        if found is None:
            if stop():
                raise Interrupted
            found = any(
                pieces & run == run and not self.won(pieces ^ run, stop) for run in self._runs
            )
            self._known[pieces] = found
        return found


def winning(game: Nim, position: int, stop: Stop) -> list[int]:
    """The moves that win by force; none if the position is lost. Raises Interrupted if `stop`
    returns True."""
    sets = _Sets(game)
    return [
        move
        for move in game.moves(position)
        if not sets.won(game.occupancy(game.advance(position, move)), stop)
    ]
