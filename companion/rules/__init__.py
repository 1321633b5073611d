"""What all games share: geometry, the game contract, matches with takebacks and draws, clocks."""

from companion.base.errors import (
    CompanionError,
    IllegalMove,
    InvalidBoard,
    InvalidMove,
    InvalidOption,
    InvalidPosition,
    UnknownGame,
)
from companion.rules.area import Area
from companion.rules.game import CHANCE, NOBODY, AnyGame, Game, perft
from companion.rules.game_symmetry import Symmetry, every_symmetry
from companion.rules.match import Match, Played
from companion.rules.men_game import (
    DOWNWARD,
    HORIZONTAL,
    LEFTWARD,
    RIGHTWARD,
    UPWARD,
    VERTICAL,
    MenGame,
    MenMove,
    MenPosition,
)
from companion.rules.notation import AnyNotation, Notation
from companion.rules.option import Option
from companion.rules.outcome import DRAW, LOST, ONGOING, WON, Outcome, Shares, lead_shares, win
from companion.rules.piece import SEAT_COLOURS, Colour, Look, Piece, Seat, Stack
from companion.rules.step import Action, Step
from companion.rules.turn_match import Bag, TurnMatch
from companion.rules.turns import TrackedGame, Turn, TurnGame

__all__ = [
    "CHANCE",
    "DOWNWARD",
    "DRAW",
    "HORIZONTAL",
    "LEFTWARD",
    "LOST",
    "NOBODY",
    "ONGOING",
    "RIGHTWARD",
    "SEAT_COLOURS",
    "UPWARD",
    "VERTICAL",
    "WON",
    "Action",
    "AnyGame",
    "AnyNotation",
    "Area",
    "Bag",
    "Colour",
    "CompanionError",
    "Game",
    "IllegalMove",
    "InvalidBoard",
    "InvalidMove",
    "InvalidOption",
    "InvalidPosition",
    "Look",
    "Match",
    "MenGame",
    "MenMove",
    "MenPosition",
    "Notation",
    "Option",
    "Outcome",
    "Piece",
    "Played",
    "Seat",
    "Shares",
    "Stack",
    "Step",
    "Symmetry",
    "TrackedGame",
    "Turn",
    "TurnGame",
    "TurnMatch",
    "UnknownGame",
    "every_symmetry",
    "lead_shares",
    "perft",
    "win",
]
