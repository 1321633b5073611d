"""Positions as FEN, and moves as SAN, both ways.

FEN also has the number of the move, which no rule needs, so a position does not know it. The text
of a position leaves it out, and writes every vacant square as a dot, because the page edits
positions square by square.
"""

from __future__ import annotations

import re
from typing import Final

from companion.base.text import Text
from companion.rules import IllegalMove, InvalidMove, InvalidPosition, placement
from companion.rules.geometry import points_of
from companion.rules.reasons import listed
from companion_chess import rules
from companion_chess.rules import (
    BISHOP,
    BLACK,
    BOARD,
    KNIGHT,
    NONE,
    PAWN,
    QUEEN,
    RANK,
    ROOK,
    WHITE,
    Move,
    Position,
)

FIELDS: Final = (
    Text("placement"),
    Text("player to move"),
    Text("castling"),
    Text("en passant"),
    Text("moves without a capture or a pawn's move"),
)
"""What the parts of a position's text are called."""

SIDES: Final = (Text("White"), Text("Black"))
_TURNS = ("w", "b")
_LETTERS = ".PNBRQK"
_USUAL = {KNIGHT: 2, BISHOP: 2, ROOK: 2, QUEEN: 1}
_NUMBER = Text("number of the move")
_COUNTERS = ("0", "1")  # what they are if they are left out, as in some collections
_LEAST_FIELDS = 4  # of a FEN without its counters
_MOST = (150, 9999)
_CASTLES = re.compile(r"[O0]-?[O0](-?[O0])?")
_SAN = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)[-x]?([a-h][1-8])(?:=?([QRBN]))?")
_COORDINATES = re.compile(r"([a-h][1-8])[-x]?([a-h][1-8])=?([qrbnQRBN]?)")
_COUNTED = re.compile(r"0|[1-9][0-9]{0,4}", re.ASCII)
_MARKS = re.compile(r"(e\.p\.)?[+#!?]*$")


def cells(position: Position) -> list[str]:
    """The text of each square: a capital letter for White's pieces, a dot for none."""
    found = ["."] * BOARD.size
    for kind in rules.KINDS:
        for point in points_of(position[kind + 1]):
            letter = _LETTERS[kind]
            found[point] = letter if position.white >> point & 1 else letter.lower()
    return found


def placed(position: Position) -> str:
    """The text of a position."""
    return f"{placement.write(BOARD, cells(position))} {_rest(position)}"


def fen(position: Position, number: int = 1) -> str:
    """Return the position as FEN.

    Castling is written as in X-FEN, which is the usual way unless another rook is further out than
    the one that may castle.

    Args:
        position: The position to write.
        number: The number of the move, from 1.
    """
    rows = placement.write(BOARD, cells(position))
    return f"{re.sub(r'[.]+', lambda dots: str(len(dots[0])), rows)} {_rest(position)} {number}"


def _rest(position: Position) -> str:
    square = "-" if position.passant == NONE else BOARD.names[position.passant]
    turn = _TURNS[position.seat]
    return f"{turn} {_castling(position)} {square} {position.quiet}"


def _castling(position: Position) -> str:
    found = ""
    for seat in (WHITE, BLACK):
        own, home = position[seat], rules.king(position, seat)
        rooks = list(points_of(position.rooks & own & rules.home_rank(seat)))
        for right in (True, False):
            side = [p for p in rooks if (p > home) == right]
            outer = max(side, default=NONE) if right else min(side, default=NONE)
            for rook in side:
                if position.castling >> rook & 1:
                    letter = "kq"[not right] if rook == outer else BOARD.names[rook][0]
                    found += letter if seat == BLACK else letter.upper()
    return found or "-"


def parse_fen(text: str) -> tuple[Position, int]:
    """Return the position and the number of the move that a FEN describes.

    Args:
        text: The FEN; the two counters at its end may be left out. Some programs number the first
            move 0.

    Raises:
        InvalidPosition: If it does not describe a position, or one that no game reaches.
    """
    parts = text.split(" ")
    if len(parts) >= _LEAST_FIELDS:
        parts += _COUNTERS[len(parts) - _LEAST_FIELDS :]
    *placing, number = placement.fields(" ".join(parts), (*FIELDS, _NUMBER))
    number = _COUNTERS[1] if number == "0" else number
    return _read(placing), _read_counter(number, _NUMBER, 1, _MOST[1])


def parse_placed(text: str) -> Position:
    """Return the position that `placed` wrote, or that a FEN describes.

    Raises:
        InvalidPosition: If it does not describe a position, or one that no game reaches.
    """
    rows, *others = text.split(" ")
    # Our own text has dots, and each of its fields once.
    if "." not in rows and len(others) in (_LEAST_FIELDS - 1, len(FIELDS)):
        return parse_fen(text)[0]
    return _read(placement.fields(text, FIELDS))


