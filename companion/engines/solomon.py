"""What a position of Solomon is worth to alpha-beta."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engines.alphabeta import Lead
from companion.engines.distances import all_steps
from companion.games.solomon import Move, Solomon
from companion.geometry import Point, points_of

_MAN, _KING = 100, 190
_AT_HOME = 4  # for each row that a man has not come: men at home guard the palace
_CLOSE = 6  # for each step that the stronger side's kings are nearer to their prey
_FEW = 6  # pieces from which on kings hunt


def solomon_lead(game: Solomon) -> Lead:
    """Men and kings, the men that stayed at home, and how close kings are to what they hunt."""
    board = game.board
    steps = all_steps(board)
    near = {(origin, to) for origin in range(board.size) for to in board.neighbours(Point(origin))}
    rows = sorted({y for _, y in board.xy})
    come = [rows.index(board.xy[point][1]) for point in range(board.size)]
    known: tuple[dict[int, int], dict[int, int]] = ({}, {})

    def men(position: int, seat: int) -> int:
        held = game.men(position, seat)
        found = known[seat].get(held)
        if found is None:
            last = len(rows) - 1
            found = sum(
                _MAN + _AT_HOME * (come[p] if seat else last - come[p]) for p in points_of(held)
            )
            known[seat][held] = found
        return found

    def of(position: int) -> int:
        white, black = game.kings(position, 0), game.kings(position, 1)
        lead = men(position, 0) - men(position, 1)
        lead += _KING * (white.bit_count() - black.bit_count())
        if (white or black) and game.occupancy(position).bit_count() <= _FEW:
            if lead > 0:
                prey = game.men(position, 1) | black
                lead -= _CLOSE * sum(steps[k][p] for k in points_of(white) for p in points_of(prey))
            elif lead < 0:
                prey = game.men(position, 0) | white
                lead += _CLOSE * sum(steps[k][p] for k in points_of(black) for p in points_of(prey))
        return lead

    def captures(_: int, moves: Sequence[Move]) -> bool:
        path = moves[0][1]
        return (path[0], path[1]) not in near

    return Lead(of, captures, pace=2.5)
