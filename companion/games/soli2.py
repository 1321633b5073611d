"""Soli2: fill the board from a bag, then jump as long as possible. Also Give Away and Pure Skill.

A position is a tuple: the points of each colour as bits, the seat to act, the counter drawn but not
yet placed (a colour, or -1), and the numbers of counters left, by colour: in the bag, or, without
one, in Black's stock and in White's. A colour is the number of the seat that plays it.

A move is a tuple of ints whose length gives its kind: () a pass, (colour,) a draw from the bag,
(colour, point) a placement, (origin, over, landing) a jump.

Rule numbers in the comments refer to docs/games/soli2.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from companion.base.text import Text, sense
from companion.rules import (
    CHANCE,
    NOBODY,
    ONGOING,
    Action,
    Colour,
    Game,
    InvalidPosition,
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
from companion.rules.geometry import Occupancy, Point, grid, points_of
from companion.rules.option import choice

_BOARD = grid(7)
_EACH = 24  # counters of each colour
_LETTERS = "bw"
_PIECES = tuple(Piece(Seat(seat), Text("counter"), letter) for seat, letter in enumerate(_LETTERS))
_NONE: Final = -1  # no counter is drawn
_CENTRE = _BOARD.index["d4"]

Move = tuple[int, ...]
_PASS: Final[Move] = ()


Position = tuple[int, int, int, int, tuple[int, ...]]
"""A position; see the top of this file.

