"""Exact knowledge about positions, and the best moves according to it.

Every search of a game consults `known`; it is quick, and gives the same answer on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.engines.contract import Interrupted, Stop, never
from companion.engines.fours import FourSearch
from companion.engines.repetition import RepetitionCheck
from companion.games.nim import Nim
from companion.games.solomon import Solomon
from companion.games.son_of_solomon import Position, SonOfSolomon
from companion.games.trinity import Position as Coins
from companion.games.trinity import Trinity
from companion.rules import AnyGame
from companion.tables import EndingTables, ExactValue
from companion.tables.nim_book import NimBook
from companion.tables.solomon_book import OpeningBook
from companion.tables.son_book import EACH, LONGEST_WIN, SonBook
from companion.tables.trinity_book import TrinityBook
from companion.tables.trinity_moves import last_moves, winners_after

_MOST_LOOKS = 150_000
"""The position limit of a search for Trinity's last move: about a second on a desktop. It has
needed fewer than 90,000 so far, and a few hundred in the middle of a game."""

_QUICK_LOOKS = 2_000
"""The position limit for a quick first answer."""

_MOST_REPEATED = 5_000
"""The position limit of a check for repetition in Solomon: a tenth of a second on a desktop."""


@cache
def _solomon() -> EndingTables:
    """Solomon's endgame tables, read once, when first needed."""
    return EndingTables.installed()


@cache
def _son_book() -> SonBook | None:
    """The book of Son of Solomon, read once, when first needed."""
    return SonBook.installed()


@cache
def _opening_book() -> OpeningBook | None:
    """Solomon's opening book, read once, when first needed."""
    return OpeningBook.installed()


@cache
def _nim_book() -> NimBook | None:
    """The book of Nim, read once, when first needed."""
    return NimBook.installed()


@cache
def _trinity_book() -> TrinityBook | None:
    """The book of Trinity, read once, when first needed."""
    return TrinityBook.installed()


def known(game: AnyGame, position: Any) -> ExactValue | None:
    """The value of a position for the player to move, from a table; None if no table has it."""
    match game:
        case Solomon():
            return _solomon().probe(position)
        case Nim():
            if book := _nim_book():
                return book.look_up(game.chosen["last"], game.occupancy(position))
    return None


@dataclass(frozen=True, slots=True)
class ExactMoves:
    """The best moves of a position with a known value: those with the fewest plies to a win, the
    most plies to a loss, or all that keep a draw.

    ending: the result of these moves, for the player who makes them. Its plies are an upper bound
    if they are from a book.
    """

    moves: tuple[Any, ...]
    ending: ExactValue


def exact_moves(
    game: AnyGame, position: Any, before: Sequence[Any] = (), stop: Stop = never
) -> ExactMoves | None:
    """Find the best moves, or return None if the results of the moves are not known.

    before: the earlier positions of the match. A move that ends the match by repetition draws, and
    so does one that lets the opponent end it so. Raises Interrupted if `stop` returns True.
    """
    if stop():
        raise Interrupted
    match game:
        case SonOfSolomon():
            return _four_moves(game, position, before, stop)
        case Trinity(seats=(_, _, *_)):
            return _trinity_moves(game, position, before, stop)
    if known(game, position) is None:
        return None
    return _table_moves(game, position, before, stop)


def _four_moves(
    game: SonOfSolomon, position: Position, before: Sequence[Position], stop: Stop
) -> ExactMoves | None:
    """While pieces are being placed, Black's answer in the book; after that, the moves that force
    four in a row soonest or put it off longest."""
    _, _, turn, places = position
    if turn < 2 * EACH:
        book = _son_book() if turn % 2 and not game.outcome(position).over else None
        reply = book.reply(places) if book is not None else None
        if reply is None:
            return None
        point, plies = reply
        won = game.outcome(game.advance(position, (point,))).over
        left = 1 if won else 2 * EACH - turn + (plies or LONGEST_WIN)
        return ExactMoves(((point,),), ExactValue(1, left))
    if _may_repeat(game, position, before):
        return None
    search = FourSearch(game)
    if forced := search.shortest(position, stop):
        return ExactMoves(forced[1], ExactValue(1, forced[0]))
    if held := search.slowest(position, stop):
        return ExactMoves(held[1], ExactValue(-1, held[0]))
    return None


