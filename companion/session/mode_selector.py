"""The modes of a game in progress, and which of them is active."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.menu.button import Gesture, GestureButton
from companion.menu.mode import MenuMode
from companion.rules import CompanionError
from companion.session.demonstration import Demonstration
from companion.session.live_game import LiveGame
from companion.session.match_view import MatchViewer
from companion.session.modes import DemonstrationMode, GameMode, Mode, PuzzleMode, demonstrable
from companion.session.puzzle import PuzzleViewer
from companion.text import Text
from companion.tracking import earliest


class ModeSelector:
    """Selects the active mode of one game.

    live:   the game.
    puzzle: shows a puzzle of the board, if one is chosen.
    demonstration: shows a move that could have been made, once the game is over.
    menu:   the menu while it is open; the session sets it.
    viewer: makes the page's view of the match.
    """

    def __init__(
        self,
        live: LiveGame,
        button: GestureButton,
        open_menu: Callable[[float], None],
        puzzle: PuzzleViewer | None = None,
    ) -> None:
        """button: the board's button. open_menu: called when the button is held to open the menu.
        puzzle: the puzzle viewer to keep when a game continues after a pause; None for a new
        game."""
        self.live = live
        self.menu: MenuMode | None = None
        self.puzzle = PuzzleViewer(live.match.game.board) if puzzle is None else puzzle
        self.demonstration = Demonstration(live.match.game.board)
        self.viewer = MatchViewer(live.match)
        self._button = button
        self._playing = GameMode(live, button, open_menu)
        self._puzzling = PuzzleMode(live, button, open_menu, self.puzzle)
        self._demonstrating = DemonstrationMode(live, button, open_menu, self.demonstration)

    @property
    def active(self) -> Mode:
        """The mode that decides what touched points and the button mean."""
        if self.menu is not None:
            return self.menu
        if self.puzzle.looking:
            return self._puzzling
        return self._demonstrating if self.demonstration.points else self._playing

    def demonstrate(self, places: Sequence[str], at: float) -> None:
        """Light the points of a move, by name. Raises CompanionError while the lamps are needed for
        something else."""
        if self.menu is not None or self.puzzle.looking or not demonstrable(self.live):
            raise CompanionError(
                Text("the lamps are in use: a move can be shown when the game is over")
            )
        self.demonstration.light(places, at)

    @property
    def deadline(self) -> float | None:
        """When the active mode next has something to do if nothing else happens."""
        return earliest(self.active.deadline, self.live.reader.settling)

    def take(self, gesture: Gesture, at: float) -> None:
        """Pass a gesture of the button to the active mode."""
        match gesture:
            case Gesture.PRESS:
                self.active.press(at)
            case Gesture.HOLD:
                self._button.goal = self.active.hold(at)
            case Gesture.FULL:
                self.active.full(at)
