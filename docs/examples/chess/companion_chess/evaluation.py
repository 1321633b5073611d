"""The value of a position, in hundredths of a pawn.

It counts material, the places of the pieces, and what the side to move can win at once. The tables
are formulas of few terms, made for this package: a piece is worth more the nearer it is to the
middle, a pawn the further it has advanced, a king the safer it is while there are queens.
"""

from __future__ import annotations

from typing import Final

from companion.opponents import Evaluation, Knowledge
from companion.rules.geometry import points_of
from companion_chess import rules
from companion_chess.rules import (
    BISHOP,
    BOARD,
    KINDS,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    Move,
    Position,
)

VALUES: Final = (0, 100, 310, 325, 500, 950, 10_000)
"""What each kind is worth; the king's value only orders captures."""

_ENDGAME = 2 * (500 + 310)  # both sides' pieces, without pawns, in an endgame
_PAIR = 30  # two bishops
_PASSED = (0, 5, 10, 25, 45, 80, 130, 0)  # by rank


def _worth(kind: int, x: float, y: float, endgame: bool) -> int:
    """What a piece of White is worth on a square, beyond its kind. x, y: from 0 to 7."""
    middle = 3.5 - max(abs(x - 3.5), abs(y - 3.5))  # 0 on the edge, 3 in the middle
    centre = 7 - abs(x - 3.5) - abs(y - 3.5)  # 0 in a corner, 6 in the middle
    if kind == PAWN:
        if endgame:
            return round(8 * (y - 1))
        centre_file = 3.5 - abs(x - 3.5)
        return round(2 * (y - 1) + (centre_file * (y - 1) * 2.2 if y < 5 else 12))
    if kind == KNIGHT:
        return round(9 * centre - 34 - 8 * (y == 0))
    if kind == BISHOP:
        return round(4 * centre - 14 - 8 * (y == 0))
    if kind == ROOK:
        return 22 if y == 6 else round(2 * (3.5 - abs(x - 3.5)))
    if kind == QUEEN:
        return round(2 * middle)
    if endgame:
        return round(8 * centre - 24)
    return round(-16 * y - 14 * min(2, middle) + (18 if y == 0 and x in (1, 2, 6) else 0))


def _table(kind: int, seat: int, endgame: bool) -> tuple[int, ...]:
    """What a piece is worth on every square. The king has no price."""
    price = 0 if kind == KING else VALUES[kind]
    return tuple(
        price + _worth(kind, x, y if seat == WHITE else 7 - y, endgame) for x, y in BOARD.xy
    )


_TABLES: Final = tuple(
    tuple(tuple(_table(kind, seat, endgame) for kind in KINDS) for seat in (0, 1))
    for endgame in (False, True)
)
_AHEAD = tuple(
    tuple(
        sum(
            1 << p
            for p, (px, py) in enumerate(BOARD.xy)
            if abs(px - x) <= 1 and (py > y if seat == WHITE else py < y)
        )
        for x, y in BOARD.xy
    )
    for seat in (0, 1)
)  # where an enemy pawn stops one of this side from being passed


def lead(position: Position) -> int:
    """By how many hundredths of a pawn White leads."""
    heavy = sum(
        VALUES[kind] * position[kind + 1].bit_count() for kind in (KNIGHT, BISHOP, ROOK, QUEEN)
    )
    endgame = heavy <= _ENDGAME
    total = 0
    for seat, sign in ((0, 1), (1, -1)):
        own, tables = position[seat], _TABLES[endgame][seat]
        score = 0
        for kind in KINDS:
            table = tables[kind - 1]
            for square in points_of(position[kind + 1] & own):
                score += table[square]
        if (position.bishops & own).bit_count() > 1:
            score += _PAIR
        theirs = position.pawns & position[1 - seat]
        for square in points_of(position.pawns & own):
            if not theirs & _AHEAD[seat][square]:
                rank = 7 - square // 8
                score += _PASSED[rank if seat == WHITE else 7 - rank]
        total += sign * score
    if endgame and not position.pawns:
        total += _driven(position, total)
    won = _won_at_once(position)
    return total + (won if position.seat == WHITE else -won)


class ChessKnowledge(Knowledge[Position, Move]):
    """How the computer plays chess: by alpha-beta, with this evaluation."""

    name = "chess"

    def evaluation(self, position: Position) -> Evaluation:
        return Evaluation(lead, pace=0.5)


def _driven(position: Position, total: int) -> int:
    """Without pawns, the stronger side wins by driving the other king to the edge."""
    if abs(total) < VALUES[ROOK] - 100:
        return 0
    strong = 0 if total > 0 else 1
    (ax, ay), (bx, by) = (BOARD.xy[rules.king(position, seat)] for seat in (strong, 1 - strong))
    edge = abs(bx - 3.5) + abs(by - 3.5)
    apart = abs(ax - bx) + abs(ay - by)
    return round((1 if total > 0 else -1) * (10 * edge - 4 * apart))


def _won_at_once(position: Position) -> int:
    """What the side to move wins with its best capture, if every capture is answered by one."""
    seat = position.seat
    occupied = position.white | position.black
    best = 0
    for kind in (QUEEN, ROOK, BISHOP, KNIGHT, PAWN):
        if VALUES[kind] <= best:
            break
        for square in points_of(position[kind + 1] & position[1 - seat]):
            takers = rules.attackers(position, square, seat, occupied)
            if not takers:
                continue
            cheapest = next(one for one in KINDS if position[one + 1] & takers)
            gain = VALUES[kind]
            if rules.attackers(position, square, 1 - seat, occupied):
                gain -= VALUES[cheapest]
            best = max(best, gain)
    return best
