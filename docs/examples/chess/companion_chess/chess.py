"""Chess, and Chess 960: the game as the companion knows it.

`rules.py` has the rules, `notation.py` positions and moves as text. The numbers of the rules in the
comments are those of chess.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.base.text import Text
from companion.rules import (
    DRAW,
    NOBODY,
    ONGOING,
    Action,
    Area,
    Colour,
    Game,
    Look,
    Notation,
    Option,
    Outcome,
    Piece,
    Seat,
    Stack,
    Step,
    win,
)
from companion.rules.geometry import Occupancy, Point
from companion.rules.option import choice
from companion_chess import notation, rules
from companion_chess.drawings import DRAWINGS
from companion_chess.rules import BOARD, KING, NONE, ROOK, Move, Position
from companion_chess.uci import UCI, UCI_960

USUAL: Final = 518
"""The number of the usual start position among those of Chess 960."""

_KINDS = (
    Text("pawn"),
    Text("knight"),
    Text("bishop"),
    Text("rook"),
    Text("queen"),
    Text("king"),
)
_PIECES = {
    letter: Piece(Seat(seat), word, letter, Look(letters=capital, drawing=DRAWINGS[capital]))
    for seat in (0, 1)
    for capital, word in zip("PNBRQK", _KINDS, strict=True)
    for letter in (capital.lower() if seat else capital,)
}
_LIMITS = {"three": (3, 100), "five": (5, 150)}  # occurrences; moves of either side


class Chess(Game[Position, Move]):
    """Two players, six kinds of pieces."""

    name = "chess"
    title = Text("Chess")
    summary = Text("Attack the enemy king so that no move can save it.")
    position_fields = notation.FIELDS
    options = (
        Option(
            "start",
            Text("the number of the start position in Chess 960; 518 is the usual one"),
            lambda _: [str(number) for number in range(960)],
            lambda _: str(USUAL),
        ),
        choice(
            "draws",
            Text("when a game is drawn by itself"),
            "three",
            "five",
            three=Text("the third time, or after 50 moves"),
            five=Text("the fifth time, or after 75 moves"),
        ),
    )
    board = BOARD
    pieces: tuple[Piece, ...] = tuple(_PIECES.values())
    seats: tuple[Text, ...] = notation.SIDES
    colours: tuple[Colour, ...] = ("white", "black")
    areas: tuple[Area, ...] = (
        Area("dark", tuple(Point(p) for p, (x, y) in enumerate(BOARD.xy) if (x + y) % 2 == 0)),
    )

    def setup(self) -> None:
        self.repetitions, self._quiet = _LIMITS[self.chosen["draws"]]  # Rules 12 and 13

    def start(self) -> Position:
        return rules.start(int(self.chosen["start"]))

    def to_act(self, position: Position) -> Seat:
        return Seat(position.seat) if self.moves(position) else NOBODY

    def moves(self, position: Position) -> Sequence[Move]:
        if rules.dead(position) or position.quiet >= self._quiet:
            return ()
        return rules.legal_moves(position)

    def advance(self, position: Position, move: Move) -> Position:
        return rules.after(position, move)

    def outcome(self, position: Position) -> Outcome:
        if not rules.legal_moves(position):  # Rules 4 and 11: mate counts before any draw.
            seat = position.seat
            return win(1 - seat) if rules.in_check(position, seat) else DRAW
        if rules.dead(position) or position.quiet >= self._quiet:
            return DRAW
        return ONGOING

    def notation(self, protocol: str) -> Notation[Position, Move] | None:
        if protocol != "uci":
            return None
        return UCI if int(self.chosen["start"]) == USUAL else UCI_960

    def recurrence(self, position: Position) -> Position:
        return rules.recurrence(position)

    def objection(self, position: Position, origin: Point, to: Point | None) -> Text:
        seat = position.seat
        if to is None or not position[seat] >> origin & 1:
            return Text()
        if rules.in_check(position, seat):
            return Text("{seat} is in check.", seat=self.seats[seat])  # Rule 4
        if position.kind_at(origin) == KING and to in rules.castled(seat, to - origin)[:1]:
            return Text("Castling is not possible now.")  # Rule 6
        if rules.reaches(position, origin, to):
            return Text("The king would be in check.")  # Rule 4
        return Text()

    def conclusion(self, position: Position) -> Text:
        seat = self.seats[position.seat]
        if not rules.legal_moves(position):
            if rules.in_check(position, position.seat):
                return Text("{seat} is checkmated.", seat=seat)
            return Text("Stalemate: {seat} has no legal move.", seat=seat)
        if rules.dead(position):
            return Text("Neither side has the pieces to give mate.")
        return Text("{number} moves without a capture or a pawn's move.", number=self._quiet // 2)

    def in_words(self, position: Position, move: Move) -> Text:
        made = rules.after(position, move)
        words = _in_words(position, move)
        if move.promotion:
            words = Text("{move}, becomes a {piece}", move=words, piece=_KINDS[move.promotion - 1])
        if not rules.in_check(made, made.seat):
            return words
        if rules.legal_moves(made):
            return Text("{move}, check", move=words)
        return Text("{move}, checkmate", move=words)

    def occupancy(self, position: Position) -> Occupancy:
        return rules.occupied(position)

    def stacks(self, position: Position) -> tuple[Stack, ...]:
        return tuple(() if cell == "." else (_PIECES[cell],) for cell in notation.cells(position))

    def steps(self, position: Position, move: Move) -> tuple[Step, ...]:
        origin, to, promotion = move
        seat = position.seat
        mover = _piece(position, origin)
        if rules.is_castling(position, move):
            return _castling_steps(position, move)
        steps = [Step(Action.LIFT, origin, mover, False)]
        taken = rules.taken_square(position, move)
        if taken == to:
            steps.append(Step(Action.REMOVE, to, _piece(position, to), False))
        steps.append(Step(Action.PLACE, to, mover, True))
        if taken not in (NONE, to):
            taken = Point(taken)
            steps.append(Step(Action.REMOVE, taken, _piece(position, taken), False))
        if promotion:
            steps.append(Step(Action.TURN, to, _piece_of(promotion, seat), True))
        return tuple(steps)

    def position_text(self, position: Position) -> str:
        return notation.placed(position)

    def parse_position(self, text: str) -> Position:
        return notation.parse_placed(text)

    def move_text(self, position: Position, move: Move) -> str:
        return notation.san(position, move)

    def parse_move(self, position: Position, text: str) -> Move:
        return notation.parse_move(position, text)

    def readable_move(self, text: str) -> bool:
        return notation.readable(text)


def _piece_of(kind: int, seat: int) -> Piece:
    letter = ".PNBRQK"[kind]
    return _PIECES[letter.lower() if seat else letter]


def _piece(position: Position, square: Point) -> Piece:
    return _piece_of(position.kind_at(square), position.black >> square & 1)


def _castling_steps(position: Position, move: Move) -> tuple[Step, ...]:
    """Return the steps of king and rook, the king's first.

    A piece that stays on its square has no step. If one goes to the square of the other, both are
    lifted first.
    """
    origin, rook, _ = move
    to, rook_to = rules.castled(position.seat, rook - origin)
    kings, rooks = (_piece_of(kind, position.seat) for kind in (KING, ROOK))
    up, down = (
        Step(Action.LIFT, origin, kings, False),
        Step(Action.PLACE, to, kings, True),
    )
    rook_up, rook_down = (
        Step(Action.LIFT, rook, rooks, False),
        Step(Action.PLACE, rook_to, rooks, True),
    )
    if origin == to:
        return rook_up, rook_down
    if rook == rook_to:
        return up, down
    if to == rook or rook_to == origin:
        return up, rook_up, rook_down, down
    return up, down, rook_up, rook_down


def _in_words(position: Position, move: Move) -> Text:
    """Return a move in words: the piece, which one if two could go there, and the square."""
    if rules.is_castling(position, move):
        if move.to > move.origin:
            return Text("castles kingside")
        return Text("castles queenside")
    kind = position.kind_at(move.origin)
    alone = not any(
        other.to == move.to
        and other.origin != move.origin
        and position.kind_at(other.origin) == kind
        for other in rules.legal_moves(position)
    )
    names = BOARD.names
    said = {"piece": _KINDS[kind - 1], "origin": names[move.origin], "point": names[move.to]}
    takes = rules.taken_square(position, move) != NONE
    if alone:
        return Text("{piece} takes {point}", **said) if takes else Text("{piece} {point}", **said)
    if takes:
        return Text("{piece} from {origin} takes {point}", **said)
    return Text("{piece} from {origin} to {point}", **said)
