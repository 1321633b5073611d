"""The contract that every game keeps, and nothing that only some of them need.

A position and a move are small hashable values, opaque to everybody but their game. A game is the
trusted door: it never checks whether a move it is given is legal. `Match` is the checked one.

Three kinds of "no move" stay three: a pass is a move of its own; a position in which nothing is
legal is over; and no move given is `None`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from companion.geometry import Board, Occupancy
from companion.rules.area import Area
from companion.rules.errors import IllegalMove, InvalidMove
from companion.rules.option import Option, settle
from companion.rules.outcome import DRAW, Outcome, Shares
from companion.rules.piece import SEAT_COLOURS, Colour, Piece, Seat, Stack
from companion.rules.step import Step
from companion.rules.symmetry import Symmetry

CHANCE = Seat(-1)
"""Acts where the bag, not a player, decides."""

NOBODY = Seat(-2)
"""Acts when the game is over."""

P = TypeVar("P", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class Game(ABC, Generic[P, M]):
    """One game with its options settled.

    name, title: what the registry and what people call it.
    menu_rank:   which game it is in the menu of a board, counted from 1: it never changes, because
                 the printed card says where each of them lies. A game without one comes after all
                 that have one, in alphabetical order.
    options:     what may be chosen, in order; `chosen` holds the values, as text.
    board:       the board it is played on.
    pieces:      every piece that can stand on the board, each with a text of its own.
    seats:       the names of the seats, in turn order; their number is the number of players.
    colours:     the colours of the seats; left empty: those of `SEAT_COLOURS`, in turn order.
    areas:       parts of the board that a picture of it sets apart.
    repetitions: at which occurrence of a position the match ends (0: never).
    best:        the fewest moves in which a solitaire is known to be solved from its start; None
                 where nobody counts.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    options: ClassVar[tuple[Option, ...]] = ()
    menu_rank: ClassVar[int | None] = None

    board: Board
    pieces: tuple[Piece, ...]
    seats: tuple[str, ...]
    colours: tuple[Colour, ...] = ()
    areas: tuple[Area, ...] = ()
    repetitions: int = 0
    best: int | None = None

    def __init__(self, given: Mapping[str, object] | None = None) -> None:
        """Settle the options; InvalidOption for one that is unknown or out of range."""
        self.chosen = settle(self.options, given or {})
        self.setup()

    def setup(self) -> None:
        """Take from `chosen` what the game needs; called once, before anything else."""

    def colour(self, seat: int) -> Colour:
        """The colour of a seat."""
        return self.colours[seat] if self.colours else SEAT_COLOURS[seat]

    @property
    def computers_seat(self) -> Seat:
        """The seat that the computer has against a person, unless another one is chosen."""
        return Seat(len(self.seats) - 1)

    @abstractmethod
    def start(self) -> P:
        """The position in which a game begins."""

    @abstractmethod
    def to_act(self, position: P) -> Seat:
        """Whose turn it is: a seat, CHANCE, or NOBODY when the game is over."""

    @abstractmethod
    def moves(self, position: P) -> Sequence[M]:
        """The legal moves; none when the game is over."""

    @abstractmethod
    def advance(self, position: P, move: M) -> P:
        """The position after a legal move."""

    @abstractmethod
    def outcome(self, position: P) -> Outcome:
        """How the game stands."""

    @abstractmethod
    def stacks(self, position: P) -> tuple[Stack, ...]:
        """The pieces on every point of the board."""

    @abstractmethod
    def steps(self, position: P, move: M) -> tuple[Step, ...]:
        """What hands do to carry out a legal move, in an order they may do it in."""

    @abstractmethod
    def position_text(self, position: P) -> str:
        """The text of a position."""

    @abstractmethod
    def parse_position(self, text: str) -> P:
        """The position of a text; InvalidPosition when it is none."""

    @abstractmethod
    def move_text(self, position: P, move: M) -> str:
        """The text of a legal move; different moves of a position have different texts."""

    def parse_move(self, position: P, text: str) -> M:
        """The legal move of a text; InvalidMove or IllegalMove when there is none."""
        moves = {self.move_text(position, move): move for move in self.moves(position)}
        if text in moves:
            return moves[text]
        if not self.readable_move(text):
            raise InvalidMove(f"{text!r} is not the text of a move of {self.title}")
        where = f"move {text!r} is not legal in {self.position_text(position)!r}"
        some = sorted(moves)[:6]
        if not some:
            raise IllegalMove(f"{where}: the game is over ({self.outcome(position).text})")
        more = ", …" if len(moves) > len(some) else ""
        raise IllegalMove(f"{where}; legal: {', '.join(some)}{more}")

    def readable_move(self, text: str) -> bool:
        """Whether a text has the form of one of this game's moves, legal or not."""
        points = text.replace("x", "-").split("-")
        return len(points) > 1 and all(point in self.board.index for point in points)

    def occupancy(self, position: P) -> Occupancy:
        """The points that hold a piece."""
        mask = 0
        for point, stack in enumerate(self.stacks(position)):
            if stack:
                mask |= 1 << point
        return Occupancy(mask)

    def forced(self, position: P) -> bool:
        """Whether a rule forces a capture or jump now, so that other movements are barred."""
        return False

    def is_pass(self, move: M) -> bool:
        """Whether a move is a pass: the turn goes on and no hand moves."""
        return False

    def weight(self, position: P, move: M) -> int:
        """How often chance draws this move, in proportion to its other moves."""
        return 1

    def evaluate(self, position: P) -> Shares | None:
        """What each seat can expect in a position that is not over, by a quick look at it; None if
        the game does not say. The computer plays better and faster where it does."""
        return None

    def symmetries(self) -> Sequence[Symmetry]:
        """The symmetries of the board that carry games of this kind onto games of this kind."""
        return ()

    def repeated(self, position: P) -> Outcome:
        """How a match ends when a position has occurred `repetitions` times."""
        return DRAW


AnyGame = Game[Any, Any]
"""A game whose positions and moves are nobody's business."""


def perft(game: Game[P, M], position: P, depth: int) -> int:
    """The number of sequences of `depth` moves: every one is made, none counted in bulk."""
    if depth == 0:
        return 1
    advance = game.advance
    nodes = 0
    for move in game.moves(position):
        after = advance(position, move)
        nodes += perft(game, after, depth - 1) if depth > 1 else 1
    return nodes
