"""The game in progress on the open board, and how another one replaces it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from companion.base.errors import CompanionError
from companion.base.foreign import PackageFault
from companion.base.text import Text
from companion.config import Config
from companion.device.lamps.scene import Scene
from companion.hands import BoardReader
from companion.protocol import commands
from companion.records.journal.reader import GameLog
from companion.rules import AnyGame, Match
from companion.rules.clock import TimeControl
from companion.session import view_builder
from companion.session.display import FAILED, Display
from companion.session.match.opponents import Computers
from companion.session.play.live_game import LiveGame
from companion.session.play.open_board import OpenBoard
from companion.session.player_names import NO_NAMES, Players
from companion.session.services import Services
from companion.session.settings.chosen import ChosenSettings
from companion.session.starter import NO_COMPUTERS, GameStarter

if TYPE_CHECKING:
    from companion.session.remote_play.remote_table import RemoteTable

_log = logging.getLogger(__name__)


class Shown(NamedTuple):
    """A change to another game.

    Attributes:
        live: The game that is now in progress.
        at: The time of the change (seconds).
        resumed: Whether it is the same match after a pause.
    """

    live: LiveGame
    at: float
    resumed: bool


class CurrentGame:
    """The game in progress, and what it needs: an open board, settings, lamps and pages.

    Attributes:
        services: What the program around the session provides.
        settings: The configuration with the page's choices.
        starter: Starts games, and opens the boards that they need.
        display: Lamps and pages.
        stop: Ends the program.
        clock: The text of the time control of the next game; empty for none.
        notice: Why the last command failed, or what is being waited for; otherwise empty.
        paused: Whether the board has been released for a tool.
    """

    def __init__(self, services: Services, settings: ChosenSettings) -> None:
        self.services = services
        self.settings = settings
        self.stop = services.stop
        self.starter = GameStarter(settings.config, services)
        self.display = Display(settings.config.lights.palette)
        self.clock = settings.config.game.clock
        self.notice = Text()
        self._said = self.notice
        self.paused = False
        self._live: LiveGame | None = None
        self._followers: list[Callable[[Shown], None]] = []

    def follow(self, follower: Callable[[Shown], None]) -> None:
        """Call `follower` whenever another game is in progress."""
        self._followers.append(follower)

    # State

    @property
    def config(self) -> Config:
        """The configuration, with the page's choices."""
        return self.settings.config

    @property
    def board(self) -> OpenBoard:
        """The open board.

        Raises:
            PortError: If no board is open.
        """
        return self.starter.board

    @property
    def live(self) -> LiveGame:
        """The game in progress, with everything that lasts exactly as long.

        Raises:
            CompanionError: If no game has started.
        """
        if self._live is None:
            raise CompanionError(Text("no game has started"))
        return self._live

    @property
    def begun(self) -> bool:
        """Whether any game has been shown."""
        return self._live is not None

    @property
    def reader(self) -> BoardReader | None:
        """The reader of the board; None during a pause."""
        return None if self.paused else self.live.reader

    @property
    def objection(self) -> Text:
        """What `say` shows; empty if it shows nothing any more."""
        return self.notice if self.notice is self._said else Text()

    def say(self, text: Text) -> None:
        """Show on the pages why something was not possible, until the game or the board changes."""
        self.notice = self._said = text
        self.display.publish_again()

    # Games

    def begin(
        self,
        match: Match,
        at: float,
        *,
        computers: Computers = NO_COMPUTERS,
        control: TimeControl | None = None,
        players: Players = NO_NAMES,
        remote: RemoteTable | None = None,
    ) -> None:
        """Begin a new game, as `GameStarter.begin` does.

        Args:
            match: The match, not yet played.
            at: When it begins (seconds).
            computers: The computer's seats, each with its level.
            control: The time control; None without a clock.
            players: The people's names, by seat.
            remote: The shared table of a remote game, or None.
        """
        if control is not None and remote is None:
            self.clock = control.text(match.game.seats)
        self.show(self.starter.begin(match, computers, at, control, players, remote), at)

    def begin_new(
        self, game: AnyGame, computers: Computers, at: float, players: Players = NO_NAMES
    ) -> None:
        """Begin a game with the chosen clock, and arrange the simulated pieces if there are any.

        Raises:
            CompanionError: If the game cannot begin.
        """
        control = self.control_for(game)
        self.begin(Match(game), at, computers=computers, control=control, players=players)
        self.arrange()

    def resume(
        self, log: GameLog, match: Match, at: float, remote: RemoteTable | None = None
    ) -> None:
        """Resume an interrupted game, as `GameStarter.resume` does."""
        self.show(self.starter.resume(log, match, at, remote), at)

    def control_for(self, game: AnyGame) -> TimeControl | None:
        """Return the chosen time control for a game; None without one, or for one player."""
        timed = self.clock and len(game.seats) > 1
        return TimeControl.fitting(self.clock, game.seats) if timed else None

    def show(self, live: LiveGame, at: float, *, resumed: bool = False) -> None:
        """Show another game from now on.

        Args:
            live: The game.
            at: When it is shown first (seconds).
            resumed: Whether it is the same match after a pause.
        """
        self.notice = Text()
        self._live = live
        for follower in self._followers:
            follower(Shown(live, at, resumed))
        self.use_lamps()
        self.display.greet(lambda: view_builder.hello(live))

    def close_failed(self, fault: PackageFault, at: float, match: Match | None = None) -> None:
        """Close a game whose package has failed, and say on lamps and pages what failed.

        Its log stays without an end. The log of the program gets the traceback.

        Args:
            fault: What failed.
            at: When (seconds).
            match: The match; by default the one in progress.
        """
        _log.error("%s; the game is closed", fault.text, exc_info=fault.__cause__ or fault)
        failed = self.live.match.ply_match if match is None else match
        self.show(self.starter.close_failed(failed, fault, at), at)

    def use_lamps(self) -> None:
        """Use the lamps of the open board, as they are configured."""
        board = self.live.match.game.board
        self.display.use_board(self.config.lights_on(board), board, self.board.port)

    def arrange(self) -> None:
        """Put simulated pieces in their places."""
        if self.live.pieces is not None:
            self.live.pieces.obey(commands.Arrange())

    def pause(self, at: float) -> None:
        """Pause the game, and release the board; its lamps go out on the pages, too."""
        self.live.stop_clock(at)
        self.display.light(Scene(), at)
        self.starter.pause()
        self.paused = True

    def go_on(self, at: float) -> None:
        """Open the board again, and continue the game.

        Raises:
            PortError: If the board is unavailable.
        """
        live = self.starter.go_on(at)
        self.paused = False
        self.show(live, at, resumed=True)

    # What happens

    def fail(self, at: float) -> None:
        """Say on lamps and pages that the program has failed at `at` (seconds)."""
        self.notice = FAILED
        self.display.fail(self.notice, at)

    def poll(self, at: float) -> None:
        """Compare the game with a reading of all switches."""
        self.live.compare(self.board.poll(at), at)
