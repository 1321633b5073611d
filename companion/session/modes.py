"""Modes: the active one decides what touched points and the button mean, and what is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from companion.base.text import Text, sentences
from companion.device.lamps.scene import Lamp, Meaning, Scene
from companion.hands import Phase, earliest
from companion.rules.geometry import Board, points_of
from companion.session.demonstration import Demonstration
from companion.session.menu.button import Gesture, GestureButton
from companion.session.menu.menu import progress
from companion.session.next_step import NextStep
from companion.session.play.live_game import LiveGame

if TYPE_CHECKING:
    from companion.session.puzzle import PuzzleViewer

OPENS = 2.5
"""Seconds to hold the button to open the menu."""


class Mode(Protocol):
    """The game, the menu, or a puzzle.

    Attributes:
        title: The page's headline; empty for that of the game.
        text: The page's message; empty for that of the game.
        tone: The tone of the text, as in `Words`.
    """

    @property
    def title(self) -> Text: ...  # noqa: D102 - described by the class

    @property
    def text(self) -> Text: ...  # noqa: D102 - described by the class

    @property
    def tone(self) -> str: ...  # noqa: D102 - described by the class

    @property
    def advice(self) -> NextStep:
        """What to do now."""

    @property
    def deadline(self) -> float | None:
        """When `advance` next has something to do if nothing else happens (seconds), or None."""

    def advance(self, at: float) -> None:
        """Do what is due by `at` (seconds): handle changed points, and the time."""

    def press(self, at: float) -> None:
        """Handle a press of the button."""

    def hold(self, at: float) -> float | None:
        """Handle the start of a hold of the button.

        Returns:
            The total time to hold it (seconds) before `full` is called; None if a longer hold has
            no meaning.
        """

    def full(self, at: float) -> None:
        """Handle a hold that has lasted for the time that `hold` returned."""

    def scene(self, at: float) -> Scene:
        """Return the meaning of the lamps."""


class GameMode:
    """The game: hands make moves.

    The button confirms them, or shows the rest of a hint; where it has nothing to confirm, it shows
    what to do now. Held, it answers questions; held longer, it opens the menu.
    """

    title = text = Text()
    tone = "plain"

    def __init__(
        self,
        live: LiveGame,
        button: GestureButton,
        open_menu: Callable[[float], None],
        advise: Callable[[float], None] = lambda _: None,
    ) -> None:
        self._live = live
        self._button = button
        self._open_menu = open_menu
        self._advise = advise

    @property
    def advice(self) -> NextStep:
        """What to do now."""
        return self._live.advice

    @property
    def deadline(self) -> float | None:
        """When `advance` next has something to do if nothing else happens."""
        return self._live.deadline

    def advance(self, at: float) -> None:
        """Play what the board shows."""
        self._live.advance(at)

    def press(self, at: float) -> None:
        """Confirm what the board shows, ask for the rest of a hint, or show what to do."""
        if not self._live.press(at):
            self._advise(at)

    def hold(self, at: float) -> float | None:
        """Answer a question if there is one; otherwise, a longer hold opens the menu."""
        if not self._live.asks:
            return OPENS
        self._live.confirm(at, held=True)
        return None

    def full(self, at: float) -> None:
        """Open the menu."""
        self._open_menu(at)

    def scene(self, at: float) -> Scene:
        """Return the meaning of the lamps."""
        if self._button.progress > 0:
            return progress(self._live.match.game.board, None, self._button.progress)
        return self._scene(at)

    def _scene(self, at: float) -> Scene:
        return self._live.scene(at)


class PuzzleMode(GameMode):
    """A puzzle over the game, in which hands still make moves.

    The button steps through the figures of the puzzle, the lamps show them, and taps choose
    corners.
    """

    def __init__(
        self,
        live: LiveGame,
        button: GestureButton,
        open_menu: Callable[[float], None],
        puzzle: PuzzleViewer,
        advise: Callable[[float], None],
    ) -> None:
        super().__init__(live, button, open_menu, advise)
        self._puzzle = puzzle

    @property
    def title(self) -> Text:  # type: ignore[override]
        """The title of the puzzle."""
        return self._puzzle.title

    @property
    def text(self) -> Text:  # type: ignore[override]
        """The instructions for the puzzle."""
        return self._puzzle.text

    @property
    def tone(self) -> str:  # type: ignore[override]
        """The tone of the text."""
        return self._puzzle.tone

    @property
    def advice(self) -> NextStep:
        """What to do now."""
        back = Text("Back to the game ends the puzzle.")
        return NextStep(sentences(self._puzzle.text, back))

    def advance(self, at: float) -> None:
        """Play what the board shows; taps choose corners while the player looks for figures."""
        before = self._live.reader.sensed
        super().advance(at)
        for point in points_of(before ^ self._live.reader.sensed):
            self._puzzle.touch(point, at)

    def press(self, at: float) -> None:
        """Show the next figure."""
        self._puzzle.step()

    def hold(self, at: float) -> float | None:
        """Open the menu after a longer hold: the game's questions are not shown here."""
        return OPENS

    def _scene(self, at: float) -> Scene:
        return self._puzzle.scene(at)


