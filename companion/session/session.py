"""One session at one board, without a clock or a thread of its own.

It is told what happens, and when: reports from the port, commands from pages, results of searches,
and the passing of time. It passes each to the open board, to the game in progress, or to the active
mode. `deadline` says when time alone will change something; until then the session need not be
called.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from companion.clock import TimeControl
from companion.config import Config
from companion.drivers.port import Button, Port, PortError, Report
from companion.engines.roster import Roster
from companion.games.registry import make
from companion.geometry import Occupancy, Sensed
from companion.journal.reader import GameLog
from companion.learning.drills import OWN, Drill, find_drill
from companion.learning.lessons import find_lesson
from companion.lights.scene import Scene
from companion.menu.mode import MenuMode, NoSuchEntry
from companion.protocol import commands
from companion.protocol.commands import Command
from companion.protocol.views import Refused, RemoteView, SettingsView, SettingValue, State
from companion.remote.link import Invited, PairingDelayed, PairingFailed
from companion.rules import AnyGame, CompanionError, Match, Seat
from companion.session import views
from companion.session.board import OpenBoard
from companion.session.command_queue import CommandQueue
from companion.session.display import Display, SessionListener
from companion.session.live_game import LiveGame
from companion.session.meetings import Meetings
from companion.session.mode_selector import ModeSelector
from companion.session.names import NO_NAMES, Players
from companion.session.opponents import Computers
from companion.session.own_drill import DrillFinder, DrillFound, checked_drill
from companion.session.puzzle import PuzzleViewer
from companion.session.recorded import RecordedMatch
from companion.session.remote_table import RemoteTable, TableReport
from companion.session.remote_tables import Meeting, NoRemoteTables, RemoteTables
from companion.session.search import Cancel, SearchResult
from companion.session.stale import StaleAnswerFilter
from companion.session.starter import NO_COMPUTERS, GameStarter
from companion.session.tools import NoTools, ToolBench, ToolError, ToolStarter, ToolUpdate
from companion.settings.chosen import ChosenSettings
from companion.text import Text
from companion.tracking import View

_RESTS = 60.0
"""Seconds for which the session need not be called while a tool has the board."""


class Session:
    """An open board, the game played on it, and what is shown.

    config:  the initial configuration; `config.check` has passed for the board.
    starter: starts games, and opens the boards that they need.
    stop:    ends the program, if somebody chooses that on the board.
    settings: the configuration with the page's choices; by default, there are none.
    tools:   starts the board maker's tools; by default, there are none.
    on_update: takes a tool's updates, from any thread, and passes them to `handle`.
    remote:  creates and joins tables with remote boards; by default, none.
    own_drills: looks for drills in logged games; None if there are none.
    clock:   the text of the time control of the next game; empty for none.
    wants_spectator: whether to show a code for a spectator as soon as a remote game is under way.
    """

    def __init__(
        self,
        config: Config,
        starter: GameStarter,
        stop: Callable[[], None] = lambda: None,
        settings: ChosenSettings | None = None,
        tools: ToolStarter | None = None,
        on_update: Callable[[ToolUpdate], None] = lambda _: None,
        own_drills: DrillFinder | None = None,
        remote: RemoteTables | None = None,
    ) -> None:
        self.stop = stop
        self.wants_spectator = False
        self._tools = ToolBench(tools or NoTools(), on_update)
        self.settings = ChosenSettings(config) if settings is None else settings
        self.clock = self.config.game.clock
        self._starter = starter
        self._own_drills = own_drills
        self._looking: Cancel = lambda: None  # cancels the search for a drill
        self._meetings = Meetings(remote or NoRemoteTables())
        self._looked_at = 0  # the plies played when that began
        self._display = Display(self.config.lights.palette)
        self._answers = StaleAnswerFilter()
        self._commands = CommandQueue()
        self._notice = Text()  # why the last command failed
        self._at = 0.0
        self._modes: ModeSelector | None = None

    # Start

    def begin(
        self,
        match: Match,
        at: float,
        *,
        computers: Computers = NO_COMPUTERS,
        control: TimeControl | None = None,
        players: Players = NO_NAMES,
    ) -> None:
        """Begin a new game, as `GameStarter.begin` does. computers: the computer's seats, and its
        level for each. players: the people's names, by seat."""
        if control is not None:
            self.clock = control.text(match.game.seats)
        self._show(self._starter.begin(match, computers, at, control, players))

    def wait(self, game: AnyGame, at: float) -> None:
        """Begin no game yet, but offer a menu of games on this game's board. Raises PortError if
        the board is unavailable."""
        self._show(self._starter.lobby(game, at))
        if self.port.pieces is not None:
            self.port.pieces.stock_tray([game.pieces[0].text])  # something to touch the points with
        self.open_menu(at, waiting=True)

    def control_for(self, game: AnyGame) -> TimeControl | None:
        """The chosen time control for a game; None if there is none, or only one player."""
        timed = self.clock and len(game.seats) > 1
        return TimeControl.fitting(self.clock, game.seats) if timed else None

    def resume(
        self, log: GameLog, match: Match, at: float, remote: RemoteTable | None = None
    ) -> None:
        """Resume an interrupted game, as `GameStarter.resume` does."""
        self._show(self._starter.resume(log, match, at, remote))
        self._invite_wanted_spectator()

    def look_at(self, puzzle: str) -> None:
        """Show a puzzle of the board. Raises CompanionError if the board has none of that name."""
        self.modes.puzzle.obey(commands.Puzzle(puzzle))

    def close(self) -> None:
        """Turn the lamps off, release the hardware, and leave a shared table."""
        self._meetings.give_up()
        self._tools.close()
        self._starter.close()

    def _show(self, live: LiveGame, puzzle: PuzzleViewer | None = None) -> None:
        """Show another game from now on, or the same one after a pause, with its puzzle."""
        self._looking()
        self._meetings.keep_to(live.remote)
        self._notice = Text()
        self._modes = ModeSelector(live, self.board.button, self.open_menu, puzzle)
        board = live.match.game.board
        self._display.use_board(self.config.lights_on(board), board, self.port.show)
        self._display.greet(lambda: views.hello(live))

    # State

    @property
    def config(self) -> Config:
        """The configuration, with the page's choices."""
        return self.settings.config

    @property
    def roster(self) -> Roster:
        """Who can play for the computer."""
        return self._starter.roster

    @property
    def board(self) -> OpenBoard:
        """The open board. Raises PortError if none is open."""
        return self._starter.board

    @property
    def port(self) -> Port:
        """The port of the open board."""
        return self.board.port

    @property
    def modes(self) -> ModeSelector:
        """The game in progress, with its modes. Raises CompanionError if none has started."""
        if self._modes is None:
            raise CompanionError(Text("no game has started"))
        return self._modes

    @property
    def live(self) -> LiveGame:
        """The game in progress, with everything that lasts exactly as long."""
        return self.modes.live

    @property
    def match(self) -> RecordedMatch:
        """The match in progress."""
        return self.live.match

    @property
    def game(self) -> AnyGame:
        """The game in progress, as rules."""
        return self.match.game

    @property
    def view(self) -> View:
        """What the tracker knows."""
        return self.live.reader.view

    @property
    def lights(self) -> Scene:
        """The meaning of the lamps."""
        return self._display.scene

    @property
    def setting_up(self) -> bool:
        """Whether the board is being set up, so that changes on it are no moves."""
        return self.live.setting_up

    # Events

    def handle(
        self, event: Report | SearchResult | ToolUpdate | TableReport | Meeting | Command, at: float
    ) -> None:
        """Handle an event at `at`: a report from the port, a search result, a tool's update, a
        message from remote boards, or a page's command."""
        if isinstance(event, ToolUpdate):
            self._take_update(event, at)
        elif self._tools.busy and isinstance(event, Sensed | Button | SearchResult):
            pass  # from a board that has been closed, or a paused game
        elif isinstance(event, Sensed):
            self.live.reader.feed(event)
        elif isinstance(event, Button):
            self.board.button.feed(event)
        elif isinstance(event, TableReport):
            self._take_report(event, at)
        elif isinstance(event, Meeting):
            self._take_meeting(event, at)
        elif isinstance(event, DrillFound):
            self._take_drill(event, at)
        elif isinstance(event, SearchResult):
            self.live.take(event, at)
        else:
            self._commands.add(event)
        self.advance(at)

    def advance(self, at: float) -> None:
        """Do whatever is due by `at`."""
        self._at = at
        if self._tools.busy:
            self._rest(at)
            return
        if self.board.due(at):
            self.live.compare(self.board.poll(at), at)
        try:
            try:
                self.modes.active.advance(at)
            finally:  # even if a game is broken, another one can be begun
                self._obey_waiting(at)
            if self._tools.busy:  # one has just been started
                return
            for gesture in self.board.button.gestures(at):
                self.modes.take(gesture, at)
                self.modes.active.advance(at)
        finally:
            self._publish(at)
        self.live.reader.prepare()  # now that the lamps are lit

    def tick(self, at: float) -> None:
        """Do what is due by `at` without new events: often just the next frame of a rhythm."""
        if not self._tools.busy and at < self._next_deadline:
            self._display.light(self._display.scene, at)
        else:
            self.advance(at)

    def _obey_waiting(self, at: float) -> None:
        """Execute the waiting commands, up to the first that must wait for the board."""
        while (command := self._commands.take(at, self.live.reader)) is not None:
            self._carry_out(command, at)
            if self._tools.busy:  # commands behind it are refused when their time comes
                return
            if self.port.pieces is not None:  # its own reports are still on their way
                self.live.compare(self.board.poll(at), at)
            self.modes.active.advance(at)

    @property
    def deadline(self) -> float:
        """When `tick` next has something to do if nothing else happens."""
        if self._tools.busy:
            return self._tools.due if self._tools.ended else self._at + _RESTS
        frame = self._display.deadline
        return self._next_deadline if frame is None else min(frame, self._next_deadline)

    @property
    def _next_deadline(self) -> float:
        """When anything other than a frame is next due without new events."""
        dues = (self.modes.deadline, self._commands.deadline)
        return min([self.board.deadline, *(due for due in dues if due is not None)])

    def _carry_out(self, command: Command, at: float) -> None:
        """Execute a command that still fits the current question, or show why not."""
        self._notice = Text()
        self._observe()
        try:
            if self._answers.admit(command):
                self._close_menu_for(command, at)
                self.obey(command, at)
        except CompanionError as error:
            if isinstance(command, commands.Adjust) and command.page:
                # Only this page has done anything that could be wrong.
                self._display.tell(Refused(error.text, command.page))
            else:
                self._notice = error.text
                self._display.publish_again()

    def obey(self, command: Command, at: float) -> None:
        """Execute a command from a page. Raises CompanionError if that is impossible."""
        match command:
            case commands.New(name, options, computers, clock, players, position):
                seats = {Seat(seat): level for seat, level in computers.items()}
                names = {Seat(seat): person for seat, person in players.items()}
                game = make(name, options)
                control = TimeControl.parse(clock, game.seats) if clock else None
                match = Match(game, game.parse_position(position.strip()) if position else None)
                self._begin_arranged(match, seats, control, at, names)
                self.clock = clock
            case commands.Invite() | commands.Join():
                self.meet(command)
            case commands.InviteSpectator():
                self.invite_spectator()
            case commands.Depart():
                if not self._meetings.give_up() and self.live.watches:
                    self.begin_new(self.game, {}, at)
            case commands.Teach(""):
                self._leave_lesson(at)
            case commands.Teach(name):
                self.begin_lesson(name, at)
            case commands.Train(""):
                self._leave_drill(at)
            case commands.Train(name):
                self.begin_drill(name, at)
            case commands.Palette(name):
                self._adjust("lights.palette", name)
            case commands.Adjust(key, value):
                self._adjust(key, value)
            case commands.Tool(name):
                self._start_tool(name, at)
            case commands.Reply(text):
                self._tools.reply(text)
            case commands.Halt():
                self._tools.stop()
            case commands.Select(index):
                if self.modes.menu is None:
                    raise NoSuchEntry(Text("no menu is open on the board"))
                self.modes.menu.select(index, at)
            case (
                commands.Puzzle()
                | commands.Step()
                | commands.Corner()
                | commands.Tell()
                | commands.Label()
                | commands.Complete()
            ):
                self.modes.puzzle.obey(command)
            case commands.Demonstrate(places):
                self.modes.demonstrate(places, at)
            case _:
                self.live.obey(command, at)

    def _adjust(self, key: str, value: SettingValue | None) -> None:
        """Change a setting, effective at once. Raises CompanionError if that is impossible."""
        before, board = self.config, self.game.board
        self.settings.change(key, value, board)
        self._starter.use(self.config)
        if self.config.lights != before.lights:
            self._display.use_board(self.config.lights_on(board), board, self.port.show)
        if self.config.game.clock != before.game.clock:
            self.clock = self.config.game.clock
        self._display.tell(self._settings_view)

    @property
    def _settings_view(self) -> SettingsView:
        return msgspec.structs.replace(self.settings.view, tools=self._tools.names)

    # Tools

    def _start_tool(self, name: str, at: float) -> None:
        """Pause the game, and start a tool. Raises ToolError if that is impossible."""
        self._tools.check(name)
        if self.live.guided is not None:
            raise ToolError(Text("a guided game is being played: leave it first"))
        if self.live.drill is not None:
            raise ToolError(Text("a drill is being played: leave it first"))
        self.live.stop_clock(at)
        self._display.light(Scene(), at)  # the pages show no lamps of a paused game
        self._starter.pause()
        self._tools.start(name, self.config)
        self._display.tell(self._tools.view)

    def _take_update(self, update: ToolUpdate, at: float) -> None:
        self._tools.take(update, at)
        if update.wired is not None:
            self.settings.rewire(update.wired)
            self._starter.use(self.config)
        self._display.tell(self._tools.view)

    def _rest(self, at: float) -> None:
        """While a tool has the board, use only the tool and the settings. When it has ended,
        continue the game."""
        allowed = (
            commands.Reply
            | commands.Halt
            | commands.Adjust
            | commands.Palette
            | commands.Assist  # from a new page
        )
        for command in self._commands.take_all():
            if isinstance(command, allowed):
                self._carry_out(command, at)
            elif not isinstance(command, commands.Put):  # from a page that has closed
                self._notice = Text("{tool} is running: stop it first", tool=self._tools.view.name)
        if self._tools.ended and at >= self._tools.due:
            self._go_on(at)
        else:
            self._publish(at)

    def _go_on(self, at: float) -> None:
        """Continue the game on the board, which has yet to be opened. If that fails, try again
        later."""
        menu, puzzle = self.modes.menu, self.modes.puzzle
        try:
            live = self._starter.go_on(at)
        except PortError as error:
            self._notice = error.text
            self._tools.wait(at)
            self._publish(at)
            return
        self._tools.ended = False
        self._show(live, puzzle)
        if menu is not None and menu.waiting:
            self.open_menu(at, waiting=True)
        self.advance(at)

    def _close_menu_for(self, command: Command, at: float) -> None:
        """Close the menu if a command answers the game below it. (A new game closes it anyway, and
        an invitation leaves it open.)"""
        menu = self.modes.menu
        others = (
            commands.New
            | commands.Select
            | commands.Invite
            | commands.InviteSpectator
            | commands.Join
        )
        answers = isinstance(command, commands.Answer) and not isinstance(command, others)
        if menu is not None and answers:
            menu.give_way(at)

    # For the menu (`menu.mode.MenuHost`)

    def changes(self, at: float) -> Sequence[Sensed]:
        """The points that have changed by `at`."""
        return self.live.reader.changes(at)

    def begin_new(self, game: AnyGame, computers: Mapping[Seat, str], at: float) -> None:
        """Begin a game with the chosen clock, and arrange the simulated pieces if there are any.
        Raises CompanionError if that is impossible."""
        self._begin_arranged(Match(game), computers, self.control_for(game), at)

    def begin_lesson(self, game: str, at: float) -> None:
        """Begin the guided game of that name, and arrange the simulated pieces if there are any.
        Raises CompanionError if that is impossible."""
        self._show(self._starter.teach(find_lesson(game), at))
        self._arrange()

    def _leave_lesson(self, at: float) -> None:
        """Begin a normal game in place of the lesson."""
        if self.live.guided is None:
            raise CompanionError(Text("no guided game is being played: there is nothing to leave"))
        self.begin_new(make(self.game.name), {}, at)

    @property
    def drill(self) -> str:
        """The name of the drill in progress; empty if there is none."""
        return "" if self.live.drill is None else self.live.drill.drill.name

    @property
    def paused(self) -> bool | None:
        """Whether a game with remote players is paused; None if this board plays no such game."""
        remote = self.live.remote
        return None if remote is None or remote.watches else remote.paused

    def begin_drill(self, name: str, at: float) -> None:
        """Begin the drill of that name, and arrange the simulated pieces if there are any. One from
        the players' own games is first looked for in the background. Raises CompanionError if that
        is impossible."""
        if not name.startswith(OWN):
            self.begin_found(find_drill(name), at)
            return
        kind = make(name.removeprefix(OWN)).name
        if self._own_drills is None:
            raise CompanionError(Text("no games are logged here: there are no drills from them"))
        self._looking()
        self._looked_at = len(self.match.history)
        self._notice = Text("Looking through the logged games …")
        self._looking = self._starter.look_for_drill(self._own_drills, kind)

    def _take_drill(self, found: DrillFound, at: float) -> None:
        """Begin the drill that was found, or say that there is none. If moves have been made in the
        meantime, the game goes on."""
        if len(self.match.history) != self._looked_at:
            return
        try:
            self.begin_found(checked_drill(found), at)
        except CompanionError as error:
            self._notice = error.text
            self._display.publish_again()

    def begin_found(self, drill: Drill, at: float) -> None:
        """Begin a drill, and arrange the simulated pieces if there are any. Raises PortError if the
        board is unavailable."""
        self._show(self._starter.train(drill, at))
        self._arrange()

    def _leave_drill(self, at: float) -> None:
        """Begin a normal game in place of the drill."""
        if self.live.drill is None:
            raise CompanionError(Text("no drill is being played: there is nothing to leave"))
        self.begin_new(make(self.game.name, self.game.chosen), {}, at)

    def _begin_arranged(
        self,
        match: Match,
        computers: Computers,
        control: TimeControl | None,
        at: float,
        players: Players = NO_NAMES,
    ) -> None:
        self.begin(match, at, computers=computers, control=control, players=players)
        self._arrange()

    def _arrange(self) -> None:
        if self.live.pieces is not None:
            self.live.pieces.obey(commands.Arrange())

    def close_menu(self, sensed: Occupancy, at: float) -> None:
        """Close the menu and continue the game, on a board that now senses this."""
        self.modes.menu = None
        self.live.resync(sensed, at)
        self.live.advance(at)

    def show_error(self, error: Text) -> None:
        """Show on the pages why something was not possible."""
        self._notice = error

    def open_menu(self, at: float, *, waiting: bool = False) -> None:
        """Open the menu over the game. waiting: whether there is no game yet. Nobody's time runs
        while it is open, unless remote players are waiting."""
        if self.live.remote is None:
            self.live.stop_clock(at)
        sensed, button = self.live.reader.sensed, self.board.button
        self.modes.menu = MenuMode(self, button, sensed, at, waiting=waiting)

    # Remote boards

    def meet(self, asked: commands.Invite | commands.Join) -> None:
        """Invite remote players, or join them. Raises CompanionError if that is impossible."""
        if isinstance(asked, commands.Invite):
            self._meetings.invite(asked)
        else:
            self._meetings.join(asked)

    @property
    def meets(self) -> bool:
        """Whether remote play is available."""
        return self._meetings.available

    @property
    def meeting(self) -> bool:
        """Whether an invitation or an attempt to join is open."""
        return self._meetings.open

    @property
    def remote_view(self) -> RemoteView | None:
        """The page's view of the remote game; None if no remote player is involved."""
        return self._meetings.view(self.live.remote)

    def invite(self, game: AnyGame, seat: Seat) -> None:
        """Invite remote players to a game, with the chosen clock. seat: the one played here. Raises
        CompanionError if that is impossible."""
        control = self.control_for(game)
        clock = "" if control is None else control.text(game.seats)
        options = dict(game.chosen)
        self.meet(commands.Invite(game=game.name, options=options, seat=int(seat), clock=clock))

    def invite_spectator(self) -> None:
        """Let somebody watch the game with remote players. Raises CompanionError if that is
        impossible."""
        remote = self.live.remote
        if remote is None or remote.watches:
            raise CompanionError(
                Text("nobody far away plays here: there is nothing to watch from elsewhere")
            )
        self._meetings.invite_spectator(remote)

    def _invite_wanted_spectator(self) -> None:
        """Show a code for a spectator, if one is wanted and there is now a table."""
        if not self.wants_spectator or self.live.remote is None:
            return
        self.wants_spectator = False
        try:
            self.invite_spectator()
        except CompanionError as error:
            self._notice = error.text

    def _take_meeting(self, meeting: Meeting, at: float) -> None:
        """Show the result of an invitation, or begin the game that all have come for."""
        opened = self._meetings.take(meeting)
        match meeting:
            case PairingFailed(text) | PairingDelayed(text):
                self._notice = text
                self._display.publish_again()
            case Invited(trouble=text):
                self._notice = text
        if opened is None:
            return
        table = None
        try:
            table = opened.take_place()
            self._begin_at(table, opened.game, opened.clock, opened.players, at)
        except CompanionError as error:  # such as another board, which is not there
            if table is not None:
                table.close()
            self._notice = error.text
            self._display.publish_again()

    def _take_report(self, report: TableReport, at: float) -> None:
        """Take a report from a remote board. A game that a tool has paused takes it as well: the
        lamps show it later."""
        remote = self.live.remote
        if remote is not report.table:
            return  # its table has been left
        self.live.take_report(report.report, at)
        if remote.wants_new and not self._tools.busy:
            remote.begin_again()
            match = self.match
            clock = "" if match.clock is None else match.clock.control.text(match.game.seats)
            self._begin_at(remote, match.game, clock, match.players, at)

    def _begin_at(
        self, table: RemoteTable, game: AnyGame, clock: str, players: Players, at: float
    ) -> None:
        control = TimeControl.parse(clock, game.seats) if clock else None
        self._show(self._starter.begin(Match(game), {}, at, control, players, table))
        self._meetings.began(table, str(self.match.journal.path))
        self._arrange()
        self._invite_wanted_spectator()

    # Display

    def listen(self, listener: SessionListener, at: float | None = None) -> None:
        """Send a page everything now, and every change from now on. at: when (seconds); by default,
        the time of the last event."""
        now = self._at if at is None else at
        clock, settings, tool = views.clock(self.match, now), self._settings_view, self._tools.view
        self._display.join(
            listener, views.hello(self.live), self._state(), clock, settings, tool, now
        )

    def leave(self, listener: SessionListener) -> None:
        """Stop sending to a page."""
        self._display.leave(listener)

    def _publish(self, at: float) -> None:
        if not self._tools.busy:  # the board is closed
            self._display.light(self.modes.active.scene(at), at)
        self._observe()
        self._display.publish(self._state)
        self._display.publish_clock(self.match, lambda: views.clock(self.match, at))

    def _observe(self) -> None:
        """Note the current question, and what an answer to it depends on."""
        reader, menu = self.live.reader, self.modes.menu
        page = None if menu is None else menu.page
        remote = self.live.remote
        request = None if remote is None else remote.request
        self._answers.update(self.match, reader.view, reader.sensed, reader.doubt, page, request)

    def _state(self) -> State:
        return views.state(
            self.modes,
            stage=self._answers.stage,
            palette=self._display.palette,
            trouble=self._notice or self.board.trouble,
            remote=self._meetings.view(self.live.remote),
        )
