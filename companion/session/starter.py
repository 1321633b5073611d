"""Starts new games and resumes interrupted ones, opening the boards that they need."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import TYPE_CHECKING

from companion.base.foreign import PackageFault
from companion.base.text import Text
from companion.config import Config
from companion.device.lamps.palette import find_palette
from companion.device.ports.port import PortError
from companion.opponents.levels import LEVELS
from companion.opponents.search_jobs import Cancel
from companion.protocol import commands
from companion.records.journal.reader import GameLog
from companion.rules import AnyGame, Match, Seat
from companion.rules.clock import InvalidClock, TimeControl
from companion.rules.geometry import Board, Occupancy
from companion.session.match.opponents import Computers, check_computers
from companion.session.match.recorded import RecordedMatch
from companion.session.own_drill import DrillFinder
from companion.session.play.exercise import Exercise
from companion.session.play.live_game import Beginning, Engines, LiveGame
from companion.session.play.open_board import OpenBoard
from companion.session.play.pieces import SimulatedPieces
from companion.session.player_names import NO_NAMES, Players, settle_names
from companion.session.services import Services

if TYPE_CHECKING:
    from companion.coach.drills import Drill
    from companion.coach.lessons import Lesson
    from companion.session.remote_play.remote_table import RemoteTable

NO_COMPUTERS: Computers = MappingProxyType({})
"""No computer plays: people play every seat."""


class GameStarter:
    """Creates live games; each one replaces the one before.

    Args:
        config: The settings.
        services: What the program provides.

    Attributes:
        roster: The available computer players.
    """

    def __init__(
        self,
        config: Config,
        services: Services,
    ) -> None:
        self.roster = services.roster
        self._config = config
        self._opener = services.opener
        self._listen = services.listen
        self._journals = services.journals
        self._seed = services.seed
        self._search = services.search
        self._board: OpenBoard | None = None
        self._live: LiveGame | None = None

    @property
    def board(self) -> OpenBoard:
        """The open board.

        Raises:
            PortError: If no board is open.
        """
        if self._board is None:
            raise PortError(Text("no board is open: start a game first"))
        return self._board

    def begin(
        self,
        match: Match,
        computers: Computers,
        at: float,
        control: TimeControl | None = None,
        players: Players = NO_NAMES,
        remote: RemoteTable | None = None,
    ) -> LiveGame:
        """Begin a new game, after the board has been set up; an unfinished game is abandoned.

        Args:
            match: The match, not yet played.
            computers: The computer's seats, each with its level.
            at: When it begins (seconds).
            control: The time control; None without a clock.
            players: The people's names, by seat.
            remote: The shared table of a remote game, or None.

        Raises:
            CompanionError: If `computers`, `control` or `players` does not suit the game.
            PortError: If the board is unavailable.
        """
        check_computers(match.game, computers, self.roster)
        names = settle_names(match.game, players)
        if control is not None and len(match.game.seats) < 2:
            raise InvalidClock(
                Text(
                    "{game} is for one player: it is played without a clock",
                    game=match.game.title,
                )
            )
        sensed = self._open(match.game.board, at)
        if self._live is not None:
            self._live.match.abandon()
        recorded = RecordedMatch.begin(
            match,
            self._journals,
            at,
            bag_seed=self._seed() if remote is None and self._config.game.bag == "drawn" else None,
            computers=computers,
            players=names,
            computer_seed=self._seed(),
            control=control,
            remote_seats=() if remote is None else remote.remote_seats,
            bag=None if remote is None else remote.bag,
        )
        return self._start(recorded, sensed, at, set_up=True, remote=remote)

    def lobby(self, game: AnyGame, at: float) -> LiveGame:
        """Show a game until one is chosen; nothing is logged.

        Raises:
            PortError: If the board is unavailable.
        """
        sensed = self._open(game.board, at)
        unrecorded = RecordedMatch.unrecorded(Match(game), self._journals, at)
        return self._start(unrecorded, sensed, at, set_up=True)

    def teach(self, lesson: Lesson, at: float) -> LiveGame:
        """Begin a lesson, after the board has been set up; nothing is logged.

        An unfinished game is abandoned.

        Raises:
            PortError: If the board is unavailable.
        """
        from companion.coach.lessons import lesson_match
        from companion.session.play.guided_game import GuidedGame

        match = lesson_match(lesson)
        sensed = self._open(match.game.board, at)
        if self._live is not None:
            self._live.match.abandon()
        unrecorded = RecordedMatch.unrecorded(match, self._journals, at)
        return self._start(
            unrecorded, sensed, at, set_up=True, exercise=GuidedGame(lesson, unrecorded)
        )

    def train(self, drill: Drill, at: float) -> LiveGame:
        """Begin a drill, after the board has been set up; nothing is logged.

        The computer plays the other seats at its best. An unfinished game is abandoned.

        Raises:
            PortError: If the board is unavailable.
        """
        from companion.coach.drills import drill_match
        from companion.session.play.drill_game import DrillGame

        seed = self._seed()
        begins = drill.starts[seed % len(drill.starts)]
        match = drill_match(drill, begins)
        seats = [Seat(seat) for seat in range(len(match.game.seats)) if seat != drill.seat]
        computers = dict.fromkeys(seats, LEVELS[-1])
        return self._exercise(
            match, lambda recorded: DrillGame(drill, begins, recorded), at, computers, seed
        )

    def practise(
        self, match: Match, exercise: Callable[[RecordedMatch], Exercise], at: float
    ) -> LiveGame:
        """Begin an exercise for one person, after the board has been set up; nothing is logged.

        An unfinished game is abandoned.

        Args:
            match: The match, not yet played.
            exercise: Makes the exercise.
            at: When it begins (seconds).

        Raises:
            PortError: If the board is unavailable.
        """
        return self._exercise(match, exercise, at, NO_COMPUTERS, self._seed())

    def _exercise(
        self,
        match: Match,
        exercise: Callable[[RecordedMatch], Exercise],
        at: float,
        computers: Computers,
        seed: int,
    ) -> LiveGame:
        sensed = self._open(match.game.board, at)
        if self._live is not None:
            self._live.match.abandon()
        unrecorded = RecordedMatch.unrecorded(match, self._journals, at, computers, seed)
        return self._start(unrecorded, sensed, at, set_up=True, exercise=exercise(unrecorded))

    def look_for_drill(self, finder: DrillFinder, game: str) -> Cancel:
        """Start looking for a drill in the logs of the named game.

        Returns:
            A function that cancels the search.
        """
        return self._search(finder(game, self._seed()), self._listen)

    def resume(
        self, log: GameLog, match: Match, at: float, remote: RemoteTable | None = None
    ) -> LiveGame:
        """Resume an interrupted game from the end of its log.

        If the board shows a legal move, started or complete, that move counts; otherwise the board
        must be set up. Simulated pieces are put where the log leaves them.

        Args:
            log: The log of the game.
            match: The match, as the log leaves it.
            at: When the game resumes (seconds).
            remote: The shared table of a remote game, or None.

        Raises:
            PortError: If the board is unavailable.
        """
        self._open(match.game.board, at)
        recorded = RecordedMatch.resume(
            log,
            match,
            self._journals,
            at,
            remote_seats=() if remote is None else remote.remote_seats,
            bag=None if remote is None else remote.bag,
        )
        set_up = log.awaited
        if remote is not None and remote.reconcile(recorded, at):
            set_up = True  # the pieces of what was taken back still stand on the board
        if self.board.port.pieces is not None:
            # They are brand new: an empty board would count as a takeback.
            SimulatedPieces(self.board.port.pieces, recorded).obey(commands.Arrange())
        sensed = self.board.occupancy(at)
        return self._start(recorded, sensed, at, set_up=set_up, resumed=True, remote=remote)

    def close_failed(self, match: Match, fault: PackageFault, at: float) -> LiveGame:
        """Show a game whose package has failed, instead of playing it; its log is left as it is.

        Args:
            match: The match, as far as it was played.
            fault: What failed.
            at: When (seconds).

        Raises:
            PortError: If the board is unavailable.
        """
        from companion.session.play.closed_game import Closing, closed_match

        picture = closed_match(match)
        sensed = self._open(picture.game.board, at)
        shown = RecordedMatch.unrecorded(picture, self._journals, at)
        return self._start(shown, sensed, at, set_up=False, exercise=Closing(shown, fault))

    def pause(self) -> None:
        """Pause the game, and release the board for another program."""
        if self._live is not None:
            self._live.close()
        if self._board is not None:
            self._board.close()

    def go_on(self, at: float) -> LiveGame:
        """Open the board again after `pause`, and continue the game.

        Changes in the meantime were not meant as a move: if the board does not show the position,
        it must be set up. Simulated pieces are put in their places.

        Raises:
            PortError: If the board is unavailable.
        """
        if self._live is None:
            raise PortError(Text("no game has begun"))
        match, set_up = self._live.match, self._live.setting_up
        sensed = self._connect(match.game.board, at)
        if self.board.port.pieces is not None:
            SimulatedPieces(self.board.port.pieces, match).obey(commands.Arrange())
            sensed = self.board.occupancy(at)
        changed = sensed != match.game.occupancy(match.position)
        remote = self._live.remote
        return self._start(match, sensed, at, set_up=set_up or changed, remote=remote)

    def use(self, config: Config) -> None:
        """Use new settings from now on, in the game in progress as well.

        The open board, and how it is opened, do not change.
        """
        self._config = config
        if self._live is not None:
            lights = config.lights
            palette = find_palette(lights.palette)
            self._live.adjust(config.timing, palette, marks_last=lights.last_move)

    def close(self) -> None:
        """Turn the lamps off, release the hardware, and leave a shared table."""
        if self._live is not None:
            self._live.close()
            if self._live.remote is not None:
                self._live.remote.close()
        if self._board is not None:
            self._board.close()
            self._board = None

    def _open(self, board: Board, at: float) -> Occupancy:
        """Open a board unless it is open already, and return its occupancy."""
        if self._board is None or self._board.board is not board:
            self._config.check(board)
            self.close()
            return self._connect(board, at)
        return self._board.occupancy(at)

    def _connect(self, board: Board, at: float) -> Occupancy:
        debounce = self._config.timing.debounce / 1000
        self._board = OpenBoard(board, self._opener, self._listen, debounce)
        return self._board.occupancy(at)

    def _start(
        self,
        match: RecordedMatch,
        sensed: Occupancy,
        at: float,
        *,
        set_up: bool,
        resumed: bool = False,
        exercise: Exercise | None = None,
        remote: RemoteTable | None = None,
    ) -> LiveGame:
        before = self._live
        if before is not None:
            before.close()
            if before.remote is not None and before.remote is not remote:
                before.remote.close()
        beginning = Beginning(
            sensed=sensed,
            set_up=set_up,
            resumed=resumed,
            watched=before is not None and before.hints.watched,
            assisted=before is not None and before.assisted,
            timing=self._config.timing,
            marks_last=self._config.lights.last_move,
            palette=find_palette(self._config.lights.palette),
        )
        engines = Engines(self._search, self._listen, self.roster)
        if remote is None:
            self._live = LiveGame(match, self.board, engines, beginning, at, exercise)
        else:
            from companion.session.play.remote_game import RemoteGame, WatchedGame

            kind = WatchedGame if remote.watches else RemoteGame
            self._live = kind(remote, match, self.board, engines, beginning, at)
        return self._live