def _may_repeat(game: AnyGame, position: Any, before: Sequence[Any]) -> bool:
    """Whether some position has occurred so often that once more ends the match as a draw. A search
    for a forced four does not consider that; otherwise even its longest line is too short to repeat
    a position often enough."""
    return max(Counter((*before, position)).values()) + 1 >= game.repetitions


def safe_moves(
    game: AnyGame, position: Any, before: Sequence[Any] = (), stop: Stop = never
) -> list[Any]:
    """The moves to choose from if `exact_moves` returns None.

    In Solomon: the shortest known win, in the tables or else in the opening book; else the moves
    that do not lose according to the book; else those that do not lead to lost endings. In other
    games: all legal moves. before, stop: as for `exact_moves`.
    """
    moves = list(game.moves(position))
    if not isinstance(game, Solomon):
        return moves
    after = {move: game.advance(position, move) for move in moves}
    ends = _table_endings(game, position, before, stop)
    if wins := {move: end.plies or 0 for move, end in ends.items() if end.value > 0}:
        return [move for move in moves if wins.get(move) == min(wins.values())]
    promised = {
        move: promise
        for move in moves
        if move not in ends and (promise := _promise(game, after[move])) is not None
    }
    if longest := [promise for promise in promised.values() if promise]:
        return [move for move in moves if promised.get(move) == min(longest)]
    open_moves = [move for move in moves if move not in ends or ends[move].value == 0]
    # A move that loses by the tables is a last resort, even if repetition might save it.
    open_moves = [
        move for move in open_moves if move in ends or not _wins(known(game, after[move]))
    ] or open_moves
    if promised or (before and _promise(game, before[-1]) is not None):
        # A match that is in the book stays in it, or goes on in the tables.
        held = [move for move in open_moves if move in promised or move in ends]
        return held or open_moves or moves
    return open_moves or moves


def _wins(ending: ExactValue | None) -> bool:
    return ending is not None and ending.value > 0


def _promise(game: Solomon, position: int) -> int | None:
    """The promise of the opening book for the player who has just moved."""
    book = _opening_book()
    return None if book is None else book.promise(*game.seen_by_mover(position))


def move_endings(
    game: AnyGame,
    position: Any,
    before: Sequence[Any] = (),
    stop: Stop = never,
    longest: int = LONGEST_WIN,
) -> dict[Any, ExactValue]:
    """Find what each legal move leads to, for the player who makes it, where that is known.

    before: as for `exact_moves`. longest: how many plies a search for a forced four looks ahead; a
    value below the default also shortens the search in Trinity. Raises Interrupted if `stop`
    returns True.
    """
    match game:
        case SonOfSolomon():
            return _four_endings(game, position, before, stop, longest)
        case Trinity(seats=(_, _, *_)):
            looks = _MOST_LOOKS if longest == LONGEST_WIN else _QUICK_LOOKS
            return _trinity_endings(game, position, before, stop, looks)
    return _table_endings(game, position, before, stop)


def _four_endings(
    game: SonOfSolomon, position: Position, before: Sequence[Position], stop: Stop, longest: int
) -> dict[Any, ExactValue]:
    """The book's endings for placements; after that, the moves that force or allow a four.

    In the book, White loses with every placement that Black has an answer to.
    """
    _, _, turn, _ = position
    found: dict[Any, ExactValue] = {}
    if turn < 2 * EACH:
        if turn % 2:
            best = _four_moves(game, position, before, stop)
            return {} if best is None else dict.fromkeys(best.moves, best.ending)
        for move in game.moves(position):
            reply = _four_moves(game, game.advance(position, move), before, stop)
            if reply is not None:
                found[move] = _before(reply.ending)
        return found
    if _may_repeat(game, position, before):
        return {}
    search = FourSearch(game)
    for move in game.moves(position):
        after = game.advance(position, move)
        if game.outcome(after).over:
            found[move] = ExactValue(1, 1)
        elif forced := search.shortest(after, stop, longest - 1):
            found[move] = ExactValue(-1, 1 + forced[0])
        elif held := search.slowest(after, stop, longest):
            found[move] = ExactValue(1, 1 + held[0])
    return found


