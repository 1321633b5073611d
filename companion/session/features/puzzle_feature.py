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
from companion.session.features.people_feature import PeopleFeature
from companion.session.modes import Mode, PuzzleMode

if TYPE_CHECKING:  # puzzles are loaded when one is begun
    from companion.games.puzzles.counting import Labels
    from companion.session.puzzle import PuzzleViewer


class PuzzleFeature(Feature):
    """At most one puzzle of the board, over the game."""

    def __init__(self, current: CurrentGame, others: Features) -> None:
        super().__init__(current, others)
        self._viewer: PuzzleViewer | None = None
        self._shown: Shown | None = None
        self._mode: PuzzleMode | None = None
        self._solver = ""  # who plays

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

    def advance(self, at: float) -> None:
        """Show what the person has found who plays from now on."""
        present = self.others.find(PeopleFeature).household.present
        if present != self._solver and self._viewer is not None:
            self._viewer.reopen()
        self._solver = present

    def begin(self, name: str, given: Labels) -> None:
        """Show a labelling in which some numbers are given."""
        if (viewer := self._opened()) is not None:
            viewer.begin(name, given)

    def _found(self, puzzle: str) -> tuple[str, ...]:
        return self.others.find(PeopleFeature).household.own.found.get(puzzle, ())

    def _keep(self, puzzle: str, names: tuple[str, ...], solved: bool) -> None:
        people = self.others.find(PeopleFeature)
        if names:
            people.keep(people.household.with_found(puzzle, names))
        if solved:
            people.note_solved(puzzle)

    def _obey(self, command: PuzzleCommand, at: float) -> None:
        if (viewer := self._opened()) is not None:
            viewer.obey(command)

    def _opened(self) -> PuzzleViewer | None:
        """Return the viewer of the present board; None before the first game."""
        if self._viewer is None and self._shown is not None:
            from companion.session.puzzle import PuzzleViewer

            board = self._shown.live.match.game.board
            self._use(PuzzleViewer(board, self._found, self._keep), self._shown)
        return self._viewer
