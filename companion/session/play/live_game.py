"""A game in progress on an open board: turns what the hands do into moves of the match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, assert_never

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.coach.hints import HintResult, Hints
from companion.config import TimingSettings
from companion.device.lamps.palette import Palette
from companion.device.lamps.scene import ASKING, Scene
from companion.device.ports.port import PieceTable
from companion.hands import (
    BoardReader,
    BoardReady,
    MoveMade,
    Phase,
    Signal,
    TakenBack,
    Timing,
    View,
    earliest,
)
from companion.opponents.roster import BUILT_IN, Roster
from companion.opponents.search_jobs import OnResult, SearchResult, SearchRunner
from companion.opponents.time_left import TimeLeft
from companion.protocol import commands
from companion.protocol.views import QuestionView
from companion.records.journal.record import NoteRecord
from companion.rules import Seat, Turn
from companion.rules.clock import ClockKind
from companion.rules.geometry import Occupancy
from companion.session.match.last_move import last_move
from companion.session.match.last_result import LastResult
from companion.session.match.match_view import MatchViewer
from companion.session.match.opponents import Opponents
from companion.session.match.recorded import RecordedMatch
from companion.session.next_step import NextStep
from companion.session.play.assistant import Assistant
from companion.session.play.exercise import Exercise, Words
from companion.session.play.fault_reports import SwitchLog
from companion.session.play.open_board import OpenBoard
from companion.session.play.page_text import and_again, words
from companion.session.play.pieces import SimulatedPieces
from companion.session.play.refused import RefusedMove, refused
from companion.session.play.scene_builder import scene
from companion.session.play.what_now import Situation, what_now, with_first_click

if TYPE_CHECKING:
    from companion.remote.table.seat_link import LinkReport
    from companion.session.remote_play.remote_players import OtherPlayers
    from companion.session.remote_play.remote_table import RemoteTable

_PASSING = 2.5  # seconds to show a forced pass

GameCommand = (
    commands.Lift
    | commands.Put
    | commands.Release
    | commands.Click
    | commands.Arrange
    | commands.Sweep
    | commands.Confirm
    | commands.Choose
    | commands.Back
    | commands.Resign
    | commands.Draw
    | commands.Pause
    | commands.PlacePieces
    | commands.Rematch
    | commands.Hint
    | commands.Watch
    | commands.Assist
)


class Engines(NamedTuple):
    """The searches for hints and for the computer's moves.

    Attributes:
        search: Runs a search.
        on_result: Takes its result.
        roster: The available computer players.
    """

    search: SearchRunner
    on_result: OnResult
    roster: Roster = BUILT_IN


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """How a game begins or goes on.

    Attributes:
        sensed: The occupied points, as the board senses them.
        set_up: Whether the board must be set up before play.
        resumed: Whether it must be set up only if nothing explains what it shows.
        watched: Whether to warn the player when the position becomes hopeless.
        assisted: Whether the assistant moves simulated pieces.
        timing: The timing of hands.
        marks_last: Whether the lamps show the last move.
        palette: The lamps' palette.
    """

    sensed: Occupancy
    set_up: bool
    resumed: bool = False
    watched: bool = False
    assisted: bool = False
    timing: TimingSettings
    marks_last: bool
    palette: Palette


class LiveGame:
    """One match, and everything that lasts exactly as long.

    All people play at this board, and the computer may have a part. Games with players elsewhere
    are in `remote_game`.

    Args:
        match: The match and its log.
        board: The open board.
        engines: The searches for hints and for the computer's moves.
        beginning: How the game begins or goes on.
        at: When play begins (seconds).
        exercise: What the game is played for; None for the game itself.

    Attributes:
        match: The match and its log.
        exercise: What it is played for.
        reader: Reads the board as moves of this match.
        hints: Finds the next move to suggest, and whether a puzzle is hopeless.
        opponents: The part of the computer, or of the remote players.
        pieces: The simulated pieces; None on a wooden board.
        assistant: Moves the simulated pieces for the players; None on a wooden board.
        viewer: Makes the page's view of the match.
        roster: The available computer players.
        remote: This board's place at a shared table; None in this class.
        watches: Whether the game is only watched here: neither hands nor pages can do anything.
        wants_again: Whether players have confirmed that the same game begins once more.
    """

    remote: RemoteTable | None = None
    watches = False

    def __init__(
        self,
        match: RecordedMatch,
        board: OpenBoard,
        engines: Engines,
        beginning: Beginning,
        at: float,
        exercise: Exercise | None = None,
    ) -> None:
        self.match = match
        self.exercise = Exercise(match) if exercise is None else exercise
        self.viewer = MatchViewer(match)
        self.roster = engines.roster
        self._at = self._passed_until = at
        self.hints = Hints(match, engines.search, engines.on_result, watched=beginning.watched)
        self.opponents = self._other_players(engines)
        pieces = self._playable(board.port.pieces)
        self.pieces = None if pieces is None else SimulatedPieces(pieces, match)
        self._timing = beginning.timing
        self.reader = self._read(board, beginning, at)
        self.assistant = (
            None
            if self.pieces is None
            else Assistant(
                self.pieces,
                match,
                self.opponents,
                self.exercise,
                lambda: self.reader.view,
                on=beginning.assisted,
            )
        )
        self._obeys: Mapping[type, Callable[[Any, float], None]] = self._commands()
        self._noted = Text()  # the engine trouble that has been logged
        self._switch_log = SwitchLog(match)
        self._scene: LastResult[Scene] = LastResult()
        self._words: LastResult[Words] = LastResult()
        self._marks_last = beginning.marks_last
        self._palette = beginning.palette
        self._unexplained = beginning.resumed  # whether the board has yet to be explained or set up
        self._cleared = False  # whether pieces have been moved since the end
        self.wants_again = False
        self._placed_for: frozenset[Seat] = frozenset()  # whose pieces are placed for them
        self._retime()
        self._follow(at, set_up=beginning.set_up)
        self._explain(at)

    def _other_players(self, engines: Engines) -> OtherPlayers:
        """Return the players whose moves a person here makes for them."""
        seed = self.match.computer_seed
        return Opponents(
            self.match, seed, engines.search, engines.on_result, engines.roster, self._time_left
        )

    def _playable(self, pieces: PieceTable | None) -> PieceTable | None:
        """Return the simulated pieces that hands can move here."""
        return pieces

    def _read(self, board: OpenBoard, beginning: Beginning, at: float) -> BoardReader:
        """Return the reader of the board."""
        return BoardReader(
            self.match.turn_game,
            _in_seconds(beginning.timing),
            beginning.sensed,
            at,
            board.faults,
            debounce=beginning.timing.debounce / 1000,
            doubt_switches=self.pieces is None,
        )

    def _commands(self) -> Mapping[type, Callable[[Any, float], None]]:
        """Return the handlers of commands from pages, by type of command."""
        return {
            commands.Lift: self._move_piece,
            commands.Put: self._move_piece,
            commands.Release: self._move_piece,
            commands.Click: self._click,
            commands.Arrange: self._move_piece,
            commands.Sweep: self._sweep,
            commands.Assist: self._assist,
            commands.Confirm: lambda _, at: self.confirm(at),
            commands.Choose: lambda command, at: self._choose(command.index, at),
            commands.Back: self._take_back,
            commands.Resign: self._resign,
            commands.Draw: self._offer_draw,
            commands.Pause: self._pause,
            commands.PlacePieces: self._place,
            commands.Rematch: self._rematch,
            commands.Hint: self._hint,
            commands.Watch: lambda command, _: self.hints.watch(command.on),
        }

    def adjust(self, timing: TimingSettings, palette: Palette, *, marks_last: bool) -> None:
        """Use new settings from now on; the debouncing of switches does not change."""
        self._timing = timing
        self._retime()
        self._marks_last = marks_last
        self._palette = palette

    def _retime(self) -> None:
        """Have the reader wait as long as the hands of this board need.

        Hands on wood say with a pause that they have finished. Clicks do not: whoever thinks before
        the next one has not ended the turn, and *Confirm* is one click away.
        """
        timing = _in_seconds(self._timing)
        self.reader.retime(replace(timing, pause=None) if self.assisted else timing)

    def close(self) -> None:
        """Cancel all searches, whose results are no longer needed, and end engines."""
        self.hints.close()
        self.opponents.close()

    # State

    @property
    def setting_up(self) -> bool:
        """Whether the board is being set up, so that changes on it do not count as moves."""
        return self.reader.view.phase is Phase.SETUP

    @property
    def sensed(self) -> Occupancy:
        """The occupied points."""
        return self.reader.sensed

    @property
    def asks(self) -> bool:
        """Whether the players face a question that the button can answer."""
        return self.reader.view.phase is Phase.ASK or bool(self.opponents.draws)

    @property
    def storing(self) -> bool:
        """Whether what was played last is not on the card yet: nobody is told without a warning."""
        return self.match.journal.storing

    @property
    def waiting(self) -> bool:
        """Whether anything at all waits for the card, of other games as well."""
        return self.storing or bool(self.match.journal.waiting)

    @property
    def confirmable(self) -> bool:
        """Whether there is something to confirm."""
        return self.view.confirmable or self.reader.doubt is not None or self.set_up_again

    @property
    def view(self) -> View:
        """What is known of the board.

        That is what the reader knows; but a simulated piece in hand is seen, which the reader might
        take for one that has been put on another piece.
        """
        view = self.reader.view
        if self.pieces is None or not view.unseen or not self.pieces.in_hand:
            return view
        return replace(view, phase=Phase.HAND, unseen=False, confirmable=False)

    @property
    def set_up_again(self) -> bool:
        """Whether the board has been set up for the same game, after its end.

        An empty board is none: it has been cleared.
        """
        if not self._cleared or not self._repeatable or self.reader.view.phase is not Phase.REST:
            return False
        game = self.match.game
        return self.reader.sensed == game.occupancy(game.start()) != 0

    @property
    def _repeatable(self) -> bool:
        """Whether players may begin the same game again by themselves."""
        return self.exercise.repeats

    @property
    def placeable(self) -> tuple[str, ...]:
        """Whose pieces `PlacePieces` can place now: nothing, `mine`, or `mine` and `all`."""
        match = self.match
        if self.watches or match.seat in match.proxy_seats or self._next_placement() is None:
            return ()
        people = len(match.game.seats) - len(match.proxy_seats)
        return ("mine", "all") if people > 1 and not match.remote_seats else ("mine",)

    def _next_placement(self) -> Turn | None:
        """Return the turn that places the next piece for the seat to act, if it may be made."""
        match = self.match
        if match.over or match.seat < 0:
            return None
        move = match.game.usual_placement(match.position)
        if move is None:
            return None
        turns = self.exercise.turns(match.turns)
        return next((turn for turn in turns if turn == Turn((move,))), None)

    def question(self, prompt: Text) -> QuestionView | None:
        """Return the question with its answers, for the page; None if there is none."""
        match, view, opponents = self.match, self.view, self.opponents
        if view.phase is Phase.ASK:
            texts = tuple(match.turn_game.text(match.position, turn) for turn in view.candidates)
            return QuestionView(prompt, texts, view.picked)
        if opponents.draws:
            return QuestionView(prompt, opponents.texts, opponents.picked)
        return None

    @property
    def words(self) -> Words:
        """What the page says about the game."""
        reader, opponents = self.reader, self.opponents
        view, ignored, doubt = self.view, reader.ignored, reader.doubt
        again = self.set_up_again
        cleared = self._cleared and self._repeatable and view.phase is Phase.REST
        helped, assisted, palette = self._helped, self.assisted, self._palette

        def said() -> Words:
            found = words(
                self.match,
                view,
                opponents,
                self.exercise,
                palette.colours,
                ignored,
                doubt,
                helped=helped,
                assisted=assisted,
            )
            if cleared:
                return and_again(self.match, found, set_up=again)
            return with_first_click(self._situation(found))

        basis = (self.match.cache_key, view, ignored, doubt, self._others, opponents.headline)
        settled = reader.explained
        return self._words.get(
            (*basis, cleared, again, helped, assisted, settled, palette.name), said
        )

    @property
    def _helped(self) -> bool:
        """Whether the assistant is about to do what hands would have to do."""
        return self.assistant is not None and self.assistant.busy

    @property
    def advice(self) -> NextStep:
        """What to do now."""
        return what_now(self._situation(self.words))

    def _situation(self, said: Words) -> Situation:
        return Situation(
            match=self.match,
            view=self.view,
            opponents=self.opponents,
            exercise=self.exercise,
            said=said,
            simulated=self.pieces is not None,
            assisted=self.assisted,
            helped=self._helped,
            watching=self.watches,
            set_up_again=self.set_up_again,
            unsettled=not self.reader.explained,
        )

    @property
    def _others(self) -> tuple[object, ...]:
        """The moves to make for the computer, or for remote players."""
        return self.opponents.turn, self.opponents.draws, self.opponents.picked

    def scene(self, at: float) -> Scene:
        """Return the meaning of the lamps."""
        if self.set_up_again:
            return Scene(since=at)
        view, passing, clock = self.view, self._passing(at), self.match.clock
        marks_last = self._marks_last and not self.exercise.no_hints
        mark = None if clock is None else clock.mark(at)
        hint, faulty = self.hints.path, tuple(self.reader.faults)

        def shown() -> Scene:
            last = last_move(self.match) if marks_last else ()
            found = scene(
                self.match, view, at, passing, hint, faulty, self.opponents, mark, last=last
            )
            return self.exercise.light(found, view)

        basis = (self.match.cache_key, view, self._others, passing, hint, faulty, mark, marks_last)
        return replace(self._scene.get(basis, shown), since=at)

    @property
    def deadline(self) -> float | None:
        """When `advance` or `scene` next has something to do if nothing else happens (seconds)."""
        pass_shown = None if self._passing(self._at) is None else self._passed_until
        clock = self.match.clock
        mark = None if clock is None else clock.next_mark(self._at)
        assistant = None if self.assistant is None else self.assistant.deadline
        again = self._at if self.wants_again else None
        return earliest(self.reader.deadline, pass_shown, mark, assistant, again)

    def _passing(self, at: float) -> Seat | None:
        return self.match.passed if at < self._passed_until else None

    @property
    def assisted(self) -> bool:
        """Whether the assistant moves simulated pieces."""
        return self.assistant is not None and self.assistant.on

    @property
    def refused(self) -> RefusedMove | None:
        """The move against the rules that hands have just made, with the reason, or None."""
        if self.assistant is not None and self.assistant.on:
            return self.assistant.refused
        moved = refused(self.match, self.reader.view)
        if moved is None or not self.exercise.objection:
            return moved
        return moved._replace(text=self.exercise.objection)

    # Events

    def advance(self, at: float) -> None:
        """Read the board at `at` (seconds), and play what it shows."""
        self._at = at
        if self.pieces is not None:
            self.reader.hold(self.pieces.in_hand, at)
        while signals := self.reader.advance(at) or self._look_at_pieces(at):
            self._play(signals, at)
        rearranged = self._cleared or self.reader.sensed != self._believed
        self._cleared = self.exercise.over and rearranged
        if self.assistant is not None:
            self.assistant.advance(at)
        self._switch_log.write(self.reader.faults)
        self._run_clock(at)

    def stop_clock(self, at: float) -> None:
        """Stop the time of all seats until `advance` is called again."""
        if self.match.clock is not None:
            self.match.clock.stop(at)

    def compare(self, sensed: Occupancy | None, at: float) -> None:
        """Compare the board with a reading of all switches, and retry a failed journal write.

        Args:
            sensed: The occupied points; None if the reading failed.
            at: When they were read (seconds).
        """
        if self.match.journal.waiting or not self.match.over:
            self.match.journal.retry()
        if sensed is not None:
            self.reader.compare(sensed, at)

    def confirm(self, at: float, *, held: bool = False) -> None:
        """Confirm the move that the board shows, or a switch doubt.

        Args:
            at: When (seconds).
            held: Whether this is a long press, which answers a question.
        """
        if self.set_up_again:
            self.wants_again = True
            return
        if not held:
            doubt = self.reader.confirm_doubt(at)
            shown = self.reader.view.phase is Phase.CONFIRM  # there may be another explanation
            if doubt is not None and (shown or not doubt.moved):
                return
        if not self.opponents.draws:
            self._play(self.reader.confirm(at, held=held), at)
        elif held:
            self._draw(self.opponents.picked, at)
        else:
            self.opponents.pick_next_draw()

    def press(self, at: float) -> bool:
        """Handle a press of the button; return whether it means something here.

        Confirm what the board shows or, if nothing needs that, show all of a hint whose start is
        lit.
        """
        quiet = self.reader.view.phase is Phase.REST and self.reader.doubt is None
        if quiet and self.hints.more:
            self.hints.ask()
            return True
        meant = self.confirmable or self.asks or bool(quiet and self.hints.path)
        self.confirm(at)
        return meant

    def take(self, result: SearchResult, at: float) -> None:
        """Take the result of a search."""
        if isinstance(result, HintResult):
            self.hints.take(result)
        elif self.opponents.take(result):
            self._follow(at, set_up=self.setting_up)
            self._explain(at)
            self._note_trouble()

    def take_report(self, report: LinkReport, at: float) -> None:
        """Ignore a report from a remote board: none plays here."""

    def resync(self, sensed: Occupancy, at: float) -> None:
        """Continue the game on a board that now senses this.

        Changes in the meantime were not meant as a move: the board must be set up again, unless
        that is in progress already.

        Args:
            sensed: The occupied points.
            at: When (seconds).
        """
        if sensed == self.reader.sensed or self.setting_up:
            self.reader.resync(sensed, at)
        else:
            self._set_up_anew(sensed, at)

    # Commands from pages

    def obey(self, command: GameCommand, at: float) -> None:
        """Execute a command from a page.

        Raises:
            CompanionError: If that is impossible.
        """
        self._obeys[type(command)](command, at)

    def _simulated(self) -> tuple[SimulatedPieces, Assistant]:
        """Return the simulated pieces and the assistant.

        Raises:
            CompanionError: On a wooden board.
        """
        if self.pieces is None or self.assistant is None:
            raise CompanionError(Text("these pieces are wooden: only hands can move them"))
        return self.pieces, self.assistant

    def _move_piece(
        self,
        command: commands.Lift | commands.Put | commands.Release | commands.Arrange,
        at: float,
    ) -> None:
        self._simulated()[1].obey(command, at)

    def _click(self, command: commands.Click, at: float) -> None:
        lamps = self.scene(at).lamps
        lit = sum(1 << point for point, lamp in lamps if lamp.meaning in ASKING)
        self._simulated()[1].click(command, at, lit)

    def _sweep(self, command: commands.Sweep, at: float) -> None:
        pieces, assistant = self._simulated()
        assistant.obey(command, at)
        if not self.match.over:
            self._set_up_anew(pieces.occupancy, at)  # clearing the board is no move

    def _assist(self, command: commands.Assist, at: float) -> None:
        self._simulated()[1].on = command.on
        self._retime()

    def _choose(self, index: int, at: float) -> None:
        """Answer the question."""
        if self.opponents.draws:
            self._draw(index, at)
        else:
            self._play(self.reader.choose(index, at), at)

    def _place(self, command: commands.PlacePieces, at: float) -> None:
        placeable = self.placeable
        if not placeable:
            raise CompanionError(Text("no pieces can be placed for a player now"))
        if command.whose not in placeable:
            raise CompanionError(Text("the others place their own pieces"))
        match = self.match
        everybody = frozenset(Seat(seat) for seat in range(len(match.game.seats)))
        asking = {match.seat, *match.computers}
        self._placed_for = everybody if command.whose == "all" else self._placed_for | asking
        self._place_pieces(at)
        self._follow(at, set_up=True)

    def _place_pieces(self, at: float) -> bool:
        """Place the pieces of those who have asked for it; return whether there were any."""
        before = len(self.match.history)
        while self.match.seat in self._placed_for:
            turn = self._next_placement()
            if turn is None:
                break
            self.match.play(turn, at)
            self._keep_time(at)
        if len(self.match.history) == before:
            return False
        if self.pieces is not None and self.assistant is not None:
            self.assistant.forget()
            self.assistant.obey(commands.Arrange(), at)
        return True

    def _take_back(self, command: commands.Back, at: float) -> None:
        self._placed_for = frozenset()
        self.match.take_back(self.match.plies_of(command.moves))
        self._follow(at, set_up=True)

    def _resign(self, _: commands.Resign, at: float) -> None:
        self.match.resign()
        self._follow(at)

    def _offer_draw(self, _: commands.Draw, at: float) -> None:
        self.match.offer_draw()
        if self.match.over:
            self._follow(at)

    def _pause(self, _: commands.Pause, at: float) -> None:
        raise CompanionError(
            Text("everybody plays at this board: there is nobody to ask for a pause")
        )

    def _rematch(self, _: commands.Rematch, at: float) -> None:
        raise CompanionError(Text("everybody plays at this board: choose a new game instead"))

    def _hint(self, _: commands.Hint, at: float) -> None:
        if self.exercise.no_hints:
            raise CompanionError(self.exercise.no_hints)
        self.hints.ask()

    # Signals from the board

    def _play(self, signals: list[Signal], at: float) -> None:
        for signal in signals:
            set_up = False
            match signal:
                case MoveMade(turn):
                    self.match.play(turn, at)
                    if self.assistant is not None:
                        self.assistant.forget()
                    set_up = self._place_pieces(at)
                case TakenBack(plies):
                    set_up = self._taken_back(plies)
                case BoardReady():
                    self.match.record_setup(True)
                case _:
                    assert_never(signal)
            self._follow(at, set_up=set_up)

    def _taken_back(self, plies: int) -> bool:
        """Take back the plies that hands have undone; return whether the board must be set up."""
        self._placed_for = frozenset()
        self.match.take_back(plies)
        return False

    def _draw(self, number: int, at: float) -> None:
        """Play the draw for the computer that the players report, by its index."""
        if 0 <= number < len(self.opponents.draws):
            self.match.play(self.opponents.draws[number], at)
            self._follow(at)

    def _set_up_anew(self, sensed: Occupancy, at: float) -> None:
        self.reader.restart(sensed, at)
        self._follow(at, set_up=True)

    def _look_at_pieces(self, at: float) -> list[Signal]:
        """Answer a question by the simulated pieces: they show what switches cannot."""
        view, pieces = self.reader.view, self.pieces
        if pieces is None:
            return []
        if view.stands and pieces.placed:
            return self.reader.confirm(at)
        asked = view.phase is Phase.ASK
        if not (asked or view.unseen):
            return []
        chosen = pieces.shows(view.candidates)
        if chosen is None:
            return []
        return self.reader.choose(chosen, at) if asked else self.reader.confirm(at)

    # The clock

    @property
    def _resting(self) -> bool:
        """Whether all clocks stand still because the players are busy.

        They set up or repair the board, or make the computer's move.
        """
        mending = self.reader.view.phase in (Phase.SETUP, Phase.ASTRAY)
        return mending or (self.opponents.acting and not self.opponents.thinking)

    def _run_clock(self, at: float) -> None:
        clock = self.match.clock
        if clock is None or self.match.over:
            return
        if self._resting:
            clock.stop(at)
        else:
            clock.go_on(at)
        fallen = clock.fallen(at)
        if fallen is not None and clock.control.loses:
            self._flag_has_fallen(fallen, at)

    def _flag_has_fallen(self, seat: Seat, at: float) -> None:
        """End the match if it is one of two players."""
        if len(self.match.game.seats) == 2:
            self.match.lose_on_time(seat)
            self._follow(at)

    def _time_left(self) -> TimeLeft | None:
        """Return the time on the clock; None without one."""
        clock = self.match.clock
        if clock is None:
            return None
        control = clock.control
        per_move = control.kind is ClockKind.MOVE
        return TimeLeft(clock.read(self._at).left, control.bonus, per_move)

    # What follows when the match has changed

    def _follow(self, at: float, *, set_up: bool = False) -> None:
        """Bring everything in line with the match, which may have changed.

        The order matters: what ends the match or takes moves back comes before what shows it.

        Args:
            at: When (seconds).
            set_up: Whether the board must be set up.
        """
        self._at = at
        set_up = self._reconcile(at, set_up)
        self.opponents.respond()
        self._keep_time(at)
        self._read_on(at, set_up)
        self.hints.update()
        self._passed_until = at + _PASSING if self.match.passed is not None else at
        self._tidy_pieces(at)

    def _reconcile(self, at: float, set_up: bool) -> bool:
        """Bring the match in line with the other boards, and return whether to set up the board."""
        return set_up

    def _keep_time(self, at: float) -> None:
        """Run the clock of the seat to move."""
        self.match.keep_time(at)

    def _read_on(self, at: float, set_up: bool) -> None:
        """Read the board as moves from the current position."""
        match, exercise = self.match, self.exercise
        turns = exercise.turns(self.opponents.turns)
        self.reader.follow(
            match.position, turns, match.history, at, wanted=set_up, over=exercise.over
        )
        if set_up:
            match.record_setup(not self.setting_up)

    @property
    def _believed(self) -> Occupancy:
        return self.match.game.occupancy(self.match.position)

    def _tidy_pieces(self, at: float) -> None:
        """Put simulated pieces in order, and trust them more than the switches.

        Hands may have just moved a piece, which the switches do not show yet.
        """
        if self.pieces is None:
            return
        if self.reader.sensed == self.pieces.occupancy == self._believed:
            self.pieces.tidy()
            self.reader.trust_pieces(at)
        self.pieces.stock()

    def _explain(self, at: float) -> None:
        """Have the board of a resumed game set up if nothing explains what it shows.

        The computer's move may explain it, so this waits until that is known.
        """
        if self._unexplained and not self.opponents.thinking:
            self._unexplained = False
            if not self.reader.explained:
                self._follow(at, set_up=True)

    def _note_trouble(self) -> None:
        """Log an engine's trouble, once."""
        trouble = self.opponents.trouble
        if trouble and trouble != self._noted:
            self.match.journal.append(NoteRecord(trouble))
        self._noted = trouble


def _in_seconds(timing: TimingSettings) -> Timing:
    return Timing(
        settle=timing.settle / 1000,
        patience=timing.patience / 1000,
        pause=timing.pause / 1000 if timing.pause else None,
    )
