"""Shows the session on the lamps of the open board, and on the pages."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable

import msgspec

from companion.base.text import Text, plural
from companion.device.lamps import frame as frames
from companion.device.lamps import palette, power
from companion.device.lamps.lamp_settings import LightSettings
from companion.device.lamps.legend import FOR_THE_MOVER, PLACEABLE, SPOKEN
from companion.device.lamps.scene import Lamp, Meaning, Scene
from companion.device.lamps.shine import Shine, shines
from companion.device.ports.port import Port, lamp_trouble_of, seeing
from companion.protocol.changes import differ
from companion.protocol.views import (
    Broadcast,
    ClockView,
    EnginesView,
    Hello,
    Lamps,
    Refused,
    SettingsView,
    ShineView,
    Shining,
    SpokenAnswer,
    State,
    ToolView,
)
from companion.rules.geometry import Board, Point
from companion.rules.reasons import listed
from companion.session.match.recorded import RecordedMatch

_log = logging.getLogger(__name__)

SessionListener = Callable[[Broadcast], None]
"""Takes the session's messages for its pages."""


FAILED = Text(
    "The program has failed; its log says why. The game is kept: play on, take back, or begin "
    "another game."
)
"""What pages are told after an unexpected error."""

_REPEAT = 3.0  # seconds after which a frame is shown again
_RETRY = 0.5  # seconds, if it could not be shown


class LampDriver:
    """Draws scenes for the lamps of one board, within the power budget.

    It draws a new frame whenever the scene changes or its rhythm requires one, and every few
    seconds besides, since lamps may get their power late. After a failure it tries again sooner.

    Args:
        settings: The settings of the lamps.
        board: The board that they belong to.
        name: The palette's name.
        show: Takes each frame: three bytes a point (red, green, blue), by point index.
        tell: Called with the time (seconds) just before the first frame of each scene.
        fails: Returns whether the last frame could not be shown.
        seen: Returns what lamps that are out of order make of a frame, for pages.

    Attributes:
        scene: The current scene; None before the first.
        rgb: The last frame.
        due: When the next frame is due (seconds); None before the first.
    """

    def __init__(
        self,
        settings: LightSettings,
        board: Board,
        name: str,
        show: Callable[[bytes], None],
        tell: Callable[[float], None] = lambda _: None,
        fails: Callable[[], bool] = lambda: False,
        seen: Callable[[bytes], bytes] = lambda frame: frame,
    ) -> None:
        self._seen = seen
        self.due: float | None = None
        self.scene: Scene | None = None
        self.rgb = bytes(3 * board.size)
        self._budget = settings.budget_ma
        self._shares = settings.shares(board)
        self._palette = palette.find_palette(name)
        self._show = show
        self._tell = tell
        self._fails = fails
        self._points = board.size
        self._dimmed = False
        # A rhythm comes back to the same frames again and again; those of this scene are kept.
        self._drawn: dict[Hashable, power.LimitedFrame] = {}

    def light(self, scene: Scene, at: float) -> None:
        """Show a scene, or continue its rhythm."""
        if scene != self.scene:
            self.scene = scene
            self._drawn = {}
            self._tell(at)
        elif self.due is None or at < self.due:
            return
        look, change = frames.moment(self.scene, self._palette, at)
        limited = self._drawn.get(look)
        if limited is None:
            drawn = frames.frame(self.scene, self._palette, at, self._points, self._shares)
            limited = power.limit_power(drawn, self._budget)
            if look is not None:
                self._drawn[look] = limited
        self.rgb, dimmed = limited
        if dimmed and not self._dimmed:
            _log.warning("the lamps are dimmed to stay within %d mA", self._budget)
        self._dimmed = dimmed
        self._show(self.rgb)
        again = at + (_RETRY if self._fails() else _REPEAT)
        self.due = again if change is None else min(change, again)

    @property
    def seen(self) -> bytes:
        """What is seen of the last frame."""
        return self._seen(self.rgb)

    def failed(self, at: float) -> Scene:
        """Return the scene that signals a failure of the program."""
        points = range(self._points)
        return Scene(tuple((Point(point), Lamp(Meaning.FAILED)) for point in points), since=at)

    def shining(self, at: float) -> Shining:
        """Return the meaning of the lamps, and how they shine from `at` (seconds) on."""
        scene = self.scene or Scene()
        brightest = frames.brightest_frame(scene, self._palette, self._points, self._shares)
        dimmed = power.limit_power(brightest, self._budget).dimmed
        return Shining(
            tuple(map(_shine, shines(scene, self._palette, self._seen(brightest)))),
            max(round((at - scene.since) * 1000), 0),
            dimmed or bool(scene.sweep),
        )


def _shine(shine: Shine) -> ShineView:
    text = SPOKEN[shine.meaning]
    if shine.meaning is Meaning.QUESTION:
        numbers = [
            str(n + 1) for n in range(shine.candidates.bit_length()) if shine.candidates >> n & 1
        ]
        text = plural(
            "answer {numbers}", "answers {numbers}", len(numbers), numbers=listed(numbers, "and")
        )
    return ShineView(
        shine.meaning.name.lower(),
        text,
        tuple((int(point), rgb.hex()) for point, rgb in shine.lamps),
        tuple((ms, round(level, 3)) for ms, level in shine.beats),
        PLACEABLE if shine.meaning in FOR_THE_MOVER else Text(),
    )


