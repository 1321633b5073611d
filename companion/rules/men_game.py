"""A base for games of men on points: they enter, step along lines, and jump over each other.

A game says how its men stand at the start, and yields the moves of the player to act. All else that
the contract asks for is written here: stacks and steps, texts and parsing, and the usual reasons.

The text of a position is the placement, a letter for the player to act, and the numbers, if there
are any. The text of a move names its points:

    d2          a man enters on d2
    d2-d3       a man steps, or is moved, from d2 to d3
    c3xe5xg3    a man jumps over what it takes
    xd2         the man on d2 is taken off, and nothing moves
    d2-d3xa1    likewise after another move: a mill takes a man
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from companion.base.errors import InvalidPosition
from companion.base.text import Text
from companion.rules import placement
from companion.rules.game import NOBODY, Game
from companion.rules.geometry import Occupancy, Point
from companion.rules.outcome import ONGOING, Outcome, win
from companion.rules.piece import Colour, Piece, Seat, Stack
from companion.rules.step import Action, Step

UPWARD: Final = frozenset(range(1, 180))
DOWNWARD: Final = frozenset(range(181, 360))
RIGHTWARD: Final = frozenset((*range(90), *range(271, 360)))
LEFTWARD: Final = frozenset(range(91, 270))
HORIZONTAL: Final = frozenset((0, 180))
VERTICAL: Final = frozenset((90, 270))
"""Directions to step and jump in; `|` joins them. See `Board` for the angles."""

_ANY: Final = frozenset(range(360))
MOST_COUNTED: Final = 999
"""The greatest number that a counter can show."""

_NUMBERS = tuple(map(str, range(MOST_COUNTED + 1)))

_Jump = tuple[int, Point, Point]  # its direction, the point that it passes, and its landing


class MenPosition(NamedTuple):
    """A position of men.

    Attributes:
        cells: The letter of the man on each point, by point index; `.` for a vacant point.
        seat: The seat to act.
        hands: How many men each seat has still to enter; empty if no men enter.
        counts: The game's own counters.
    """

    cells: str
    seat: int
    hands: tuple[int, ...] = ()
    counts: tuple[int, ...] = ()


class MenMove(NamedTuple):
    """A move of one man.

    Attributes:
        path: Every point that the man comes to, its origin first. One point alone is where a man
            enters; empty if nothing moves.
        taken: The points of the men that are taken off.
        jumps: Whether the man jumps over them, over one on its way to each point.
    """

    path: tuple[Point, ...]
    taken: tuple[Point, ...] = ()
    jumps: bool = False


class MenGame(Game[MenPosition, MenMove]):
    """A game of men: single pieces, each with one letter, that one player moves at a time.

    A subclass defines `legal`, and sets the attributes that differ. Its directions, board and
    options are settled in `setup`, at the latest. By default, White's men `w` play against Black's
    `b`, and a player who cannot move loses.

    Attributes:
        opening: The placement at the start, without men in hand; empty for an empty board.
        hands: The men that each seat enters; empty if none do. They are the first of its `pieces`.
        counters: The names of the game's own counters; each is 0 at the start.
        directions: The directions that a man may go in, by letter; all, if not listed.
        compulsory: Whether a player who can take a man has to.
        letters: The letters of each seat's men.
    """

    pieces: tuple[Piece, ...] = (
        Piece(Seat(0), Text("man"), "w"),
        Piece(Seat(1), Text("man"), "b"),
    )
    seats: tuple[Text, ...] = (Text("White"), Text("Black"))
    colours: tuple[Colour, ...] = ("white", "black")
    opening: str = ""
    hands: tuple[int, ...] = ()
    counters: tuple[Text, ...] = ()
    directions: Mapping[str, Collection[int]] = {}
    compulsory: bool = False

    def __init__(self, given: Mapping[str, object] | None = None) -> None:
        super().__init__(given)
        self._prepare()

    def _prepare(self) -> None:
        """Derive from the attributes what play needs, once `setup` has settled them."""
        self.letters = tuple(
            "".join(piece.text for piece in self.pieces if piece.seat == seat)
            for seat in range(len(self.seats))
        )
        self._pieces = {piece.text: piece for piece in self.pieces}
        self._stacks: dict[str, Stack] = {piece.text: (piece,) for piece in self.pieces}
        self._stacks["."] = ()
        self._theirs = tuple(
            "".join(other for other in self.letters if other != own) for own in self.letters
        )
        self._near = {man: tuple(self._neighbours(man)) for man in self._pieces}
        self._hops = {man: tuple(self._jumps(man)) for man in self._pieces}
        if not self.position_fields:
            held = [Text("{seat}'s men in hand", seat=seat) for seat in self.seats if self.hands]
            self.position_fields = (
                Text("placement"),
                Text("player to move"),
                *held,
                *self.counters,
            )
        opening = self._cells(self.opening) if self.opening else "." * self.board.size
        self._start = MenPosition(opening, 0, self.hands, (0,) * len(self.counters))
        self._found: tuple[MenPosition | None, Sequence[MenMove]] = None, ()  # the last answer

    def _rays(self, man: str) -> Iterator[dict[int, tuple[Point, ...]]]:
        """Yield, point by point, the directions that a man may go in, and the points there."""
        allowed = self.directions.get(man, _ANY)
        for rays in self.board.rays:
            yield {angle: rays[angle] for angle in sorted(rays) if angle in allowed}

    def _neighbours(self, man: str) -> Iterator[tuple[Point, ...]]:
        """Yield, point by point, the neighbours that a man may step to."""
        for rays in self._rays(man):
            yield tuple(ray[0] for ray in rays.values())

    def _jumps(self, man: str) -> Iterator[tuple[_Jump, ...]]:
        """Yield, point by point, the jumps that fit on the board."""
        for rays in self._rays(man):
            yield tuple((angle, ray[0], ray[1]) for angle, ray in rays.items() if len(ray) > 1)

    # The rules, which the game writes

    @abstractmethod
    def legal(self, position: MenPosition) -> Iterable[MenMove]:
        """Yield the moves that the player to act has, if `ended` does not say otherwise."""

    def ended(self, position: MenPosition) -> Outcome:
        """Return the result if the game is over although the player to act could still move."""
        return ONGOING

    def becomes(self, man: str, point: Point) -> str:
        """Return what a man is once it has come to a point: the letter of a king, for example.

        A man that changes ends its move there. It must not change again when it stays.
        """
        return man

    def counted(self, position: MenPosition, move: MenMove) -> tuple[int, ...]:
        """Return the game's counters after a move."""
        return position.counts

    def impossible(self, position: MenPosition) -> Text:
        """Return why no game comes to a position, in part of a sentence; empty if one may."""
        return Text()

    # What the rules are made of

    def men(self, position: MenPosition, letters: str = "") -> list[Point]:
        """Return the points of the men with these letters; by default, of the player to act."""
        wanted = letters or self.letters[position.seat]
        return [Point(p) for p, cell in enumerate(position.cells) if cell in wanted]

    def vacant(self, position: MenPosition) -> list[Point]:
        """Return the vacant points."""
        return self.men(position, ".")

    def entries(self, position: MenPosition) -> Iterator[MenMove]:
        """Yield a move for each point where a man can enter, if the player has one in hand."""
        if position.hands[position.seat]:
            for point in self.vacant(position):
                yield MenMove((point,))

    def walks(self, position: MenPosition, origin: Point) -> Iterator[MenMove]:
        """Yield the steps of a man to neighbouring vacant points."""
        cells = position.cells
        for to in self._near[cells[origin]][origin]:
            if cells[to] == ".":
                yield MenMove((origin, to))

    def jumps(
        self,
        position: MenPosition,
        origin: Point,
        *,
        may_stop: bool = False,
        straight: bool = False,
    ) -> Iterator[MenMove]:
        """Yield the jumps of a man over neighbouring men of others, which it takes.

        It lands on the vacant point right behind, jumps on if it can, and takes nobody twice.

        Args:
            position: The position.
            origin: The point of the man.
            may_stop: Whether it may stop where it could jump on.
            straight: Whether it jumps on in the same direction only.
        """
        yield from self._chains(position, MenMove((origin,), (), True), may_stop, straight)

    def _chains(
        self, position: MenPosition, before: MenMove, may_stop: bool, straight: bool
    ) -> Iterator[MenMove]:
        """Yield every chain of jumps that goes on from the jumps `before`."""
        cells, path, taken = position.cells, before.path, before.taken
        man, theirs = cells[path[0]], self._theirs[position.seat]
        back = self.board.way(path[-2], path[-1]) if straight and taken else None
        for angle, over, to in self._hops[man][path[-1]]:
            # It may come back to where it began.
            if cells[over] not in theirs or not (cells[to] == "." or to == path[0]):
                continue
            if over in taken or (back and angle != back[0]):
                continue
            move = MenMove((*path, to), (*taken, over), True)
            longer: list[MenMove] = []
            if self.becomes(man, to) == man:
                longer += self._chains(position, move, may_stop, straight)
            if may_stop or not longer:
                yield move
            yield from longer

    # The contract of a game

    def start(self) -> MenPosition:
        return self._start

    def to_act(self, position: MenPosition) -> Seat:
        return Seat(position.seat) if self.moves(position) else NOBODY

    def moves(self, position: MenPosition) -> Sequence[MenMove]:
        known, moves = self._found
        if known != position:
            moves = self._moves(position)
            self._found = position, moves
        return moves

    def _moves(self, position: MenPosition) -> Sequence[MenMove]:
        if self.ended(position).over:
            return ()
        found = tuple(self.legal(position))
        takes = tuple(move for move in found if move.taken) if self.compulsory else ()
        return takes or found

    def forced(self, position: MenPosition) -> bool:
        return self.compulsory and any(move.taken for move in self.moves(position)[:1])

    def advance(self, position: MenPosition, move: MenMove) -> MenPosition:
        seat, hands = position.seat, list(position.hands)
        cells = [*position.cells]
        if len(move.path) == 1:
            hands[seat] -= 1
        man = self._man(position, move)
        for point in (*move.path[:1], *move.taken):
            cells[point] = "."
        if move.path:
            cells[move.path[-1]] = self.becomes(man, move.path[-1])
        after = (seat + 1) % len(self.seats)
        return MenPosition("".join(cells), after, tuple(hands), self.counted(position, move))

    def _man(self, position: MenPosition, move: MenMove) -> str:
        """Return the letter of the man that moves, before it does."""
        if len(move.path) == 1:
            return self.letters[position.seat][0]
        return position.cells[move.path[0]] if move.path else ""

    def outcome(self, position: MenPosition) -> Outcome:
        ended = self.ended(position)
        if ended.over or self.moves(position):
            return ended
        return win((position.seat - 1) % len(self.seats))

    def conclusion(self, position: MenPosition) -> Text:
        if self.ended(position).over:
            return Text()
        seat = self.seats[position.seat]
        if self.men(position) or any(position.hands):
            return Text("{seat} has no legal move.", seat=seat)
        return Text("{seat} has no pieces left.", seat=seat)

    def objection(self, position: MenPosition, origin: Point, to: Point | None) -> Text:
        man = position.cells[origin]
        if to is None or man not in self.letters[position.seat] or position.cells[to] != ".":
            return Text()
        if self.forced(position) or all(len(move.path) < 2 for move in self.moves(position)):
            return Text()
        names = self.board.names
        way = self.board.way(origin, to)
        if way is None:
            return Text("No line leads from {start} to {end}.", start=names[origin], end=names[to])
        if way[0] not in self.directions.get(man, _ANY):
            return Text("This piece cannot go in that direction.")
        return Text()

    def recurrence(self, position: MenPosition) -> Hashable:
        return position._replace(counts=())

    def occupancy(self, position: MenPosition) -> Occupancy:
        return Occupancy(sum(1 << p for p, cell in enumerate(position.cells) if cell != "."))

    def stacks(self, position: MenPosition) -> tuple[Stack, ...]:
        return tuple(self._stacks[cell] for cell in position.cells)

    def steps(self, position: MenPosition, move: MenMove) -> tuple[Step, ...]:
        cells, path = position.cells, move.path
        found: list[Step] = []
        man = self._man(position, move)
        takes = [Step(Action.REMOVE, p, self._pieces[cells[p]], False) for p in move.taken]
        if len(path) == 1:
            found.append(Step(Action.ENTER, path[0], self._pieces[man], True))
        for origin, to in pairwise(path):
            found.append(Step(Action.LIFT, origin, self._pieces[man], False))
            found.append(Step(Action.PLACE, to, self._pieces[man], True))
            if move.jumps:
                found.append(takes.pop(0))
        found += takes
        if path and (crowned := self.becomes(man, path[-1])) != man:
            found.append(Step(Action.TURN, path[-1], self._pieces[crowned], True))
        return tuple(found)

    # Texts

    def position_text(self, position: MenPosition) -> str:
        placed = placement.write(self.board, position.cells)
        numbers = map(str, (*position.hands, *position.counts))
        return " ".join((placed, self.letters[position.seat][0], *numbers))

    def parse_position(self, text: str) -> MenPosition:
        placed, turn, *numbers = placement.fields(text, self.position_fields)
        seats = tuple(letters[0] for letters in self.letters)
        placement.one_of(turn, Text("the player to move"), seats)
        for name, number in zip(self.position_fields[2:], numbers, strict=True):
            placement.one_of(number, name, _NUMBERS)
        many = len(self.hands)
        hands, counts = (tuple(map(int, part)) for part in (numbers[:many], numbers[many:]))
        position = MenPosition(self._cells(placed), seats.index(turn), hands, counts)
        self._check(position, text)
        return position

    def _cells(self, placed: str) -> str:
        return "".join(placement.read(self.board, placed, lambda cell: cell in self._stacks))

    def _check(self, position: MenPosition, text: str) -> None:
        for point, cell in enumerate(position.cells):
            crowned = "." if cell == "." else self.becomes(cell, Point(point))
            if cell != crowned:
                raise InvalidPosition(
                    Text(
                        "point {point} of the placement holds {text!r}, which becomes {crowned!r} "
                        "there; write {crowned!r}",
                        point=self.board.names[point],
                        text=cell,
                        crowned=crowned,
                    )
                )
        for seat, letters in enumerate(self.letters):
            held, most = (
                len(self.men(at, letters)) + sum(at.hands[seat : seat + 1])
                for at in (position, self._start)
            )
            if held > most:
                raise InvalidPosition(
                    Text(
                        "position {text!r} has {number} men {side!r}; a side has {most}",
                        text=text,
                        number=held,
                        side=letters[0],
                        most=most,
                    )
                )
        if problem := self.impossible(position):
            raise InvalidPosition(Text("position {text!r}: {problem}", text=text, problem=problem))

    def move_text(self, position: MenPosition, move: MenMove) -> str:
        names = self.board.names
        path = ("x" if move.jumps else "-").join(names[p] for p in move.path)
        return path if move.jumps else "x".join((path, *(names[p] for p in move.taken)))

    def readable_move(self, text: str) -> bool:
        takes_only = text.startswith("x")
        for rest in (text, text[1:]) if takes_only else (text,):
            if (number := self.board.points_joined(rest)) is not None:
                return number > 1 or takes_only or bool(self.hands)
        return False
