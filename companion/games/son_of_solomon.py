"""Son of Solomon: five numbered pieces a side, moved in turn, and four in a row wins.

A position is a tuple: the points held by White and by Black, both as bits; the turn; and the point
of every piece, in the order of the turns (White 1, Black 1, White 2, …, Black 5). Turns 0 to 9
place the pieces, turns 10 to 19 move them and repeat. A move is a tuple of points: empty for a
pass, one point for a placement, or origin and landing.

Rule numbers in the comments refer to docs/games/son_of_solomon.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from companion.base.text import Text
from companion.rules import (
    NOBODY,
    ONGOING,
    Action,
    Colour,
    Game,
    InvalidPosition,
    Look,
    Outcome,
    Piece,
    Seat,
    Stack,
    Step,
    Symmetry,
    every_symmetry,
    placement,
    win,
)
from companion.rules.geometry import STAR, Occupancy, Point, bits, points_of

Move = tuple[Point, ...]
Position = tuple[int, int, int, tuple[Point, ...]]

_SIDES = ("12345", "abcde")
_PIECES: Final = tuple(
    Piece(
        Seat(seat),
        Text("number {number}", number=number + 1),
        texts[number],
        Look(letters=str(number + 1)),
    )
    for number in range(5)
    for seat, texts in enumerate(_SIDES)
)
_ALL: Final = len(_PIECES)
_TURN_OF = {piece.text: turn for turn, piece in enumerate(_PIECES)}
_PASS: Final[Move] = ()

_NEAR: Final = tuple(bits(STAR.neighbours(Point(p))) for p in range(STAR.size))
_RAYS: Final = tuple(tuple(rays.values()) for rays in STAR.rays)
_PLACINGS: Final[tuple[Move, ...]] = tuple((Point(p),) for p in range(STAR.size))


def _fours() -> bytes:
    """Return, for each set of points that a side may hold, whether it has won."""
    found = bytearray(1 << STAR.size)
    for line in STAR.lines:
        for first in (0, 1):
            # Rule 5: four consecutive points of one line, alone or with the fifth piece.
            four = bits(line[first : first + 4])
            for fifth in range(STAR.size):
                found[four | 1 << fifth] = 1
    return bytes(found)


_FOUR: Final = _fours()


def _slides(origin: int) -> dict[int, tuple[Move, ...]]:
    """Return the slides from a point, by which of its neighbours are vacant (rule 3)."""
    near = tuple(points_of(_NEAR[origin]))
    found: dict[int, tuple[Move, ...]] = {}
    for chosen in product((False, True), repeat=len(near)):
        ends = [to for to, vacant in zip(near, chosen, strict=True) if vacant]
        found[int(bits(ends))] = tuple((Point(origin), to) for to in ends)
    return found


_SLIDES: Final = tuple(_slides(p) for p in range(STAR.size))


class SonOfSolomon(Game[Position, Move]):
    """Two players, five numbered pieces each, moved in the order of their numbers."""

    name = "son_of_solomon"
    title = Text("Son of Solomon")
    summary = Text(
        "Two players move five numbered pieces in turn, and the first to get four in a row wins."
    )
    position_fields: tuple[Text, ...] = (
        Text("placement"),
        Text("player to act"),
        Text("number whose turn it is"),
        Text("phase"),
    )
    menu_rank = 8
    minutes = 15
    board = STAR
    pieces: tuple[Piece, ...] = _PIECES
    seats: tuple[Text, ...] = (Text("White"), Text("Black"))
    colours: tuple[Colour, ...] = ("white", "black")
    repetitions = 3

    def start(self) -> Position:
        return 0, 0, 0, ()

    def to_act(self, position: Position) -> Seat:
        return NOBODY if self.outcome(position).over else Seat(position[2] % 2)

    def moves(self, position: Position) -> Sequence[Move]:
        white, black, turn, places = position
        if _FOUR[white] or _FOUR[black]:
            return ()
        vacant = STAR.full & ~(white | black)
        if turn < _ALL:  # Rule 1
            return [placing for p, placing in enumerate(_PLACINGS) if vacant >> p & 1]
        origin = places[turn - _ALL]
        if slides := _NEAR[origin] & vacant:
            return _SLIDES[origin][slides]
        return _jumps(origin, vacant) or [_PASS]

    def advance(self, position: Position, move: Move) -> Position:
        white, black, turn, places = position
        change = 0
        for point in move:
            change ^= 1 << point
        if turn % 2:
            black ^= change
        else:
            white ^= change
        if turn < _ALL:
            return white, black, turn + 1, places + move
        if move:
            moved = list(places)
            moved[turn - _ALL] = move[1]
            places = tuple(moved)
        # Rule 2: after Black 5 comes White 1 again.
        return white, black, turn + 1 if turn < 2 * _ALL - 1 else _ALL, places

    def outcome(self, position: Position) -> Outcome:
        white, black = position[:2]
        if _FOUR[white]:
            return win(0)
        return win(1) if _FOUR[black] else ONGOING

    def is_pass(self, move: Move) -> bool:
        return not move

    def forced(self, position: Position) -> bool:
        move = next(iter(self.moves(position)), _PASS)
        return len(move) > 1 and not _NEAR[move[0]] >> move[1] & 1

    def objection(self, position: Position, origin: Point, to: Point | None) -> Text:
        white, black, turn, places = position
        occupied = white | black
        if to is None or turn < _ALL or places[turn - _ALL] != origin or occupied >> to & 1:
            return Text()
        if _NEAR[origin] & ~occupied:
            return Text("A piece moves one point only while it can.")  # Rule 3
        return Text()

    def conclusion(self, position: Position) -> Text:
        winner = self.outcome(position).winner
        if winner is None:
            return Text()
        return Text("{seat} has four in a row.", seat=self.seats[winner])

    def targets(self, origin: Point, occupied: int) -> tuple[Point, ...]:
        """Return the points that the piece on `origin` may go to; none for a pass.

        This applies once all pieces are placed.
        """
        vacant = STAR.full & ~occupied
        if slides := _NEAR[origin] & vacant:
            return tuple(points_of(slides))
        return tuple(to for _, to in _jumps(origin, vacant))

    def held(self, position: Position, seat: int) -> Occupancy:
        """Return the points that hold a piece of a seat."""
        return Occupancy(position[1] if seat else position[0])

    def occupancy(self, position: Position) -> Occupancy:
        return Occupancy(position[0] | position[1])

    def stacks(self, position: Position) -> tuple[Stack, ...]:
        stacks: list[Stack] = [()] * STAR.size
        for piece, point in zip(_PIECES, position[3], strict=False):
            stacks[point] = (piece,)
        return tuple(stacks)

    def steps(self, position: Position, move: Move) -> tuple[Step, ...]:
        piece = _PIECES[position[2] % _ALL]
        if len(move) < 2:
            return tuple(Step(Action.ENTER, to, piece, True) for to in move)
        origin, to = move
        return Step(Action.LIFT, origin, piece, False), Step(Action.PLACE, to, piece, True)

    def position_text(self, position: Position) -> str:
        turn = position[2]
        cells = [stack[0].text if stack else "." for stack in self.stacks(position)]
        number = turn % _ALL // 2 + 1
        phase = "place" if turn < _ALL else "move"
        return f"{placement.write(STAR, cells)} {'wb'[turn % 2]} {number} {phase}"

    def parse_position(self, text: str) -> Position:
        placed, player, number, phase = placement.fields(text, self.position_fields)
        placement.one_of(player, Text("the player to act"), ("w", "b"))
        placement.one_of(number, Text("the number whose turn it is"), tuple("12345"))
        placement.one_of(phase, Text("the phase"), ("place", "move"))
        turn = 2 * (int(number) - 1) + (player == "b")
        cells = placement.read(STAR, placed, lambda cell: cell == "." or cell in _TURN_OF)
        places: dict[str, Point] = {}
        for point, cell in enumerate(cells):
            if cell in places:
                raise InvalidPosition(
                    Text(
                        "points {one} and {other} both show {piece!r}; there is one of each piece",
                        one=STAR.names[places[cell]],
                        other=STAR.names[point],
                        piece=cell,
                    )
                )
            if cell != ".":
                places[cell] = Point(point)
        due = turn if phase == "place" else _ALL
        for piece, its_turn in _TURN_OF.items():
            if (piece in places) != (its_turn < due):
                due_next = f"{player} {number}"
                raise InvalidPosition(
                    Text(
                        "piece {piece!r} is missing from the placement {text!r}, "
                        "with {due} next to {phase}",
                        piece=piece,
                        text=placed,
                        due=due_next,
                        phase=phase,
                    )
                    if its_turn < due
                    else Text(
                        "piece {piece!r} cannot be in play yet, but is on the placement {text!r}, "
                        "with {due} next to {phase}",
                        piece=piece,
                        text=placed,
                        due=due_next,
                        phase=phase,
                    )
                )
        white, black = (bits(p for cell, p in places.items() if cell in side) for side in _SIDES)
        if _FOUR[white] and _FOUR[black]:
            raise InvalidPosition(
                Text("placement {text!r} shows four in a row for both players", text=placed)
            )
        order = tuple(places[piece.text] for piece in _PIECES[:due])
        return white, black, turn if phase == "place" else turn + _ALL, order

    def move_text(self, position: Position, move: Move) -> str:
        if not move:
            return "pass"
        names = [STAR.names[point] for point in move]
        if len(move) == 1:
            return f"{_PIECES[position[2]].text}@{names[0]}"
        return ("-" if _NEAR[move[0]] >> move[1] & 1 else "x").join(names)

    def readable_move(self, text: str) -> bool:
        piece, at, point = text.partition("@")
        if at:
            return piece in _TURN_OF and point in STAR.index
        return text == "pass" or super().readable_move(text)

    def symmetries(self) -> tuple[Symmetry, ...]:
        return every_symmetry(STAR)


def _jumps(origin: Point, vacant: int) -> list[Move]:
    """Return the jumps that pass the fewest points (rule 4).

    The point that they start from has no vacant neighbour.
    """
    found: dict[int, list[Move]] = {}
    for ray in _RAYS[origin]:
        for passed, to in enumerate(ray):
            if vacant >> to & 1:
                found.setdefault(passed, []).append((origin, to))
                break
    return found[min(found)] if found else []


GAME = SonOfSolomon
