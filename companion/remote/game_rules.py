"""The rules of a table, from any game without chance."""

from __future__ import annotations

from companion.rules.game import AnyGame
from companion.rules.match import Match


class GameRules:
    """The rules of one game, as a table asks them."""

    def __init__(self, game: AnyGame) -> None:
        """Raises ValueError if the game begins with chance: there is no way yet to
        agree on what a bag yields."""
        if game.to_act(game.start()) < 0:
            raise ValueError(f"{game!r} begins with chance")
        self.game = game
        self._match = Match(game)

    def to_move(self, plies: tuple[str, ...]) -> int | None:
        """Return the seat to move after these plies, or None if the game is over."""
        seat = int(self._after(plies).to_act)
        return seat if seat >= 0 else None

    def is_legal(self, plies: tuple[str, ...], text: str) -> bool:
        """Return whether a ply may follow, written exactly as the game writes it."""
        return text in self.moves(plies)

    def moves(self, plies: tuple[str, ...]) -> list[str]:
        """Return the legal plies, as the game writes them."""
        match = self._after(plies)
        return [self.game.move_text(match.position, move) for move in match.moves]

    def _after(self, plies: tuple[str, ...]) -> Match:
        """The match after these plies. It is kept: most questions are about the same one."""
        played = tuple(ply.text for ply in self._match.history)
        if played != plies[: len(played)]:
            self._match, played = Match(self.game), ()
        for text in plies[len(played) :]:
            self._match.play_text(text)
        return self._match
