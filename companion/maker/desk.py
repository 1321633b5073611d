"""The maker's desk: a board, its lamps, the terminal and the keyboard, from one place.

Everything that happens is taken from one inbox, with its clock, in one thread; tests bring an
inbox with a time and hands of its own.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from companion.drivers import Button, Port, SimulatedPort
from companion.geometry import Board, Occupancy, Point, Sensed, bits, points_of
from companion.lights import power
from companion.lights.palette import RGB
from companion.maker import MakerError
from companion.maker.drawing import Mark, draw
from companion.maker.inbox import Inbox, Silence, Typed, Typing
from companion.maker.senses import Senses, listed
from companion.maker.terminal import Screen
from companion.rules.errors import nearest

POLL = 1.0
"""Seconds between looks at every switch, for edges that were lost."""

REST = 0.3
"""Seconds for which a piece must lie still to have been put down."""

LIFTED = 0.2
"""Seconds after which a board that has become empty stays so."""

FOREVER = math.inf

_SIMULATED = "The simulated board: type a point's name to put a piece there, or to lift it."


class Lighting(NamedTuple):
    """The lamps of a board: how many, the most that they may draw (mA), and the share of their
    light that they give."""

    lamps: int
    budget: int
    share: float


class Desk:
    """A port that is open, with what its switches have done since.

    names:   what its switches are called. marks: what is drawn at each point of `board` now.
    ignored: switches that are not waited for: stuck, or unstable.
    lost:    changes that the port did not report; a look at the switches showed them.
    """

    def __init__(
        self,
        port: Port,
        board: Board,
        names: Sequence[str],
        lighting: Lighting,
        window: float,
        inbox: Inbox,
        screen: Screen,
    ) -> None:
        self.port = port
        self.board = board
        self.names = tuple(names)
        self.lighting = lighting
        self.window = window
        self.inbox = inbox
        self.screen = screen
        self.ignored = 0
        self.lost = [0] * port.points
        self.silent = False
        self.marks: Callable[[], Sequence[Mark]] = lambda: [Mark()] * board.size
        self.below = ""
        self.raw: Callable[[Sensed], None] = lambda _: None
        self.senses = Senses(Occupancy(0), port.points, window)
        self._table = port if isinstance(port, SimulatedPort) else None
        self._changed: deque[Sensed] = deque()
        self._typed: deque[Typed] = deque()  # too early, to be heard later
        self._said = 0  # the switches of which it has been said that they are unstable
        self._poll = 0.0
        self._differed = 0

    @contextmanager
    def open(self) -> Iterator[None]:
        """Open the port; PortError when it cannot be had."""
        self.port.open(self.inbox.put)
        try:
            self.senses = Senses(self.port.occupancy(), self.port.points, self.window)
            self._poll = self.inbox.now() + POLL
            self.dark()
            if self._table is not None:
                lit = " Lit points are yellow." if self.screen.live else ""
                self.screen.say(f"{_SIMULATED}{lit}")
            yield
        finally:
            self.port.close()

    @property
    def simulated(self) -> bool:
        """Whether there are simulated pieces, moved by typing the names of points."""
        return self._table is not None

    # Ears

    @property
    def closed(self) -> int:
        """The closed switches, but for those that are ignored, as bits."""
        return self.senses.closed & ~self.ignored

    def hear(self, until: float = FOREVER) -> Sensed | Typed | None:
        """The next change of a switch that is not ignored, debounced, or the next line that was
        typed; None at `until`."""
        while True:
            while self._changed:
                change = self._changed.popleft()
                if not self.ignored >> change.point & 1:
                    return change
            if self._typed:
                return self._typed.popleft()
            if until == FOREVER and self.silent and self._table is not None:
                raise MakerError(
                    "nobody moves the simulated pieces: standard input has ended; run this in a "
                    "terminal and type the names of points"
                )
            due = min(until, self.senses.deadline or FOREVER, self._poll)
            match self.inbox.take(due):
                case None:
                    now = self.inbox.now()
                    self._take(self.senses.settle(now))
                    if now >= self._poll:
                        self._look(now)
                    if now >= until and not self._changed:
                        return None
                case Sensed() as report:
                    self.raw(report)
                    self._take(self.senses.feed(report))
                case Button(down, _):
                    if down:
                        return Typed("")
                case Typing(text):
                    self.screen.typing(text)
                case Silence():
                    self.silent = True
                case Typed(text):
                    if not self._toggled(text):
                        return Typed(text)

    def wait(self, seconds: float) -> None:
        """Let time pass, whatever the switches do meanwhile."""
        until, typed = self.inbox.now() + seconds, []
        while (heard := self.hear(until)) is not None:
            if isinstance(heard, Typed):
                typed.append(heard)
        self._typed.extend(typed)

    def answer(self) -> str | None:
        """The next line that is typed; None when nobody types any more."""
        while not self.silent:
            # Silence is no news to whoever waits for switches, so it is looked for now and then.
            heard = self.hear(self.inbox.now() + POLL)
            if isinstance(heard, Typed):
                return heard.text
        return None

    def feel(self, rested: Callable[[int], None]) -> int | Typed:
        """The switches (bits) that were closed while a piece lay still, once it has been lifted
        again; or what was typed instead. `rested` is told of the piece when it lies still."""
        lay = 0
        while True:
            now = self.inbox.now()
            if lay and not self.closed:
                heard = self.hear(now + LIFTED)
                if heard is None:
                    return lay
            elif self.closed != lay:
                heard = self.hear(now + REST)
                if heard is None:
                    lay = self.closed
                    rested(lay)
            else:
                heard = self.hear()
            if isinstance(heard, Typed) and self.entered(heard):
                return heard

    def entered(self, heard: Typed) -> bool:
        """Whether it was Enter alone, or the button; anything else is told to be nothing."""
        if heard.text:
            known = self.board.names if self.simulated else ()
            self.screen.say(
                f"{heard.text!r} is nothing here{nearest(heard.text, known)}.", "yellow"
            )
        return not heard.text

    def clear(self) -> int:
        """See to it that nothing lies on the board; the switches (bits) that stay closed, which
        are ignored from then on."""
        if self.closed:
            self.screen.say(
                f"Closed already: {listed(self.closed, self.names)}. Take all pieces off the "
                "board; Enter when there are none on it."
            )
            while self.closed:
                heard = self.hear()
                if isinstance(heard, Typed) and self.entered(heard):
                    break
        stuck = self.closed
        self.ignored |= stuck
        return stuck

    def _take(self, changes: list[Sensed]) -> None:
        """Take the changes of the switches that have come to count."""
        fresh = self.senses.unstable & ~self._said
        if fresh:
            self._said |= fresh
            self.ignored |= fresh
            self.screen.say(
                f"Unstable, and not waited for any more: {listed(fresh, self.names)}.", "red"
            )
        for change in changes:
            self._changed.append(change)
            if not self.screen.live and not self.ignored >> change.point & 1:
                state = "closed" if change.occupied else "open"
                self.screen.say(f"  {self.names[change.point]} {state}")
        if changes:
            self.paint()

    def _look(self, now: float) -> None:
        """Find what was not reported: what differs at two looks, with nothing on the way."""
        self._poll = now + POLL
        differs = self.port.occupancy() ^ self.senses.closed
        if self.senses.deadline is None:
            for point in points_of(differs & self._differed):
                self.lost[point] += 1
                level = not self.senses.closed >> point & 1
                self._take(self.senses.feed(Sensed(point, level, now)))
            self._differed = differs & ~self._differed

    def _toggled(self, text: str) -> bool:
        """Put a simulated piece on the point of that name, or take it from there."""
        if self._table is None or text not in self.board.index:
            return False
        point = self.board.index[text]
        lies = bool(self._table.tabletop().points[point])
        self._table.arrange(
            [
                ([] if lies else ["o"]) if p == point else list(stack)
                for p, stack in enumerate(self._table.tabletop().points)
            ]
        )
        return True

    # Lamps and drawing

    def light(self, colours: Mapping[int, RGB]) -> bool:
        """Light these lamps and no others, within the budget; whether they had to be dimmed."""
        count, budget, share = self.lighting
        frame = bytearray(3 * count)
        for lamp, colour in colours.items():
            frame[3 * lamp : 3 * lamp + 3] = bytes(round(share * channel) for channel in colour)
        fed = power.within(bytes(frame), budget)
        before = self._shining()
        self.port.show(fed.frame)
        shining = self._shining()
        if shining != before and shining and not self.screen.live:
            self.screen.say(f"  lit: {listed(bits(shining), self.board.names)}")
        self.paint()
        return fed.dimmed

    def dark(self) -> None:
        """All lamps off."""
        self.light({})

    def paint(self) -> None:
        """Draw the board as it is now, where there is something to draw on."""
        if not self.screen.live:
            return
        marks = list(self.marks())
        for point in self._shining():
            marks[point] = marks[point]._replace(style=marks[point].style + " on yellow")
        self.screen.paint(draw(self.board, marks), self.below)

    def _shining(self) -> list[Point]:
        """Where lamps are lit on a simulated board: there, the drawing has to show it."""
        if self._table is None:
            return []
        frame = self._table.frame
        return [Point(p) for p in range(self.board.size) if any(frame[3 * p : 3 * p + 3])]
