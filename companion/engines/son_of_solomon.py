"""The evaluation of Son of Solomon for alpha-beta."""

from __future__ import annotations

from typing import Final

from companion.engines.alphabeta import Evaluation
from companion.games.son_of_solomon import Position, SonOfSolomon
from companion.geometry import bits

# The value of a four without an enemy piece, by the number of own pieces in it.
_ONE: Final = 2
_TWO: Final = 12
_THREE: Final = 60


def son_of_solomon_evaluation(game: SonOfSolomon) -> Evaluation:
    """The fours that each side can still complete."""
    fours = [int(bits(line[at : at + 4])) for line in game.board.lines for at in (0, 1)]

    def score(position: Position) -> int:
        white, black, _, _ = position
        lead = 0
        for four in fours:
            ours, theirs = white & four, black & four
            if ours:
                if not theirs:
                    # The other pieces of the four; counting them would take longer.
                    others = ours & (ours - 1)
                    lead += _ONE if not others else _THREE if others & (others - 1) else _TWO
            elif theirs:
                others = theirs & (theirs - 1)
                lead -= _ONE if not others else _THREE if others & (others - 1) else _TWO
        return lead

    return Evaluation(score, pace=5.0)
