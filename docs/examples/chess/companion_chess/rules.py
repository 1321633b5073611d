"""The rules of chess, on bits.

A set of squares is an int: bit 0 is a8, bit 7 is h8, bit 63 is h1, as the points of an 8 × 8 grid
are numbered. Chess 960 needs no rule of its own: a right to castle is the square of its rook.

Only legal moves are generated. Pieces that are pinned stay on the line to their king; a check is
answered on the line to the piece that gives it; en passant and castling are tried on the board.

The numbers of the rules in the comments are those of chess.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from companion.rules.geometry import Occupancy, Point, bits, grid, points_of

BOARD = grid(8, diagonal=True)
NONE: Final = -1
"""No square."""

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
KINDS: Final = (PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING)
PROMOTIONS: Final = (QUEEN, KNIGHT, ROOK, BISHOP)
"""What a pawn becomes, the likeliest kind first."""

WHITE, BLACK = 0, 1


class Position(NamedTuple):
    """A position, with what the rules have to know of the moves before it.

    white, black: the squares of each side; pawns … kings: those of each kind.
    seat:     the side to move.
    castling: the squares of the rooks that may still castle.
    passant:  the square where a pawn can be taken en passant by a legal move; else NONE.
    quiet:    how many moves of either side have passed since a capture or a pawn's move.
    """

    white: int
    black: int
    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    kings: int
    seat: int
    castling: int
    passant: int
    quiet: int

    @classmethod
    def of(
        cls,
        sides: Sequence[int],
        kinds: Sequence[int],
        seat: int,
        castling: int = 0,
        passant: int = NONE,
        quiet: int = 0,
    ) -> Position:
        """The position with these squares of both sides, and of each kind by its number."""
        white, black = sides
        _, pawns, knights, bishops, rooks, queens, kings = kinds
        return cls(
            white,
            black,
            pawns,
            knights,
            bishops,
            rooks,
            queens,
            kings,
            seat,
            castling,
            passant,
            quiet,
        )

    def kind_at(self, square: int) -> int:
        """What stands on a square: a kind, or 0."""
        bit = 1 << square
        for kind in KINDS:
            if self[kind + 1] & bit:
                return kind
        return 0


class Move(NamedTuple):
    """One move; castling goes from the king's square to that of its rook.

    A move is only ever compared with the others of its position.

    Attributes:
        origin: The square that the move leaves.
        to: The square that it goes to.
        promotion: The kind that a pawn becomes, or 0.
    """

    origin: Point
    to: Point
    promotion: int = 0


class _Line(dict[int, int]):
    """What a slider attacks along one line, by the pieces on that line; filled when asked."""

    def __init__(self, rays: list[tuple[Point, ...]]) -> None:
        super().__init__()
        self._rays = rays

    def __missing__(self, occupied: int) -> int:
        found = 0
        for ray in self._rays:
            for square in ray:
                found |= 1 << square
                if occupied >> square & 1:
                    break
        self[occupied] = found
        return found


def _line(square: int, angles: tuple[int, int]) -> tuple[int, _Line]:
    rays = [BOARD.rays[square][angle] for angle in angles if angle in BOARD.rays[square]]
    return bits(p for ray in rays for p in ray), _Line(rays)


_SQUARES = range(64)
_FILES, _RANKS, _RISING, _FALLING = (
    tuple(_line(square, angles) for square in _SQUARES)
    for angles in ((90, 270), (0, 180), (45, 225), (135, 315))
)


def _leaps(square: int, jumps: tuple[tuple[int, int], ...]) -> int:
    x, y = BOARD.xy[square]
    at = {xy: p for p, xy in enumerate(BOARD.xy)}
    return bits(Point(at[x + dx, y + dy]) for dx, dy in jumps if (x + dx, y + dy) in at)


_ROUND = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
_BENT = tuple((dx, dy) for dx in (-2, -1, 1, 2) for dy in (-2, -1, 1, 2) if abs(dx * dy) == 2)
_KING = tuple(_leaps(square, _ROUND) for square in _SQUARES)
_KNIGHT = tuple(_leaps(square, _BENT) for square in _SQUARES)
_PAWN = tuple(
    tuple(_leaps(square, ((-1, up), (1, up))) for square in _SQUARES) for up in (1, -1)
)  # what a pawn attacks, by its side

RANK: Final = tuple(bits(p for p in BOARD.index.values() if BOARD.xy[p][1] == y) for y in range(8))
"""The squares of each rank, the first one first."""
_LAST = RANK[0] | RANK[7]
_FORWARD = (-8, 8)
_DOUBLE = (RANK[3], RANK[4])  # where a pawn comes to after two squares
_DARK = bits(p for p in BOARD.index.values() if sum(BOARD.xy[p]) % 2 == 0)

_BETWEEN = [[0] * 64 for _ in _SQUARES]
_THROUGH = [[0] * 64 for _ in _SQUARES]  # the whole line through two squares
for _a in _SQUARES:
    for _angle, _ray in BOARD.rays[_a].items():
        _whole = 1 << _a | bits(_ray) | bits(BOARD.rays[_a].get((_angle + 180) % 360, ()))
        for _i, _b in enumerate(_ray):
            _BETWEEN[_a][_b] = bits(_ray[:_i])
            _THROUGH[_a][_b] = _whole


def _straight(square: int, occupied: int) -> int:
    (a, along), (b, across) = _FILES[square], _RANKS[square]
    return along[occupied & a] | across[occupied & b]


def _diagonal(square: int, occupied: int) -> int:
    (a, up), (b, down) = _RISING[square], _FALLING[square]
    return up[occupied & a] | down[occupied & b]


def attackers(position: Position, square: int, side: int, occupied: int) -> int:
    """The pieces of a side that attack a square, if these squares are occupied."""
    return position[side] & (
        _PAWN[1 - side][square] & position.pawns
        | _KNIGHT[square] & position.knights
        | _KING[square] & position.kings
        | _straight(square, occupied) & (position.rooks | position.queens)
        | _diagonal(square, occupied) & (position.bishops | position.queens)
    )


def king(position: Position, side: int) -> int:
    """The square of a side's king."""
    return (position.kings & position[side]).bit_length() - 1


