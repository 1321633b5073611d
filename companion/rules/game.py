"""The contract that every game implements. What only some games need is not in it.

Positions and moves are small hashable values, opaque to everything but their game. A game never
checks whether a move that it is given is legal; `Match` does.

There are three different kinds of "no move". A pass is a move of its own; a position without legal
moves is the end of the game; and `None` means that no move was given.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar

from companion.geometry import Board, Occupancy, Point
from companion.rules.area import Area
from companion.rules.errors import IllegalMove, InvalidMove
from companion.rules.notation import Notation
from companion.rules.option import Option, settle
from companion.rules.outcome import DRAW, Outcome, Shares
from companion.rules.piece import SEAT_COLOURS, Colour, Piece, Seat, Stack
from companion.rules.step import Step
from companion.rules.symmetry import Symmetry
from companion.text import Text

CHANCE: Final = Seat(-1)
"""Acts when the bag decides, not a player."""

NOBODY: Final = Seat(-2)
"""Acts when the game is over."""

P = TypeVar("P", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class Game(ABC, Generic[P, M]):
    """One game with its options settled.

    name, title: what the registry and what people call it.
    summary:     what it is about, in one sentence for people who have never heard of it.
    rules_page:  the Markdown file with its rules, in the package that defines the game; if empty,
                 the file named after the game. In another language: the same, in `de/`.
    menu_rank:   its place in a board's menu, counted from 1. It never changes, because the printed
                 card shows the places. Games without one follow in alphabetical order.
    position_fields: what the parts of a position's text are called, if it is a placement (see
                 `rules.placement`) and more fields after it. If empty, positions are not edited.
    options:     what may be chosen, in order; `chosen` holds the values, as text.
    board:       the board it is played on.
    pieces:      every piece that can stand on the board, each with a text of its own.
    seats:       the names of the seats, in turn order; their number is the number of players.
    colours:     the colours of the seats; if empty, those of `SEAT_COLOURS`, in turn order.
    areas:       parts of the board that a picture of it sets apart.
    repetitions: at which occurrence of a position the match ends (0: never).
    best:        the fewest moves known to solve a solitaire from its start, or None.
    """

    name: ClassVar[str]
    title: ClassVar[Text]
    summary: ClassVar[Text] = Text()
    rules_page: ClassVar[str] = ""
    position_fields: ClassVar[tuple[Text, ...]] = ()
    options: ClassVar[tuple[Option, ...]] = ()
    menu_rank: ClassVar[int | None] = None

    board: Board
    pieces: tuple[Piece, ...]
    seats: tuple[Text, ...]
    colours: tuple[Colour, ...] = ()
    areas: tuple[Area, ...] = ()
    repetitions: int = 0
    best: int | None = None

    def __init__(self, given: Mapping[str, object] | None = None) -> None:
        """Settle the options. Raises InvalidOption for an unknown option or value."""
        self.chosen = settle(self.options, given or {})
        self.setup()

    def setup(self) -> None:
        """Derive from `chosen` what the game needs; called once, before anything else."""

    def colour(self, seat: int) -> Colour:
        """The colour of a seat."""
        return self.colours[seat] if self.colours else SEAT_COLOURS[seat]

    @property
    def computers_seat(self) -> Seat:
        """The seat that the computer plays against a person by default."""
        return Seat(len(self.seats) - 1)

    @abstractmethod
    def start(self) -> P:
        """The position at the start of a game."""

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
        """What hands do to carry out a legal move, in one possible order."""

    @abstractmethod
    def position_text(self, position: P) -> str:
        """The text of a position."""

    @abstractmethod
    def parse_position(self, text: str) -> P:
        """The position that a text describes. Raises InvalidPosition if it describes none."""

    @abstractmethod
    def move_text(self, position: P, move: M) -> str:
        """The text of a legal move; different moves of a position have different texts."""

    def parse_move(self, position: P, text: str) -> M:
        """The legal move that a text describes. Raises InvalidMove if the text cannot be read, and
        IllegalMove if the move is not legal."""
        moves = {self.move_text(position, move): move for move in self.moves(position)}
        if text in moves:
            return moves[text]
        if not self.readable_move(text):
            raise InvalidMove(
                Text("{move!r} is not a move of {game} in any position", move=text, game=self.title)
            )
        where = Text(
            "move {move!r} is not legal in {position!r}",
            move=text,
            position=self.position_text(position),
        )
        some = sorted(moves)[:6]
        if not some:
            raise IllegalMove(
                Text(
                    "{problem}: the game is over ({outcome})",
                    problem=where,
                    outcome=self.outcome(position).text,
                )
            )
        more = ", …" if len(moves) > len(some) else ""
        raise IllegalMove(
            Text("{problem}; legal: {moves}{more}", problem=where, moves=", ".join(some), more=more)
        )

    def readable_move(self, text: str) -> bool:
        """Whether a text has the form of a move of this game, legal or not."""
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
        """Whether a rule forces a capture or jump now, so that other moves are not legal."""
        return False

    def is_pass(self, move: M) -> bool:
        """Whether a move is a pass: the turn ends, and no piece moves."""
        return False

    def weight(self, position: P, move: M) -> int:
        """How often chance draws this move, relative to the other moves."""
        return 1

    def objection(self, position: P, origin: Point, to: Point | None) -> Text:
        """Which rule of this game forbids moving the piece on `origin` to `to` (None: off the
        board), as one short sentence. Empty to leave it to `rules.reasons`, which knows whose turn
        it is, what is forced, which points are occupied, and where the piece may go. Asked only
        about what no legal move does."""
        return Text()

    def conclusion(self, position: P) -> Text:
        """Why the game is over in this position, as one short sentence. Empty to leave it to
        `rules.reasons`, which knows that a player has no pieces left."""
        return Text()

    def evaluate(self, position: P) -> Shares | None:
        """A quick estimate of each seat's share in a position that is not over, or None if the
        game does not estimate it. With an estimate the computer plays better and faster."""
        return None

    def symmetries(self) -> Sequence[Symmetry]:
        """The symmetries of the board that leave the rules of this game unchanged."""
        return ()

    def notation(self, protocol: str) -> Notation[P, M] | None:
        """How programs of that protocol write this game, or None if none of them can play it.
        protocol: `uci` for the Universal Chess Interface."""
        return None

    def recurrence(self, position: P) -> Hashable:
        """What has to be the same for a position to occur again: by default, all of it. A game that
        counts moves in its positions leaves the counters out here."""
        return position

    def repeated(self, position: P) -> Outcome:
        """How a match ends if a position has occurred `repetitions` times."""
        return DRAW


AnyGame = Game[Any, Any]
"""A game with any types of positions and moves."""


def perft(game: Game[P, M], position: P, depth: int) -> int:
    """The number of sequences of `depth` legal moves. Every move is made, none counted in bulk."""
    if depth == 0:
        return 1
    nodes = 0
    if depth == 1:
        for move in game.moves(position):
            game.advance(position, move)
            nodes += 1
    else:
        for move in game.moves(position):
            nodes += perft(game, game.advance(position, move), depth - 1)
    return nodes
