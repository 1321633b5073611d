"""One session at one board, without a clock or a thread of its own.

What happens is told to it, with its time: a port's reports, a page's commands, an engine's answers,
the passing of time. It hands each to whom it is for: the board that is open, the game that is
played, the mode that decides what touched points mean. `deadline` says when time itself would
change something; until then the session may be left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.config import Config
from companion.drivers.port import Button, Port, Report
from companion.games.registry import make
from companion.geometry import Occupancy, Sensed
from companion.journal.reader import GameLog
from companion.lights.scene import Scene
from companion.menu.mode import MenuMode
from companion.protocol import commands
from companion.protocol.commands import Command
from companion.protocol.views import State
from companion.rules import AnyGame, CompanionError, Match, Seat
from companion.session import views
from companion.session.answers import AnswerStages
from companion.session.board import OpenBoard
from companion.session.display import Display, Listener
from companion.session.live_game import LiveGame
from companion.session.opponents import Computers
from companion.session.recorded import RecordedMatch
from companion.session.search import SearchResult
from companion.session.starter import NO_COMPUTERS, GameStarter
from companion.session.table import Table
from companion.tracking import View


class Session:
    """A board, the game that is played on it, and what is shown.

    config:  how to play; `config.check` has passed for the board.
    starter: starts games, and opens the board they need.
    stop:    ends the program, when somebody at the board wants that.
    """

    def __init__(
        self, config: Config, starter: GameStarter, stop: Callable[[], None] = lambda: None
    ) -> None:
        self.config = config
        self.stop = stop
        self._starter = starter
        self._display = Display(config.lights.palette)
        self._stages = AnswerStages()
        self._notice = ""  # what the last command met with
        self._table: Table | None = None

    # Beginning

    def begin(self, match: Match, at: float, *, computers: Computers = NO_COMPUTERS) -> None:
        """Begin a new game; see `GameStarter.begin`. computers: the seats that the computer plays,
        each with its level."""
        self._show(self._starter.begin(match, computers, at))

    def wait(self, game: AnyGame, at: float) -> None:
        """Begin no game yet: a menu on the board of this one shows what may be begun. Raises
        PortError if the board is unavailable."""
        self._show(self._starter.lobby(game, at))
        if self.port.pieces is not None:
            self.port.pieces.stock_tray([game.pieces[0].text])  # something to touch the points with
        self.open_menu(at, waiting=True)

    def resume(self, log: GameLog, match: Match, at: float) -> None:
        """Go on with a game that was cut off; see `GameStarter.resume`."""
        self._show(self._starter.resume(log, match, at))

    def look_at(self, puzzle: str) -> None:
        """Look at a puzzle of the board. Raises CompanionError if the board has none of that
        name."""
        self.table.puzzle.obey(commands.Puzzle(puzzle))

    def close(self) -> None:
        """Lamps off, hardware given back."""
        self._starter.close()

    def _show(self, live: LiveGame) -> None:
        """Another game is played: show it."""
        self._notice = ""
        self._table = Table(live, self.board.button, self.open_menu)
        board = live.match.game.board
        self._display.use_board(self.config.lights_on(board), board, self.port.show)
        self._display.greet(lambda: views.hello(live))

    # What is there

    @property
    def board(self) -> OpenBoard:
        """The board that is open. Raises PortError if none is."""
        return self._starter.board

    @property
    def port(self) -> Port:
        """The port of the open board."""
        return self.board.port

    @property
    def table(self) -> Table:
        """The game that is played, with its modes. Raises CompanionError if none has begun."""
        if self._table is None:
            raise CompanionError("no game has begun")
        return self._table

    @property
    def live(self) -> LiveGame:
        """The game that is played, with everything that lives exactly as long."""
        return self.table.live

    @property
    def match(self) -> RecordedMatch:
        """The match that is played."""
        return self.live.match

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.match.game

    @property
    def view(self) -> View:
        """What the tracker knows."""
        return self.live.reader.view

    @property
    def lights(self) -> Scene:
        """What the lamps mean."""
        return self._display.scene

    @property
    def leads(self) -> bool:
        """Whether the board is being led to a position, whatever it shows."""
        return self.live.leads

    # What happens

    def handle(self, event: Report | SearchResult | Command, at: float) -> None:
        """Take what came at `at`: a report of the port, an engine's answer, or a page's command."""
        if isinstance(event, Sensed):
            self.live.reader.feed(event)
        elif isinstance(event, Button):
            self.board.button.feed(event)
        elif isinstance(event, SearchResult):
            self.live.take(event, at)
        else:
            self._notice = ""
            try:
                if self._stages.admit(event):
                    self._make_way(event, at)
                    self.obey(event, at)
            except CompanionError as error:
                self._notice = str(error)
        self.advance(at)

    def advance(self, at: float) -> None:
        """Do everything that is due by `at`."""
        if self.board.due(at):
            self.live.compare(self.board.look(at), at)
        try:
            self.table.mode.advance(at)
            for gesture in self.board.button.gestures(at):
                self.table.take(gesture, at)
                self.table.mode.advance(at)
        finally:
            self._publish(at)
        self.live.reader.prepare()  # now that the lamps are lit

    @property
    def deadline(self) -> float:
        """When `advance` will have something to do even if nothing happens until then."""
        dues = (self.table.deadline, self._display.deadline)
        return min([self.board.deadline, *(due for due in dues if due is not None)])

    def obey(self, command: Command, at: float) -> None:
        """Do what a page asks for. Raises CompanionError for what cannot be done."""
        match command:
            case commands.New(name, options, computers):
                seats = {Seat(seat): level for seat, level in computers.items()}
                self.begin_new(make(name, options), seats, at)
            case commands.Palette(name):
                self._display.use_palette(name)
            case commands.Puzzle() | commands.Step() | commands.Label() | commands.Complete():
                self.table.puzzle.obey(command)
            case _:
                self.live.obey(command, at)

    def _make_way(self, command: Command, at: float) -> None:
        """An answer to the game closes the menu; a new game does so anyway."""
        menu = self.table.menu
        answers = isinstance(command, commands.Answer) and not isinstance(command, commands.New)
        if menu is not None and answers:
            menu.give_way(at)

    # What the menu asks for (`menu.mode.Host`)

    def changes(self, at: float) -> Sequence[Sensed]:
        """The points that have changed by `at`."""
        return self.live.reader.changes(at)

    def begin_new(self, game: AnyGame, computers: Mapping[Seat, str], at: float) -> None:
        """Begin a game, with simulated pieces where the board has them; raises CompanionError if
        that cannot be."""
        self.begin(Match(game), at, computers=computers)
        if self.live.pieces is not None:
            self.live.pieces.obey(commands.Arrange())

    def close_menu(self, sensed: Occupancy, at: float) -> None:
        """Go on with the game, on a board that senses this now."""
        self.table.menu = None
        self.live.rejoin(sensed, at)
        self.live.advance(at)

    def say(self, trouble: str) -> None:
        """Tell a page what could not be done."""
        self._notice = trouble

    def open_menu(self, at: float, *, waiting: bool = False) -> None:
        """Open the menu over the game. waiting: there is no game yet."""
        sensed, button = self.live.reader.sensed, self.board.button
        self.table.menu = MenuMode(self, button, sensed, at, waiting=waiting)

    # What is shown

    def listen(self, listener: Listener) -> None:
        """Tell a page everything, and then whatever changes."""
        self._display.join(listener, views.hello(self.live), self._state())

    def leave(self, listener: Listener) -> None:
        """A page has gone."""
        self._display.leave(listener)

    def _publish(self, at: float) -> None:
        reader = self.live.reader
        self._display.light(self.table.mode.scene(at), at)
        self._stages.reach(self.match, reader.view, reader.sensed, reader.doubt)
        self._display.publish(self._state)

    def _state(self) -> State:
        return views.state(
            self.table,
            stage=self._stages.number,
            palette=self._display.palette,
            trouble=self._notice or self.board.trouble,
        )
