"""A match as hands play it: what a session's ledger does, without its log."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.rules import CHANCE, Match, Played, Turn, TurnGame


class Table:
    """One match, played by turns. What no hand does happens by itself: forced passes, and draws
    from the program's bag.

    bag: a seed for what the bag yields; None where the players have a real one.
    """

    def __init__(self, match: Match, bag: int | None) -> None:
        self.match = match
        self.turns = TurnGame(match.game)
        self.bag = bag
        self.settle()

    @property
    def lines(self) -> Sequence[Turn]:
        """The turns that hands may make now; none when the match is over."""
        return [] if self.match.over else self.turns.moves(self.match.position)

    @property
    def state(self) -> tuple[int, Any]:
        """What tells one state of the match from another: its plies and its position."""
        return len(self.match.history), self.match.position

    @property
    def last(self) -> Played | None:
        """The last ply that a hand made."""
        game = self.match.game
        hands = (p for p in reversed(self.match.history) if game.steps(p.position, p.move))
        return next(hands, None)

    def play(self, line: Turn) -> list[Played]:
        """Play a turn, and what follows from it without hands; the plies of the turn."""
        played = [self.match.play(ply) for ply in line.plies]
        self.settle()
        return played

    def settle(self) -> None:
        """Let happen what happens by itself, until a hand has something to do."""
        match = self.match
        while not match.over:
            if match.to_act == CHANCE:
                if self.bag is None:
                    return
                match.play(self._drawn(self.bag))
            elif match.forced_pass is not None:
                match.play(match.forced_pass)
            else:
                return

    def take_back(self, plies: int) -> None:
        """Undo so many plies, and the draws from a real bag that led to them."""
        while self._drawn_by_hand(plies):
            plies += 1
        self.match.take_back(plies)

    def take_back_turn(self) -> None:
        """Undo the last turn of a hand, and what happened after it."""
        game = self.match.game
        for plies, played in enumerate(reversed(self.match.history), start=1):
            if game.steps(played.position, played.move):
                self.take_back(plies)
                return

    def _drawn(self, seed: int) -> Any:
        """What the bag yields: the same whenever this position is reached."""
        game, position = self.match.game, self.match.position
        draws = self.match.moves
        chance = Random(f"{seed}/{game.position_text(position)}")
        return chance.choices(draws, [game.weight(position, draw) for draw in draws])[0]

    def _drawn_by_hand(self, plies: int) -> bool:
        history = self.match.history
        return self.bag is None and plies < len(history) and history[-plies - 1].seat == CHANCE
