"""The evaluation of Soli2's jumping phase for alpha-beta."""

from __future__ import annotations

from typing import Final

from companion.games.soli2 import Position, Soli2
from companion.opponents.alphabeta import Evaluation

# Hundredths of a piece for a counter, a counter without a neighbour, a jump over one's own colour,
# and a jump over the other colour. Fitted by least squares to the results of 150 self-play games of
# each kind, with 150 nodes a move.
_MOST: Final = (54, 33, -14, 23)
_FEWEST: Final = (-18, -57, 17, 9)


def soli2_evaluation(game: Soli2) -> Evaluation:
    """Evaluate by counters, counters that cannot be jumped, and the jumps over each colour."""
    counter, alone, same, other = _FEWEST if game.chosen["variant"] == "give_away" else _MOST

    def score(position: Position) -> int:
        black, white, _, _, _ = position
        lonely = game.lonely(position)
        black_black, black_white, white_black, white_white = game.jumps_over(position)
        return (
            counter * (black.bit_count() - white.bit_count())
            + alone * ((black & lonely).bit_count() - (white & lonely).bit_count())
            + same * (black_black - white_white)
            + other * (black_white - white_black)
        )

    return Evaluation(score)
