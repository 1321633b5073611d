"""The modes of a game in progress, and which of them is active."""

from __future__ import annotations

from collections.abc import Callable

from companion.menu.button import Gesture, GestureButton
from companion.menu.mode import MenuMode
from companion.session.live_game import LiveGame
from companion.session.modes import GameMode, Mode, PuzzleMode
from companion.session.move_list import MoveList
from companion.session.puzzle import PuzzleViewer
from companion.tracking import earliest


class ModeSelector:
    """Selects the active mode of one game.

    live:   the game.
    puzzle: shows a puzzle of the board, if one is chosen.
    menu:   the menu while it is open; the session sets it.
    moves:  the moves of the game as pages are told them.
    """

    def __init__(
        self, live: LiveGame, button: GestureButton, open_menu: Callable[[float], None]
    ) -> None:
        """button: the board's. open_menu: called when the button was held to open the menu."""
        self.live = live
        self.menu: MenuMode | None = None
        self.puzzle = PuzzleViewer(live.match.game.board)
        self.moves = MoveList()
        self._button = button
        self._playing = GameMode(live, button, open_menu)
        self._puzzling = PuzzleMode(live, button, open_menu, self.puzzle)

    @property
    def active(self) -> Mode:
        """The mode that decides what touched points and the button mean."""
        if self.menu is not None:
            return self.menu
        return self._puzzling if self.puzzle.looking else self._playing

    @property
    def deadline(self) -> float | None:
        """When the active mode has something to do, even if nothing happens until then."""
        return earliest(self.active.deadline, self.live.reader.settling)

    def take(self, gesture: Gesture, at: float) -> None:
        """Pass a gesture of the button on to the active mode."""
        match gesture:
            case Gesture.PRESS:
                self.active.press(at)
            case Gesture.HOLD:
                self._button.goal = self.active.hold(at)
            case Gesture.FULL:
                self.active.full(at)
