"""A whole board and its program, on a simulated clock: nothing waits for real time."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Self

import msgspec

from companion.base.errors import CompanionError
from companion.base.jobs import Perform, immediately
from companion.config import Config, JournalSettings
from companion.device.lamps.lamp_settings import LightSettings
from companion.device.lamps.scene import Meaning
from companion.device.ports.opening import open_port
from companion.device.ports.port import Button, Frame, Port
from companion.device.ports.scan_thread import Periodic
from companion.device.ports.simulated_kind import SimulatedKind
from companion.games.registry import make
from companion.hands import Phase, View
from companion.opponents.roster import BUILT_IN, Roster
from companion.opponents.search_jobs import (
    Cancel,
    OnResult,
    SearchJob,
    SearchRunner,
    result_of,
)
from companion.protocol.commands import Command, TryEngine
from companion.protocol.views import Broadcast, Lamps, State
from companion.records.journal.folder import JournalFolder
from companion.records.journal.reader import GameLog, list_logs, replay
from companion.records.people_file import PeopleFile
from companion.rules import Match, Seat
from companion.rules.geometry import Board, Sensed
from companion.session.own_drill import DrillFinder
from companion.session.remote_play.remote_table import RemoteTable
from companion.session.remote_play.remote_tables import NoRemoteTables, RemoteTables
from companion.session.services import Services
from companion.session.session import Session, SessionEvent
from companion.session.settings.chosen import ChosenSettings
from companion.session.settings.chosen_engines import ChosenEngines
from companion.session.starter import NO_COMPUTERS
from companion.session.tools import NoTools, ToolStarter
from companion.testing.switches import BareSwitches, Switches

TODAY = datetime(2026, 3, 1, 12, 0, 0)
"""The date and time at which every game on a virtual table begins."""


def at_once(job: SearchJob, on_result: OnResult, *, ahead: bool = False) -> Cancel:
    """Run a search at once, and report its result before returning.

    Args:
        job: The search.
        on_result: Takes the result.
        ahead: Whether the search is ahead of time; such a search is not run at all.

    Returns:
        A function that cancels the search; it has no effect.
    """
    if not ahead:
        on_result(result_of(job, lambda: False))
    return lambda: None


class SessionFacts:
    """Read-only views of a session.

    Attributes:
        session: The session.
    """

    session: Session

    @property
    def port(self) -> Port:
        """The port of the board.

        Raises:
            PortError: If no game has begun.
        """
        return self.session.port

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.session.game.board

    @property
    def match(self) -> Match:
        """The match, ply by ply."""
        return self.session.match.ply_match

    @property
    def texts(self) -> list[str]:
        """The plies that were played, as text."""
        return self.match.texts

    @property
    def view(self) -> View:
        """The program's view of hands and board."""
        return self.session.view


Opener = Callable[[Board, "VirtualTable"], Port]
"""Creates the port of a game's board at a table, whose clock it uses."""


class _Regular:
    """Something that happens regularly beside the program, in the time of a table."""

    def __init__(self, table: VirtualTable, tick: Callable[[], float]) -> None:
        self._table = table
        self._tick = tick
        self.due = table.now

    def go(self) -> None:
        self.due = self._table.now + self._tick()

    def stop(self) -> None:
        if self in self._table.beside:
            self._table.beside.remove(self)


