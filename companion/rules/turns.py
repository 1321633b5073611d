"""A game as hands see it: turn by turn, with the plies that no hand makes folded into the next.

Where the players draw from a real bag, what chance yields is only seen when it is put on the board.
To hands the draw and the placing are one turn: a `Turn` of two plies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.geometry import Board, Occupancy
from companion.rules.game import CHANCE, AnyGame
from companion.rules.piece import Seat
from companion.rules.step import Step


@dataclass(frozen=True, slots=True)
class Turn:
    """Plies that hands make in one go; only the last of them has steps."""

    plies: tuple[Any, ...]


class TrackedGame(Protocol):
    """What a tracker asks: of a game, or of its `TurnGame`."""

    @property
    def board(self) -> Board:
        """The board that is played on."""

    def occupancy(self, position: Any, /) -> Occupancy:
        """The points that hold a piece."""

    def moves(self, position: Any, /) -> Sequence[Any]:
        """What hands may do from here."""

    def advance(self, position: Any, move: Any, /) -> Any:
        """The position after that."""

    def steps(self, position: Any, move: Any, /) -> tuple[Step, ...]:
        """How hands do it."""


class TurnGame:
    """A game with its plies folded into turns.

    A move is a `Turn`; where a position or a move comes from the history of a match, a plain move
    of the game will do.
    """

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    @property
    def board(self) -> Board:
        """The board that is played on."""
        return self._game.board

    def occupancy(self, position: Any) -> Occupancy:
        """The points that hold a piece."""
        return self._game.occupancy(position)

    def moves(self, position: Any) -> Sequence[Turn]:
        """The turns that hands may make from here; the likeliest draws come first."""
        game = self._game
        if game.to_act(position) != CHANCE:
            return [Turn((move,)) for move in game.moves(position)]
        draws = sorted(game.moves(position), key=lambda draw: -game.weight(position, draw))
        return [
            Turn((draw, *line.plies))
            for draw in draws
            for line in self.moves(game.advance(position, draw))
        ]

    def seat(self, position: Any) -> Seat:
        """Whose hands act: the seat that places what chance yields, NOBODY when it is over."""
        game = self._game
        while game.to_act(position) == CHANCE:
            position = game.advance(position, game.moves(position)[0])
        return game.to_act(position)

    def advance(self, position: Any, move: Any) -> Any:
        """The position after a turn."""
        for ply in self._plies(move):
            position = self._game.advance(position, ply)
        return position

    def steps(self, position: Any, move: Any) -> tuple[Step, ...]:
        """What hands do in a turn."""
        steps: tuple[Step, ...] = ()
        for ply in self._plies(move):
            steps += self._game.steps(position, ply)
            position = self._game.advance(position, ply)
        return steps

    def text(self, position: Any, move: Any) -> str:
        """The texts of a turn's plies, the last of them being what hands do."""
        texts = []
        for ply in self._plies(move):
            texts.append(self._game.move_text(position, ply))
            position = self._game.advance(position, ply)
        return ", ".join(texts)

    @staticmethod
    def _plies(move: Any) -> tuple[Any, ...]:
        return move.plies if isinstance(move, Turn) else (move,)
