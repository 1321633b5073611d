"""What is shown: the lamps of the open board, and what the pages are told."""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion.geometry import Board
from companion.lights import frame as frames
from companion.lights import palette, power
from companion.lights.scene import Scene
from companion.lights.settings import LightSettings
from companion.protocol.views import Hello, Lamps, State

_log = logging.getLogger(__name__)

Listener = Callable[[Hello | State | Lamps], None]
"""Takes what a page is told."""


class LampDriver:
    """Draws scenes for the lamps of one board within the power budget: a new frame when the scene
    changes, or when its rhythm says so.

    show: takes each frame. scene: what is shown. rgb: the frame shown last. due: when the next one
    is, or None.
    """

    def __init__(
        self, settings: LightSettings, board: Board, name: str, show: Callable[[bytes], None]
    ) -> None:
        """name: of the palette."""
        self.due: float | None = None
        self.scene: Scene | None = None
        self.rgb = bytes(3 * board.size)
        self._budget = settings.budget_ma
        self._shares = settings.shares(board)
        self._palette = palette.find_palette(name)
        self._show = show
        self._points = board.size
        self._dimmed = False

    def use(self, name: str) -> None:
        """Change the palette. Raises LightsError for one that does not exist."""
        self._palette = palette.find_palette(name)
        self.scene = None

    def light(self, scene: Scene, at: float) -> None:
        """Show a scene, or go on with its rhythm."""
        if scene != self.scene:
            self.scene = scene
        elif self.due is None or at < self.due:
            return
        drawn = frames.frame(self.scene, self._palette, at, self._points, self._shares)
        self.due = frames.next_change(self.scene, self._palette, at)
        self.rgb, dimmed = power.limit_power(drawn, self._budget)
        if dimmed and not self._dimmed:
            _log.warning("the lamps are dimmed to stay within %d mA", self._budget)
        self._dimmed = dimmed
        self._show(self.rgb)


class Display:
    """Lamps and listeners of a session.

    palette: the name of the lamps' palette.
    """

    def __init__(self, palette: str) -> None:
        self.palette = palette
        self._lamps: LampDriver | None = None
        self._listeners: list[Listener] = []
        self._state: State | None = None  # what was told last

    # The lamps

    def use_board(
        self, settings: LightSettings, board: Board, show: Callable[[bytes], None]
    ) -> None:
        """From now on light the lamps of this board; `show` takes its frames."""

        def shown(frame: bytes) -> None:
            show(frame)
            self._tell(Lamps(frame.hex()))

        self._lamps = LampDriver(settings, board, self.palette, shown)
        self._state = None

    def use_palette(self, name: str) -> None:
        """Change the palette. Raises LightsError for one that does not exist."""
        if self._lamps is not None:
            self._lamps.use(name)
        self.palette = name

    def light(self, scene: Scene, at: float) -> None:
        """Show a scene, or go on with its rhythm."""
        if self._lamps is not None:
            self._lamps.light(scene, at)

    @property
    def scene(self) -> Scene:
        """What the lamps mean."""
        return (self._lamps.scene if self._lamps is not None else None) or Scene()

    @property
    def deadline(self) -> float | None:
        """When the rhythm of the scene wants the next frame; None while it is steady."""
        return None if self._lamps is None else self._lamps.due

    # The pages

    def join(self, listener: Listener, hello: Hello, state: State) -> None:
        """Tell a page everything, and then whatever changes."""
        listener(hello)
        listener(state)
        if self._lamps is not None:
            listener(Lamps(self._lamps.rgb.hex()))
        self._listeners.append(listener)

    def leave(self, listener: Listener) -> None:
        """A page has gone."""
        if listener in self._listeners:
            self._listeners.remove(listener)

    def greet(self, hello: Callable[[], Hello]) -> None:
        """Another game has begun: tell every page."""
        if self._listeners:
            self._tell(hello())

    def publish(self, state: Callable[[], State]) -> None:
        """Tell every page how things stand, if that is news."""
        if self._listeners:
            told = state()
            if told != self._state:
                self._state = told
                self._tell(told)

    def _tell(self, message: Hello | State | Lamps) -> None:
        for listener in self._listeners:
            listener(message)
