"""A game that is being played on an open board: from what hands do to what is played."""

from __future__ import annotations

from typing import assert_never

from companion.config import TimingSettings
from companion.geometry import Occupancy
from companion.lights.scene import Scene
from companion.protocol import commands
from companion.rules import CompanionError, Seat
from companion.session.board import OpenBoard
from companion.session.hints import Hints, SolverResult
from companion.session.opponents import MoveResult, Opponents
from companion.session.pieces import SimulatedPieces
from companion.session.recorded import RecordedMatch
from companion.session.scene import scene
from companion.session.search import OnResult, Search, SearchResult
from companion.session.switches import SwitchLog
from companion.tracking import BoardReader, BoardReady, MoveMade, Phase, Signal, TakenBack, Timing

_PASSING = 2.5  # seconds for which a forced pass is shown

GameCommand = (
    commands.Lift
    | commands.Put
    | commands.Arrange
    | commands.Sweep
    | commands.Confirm
    | commands.Choose
    | commands.Back
    | commands.Resign
    | commands.Draw
    | commands.Hint
    | commands.Watch
)


class LiveGame:
    """One match, and everything that lives exactly as long.

    match:     the match and its log.
    reader:    reads the board as moves of this match.
    hints:     what is known about a solution.
    opponents: the computer's part.
    pieces:    the simulated pieces; None on a board of wood.
    """

    def __init__(
        self,
        match: RecordedMatch,
        board: OpenBoard,
        sensed: Occupancy,
        timing: TimingSettings,
        search: Search,
        on_result: OnResult,
        at: float,
        *,
        wanted: bool,
        resumed: bool = False,
        watched: bool = False,
    ) -> None:
        """Begin to play at `at` on a board that senses `sensed`. wanted: the board is to be made to
        show the position first; resumed: unless what it shows explains itself; watched: whether the
        player wants to be told when the position is hopeless."""
        pieces = board.port.pieces
        self.match = match
        self.pieces = None if pieces is None else SimulatedPieces(pieces, match)
        self.hints = Hints(match, search, on_result, watched=watched)
        self.opponents = Opponents(match, match.computer_seed, search, on_result)
        self.reader = BoardReader(
            match.turn_game,
            Timing(
                settle=timing.settle / 1000,
                patience=timing.patience / 1000,
                pause=timing.pause / 1000 if timing.pause else None,
            ),
            sensed,
            at,
            board.faults,
            debounce=timing.debounce / 1000,
            doubts=pieces is None,
        )
        self._switch_log = SwitchLog(match)
        self._unexplained = resumed  # whether the board has yet to be explained or put right
        self._at = self._passed_until = at
        self._follow(at, wanted=wanted)
        self._explain(at)

    def close(self) -> None:
        """Nobody wants the answers of the engines any more."""
        self.hints.close()
        self.opponents.close()

    # What is known

    @property
    def leads(self) -> bool:
        """Whether the board is being led to a position, whatever it shows."""
        return self.reader.view.phase is Phase.SETUP

    @property
    def asks(self) -> bool:
        """Whether the players are asked something that the button can answer."""
        return self.reader.view.phase is Phase.ASK or bool(self.opponents.draws)

    def scene(self, at: float) -> Scene:
        """What the lamps mean."""
        return scene(
            self.match,
            self.reader.view,
            at,
            self._passing(at),
            self.hints.move,
            self.reader.faults,
            self.opponents,
        )

    @property
    def deadline(self) -> float | None:
        """When `advance` or `scene` will have something to do, if nothing happens before."""
        passed = None if self._passing(self._at) is None else self._passed_until
        dues = (self.reader.deadline, passed)
        return min((due for due in dues if due is not None), default=None)

    def _passing(self, at: float) -> Seat | None:
        return self.match.passed if at < self._passed_until else None

    # What happens

    def advance(self, at: float) -> None:
        """Read the board at `at`, and play what it shows."""
        self._at = at
        while signals := self.reader.advance(at) or self._look_at_pieces(at):
            self._carry_out(signals, at)
        self._switch_log.write(self.reader.faults)

    def compare(self, sensed: Occupancy | None, at: float) -> None:
        """Take a look at every switch (None: it failed), and try again what the card refused."""
        if self.match.journal.waiting or not self.match.over:
            self.match.journal.retry()
        if sensed is not None:
            self.reader.compare(sensed, at)

    def confirm(self, at: float, *, held: bool = False) -> None:
        """The board shows what was meant: it may be a switch that does not. held: by a long press,
        which answers a question."""
        if not held:
            doubt = self.reader.confirm_doubt(at)
            if doubt is not None and not doubt.moved:
                return
        if not self.opponents.draws:
            self._carry_out(self.reader.confirm(at, held=held), at)
        elif held:
            self._draw(self.opponents.picked, at)
        else:
            self.opponents.pick_next_draw()

    def obey(self, command: GameCommand, at: float) -> None:
        """Do what a page asks for. Raises CompanionError for what cannot be done."""
        match command:
            case commands.Lift() | commands.Put() | commands.Arrange() | commands.Sweep():
                if self.pieces is None:
                    raise CompanionError("these pieces are of wood: only hands can move them")
                self.pieces.obey(command)
            case commands.Confirm():
                self.confirm(at)
            case commands.Choose(index):
                if self.opponents.draws:
                    self._draw(index, at)
                else:
                    self._carry_out(self.reader.choose(index, at), at)
            case commands.Back(moves):
                self.match.take_back(self.match.plies_of(moves))
                self._follow(at, wanted=True)
            case commands.Resign():
                self.match.resign()
                self._follow(at)
            case commands.Draw():
                self.match.offer_draw()
                if self.match.over:
                    self._follow(at)
            case commands.Hint():
                self.hints.ask()
            case commands.Watch(on):
                self.hints.watch(on)
            case _:
                assert_never(command)

    def take(self, result: SearchResult, at: float) -> None:
        """An engine has answered."""
        if isinstance(result, SolverResult):
            self.hints.take(result)
        elif isinstance(result, MoveResult) and self.opponents.take(result):
            self._follow(at, wanted=self.leads)
            self._explain(at)

    def rejoin(self, sensed: Occupancy, at: float) -> None:
        """Go on with the game on a board that senses this. What has changed meanwhile was not meant
        for the game: the board is led back, unless it is being led anyway."""
        if sensed == self.reader.sensed or self.leads:
            self.reader.rejoin(sensed, at)
        else:
            self.reader.restart(sensed, at)
            self._follow(at, wanted=True)

    def _draw(self, number: int, at: float) -> None:
        """The players tell what they have drawn for the computer."""
        if 0 <= number < len(self.opponents.draws):
            self.match.play(self.opponents.draws[number], at)
            self._follow(at)

    def _carry_out(self, signals: list[Signal], at: float) -> None:
        for signal in signals:
            match signal:
                case MoveMade(turn):
                    self.match.play(turn, at)
                case TakenBack(plies):
                    self.match.take_back(plies)
                case BoardReady():
                    self.match.set_up(True)
                case _:
                    assert_never(signal)
            self._follow(at)

    def _look_at_pieces(self, at: float) -> list[Signal]:
        """Whoever looks at simulated pieces sees what they are; only switches have to ask."""
        view = self.reader.view
        asked = view.phase is Phase.ASK
        if self.pieces is None or not (asked or view.unseen):
            return []
        chosen = self.pieces.shows(view.candidates)
        if chosen is None:
            return []
        return self.reader.choose(chosen, at) if asked else self.reader.confirm(at)

    def _explain(self, at: float) -> None:
        """Have a board put right that nothing explains when a game is resumed; what the computer
        wants to be carried out may explain it, and has to be known first."""
        if self._unexplained and not self.opponents.thinking:
            self._unexplained = False
            if not self.reader.explained:
                self._follow(at, wanted=True)

    def _follow(self, at: float, *, wanted: bool = False) -> None:
        """The match may stand otherwise now. wanted: the board is to be made to show that."""
        match = self.match
        self.opponents.moved()
        self.reader.follow(
            match.position,
            self.opponents.turns,
            match.history,
            at,
            wanted=wanted,
            over=match.over,
        )
        if wanted:
            match.set_up(not self.leads)
        self.hints.moved()
        self._passed_until = at + _PASSING if match.passed is not None else at
        if self.pieces is not None:
            if self.reader.sensed == match.game.occupancy(match.position):
                self.pieces.tidy()
            self.pieces.stock()
