"""Plays through a closed set of Solomon's positions with the rules of the game itself.

`set_checker.py` checks a whole set with rules of its own, and needs numba. This program uses
`companion.games.solomon`, which is much slower, and so shares no rules with the checker. A key of a
set is one of the game's positions, with White to move.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from companion.games.solomon import Solomon
from companion.opponents.tables.solomon_book import book_key
from companion.rules import DRAW

_GAME = Solomon()
_FULL = (1 << 19) - 1


def walk(keys: Collection[int], chosen: Iterable[int]) -> Iterator[tuple[int, str]]:
    """Make every move in the chosen positions of a set, and look for an answer to each.

    Args:
        keys: The whole set, mirror images once; a set or dict, because it is queried often.
        chosen: The keys of the positions to visit.

    Yields:
        For each position, the number of its moves and its fault: an empty string if every move has
        an answer that leads into the set, or draws.
    """
    for position in chosen:
        moves = _GAME.moves(position)
        unanswered = (m for m in moves if not _answered(keys, _GAME.advance(position, m)))
        worst = next(unanswered, None)
        if worst is None:
            yield len(moves), ""
        else:
            text = _GAME.move_text(position, worst)
            yield len(moves), f"{text} in {_GAME.position_text(position)} has no answer in the set"


def _answered(keys: Collection[int], position: int) -> bool:
    if _GAME.outcome(position) == DRAW:
        return True
    answers = (_GAME.advance(position, move) for move in _GAME.moves(position))
    return any(_key(after) in keys for after in answers)


def _key(position: int) -> int:
    """Return the key of a position with White to move.

    It is the smaller of the position and its mirror image.
    """
    return book_key(position & _FULL, position >> 19 & _FULL, position >> 38)
