"""The best moves in Solomon's Trinity, from its book and the search for the last move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from companion.games.trinity import Move, Position, Trinity
from companion.opponents.tables.trinity_book import TrinityBook
from companion.opponents.tables.trinity_search import LastMoveSearch


class LastMoves(NamedTuple):
    """The best moves of a position, and their result.

    Attributes:
        moves: The moves that force the last move soonest; those that put off an opponent's longest;
            or, if no seat can force it, all that keep it so.
        winner: The seat that can force the last move; None if there is none.
        plies: How long that takes if all others resist together; 0 if there is no winner.
    """

    moves: tuple[Move, ...]
    winner: int | None
    plies: int


class _Known:
    """The book's positions for a game, and a search for the rest.

    The arguments are those of `last_moves`.
    """

    def __init__(
        self,
        game: Trinity,
        position: Position,
        book: TrinityBook | None,
        before: Sequence[Position],
        look: Callable[[], None],
    ) -> None:
        self._game = game
        # Slides use up the supply, so positions with a different one cannot occur again.
        supply = game.supply(position)
        self.search = LastMoveSearch(game, {p for p in before if game.supply(p) == supply}, look)
        self.plies = book.of(game) if book is not None else {}

    def winner(self, position: Position) -> tuple[int, int] | None:
        """Return the seat that can force the last move, and its plies; None if no seat can."""
        plies = self.plies.get(position)
        if not plies:  # the book has no position that is over
            return self.search.winner(position)
        mover = self._game.seat(position)
        return mover if plies % 2 else 1 - mover, plies


def winners_after(
    game: Trinity,
    position: Position,
    book: TrinityBook | None,
    before: Sequence[Position],
    look: Callable[[], None],
) -> Iterator[tuple[Move, int | None, int]]:
    """Yield each move with its result. The arguments are those of `last_moves`.

    Yields:
        The move, the seat that can then force the last move, and the plies that this takes; None
        and 0 if there is no such seat.
    """
    known = _Known(game, position, book, before, look)
    for move in game.moves(position):
        after = game.advance(position, move)
        outcome = game.outcome(after)
        yield move, *((outcome.winner, 0) if outcome.over else known.winner(after) or (None, 0))


def last_moves(
    game: Trinity,
    position: Position,
    book: TrinityBook | None,
    before: Sequence[Position],
    look: Callable[[], None],
) -> LastMoves | None:
    """Find the best moves.

    Args:
        game: The game.
        position: The position to move in.
        book: The book of the first plies, if there is one.
        before: The earlier positions of the match; reaching one of them again draws.
        look: Called for each new position that a search visits; it may raise an exception to give
            up.

    Returns:
        The best moves; None if the game is over.
    """
    known = _Known(game, position, book, before, look)
    search, plies_from = known.search, known.plies
    after = dict(zip(game.moves(position), search.after(position), strict=True))
    if not after:
        return None
    mover, seats = game.seat(position), len(game.seats)
    found = known.winner(position)
    if found is None:
        moves = (m for m, then in after.items() if search.winner(then) is None)
        return LastMoves(tuple(moves), None, 0)
    winner, plies = found

    def best(then: Position) -> bool:
        if then in plies_from:
            return plies_from[then] == plies - 1
        if winner == mover:
            return search.within(then, winner, plies - 1)
        return not search.within(then, winner, plies - 1 - seats)

    return LastMoves(tuple(m for m, then in after.items() if best(then)), winner, plies)
