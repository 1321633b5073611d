"""Starts games on a board: new ones, and those that were cut off. Opens the board they need."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from companion.config import Config
from companion.drivers.port import PortError, Report
from companion.geometry import Board, Occupancy
from companion.journal.reader import GameLog
from companion.rules import AnyGame, Match
from companion.session.board import OpenBoard, PortOpener
from companion.session.live_game import LiveGame
from companion.session.opponents import Computers, check
from companion.session.recorded import Journals, RecordedMatch
from companion.session.search import Search, SearchResult

NO_COMPUTERS: Computers = MappingProxyType({})
"""People play every seat."""


class GameStarter:
    """Makes live games; closes the one before when the next one is there.

    config:   how to play.
    opener:   makes the port of a board.
    listen:   what ports and engines report to.
    journals: where games are logged.
    seed:     a seed for what the bag yields, and for the computer.
    search:   runs the engines.
    """

    def __init__(
        self,
        config: Config,
        opener: PortOpener,
        listen: Callable[[Report | SearchResult], None],
        journals: Journals,
        seed: Callable[[], int],
        search: Search,
    ) -> None:
        self._config = config
        self._opener = opener
        self._listen = listen
        self._journals = journals
        self._seed = seed
        self._search = search
        self._board: OpenBoard | None = None
        self._live: LiveGame | None = None

    @property
    def board(self) -> OpenBoard:
        """The board that is open. Raises PortError if none is."""
        if self._board is None:
            raise PortError("no board is open: begin a game first")
        return self._board

    def begin(self, match: Match, computers: Computers, at: float) -> LiveGame:
        """A new game, whose position the board has to show first; an unfinished one is abandoned.
        Raises CompanionError for computers that there cannot be, and PortError if the board is
        unavailable."""
        check(match.game, computers)
        sensed = self._open(match.game.board, at)
        if self._live is not None:
            self._live.match.abandon()
        recorded = RecordedMatch.begin(
            match,
            self._journals,
            at,
            bag_seed=self._seed() if self._config.game.bag == "drawn" else None,
            computers=computers,
            computer_seed=self._seed(),
        )
        return self._start(recorded, sensed, at, wanted=True)

    def lobby(self, game: AnyGame, at: float) -> LiveGame:
        """No game yet, on the board of this one: nothing is logged. Raises PortError if the board
        is unavailable."""
        sensed = self._open(game.board, at)
        return self._start(RecordedMatch.unrecorded(Match(game), at), sensed, at, wanted=True)

    def resume(self, log: GameLog, match: Match, at: float) -> LiveGame:
        """A game that was cut off, where its log leaves it. A board on the way of a legal move goes
        on from there, one that shows the end of a legal move has made it, any other is led back.
        Raises PortError if the board is unavailable."""
        sensed = self._open(match.game.board, at)
        recorded = RecordedMatch.resume(log, match, self._journals, at)
        return self._start(recorded, sensed, at, wanted=log.awaited, resumed=True)

    def close(self) -> None:
        """Lamps off, hardware given back."""
        if self._live is not None:
            self._live.close()
        if self._board is not None:
            self._board.close()
            self._board = None

    def _open(self, board: Board, at: float) -> Occupancy:
        """Have the port for a board, which may be the one that is open; what it senses."""
        if self._board is None or self._board.board is not board:
            self._config.check(board)
            self.close()
            debounce = self._config.timing.debounce / 1000
            self._board = OpenBoard(board, self._opener, self._listen, debounce)
        return self._board.occupancy(at)

    def _start(
        self,
        match: RecordedMatch,
        sensed: Occupancy,
        at: float,
        *,
        wanted: bool,
        resumed: bool = False,
    ) -> LiveGame:
        before = self._live
        if before is not None:
            before.close()
        self._live = LiveGame(
            match,
            self.board,
            sensed,
            self._config.timing,
            self._search,
            self._listen,
            at,
            wanted=wanted,
            resumed=resumed,
            watched=before is not None and before.hints.watched,
        )
        return self._live