class Display:
    """The lamps of a session, and the pages that listen to it.

    Attributes:
        palette: The name of the palette in use.
    """

    def __init__(self, palette: str) -> None:
        self.palette = palette
        self._lamps: LampDriver | None = None
        self._listeners: list[SessionListener] = []
        self._state: State | None = None  # the last published one, unless it is to be sent again
        self._shown: State | None = None  # the last published one
        self._clock: object = None  # what the last published one depends on
        self._at = 0.0  # when the lamps were last lit

    # The lamps

    def use_board(self, settings: LightSettings, board: Board, port: Port) -> None:
        """Use the lamps of this board and this port from now on."""
        seen_of = seeing(port)
        told_last = b""
        white = told_probe = bytes((255, 254, 253)) * board.size  # tells colours apart

        def shown(frame: bytes) -> None:
            nonlocal told_last, told_probe
            port.show(frame)
            seen = seen_of(frame)
            if seen != told_last:  # pages need no repetition
                told_last = seen
                if self._listeners:
                    self._send(Lamps(seen.hex()))
            probe = seen_of(white)
            if probe != told_probe:  # a lamp has failed, or is mended
                told_probe = probe
                told(self._at)

        def told(at: float) -> None:
            if self._listeners:
                self._send(lamps.shining(at))

        self.palette = settings.palette
        self._lamps = lamps = LampDriver(
            settings,
            board,
            settings.palette,
            shown,
            told,
            lambda: bool(lamp_trouble_of(port)),
            seen_of,
        )
        self._state = None

    def light(self, scene: Scene, at: float) -> None:
        """Show a scene, or continue its rhythm."""
        self._at = at
        if self._lamps is not None:
            self._lamps.light(scene, at)

    @property
    def scene(self) -> Scene:
        """The current scene."""
        return (self._lamps.scene if self._lamps is not None else None) or Scene()

    @property
    def deadline(self) -> float | None:
        """When the scene's rhythm needs the next frame (seconds); None while it is steady."""
        return None if self._lamps is None else self._lamps.due

    # The pages

    def join(
        self,
        listener: SessionListener,
        hello: Hello,
        state: State,
        clock: ClockView | None,
        settings: SettingsView,
        tool: ToolView,
        at: float,
    ) -> None:
        """Send a page everything, and every change from now on.

        Args:
            listener: Takes the messages.
            hello: The board and the game.
            state: The current state.
            clock: The clock; None without one.
            settings: The settings.
            tool: The board maker's tool; left out if none has been started.
            at: When the page joins (seconds).
        """
        self._listeners.append(listener)
        self._shown = state
        listener(hello)
        listener(state)
        if clock is not None:
            listener(clock)
        if self._lamps is not None:
            listener(self._lamps.shining(at))
            listener(Lamps(self._lamps.seen.hex()))
        listener(settings)
        if tool.name:
            listener(tool)

    def leave(self, listener: SessionListener) -> None:
        """Stop sending to a page."""
        if listener in self._listeners:
            self._listeners.remove(listener)

    def greet(self, hello: Callable[[], Hello]) -> None:
        """Tell every page that another game has begun."""
        if self._listeners:
            self._send(hello())

    def publish(self, state: Callable[[], State]) -> bool:
        """Send every page the state if it has changed; return whether it has."""
        if self._listeners:
            current = state()
            if self._state is None or differ(current, self._state):
                self._state = self._shown = current
                self._send(current)
                return True
        return False

    def answer(self, said: Callable[[State], Text]) -> None:
        """Send every page, and the voice, the answer to the button, made from the state."""
        text = Text() if self._shown is None else said(self._shown)
        if text:
            self._send(SpokenAnswer(text))

    def publish_again(self) -> None:
        """Send the state next time even if it is unchanged.

        The same command may have been refused again.
        """
        self._state = None

    def fail(self, text: Text, at: float) -> None:
        """Show at `at` (seconds) that the program has failed, beside what was shown last.

        The present state is not computed: that may be what fails.
        """
        if self._lamps is not None:
            self._lamps.light(self._lamps.failed(at), at)
        if self._shown is not None:
            self._send(msgspec.structs.replace(self._shown, warning=text))
        self._state = None

    def warn(self, text: Text) -> None:
        """Show a warning on pages beside what was shown last, until the next state.

        For another thread than the session's, while that one is held up.
        """
        shown = self._shown
        if shown is not None:
            for listener in tuple(self._listeners):
                listener(msgspec.structs.replace(shown, warning=text))
        self._state = None

    def publish_clock(self, match: RecordedMatch, clock: Callable[[], ClockView | None]) -> None:
        """Send every page the clock of a match if it has changed."""
        basis = None if match.clock is None else (match, match.clock.cache_key)
        if basis != self._clock:
            self._clock = basis
            view = clock()
            if view is not None:  # a new game without a clock: its Hello is enough
                self._send(view)

    def tell(self, message: SettingsView | EnginesView | ToolView | Refused) -> None:
        """Tell every page of settings, engines or a tool, or one page of a refused command."""
        self._send(message)

    def _send(self, message: Broadcast) -> None:
        for listener in self._listeners:
            listener(message)
