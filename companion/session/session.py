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
from typing import Any, assert_never

from companion import __version__
from companion.config import Config
from companion.drivers.port import Button, Port, PortError, Report
from companion.drivers.simulated import SimulatedPort
from companion.games.registry import make
from companion.geometry import Board, Sensed
from companion.journal import reader
from companion.journal.record import Back, End, Head, Move, Note
from companion.journal.writer import Journal
from companion.rules import AnyGame, CompanionError, Match, Piece, Seat
from companion.session import pages
from companion.session.lamps import Lamps
from companion.session.scene import scene
from companion.session.words import words
from companion.tracking import (
    Choose,
    Confirm,
    Debouncer,
    Event,
    Made,
    Phase,
    Ready,
    Signal,
    TakenBack,
    Tick,
    Timing,
    Tracker,
)
from companion.web import messages
from companion.web.messages import Command, Hello, State

_log = logging.getLogger(__name__)

_POLL = 1.0  # seconds between readings of all switches, the safety net for a lost edge
_HOLD = 0.8  # seconds that the button is held for a long press

Opener = Callable[[Board], Port]
"""Makes the port for a board, not yet reporting."""

Listener = Callable[[Hello | State | messages.Lamps], None]


class Session:
    """A board, its match, its log and its lamps.

    config:  how to play; `config.check` has passed for the board.
    opener:  makes the port.
    listen:  what the port reports to: it hands each report back to `handle`, in order.
    today:   the date and time for the log's head and file name.
    """

    def __init__(
        self,
        config: Config,
        opener: Opener,
        listen: Callable[[Report], None],
        today: Callable[[], datetime],
    ) -> None:
        self.config = config
        self._opener = opener
        self._listen = listen
        self._today = today
        self._listeners: list[Listener] = []
        self._palette = config.lights.palette
        self._port: Port | None = None
        self._board: Board | None = None
        self._pressed: float | None = None
        self._notice = ""  # what the last command met with
        self._trouble = ""  # what the board suffers from
        self._said: State | None = None

    # Beginning

    def begin(self, game: AnyGame, at: float) -> None:
        """Begin a new game; the board is to show its start position first. PortError when the
        board cannot be had."""
        self._seat(game, Match(game), at)
        self._journal = Journal.create(self.directory, self._head(game))
        self._started = at
        self._follow(at, wanted=True)

    def resume(self, log: reader.Log, match: Match, at: float) -> None:
        """Go on with a game that was cut off, where its log leaves it. A board on the way of a
        legal move goes on from there, one that shows the end of a legal move has made it, any
        other is led back. PortError when the board cannot be had."""
        self._seat(match.game, match, at)
        self._journal = Journal.resume(log.path)
        self._started = at - (log.moves[-1].at if log.moves else 0.0)
        self._journal.append(Note("resumed"))
        self._follow(at)
        if not self._tracker.explained:
            self._follow(at, wanted=True)

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
    def journal(self) -> Journal:
        """The log of the present game."""
        return self._journal

    @property
    def phase(self) -> Phase:
        """Where the hands are."""
        return self._tracker.view.phase

    def _seat(self, game: AnyGame, match: Match, at: float) -> None:
        """Take a match to the board that it is played on."""
        if self._board is not game.board:
            self.config.check(game.board)
            self.close()
            port = self._opener(game.board)
            port.open(self._listen)
            self._port, self._board = port, game.board
        self.game, self.match = game, match
        self._draw_offer: Seat | None = None
        self._notice = ""
        self._known = {piece.text: piece for stack in self._stacks() for piece in stack}
        sensed = self.port.occupancy()
        timing = self.config.timing
        self._debouncer = Debouncer(timing.debounce / 1000, sensed)
        self._lamps = Lamps(self.config.lights, game.board, self._show)
        self._lamps.use(self._palette)
        self._tracker = Tracker(
            game,
            Timing(
                settle=timing.settle / 1000,
                patience=timing.patience / 1000,
                pause=timing.pause / 1000 if timing.pause else None,
            ),
            sensed,
        )
        self._next_poll = at + _POLL
        self._scene_since = at
        self._said = None
        for listener in self._listeners:
            listener(self._hello())

    def _head(self, game: AnyGame) -> Head:
        return Head(
            game=game.name,
            options=game.chosen,
            seats=game.seats,
            started=self._today().isoformat(timespec="seconds"),
            program=__version__,
            position=game.position_text(self.match.position),
        )

    def close(self) -> None:
        """Lamps off, hardware given back."""
        if self._port is not None:
            self._port.close()
            self._port = self._board = None

    # What happens

    def handle(self, event: Report | Command, at: float) -> None:
        """Take a report of the port or a command of the page that came at `at`."""
        if isinstance(event, Sensed):
            self._debouncer.feed(event)
        elif isinstance(event, Button):
            self._press(event)
        else:
            self._notice = ""
            try:
                self._obey(event, at)
            except CompanionError as error:
                self._notice = str(error)
        self.advance(at)

    def advance(self, at: float) -> None:
        """Do everything that is due by `at`."""
        if at >= self._next_poll:
            self._poll(at)
        for sensed in self._debouncer.settle(at):
            self._track(sensed, at)
        self._track(Tick(at), at)
        if self._pressed is not None and at >= self._pressed + _HOLD:
            self._pressed = None
            self._track(Confirm(at, held=True), at)
        self._publish(at)

    @property
    def deadline(self) -> float:
        """When `advance` will have something to do even if nothing happens until then."""
        held = None if self._pressed is None else self._pressed + _HOLD
        dues = (self._debouncer.deadline, self._tracker.deadline, self._lamps.due, held)
        return min([self._next_poll, *(due for due in dues if due is not None)])

    def _poll(self, at: float) -> None:
        """Read every switch, for edges that were lost; try again what the card refused."""
        self._next_poll = at + _POLL
        if self._journal.waiting or not self.match.over:
            self._journal.retry()
        try:
            sensed = self.port.occupancy()
        except PortError as error:
            self._trouble = str(error)
            return
        self._trouble = ""
        for point in self.game.board.index.values():
            self._debouncer.feed(Sensed(point, bool(sensed >> point & 1), at))

    def _press(self, button: Button) -> None:
        if button.down:
            self._pressed = button.at
        elif self._pressed is not None:
            self._pressed = None
            self._track(Confirm(button.at), button.at)

    def _obey(self, command: Command, at: float) -> None:
        match command:
            case messages.Lift() | messages.Put() | messages.Arrange() | messages.Sweep():
                self._handle_pieces(command)
            case messages.Confirm():
                self._track(Confirm(at), at)
            case messages.Choose(index):
                self._track(Choose(index, at), at)
            case messages.Back(plies):
                self.match.take_back(plies)
                self._journal.append(Back(plies))
                self._draw_offer = None
                self._follow(at, wanted=True)
            case messages.Resign():
                if not self.match.over:
                    self.match.resign(self.match.to_act)
                    self._end("resigned", at)
            case messages.Draw():
                self._offer_draw(at)
            case messages.New(name, options):
                game = make(name, options)
                self.config.check(game.board)
                self.abandon()
                self.begin(game, at)
            case messages.Palette(name):
                self._lamps.use(name)
                self._palette = name
            case _:
                assert_never(command)

    def abandon(self) -> None:
        """Say in the log that an unfinished game will not be gone on with."""
        if not self.match.over:
            self._journal.append(End(self.match.outcome.text, "abandoned"))

    def _offer_draw(self, at: float) -> None:
        if self.match.over or len(self.game.seats) < 2:
            raise CompanionError("a draw can only be agreed on by players in a game")
        if self._draw_offer is None:
            self._draw_offer = self.match.to_act
        else:
            self.match.agree_draw()
            self._end("agreed", at)

    # Simulated pieces

    def _handle_pieces(
        self, command: messages.Lift | messages.Put | messages.Arrange | messages.Sweep
    ) -> None:
        port = self.port
        if not isinstance(port, SimulatedPort):
            raise CompanionError("these pieces are of wood: only hands can move them")
        match command:
            case messages.Lift(place, hand, piece):
                port.lift(self._place(place), hand, piece)
            case messages.Put(place, hand):
                if hand in port.tabletop().hands:  # or the lift before it was refused, and said so
                    port.put(self._place(place), hand)
            case messages.Arrange():
                port.arrange([[piece.text for piece in stack] for stack in self._stacks()])
            case messages.Sweep():
                port.sweep()

    def _place(self, name: str) -> Any:
        if name == "tray":
            return None
        if name not in self.game.board.index:
            raise CompanionError(f"the {self.game.board.name} board has no point {name!r}")
        return self.game.board.index[name]

    def _point(self, index: int) -> Any:
        return self.game.board.index[self.game.board.names[index]]

    def _turn_pieces(self) -> None:
        """Crown and turn over what a player does where no reed can see it: each simulated piece
        that shows the right side's wrong face."""
        port = self.port
        if not isinstance(port, SimulatedPort):
            return
        for point, (there, wanted) in enumerate(
            zip(port.tabletop().points, self._stacks(), strict=True)
        ):
            if not there or not wanted or there[-1] == wanted[-1].text:
                continue
            shown = self._known.get(there[-1])
            if shown is not None and shown.seat == wanted[-1].seat:
                port.turn(self._point(point), wanted[-1].text)

    def _stacks(self) -> tuple[tuple[Piece, ...], ...]:
        return self.game.stacks(self.match.position)

    # The game

    def _track(self, event: Event, at: float) -> None:
        signals = self._tracker.feed(event)
        while signals:
            for signal in signals:
                self._carry_out(signal, at)
            signals = self._tracker.feed(Tick(at))

    def _carry_out(self, signal: Signal, at: float) -> None:
        match signal:
            case Made(move):
                steps = self.game.steps(self.match.position, move)
                self._known |= {step.piece.text: step.piece for step in steps}
                played = self.match.play(move)
                self._draw_offer = None
                self._journal.append(
                    Move(played.text, int(played.seat), round(at - self._started, 3))
                )
                if self.match.over:
                    by_rules = self.game.outcome(self.match.position).over
                    self._end("rules" if by_rules else "repetition", at)
            case TakenBack(plies):
                self.match.take_back(plies)
                self._journal.append(Back(plies))
                self._draw_offer = None
            case Ready():
                pass
            case _:
                assert_never(signal)
        self._turn_pieces()
        self._follow(at)

    def _end(self, how: Any, at: float) -> None:
        self._journal.append(End(self.match.outcome.text, how))
        self._draw_offer = None
        self._follow(at)

    def _follow(self, at: float, *, wanted: bool = False) -> None:
        self._tracker.follow(
            self.match.position, self.match.moves, self.match.history, at, wanted=wanted
        )

    # What is shown

    def _show(self, frame: bytes) -> None:
        self.port.show(frame)
        message = messages.Lamps(frame.hex())
        for listener in self._listeners:
            listener(message)

    def _publish(self, at: float) -> None:
        self._lamps.light(scene(self.match, self._tracker.view, at), at)
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
            simulated=isinstance(self._port, SimulatedPort),
            solvable=False,
            puzzles=(),
        )

    def _state(self) -> State:
        match, view = self.match, self._tracker.view
        said = words(match, view)
        sensed = self._tracker.sensed
        question = None
        if view.candidates:
            texts = tuple(self.game.move_text(match.position, move) for move in view.candidates)
            question = messages.Question(said.message, texts, view.picked)
        return State(
            phase="over" if match.over and view.phase is Phase.REST else view.phase.value,
            turn=None if match.over else int(match.to_act),
            headline=said.headline,
            message=said.message,
            tone=said.tone,
            sensed=tuple(bool(sensed >> p & 1) for p in range(self.game.board.size)),
            believed=pages.believed(match),
            moves=pages.moves(match),
            outcome=match.outcome.text,
            confirm=view.confirmable,
            question=question,
            draw_offered_by=self._draw_offer,
            announcement="",
            best=None,
            hint="",
            watched=False,
            figure=None,
            labelling=None,
            warning=self._notice or self._trouble or self._journal.warning,
            log=str(self._journal.path),
            palette=self._palette,
            tabletop=pages.tabletop(self._port),
        )