Black's counters and White's, the seat to act, the counter drawn, and those left: (b, w) of the
bag, or of Black's and of White's stock.
"""


# For each point: the two bits that a jump needs occupied, the landing's bit, and the move.
_JUMPS: Final = tuple(
    tuple(
        (1 << point | 1 << ray[0], 1 << ray[1], (point, ray[0], ray[1]))
        for ray in _BOARD.rays[point].values()
        if len(ray) > 1
    )
    for point in range(_BOARD.size)
)
# For each direction of ascending point numbers: the points with a neighbour in it, the points with
# room for a jump in it, and the distance to the next point. The jump back is found along the same
# three points.
_DIRECTIONS: Final = tuple(
    (
        sum(1 << p for p in range(_BOARD.size) if angle in _BOARD.rays[p]),
        sum(1 << p for p in range(_BOARD.size) if len(_BOARD.rays[p].get(angle, ())) > 1),
        ray[0] - _CENTRE,
    )
    for angle, ray in _BOARD.rays[_CENTRE].items()
    if ray[0] > _CENTRE
)
_PLACINGS: Final = tuple(
    tuple((colour, point) for point in range(_BOARD.size)) for colour in range(len(_LETTERS))
)


def _distance(point: Point) -> int:
    (x, y), (cx, cy) = _BOARD.xy[point], _BOARD.xy[_CENTRE]
    return round(abs(x - cx) + abs(y - cy))


_DISTANCE = tuple(_distance(Point(p)) for p in range(_BOARD.size))


class Soli2(Game[Position, Move]):
    """Two players, 24 counters each; every jump captures, even a counter of one's own."""

    name = "soli2"
    title = Text("Soli2")
    summary = Text(
        "Fill the board from a bag of counters, then jump them off; the most counters left win."
    )
    position_fields: tuple[Text, ...] = (
        Text("placement"),
        Text("seat to act"),
        Text("phase"),
        Text("counters left"),
        Text("counter drawn"),
    )
    menu_rank = 6
    minutes = 25
    options = (
        choice(
            "variant",
            Text("who wins, and where counters come from"),
            "standard",
            "give_away",
            "pure_skill",
            standard=Text("standard"),
            give_away=Text("give away"),
            pure_skill=Text("pure skill"),
        ),
        choice(
            "movers",
            Text("whose counters a player may jump with"),
            "own",
            "any",
            own=sense("counters", "own"),
            any=sense("counters", "any"),
        ),
    )
    board = _BOARD
    pieces: tuple[Piece, ...] = _PIECES
    seats: tuple[Text, ...] = (Text("Black"), Text("White"))
    colours: tuple[Colour, ...] = ("black", "white")

    def setup(self) -> None:
        self._stocks = self.chosen["variant"] == "pure_skill"
        self._fewest = self.chosen["variant"] == "give_away"
        self._any = self.chosen["movers"] == "any"

    def start(self) -> Position:
        # Rule 2: in Pure Skill each player has half of each colour.
        left = (_EACH // 2,) * 4 if self._stocks else (_EACH, _EACH)
        return (0, 0, 0, _NONE, left)

    def to_act(self, position: Position) -> Seat:
        if self.placing(position):
            drawing = not self._stocks and position[3] == _NONE
            return CHANCE if drawing else Seat(position[2])
        return NOBODY if self._over(position) else Seat(position[2])

    def moves(self, position: Position) -> Sequence[Move]:
        black, white, seat, drawn, left = position
        if self.placing(position):
            if drawn == _NONE and not self._stocks:
                return [(colour,) for colour in (0, 1) if left[colour]]
            colours = (drawn,) if not self._stocks else self._in_stock(position)
            occupied = black | white
            return [
                placing
                for colour in colours
                for placing in _PLACINGS[colour]
                if not occupied >> placing[1] & 1
            ]
        if not black or not white:  # Rule 6: a colour without counters ends the game.
            return []
        # Rule 4: a player who can jump must jump, even over a counter of the same colour.
        jumps = self.jumps(position, seat)
        if jumps or not self.jumpers(position, 1 - seat):
            return jumps
        return [_PASS]  # Rule 5.

    def placing(self, position: Position) -> bool:
        """Return whether counters are still being placed."""
        return position[3] != _NONE or any(position[4])

    def _in_stock(self, position: Position) -> list[int]:
        return [colour for colour in (0, 1) if position[4][2 * position[2] + colour]]

    def jumps(self, position: Position, seat: int) -> list[Move]:
        """Return the jumps that a seat could make if it were to act."""
        occupied = position[0] | position[1]
        jumpers = int(self.jumpers(position, seat))
        found: list[Move] = []
        while jumpers:
            first = jumpers & -jumpers
            jumpers ^= first
            for both, landing, move in _JUMPS[first.bit_length() - 1]:
                if occupied & both == both and not occupied & landing:
                    found.append(move)
        return found

    def jumpers(self, position: Position, seat: int) -> Occupancy:
        """Return the points of the counters that a seat could jump with."""
        black, white, _, _, _ = position
        occupied = black | white
        found = 0
        for _, room, step in _DIRECTIONS:
            beside = occupied >> step & room
            far = occupied >> 2 * step
            found |= occupied & beside & ~far | (beside & far & ~occupied) << 2 * step
        return Occupancy(found & (occupied if self._any else white if seat else black))

    def jumps_over(self, position: Position) -> tuple[int, int, int, int]:
        """Return the number of jumps of each colour over each colour.

        Returns:
            Black over black, black over white, white over black, white over white.
        """
        black, white, _, _, _ = position
        occupied = black | white
        black_black = black_white = white_black = white_white = 0
        for _, room, step in _DIRECTIONS:
            over_black, over_white = black >> step & room, white >> step & room
            black_far, white_far = black >> 2 * step, white >> 2 * step
            # The counters that would jump: on the first of three points, or on the last.
            blacks = black & ~white_far & ~black_far | black_far & ~occupied
            whites = white & ~white_far & ~black_far | white_far & ~occupied
            black_black += (blacks & over_black).bit_count()
            black_white += (blacks & over_white).bit_count()
            white_black += (whites & over_black).bit_count()
            white_white += (whites & over_white).bit_count()
        return black_black, black_white, white_black, white_white

    def lonely(self, position: Position) -> Occupancy:
        """Return the points of the counters without a neighbouring counter."""
        occupied = position[0] | position[1]
        beside = 0
        for room, _, step in _DIRECTIONS:
            pairs = occupied & occupied >> step & room  # the first points of pairs of neighbours
            beside |= pairs | pairs << step
        return Occupancy(occupied & ~beside)

    def _over(self, position: Position) -> bool:
        # Rule 6, once all counters are placed.
        if not position[0] or not position[1]:
            return True
        return not self.jumpers(position, 0) and not self.jumpers(position, 1)

    def advance(self, position: Position, move: Move) -> Position:
        black, white, seat, drawn, left = position
        if len(move) == 1:
            colour = move[0]
            return (black, white, seat, colour, self._without(left, colour))
        if len(move) == 2:
            colour, point = move
            if self._stocks:
                left = self._without(left, 2 * seat + colour)
            return (
                black | (colour == 0) << point,
                white | (colour == 1) << point,
                1 - seat,
                _NONE,
                left,
            )
        if move:
            origin, over, landing = move
            gone, moved = ~(1 << over), 1 << origin | 1 << landing
            if white >> origin & 1:
                white ^= moved
            else:
                black ^= moved
            black, white = black & gone, white & gone
        return (black, white, 1 - seat, drawn, left)

    def _without(self, left: tuple[int, ...], index: int) -> tuple[int, ...]:
        return (*left[:index], left[index] - 1, *left[index + 1 :])

    def outcome(self, position: Position) -> Outcome:
        if self.placing(position) or not self._over(position):
            return ONGOING
        black, white = position[0].bit_count(), position[1].bit_count()
        if black != white:
            # Rule 7: the most counters win; in Give Away the fewest.
            return win(int((white > black) != self._fewest))
        # Rule 8: compare distances to the centre, nearest counters first; the first difference
        # decides. If there is none, White wins.
        near = [sorted(_DISTANCE[p] for p in points_of(own)) for own in position[:2]]
        return win(0 if near[0] < near[1] else 1)

    def forced(self, position: Position) -> bool:
        return any(len(move) == 3 for move in self.moves(position)[:1])  # Rule 4.

    def conclusion(self, position: Position) -> Text:
        black, white = position[0].bit_count(), position[1].bit_count()
        if black != white:
            return Text(
                "Black has {black} counters left, and White {white}.", black=black, white=white
            )
        # Rule 8
        if self.outcome(position) == win(0):
            return Text(
                "{number} counters each, and Black's are nearer to the centre.", number=black
            )
        near = [sorted(_DISTANCE[p] for p in points_of(own)) for own in position[:2]]
        if near[0] == near[1]:
            return Text(
                "{number} counters each, and White's are as near to the centre.", number=black
            )
        return Text("{number} counters each, and White's are nearer to the centre.", number=black)

    def is_pass(self, move: Move) -> bool:
        return move == _PASS

    def weight(self, position: Position, move: Move) -> int:
        return position[4][move[0]] if len(move) == 1 else 1

    def symmetries(self) -> Sequence[Symmetry]:
        return every_symmetry(self.board)

    def occupancy(self, position: Position) -> Occupancy:
        return Occupancy(position[0] | position[1])

    def stacks(self, position: Position) -> tuple[Stack, ...]:
        return tuple(
            () if cell == "." else (_PIECES[_LETTERS.index(cell)],) for cell in _cells(position)
        )

    def steps(self, position: Position, move: Move) -> tuple[Step, ...]:
        if len(move) == 2:
            return (Step(Action.ENTER, Point(move[1]), _PIECES[move[0]], True),)
        if len(move) < 3:
            return ()
        origin, over, landing = map(Point, move)
        mover, jumped = (_PIECES[position[1] >> point & 1] for point in (origin, over))
        return (
            Step(Action.LIFT, origin, mover, False),
            Step(Action.PLACE, landing, mover, True),
            Step(Action.REMOVE, over, jumped, False),
        )

    def position_text(self, position: Position) -> str:
        left = position[4]
        halves = [f"{left[i]}b{left[i + 1]}w" for i in range(0, len(left), 2)]
        return " ".join(
            (
                placement.write(_BOARD, _cells(position)),
                _LETTERS[position[2]],
                "place" if self.placing(position) else "jump",
                ",".join(halves),
                "-" if position[3] == _NONE else _LETTERS[position[3]],
            )
        )

    def parse_position(self, text: str) -> Position:
        placed, turn, phase, remaining, drawn = placement.fields(text, self.position_fields)
        placement.one_of(turn, Text("the seat to act"), tuple(_LETTERS))
        placement.one_of(phase, Text("the phase"), ("place", "jump"))
        colours = ("-",) if self._stocks else ("-", "b", "w")
        placement.one_of(drawn, Text("the counter drawn"), colours)
        cells = placement.read(_BOARD, placed, lambda cell: cell in (".", "b", "w"))
        black, white = (
            sum(1 << point for point, cell in enumerate(cells) if cell == letter)
            for letter in _LETTERS
        )
        seat, colour = _LETTERS.index(turn), _LETTERS.find(drawn)  # -1 for "-"
        position = (black, white, seat, colour, self._left(remaining))
        self._check(position, phase)
        return position

    def _left(self, text: str) -> tuple[int, ...]:
        halves = 2 if self._stocks else 1
        shape = ",".join(["(0|[1-9][0-9]?)b(0|[1-9][0-9]?)w"] * halves)
        found = re.fullmatch(shape, text, re.ASCII)
        if found is None:
            example = ",".join([f"{_EACH // halves}b{_EACH // halves}w"] * halves)
            raise InvalidPosition(
                Text(
                    "the counters left are {text!r} instead of something like {example!r}",
                    text=text,
                    example=example,
                )
            )
        return tuple(map(int, found.groups()))

    def _check(self, position: Position, phase: str) -> None:
        """Raise InvalidPosition for counts that cannot occur in a game."""
        black, white, seat, drawn, left = position
        placing = self.placing(position)
        if placing != (phase == "place"):
            raise InvalidPosition(
                Text("the phase is {phase!r}, but there are counters to place", phase=phase)
                if placing
                else Text("the phase is {phase!r}, but there are no counters to place", phase=phase)
            )
        for colour, own in enumerate((black, white)):
            count = own.bit_count() + sum(left[colour::2]) + (drawn == colour)
            if count > _EACH or (placing and count < _EACH):
                raise InvalidPosition(
                    Text(
                        "there are {number} counters {colour!r} on the board and to be placed; "
                        "a colour has {most}",
                        number=count,
                        colour=_LETTERS[colour],
                        most=_EACH,
                    )
                )
        placed = (black | white).bit_count()
        if placing and placed % 2 != seat:
            raise InvalidPosition(
                Text(
                    "with {number} counters placed it cannot be the turn of {seat!r}",
                    number=placed,
                    seat=_LETTERS[seat],
                )
            )
        if placing and self._stocks:
            for owner in (0, 1):
                stock = left[2 * owner] + left[2 * owner + 1]
                uneven = max(left[2 * owner : 2 * owner + 2]) > _EACH // 2
                if uneven or stock != _EACH - (placed + 1 - owner) // 2:
                    raise InvalidPosition(
                        Text(
                            "the stock of {seat!r} holds {black}b and {white}w, "
                            "which is impossible after {number} placements",
                            seat=_LETTERS[owner],
                            black=left[2 * owner],
                            white=left[2 * owner + 1],
                            number=placed,
                        )
                    )

    def in_words(self, position: Position, move: Move) -> Text:
        return Text("drawn: {colour}", colour=self.seats[move[0]]) if len(move) == 1 else Text()

    def move_text(self, position: Position, move: Move) -> str:
        if not move:
            return "pass"
        if len(move) == 1:
            return f"draw {_LETTERS[move[0]]}"
        if len(move) == 2:
            return f"{_LETTERS[move[0]]}@{_BOARD.names[move[1]]}"
        return f"{_BOARD.names[move[0]]}x{_BOARD.names[move[2]]}"

    def readable_move(self, text: str) -> bool:
        return re.fullmatch("pass|draw [bw]|([bw]@|[a-g][1-7]x)[a-g][1-7]", text) is not None


def _cells(position: Position) -> list[str]:
    black, white = position[0], position[1]
    return [
        "b" if black >> point & 1 else "w" if white >> point & 1 else "."
        for point in range(_BOARD.size)
    ]


GAME = Soli2
