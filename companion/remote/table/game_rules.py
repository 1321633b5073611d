"""The rules of a table, from any game."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules import CHANCE
from companion.rules.game import AnyGame
from companion.rules.match import Match


class GameRules:
    """The rules of one game, in the form that a table needs."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._match = Match(game)

    def to_move(self, plies: tuple[str, ...]) -> int | None:
        """Return the seat to move after these plies, or None if the game is over or chance acts."""
        seat = int(self._after(plies).to_act)
        return seat if seat >= 0 else None

    def draws(self, plies: tuple[str, ...]) -> Sequence[tuple[str, int]]:
        """Return the possible plies of chance with their weights; empty if chance does not act.

        They are sorted by their texts.
        """
        match = self._after(plies)
        if match.over or match.to_act != CHANCE:
            return ()
        game, position = match.game, match.position
        return sorted(
            (game.move_text(position, one), game.weight(position, one)) for one in match.moves
        )

    def is_legal(self, plies: tuple[str, ...], text: str) -> bool:
        """Return whether a ply may follow, written exactly as the game writes it."""
        return text in self.moves(plies)

    def moves(self, plies: tuple[str, ...]) -> list[str]:
        """Return the legal plies, as the game writes them."""
        match = self._after(plies)
        return [self.game.move_text(match.position, move) for move in match.moves]

    def _after(self, plies: tuple[str, ...]) -> Match:
        """Return the match after these plies, and keep it: most questions are about the same."""
        played = tuple(ply.text for ply in self._match.history)
        if played != plies[: len(played)]:
            self._match, played = Match(self.game), ()
        for text in plies[len(played) :]:
            self._match.play_text(text)
        return self._match
