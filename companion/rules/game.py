"""The interface that every game implements; features of only some games are not part of it.

Positions and moves are small hashable values, opaque to everything but their game. A game never
checks whether a given move is legal; `Match` does.

There are three kinds of "no move". A pass is a move in its own right; a position without legal
moves is the end of the game; and `None` means that no move was given.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from keyword import iskeyword
from typing import Any, ClassVar, Final, Generic, TypeVar

from companion.base.errors import IllegalMove, InvalidMove
from companion.base.text import Text
from companion.rules.area import Area
from companion.rules.game_symmetry import Symmetry
from companion.rules.geometry import Board, Occupancy, Point
from companion.rules.notation import Notation
from companion.rules.option import Option, settle
from companion.rules.outcome import DRAW, Outcome, Shares
from companion.rules.piece import SEAT_COLOURS, Colour, Piece, Seat, Stack
from companion.rules.step import Step

CHANCE: Final = Seat(-1)
"""Acts when the bag decides, and not a player."""

NOBODY: Final = Seat(-2)
"""Acts when the game is over."""

P = TypeVar("P", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class Game(ABC, Generic[P, M]):
    """One game, with its options set; `repr` is the call of `companion.make` that makes it.

    Args:
        given: The values of options by name, text or numbers; the others keep their defaults.

    Attributes:
        name: Its name in the registry.
        title: Its name for people.
        summary: One sentence about it, for people who have never heard of it.
        rules_page: The Markdown file with its rules, in the package that defines the game; if
            empty, the file named after the game. Translations have the same name in `de/` and so
            on.
        menu_rank: Its place in a board's menu, from 1. It never changes, because the printed card
            shows the places. Games without one follow in alphabetical order.
        on_parts: Whether the menu of a larger board offers it, to be played on a part of that.
        options: The options, in order.
        chosen: The values of the options by name, as text.
        board: The board it is played on.
        pieces: Every piece that can be on the board, each with a text of its own.
        seats: The names of the seats, in turn order; one for each player.
        colours: The colours of the seats; if empty, those of `SEAT_COLOURS`, in turn order.
        areas: Parts of the board that pictures set apart.
        position_fields: The names of the fields of a position's text, if it is a placement (see
            `rules.placement`) followed by more fields. If empty, positions cannot be edited.
        repetitions: The occurrence of a position that ends the match; 0 for never.
        minutes: How long a game takes people, about; 0 if that is not known.
        best: The fewest moves known to solve a solitaire from its start, or None.
    """

    name: ClassVar[str]
    title: ClassVar[Text]
    summary: ClassVar[Text] = Text()
    rules_page: ClassVar[str] = ""
    options: ClassVar[tuple[Option, ...]] = ()
    menu_rank: ClassVar[int | None] = None
    on_parts: ClassVar[bool] = True
    minutes: ClassVar[int] = 0

    board: Board
    pieces: tuple[Piece, ...]
    seats: tuple[Text, ...]
    colours: tuple[Colour, ...] = ()
    areas: tuple[Area, ...] = ()
    position_fields: tuple[Text, ...] = ()
    repetitions: int = 0
    best: int | None = None

    def __init__(self, given: Mapping[str, object] | None = None) -> None:
        """Set the options.

        Raises:
            InvalidOption: If an option or its value is unknown.
        """
        self.chosen = settle(self.options, given or {})
        self.setup()

    def setup(self) -> None:
        """Prepare what the game needs, from `chosen`; called once, before anything else."""

    def __repr__(self) -> str:
        before: dict[str, str] = {}
        changed: dict[str, str] = {}
        for option in self.options:
            value = self.chosen[option.name]
            if value != option.initial(before):
                changed[option.name] = value
            before[option.name] = value
        if all(name.isidentifier() and not iskeyword(name) for name in changed):
            given = [f"{name}={value!r}" for name, value in changed.items()]
        else:
            given = [repr(changed)]
        return f"make({', '.join([repr(self.name), *given])})"

    def colour(self, seat: int) -> Colour:
        """Return the colour of a seat."""
        return self.colours[seat] if self.colours else SEAT_COLOURS[seat]

    @property
    def computers_seat(self) -> Seat:
        """The seat that the computer plays against a person by default."""
        return Seat(len(self.seats) - 1)

    @abstractmethod
    def start(self) -> P:
        """Return the start position."""

    @abstractmethod
    def to_act(self, position: P) -> Seat:
        """Return the seat to act, CHANCE, or NOBODY when the game is over."""

    @abstractmethod
    def moves(self, position: P) -> Sequence[M]:
        """Return the legal moves; none when the game is over."""

    @abstractmethod
    def advance(self, position: P, move: M) -> P:
        """Return the position after a legal move."""

    @abstractmethod
    def outcome(self, position: P) -> Outcome:
        """Return the result so far."""

    @abstractmethod
    def stacks(self, position: P) -> tuple[Stack, ...]:
        """Return the pieces on every point of the board, by point index."""

    @abstractmethod
    def steps(self, position: P, move: M) -> tuple[Step, ...]:
        """Return the steps by which hands make a legal move, in one possible order."""

    @abstractmethod
    def position_text(self, position: P) -> str:
        """Return the text of a position."""

    @abstractmethod
    def parse_position(self, text: str) -> P:
        """Parse the text of a position.

        Raises:
            InvalidPosition: If the text is not a position of this game.
        """

    @abstractmethod
    def move_text(self, position: P, move: M) -> str:
        """Return the text of a legal move; different moves of a position have different texts."""

    def parse_move(self, position: P, text: str) -> M:
        """Parse the text of a legal move.

        Raises:
            InvalidMove: If the text cannot be parsed.
            IllegalMove: If the move is not legal in this position.
        """
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
        """Return whether a text has the form of a move of this game, legal or not."""
        return (self.board.points_joined(text) or 0) > 1

    def occupancy(self, position: P) -> Occupancy:
        """Return the points that hold a piece."""
        mask = 0
        for point, stack in enumerate(self.stacks(position)):
            if stack:
                mask |= 1 << point
        return Occupancy(mask)

    def forced(self, position: P) -> bool:
        """Return whether a rule forces a capture or jump now, making other moves illegal."""
        return False

    def is_pass(self, move: M) -> bool:
        """Return whether a move is a pass: the turn ends, and no piece moves."""
        return False

    def weight(self, position: P, move: M) -> int:
        """Return the frequency with which chance draws this move, relative to the other moves."""
        return 1

    def objection(self, position: P, origin: Point, to: Point | None) -> Text:
        """Return the rule of this game that forbids moving a piece, as one short sentence.

        It is called only for moves of the hand that no legal move contains.

        Args:
            position: The position before the move.
            origin: The point that the piece leaves.
            to: The point where it would go; None for off the board.

        Returns:
            The sentence. It is empty to leave the answer to `rules.reasons`, which knows whose turn
            it is, what is forced, which points are occupied, and where the piece may go.
        """
        return Text()

    def conclusion(self, position: P) -> Text:
        """Return why the game is over in this position, as one short sentence.

        Returns:
            The sentence. It is empty to leave the answer to `rules.reasons`, which knows when a
            player has no pieces left.
        """
        return Text()

    def in_words(self, position: P, move: M) -> Text:
        """Return a move as players of this game say it, without whose it is.

        Args:
            position: The position before the move.
            move: The move.

        Returns:
            A phrase, such as *bishop takes f6*. It is empty to leave the answer to the steps of the
            move, which tell the points, what is taken and what a piece becomes.
        """
        return Text()

    def usual_placement(self, position: P) -> M | None:
        """Return how to place the next piece while players only set out their pieces before play.

        The program plays these moves for a player who asks for it, until none is returned. They
        must lead to an end.

        Args:
            position: A position that is not over.

        Returns:
            A legal move of the seat to act that only places a piece; None if there is none, or if
            where to place it is what the game is about.
        """
        return None

    def evaluate(self, position: P) -> Shares | None:
        """Return a quick estimate of each seat's share in a position that is not over.

        With an estimate, the computer plays better and faster.

        Returns:
            The shares in seat order, or None if the game has no estimate.
        """
        return None

    def symmetries(self) -> Sequence[Symmetry]:
        """Return the symmetries of the board that leave the rules of this game unchanged."""
        return ()

    def notation(self, protocol: str) -> Notation[P, M] | None:
        """Return the notation of this game in a protocol.

        Args:
            protocol: `uci` for the Universal Chess Interface.

        Returns:
            The notation, or None if programs of that protocol cannot play this game.
        """
        return None

    def recurrence(self, position: P) -> Hashable:
        """Return a key that is equal for occurrences of the same position.

        It is the position itself by default. A game whose positions count moves leaves the counters
        out.
        """
        return position

    def repeated(self, position: P) -> Outcome:
        """Return the outcome when a position has occurred `repetitions` times."""
        return DRAW


AnyGame = Game[Any, Any]
"""A game with any types of positions and moves."""


def perft(game: Game[P, M], position: P, depth: int) -> int:
    """Return the number of sequences of `depth` legal moves.

    Every move is made; none are counted in bulk.
    """
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