def _read(fields: list[str]) -> Position:
    rows, turn, castling, passant, quiet = fields
    placement.one_of(turn, FIELDS[1], _TURNS)
    dotted = re.sub(r"[1-8]", lambda digit: "." * int(digit[0]), rows)
    known = set(_LETTERS + _LETTERS.lower())
    found = placement.read(BOARD, dotted, known.__contains__)
    kinds = [0] * 7
    sides = [0, 0]
    for point, cell in enumerate(found):
        if cell != ".":
            kinds[_LETTERS.index(cell.upper())] |= 1 << point
            sides[cell.islower()] |= 1 << point
    seat = _TURNS.index(turn)
    bare = Position.of(sides, kinds, seat)
    _check_pieces(bare)
    position = bare._replace(
        castling=_read_castling(bare, castling),
        quiet=_read_counter(quiet, FIELDS[4], 0, _MOST[0]),
    )
    _check_kings(position)
    return _read_passant(position, passant)


def _check_pieces(position: Position) -> None:
    for seat, side in enumerate(SIDES):
        own = position[seat]
        kings = (position.kings & own).bit_count()
        if kings != 1:
            raise InvalidPosition(
                Text("{side} has {number} kings instead of one", side=side, number=kings)
            )
        pawns = (position.pawns & own).bit_count()
        # Every piece beyond those of the start was a pawn.
        made = sum(
            max(0, (position[kind + 1] & own).bit_count() - usual) for kind, usual in _USUAL.items()
        )
        if pawns + made > 8:
            raise InvalidPosition(
                Text(
                    "{side} has {pawns} pawns and {made} pieces that must have been pawns; "
                    "together there are eight",
                    side=side,
                    pawns=pawns,
                    made=made,
                )
            )
    for point in points_of(position.pawns & (RANK[0] | RANK[7])):
        raise InvalidPosition(
            Text("square {point} shows a pawn on a last rank", point=BOARD.names[point])
        )


def _check_kings(position: Position) -> None:
    seat = position.seat
    if rules.in_check(position, 1 - seat):
        raise InvalidPosition(
            Text(
                "{other} is in check, but {side} is to move: the king could be taken",
                other=SIDES[1 - seat],
                side=SIDES[seat],
            )
        )
    home, occupied = rules.king(position, seat), position.white | position.black
    checkers = rules.attackers(position, home, 1 - seat, occupied)
    if checkers.bit_count() > 2:
        raise InvalidPosition(
            Text(
                "{side} is in check from {number} pieces; no move gives check with more than two",
                side=SIDES[seat],
                number=checkers.bit_count(),
            )
        )


def _read_castling(position: Position, text: str) -> int:
    rights = 0
    for letter in "" if text == "-" else text or "?":
        seat = BLACK if letter.islower() else WHITE
        home, rank = rules.king(position, seat), rules.home_rank(seat)
        rooks = list(points_of(position.rooks & position[seat] & rank))
        match letter.lower():
            case "k":
                side = [p for p in rooks if p > home][-1:]
            case "q":
                side = [p for p in rooks if p < home][:1]
            case file:
                side = [p for p in rooks if BOARD.names[p][0] == file]
        if not side or not rank >> home & 1 or rights >> side[0] & 1:
            raise InvalidPosition(
                Text(
                    "castling is {text!r}: {letter!r} does not name a king and a rook on their "
                    "first rank, once each; write '-' for no castling",
                    text=text,
                    letter=letter,
                )
            )
        rights |= 1 << side[0]
    for seat, side_name in enumerate(SIDES):
        home = rules.king(position, seat)
        mine = [p > home for p in points_of(rights & position[seat])]
        if len(mine) > len(set(mine)):
            raise InvalidPosition(
                Text(
                    "castling is {text!r}: {side} has two rooks for one side",
                    text=text,
                    side=side_name,
                )
            )
    return rights


def _read_counter(text: str, name: Text, least: int, most: int) -> int:
    if not (_COUNTED.fullmatch(text) and least <= int(text) <= most):
        raise InvalidPosition(
            Text(
                "{field} is {text!r} instead of a number from {least} to {most}",
                field=name,
                text=text,
                least=least,
                most=most,
            )
        )
    return int(text)


