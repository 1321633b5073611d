"""Solves Gomony with very few markers.

Real games never get there, since no marker leaves the board.

Every set-up of markers on dark squares is considered, in columns of any height, with White to move;
Black to move is the same game turned round. Retrograde analysis then works backwards, ply by ply,
from the positions in which the game is over: a position is won if a move leads to a lost one, and
lost if all moves lead to won ones. The remaining positions are drawn.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.games.gomony import Gomony, Position
from companion.opponents.tables.endings import ExactValue

Columns = tuple[tuple[int, str], ...]
"""A position as the player to move sees it, going up the board with white markers.

It holds the columns by square, counted from a8 in reading order.
"""

Numbers = NDArray[Any]

_GAME = Gomony()
_DARK = tuple(int(point) for area in _GAME.areas for point in area.points)
_SIZE = 64
_OPEN = -1  # no end is known: a draw
_TURNED = str.maketrans("wWbB", "bBwW")


def _heights(markers: int, columns: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to spread `markers` markers over `columns` columns."""
    for heights in product(range(1, markers + 1), repeat=columns):
        if sum(heights) == markers:
            yield heights


def _stands(point: int, column: str) -> bool:
    # A marker that reaches the far end is promoted, and no capture frees one there.
    return not (column[-1] == "w" and point < 8) and not (column[-1] == "b" and point >= _SIZE - 8)


def set_ups(markers: int) -> Iterator[Columns]:
    """Yield all positions with `markers` markers, at least one of each side."""
    for number in range(1, markers + 1):
        for heights in _heights(markers, number):
            kinds = ["".join(one) for one in product("wWbB", repeat=markers)]
            kinds = [one for one in kinds if len(set(one.lower())) == 2]
            ends = [sum(heights[:place]) for place in range(number + 1)]
            texts = [tuple(one[begin:end] for begin, end in pairwise(ends)) for one in kinds]
            for points in combinations(_DARK, number):
                for columns in texts:
                    if all(map(_stands, points, columns)):
                        yield tuple(zip(points, columns, strict=True))


def position_of(columns: Columns) -> Position:
    """Return a position with White to move."""
    texts = [""] * _SIZE
    for point, text in columns:
        texts[point] = text
    return _GAME.position(texts, 0)


def columns_after(columns: Columns) -> list[Columns]:
    """Return the positions after each move, turned round for the other player, who is to move."""
    position = position_of(columns)
    found = []
    for move in _GAME.moves(position):
        texts = _GAME.columns(_GAME.advance(position, move))
        turned = (
            (_SIZE - 1 - point, text.translate(_TURNED)) for point, text in enumerate(texts) if text
        )
        found.append(tuple(sorted(turned)))
    return found


def code(columns: Columns) -> int:
    """Pack a position of up to four markers into 64 bits."""
    number = 0
    for point, text in columns:
        markers = 0
        for marker in text:
            markers = markers << 2 | "wWbB".index(marker)
        number = number << 16 | point << 10 | len(text) - 1 << 8 | markers
    return number


class GomonyEndings:
    """All positions with a given number of markers, solved.

    Args:
        markers: The number of markers.
        report: Called now and then with the number of positions visited.
    """

    def __init__(self, markers: int, report: Callable[[int], None]) -> None:
        """Solve the positions."""
        codes, after, counts = array("Q"), array("Q"), array("B")
        drawn = []
        for number, columns in enumerate(set_ups(markers)):
            if number % 10_000 == 0:
                report(number)
            codes.append(code(columns))
            then = columns_after(columns)
            counts.append(len(then))
            after.extend(map(code, then))
            if not then and _GAME.outcome(position_of(columns)).winner is None:
                drawn.append(number)
        order = np.argsort(codes).astype(np.uint32)
        self._codes = np.asarray(codes)[order]
        self._plies = np.full(len(codes), _OPEN, np.int16)
        targets = order[np.searchsorted(self._codes, np.asarray(after))]
        del after
        left = np.asarray(counts).astype(np.int16)
        self._solve(targets, left, np.asarray(drawn, np.int64))
        self._plies = self._plies[order]

    def _solve(self, targets: Numbers, left: Numbers, drawn: Numbers) -> None:
        """Find the plies of all wins and losses.

        Args:
            targets: The positions that the moves of the first position lead to, then those of the
                second, and so on.
            left: The number of moves of each.
            drawn: The positions in which the game is over as a draw.
        """
        plies = self._plies
        owners = np.repeat(np.arange(len(left), dtype=np.uint32), left)
        owners = owners[np.argsort(targets, kind="stable")]
        starts = np.zeros(len(left) + 1, np.int64)
        np.cumsum(np.bincount(targets, minlength=len(left)), out=starts[1:])
        over = left == 0
        over[drawn] = False
        plies[over] = 0
        decided = np.flatnonzero(over)
        now = 0
        while len(decided):
            now += 1
            sizes = starts[decided + 1] - starts[decided]
            first = np.repeat(starts[decided] - np.cumsum(sizes) + sizes, sizes)
            before = owners[first + np.arange(sizes.sum())]
            before = before[plies[before] == _OPEN]
            if now % 2 == 0:
                # What was decided last is won. A position is lost once all of its moves lead there.
                np.subtract.at(left, before, 1)
                before = before[left[before] == 0]
            decided = np.unique(before).astype(np.int64)
            plies[decided] = now

    def look_up(self, columns: Columns) -> ExactValue:
        """Return the value of a position for the player to move."""
        plies = int(self._plies[np.searchsorted(self._codes, np.uint64(code(columns)))])
        if plies == _OPEN:
            return ExactValue(0, None)
        return ExactValue(1 if plies % 2 else -1, plies)

    def counts(self) -> tuple[int, int, int, int]:
        """Return the statistics of the positions.

        Returns:
            The numbers of won, drawn and lost positions, and the longest win or loss in plies.
        """
        drawn = int((self._plies == _OPEN).sum())
        won = int((self._plies % 2 == 1).sum()) - drawn
        return won, drawn, len(self._plies) - won - drawn, int(self._plies.max())
