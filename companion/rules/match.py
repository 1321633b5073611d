"""A match: one game being played, with its history. It checks every move.

A game only knows single positions. Whatever spans several is handled here: repetition, takeback,
resignation, and agreed draws. A match never plays anything by itself, not even a forced pass.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from companion.rules.errors import CompanionError, IllegalMove
from companion.rules.game import NOBODY, AnyGame
from companion.rules.outcome import DRAW, LOST, ONGOING, Outcome, win
from companion.rules.piece import Seat
from companion.text import Text


@dataclass(frozen=True, slots=True)
class Played:
    """One ply of the history: who acted, from which position, the move and its text."""

    seat: Seat
    position: Any
    move: Any
    text: str


class Match:
    """One game as it is played, with its history.

    changes: counts the plies played or taken back, and the ends. While it stays the same, so does
             everything else about the match.
    """

    def __init__(self, game: AnyGame, position: Any = None) -> None:
        """A match that begins at `position`, by default at the start of the game."""
        self.game = game
        self.position = game.start() if position is None else position
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
        """The outcome of the position, with repetitions."""
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
        """Whose turn it is; NOBODY when the match is over."""
        return NOBODY if self.over else self.game.to_act(self.position)

    @property
    def moves(self) -> list[Any]:
        """The legal moves; none when the match is over."""
        return [] if self.over else list(self.game.moves(self.position))

    @property
    def forced_pass(self) -> Any | None:
        """The pass that is the only legal move, or None if there is another move."""
        moves = self.moves
        return moves[0] if len(moves) == 1 and self.game.is_pass(moves[0]) else None

    @property
    def occurrences(self) -> int:
        """How often the current position has occurred."""
        return self._seen[self.game.recurrence(self.position)]

    def play(self, move: Any) -> Played:
        """Play a legal move. Raises IllegalMove for any other."""
        if move not in self.moves:
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
        """Play the move with that text. Raises InvalidMove if the text cannot be parsed, and
        IllegalMove if the move is not legal."""
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
        """Undo the last `plies` plies, and any resignation or agreed draw; with 0 plies, only that.
        Raises CompanionError if there is nothing to undo, or if there are fewer plies."""
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
        """Resign for `seat`. With two players, the other one wins; a single player loses. Raises
        CompanionError if there are more than two."""
        if len(self.game.seats) > 2:
            raise CompanionError(Text("nobody can resign in a game with more than two players"))
        self._end(win(1 - seat) if len(self.game.seats) == 2 else LOST)

    def agree_draw(self) -> None:
        """End the match as an agreed draw."""
        self._end(DRAW)

    def _end(self, outcome: Outcome) -> None:
        if self.outcome != ONGOING:
            raise CompanionError(
                Text("the game is already over ({outcome})", outcome=self.outcome.text)
            )
        self._agreed = outcome
        self.changes += 1