class DemonstrationMode(GameMode):
    """A move that is demonstrated on the lamps, until a piece is touched or time is up."""

    def __init__(
        self,
        live: LiveGame,
        button: GestureButton,
        open_menu: Callable[[float], None],
        demonstration: Demonstration,
        advise: Callable[[float], None],
    ) -> None:
        super().__init__(live, button, open_menu, advise)
        self._demonstration = demonstration

    @property
    def text(self) -> Text:  # type: ignore[override]
        """The description of what the lamps show."""
        return self._demonstration.text

    @property
    def deadline(self) -> float | None:
        """When `advance` next has something to do if nothing else happens."""
        return earliest(super().deadline, self._demonstration.until)

    def advance(self, at: float) -> None:
        """Play what the board shows; touching a piece brings back the game's own lamps."""
        before = self._live.reader.sensed
        super().advance(at)
        over = self._demonstration.until is not None and at >= self._demonstration.until
        if over or self._live.reader.sensed != before or not demonstrable(self._live):
            self._demonstration.end()

    def _scene(self, at: float) -> Scene:
        return self._demonstration.scene(at)


class AdviceMode:
    """Another mode, with the points of what to do now lit.

    Args:
        mode: Returns the mode below.
        board: The board.
    """

    def __init__(self, mode: Callable[[], Mode], board: Board) -> None:
        self._mode = mode
        self._board = board

    @property
    def title(self) -> Text:
        """The headline of the mode below."""
        return self._mode().title

    @property
    def text(self) -> Text:
        """The message of the mode below."""
        return self._mode().text

    @property
    def tone(self) -> str:
        """Its tone."""
        return self._mode().tone

    @property
    def advice(self) -> NextStep:
        """What to do now."""
        return self._mode().advice

    @property
    def deadline(self) -> float | None:
        """When the mode below has something to do."""
        return self._mode().deadline

    def advance(self, at: float) -> None:
        """Advance the mode below."""
        self._mode().advance(at)

    def press(self, at: float) -> None:
        """Pass the press on."""
        self._mode().press(at)

    def hold(self, at: float) -> float | None:
        """Pass the hold on."""
        return self._mode().hold(at)

    def full(self, at: float) -> None:
        """Pass the long hold on."""
        self._mode().full(at)

    def scene(self, at: float) -> Scene:
        """Return the lamps of the mode below, with the points of the advice lit like a hint."""
        below, points = self._mode().scene(at), self.advice.points
        if not points:
            return below
        lamps = dict(below.lamps) | dict.fromkeys(points_of(points), Lamp(Meaning.HINT))
        return replace(below, lamps=tuple(sorted(lamps.items(), key=lambda lit: lit[0])))


def take_gesture(mode: Mode, button: GestureButton, gesture: Gesture, at: float) -> None:
    """Pass a gesture of the button to a mode."""
    match gesture:
        case Gesture.PRESS:
            mode.press(at)
        case Gesture.HOLD:
            button.goal = mode.hold(at)
        case Gesture.FULL:
            mode.full(at)
        case Gesture.LET_GO:
            pass  # nothing is chosen


def demonstrable(live: LiveGame) -> bool:
    """Return whether the lamps are free to show a move: the game is over and the board in order."""
    return live.match.over and live.reader.view.phase is Phase.REST
