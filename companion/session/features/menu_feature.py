"""The menu on the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from companion.base.text import Text
from companion.config import Config
from companion.opponents.roster import Roster
from companion.protocol import commands
from companion.protocol.commands import Command
from companion.protocol.views import RemoteView
from companion.records.household import Household
from companion.rules import AnyGame, Seat, TurnMatch
from companion.rules.geometry import Occupancy, Sensed
from companion.session.current_game import CurrentGame, Shown
from companion.session.features.daily_feature import DailyFeature
from companion.session.features.feature import Feature, Features, Handler
from companion.session.features.people_feature import PeopleFeature
from companion.session.features.remote_feature import RemoteFeature
from companion.session.modes import Mode

if TYPE_CHECKING:  # the menu is loaded when it is opened
    from companion.session.menu.mode import MenuMode

_LEAVE_OPEN = (
    commands.New  # a new game closes the menu anyway
    | commands.Select
    | commands.Invite
    | commands.InviteSpectator
    | commands.TurnAway
    | commands.LetIn
    | commands.Join
)


class MenuFeature(Feature):
    """The menu over the game, and the one before the first game.

    It is the host of the menu (`menu.mode.MenuHost`).
    """

    def __init__(self, current: CurrentGame, others: Features) -> None:
        super().__init__(current, others)
        self._menu: MenuMode | None = None

    def obeys(self) -> Mapping[type, Handler]:
        """Return the handler of the command that chooses an entry."""
        return {commands.Select: self._select}

    @property
    def mode(self) -> Mode | None:
        """The open menu."""
        return self._menu

    @property
    def fields(self) -> Mapping[str, object]:
        """The menu as a page shows it."""
        return {} if self._menu is None else {"menu": self._menu.view}

    @property
    def question(self) -> object:
        """The current page of the menu."""
        return None if self._menu is None else self._menu.page

    def before(self, command: Command, at: float) -> None:
        """Close the menu if a command answers the game below it."""
        if self._menu is None or isinstance(command, _LEAVE_OPEN):
            return
        if isinstance(command, commands.Answer):
            self._menu.give_way(at)

    def shown(self, shown: Shown) -> None:
        """Close the menu; before the first game, keep it open."""
        waiting = shown.resumed and self._menu is not None and self._menu.waiting
        self._menu = None
        if waiting:
            self.open(shown.at, waiting=True)

    def open(self, at: float, *, waiting: bool = False) -> None:
        """Open the menu over the game.

        All clocks stop while it is open, unless remote players are waiting.

        Args:
            at: When it opens (seconds).
            waiting: Whether no game has begun yet.
        """
        from companion.session.menu.mode import MenuMode

        live = self.current.live
        if live.remote is None:
            live.stop_clock(at)
        button = self.current.board.button
        self._menu = MenuMode(self, button, live.reader.sensed, at, waiting=waiting)

    def wait(self, game: AnyGame, at: float) -> None:
        """Begin no game yet, but offer a menu of games on this game's board.

        Raises:
            PortError: If the board is unavailable.
        """
        self.current.show(self.current.starter.lobby(game, at), at)
        pieces = self.current.board.port.pieces
        if pieces is not None:
            pieces.stock_tray([game.pieces[0].text])  # something to touch the points with
        self.open(at, waiting=True)

    def _select(self, command: commands.Select, at: float) -> None:
        if self._menu is None:
            from companion.session.menu.mode import NoSuchEntry

            raise NoSuchEntry(Text("no menu is open on the board"))
        self._menu.select(command.index, at)

    # For the menu

    @property
    def clock(self) -> str:
        """The text of the time control of the next game."""
        return self.current.clock

    @clock.setter
    def clock(self, text: str) -> None:
        self.current.clock = text

    @property
    def config(self) -> Config:
        """The configuration, with the page's choices."""
        return self.current.config

    @property
    def roster(self) -> Roster:
        """The available computer players."""
        return self.current.services.roster

    @property
    def match(self) -> TurnMatch:
        """The match in progress."""
        return self.current.live.match

    @property
    def drill(self) -> str:
        """The name of the drill in progress; empty if there is none."""
        return self.current.live.exercise.name

    @property
    def placeable(self) -> Sequence[str]:
        """Whose pieces can be placed for them now."""
        return self.current.live.placeable

    @property
    def setting_up(self) -> bool:
        """Whether the board is being set up, so that changes on it do not count as moves."""
        return self.current.live.setting_up

    @property
    def paused(self) -> bool | None:
        """Whether a game with remote players is paused; None if this board plays no such game."""
        live = self.current.live
        return None if live.remote is None or live.watches else live.remote.paused

    @property
    def remote_view(self) -> RemoteView | None:
        """The page's view of the remote game; None if no remote player is involved."""
        return self.others.find(RemoteFeature).view

    @property
    def meets(self) -> bool:
        """Whether remote play is available."""
        return self.others.find(RemoteFeature).available

    @property
    def meeting(self) -> bool:
        """Whether an invitation or an attempt to join is open."""
        return self.others.find(RemoteFeature).open

    def changes(self, at: float) -> Sequence[Sensed]:
        """Return the points that have changed by `at` (seconds)."""
        return self.current.live.reader.changes(at)

    def read_again(self, at: float) -> Occupancy | None:
        """Read all switches at `at` (seconds); None if that fails."""
        sensed = self.current.board.poll(at)
        self.current.live.compare(sensed, at)
        return sensed

    def begin_new(self, game: AnyGame, computers: Mapping[Seat, str], at: float) -> None:
        """Begin a game with the chosen clock."""
        people = self.others.find(PeopleFeature)
        self.current.begin_new(game, computers, at, people.players(game, computers))

    @property
    def has_daily(self) -> bool:
        """Whether there is a puzzle of the day on this board."""
        return self.others.find(DailyFeature).kind is not None

    @property
    def household(self) -> Household:
        """The people who play here."""
        return self.others.find(PeopleFeature).household

    def invite(self, game: AnyGame, seat: Seat, at: float) -> None:
        """Invite remote players to a game, with the chosen clock.

        Args:
            game: The game.
            seat: The seat that is played here.
            at: When (seconds).
        """
        control = self.current.control_for(game)
        clock = "" if control is None else control.text(game.seats)
        options = dict(game.chosen)
        asked = commands.Invite(game=game.name, options=options, seat=int(seat), clock=clock)
        self.others.obey(asked, at)

    def obey(self, command: Command, at: float) -> None:
        """Execute a command."""
        self.others.obey(command, at)

    def close_menu(self, sensed: Occupancy, at: float) -> None:
        """Close the menu and continue the game, on a board that now senses this."""
        self._menu = None
        self.current.live.resync(sensed, at)
        self.current.live.advance(at)

    def show_error(self, error: Text) -> None:
        """Show on the pages why something was not possible."""
        self.current.notice = error

    def stop(self) -> None:
        """End the program, and say so to those who do not see the lamps go out."""
        self.current.display.answer(lambda _: Text("The board is shut down."))
        self.current.stop()