class VirtualTable(SessionFacts):
    """A session, its port, and the time.

    `wait` lets time pass, and `say` sends a command as a page does. As a context manager, it is
    closed at the end.

    Args:
        directory: The folder for the logs of games; it is made if missing.
        config: The configuration, except for the journal's directory. The default is simulated
            pieces whose switches bounce, and lamps that do not mark the last move.
        bare: Whether the port is a `BareSwitches`, which does not know the pieces, instead of the
            configured one.
        closed: The points whose bare switches are closed when the port opens, as bits.
        search: Runs the engines for hints and for the computer's moves.
        own_drills: Looks for drills in logged games; by default there are none.
        roster: The engines that can play for the computer; by default only this program's.
        engines: The engines that pages can choose and try; by default there are none.
        remote: Creates and joins remote tables; by default there are none.
        tools: Starts the board maker's tools; by default there are none.
        perform: Performs the writing of logs, as a slow card does later; by default at once.
        opener: Creates the port instead of the configuration.
        switches: Creates the switches that hands close at the table.

    Attributes:
        config: The configuration, with the journal's directory.
        session: The session.
        now: The time (seconds).
        heard: Every message to the page, oldest first.
        reports: The reports that are not handled yet; clear it to simulate lost reports.
        switches: The switches that hands at this table close; None if they move simulated pieces,
            or if the port itself is a `BareSwitches`.
        beside: What happens regularly beside the program.
    """

    def __init__(
        self,
        directory: Path,
        config: Config | None = None,
        *,
        bare: bool = False,
        closed: int = 0,
        search: SearchRunner = at_once,
        own_drills: DrillFinder | None = None,
        roster: Roster = BUILT_IN,
        engines: ChosenEngines | None = None,
        remote: RemoteTables | None = None,
        tools: ToolStarter | None = None,
        perform: Perform = immediately,
        opener: Opener | None = None,
        switches: Callable[[VirtualTable], Switches] | None = None,
    ) -> None:
        self._directory = directory
        self._renewed: Callable[[int], VirtualTable] = lambda occupied: type(self)(
            directory,
            config,
            bare=bare,
            closed=occupied,
            search=search,
            own_drills=own_drills,
            roster=roster,
            engines=engines,
            remote=remote,
            tools=tools,
            perform=perform,
            opener=opener,
            switches=switches,
        )
        self.config = msgspec.structs.replace(
            config
            or Config(port=SimulatedKind(bounce=True), lights=LightSettings(last_move=False)),
            journal=JournalSettings(directory=str(directory)),
        )
        self.now = 50.0
        self.reports: list[SessionEvent] = []
        self.heard: list[Broadcast] = []
        self.beside: list[_Regular] = []

        def from_settings(board: Board) -> Port:
            if bare:
                return BareSwitches(board, self.clock, closed & board.full)
            return open_port(
                self.config.port,
                self.config.strip,
                board,
                self.clock,
                rng=Random(5),  # noqa: S311 - bounces, not secrets
                periodic=self.periodic,
            )

        self._engines = engines
        directory.mkdir(parents=True, exist_ok=True)  # as a program does once, when it starts
        services = Services(
            opener=(lambda board: opener(board, self)) if opener else from_settings,
            listen=self.reports.append,
            journals=JournalFolder(directory, lambda: TODAY, perform=perform),
            seed=lambda: 7,
            search=search,
            roster=roster if engines is None else engines.roster,
            engines=engines,
            try_engine=self._try_engine,
            tools=tools or NoTools(),
            remote=remote or NoRemoteTables(),
            own_drills=own_drills,
            people=PeopleFile(directory),
            today=lambda: TODAY.date().isoformat(),
            perform=perform,
        )
        self.session = Session(services, ChosenSettings(self.config))
        self.switches = switches(self) if switches else None

    def _try_engine(self, asked: TryEngine) -> None:
        """Try an engine at once; the outcome is a report."""
        from companion.opponents.external.engine_trial import try_engine

        if self._engines is not None:
            roster = self._engines.roster
            self.reports.append(try_engine(roster, asked.engine, asked.game, moves=asked.moves))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def clock(self) -> float:
        """Return the time (seconds)."""
        return self.now

    # Games

    def begin(self, game: str = "solomon", position: str = "", **options: str) -> None:
        """Begin a game.

        Args:
            game: The name of the game.
            position: The text of the position to begin from; empty for the game's start.
            options: The options of the game, as text.

        Raises:
            UnknownGame: If there is no such game.
            InvalidOption: If an option is not valid.
            InvalidPosition: If the position is not valid.
            PortError: If the board is unavailable.
        """
        played = make(game, options)
        self.begin_match(Match(played, played.parse_position(position) if position else None))

    def begin_match(self, match: Match, computers: Mapping[Seat, str] = NO_COMPUTERS) -> None:
        """Begin to play a match.

        Args:
            match: The match.
            computers: The seats that the computer plays (the first one is `Seat(0)`), each with its
                level.

        Raises:
            CompanionError: If the computer cannot play them.
            PortError: If the board is unavailable.
        """
        self.session.current.begin(match, self.now, computers=computers)
        self._joined()

    def resume(self, log: GameLog, remote: RemoteTable | None = None) -> None:
        """Resume an unfinished game from its log.

        Args:
            log: The log.
            remote: The shared table at which it is played, or None.

        Raises:
            PortError: If the board is unavailable.
        """
        match = replay(log, make(log.head.game, log.head.options))
        self.session.current.resume(log, match, self.now, remote)
        self._joined()

    def _joined(self) -> None:
        self.session.leave(self.heard.append)
        self.session.listen(self.heard.append)
        self.wait(0.01)

    def close(self) -> None:
        """Switch the lamps off and release the hardware. The game can be resumed."""
        self.session.close()

    def power_cut(self) -> VirtualTable:
        """Cut the power and give it back: the program starts again, and the game is resumed.

        The pieces stay where they are, and so do the switches. Hands at the new table read them.

        Returns:
            The table after that; this one is closed.

        Raises:
            CompanionError: If there is no unfinished game in the log.
        """
        occupied = self.port.occupancy()
        self.close()
        again = self._renewed(occupied)
        again.start_at(self.now)
        log = next((entry.log for entry in list_logs(self._directory) if entry.log), None)
        if log is None:
            raise CompanionError("there is no game to resume: begin one first")
        again.resume(log)
        return again

    # What there is to see

    @property
    def phase(self) -> Phase:
        """The activity of the players' hands, in terms of the rules."""
        return self.view.phase

    @property
    def state(self) -> State:
        """The last `State` that the page was sent.

        Raises:
            CompanionError: If there is none yet.
        """
        for message in reversed(self.heard):
            if isinstance(message, State):
                return message
        raise CompanionError("the page has been told nothing yet: begin a game first")

    @property
    def frames(self) -> list[Frame]:
        """Every frame that the page was sent, oldest first.

        Each has red, green and blue (0 to 255) of each point, in the board's order.
        """
        return [bytes.fromhex(m.rgb) for m in self.heard if isinstance(m, Lamps)]

    def lamp(self, point: str) -> str:
        """Return the colour of a point's lamp as RRGGBB; "000000" if it is dark.

        Args:
            point: The name of the point.

        Raises:
            CompanionError: If the board has no such point, or if no game has begun.
        """
        if point not in self.board.index:
            raise CompanionError(f"the {self.board.name} board has no point {point!r}")
        for message in reversed(self.heard):
            if isinstance(message, Lamps):
                at = 6 * self.board.index[point]
                return message.rgb[at : at + 6]
        raise CompanionError("no lamp was lit yet: begin a game first")

    def lit(self, *meanings: Meaning) -> set[str]:
        """Return the names of the points whose lamps have one of these meanings.

        Args:
            meanings: The meanings; none for all lit points.
        """
        return {
            self.board.names[point]
            for point, lamp in self.session.lights.lamps
            if not meanings or lamp.meaning in meanings
        }

    # What happens

    def say(self, command: Command) -> None:
        """Handle a command as if a page had sent it, and let 0.03 s pass.

        If the command is refused, the `warning` of `state` has the reason.
        """
        self.session.handle(command, self.now)
        self.wait(0.03)

    def wait(self, seconds: float) -> None:
        """Let `seconds` pass, handling every report and every deadline at its own time.

        Raises:
            ValueError: If `seconds` is negative, or not finite.
            CompanionError: If no game has begun.
        """
        if not 0 <= seconds < math.inf:
            raise ValueError(f"wait({seconds}): choose a number of seconds, 0 or more")
        self.session.match  # noqa: B018 - without a game, nothing would ever happen
        end = self.now + seconds
        while True:
            self._take_reports()
            other = min((regular.due for regular in self.beside), default=math.inf)
            due = min(self.session.deadline, other)
            if due > end:
                if self._reach(end):
                    break
            elif self._reach(due):
                for regular in [regular for regular in self.beside if regular.due <= self.now]:
                    regular.go()
                if self.session.deadline <= self.now:
                    self.session.tick(self.now)
        self._take_reports()
        self.session.advance(self.now)

    def periodic(self, tick: Callable[[], float]) -> Periodic:
        """Call a function regularly in the time of this table, from now on.

        Args:
            tick: Returns the seconds to its next call.
        """
        made = _Regular(self, tick)
        self.beside.append(made)
        return made

    def start_at(self, now: float) -> None:
        """Let it be `now` (seconds)."""
        self.now = now

    def _reach(self, time: float) -> bool:
        """Let time pass until `time`; False if a report comes before, which is to be handled."""
        self.now = max(self.now, time)
        return True

    def _take_reports(self) -> None:
        while self.reports:
            report = self.reports.pop(0)
            if isinstance(report, Sensed | Button):
                self.now = max(self.now, report.at)
            self.session.handle(report, self.now)
