"""The evaluations of Son of Solomon: for alpha-beta, and for playouts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.son_of_solomon import Position, SonOfSolomon
from companion.opponents.alphabeta import Evaluation
from companion.rules import Shares, lead_shares
from companion.rules.geometry import bits

# The value of a four without an enemy piece, by the number of own pieces in it.
_ONE: Final = 2
_TWO: Final = 12
_THREE: Final = 60

_CHANCES: Final = (0.0, 0.02, 0.12, 0.6)  # the same for playouts, in pieces


def _fours(game: SonOfSolomon) -> list[int]:
    return [int(bits(line[at : at + 4])) for line in game.board.lines for at in (0, 1)]


def son_of_solomon_evaluation(game: SonOfSolomon) -> Evaluation:
    """Evaluate by the fours that each side can still complete."""
    fours = _fours(game)

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


def son_of_solomon_shares(game: SonOfSolomon) -> Callable[[Position], Shares]:
    """Return the shares by the fours that each side can still complete."""
    fours = _fours(game)

    def shares(position: Position) -> Shares:
        white, black, _, _ = position
        lead = 0.0
        for four in fours:
            ours, theirs = white & four, black & four
            if not theirs:
                lead += _CHANCES[min(ours.bit_count(), 3)]
            elif not ours:
                lead -= _CHANCES[min(theirs.bit_count(), 3)]
        return lead_shares(lead)

    return shares