def in_check(position: Position, side: int) -> bool:
    """Whether the king of a side is attacked."""
    occupied = position.white | position.black
    return bool(attackers(position, king(position, side), 1 - side, occupied))


@lru_cache(maxsize=4096)
def legal_moves(position: Position) -> tuple[Move, ...]:
    """The moves that leave the own king unattacked, whether or not the game is over by a draw."""
    seat = position.seat
    own, other = position[seat], position[1 - seat]
    occupied = own | other
    home = king(position, seat)
    found: list[Move] = []
    checkers = attackers(position, home, 1 - seat, occupied)
    found += [
        Move(Point(home), to)
        for to in points_of(_KING[home] & ~own)
        if not attackers(position, to, 1 - seat, occupied & ~(1 << home))
    ]
    goals = ~own
    if checkers:
        if checkers & (checkers - 1):
            return tuple(found)  # Two pieces give check: only the king can move.
        goals &= checkers | _BETWEEN[home][checkers.bit_length() - 1]
    pinned = _pinned(position, home, own, other)
    for piece in points_of(own & ~(position.kings | position.pawns)):
        bit = 1 << piece
        if position.knights & bit:
            to_all = _KNIGHT[piece]
        else:
            to_all = 0
            if bit & (position.rooks | position.queens):
                to_all |= _straight(piece, occupied)
            if bit & (position.bishops | position.queens):
                to_all |= _diagonal(piece, occupied)
        to_all &= goals
        if pinned & bit:
            to_all &= _THROUGH[home][piece]
        found += [Move(piece, to) for to in points_of(to_all)]
    for piece in points_of(own & position.pawns):
        _pawn_moves(position, piece, occupied, goals, home if pinned >> piece & 1 else NONE, found)
    if position.passant != NONE:
        found += _passant_moves(position)
    if not checkers and position.castling & own:
        found += _castlings(position, home, own, other)
    return tuple(found)


