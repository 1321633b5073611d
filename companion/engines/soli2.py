"""What a position of Soli2's jumps is worth to alpha-beta."""

from __future__ import annotations

from companion.engines.alphabeta import Lead
from companion.games.soli2 import Position, Soli2

# What counts, in hundredths: a counter, one without a neighbour, a jump over one's own colour, and
# one over the other's. Fitted by least squares to the results of 150 games of each kind, played by
# this search with 150 nodes a move.
_MOST = (54, 33, -14, 23)
_FEWEST = (-18, -57, 17, 9)


def soli2_lead(game: Soli2) -> Lead:
    """Counters, those that nothing can jump, and the jumps of each colour."""
    counter, alone, same, other = _FEWEST if game.chosen["variant"] == "give_away" else _MOST

    def of(position: Position) -> int:
        black, white = position[:2]
        lonely = game.lonely(position)
        over = game.jumps_over(position)
        return (
            counter * (black.bit_count() - white.bit_count())
            + alone * ((black & lonely).bit_count() - (white & lonely).bit_count())
            + same * (over[0] - over[3])
            + other * (over[1] - over[2])
        )

    return Lead(of)
