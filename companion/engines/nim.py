"""Solomon Nim, solved exactly: which moves leave the opponent without a way to win."""

from __future__ import annotations

from companion.engines.contract import Interrupted, Stop
from companion.games.nim import Nim


def winning(game: Nim, position: int, stop: Stop) -> list[int]:
    """The moves that win by force; none if the position is lost. Raises Interrupted if `stop`
    returns True.

    Whether a set of pieces is won does not depend on whose turn it is, so each set is searched
    once.
    """
    last_wins = game.chosen["last"] == "wins"
    # Long runs first: they leave the least to search.
    runs = sorted({game.run(move) for move in game.moves(game.start())}, key=int.bit_count)[::-1]
    known = {0: not last_wins}

    def wins(pieces: int) -> bool:
        found = known.get(pieces)
        if found is None:
            if stop():
                raise Interrupted
            found = any(pieces & run == run and not wins(pieces ^ run) for run in runs)
            known[pieces] = found
        return found

    return [
        move
        for move in game.moves(position)
        if not wins(game.occupancy(game.advance(position, move)))
    ]