def _pinned(position: Position, home: int, own: int, other: int) -> int:
    """The own pieces that alone stand between their king and a slider."""
    snipers = other & (
        _straight(home, other) & (position.rooks | position.queens)
        | _diagonal(home, other) & (position.bishops | position.queens)
    )
    found = 0
    for sniper in points_of(snipers):
        shield = _BETWEEN[home][sniper] & own
        if not shield & (shield - 1):
            found |= shield
    return found


def _pawn_moves(
    position: Position, piece: Point, occupied: int, goals: int, pin: int, found: list[Move]
) -> None:
    """Rules 8 to 10, without en passant. pin: the king that this pawn shields, or NONE."""
    seat = position.seat
    to_all = _PAWN[seat][piece] & position[1 - seat]
    step = 1 << piece + _FORWARD[seat] & ~occupied
    to_all |= step
    if step:
        double = (step >> 8 if seat == WHITE else step << 8) & ~occupied & _DOUBLE[seat]
        to_all |= double
    to_all &= goals
    if pin != NONE:
        to_all &= _THROUGH[pin][piece]
    for to in points_of(to_all):
        if _LAST >> to & 1:
            found += [Move(piece, to, kind) for kind in PROMOTIONS]
        else:
            found.append(Move(piece, to))


def _passant_moves(position: Position) -> list[Move]:
    """Rule 9: the pawns that can take the one that has just passed `position.passant`."""
    seat, to = position.seat, position.passant
    own, other = position[seat], position[1 - seat]
    taken = 1 << to - _FORWARD[seat]
    home = king(position, seat)
    found = []
    for piece in points_of(_PAWN[1 - seat][to] & own & position.pawns):
        occupied = (own | other) & ~(1 << piece) & ~taken | 1 << to
        if not attackers(position, home, 1 - seat, occupied) & ~taken:
            found.append(Move(piece, Point(to)))
    return found


def castled(seat: int, rook_side: int) -> tuple[Point, Point]:
    """Where king and rook stand after castling. rook_side: negative for the queen's side."""
    row = 56 if seat == WHITE else 0
    return (Point(row + 2), Point(row + 3)) if rook_side < 0 else (Point(row + 6), Point(row + 5))


def _castlings(position: Position, home: int, own: int, other: int) -> list[Move]:
    """Rule 6. The king is not in check."""
    seat = position.seat
    found = []
    for rook in points_of(position.castling & own):
        to, rook_to = castled(seat, rook - home)
        others = (own | other) & ~(1 << home) & ~(1 << rook)
        walk = _BETWEEN[home][to]
        if others & (walk | 1 << to | _BETWEEN[rook][rook_to] | 1 << rook_to):
            continue
        # The rook may have shielded its king.
        after = others | 1 << rook_to
        if attackers(position, to, 1 - seat, after):
            continue
        if any(attackers(position, p, 1 - seat, others | 1 << rook) for p in points_of(walk)):
            continue
        found.append(Move(Point(home), rook))
    return found


def reaches(position: Position, origin: int, to: int) -> bool:
    """Whether a piece of the side to move could go to a square if no king were ever in check."""
    seat, kind = position.seat, position.kind_at(origin)
    whole = position.white | position.black
    if position[seat] >> to & 1:
        return False
    match kind:
        case 1:  # a pawn
            found: list[Move] = []
            _pawn_moves(position, Point(origin), whole, ~position[seat], NONE, found)
            return any(move.to == to for move in found)
        case 2:
            reached = _KNIGHT[origin]
        case 6:
            reached = _KING[origin]
        case _:
            reached = _straight(origin, whole) if kind in (ROOK, QUEEN) else 0
            reached |= _diagonal(origin, whole) if kind in (BISHOP, QUEEN) else 0
    return bool(reached >> to & 1)


def is_castling(position: Position, move: Move) -> bool:
    """Whether a legal move castles."""
    return bool(position[position.seat] >> move.to & 1)


