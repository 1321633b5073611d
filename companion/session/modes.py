"""What touched points and the button mean: one mode at a time decides that, and what is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.lights.scene import Scene
from companion.menu.button import GestureButton
from companion.menu.menu import progress
from companion.session.live_game import LiveGame
from companion.session.puzzle import PuzzleViewer

OPENS = 2.5
"""Seconds for which the button is held to open the menu."""


class Mode(Protocol):
    """The game, the menu, or a puzzle of the board.

    title, text: what stands over the page's message and in its place; empty: what the game says.
    """

    @property
    def title(self) -> str: ...  # noqa: D102 - described by the class

    @property
    def text(self) -> str: ...  # noqa: D102 - described by the class

    @property
    def deadline(self) -> float | None:
        """When `advance` will have something to do, if nothing happens before."""

    def advance(self, at: float) -> None:
        """Do what is due by `at`: take the points that have changed, and the passing of time."""

    def press(self, at: float) -> None:
        """The button was pressed."""

    def hold(self, at: float) -> float | None:
        """The button is being held. For how long (seconds) it has to be held altogether for `full`;
        None: it means nothing more."""

    def full(self, at: float) -> None:
        """The button was held for as long as `hold` said."""

    def scene(self, at: float) -> Scene:
        """What the lamps mean."""


class GameMode:
    """Hands make moves; the button confirms them, answers questions when it is held, and opens the
    menu when it is held for longer."""

    title = text = ""

    def __init__(
        self, live: LiveGame, button: GestureButton, open_menu: Callable[[float], None]
    ) -> None:
        self._live = live
        self._button = button
        self._open_menu = open_menu

    @property
    def deadline(self) -> float | None:
        """When `advance` will have something to do, if nothing happens before."""
        return self._live.deadline

    def advance(self, at: float) -> None:
        """Play what the board shows."""
        self._live.advance(at)

    def press(self, at: float) -> None:
        """Confirm what the board shows."""
        self._live.confirm(at)

    def hold(self, at: float) -> float | None:
        """Answer what is asked; otherwise go on to the menu."""
        if not self._live.asks:
            return OPENS
        self._live.confirm(at, held=True)
        return None

    def full(self, at: float) -> None:
        """Open the menu."""
        self._open_menu(at)

    def scene(self, at: float) -> Scene:
        """What the lamps mean."""
        if self._button.progress > 0:
            return progress(self._live.match.game.board, None, self._button.progress)
        return self._scene(at)

    def _scene(self, at: float) -> Scene:
        return self._live.scene(at)


class PuzzleMode(GameMode):
    """A puzzle is looked at: the button steps through its figures, the lamps show them. Hands go on
    to mean moves."""

    def __init__(
        self,
        live: LiveGame,
        button: GestureButton,
        open_menu: Callable[[float], None],
        puzzle: PuzzleViewer,
    ) -> None:
        super().__init__(live, button, open_menu)
        self._puzzle = puzzle

    @property
    def title(self) -> str:  # type: ignore[override]
        """What the puzzle is called."""
        return self._puzzle.title

    def press(self, at: float) -> None:
        """Go on to the next figure."""
        self._puzzle.step()

    def hold(self, at: float) -> float | None:
        """Go on to the menu: no question of the game is in sight."""
        return OPENS

    def _scene(self, at: float) -> Scene:
        return self._puzzle.scene(at)