class _TooFar(Exception):
    """A search reached its position limit."""


class _Looks:
    """Counts the positions that a search visits, and stops it at the limit."""

    def __init__(self, stop: Stop, most: int) -> None:
        self._stop = stop
        self._most = most
        self._count = 0

    def __call__(self) -> None:
        self._count += 1
        if self._count > self._most:
            raise _TooFar
        if self._stop():
            raise Interrupted


def _trinity_moves(
    game: Trinity, position: Coins, before: Sequence[Coins], stop: Stop
) -> ExactMoves | None:
    """The moves that force the last move soonest, or put off an opponent's longest. None if nobody
    can force it; but with two players, the moves that keep that draw."""
    try:
        found = last_moves(game, position, _trinity_book(), before, _Looks(stop, _MOST_LOOKS))
    except _TooFar:
        return None
    if found is None or (found.winner is None and len(game.seats) > 2):
        return None
    if found.winner is None:
        return ExactMoves(found.moves, _DRAW)
    value = 1 if found.winner == game.to_act(position) else -1
    return ExactMoves(found.moves, ExactValue(value, found.plies))


def _trinity_endings(
    game: Trinity, position: Coins, before: Sequence[Coins], stop: Stop, looks: int
) -> dict[Any, ExactValue]:
    """The moves after which some player can force the last move; with two players, also those after
    which nobody can."""
    found: dict[Any, ExactValue] = {}
    seat = game.to_act(position)
    try:
        for move, winner, plies in winners_after(
            game, position, _trinity_book(), before, _Looks(stop, looks)
        ):
            if winner is not None:
                found[move] = ExactValue(1 if winner == seat else -1, plies + 1)
            elif len(game.seats) == 2:
                found[move] = _DRAW
    except _TooFar:
        pass  # the other moves stay unknown
    return found


def _table_moves(
    game: AnyGame, position: Any, before: Sequence[Any], stop: Stop
) -> ExactMoves | None:
    moves = game.moves(position)
    found = _table_endings(game, position, before, stop)
    if not moves or len(found) < len(moves):
        return None
    best = max(found.values(), key=_preference)
    return ExactMoves(tuple(move for move, end in found.items() if end == best), best)


def _table_endings(
    game: AnyGame, position: Any, before: Sequence[Any], stop: Stop
) -> dict[Any, ExactValue]:
    """What each legal move leads to, for the player who makes it, where `known` has the answer and
    the history of the match does not change it."""
    occurred = Counter((*before, position)) if game.repetitions else Counter()
    barred = {p for p, times in occurred.items() if times + 1 >= game.repetitions}
    forced = _forced_check(game, barred, stop)
    found: dict[Any, ExactValue] = {}
    for move in game.moves(position):
        after = game.advance(position, move)
        then = known(game, after)
        if then is None:
            continue
        if after in barred:
            then = _DRAW
        elif then.value and not forced(after):
            replies = (game.advance(after, reply) for reply in game.moves(after))
            if then.value > 0 or not any(end in barred for end in replies):
                continue  # It may be a draw, or take longer.
            then = _DRAW
        found[move] = _before(then)
    return found


def _forced_check(game: AnyGame, barred: Collection[Any], stop: Stop) -> Callable[[Any], bool]:
    """A function that tells whether a win or loss in the tables is certain in this match, too.
    barred: the positions that would end the match as a draw."""
    if not barred or not isinstance(game, Solomon):
        return lambda _: True
    check = RepetitionCheck(game, barred, _solomon().probe, _Looks(stop, _MOST_REPEATED))

    def forced(position: int) -> bool:
        try:
            return check.forced(position)
        except _TooFar:
            return False

    return forced


_DRAW = ExactValue(0, None)


def _before(then: ExactValue) -> ExactValue:
    """The value of a move for the player who makes it; `then` is its value for the next player."""
    return ExactValue(-then.value, None if then.plies is None else then.plies + 1)


def _preference(end: ExactValue) -> int:
    """A sort key: higher is better."""
    if end.plies is None:
        return 0
    return end.value * 1000 - end.value * end.plies
