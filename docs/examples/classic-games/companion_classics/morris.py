"""Nine Men's Morris.

A position holds, as bits, the points of White's men and of Black's; how many men each has in hand;
and the seat to act. A move names the point that a man leaves, the point that it comes to, and the
point whose man is taken for a mill; `NONE` where a man enters, and where none is taken.

The numbers of the rules in the comments are those of morris.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from companion.base.text import Text
from companion.rules import (
    NOBODY,
    ONGOING,
    Action,
    Colour,
    Game,
    InvalidPosition,
    Outcome,
    Piece,
    Seat,
    Shares,
    Stack,
    Step,
    Symmetry,
    every_symmetry,
    lead_shares,
    placement,
    win,
)
from companion.rules.geometry import Occupancy, Point, bits, points_of
from companion.rules.option import choice
from companion_classics.board import MORRIS

NONE = Point(-1)
_EACH = 9
_FEWEST = 3  # men that a player needs
_LETTERS = "wb"
_MEN = tuple(Piece(Seat(seat), Text("man"), letter) for seat, letter in enumerate(_LETTERS))
_NEAR = tuple(bits(MORRIS.neighbours(Point(p))) for p in range(MORRIS.size))
_MILLS = tuple(bits(line) for line in MORRIS.lines)
# For each point, the other two points of each of its mills.
_REST = tuple(
    tuple(mill ^ 1 << point for mill in _MILLS if mill >> point & 1) for point in range(MORRIS.size)
)


class Move(NamedTuple):
    """See the top of this file."""

    origin: Point
    to: Point
    taken: Point


class Position(NamedTuple):
    """See the top of this file. men, hands: White's, then Black's."""

    men: tuple[int, int]
    hands: tuple[int, int]
    seat: int


class Morris(Game[Position, Move]):
    """Two players, nine men each; three in a row take one of the opponent's."""

    name = "morris"
    title = Text("Nine Men's Morris")
    summary = Text("Get three men in a row to take an enemy man; whoever has only two left loses.")
    position_fields = (
        Text("placement"),
        Text("player to act"),
        Text("White's men in hand"),
        Text("Black's men in hand"),
    )
    options = (
        choice("flying", Text("whether a player with three men may jump anywhere"), "yes", "no"),
    )
    board = MORRIS
    pieces: tuple[Piece, ...] = _MEN
    seats: tuple[Text, ...] = (Text("White"), Text("Black"))
    colours: tuple[Colour, ...] = ("white", "black")
    repetitions = 3  # Rule 8

    def setup(self) -> None:
        self._flying = self.chosen["flying"] == "yes"

    def start(self) -> Position:
        return Position((0, 0), (_EACH, _EACH), 0)

    def to_act(self, position: Position) -> Seat:
        return Seat(position.seat) if self.moves(position) else NOBODY

    def moves(self, position: Position) -> Sequence[Move]:
        seat, men = position.seat, position.men
        own, other = men[seat], men[1 - seat]
        if own.bit_count() + position.hands[seat] < _FEWEST:
            return []  # Rule 7
        vacant = MORRIS.full & ~(own | other)
        takeable = _takeable(other)
        found: list[Move] = []
        if position.hands[seat]:  # Rule 2
            for to in points_of(vacant):
                self._complete(NONE, to, own, takeable, found)
            return found
        flying = self._flying and own.bit_count() == _FEWEST  # Rule 6
        for origin in points_of(own):
            rest = own ^ 1 << origin
            for to in points_of(vacant if flying else vacant & _NEAR[origin]):  # Rule 5
                self._complete(origin, to, rest, takeable, found)
        return found

    @staticmethod
    def _complete(
        origin: Point, to: Point, rest: int, takeable: Sequence[Point], found: list[Move]
    ) -> None:
        """Add the moves of one man, one for each man that it may take for a mill."""
        # Rule 3: one man is taken, also for two mills at a time.
        if any(rest & others == others for others in _REST[to]):
            found += [Move(origin, to, taken) for taken in takeable]
        else:
            found.append(Move(origin, to, NONE))

    def advance(self, position: Position, move: Move) -> Position:
        men, hands, seat = list(position.men), list(position.hands), position.seat
        if move.origin == NONE:
            hands[seat] -= 1
        else:
            men[seat] ^= 1 << move.origin
        men[seat] |= 1 << move.to
        if move.taken != NONE:
            men[1 - seat] ^= 1 << move.taken
        return Position((men[0], men[1]), (hands[0], hands[1]), 1 - seat)

    def outcome(self, position: Position) -> Outcome:
        # Rule 7: two men left, or no move: both show as a player who cannot move.
        return ONGOING if self.moves(position) else win(1 - position.seat)

    def conclusion(self, position: Position) -> Text:
        seat, own = self.seats[position.seat], position.men[position.seat]
        if own.bit_count() + position.hands[position.seat] < _FEWEST:
            return Text("{seat} has two men left.", seat=seat)  # Rule 7
        return Text("{seat} cannot move.", seat=seat)

    def evaluate(self, position: Position) -> Shares:
        # A man counts wherever it is, and a little more for each point that it could move to.
        vacant = ~self.occupancy(position)
        white, black = (
            hand + sum(1 + 0.1 * (_NEAR[point] & vacant).bit_count() for point in points_of(men))
            for men, hand in zip(position.men, position.hands, strict=True)
        )
        return lead_shares(white - black)

    def symmetries(self) -> Sequence[Symmetry]:
        return every_symmetry(MORRIS)

    def occupancy(self, position: Position) -> Occupancy:
        return Occupancy(position.men[0] | position.men[1])

    def stacks(self, position: Position) -> tuple[Stack, ...]:
        white, black = position.men
        return tuple(
            _MEN[:1] if white >> p & 1 else _MEN[1:] if black >> p & 1 else ()
            for p in range(MORRIS.size)
        )

    def steps(self, position: Position, move: Move) -> tuple[Step, ...]:
        man, theirs = _MEN[position.seat], _MEN[1 - position.seat]
        if move.origin == NONE:
            steps = [Step(Action.ENTER, move.to, man, True)]
        else:
            steps = [
                Step(Action.LIFT, move.origin, man, False),
                Step(Action.PLACE, move.to, man, True),
            ]
        if move.taken != NONE:
            steps.append(Step(Action.REMOVE, move.taken, theirs, False))
        return tuple(steps)

    def position_text(self, position: Position) -> str:
        cells = [stack[0].text if stack else "." for stack in self.stacks(position)]
        white, black = position.hands
        return f"{placement.write(MORRIS, cells)} {_LETTERS[position.seat]} {white} {black}"

    def parse_position(self, text: str) -> Position:
        placed, turn, *hands = placement.fields(text, self.position_fields)
        placement.one_of(turn, Text("the player to act"), tuple(_LETTERS))
        for hand in hands:
            numbers = tuple(map(str, range(_EACH + 1)))
            placement.one_of(hand, Text("a number of men in hand"), numbers)
        cells = placement.read(MORRIS, placed, lambda cell: cell in (".", *_LETTERS))
        white, black = (
            int(bits(Point(p) for p, cell in enumerate(cells) if cell == letter))
            for letter in _LETTERS
        )
        position = Position((white, black), (int(hands[0]), int(hands[1])), _LETTERS.index(turn))
        _check(position, text)
        return position

    def move_text(self, position: Position, move: Move) -> str:
        names = MORRIS.names
        man = names[move.to] if move.origin == NONE else f"{names[move.origin]}-{names[move.to]}"
        return man if move.taken == NONE else f"{man}x{names[move.taken]}"

    def readable_move(self, text: str) -> bool:
        found = re.fullmatch(r"(?:([a-g][1-7])-)?([a-g][1-7])(?:x([a-g][1-7]))?", text)
        return found is not None and all(name in MORRIS.index for name in found.groups() if name)


