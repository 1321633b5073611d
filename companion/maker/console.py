"""The maker's console: a board, its lamps, the terminal and the keyboard together.

All events come from one inbox with a clock, and are handled in one thread. Tests use an inbox with
simulated time and a simulated user.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from companion.base.errors import nearest
from companion.base.text import Text, sentences
from companion.device.lamps import power
from companion.device.lamps.palette import RGB
from companion.device.ports import Button, Port
from companion.maker import MakerError
from companion.maker.drawing import Mark
from companion.maker.inbox import ConsoleEvent, Inbox, InputClosed, LineEdited, LineEntered
from companion.maker.output import NO_WORDS, ReplyChoice, ToolOutput
from companion.maker.switch_monitor import SwitchMonitor, join_names
from companion.rules.geometry import Board, Occupancy, Point, Sensed, bits, points_of

POLL_INTERVAL = 1.0
"""Seconds between polls of every switch, to find lost edges."""

SETTLE_TIME = 0.3
"""Seconds that a piece must lie still to count as put down."""

LIFT_TIME = 0.2
"""Seconds that the board must stay empty for the piece to count as lifted."""

FOREVER = math.inf

_SIMULATED = Text("Type a point's name to put a piece there, or to lift it.")


class Lighting(NamedTuple):
    """The lamps of a board.

    Attributes:
        lamps: The number of lamps.
        budget: Their power budget (mA).
        share: Their brightness, from 0 to 1.
    """

    lamps: int
    budget: int
    share: float


class TurnedUnstable(NamedTuple):
    """Some switches turned out to be unstable, and are ignored from now on.

    Attributes:
        switches: The switches, as bits.
    """

    switches: int


class Pushed(NamedTuple):
    """The board's button, while it is watched.

    Attributes:
        down: Whether it went down.
    """

    down: bool


ConsoleNews = Sensed | TurnedUnstable | Pushed | LineEntered


class BoardConsole:
    """An open port, and what its switches have done since.

    Args:
        port: The port, not yet open.
        board: The board to draw.
        names: The names of the port's switches.
        lighting: The lamps.
        window: The debounce time (seconds).
        inbox: The events from the board and the keyboard.
        screen: The output.

    Attributes:
        marks: Returns what to draw at each point of `board` now.
        prompt: What to do now.
        keys: The keys to reply with.
        ignored: The switches that are ignored because they are stuck or unstable, as bits.
        watching_button: Whether the board's button is an event of its own, and not Enter.
        lost: How many changes of each switch were found only by polling, not reported.
    """

    def __init__(
        self,
        port: Port,
        board: Board,
        names: Sequence[str],
        lighting: Lighting,
        window: float,
        inbox: Inbox,
        screen: ToolOutput,
    ) -> None:
        self.port = port
        self.board = board
        self.names = tuple(names)
        self.lighting = lighting
        self.window = window
        self.inbox = inbox
        self.screen = screen
        self.ignored = 0
        self.watching_button = False
        self.lost = [0] * port.points
        self.input_closed = False
        self.marks: Callable[[], Sequence[Mark]] = lambda: [Mark()] * board.size
        self.prompt = self.keys = NO_WORDS
        self.on_report: Callable[[Sensed], None] = lambda _: None
        self.monitor = SwitchMonitor(Occupancy(0), port.points, window)
        self._simulated = port.pieces
        self._pending_changes: deque[Sensed | TurnedUnstable] = deque()
        self._pending_lines: deque[LineEntered] = deque()  # typed too early, to be handled later
        self._button_at = -math.inf  # when the button last moved
        self._answering = False  # whether a line is an answer, whatever it says
        self._announced = 0  # the switches already announced as unstable
        self._poll_due = 0.0
        self._differed = 0

    @contextmanager
    def open(self) -> Iterator[None]:
        """Open the port.

        Raises:
            PortError: If it is unavailable.
        """
        self.port.open(self.inbox.put)
        try:
            self.monitor = SwitchMonitor(self.port.occupancy(), self.port.points, self.window)
            self._poll_due = self.inbox.now() + POLL_INTERVAL
            self.lights_off()
            if self._simulated is not None:
                lit = Text("Lit points are yellow.") if self.screen.live else NO_WORDS
                self.screen.say(
                    Text("This is the simulated board."), keys=sentences(_SIMULATED, lit)
                )
            yield
        finally:
            self.port.close()

    @property
    def simulated(self) -> bool:
        """Whether there are simulated pieces, moved by typing the names of points."""
        return self._simulated is not None

    @contextmanager
    def offering(self, *replies: ReplyChoice, points: bool = False) -> Iterator[None]:
        """Offer replies inside this context, in which the question is asked.

        What was typed before answers nothing, and neither does the board's button.

        Args:
            replies: The replies.
            points: Whether the names of points are replies as well.
        """
        self._forget_typed()
        self.screen.offer(replies, points=points)
        try:
            yield
        finally:
            self.screen.offer(())

    # Events

    @property
    def closed(self) -> int:
        """The closed switches, except ignored ones, as bits."""
        return self.monitor.closed & ~self.ignored

    def _forget_typed(self) -> None:
        """Drop the lines that have been entered; those of a script wait for their questions."""
        changes, scripted = list[Sensed | TurnedUnstable](), list[LineEntered]()
        while (event := self.next_event(self.inbox.now())) is not None:
            if isinstance(event, Sensed | TurnedUnstable):
                changes.append(event)
            elif isinstance(event, LineEntered) and event.scripted:
                scripted.append(event)
        self._pending_changes.extend(changes)
        self._pending_lines.extend(scripted)

    def next_event(self, until: float = FOREVER) -> ConsoleNews | None:
        """Return the next event.

        Args:
            until: The time to wait until (seconds of the inbox's clock).

        Returns:
            The next debounced change of a switch that is not ignored, switches that are ignored
            from now on, the next change of the button while `watching_button`, or the next line
            entered; None at `until`.

        Raises:
            MakerError: If only typing can move the simulated pieces, and standard input has ended.
        """
        while True:
            pending = self._next_pending()
            if pending is not None:
                return pending
            if until == FOREVER and self.input_closed and self._simulated is not None:
                raise MakerError(
                    Text(
                        "nobody can move the simulated pieces: standard input has ended; "
                        "run this in a terminal and type the names of points"
                    )
                )
            event = self.inbox.take(min(until, self.monitor.deadline or FOREVER, self._poll_due))
            if event is not None:
                news = self._news(event)
                if news is not None:
                    return news
                continue
            now = self.inbox.now()
            self._count_changes(self.monitor.settle(now))
            if now >= self._poll_due:
                self._poll_switches(now)
            if now >= until and not self._pending_changes:
                return None

    def _news(self, event: ConsoleEvent) -> ConsoleNews | None:
        """Take an event from the inbox; return what is to be handled now, if it is that already."""
        match event:
            case Sensed() as report:
                self.on_report(report)
                self._count_changes(self.monitor.feed(report))
            case Button(down, at):
                bounces, self._button_at = at < self._button_at + self.window, at
                if bounces:
                    return None
                if self.watching_button:
                    return Pushed(down)
                if down:
                    return LineEntered("")
            case LineEdited(text):
                self.screen.typing(text)
            case InputClosed():
                self.input_closed = True
            case LineEntered(text) as line:
                if self._answering or not self._toggle_piece(text):
                    return line
        return None

    def _next_pending(self) -> Sensed | TurnedUnstable | LineEntered | None:
        while self._pending_changes:
            change = self._pending_changes.popleft()
            if isinstance(change, TurnedUnstable) or not self.ignored >> change.point & 1:
                return change
        return self._pending_lines.popleft() if self._pending_lines else None

    def wait(self, seconds: float) -> None:
        """Wait this many seconds, whatever is done or typed in the meantime."""
        until, scripted = self.inbox.now() + seconds, []
        while (event := self.next_event(until)) is not None:
            if isinstance(event, LineEntered) and event.scripted:
                scripted.append(event)
        self._pending_lines.extend(scripted)

    def read_answer(self) -> str | None:
        """Return the next line entered; None if the input has ended.

        The name of a point is an answer here, and moves no simulated piece.
        """
        self._answering = True
        try:
            while not self.input_closed or self._pending_lines:
                # The end of input does not interrupt `next_event`, so check for it regularly.
                event = self.next_event(self.inbox.now() + POLL_INTERVAL)
                if isinstance(event, LineEntered):
                    return event.text
            return None
        finally:
            self._answering = False

    def wait_for_piece(
        self, rested: Callable[[int], None], point: Point | None = None
    ) -> int | LineEntered:
        """Wait until a piece has been put down and lifted again.

        Args:
            rested: Called with the closed switches (bits) when the piece lies still.
            point: The switch that is expected, if one is; there is nothing to wait for once that
                one turns out to be unstable.

        Returns:
            The switches (bits) that the piece closed, or the line entered instead.
        """
        lay = 0
        while True:
            if point is not None and self.monitor.unstable >> point & 1:
                return 0
            now = self.inbox.now()
            if lay and not self.closed:
                event = self.next_event(now + LIFT_TIME)
                if event is None:
                    return lay
            elif self.closed != lay:
                event = self.next_event(now + SETTLE_TIME)
                if event is None:
                    lay = self.closed
                    rested(lay)
            else:
                event = self.next_event()
            if isinstance(event, LineEntered) and self.is_enter(event):
                return event

    def is_enter(self, event: LineEntered) -> bool:
        """Return whether the event is Enter alone or the button; report other input as unknown."""
        if event.text:
            known = self.board.names if self.simulated else ()
            self.screen.say(
                Text(
                    "{text!r} is not possible here{hint}.",
                    text=event.text,
                    hint=nearest(event.text, known),
                ),
                "yellow",
            )
        return not event.text

    def wait_until_empty(self) -> int:
        """Wait until the board is empty.

        Returns:
            The switches (bits) that stay closed; they are ignored from then on.
        """
        if self.closed:
            with self.offering(ReplyChoice("", Text("The board is empty"))):
                self.screen.say(
                    Text(
                        "Closed already: {points}. Take all pieces off the board.",
                        points=join_names(self.closed, self.names),
                    ),
                    keys=Text("Press Enter when it is empty."),
                )
                while self.closed:
                    event = self.next_event()
                    if isinstance(event, LineEntered) and self.is_enter(event):
                        break
        stuck = self.closed
        self.ignored |= stuck
        return stuck

    def _count_changes(self, changes: list[Sensed]) -> None:
        """Record debounced changes of switches."""
        fresh = self.monitor.unstable & ~self._announced
        if fresh:
            self._announced |= fresh
            self.ignored |= fresh
            self._pending_changes.append(TurnedUnstable(fresh))
            self.screen.say(
                Text(
                    "Unstable, ignored from now on: {points}.", points=join_names(fresh, self.names)
                ),
                "red",
            )
        for change in changes:
            self._pending_changes.append(change)
            if not self.screen.live and not self.ignored >> change.point & 1:
                name = self.names[change.point]
                state = Text("{name} closed", name=name) if change.occupied else None
                self.screen.say(state or Text("{name} open", name=name), inset=True)
        if changes:
            self.paint()

    def _poll_switches(self, now: float) -> None:
        """Find unreported changes: switches that differ in two polls, with no change pending."""
        self._poll_due = now + POLL_INTERVAL
        differs = self.port.occupancy() ^ self.monitor.closed
        if self.monitor.deadline is None:
            for point in points_of(differs & self._differed):
                self.lost[point] += 1
                level = not self.monitor.closed >> point & 1
                self._count_changes(self.monitor.feed(Sensed(point, level, now)))
            self._differed = differs & ~self._differed

    def _toggle_piece(self, text: str) -> bool:
        """Put a simulated piece on the named point, or take it away."""
        if self._simulated is None or text not in self.board.index:
            return False
        point = self.board.index[text]
        lies = bool(self._simulated.piece_places().points[point])
        self._simulated.arrange(
            [
                ([] if lies else ["o"]) if p == point else list(stack)
                for p, stack in enumerate(self._simulated.piece_places().points)
            ]
        )
        return True

    # Lamps and drawing

    def light(self, colours: Mapping[int, RGB]) -> bool:
        """Light only these lamps, within the budget, and return whether they had to be dimmed."""
        count, budget, share = self.lighting
        frame = bytearray(3 * count)
        for lamp, colour in colours.items():
            frame[3 * lamp : 3 * lamp + 3] = bytes(round(share * channel) for channel in colour)
        fed = power.limit_power(bytes(frame), budget)
        before = self._lit_points()
        self.port.show(fed.frame)
        shining = self._lit_points()
        if shining != before and shining and not self.screen.live:
            self.screen.say(
                Text("lit: {points}", points=join_names(bits(shining), self.board.names)),
                inset=True,
            )
        self.paint()
        return fed.dimmed

    def lights_off(self) -> None:
        """Switch all lamps off."""
        self.light({})

    def paint(self) -> None:
        """Draw the current board if the screen is live."""
        if not self.screen.live:
            return
        marks = list(self.marks())
        for point in self._lit_points():
            marks[point] = marks[point]._replace(style=marks[point].style + " on yellow")
        self.screen.draw(self.board, marks, self.prompt, self.keys)

    def _lit_points(self) -> list[Point]:
        """Return the points with lit lamps on a simulated board, to be shown in the drawing."""
        if self._simulated is None:
            return []
        frame = self._simulated.frame
        return [Point(p) for p in range(self.board.size) if any(frame[3 * p : 3 * p + 3])]
