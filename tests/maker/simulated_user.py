"""A simulated user of the maker's console, in simulated time: reads the output, moves pieces.

The tools under test get everything from an inbox; this is one. When nothing is under way the user
reads what has been printed since and does what it says, each thing at its time; no test waits.
"""

from __future__ import annotations

import io
import re
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Condition

from rich.console import Console

from companion.device.ports import Button
from companion.maker.inbox import ConsoleEvent, LineEntered
from companion.maker.terminal import Screen
from companion.rules.geometry import STAR, Board, Point, Sensed

Set = Callable[[str, bool], None]
"""Put a piece on a point of the board (True), or take it away."""

PATIENCE = 60.0
"""Seconds after which a tool that nobody answers has forgotten to ask."""


class Interrupted(Exception):
    """The user has pressed Ctrl-C, as KeyboardInterrupt would be raised."""


class SimulatedUser:
    """An inbox, the hands and eyes of a user, and a screen without a terminal.

    set:      moves pieces. lit: the points whose lamps are lit, as the user sees them.
    push:     presses the button (True) and releases it; None: nothing happens when it is pressed.
    mistakes: for single requests, by the point's name, where the piece is put instead ("": the
              user presses Enter); one after another, and right when there are no more.
    answers:  what is typed after a line that contains the key.
    stop_at:  the number of the request at which Ctrl-C is pressed.
    lost_reports: points whose reports are lost. rest_time: seconds that a piece is left lying.
    """

    def __init__(
        self,
        board: Board = STAR,
        *,
        mistakes: dict[str, list[str]] | None = None,
        answers: dict[str, str] | None = None,
        stop_at: int | None = None,
    ) -> None:
        self.board = board
        self.time = 100.0
        self.printed = io.StringIO()
        self.screen = Screen(Console(file=self.printed, width=80, force_terminal=False))
        self.set: Set = self._type
        self.lit: Callable[[], list[str]] = self._read_lit
        self.mistakes = mistakes or {}
        self.answers = {"How many lamps": "", "Was every lamp": "", **(answers or {})}
        self.push: Callable[[bool], None] | None = self._push
        self.stop_at = stop_at
        self.requests = 0
        self.lost_reports: set[Point] = set()
        self.rest_time = 1.0
        self.standing: set[str] = set()
        self._asked = ""
        self._read = 0
        self._arrived: deque[ConsoleEvent] = deque()
        self._news = Condition()
        self._plans: list[tuple[float, Callable[[], object]]] = []
        self._idle_since = self.time

    @property
    def text(self) -> str:
        """All that was printed."""
        return self.printed.getvalue()

    # The inbox

    def put(self, event: ConsoleEvent) -> None:
        if isinstance(event, Sensed) and event.point in self.lost_reports:
            return
        with self._news:
            self._arrived.append(event)
            self._news.notify_all()

    def now(self) -> float:
        return self.time

    def take(self, until: float) -> ConsoleEvent | None:
        while not self._arrived:
            self._plan()
            if self._plans and self._plans[0][0] <= until:
                at, act = self._plans.pop(0)
                self.time = max(self.time, at)
                self._idle_since = self.time
                act()
                continue
            self.time = max(self.time, until)
            assert self.time - self._idle_since < PATIENCE, f"nobody was asked:\n{self.text}"
            return None
        event = self._arrived.popleft()
        self.time = max(self.time, getattr(event, "at", self.time))
        return event

    def await_report(self) -> None:
        """Wait until a port with a thread of its own has reported, however long that takes."""
        with self._news:
            assert self._news.wait_for(lambda: self._arrived, PATIENCE), "nothing was reported"

    # The user

    def _plan(self) -> None:
        fresh = self.text[self._read :]
        self._read = len(self.text)
        for line in fresh.splitlines():
            for key, answer in self.answers.items():
                if key in line:
                    self.later(0.5, lambda answer=answer: self.put(LineEntered(answer)))  # type: ignore[misc]
            if "press the button of the board" in line:
                self._button()
            elif "put the piece there once more" in line:
                self._piece(self._asked)
            elif found := re.search(r"Put (?:a|the) piece on point (\w+)", line):
                self._piece(found[1])
            elif "on the lit point" in line:
                self.later(0.4, self._on_lit)
            elif found := re.match(r"Pieces on (.+), and nowhere else", line):
                self._stand(set(re.split(r", | and ", found[1])))

    def later(self, seconds: float, act: Callable[[], object]) -> None:
        """Do something after this many seconds."""
        self._plans.append((self.time + seconds, act))
        self._plans.sort(key=lambda plan: plan[0])

    def _count(self) -> None:
        self.requests += 1
        if self.requests == self.stop_at:
            raise Interrupted

    def _piece(self, name: str, thing: str = "") -> None:
        """Put the piece there for a while."""
        self._count()
        self._asked = name
        wrong = self.mistakes.get(thing or name, [])
        where = wrong.pop(0) if wrong else name
        if where:
            self.later(0.6, lambda: self.set(where, True))
            self.later(0.6 + self.rest_time, lambda: self.set(where, False))
            said = len(self.text)

            def nothing() -> None:
                if not re.search(r"closed|Unstable", self.text[said:]):
                    self.put(LineEntered(""))

            self.later(0.9 + self.rest_time, nothing)
        else:
            self.later(0.6, lambda: self.put(LineEntered("")))

    def _push(self, down: bool) -> None:
        self.put(Button(down, self.time))

    def _button(self) -> None:
        if self.push is None:
            self.later(0.6, lambda: self.put(LineEntered("")))
        else:
            self.later(0.6, partial(self.push, True))
            self.later(0.9, partial(self.push, False))

    def _on_lit(self) -> None:
        lit = self.lit()
        if lit:
            (name,) = lit
            self._piece(name, f"lit {name}")
        else:
            self._count()
            self.later(0.6, lambda: self.put(LineEntered("")))

    def _stand(self, wanted: set[str]) -> None:
        for i, name in enumerate(sorted(self.standing - wanted)):
            self.later(0.2 + 0.1 * i, lambda name=name: self.set(name, False))  # type: ignore[misc]
        for i, name in enumerate(sorted(wanted - self.standing)):
            self.later(0.6 + 0.1 * i, lambda name=name: self.set(name, True))  # type: ignore[misc]
        self.standing = wanted

    def _type(self, point: str, _on: bool) -> None:
        """On a simulated board pieces are moved by typing the names of points."""
        self.put(LineEntered(point))

    def _read_lit(self) -> list[str]:
        """Read the lamps that a simulated board has lit since the last question."""
        last = self.text.rindex("Put the piece on the lit")
        return re.findall(r"^  lit: (\w+)$", self.text[last:], re.MULTILINE)


@contextmanager
def interrupted() -> Iterator[None]:
    """In this context, the user finally presses Ctrl-C."""
    try:
        yield
    except Interrupted:
        return
    raise AssertionError("it was not stopped")
