"""A whole session on a clock of its own, hands included: nothing here waits for real time."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from random import Random

from companion.config import Config, JournalSettings
from companion.drivers.opening import open_port
from companion.drivers.port import Button, Clock, Port, Report, ReportListener
from companion.drivers.settings import PortSettings
from companion.games.registry import make
from companion.geometry import Board, Occupancy, Point, Sensed
from companion.journal.folder import JournalFolder
from companion.journal.reader import GameLog, replay
from companion.rules import Match
from companion.session.search import Cancel, OnResult, SearchJob, SearchResult, SearchRunner
from companion.session.session import Session
from companion.session.starter import GameStarter
from companion.web.messages import Command, Hello, Lamps, State

TODAY = datetime(2026, 3, 1, 12, 0, 0)


def at_once(job: SearchJob, on_result: OnResult) -> Cancel:
    """A search that is over before anything else happens."""
    on_result(job.run(lambda: False))
    return lambda: None


class BarePort:
    """Switches and a button, and nothing that knows what closes them."""

    pieces = None

    def __init__(self, board: Board, clock: Clock, closed: int = 0) -> None:
        self.points = board.size
        self.frames: list[bytes] = []
        self._clock = clock
        self._closed = Occupancy(closed)
        self._listener: ReportListener | None = None

    def open(self, listener: ReportListener) -> None:
        self._listener = listener

    def occupancy(self) -> Occupancy:
        return self._closed

    def show(self, frame: bytes) -> None:
        assert len(frame) == 3 * self.points
        self.frames.append(frame)

    def close(self) -> None:
        self._listener = None

    def set(self, point: Point, occupied: bool) -> None:
        assert bool(self._closed >> point & 1) != occupied, f"{point} is that already"
        self._closed = Occupancy(self._closed ^ 1 << point)
        self._report(Sensed(point, occupied, self._clock()))

    def press(self, down: bool) -> None:
        self._report(Button(down, self._clock()))

    def _report(self, report: Report) -> None:
        assert self._listener is not None
        self._listener(report)


class Virtual:
    """A session, its port, and the time. `say` is what a page would do, `wait` lets time pass.
    bare: the port is a `BarePort`, and there are no simulated pieces; `closed`: what stands on it
    when it is opened."""

    def __init__(
        self,
        directory: Path,
        config: Config | None = None,
        *,
        bare: bool = False,
        closed: int = 0,
        search: SearchRunner = at_once,
    ) -> None:
        config = config or Config(port=PortSettings(bounce=True))
        self.config = Config(
            game=config.game,
            port=config.port,
            strip=config.strip,
            lights=config.lights,
            journal=JournalSettings(directory=str(directory)),
            timing=config.timing,
            page=config.page,
        )
        self.now = 50.0
        self.reports: list[Report | SearchResult] = []
        self.heard: list[Hello | State | Lamps] = []

        def opener(board: Board) -> Port:
            if bare:
                return BarePort(board, self.clock, closed & board.full)
            return open_port(self.config.port, self.config.strip, board, self.clock, rng=Random(5))

        starter = GameStarter(
            self.config,
            opener,
            self.reports.append,
            JournalFolder(directory, lambda: TODAY),
            lambda: 7,
            search,
        )
        self.session = Session(self.config, starter)

    def clock(self) -> float:
        return self.now

    def begin(self, game: str = "solomon", position: str = "", **options: str) -> None:
        played = make(game, options)
        start = played.parse_position(position) if position else None
        self.session.begin(Match(played, start), self.now)
        self._joined()

    def resume(self, log: GameLog) -> None:
        match = replay(log, make(log.head.game, log.head.options))
        self.session.resume(log, match, self.now)
        self._joined()

    def _joined(self) -> None:
        self.session.listen(self.heard.append)
        self.wait(0.01)

    @property
    def match(self) -> Match:
        return self.session.match.ply_match

    @property
    def state(self) -> State:
        return next(m for m in reversed(self.heard) if isinstance(m, State))

    @property
    def texts(self) -> list[str]:
        return [played.text for played in self.match.history]

    def lamp(self, point: str) -> str:
        shown = next(m for m in reversed(self.heard) if isinstance(m, Lamps))
        at = 6 * self.session.game.board.index[point]
        return shown.rgb[at : at + 6]

    def say(self, command: Command) -> None:
        self.session.handle(command, self.now)
        self.wait(0.03)

    def wait(self, seconds: float) -> None:
        """Let time pass, taking every report and every deadline at its own time."""
        end = self.now + seconds
        while True:
            self._reports()
            due = self.session.deadline
            if due > end:
                break
            self.now = max(self.now, due)
            self.session.advance(self.now)
        self.now = end
        self._reports()
        self.session.advance(self.now)

    def _reports(self) -> None:
        while self.reports:
            report = self.reports.pop(0)
            if not isinstance(report, SearchResult):
                self.now = max(self.now, report.at)
            self.session.handle(report, self.now)
