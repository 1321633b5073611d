"""Peg solitaire on a small board: a table of every position that can still be solved.

The table holds one bit per position and is built backwards, from the positions with one piece left.
All positions are handled at once: the table is one big int whose bit `p` stands for position `p`.
Undoing a jump adds the same number to every position that it leads to, so it is a single shift.
"""

from __future__ import annotations

from collections.abc import Collection

from companion.games.peg import Move, Peg
from companion.opponents.contract import Interrupted, Solver, Stop, never


def _held(size: int) -> list[int]:
    """Return, for each point, the positions in which it holds a piece, one bit per position."""
    found = []
    for point in range(size):
        width = 1 << point
        positions = ((1 << width) - 1) << width
        while (width := 2 * width) < 1 << size:
            positions |= positions << width
        found.append(positions)
    return found


def _jumps_back(game: Peg) -> list[tuple[int, int]]:
    """Return, for each jump, the positions that it leads to, and the number to add to undo it."""
    held = _held(game.board.size)
    every = (1 << (1 << game.board.size)) - 1
    vacant = [every ^ positions for positions in held]
    return [
        (vacant[origin] & vacant[over] & held[to], (1 << origin) + (1 << over) - (1 << to))
        for origin, over, to in game.jumps
    ]


def solvable(game: Peg, stop: Stop = never) -> bytes:
    """Find the positions that can be solved, numbered by the points they occupy.

    Args:
        game: The game; the table has 2^size bits, so its board must be small.
        stop: Returns True to give up.

    Returns:
        A set of positions: position `p` is bit `p % 8` of byte `p // 8`.

    Raises:
        Interrupted: If `stop` returns True.
    """
    jumps = _jumps_back(game)
    size = game.board.size
    table = sum(1 << (1 << point) for point in range(size))  # one piece left
    known = 0
    while table != known:  # until undoing jumps adds nothing
        known = table
        for after, added in jumps:
            if stop():
                raise Interrupted
            found = table & after
            table |= found << added if added > 0 else found >> -added
    return table.to_bytes((1 << size) // 8, "little")


class PegSolver(Solver[int, Move]):
    """A solver that looks positions up in the table, which is built on first use."""

    def __init__(self, game: Peg) -> None:
        self._game = game
        self._table = b""

    def solve(
        self, position: int, stop: Stop = never, occurred: Collection[int] = ()
    ) -> tuple[Move, ...] | None:
        if self.hopeless(position, stop):
            return None
        found: list[Move] = []
        while moves := self._game.moves(position):
            move = next(m for m in moves if self._solvable(self._game.advance(position, m)))
            found.append(move)
            position = self._game.advance(position, move)
        return tuple(found)

    def hopeless(self, position: int, stop: Stop = never, occurred: Collection[int] = ()) -> bool:
        self._table = self._table or solvable(self._game, stop)
        return not self._solvable(position)

    def _solvable(self, position: int) -> bool:
        number = self._game.occupancy(position)
        return bool(self._table[number >> 3] >> (number & 7) & 1)
