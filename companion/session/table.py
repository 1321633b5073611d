"""A game on an open board, with its modes: what touched points mean just now."""

from __future__ import annotations

from collections.abc import Callable

from companion.menu.button import Gesture, GestureButton
from companion.menu.mode import MenuMode
from companion.session.live_game import LiveGame
from companion.session.modes import GameMode, Mode, PuzzleMode
from companion.session.puzzle import PuzzleViewer


class Table:
    """One game that is played, and the mode in which it is.

    puzzle: the puzzle of the board, if one is looked at.
    menu:   the menu, while it is open; set by whoever opens and closes it.
    """

    def __init__(
        self, live: LiveGame, button: GestureButton, open_menu: Callable[[float], None]
    ) -> None:
        """button: the board's. open_menu: opens the menu, when the button was held for it."""
        self.live = live
        self.menu: MenuMode | None = None
        self.puzzle = PuzzleViewer(live.match.game.board)
        self._button = button
        self._playing = GameMode(live, button, open_menu)
        self._puzzling = PuzzleMode(live, button, open_menu, self.puzzle)

    @property
    def mode(self) -> Mode:
        """The mode that decides what touched points and the button mean."""
        if self.menu is not None:
            return self.menu
        return self._puzzling if self.puzzle.looking else self._playing

    @property
    def deadline(self) -> float | None:
        """When the mode will have something to do, if nothing happens before."""
        dues = (self.mode.deadline, self.live.reader.settling)
        return min((due for due in dues if due is not None), default=None)

    def take(self, gesture: Gesture, at: float) -> None:
        """The button has said something."""
        match gesture:
            case Gesture.PRESS:
                self.mode.press(at)
            case Gesture.HOLD:
                self._button.goal = self.mode.hold(at)
            case Gesture.FULL:
                self.mode.full(at)
