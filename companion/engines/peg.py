"""Peg solitaire on a small board: a table of every position that can still be solved.

The table is one bit a position, and is made backwards, from the positions with one piece left. All
positions are taken at once: with the table as one big int, whose bit `p` is position `p`, undoing a
jump adds the same number to every position that it can have led to, and so is one shift.
"""

from __future__ import annotations

from collections.abc import Collection

from companion.engines.contract import Interrupted, Solver, Stop, never
from companion.games.peg import Move, Peg
from companion.geometry import Board


def _held(size: int) -> list[int]:
    """For each point, the positions in which it holds a piece, as bits."""
    found = []
    for point in range(size):
        width = 1 << point
        positions = ((1 << width) - 1) << width
        while (width := 2 * width) < 1 << size:
            positions |= positions << width
        found.append(positions)
    return found


def _jumps_back(board: Board) -> list[tuple[int, int]]:
    """For each jump, the positions that it can have led to, and what undoing it adds to them."""
    held = _held(board.size)
    every = (1 << (1 << board.size)) - 1
    vacant = [every ^ positions for positions in held]
    found = []
    for origin in range(board.size):
        for ray in board.rays[origin].values():
            if len(ray) > 1:
                over, to = ray[:2]
                after = vacant[origin] & vacant[over] & held[to]
                found.append((after, (1 << origin) + (1 << over) - (1 << to)))
    return found


def solvable(board: Board, stop: Stop = never) -> bytes:
    """The positions that can be solved: bit `p % 8` of byte `p // 8` is that of position `p`.

    It has 2^size bits, so it is for small boards. Interrupted when `stop` says so.
    """
    jumps = _jumps_back(board)
    table = sum(1 << (1 << point) for point in range(board.size))  # one piece left
    known = 0
    while table != known:  # until no jump leads to a solvable position from one not known as such
        known = table
        for after, added in jumps:
            if stop():
                raise Interrupted
            found = table & after
            table |= found << added if added > 0 else found >> -added
    return table.to_bytes((1 << board.size) // 8, "little")


class PegSolver(Solver[int, Move]):
    """Looks the positions up in the table, which is made when it is first needed."""

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
        self._table = self._table or solvable(self._game.board, stop)
        return not self._solvable(position)

    def _solvable(self, position: int) -> bool:
        return bool(self._table[position >> 3] >> (position & 7) & 1)
