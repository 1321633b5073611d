"""Moves that are demonstrated on the lamps after a game."""

from __future__ import annotations

from collections.abc import Mapping

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.protocol import commands
from companion.session.current_game import CurrentGame, Shown
from companion.session.demonstration import Demonstration
from companion.session.features.advice_feature import AdviceFeature
from companion.session.features.feature import Feature, Features, Handler
from companion.session.features.menu_feature import MenuFeature
from companion.session.modes import DemonstrationMode, GameMode, Mode, demonstrable


class DemonstrationFeature(Feature):
    """The demonstration of a better move, once the game is over."""

    def __init__(self, current: CurrentGame, others: Features) -> None:
        super().__init__(current, others)
        self._demonstration: Demonstration | None = None
        self._mode: DemonstrationMode | None = None

    def obeys(self) -> Mapping[type, Handler]:
        """Return the handler of the command that lights a move."""
        return {commands.Demonstrate: self._demonstrate}

    @property
    def mode(self) -> Mode | None:
        """The mode of the lit move."""
        lit = self._demonstration is not None and self._demonstration.points
        return self._mode if lit else None

    def shown(self, shown: Shown) -> None:
        """Stop demonstrating a move of the previous game."""
        self._demonstration = Demonstration(shown.live.match.game.board)
        open_menu, advise = (
            self.others.find(MenuFeature).open,
            self.others.find(AdviceFeature).advise,
        )
        button = self.current.board.button
        self._mode = DemonstrationMode(shown.live, button, open_menu, self._demonstration, advise)

    def _demonstrate(self, command: commands.Demonstrate, at: float) -> None:
        free = type(self.others.mode) in (GameMode, DemonstrationMode)
        if self._demonstration is None or not free or not demonstrable(self.current.live):
            raise CompanionError(
                Text("the lamps are in use: a move can be shown when the game is over")
            )
        self._demonstration.light(command.places, at)