def _read_passant(position: Position, text: str) -> Position:
    if text == "-":
        return position
    square = BOARD.index.get(text, NONE)
    seat = position.seat
    if square != NONE and RANK[5 if seat == WHITE else 2] >> square & 1:
        forward = -8 if seat == WHITE else 8
        pawn, origin = square - forward, square + forward
        vacant = 1 << square | 1 << origin
        if (
            position.pawns & position[1 - seat] & 1 << pawn
            and not (position.white | position.black) & vacant
        ):
            return rules.with_passant(position._replace(passant=square))
    raise InvalidPosition(
        Text(
            "en passant is {text!r}, which is no square that a pawn of {side} has just passed; "
            "write '-' for none",
            text=text,
            side=SIDES[1 - seat],
        )
    )


# Moves


def san(position: Position, move: Move) -> str:
    """A legal move as SAN."""
    made = rules.after(position, move)
    text = _bare_san(position, move)
    if rules.in_check(made, made.seat):
        text += "+" if rules.legal_moves(made) else "#"
    return text


def _bare_san(position: Position, move: Move) -> str:
    names = BOARD.names
    if rules.is_castling(position, move):
        return "O-O" if move.to > move.origin else "O-O-O"
    kind = position.kind_at(move.origin)
    takes = rules.taken_square(position, move) != NONE
    goal = names[move.to]
    if kind == PAWN:
        text = f"{names[move.origin][0]}x{goal}" if takes else goal
        return f"{text}={_LETTERS[move.promotion]}" if move.promotion else text
    rivals = [
        names[other.origin]
        for other in rules.legal_moves(position)
        if other.to == move.to
        and other.origin != move.origin
        and position[kind + 1] >> other.origin & 1
        and not rules.is_castling(position, other)
    ]
    name = names[move.origin]
    told = ""
    if rivals:
        if all(rival[0] != name[0] for rival in rivals):
            told = name[0]
        elif all(rival[1] != name[1] for rival in rivals):
            told = name[1]
        else:
            told = name
    return f"{_LETTERS[kind]}{told}{'x' if takes else ''}{goal}"


def readable(text: str) -> bool:
    """Whether a text has the form of a move: SAN, or the squares as in `e2e4` or `e7-e8=Q`."""
    bare = _MARKS.sub("", text)
    return any(form.fullmatch(bare) for form in (_CASTLES, _SAN, _COORDINATES))


def parse_move(position: Position, text: str) -> Move:
    """Return the legal move that a text describes.

    Args:
        position: The position before the move.
        text: SAN, with or without its marks, or the squares.

    Raises:
        InvalidMove: If the text cannot be read.
        IllegalMove: If it describes no legal move, or several.
    """
    bare = _MARKS.sub("", text)
    moves = rules.legal_moves(position)
    if _CASTLES.fullmatch(bare):
        long = len(bare.replace("-", "")) == 3
        found = [
            move
            for move in moves
            if rules.is_castling(position, move) and (move.to < move.origin) == long
        ]
    elif squares := _COORDINATES.fullmatch(bare):
        found = _by_squares(position, moves, squares)
    elif parts := _SAN.fullmatch(bare):
        found = _by_parts(position, moves, parts)
    else:
        raise InvalidMove(
            Text("{move!r} is not a move of {game} in any position", move=text, game=Text("Chess"))
        )
    if len(found) == 1:
        return found[0]
    if found:
        raise IllegalMove(
            Text(
                "move {move!r} in {position!r} may be {moves}",
                move=text,
                position=fen(position),
                moves=listed([san(position, move) for move in found], "or"),
            )
        )
    raise IllegalMove(
        Text("move {move!r} is not legal in {position!r}", move=text, position=fen(position))
    )


def _by_squares(position: Position, moves: tuple[Move, ...], squares: re.Match[str]) -> list[Move]:
    origin, to = BOARD.index[squares[1]], BOARD.index[squares[2]]
    kind = "PNBRQK".find(squares[3].upper()) + 1 if squares[3] else 0
    found = [move for move in moves if move == (origin, to, kind)]
    if found or kind:
        return found
    if not any(move[:2] == (origin, to) for move in moves):
        return [
            move
            for move in moves
            if move.origin == origin
            and rules.is_castling(position, move)
            and rules.castled(position.seat, move.to - origin)[0] == to
        ]
    return [move for move in moves if move[:2] == (origin, to)]


def _by_parts(position: Position, moves: tuple[Move, ...], parts: re.Match[str]) -> list[Move]:
    letter, file, rank, goal, becomes = parts.groups()
    kind = _LETTERS.index(letter) if letter else PAWN
    promotion = _LETTERS.index(becomes) if becomes else 0
    found = []
    for move in moves:
        start = BOARD.names[move.origin]
        if (
            BOARD.names[move.to] == goal
            and position[kind + 1] >> move.origin & 1
            and file in ("", start[0])
            and rank in ("", start[1])
            and (not promotion or move.promotion == promotion)
            and not rules.is_castling(position, move)
        ):
            found.append(move)
    return found
