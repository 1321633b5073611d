"""A game as hands play it, turn by turn.

When the players draw from a real bag, the program only learns what was drawn once it is placed on
the board. For the hands, the draw and the placement are one turn: a `Turn` of two plies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.rules.game import CHANCE, AnyGame
from companion.rules.geometry import Board, Occupancy
from companion.rules.piece import Piece, Seat, Stack
from companion.rules.step import Step


@dataclass(frozen=True, slots=True)
class Turn:
    """Plies that hands make in one go; only the last of them has steps."""

    plies: tuple[Any, ...]


class TrackedGame(Protocol):
    """The parts of a game that the tracker needs: a `Game` or a `TurnGame` has them."""

    @property
    def board(self) -> Board:
        """The board that the game is played on."""

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Every piece that can be on the board."""

    def stacks(self, position: Any, /) -> tuple[Stack, ...]:
        """Return the pieces on every point of the board."""

    def occupancy(self, position: Any, /) -> Occupancy:
        """Return the points that hold a piece."""

    def moves(self, position: Any, /) -> Sequence[Any]:
        """Return the legal moves."""

    def advance(self, position: Any, move: Any, /) -> Any:
        """Return the position after a move."""

    def steps(self, position: Any, move: Any, /) -> tuple[Step, ...]:
        """Return the steps by which hands make a move."""


class TurnGame:
    """A game whose moves are turns.

    `advance`, `steps` and `text` also accept a plain move of the game, such as one from the
    history.
    """

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    @property
    def board(self) -> Board:
        """The board that the game is played on."""
        return self._game.board

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Every piece that can be on the board."""
        return self._game.pieces

    def stacks(self, position: Any) -> tuple[Stack, ...]:
        """Return the pieces on every point of the board."""
        return self._game.stacks(position)

    def occupancy(self, position: Any) -> Occupancy:
        """Return the points that hold a piece."""
        return self._game.occupancy(position)

    def moves(self, position: Any) -> Sequence[Turn]:
        """Return the legal turns, those with the likeliest draws first."""
        game = self._game
        if game.to_act(position) != CHANCE:
            return [Turn((move,)) for move in game.moves(position)]
        draws = sorted(game.moves(position), key=lambda draw: -game.weight(position, draw))
        return [
            Turn((draw, *turn.plies))
            for draw in draws
            for turn in self.moves(game.advance(position, draw))
        ]

    def seat(self, position: Any) -> Seat:
        """Return the seat whose hands act: after a draw, the one that places what was drawn."""
        game = self._game
        while game.to_act(position) == CHANCE:
            position = game.advance(position, game.moves(position)[0])
        return game.to_act(position)

    def advance(self, position: Any, move: Any) -> Any:
        """Return the position after a turn."""
        for ply in self._plies(move):
            position = self._game.advance(position, ply)
        return position

    def steps(self, position: Any, move: Any) -> tuple[Step, ...]:
        """Return the steps of hands in a turn."""
        *earlier, last = self._plies(move)
        steps: tuple[Step, ...] = ()
        for ply in earlier:
            steps += self._game.steps(position, ply)
            position = self._game.advance(position, ply)
        return steps + self._game.steps(position, last)

    def text(self, position: Any, move: Any) -> str:
        """Return the texts of the plies of a turn, joined by commas."""
        texts = []
        for ply in self._plies(move):
            texts.append(self._game.move_text(position, ply))
            position = self._game.advance(position, ply)
        return ", ".join(texts)

    @staticmethod
    def _plies(move: Any) -> tuple[Any, ...]:
        return move.plies if isinstance(move, Turn) else (move,)
