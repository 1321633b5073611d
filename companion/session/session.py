"""One session at one board, without a clock or a thread of its own.

What happens is told to it, with its time: a port's reports, a page's commands, the passing of
time. It decides, and acts at once: the move goes into the match, onto the card, to the lamps and to
the page. `deadline` says when time itself would change something; until then it may be left alone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import assert_never

from companion.config import Config
from companion.drivers.port import Button, Port, PortError, Report
from companion.drivers.simulated import SimulatedPort
from companion.games.registry import make
from companion.geometry import Board, Occupancy, Point, Sensed, points_of
from companion.journal import reader
from companion.lights.scene import Scene
from companion.puzzles.names import puzzles
from companion.rules import AnyGame, CompanionError, Match, Seat
from companion.session import pages
from companion.session.board_menu import BoardMenu
from companion.session.hints import Hints, Solved
from companion.session.lamps import Lamps
from companion.session.ledger import Ledger
from companion.session.opponents import Computers, Opponents, Thought, check
from companion.session.puzzling import Puzzling
from companion.session.scene import scene
from companion.session.search import Found, Search
from companion.session.simulated import SimulatedPieces
from companion.session.stages import Stages
from companion.session.switches import Journalist, warning
from companion.session.words import words
from companion.tracking import (
    BoardReady,
    Choose,
    Confirm,
    Debouncer,
    Event,
    Faults,
    MoveMade,
    Observation,
    Phase,
    Signal,
    TakenBack,
    Tick,
    Timing,
    Tracker,
    View,
)
from companion.web import messages
from companion.web.messages import Command, Hello, State

_log = logging.getLogger(__name__)

_POLL = 1.0  # seconds between readings of all switches, the safety net for a lost edge
_PASSING = 2.5  # seconds for which a forced pass is shown
_BUTTON = Point(0)  # what the button is called where its bounces are removed

Opener = Callable[[Board], Port]
"""Makes the port for a board, not yet reporting."""

Listener = Callable[[Hello | State | messages.Lamps], None]


class Session:
    """A board, its match, its log and its lamps.

    config:  how to play; `config.check` has passed for the board.
    opener:  makes the port.
    listen:  what the port reports to: it hands each report back to `handle`, in order.
    today:   the date and time for the log's head and file name.
    seed:    a seed for what the bag yields.
    search:  looks for solutions; what it tells goes to `listen` as well.
    stop:    ends the program, when somebody at the board wants that.
    """

    def __init__(
        self,
        config: Config,
        opener: Opener,
        listen: Callable[[Report | Found], None],
        today: Callable[[], datetime],
        seed: Callable[[], int],
        search: Search,
        stop: Callable[[], None] = lambda: None,
    ) -> None:
        self.config = config
        self.stop = stop
        self._opener = opener
        self._listen = listen
        self._today = today
        self._seed = seed
        self._search = search
        self._listeners: list[Listener] = []
        self._palette = config.lights.palette
        self._port: Port | None = None
        self._board: Board | None = None
        self._menu = BoardMenu(self)
        self._notice = ""  # what the last command met with
        self._trouble = ""  # what the board suffers from
        self._passing = False  # whether a forced pass is being shown
        self._hints: Hints | None = None
        self._opponents: Opponents | None = None
        self._said: State | None = None
        self._stages = Stages()
        self._faults = Faults()
        self._journalist = Journalist()

    # Beginning

    def begin(
        self, match: Match, at: float, *, computers: Computers = MappingProxyType({})
    ) -> None:
        """Begin a new game, and leave the one that is played; the board is to show its position
        first. computers: the seats that the computer plays, each with its level. CompanionError
        for computers that there cannot be, PortError when the board cannot be had, and then nothing
        has changed."""
        check(match.game, computers)
        sensed = self._open(match.game.board)
        if self._hints is not None:
            self.ledger.abandon()
        bag, luck = self._bag(), self._seed()
        ledger = Ledger.begin(match, self.directory, self._today(), bag, at, computers, luck)
        self._sit_down(ledger, sensed, at, wanted=True)

    def wait(self, game: AnyGame, at: float) -> None:
        """Begin no game yet: a menu on the board of this one shows what may be begun. PortError
        when the board cannot be had."""
        sensed = self._open(game.board)
        self._sit_down(Ledger.unlogged(Match(game), at), sensed, at, wanted=True)
        if isinstance(self._port, SimulatedPort):
            self._port.supply([game.pieces[0].text])  # something to touch the points with
        self._menu.wait(at)

    def open_menu(self, at: float) -> None:
        """Open the menu over the game."""
        self._menu.show(at)

    def resume(self, log: reader.Log, match: Match, at: float) -> None:
        """Go on with a game that was cut off, where its log leaves it. A board on the way of a
        legal move goes on from there, one that shows the end of a legal move has made it, any
        other is led back. PortError when the board cannot be had."""
        sensed = self._open(match.game.board)
        self._sit_down(Ledger.resume(log, match, at), sensed, at, wanted=log.awaited)
        self._taking_up = True
        self._take_up(at)

    def look_at(self, puzzle: str) -> None:
        """Look at a puzzle of the board; the button steps through its figures. CompanionError when
        the board has none of that name."""
        self._puzzling.obey(messages.Puzzle(puzzle))

    @property
    def directory(self) -> Path:
        """Where games are logged."""
        return self.config.journal.path

    @property
    def port(self) -> Port:
        """The board that is played on."""
        if self._port is None:
            raise PortError("no board is open: begin a game first")
        return self._port

    @property
    def match(self) -> Match:
        """The match that is played."""
        return self.ledger.match

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.ledger.match.game

    @property
    def hints(self) -> Hints:
        """What is known about a way to the solution."""
        if self._hints is None:
            raise CompanionError("no game has begun")
        return self._hints

    @property
    def opponents(self) -> Opponents:
        """The computer's part in the match."""
        if self._opponents is None:
            raise CompanionError("no game has begun")
        return self._opponents

    @property
    def view(self) -> View:
        """What the tracker knows."""
        return self._tracker.view

    @property
    def lights(self) -> Scene:
        """What the lamps mean."""
        return self._lamps.scene or Scene()

    def _bag(self) -> int | None:
        return self._seed() if self.config.game.bag == "drawn" else None

    def _open(self, board: Board) -> Occupancy:
        """Have the port for a board, which may be the one that is open; what it senses."""
        if self._board is not board:
            self.config.check(board)
            self.close()
            port = self._opener(board)
            port.open(self._listen)
            self._port, self._board = port, board
            self._faults = Faults()
        return self.port.occupancy()

    def _sit_down(
        self, ledger: Ledger, sensed: Occupancy, at: float, *, wanted: bool = False
    ) -> None:
        """Take a match to the open board."""
        self._menu.close()
        self.ledger = ledger
        port, game = self.port, ledger.match.game
        self._pieces = SimulatedPieces(port, ledger) if isinstance(port, SimulatedPort) else None
        self._notice = ""
        self._puzzling = Puzzling(game.board)
        watched = False
        if self._hints is not None:
            self._hints.close()
            watched = self._hints.watched
        self._hints = Hints(ledger, self._search, self._listen, watched=watched)
        if self._opponents is not None:
            self._opponents.close()
        self._opponents = Opponents(ledger, self._search, self._listen)
        self._taking_up = False
        timing = self.config.timing
        self._debouncer = Debouncer(timing.debounce / 1000, sensed)
        self._button = Debouncer(timing.debounce / 1000, Occupancy(0))
        self._lamps = Lamps(self.config.lights_on(game.board), game.board, self._show)
        self._lamps.use(self._palette)
        self._look_anew(sensed, at)
        self._next_poll = at + _POLL
        self._said = None
        self._follow(at, wanted=wanted)
        for listener in self._listeners:
            listener(self._hello())

    def _look_anew(self, sensed: Occupancy, at: float) -> None:
        """Forget what hands have done on the board; to be followed by `_follow`."""
        timing = self.config.timing
        self._tracker = Tracker(
            self.ledger.turns,
            Timing(
                settle=timing.settle / 1000,
                patience=timing.patience / 1000,
                pause=timing.pause / 1000 if timing.pause else None,
            ),
            sensed,
        )
        self._tracker.ignore(self._faults.ignored, at)

    def close(self) -> None:
        """Lamps off, hardware given back."""
        if self._hints is not None:
            self._hints.close()
        if self._opponents is not None:
            self._opponents.close()
        if self._port is not None:
            self._port.close()
            self._port = self._board = None

    # What happens

    def handle(self, event: Report | Found | Command, at: float) -> None:
        """Take what came at `at`: a report of the port, an answer, or a command of the page."""
        if isinstance(event, Sensed):
            self._debouncer.feed(event)
        elif isinstance(event, Button):
            self._button.feed(Sensed(_BUTTON, event.down, event.at))
        elif isinstance(event, Solved):
            self.hints.take(event)
        elif isinstance(event, Thought):
            if self.opponents.take(event):
                self._follow(at, wanted=self.view.phase is Phase.SETUP)
                self._take_up(at)
        elif not isinstance(event, Found):
            self._notice = ""
            try:
                if self._stages.admit(event):
                    if isinstance(event, messages.Answer) and not isinstance(event, messages.New):
                        self._menu.give_way(at)
                    self.obey(event, at)
            except CompanionError as error:
                self._notice = str(error)
        self.advance(at)

    def advance(self, at: float) -> None:
        """Do everything that is due by `at`."""
        if at >= self._next_poll:
            self._poll(at)
        try:
            for sensed in self._debouncer.settle(at):
                if not self._faults.take(sensed):
                    continue
                if self._menu.open:
                    self._menu.touch(sensed)
                else:
                    self._track(sensed, at)
            for change in self._button.settle(at):
                if self._menu.press(change.occupied, change.at):
                    self._press(at)
            if not self._menu.open:
                self._track(Tick(at), at)
                self._faults.look(self._seen, at)
                self._believe(at)
            asks = self.view.phase is Phase.ASK or bool(self.opponents.draws)
            asked = asks and not self._puzzling.looking
            if self._menu.advance(at, asked=asked):
                self._track(Confirm(at, held=True), at)
        finally:
            self._publish(at)
        self._tracker.prepare()  # now that the lamps are lit

    @property
    def deadline(self) -> float:
        """When `advance` will have something to do even if nothing happens until then."""
        passed = self._passed_until if self._passing else None
        dues = (
            self._debouncer.deadline,
            self._button.deadline,
            None if self._menu.open else self._tracker.deadline,
            None if self._menu.open else self._faults.deadline,
            self._menu.deadline,
            self._lamps.due,
            passed,
        )
        return min([self._next_poll, *(due for due in dues if due is not None)])

    def _poll(self, at: float) -> None:
        """Read every switch, for edges that were lost; try again what the card refused."""
        self._next_poll = at + _POLL
        if self.ledger.journal.waiting or not self.match.over:
            self.ledger.journal.retry()
        try:
            sensed = self.port.occupancy()
        except PortError as error:
            self._trouble = str(error)
            return
        self._trouble = ""
        for point in self.game.board.index.values():
            self._debouncer.feed(Sensed(point, bool(sensed >> point & 1), at))

    def _press(self, at: float) -> None:
        if self._puzzling.looking:
            self._puzzling.step()
        else:
            self._confirm(at)

    # What the menu asks for (`board_menu.Host`), a page's commands among it

    def begin_new(self, game: AnyGame, computers: Computers, at: float) -> None:
        """Begin a game, with simulated pieces where it has them; CompanionError when it cannot be
        had."""
        self.begin(Match(game), at, computers=computers)
        if self._pieces is not None:
            self._pieces.obey(messages.Arrange())

    def rejoin(self, sensed: Occupancy, at: float) -> None:
        """Go on with the game on a board that senses this now. What has changed meanwhile was not
        meant for the game: the board is led back."""
        changed = self._tracker.sensed ^ sensed
        if changed and not self.leads():
            self._look_anew(sensed, at)
            self._follow(at, wanted=True)
            return
        for point in points_of(changed):
            self._track(Sensed(point, bool(sensed >> point & 1), at), at)

    def sensed(self) -> Occupancy:
        """The points that are occupied, as far as the game knows."""
        return self._tracker.sensed

    def leads(self) -> bool:
        """Whether the board is being led to a position, whatever it shows."""
        return self.view.phase is Phase.SETUP

    def say(self, trouble: str) -> None:
        """Tell a page what could not be done."""
        self._notice = trouble

    def obey(self, command: Command, at: float) -> None:
        """Do what a page asks for; CompanionError for what cannot be done."""
        match command:
            case messages.Lift() | messages.Put() | messages.Arrange() | messages.Sweep():
                if self._pieces is None:
                    raise CompanionError("these pieces are of wood: only hands can move them")
                self._pieces.obey(command)
            case messages.Confirm():
                self._confirm(at)
            case messages.Choose(index):
                self._track(Choose(index, at), at)
            case messages.Back(moves):
                self.ledger.take_back(self.ledger.plies_of(moves))
                self._follow(at, wanted=True)
            case messages.Resign():
                self.ledger.resign()
                self._follow(at)
            case messages.Draw():
                self.ledger.offer_draw()
                if self.match.over:
                    self._follow(at)
            case messages.New(name, options, computers):
                seats = {Seat(seat): level for seat, level in computers.items()}
                self.begin_new(make(name, options), seats, at)
            case messages.Palette(name):
                self._lamps.use(name)
                self._palette = name
            case messages.Hint():
                self.hints.ask()
            case messages.Watch(on):
                self.hints.watch(on)
            case messages.Puzzle() | messages.Step() | messages.Label() | messages.Complete():
                self._puzzling.obey(command)
            case _:
                assert_never(command)

    # The game

    def _track(self, event: Event, at: float) -> None:
        if self.opponents.draws and isinstance(event, Confirm | Choose):
            drawn = self.opponents.told(event)
            if drawn is not None:
                self.ledger.play(drawn, at)
                self._follow(at)
            return
        signals = self._tracker.feed(event)
        while signals:
            for signal in signals:
                self._carry_out(signal, at)
            signals = self._tracker.feed(Tick(at))
        view = self._tracker.view
        if self._pieces is not None and (view.phase is Phase.ASK or view.unseen):
            # Whoever looks at the pieces sees what they are; only switches have to ask.
            chosen = self._pieces.shows(view.candidates)
            if chosen is not None:
                asked = view.phase is Phase.ASK
                self._track(Choose(chosen, at) if asked else Confirm(at), at)

    def _confirm(self, at: float) -> None:
        """The board is what was meant: it may be a switch that was not."""
        doubt = self._faults.confirm(self._seen, at)
        self._believe(at)
        if doubt is None or doubt.moved:
            self._track(Confirm(at), at)

    def _believe(self, at: float) -> None:
        """Do without the switches that are at fault, and take up those that are no longer."""
        ignored, tracker = self._faults.ignored, self._tracker
        sensed = self._debouncer.occupancy
        missed = (tracker.sensed ^ sensed) & ~ignored
        if missed or tracker.ignored != ignored:
            tracker.ignore(ignored, at)
            for point in points_of(missed):
                self._track(Sensed(point, bool(sensed >> point & 1), at), at)
            self._track(Tick(at), at)
        self._journalist.write(self.ledger, self._faults)

    @property
    def _seen(self) -> Observation:
        match, view = self.match, self._tracker.view
        turns = self.ledger.turns
        return Observation(
            sensed=self._debouncer.occupancy,
            believed=turns.occupancy(match.position),
            phase=view.phase,
            # Whoever looks at simulated pieces sees what they are, and they close what they should.
            confirmable=view.confirmable or self._pieces is not None,
            position=match.position,
            ends=lambda: (
                turns.occupancy(turns.advance(match.position, line)) for line in self.ledger.lines
            ),
        )

    def _carry_out(self, signal: Signal, at: float) -> None:
        match signal:
            case MoveMade(move):
                self.ledger.play(move, at)
            case TakenBack(plies):
                self.ledger.take_back(plies)
            case BoardReady():
                self.ledger.set_up(True)
            case _:
                assert_never(signal)
        self._follow(at)

    def _take_up(self, at: float) -> None:
        """Have a board put right that nothing explains when a game is gone on with; what the
        computer wants to be carried out may explain it, and has to be known first."""
        if self._taking_up and not self.opponents.thinking:
            self._taking_up = False
            if not self._tracker.explained:
                self._follow(at, wanted=True)

    def _follow(self, at: float, *, wanted: bool = False) -> None:
        self.opponents.moved()
        match, lines = self.match, self.opponents.lines
        self._tracker.follow(
            match.position, lines, match.history, at, wanted=wanted, over=match.over
        )
        if wanted:
            self.ledger.set_up(not self.leads())
        self.hints.moved()
        self._passed_until = at + _PASSING if self.ledger.passed is not None else at
        if self._pieces is not None:
            if self._tracker.sensed == match.game.occupancy(match.position):
                self._pieces.tidy()
            self._pieces.stock()

    # What is shown

    def _show(self, frame: bytes) -> None:
        self.port.show(frame)
        message = messages.Lamps(frame.hex())
        for listener in self._listeners:
            listener(message)

    def _publish(self, at: float) -> None:
        self._passing = self.ledger.passed is not None and at < self._passed_until
        passing = self.ledger.passed if self._passing else None
        view = self._tracker.view
        menu = self._menu.scene()
        if menu is not None:
            shown = menu
        elif self._puzzling.looking:
            shown = self._puzzling.scene(at)
        else:
            found = self._faults.found
            hint, part = self.hints.move, self.opponents
            shown = scene(self.ledger, view, at, passing, hint, found, part)
        self._lamps.light(shown, at)
        self._stages.reach(self.ledger, view, self._tracker.sensed, self._faults.doubt)
        if self._listeners:
            state = self._state()
            if state != self._said:
                self._said = state
                for listener in self._listeners:
                    listener(state)

    def listen(self, listener: Listener) -> None:
        """Tell a page everything, and then whatever changes."""
        listener(self._hello())
        listener(self._state())
        listener(messages.Lamps(self._lamps.rgb.hex()))
        self._listeners.append(listener)

    def leave(self, listener: Listener) -> None:
        """A page has gone."""
        if listener in self._listeners:
            self._listeners.remove(listener)

    def _hello(self) -> Hello:
        return pages.hello(
            self.game,
            self.ledger.computers,
            simulated=isinstance(self._port, SimulatedPort),
            solvable=self.hints.possible,
            puzzles=puzzles(self.game.board),
        )

    def _state(self) -> State:
        match, view = self.match, self._tracker.view
        doubt, board = self._faults.doubt, self.game.board
        said = words(self.ledger, view, self.opponents, self._faults.ignored, doubt)
        sensed = self._tracker.sensed
        question = None
        if view.phase is Phase.ASK:
            texts = tuple(self.ledger.turns.text(match.position, line) for line in view.candidates)
            question = messages.Question(said.message, texts, view.picked)
        elif self.opponents.draws:
            question = messages.Question(said.message, self.opponents.texts, self.opponents.picked)
        return State(
            phase="over" if match.over and view.phase is Phase.REST else view.phase.value,
            turn=None if match.over else int(self.ledger.seat),
            headline=self._menu.title or self._puzzling.title or said.headline,
            message=self._menu.text or said.message,
            tone="question" if self._menu.open else said.tone,
            sensed=tuple(bool(sensed >> p & 1) for p in range(board.size)),
            believed=pages.believed(match),
            moves=pages.moves(match),
            outcome=match.outcome.text,
            confirm=view.confirmable or doubt is not None,
            question=question,
            draw_offered_by=self.ledger.offered_by,
            announcement=self.ledger.announcement,
            best=self.game.best,
            hint="" if self._puzzling.looking else self.hints.text,
            watched=self.hints.watched,
            figure=self._puzzling.figure,
            labelling=self._puzzling.labelling,
            warning=self._notice
            or self._trouble
            or " ".join(
                filter(None, (warning(board, self._faults.found), self.ledger.journal.warning))
            ),
            log=str(self.ledger.journal.path),
            palette=self._palette,
            tabletop=pages.tabletop(self._port),
            stage=self._stages.number,
        )
