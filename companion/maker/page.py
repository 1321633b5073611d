"""Runs the maker's tools from the page, for users without a terminal.

The tools are the same `check` and `calibrate` as in a terminal. Their output goes to the page, and
the choices on the page replace the keyboard. Each run has a thread of its own, because the tools
wait for pieces and people. A run can be stopped at any step.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

from msgspec.structs import replace

from companion.base.errors import CompanionError
from companion.base.text import Text, sentences
from companion.config import Config, load_config
from companion.device.ports.computer import SystemInfo
from companion.device.ports.findings import Finding
from companion.maker.drawing import Mark
from companion.maker.inbox import ConsoleEvent, Inbox, LineEntered, RealTimeInbox
from companion.maker.output import NO_WORDS, ReplyChoice
from companion.protocol.views import LineView, MarkView, PointView, ReplyView, ToolView
from companion.rules.geometry import Board
from companion.session.tools import ToolUpdate

_log = logging.getLogger(__name__)

_LINES = 200
"""Lines that the page is shown; earlier ones are dropped."""

_FAULTS = Text("There are faults: see above, marked in red.")

_JOIN = 5.0  # seconds that a stopped tool gets to release the board

OnUpdate = Callable[[ToolUpdate], None]


class ToolStopped(Exception):
    """The user has stopped the tool."""


class PageOutput:
    """The output of a tool, as a page shows it.

    Args:
        view: The first view.
        tell: Called with every change.

    Attributes:
        view: The current view.
    """

    live = True

    def __init__(self, view: ToolView, tell: OnUpdate) -> None:
        self.view = view
        self._tell = tell

    def say(
        self,
        line: Text = NO_WORDS,
        style: str = "",
        *,
        whole: bool = False,
        inset: bool = False,
        keys: Text = NO_WORDS,
    ) -> None:
        """Add a line."""
        lines = (*self.view.lines, LineView(line, _tone(style)))
        self._show(lines=lines[-_LINES:])

    def find(self, finding: Finding) -> None:
        """Add a finding."""
        self.say(finding.text, finding.style)

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """Show the drawing inside this context; it stays afterwards, for questions about it."""
        try:
            yield
        finally:
            self._show(prompt=NO_WORDS)

    def draw(self, board: Board, marks: Sequence[Mark], prompt: Text, keys: Text) -> None:
        """Show the board with a mark at every point, and what to do."""
        points = zip(board.names, board.xy, marks, strict=True)
        shown = tuple(
            MarkView(PointView(name, x, y), mark.text, _tone(mark.style), "yellow" in mark.style)
            for name, (x, y), mark in points
        )
        self._show(prompt=prompt, marks=shown)

    def typing(self, text: str) -> None:
        """Do nothing: the page itself shows what is typed."""

    def offer(self, replies: Sequence[ReplyChoice], *, points: bool = False) -> None:
        """Offer these replies as buttons."""
        views = tuple(ReplyView(reply.text, reply.label) for reply in replies)
        self._show(replies=views, points=points)

    def end(self, line: Text, style: str, report: str = "", wired: Config | None = None) -> None:
        """Show the result, once the board is free."""
        lines = (*self.view.lines, LineView(line, _tone(style)))
        self.view = replace(
            self.view,
            running=False,
            lines=lines[-_LINES:],
            prompt=NO_WORDS,
            marks=(),
            replies=(),
            report=report,
        )
        self._tell(ToolUpdate(self.view, wired))

    def _show(self, **changes: Any) -> None:
        changed = replace(self.view, **changes)
        if changed != self.view:
            self.view = changed
            self._tell(ToolUpdate(changed))


def _tone(style: str) -> str:
    """Return the tone of a style in rich's syntax."""
    for word, tone in (("red", "wrong"), ("reverse", "asked"), ("yellow", "note")):
        if word in style and f"on {word}" not in style:
            return tone
    return "good" if "green" in style else "plain"


