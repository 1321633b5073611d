"""What is known exactly about a position, and the moves that make the most of it.

`known` is asked by whatever searches a game; it is quick, and the same on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.games.solomon import Solomon
from companion.rules import AnyGame
from companion.tables import EndingTables, ExactValue


@cache
def _solomon() -> EndingTables:
    """The tables of endings, read once, when a game first needs them."""
    return EndingTables.installed()


def known(game: AnyGame, position: Any) -> ExactValue | None:
    """What is known about a position, for the player to move; None if nothing is."""
    return _solomon().probe(position) if isinstance(game, Solomon) else None


@dataclass(frozen=True, slots=True)
class ExactMoves:
    """The best moves of a position whose value is known: the shortest way to win, the longest to
    lose, or all that keep a draw. ending: what they lead to, for the player who makes them."""

    moves: tuple[Any, ...]
    ending: ExactValue


def exact_moves(game: AnyGame, position: Any, before: Sequence[Any] = ()) -> ExactMoves | None:
    """The best moves; None if not all that they lead to is known.

    before: the earlier positions of the match. A move that ends the match by repetition leads to a
    draw, and so does one that lets the opponent end it so.
    """
    if known(game, position) is None:
        return None
    occurred = Counter((*before, position)) if game.repetitions else Counter()
    repeated = {p for p, times in occurred.items() if times + 1 >= game.repetitions}
    found: dict[Any, ExactValue] = {}
    for move in game.moves(position):
        after = game.advance(position, move)
        then = known(game, after)
        if then is None:
            return None
        if after in repeated:
            then = _DRAW
        elif repeated and then.value < 0:
            replies = (game.advance(after, reply) for reply in game.moves(after))
            if any(end in repeated for end in replies):
                then = _DRAW
        found[move] = _before(then)
    if not found:
        return None
    best = max(found.values(), key=_preference)
    return ExactMoves(tuple(move for move, end in found.items() if end == best), best)


_DRAW = ExactValue(0, None)


def _before(then: ExactValue) -> ExactValue:
    """What a position is worth to the player who moves to one that is worth `then` to the other."""
    return ExactValue(-then.value, None if then.plies is None else then.plies + 1)


def _preference(end: ExactValue) -> int:
    """The higher, the better."""
    if end.plies is None:
        return 0
    return end.value * 1000 - end.value * end.plies