def _takeable(other: int) -> tuple[Point, ...]:
    """The men that a mill may take."""
    milled = 0
    for mill in _MILLS:
        if other & mill == mill:
            milled |= mill
    return tuple(points_of(other & ~milled or other))  # Rule 4


def _check(position: Position, text: str) -> None:
    """Refuse numbers of men that no game comes to."""
    for seat, letter in enumerate(_LETTERS):
        total = position.men[seat].bit_count() + position.hands[seat]
        if total > _EACH:
            raise InvalidPosition(
                Text(
                    "position {text!r} has {number} men {side!r}; a side has {most}",
                    text=text,
                    number=total,
                    side=letter,
                    most=_EACH,
                )
            )
        if total < _FEWEST and seat != position.seat:
            raise InvalidPosition(
                Text(
                    "position {text!r} has {number} men {side!r}: that side has lost, and it is "
                    "not its turn",
                    text=text,
                    number=total,
                    side=letter,
                )
            )
    white, black = position.hands
    if white + (position.seat if black else 0) != black:
        raise InvalidPosition(
            Text(
                "position {text!r}: with {white} of White's men in hand and {black} of Black's it "
                "cannot be the turn of {seat!r}",
                text=text,
                white=white,
                black=black,
                seat=_LETTERS[position.seat],
            )
        )
