"""The interface that every game implements. What only some games need is not in it.

Positions and moves are small hashable values, opaque to everything but their game. A game never
checks whether a given move is legal; `Match` does.

There are three kinds of "no move". A pass is a move in its own right; a position without legal
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
"""Acts when the bag decides, and not a player."""

NOBODY: Final = Seat(-2)
"""Acts when the game is over."""

P = TypeVar("P", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class Game(ABC, Generic[P, M]):
    """One game, with its options set.

    name, title: its name in the registry, and its name for people.
    summary:     what it is about, in one sentence for people who have never heard of it.
    rules_page:  the Markdown file with its rules, in the package that defines the game; if empty,
                 the file named after the game. Translations: the same name in `de/` and so on.
    menu_rank:   its place in a board's menu, from 1. It never changes, because the printed card
                 shows the places. Games without one follow in alphabetical order.
    position_fields: the names of the fields of a position's text, if it is a placement (see
                 `rules.placement`) followed by more fields. If empty, positions cannot be edited.
    options:     the options, in order; `chosen` holds their values, as text.
    board:       the board it is played on.
    pieces:      every piece that can be on the board, each with a text of its own.
    seats:       the names of the seats, in turn order; one for each player.
    colours:     the colours of the seats; if empty, those of `SEAT_COLOURS`, in turn order.
    areas:       parts of the board that pictures set apart.
    repetitions: the occurrence of a position that ends the match (0: never).
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
        """Set the options. Raises InvalidOption for an unknown option or value."""
        self.chosen = settle(self.options, given or {})
        self.setup()

    def setup(self) -> None:
        """Prepare what the game needs, from `chosen`; called once, before anything else."""

    def colour(self, seat: int) -> Colour:
        """The colour of a seat."""
        return self.colours[seat] if self.colours else SEAT_COLOURS[seat]

    @property
    def computers_seat(self) -> Seat:
        """The seat that the computer plays against a person by default."""
        return Seat(len(self.seats) - 1)

    @abstractmethod
    def start(self) -> P:
        """The start position."""

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
        """The result so far."""

    @abstractmethod
    def stacks(self, position: P) -> tuple[Stack, ...]:
        """The pieces on every point of the board."""

    @abstractmethod
    def steps(self, position: P, move: M) -> tuple[Step, ...]:
        """What hands do to make a legal move, in one possible order."""

    @abstractmethod
    def position_text(self, position: P) -> str:
        """The text of a position."""

    @abstractmethod
    def parse_position(self, text: str) -> P:
        """Parse a position. Raises InvalidPosition if the text is not one."""

    @abstractmethod
    def move_text(self, position: P, move: M) -> str:
        """The text of a legal move; different moves of a position have different texts."""

    def parse_move(self, position: P, text: str) -> M:
        """Parse a legal move. Raises InvalidMove if the text cannot be parsed, and IllegalMove if
        the move is not legal."""
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
        """Whether a rule forces a capture or jump now, making other moves illegal."""
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
        it is, what is forced, which points are occupied, and where the piece may go. Called only
        for what no legal move does."""
        return Text()

    def conclusion(self, position: P) -> Text:
        """Why the game is over in this position, as one short sentence. Empty to leave it to
        `rules.reasons`, which knows when a player has no pieces left."""
        return Text()

    def evaluate(self, position: P) -> Shares | None:
        """A quick estimate of each seat's share in a position that is not over, or None if the game
        has none. With an estimate, the computer plays better and faster."""
        return None

    def symmetries(self) -> Sequence[Symmetry]:
        """The symmetries of the board that leave the rules of this game unchanged."""
        return ()

    def notation(self, protocol: str) -> Notation[P, M] | None:
        """The notation of this game in a protocol, or None if programs of that protocol cannot play
        it.
        protocol: `uci` for the Universal Chess Interface."""
        return None

    def recurrence(self, position: P) -> Hashable:
        """A key that is equal for occurrences of the same position: by default, the position
        itself. A game whose positions count moves leaves the counters out."""
        return position

    def repeated(self, position: P) -> Outcome:
        """The outcome when a position has occurred `repetitions` times."""
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
