"""Solomon Nim, exactly: which moves leave the other player without a way to win."""

from __future__ import annotations

from companion.engines.contract import Interrupted, Stop
from companion.games.nim import Nim
from companion.geometry import STAR


def winning(game: Nim, position: int, stop: Stop) -> list[int]:
    """The moves that win by force; none when the position is lost. Interrupted when `stop` says so.

    Whose turn it is does not matter to what wins, so that every set of pieces is looked at once.
    """
    last_wins = game.chosen["last"] == "wins"
    # The runs as sets of points, the long ones first: they leave little to look at.
    runs = sorted({move & STAR.full for move in game.moves(game.start())}, key=int.bit_count)[::-1]
    known = {0: not last_wins}

    def wins(pieces: int) -> bool:
        found = known.get(pieces)
        if found is None:
            if stop():
                raise Interrupted
            found = any(pieces & run == run and not wins(pieces ^ run) for run in runs)
            known[pieces] = found
        return found

    return [move for move in game.moves(position) if not wins((position ^ move) & STAR.full)]
