"""Why one move is better than another, in one sentence.

What can be seen at once comes first: the end of the game, what the opponent takes in reply, what
the better move takes itself, and what is lost a few moves later. Then comes what the exact values
say, and at last how many moves each side has left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.base.text import Text, plural
from companion.coach.review import ReviewedMove
from companion.rules import CHANCE, NOBODY, AnyGame, Seat

_AHEAD = 6  # plies of a line that are compared
_FEWER = 3  # moves that the opponent has less, for it to be a reason


def why_better(game: AnyGame, position: Any, reviewed: ReviewedMove) -> Text:
    """Return why the best move is better than the one that was made; empty if nothing shows it.

    Args:
        game: The game.
        position: The position before the move.
        reviewed: The review of the move.
    """
    played, best = reviewed.rated, reviewed.best
    if played is None or best is None or best.move == played.move:
        return Text()
    seat = game.to_act(position)
    better, made = game.move_text(position, best.move), game.move_text(position, played.move)
    if best.exact and best.value == 1 and best.plies == 1:
        return Text("{move} ends the game at once.", move=better)
    if len(game.seats) == 1:
        if best.exact and played.exact and best.value > played.value:
            return Text("After {move} it can no longer be solved.", move=made)
        return Text()
    good = _taken(game, position, best.line, seat)
    bad = _taken(game, position, played.line, seat)
    found = _reply(game, position, played.line, bad, good) or _catch(better, bad, good)
    if not found and bad[-1][1] - bad[-1][0] > good[-1][1] - good[-1][0]:
        found = Text(
            "After {move}, {opponent} comes out ahead in pieces a few moves later.",
            move=made,
            opponent=_opponent(game, seat),
        )
    return found or _by_force(game, position, reviewed, made) or _mobility(game, position, reviewed)


def _taken(game: AnyGame, position: Any, line: Sequence[Any], seat: Seat) -> list[tuple[int, int]]:
    """Return how many pieces the seat has taken and lost, after each ply of a line.

    Only the piece on top of a column counts: it decides whose column it is.
    """
    own, others = _pieces(game, position, seat)
    found = []
    for move in line[:_AHEAD]:
        position = game.advance(position, move)
        left, rest = _pieces(game, position, seat)
        found.append((max(others - rest, 0), max(own - left, 0)))
    return found or [(0, 0)]


def _pieces(game: AnyGame, position: Any, seat: Seat) -> tuple[int, int]:
    tops = [stack[-1].seat for stack in game.stacks(position) if stack]
    own = tops.count(seat)
    return own, len([top for top in tops if top is not None]) - own


def _reply(
    game: AnyGame,
    position: Any,
    line: Sequence[Any],
    bad: Sequence[tuple[int, int]],
    good: Sequence[tuple[int, int]],
) -> Text:
    """Return what the opponent takes in reply, if the better move avoids that."""
    if len(line) < 2 or len(bad) < 2:
        return Text()
    lost = bad[1][1] - bad[0][1]
    if lost <= (good[1][1] - good[0][1] if len(good) > 1 else 0):
        return Text()
    after = game.advance(position, line[0])
    if game.to_act(after) == game.to_act(position):
        return Text()
    return plural(
        "After {move}, {opponent} takes a piece with {reply}.",
        "After {move}, {opponent} takes {number} pieces with {reply}.",
        lost,
        move=game.move_text(position, line[0]),
        opponent=game.seats[game.to_act(after)],
        reply=game.move_text(after, line[1]),
    )


def _catch(better: str, bad: Sequence[tuple[int, int]], good: Sequence[tuple[int, int]]) -> Text:
    """Return what the better move takes, if the move that was made takes less."""
    if good[0][0] <= bad[0][0]:
        return Text()
    return plural("{move} takes a piece.", "{move} takes {number} pieces.", good[0][0], move=better)


def _by_force(game: AnyGame, position: Any, reviewed: ReviewedMove, made: str) -> Text:
    """Return what the exact values say."""
    played, best, seat = reviewed.rated, reviewed.best, game.to_act(position)
    if played is None or best is None or played.value >= best.value:
        return Text()
    if best.exact and best.value == 1 and not played.exact:
        better = game.move_text(position, best.move)
        return Text("{move} wins whatever the others do.", move=better)
    if not played.exact:
        return Text()
    if played.value == 0 and len(game.seats) == 2:
        return Text(
            "After {move}, {opponent} can win whatever you do.",
            move=made,
            opponent=_opponent(game, seat),
        )
    if best.exact and best.value == 1:
        return Text("After {move} the win can no longer be forced.", move=made)
    return Text()


def _mobility(game: AnyGame, position: Any, reviewed: ReviewedMove) -> Text:
    """Return how many moves are left to the opponent, if the better move leaves clearly fewer."""
    played, best = reviewed.rated, reviewed.best
    if played is None or best is None or len(game.seats) != 2:
        return Text()
    after = [game.advance(position, one.move) for one in (best, played)]
    seat = game.to_act(position)
    if any(game.to_act(one) in (seat, NOBODY, CHANCE) for one in after):
        return Text()
    few, many = (len(game.moves(one)) for one in after)
    if many - few < _FEWER:
        return Text()
    return plural(
        "{move} leaves {opponent} only {number} move, and not {many}.",
        "{move} leaves {opponent} only {number} moves, and not {many}.",
        few,
        move=game.move_text(position, best.move),
        opponent=_opponent(game, seat),
        many=many,
    )


def _opponent(game: AnyGame, seat: Seat) -> Text:
    """Return the name of the other player of a game for two; else of the others."""
    return game.seats[1 - seat] if len(game.seats) == 2 else Text("another player")