class StoppableInbox:
    """An inbox that can be stopped.

    Args:
        inbox: The source of the events.
    """

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._stopped = Event()

    def stop(self) -> None:
        """Make `take` raise ToolStopped from now on."""
        self._stopped.set()
        self._inbox.put(LineEntered(""))  # wakes it

    def put(self, event: ConsoleEvent) -> None:
        """Add an event; from any thread."""
        self._inbox.put(event)

    def take(self, until: float) -> ConsoleEvent | None:
        """Return the oldest event; None if there is none by then (seconds of `now`).

        Raises:
            ToolStopped: If the user has stopped the tool.
        """
        event = self._inbox.take(until)
        if self._stopped.is_set():
            raise ToolStopped
        return event

    def now(self) -> float:
        """Return the time (seconds)."""
        return self._inbox.now()


class ToolThread:
    """A tool that is running, in a thread of its own."""

    def __init__(self, work: Callable[[], None], inbox: StoppableInbox) -> None:
        self._inbox = inbox
        self._thread = Thread(target=work, name="maker", daemon=True)
        self._thread.start()

    def reply(self, text: str) -> None:
        """Reply to the tool."""
        self._inbox.put(LineEntered(text.strip()))

    def stop(self) -> None:
        """Ask the tool to stop soon."""
        self._inbox.stop()

    def join(self) -> None:
        """Wait until the tool has stopped and released the board."""
        self._thread.join(_JOIN)


class MakerTools:
    """The tools that the page can start.

    Args:
        path: The configuration file, into which a calibration is written; without one, the board
            can only be checked.
        inbox: Creates the inbox of each run.
        info: Reads the facts about this computer; by default, `read_system_info`.
        pin_factory: A gpiozero pin factory, for tests.

    Attributes:
        names: The names of the tools that can be started.
    """

    def __init__(
        self,
        path: Path | None,
        inbox: Callable[[], Inbox] = RealTimeInbox,
        info: Callable[[], SystemInfo] | None = None,
        pin_factory: Any = None,
    ) -> None:
        self.names: tuple[str, ...] = ("check",) if path is None else ("check", "calibrate")
        self._path = path
        self._inbox = inbox
        self._info = info
        self._pin_factory = pin_factory

    def start(self, name: str, config: Config, tell: OnUpdate) -> ToolThread:
        """Start a tool on a board that is not open elsewhere."""
        inbox = StoppableInbox(self._inbox())
        output = PageOutput(ToolView(name, running=True, simulated=config.port.simulated), tell)

        def work() -> None:
            try:
                if name == "check":
                    self._check(config, inbox, output)
                else:
                    self._calibrate(inbox, output)
            except ToolStopped:
                kept = Text("What was found is saved; the next calibration continues there.")
                stopped = Text("Stopped.")
                output.end(sentences(stopped, kept) if name == "calibrate" else stopped, "")
            except CompanionError as error:
                output.end(error.text, "red")
            except Exception:
                _log.exception("unexpected error in %s; the game goes on", name)
                output.end(Text("It has failed unexpectedly; the program's log says how."), "red")

        return ToolThread(work, inbox)

    def _check(self, config: Config, inbox: Inbox, output: PageOutput) -> None:
        from companion.maker.check import CheckParts, check_board  # when a tool is wanted
        from companion.maker.system_info import read_system_info

        parts = CheckParts(diodes=config.port.diodes)
        report, faultless = check_board(
            config, parts, (self._info or read_system_info)(), inbox, output, self._pin_factory
        )
        if faultless:
            output.end(Text("No faults were found."), "green", report)
        else:
            output.end(_FAULTS, "red", report)

    def _calibrate(self, inbox: Inbox, output: PageOutput) -> None:
        if self._path is None:
            raise CompanionError(Text("there is no configuration file to write into"))
        from companion.maker.calibrate import calibrate_board  # when a tool is wanted

        faultless = calibrate_board(self._path, inbox, output, pin_factory=self._pin_factory)
        wired = load_config(self._path)
        if faultless:
            output.end(Text("The board is calibrated."), "green", wired=wired)
        else:
            output.end(_FAULTS, "red", wired=wired)