def taken_square(position: Position, move: Move) -> int:
    """The square of the piece that a legal move takes, or NONE."""
    if position[1 - position.seat] >> move.to & 1:
        return move.to
    if move.to == position.passant and position.pawns >> move.origin & 1:
        return move.to - _FORWARD[position.seat]
    return NONE


def after(position: Position, move: Move) -> Position:
    """The position after a legal move."""
    seat = position.seat
    origin, to, promotion = move
    sides = [position.white, position.black]
    kinds = [0, *position[2:8]]
    kind = position.kind_at(origin)
    start, goal = 1 << origin, 1 << to
    castling, quiet = position.castling, position.quiet + 1
    passant = NONE
    if sides[seat] & goal:
        to, rook_to = castled(seat, to - origin)
        sides[seat] = sides[seat] & ~(start | goal) | 1 << to | 1 << rook_to
        kinds[KING] = kinds[KING] & ~start | 1 << to
        kinds[ROOK] = kinds[ROOK] & ~goal | 1 << rook_to
        castling &= ~home_rank(seat)
    else:
        square = taken_square(position, move)
        if square != NONE:
            gone = ~(1 << square)
            sides[1 - seat] &= gone
            kinds[position.kind_at(square)] &= gone
            castling &= gone
            quiet = 0
        sides[seat] = sides[seat] & ~start | goal
        kinds[kind] = kinds[kind] & ~start
        kinds[promotion or kind] |= goal
        castling &= ~start
        if kind == KING:
            castling &= ~home_rank(seat)
        elif kind == PAWN:
            quiet = 0
            if abs(to - origin) == 16:
                passant = (origin + to) // 2
    made = Position.of(sides, kinds, 1 - seat, castling, passant, quiet)
    # Positions are equal only if en passant is possible in both, so it is kept only where it is.
    return made if passant == NONE else with_passant(made)


def with_passant(position: Position) -> Position:
    """The position without its square for en passant, unless a legal move uses it."""
    return position if _passant_moves(position) else position._replace(passant=NONE)


def home_rank(seat: int) -> int:
    """The first rank of a side."""
    return RANK[0] if seat == WHITE else RANK[7]


def occupied(position: Position) -> Occupancy:
    """The squares that hold a piece."""
    return Occupancy(position.white | position.black)


def dead(position: Position) -> bool:
    """Return whether there is too little material for any mate (rule 14).

    That is: bare kings; one knight or bishop; or bishops alone, all on squares of one colour.
    """
    if position.pawns or position.rooks or position.queens:
        return False
    light = position.knights | position.bishops
    if not light & (light - 1):
        return True
    bishops = position.bishops
    return not position.knights and not (bishops & _DARK and bishops & ~_DARK)


def recurrence(position: Position) -> Position:
    """What has to be the same for a position to occur again: all but its counter."""
    return position._replace(quiet=0)


def back_row(number: int) -> tuple[int, ...]:
    """The kinds on the first rank of a start position of Chess 960, by its number from 0 to 959."""
    row = [0] * 8
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    row[2 * light + 1] = row[2 * dark] = BISHOP
    knights, queen = divmod(rest, 6)
    vacant = [x for x in range(8) if not row[x]]
    row[vacant.pop(queen)] = QUEEN
    pairs = [(a, b) for a in range(5) for b in range(a + 1, 5)]
    for x in pairs[knights]:
        row[vacant[x]] = KNIGHT
    for x, kind in zip((x for x in range(8) if not row[x]), (ROOK, KING, ROOK), strict=True):
        row[x] = kind
    return tuple(row)


def start(number: int = 518) -> Position:
    """The start of a game; 518 is the usual one."""
    sides = (RANK[0] | RANK[1], RANK[6] | RANK[7])
    kinds = [0] * 7
    kinds[PAWN] = RANK[1] | RANK[6]
    for x, kind in enumerate(back_row(number)):
        kinds[kind] |= 1 << x | 1 << 56 + x
    return Position.of(sides, kinds, WHITE, kinds[ROOK])
