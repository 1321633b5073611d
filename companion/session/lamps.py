"""Keeps the lamps of one port lit: a new frame when the scene changes or its rhythm says so."""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion.geometry import Board
from companion.lights import frame as frames
from companion.lights import palette, power
from companion.lights.scene import Scene
from companion.lights.settings import LightSettings

_log = logging.getLogger(__name__)


class Lamps:
    """Draws scenes with the configured palette, within the power budget.

    show: takes each frame. scene: what is shown. rgb: the frame shown last. due: when the next one
    is, or None.
    """

    def __init__(
        self, settings: LightSettings, board: Board, show: Callable[[bytes], None]
    ) -> None:
        self.due: float | None = None
        self.rgb = bytes(3 * board.size)
        self._budget = settings.budget_ma
        self._shares = settings.shares(board)
        self._palette = palette.find(settings.palette)
        self._show = show
        self.scene: Scene | None = None
        self._points = board.size
        self._dimmed = False

    def use(self, name: str) -> None:
        """Change the palette; LightsError for one that there is not."""
        self._palette = palette.find(name)
        self.scene = None

    def light(self, scene: Scene, at: float) -> None:
        """Show a scene, or go on with its rhythm."""
        if scene != self.scene:
            self.scene = scene
        elif self.due is None or at < self.due:
            return
        drawn = frames.frame(self.scene, self._palette, at, self._points, self._shares)
        self.due = frames.next_change(self.scene, self._palette, at)
        self.rgb, dimmed = power.within(drawn, self._budget)
        if dimmed and not self._dimmed:
            _log.warning("the lamps are dimmed to stay within %d mA", self._budget)
        self._dimmed = dimmed
        self._show(self.rgb)
