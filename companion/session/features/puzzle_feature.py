"""Puzzles that are shown on the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, get_args

from companion.base.text import Text
from companion.protocol.commands import PuzzleCommand
from companion.session.current_game import CurrentGame, Shown
from companion.session.features.advice_feature import AdviceFeature
from companion.session.features.feature import Feature, Features, Handler
from companion.session.features.menu_feature import MenuFeature
from companion.session.modes import Mode, PuzzleMode

if TYPE_CHECKING:  # puzzles are loaded when one is begun
    from companion.session.puzzle import PuzzleViewer


class PuzzleFeature(Feature):
    """At most one puzzle of the board, over the game."""

    def __init__(self, current: CurrentGame, others: Features) -> None:
        super().__init__(current, others)
        self._viewer: PuzzleViewer | None = None
        self._shown: Shown | None = None
        self._mode: PuzzleMode | None = None

    def obeys(self) -> Mapping[type, Handler]:
        """Return the handler of the commands that choose a puzzle or solve it."""
        return dict.fromkeys(get_args(PuzzleCommand), self._obey)

    @property
    def mode(self) -> Mode | None:
        """The mode of the puzzle that is shown."""
        return self._mode if self._viewer is not None and self._viewer.looking else None

    @property
    def fields(self) -> Mapping[str, object]:
        """The puzzle as a page shows it, without a hint beside it."""
        viewer = self._viewer
        if viewer is None or not viewer.looking:
            return {}
        return {
            "figure": viewer.figure,
            "hunt": viewer.hunt,
            "labelling": viewer.labelling,
            "hint": Text(),
        }

    def shown(self, shown: Shown) -> None:
        """Close the puzzle of the previous game; after a pause, keep it."""
        self._shown = shown
        if self._viewer is None or not shown.resumed:
            self._viewer = self._mode = None
        else:
            self._use(self._viewer, shown)

    def _use(self, viewer: PuzzleViewer, shown: Shown) -> None:
        self._viewer = viewer
        open_menu, advise = (
            self.others.find(MenuFeature).open,
            self.others.find(AdviceFeature).advise,
        )
        button = self.current.board.button
        self._mode = PuzzleMode(shown.live, button, open_menu, viewer, advise)

    def _obey(self, command: PuzzleCommand, at: float) -> None:
        if self._shown is None:
            return  # no game has begun
        viewer = self._viewer
        if viewer is None:
            from companion.session.puzzle import PuzzleViewer

            viewer = PuzzleViewer(self._shown.live.match.game.board)
            self._use(viewer, self._shown)
        viewer.obey(command)
