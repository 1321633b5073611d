"""A match: one game being played, with its history; it checks every move.

A game only knows single positions. Everything that spans several is handled here: repetition,
takeback, resignation, and agreed draws. A match never plays anything by itself, not even a forced
pass.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from companion.base.errors import CompanionError, IllegalMove
from companion.base.text import Text
from companion.rules.game import CHANCE, NOBODY, AnyGame
from companion.rules.geometry.diagram import draw
from companion.rules.outcome import DRAW, LOST, ONGOING, Outcome, win
from companion.rules.piece import Seat, stack_text


@dataclass(frozen=True, slots=True, repr=False)
class Played:
    """One ply of the history; it is printed as its text.

    Attributes:
        seat: The seat that acted.
        position: The position before the move.
        move: The move.
        text: The text of the move.
    """

    seat: Seat
    position: Any
    move: Any
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Played {self.text}>"


class Match:
    """One game as it is played, with its history.

    `str` draws the board, and `repr` is code that makes a match at this position, without the
    history.

    Args:
        game: The game to play.
        position: Where the match begins, which may also be a text; by default the start of the
            game.

    Attributes:
        game: The game being played.
        position: The current position.
        history: The plies played so far, oldest first.
        changes: A counter that grows with every ply, takeback and end. While it stays the same, so
            does everything else about the match.
    """

    def __init__(self, game: AnyGame, position: Any = None) -> None:
        """Begin a match at a position.

        Raises:
            InvalidPosition: If the position is a text that cannot be parsed.
        """
        start = game.start()
        if isinstance(position, str) and not isinstance(start, str):
            position = game.parse_position(position)
        self.game = game
        self.position = start if position is None else position
        self.history: list[Played] = []
        self.changes = 0
        self._agreed: Outcome | None = None
        self._judged: Outcome | None = (
            None  # the outcome of the position: needed often, and slow to compute
        )
        self._seen = Counter([game.recurrence(self.position)])

    @property
    def outcome(self) -> Outcome:
        """The result so far, including resignation, agreed draws and repetition."""
        if self._agreed is not None:
            return self._agreed
        if self._judged is None:
            self._judged = self._judge()
        return self._judged

    def _judge(self) -> Outcome:
        """Return the outcome of the position, with repetitions."""
        reached = self.game.outcome(self.position)
        limit = self.game.repetitions
        if not reached.over and limit and self.occurrences >= limit:
            return self.game.repeated(self.position)
        return reached

    @property
    def over(self) -> bool:
        """Whether the match has ended, for any reason."""
        return self.outcome.over

    @property
    def to_act(self) -> Seat:
        """The seat to act, or CHANCE; NOBODY when the match is over."""
        return NOBODY if self.over else self.game.to_act(self.position)

    @property
    def moves(self) -> list[Any]:
        """The legal moves as the game has them; none when the match is over."""
        return [] if self.over else list(self.game.moves(self.position))

    @property
    def legal_moves(self) -> list[str]:
        """The texts of the legal moves; none when the match is over."""
        return [self.game.move_text(self.position, move) for move in self.moves]

    @property
    def texts(self) -> list[str]:
        """The texts of the moves played so far."""
        return [played.text for played in self.history]

    @property
    def forced_pass(self) -> Any | None:
        """The pass that is the only legal move, or None if there is another move."""
        moves = self.moves
        return moves[0] if len(moves) == 1 and self.game.is_pass(moves[0]) else None

    @property
    def occurrences(self) -> int:
        """The number of times that the current position has occurred."""
        return self._seen[self.game.recurrence(self.position)]

    def play(self, move: Any) -> Played:
        """Play a legal move.

        Args:
            move: The move, or its text.

        Returns:
            The ply, which is now the last of the history.

        Raises:
            IllegalMove: If the move is not legal, or the match is over.
            InvalidMove: If a text cannot be parsed.
        """
        moves = self.moves
        if isinstance(move, str) and move not in moves and not self.over:
            move = self.game.parse_move(self.position, move)
        if move not in moves:
            where = self.game.position_text(self.position)
            if self.over:
                raise IllegalMove(
                    Text(
                        "the game is over ({outcome}): no move from {position!r}",
                        outcome=self.outcome.text,
                        position=where,
                    )
                )
            raise IllegalMove(
                Text("{move!r} is not a legal move in {position!r}", move=move, position=where)
            )
        text = self.game.move_text(self.position, move)
        played = Played(self.game.to_act(self.position), self.position, move, text)
        self.history.append(played)
        self.changes += 1
        self.position = self.game.advance(self.position, move)
        self._judged = None
        self._seen[self.game.recurrence(self.position)] += 1
        return played

    def play_text(self, text: str) -> Played:
        """Play the move with that text.

        Raises:
            IllegalMove: If the move is not legal, or the match is over.
            InvalidMove: If the text cannot be parsed.
        """
        if self.over:
            raise IllegalMove(
                Text(
                    "move {move!r}: the game is over ({outcome})",
                    move=text,
                    outcome=self.outcome.text,
                )
            )
        return self.play(self.game.parse_move(self.position, text))

    @property
    def ended_by_players(self) -> bool:
        """Whether a resignation or an agreed draw ended the match."""
        return self._agreed is not None

    def take_back(self, plies: int = 1) -> None:
        """Undo the last plies, and any resignation or agreed draw.

        Args:
            plies: The number of plies; with 0, only a resignation or an agreed draw is undone.

        Raises:
            CompanionError: If there is nothing to undo, or if there are fewer plies.
        """
        if not (plies > 0 or self.ended_by_players) or not 0 <= plies <= len(self.history):
            raise CompanionError(
                Text(
                    "cannot take back {plies} moves: {number} have been played",
                    plies=plies,
                    number=len(self.history),
                )
            )
        self._agreed = self._judged = None
        self.changes += 1
        for _ in range(plies):
            self._seen[self.game.recurrence(self.position)] -= 1
            self.position = self.history.pop().position

    def resign(self, seat: Seat) -> None:
        """Resign for `seat`: with two players, the other one wins; a single player loses.

        Raises:
            CompanionError: If there are more than two players, or the match is over.
        """
        if len(self.game.seats) > 2:
            raise CompanionError(Text("nobody can resign in a game with more than two players"))
        self._end(win(1 - seat) if len(self.game.seats) == 2 else LOST)

    def agree_draw(self) -> None:
        """End the match as an agreed draw.

        Raises:
            CompanionError: If the match is over.
        """
        self._end(DRAW)

    def _end(self, outcome: Outcome) -> None:
        if self.outcome != ONGOING:
            raise CompanionError(
                Text("the game is already over ({outcome})", outcome=self.outcome.text)
            )
        self._agreed = outcome
        self.changes += 1

    def __str__(self) -> str:
        game, board = self.game, self.game.board
        vacant = "." * max([len(piece.text) for piece in game.pieces], default=1)
        cells = [stack_text(stack, vacant) for stack in game.stacks(self.position)]
        parts = [draw(board.xy, cells, board.names), "", self._status()]
        held = game.position_text(self.position).split(" ")
        if len(held) == len(game.position_fields) > 2:
            fields = zip(game.position_fields[1:], held[1:], strict=True)
            parts.append(", ".join([f"{name}: {value}" for name, value in fields]))
        return "\n".join(parts)

    def _status(self) -> str:
        """Return the player to move or the result, and the last move."""
        outcome, seats = self.outcome, self.game.seats
        if outcome.winner is not None:
            status = f"{seats[outcome.winner]} wins"
        elif self.over:
            status = outcome.text.capitalize()
        elif self.to_act == CHANCE:
            status = "A draw from the bag"
        else:
            status = f"{seats[self.to_act]} to move"
        return f"{status} after {self.history[-1].text}" if self.history else status

    def __repr__(self) -> str:
        if self.position == self.game.start():
            return f"Match({self.game!r})"
        return f"Match({self.game!r}, {self.game.position_text(self.position)!r})"
