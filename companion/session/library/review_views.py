"""The page's views of a review."""

from __future__ import annotations

from companion.base.text import Text, sentences
from companion.coach.comparison import why_better
from companion.coach.game_review import BackgroundReview, GameReview, better_moves, shares_after
from companion.coach.review import ReviewedMove
from companion.opponents.analysis import RatedMove
from companion.opponents.search_jobs import HASTY
from companion.protocol.library_messages import BetterMove, ReviewPart, ReviewView, WorthView
from companion.rules.step import path_of

RESULTS_AT_ONCE = 200
"""The most results to send to the page at once."""

_LONGEST = 12  # better moves


def review_part(asked: BackgroundReview, start: int) -> ReviewPart:
    """Return a part of the results of a review, from number `start` on (0 for the first)."""
    review = asked.review
    done, total = review.done, review.rounds * review.total  # read first: the results may grow
    found = tuple(review.found)
    start = min(start, len(found))
    some = found[start : start + RESULTS_AT_ONCE]
    trouble = sentences(review.trouble, HASTY if review.hasty else "")
    if asked.failed:
        total = done
        trouble = asked.trouble or Text("The review failed; the program's log says why.")
    views = tuple(review_view(review, one) for one in some)
    # The page asks again until it has everything.
    left = len(found) - start - len(some)
    return ReviewPart(start, views, max(done - left, 0), total, trouble)


def review_view(review: GameReview, one: ReviewedMove) -> ReviewView:
    """Return the view of one reviewed move."""
    shares = tuple(round(share, 3) for share in shares_after(one, len(review.game.seats)))
    if one.rated is None or one.best is None:
        return ReviewView(one.number)
    if not one.grade:
        return ReviewView(one.number, worth_view(one.rated), shares=shares)
    return ReviewView(
        one.number,
        worth_view(one.rated),
        one.grade,
        worth_view(one.best),
        _better(review, one),
        shares,
        why_better(review.game, review.plies[one.number - 1].position, one),
    )


def worth_view(rated: RatedMove) -> WorthView:
    """Return the view of a move's value."""
    return WorthView(round(rated.value, 3), rated.exact, rated.plies)


def _better(review: GameReview, one: ReviewedMove) -> tuple[BetterMove, ...]:
    """Return the better moves, each with the stacks that it changes."""
    game, position = review.game, review.plies[one.number - 1].position
    moves = []
    for move in better_moves(one)[:_LONGEST]:
        after = game.advance(position, move)
        changes = {
            point: tuple(piece.text for piece in now)
            for point, (was, now) in enumerate(
                zip(game.stacks(position), game.stacks(after), strict=True)
            )
            if was != now
        }
        seat = int(game.to_act(position))
        path = tuple(int(point) for point in path_of(game.steps(position, move)))
        moves.append(BetterMove(seat, game.move_text(position, move), changes, path))
        position = after
    return tuple(moves)
