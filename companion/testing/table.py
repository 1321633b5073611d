"""A whole board with the program behind it, on a clock of its own: nothing waits for real time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Self

import msgspec

from companion.config import Config, JournalSettings
from companion.drivers.opening import open_port
from companion.drivers.port import Button, Frame, Port, Report
from companion.drivers.settings import PortSettings
from companion.engines.roster import BUILT_IN, Roster
from companion.games.registry import make
from companion.geometry import Board, Sensed
from companion.journal.folder import JournalFolder
from companion.journal.reader import GameLog, replay
from companion.lights.scene import Meaning
from companion.lights.settings import LightSettings
from companion.protocol.commands import Command
from companion.protocol.views import Broadcast, Lamps, State
from companion.rules import CompanionError, Match, Seat
from companion.session.own_drill import DrillFinder
from companion.session.remote_table import RemoteTable, TableReport
from companion.session.remote_tables import Meeting, RemoteTables
from companion.session.search import (
    Cancel,
    OnResult,
    SearchJob,
    SearchResult,
    SearchRunner,
    result_of,
)
from companion.session.session import Session
from companion.session.starter import NO_COMPUTERS, GameStarter
from companion.testing.switches import BareSwitches
from companion.tracking import Phase, View

TODAY = datetime(2026, 3, 1, 12, 0, 0)
"""The date and time at which every game on a virtual table begins."""


def at_once(job: SearchJob, on_result: OnResult, *, ahead: bool = False) -> Cancel:
    """A search that is over before anything else happens. It leaves out what nobody waits for."""
    if not ahead:
        on_result(result_of(job, lambda: False))
    return lambda: None


class SessionFacts:
    """What there is to see of a session, whoever runs it."""

    session: Session

    @property
    def port(self) -> Port:
        """The port of the board. Raises PortError if no game has begun."""
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
        return [played.text for played in self.match.history]

    @property
    def view(self) -> View:
        """What the program knows of hands and board."""
        return self.session.view


class VirtualTable(SessionFacts):
    """A session, its port, and the time. `wait` lets time pass, `say` is what a page would do.

    directory: where games are logged.
    config:    the configuration, except for the journal's directory. The default is simulated
               pieces whose switches bounce, and lamps that do not mark the last move.
    bare:      whether the port is a `BareSwitches`, which cannot know the pieces, instead of the
               configured one.
    closed:    the points whose bare switches are closed when the port opens, as bits.
    search:    runs the engines for hints and for the computer's moves.
    own_drills: looks for drills in logged games; by default there are none.
    roster:    who can play for the computer; by default this program alone.
    remote: makes and joins tables with boards far apart; by default none.

    session: the session. now: the time, in seconds. heard: every message to the page, oldest first.
    reports: the reports that are not handled yet; clear it to simulate lost reports.
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
        remote: RemoteTables | None = None,
    ) -> None:
        self.config = msgspec.structs.replace(
            config or Config(port=PortSettings(bounce=True), lights=LightSettings(last_move=False)),
            journal=JournalSettings(directory=str(directory)),
        )
        self.now = 50.0
        self.reports: list[Report | SearchResult | TableReport | Meeting] = []
        self.heard: list[Broadcast] = []

        def opener(board: Board) -> Port:
            if bare:
                return BareSwitches(board, self.clock, closed & board.full)
            rng = Random(5)  # noqa: S311 - bounces, not secrets
            return open_port(self.config.port, self.config.strip, board, self.clock, rng=rng)

        directory.mkdir(parents=True, exist_ok=True)  # as a program does once, when it starts
        starter = GameStarter(
            self.config,
            opener,
            self.reports.append,
            JournalFolder(directory, lambda: TODAY),
            lambda: 7,
            search,
            roster,
        )
        self.session = Session(self.config, starter, own_drills=own_drills, remote=remote)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def clock(self) -> float:
        """The time, in seconds."""
        return self.now

    # Games

    def begin(self, game: str = "solomon", position: str = "", **options: str) -> None:
        """Begin a game by its name, from its start or from the text of a position. options: of the
        game, as text.

        Raises UnknownGame, InvalidOption or InvalidPosition, and PortError if the board is
        unavailable.
        """
        played = make(game, options)
        self.begin_match(Match(played, played.parse_position(position) if position else None))

    def begin_match(self, match: Match, computers: Mapping[Seat, str] = NO_COMPUTERS) -> None:
        """Begin to play a match. computers: the seats that the computer plays (the first one is
        `Seat(0)`), each with its level.

        Raises CompanionError if the computer cannot play them, and PortError if the board is
        unavailable.
        """
        self.session.begin(match, self.now, computers=computers)
        self._joined()

    def resume(self, log: GameLog, remote: RemoteTable | None = None) -> None:
        """Resume an unfinished game from its log. remote: the shared table that it is played at, or
        None. Raises PortError if the board is unavailable."""
        match = replay(log, make(log.head.game, log.head.options))
        self.session.resume(log, match, self.now, remote)
        self._joined()

    def _joined(self) -> None:
        self.session.leave(self.heard.append)
        self.session.listen(self.heard.append)
        self.wait(0.01)

    def close(self) -> None:
        """Switch the lamps off and release the hardware. The game can be resumed."""
        self.session.close()

    # What there is to see

    @property
    def phase(self) -> Phase:
        """Where the hands are, seen from the rules."""
        return self.session.view.phase

    @property
    def state(self) -> State:
        """The last `State` that the page was sent. Raises CompanionError if there is none yet."""
        for message in reversed(self.heard):
            if isinstance(message, State):
                return message
        raise CompanionError("the page has been told nothing yet: begin a game first")

    @property
    def frames(self) -> list[Frame]:
        """Every frame that the page was sent, oldest first: red, green and blue (0 to 255) of each
        point, in the board's order."""
        return [bytes.fromhex(m.rgb) for m in self.heard if isinstance(m, Lamps)]

    def lamp(self, point: str) -> str:
        """The colour of a point's lamp as RRGGBB, "000000" if it is dark. Raises CompanionError if
        the board has no such point, or if no game has begun."""
        if point not in self.board.index:
            raise CompanionError(f"the {self.board.name} board has no point {point!r}")
        for message in reversed(self.heard):
            if isinstance(message, Lamps):
                at = 6 * self.board.index[point]
                return message.rgb[at : at + 6]
        raise CompanionError("no lamp was lit yet: begin a game first")

    def lit(self, *meanings: Meaning) -> set[str]:
        """The names of the points whose lamps have one of these meanings; without arguments, of all
        lit points."""
        return {
            self.board.names[point]
            for point, lamp in self.session.lights.lamps
            if not meanings or lamp.meaning in meanings
        }

    # What happens

    def say(self, command: Command) -> None:
        """Handle a command as if a page had sent it, and let 0.03 s pass. If it is refused, the
        `warning` of `state` says why."""
        self.session.handle(command, self.now)
        self.wait(0.03)

    def wait(self, seconds: float) -> None:
        """Let time pass, handling every report and every deadline at its own time."""
        end = self.now + seconds
        while True:
            self._take_reports()
            due = self.session.deadline
            if due > end:
                break
            self.now = max(self.now, due)
            self.session.tick(self.now)
        self.now = end
        self._take_reports()
        self.session.advance(self.now)

    def _take_reports(self) -> None:
        while self.reports:
            report = self.reports.pop(0)
            if isinstance(report, Sensed | Button):
                self.now = max(self.now, report.at)
            self.session.handle(report, self.now)
