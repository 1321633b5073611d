"""A game in progress on an open board: turns what the hands do into moves of the match."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import assert_never

from companion.clock import ClockKind
from companion.config import TimingSettings
from companion.engines.roster import BUILT_IN, Roster
from companion.engines.time_left import TimeLeft
from companion.geometry import Occupancy
from companion.journal.record import NoteRecord
from companion.learning.drills import Drill, DrillStart
from companion.learning.lessons import Lesson
from companion.lights.scene import Scene
from companion.protocol import commands
from companion.remote import RequestKind
from companion.remote.link import LinkReport
from companion.rules import CompanionError, Seat
from companion.session.assistant import Assistant
from companion.session.board import OpenBoard
from companion.session.drill_game import DrillGame
from companion.session.far_players import FarPlayers, OtherPlayers
from companion.session.guided_game import GuidedGame
from companion.session.hints import HintResult, Hints
from companion.session.last_move import last_move
from companion.session.last_result import LastResult
from companion.session.opponents import Opponents
from companion.session.pieces import SimulatedPieces
from companion.session.recorded import RecordedMatch
from companion.session.refused import NOT_THIS_STEP, RefusedMove, refused
from companion.session.remote_table import ANSWERS, RemoteTable
from companion.session.scene import scene, watched_scene
from companion.session.search import OnResult, SearchResult, SearchRunner
from companion.session.switches import SwitchLog
from companion.session.words import Words, heard_from_afar, words
from companion.text import Text
from companion.tracking import (
    BoardReader,
    BoardReady,
    MoveMade,
    Phase,
    Signal,
    TakenBack,
    Timing,
    UnreadBoard,
    earliest,
)

_PASSING = 2.5  # seconds to show a forced pass

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
    | commands.Pause
    | commands.Rematch
    | commands.Hint
    | commands.Watch
    | commands.Assist
)


class LiveGame:
    """One match, and everything that lasts exactly as long.

    match:     the match and its log.
    reader:    reads the board as moves of this match.
    hints:     what to play next, and whether a puzzle is hopeless.
    opponents: the computer's part, or that of the remote players.
    remote:    this board's place at a shared table; None in any other game.
    watches:   whether the game is only watched here: neither hands nor pages can do anything.
    pieces:    the simulated pieces; None on a wooden board.
    guided:    the lesson being played; None in a normal game.
    drill:     the drill being played; None in any other game.
    assistant: moves the simulated pieces for the players; None on a wooden board.
    roster:    who can play for the computer.
    """

    def __init__(
        self,
        match: RecordedMatch,
        board: OpenBoard,
        sensed: Occupancy,
        timing: TimingSettings,
        search: SearchRunner,
        on_result: OnResult,
        at: float,
        *,
        set_up: bool,
        resumed: bool = False,
        watched: bool = False,
        lesson: Lesson | None = None,
        drill: tuple[Drill, DrillStart] | None = None,
        assisted: bool = False,
        marks_last: bool = True,
        roster: Roster = BUILT_IN,
        remote: RemoteTable | None = None,
    ) -> None:
        """Start playing at `at` on a board that senses `sensed`.

        set_up:  whether the board must be set up before play.
        resumed: whether it must be set up only if nothing explains what it shows.
        watched: whether to warn the player when the position becomes hopeless.
        lesson:  the lesson to play, or None.
        drill:   the drill to play, and where it starts; or None.
        assisted: whether the assistant moves simulated pieces.
        marks_last: whether the lamps show the last move.
        roster:  who can play for the computer.
        remote:  the place at the shared table of the match, or None.
        """
        self.watches = remote is not None and remote.watches
        self._simulated_board = board.port.pieces is not None
        pieces = None if self.watches else board.port.pieces
        self.match = match
        self.guided = None if lesson is None else GuidedGame(lesson, match)
        self.drill = None if drill is None else DrillGame(*drill, match)
        self.pieces = None if pieces is None else SimulatedPieces(pieces, match)
        self.hints = Hints(match, search, on_result, watched=watched)
        self.roster = roster
        self.remote = remote
        self.opponents: OtherPlayers = (
            Opponents(match, match.computer_seed, search, on_result, roster, self._time_left)
            if remote is None
            else FarPlayers(match, remote)
        )
        self._noted = Text()  # the engine trouble that has been logged
        debounce = timing.debounce / 1000
        self.reader = (
            UnreadBoard(match.turn_game, sensed, at, debounce=debounce)
            if self.watches
            else BoardReader(
                match.turn_game,
                _in_seconds(timing),
                sensed,
                at,
                board.faults,
                debounce=debounce,
                doubt_switches=pieces is None,
            )
        )
        self.assistant: Assistant | None = None
        if self.pieces is not None:
            self.assistant = Assistant(
                self.pieces,
                match,
                self.opponents,
                lambda: self.reader.view,
                on=assisted,
                guided=self.guided,
            )
        self._switch_log = SwitchLog(match)
        self._scene: LastResult[Scene] = LastResult()
        self._words: LastResult[Words] = LastResult()
        self._marks_last = marks_last
        self._unexplained = resumed  # whether the board has yet to be explained or set up
        self._at = self._passed_until = at
        self._follow(at, set_up=set_up)
        self._explain(at)

    def adjust(self, timing: TimingSettings, *, marks_last: bool) -> None:
        """Use new settings from now on. The debouncing of switches does not change."""
        self.reader.retime(_in_seconds(timing))
        self._marks_last = marks_last

    def close(self) -> None:
        """Cancel all searches, whose results are no longer needed, and end engines."""
        self.hints.close()
        self.opponents.close()

    # State

    @property
    def setting_up(self) -> bool:
        """Whether the board is being set up, so that changes on it are no moves."""
        return self.reader.view.phase is Phase.SETUP

    @property
    def sensed(self) -> Occupancy:
        """The occupied points. A watched game on a simulated board needs no pieces: they all count
        as present."""
        if self.watches and self._simulated_board:
            return self.match.game.occupancy(self.match.position)
        return self.reader.sensed

    @property
    def asks(self) -> bool:
        """Whether the players face a question that the button can answer."""
        return (
            self.reader.view.phase is Phase.ASK
            or bool(self.opponents.draws)
            or self.asked_from_afar
        )

    @property
    def asked_from_afar(self) -> bool:
        """Whether a remote player waits for an answer, with no other question before it."""
        waits = self.remote is not None and self.remote.must_answer
        return waits and self.reader.view.phase is Phase.REST

    @property
    def words(self) -> Words:
        """What to say about the game."""
        reader, opponents = self.reader, self.opponents
        view, ignored, doubt = reader.view, reader.ignored, reader.doubt
        said = self._words.get(
            (self.match.basis, view, ignored, doubt, self._others, opponents.headline),
            lambda: words(self.match, view, opponents, ignored, doubt, self.guided, self.drill),
        )
        return said if self.remote is None else heard_from_afar(said, view, self.remote)

    @property
    def _others(self) -> tuple[object, ...]:
        """What there is to do for the computer, or for remote players."""
        return self.opponents.turn, self.opponents.draws, self.opponents.picked

    def scene(self, at: float) -> Scene:
        """The meaning of the lamps."""
        view, passing, clock = self.reader.view, self._passing(at), self.match.clock
        marks_last = self._marks_last and self.guided is None
        mark = None if clock is None else clock.mark(at)
        sensed = self.sensed if self.watches else None
        hint, faulty = self.hints.path, tuple(self.reader.faults)

        def shown() -> Scene:
            last = last_move(self.match) if marks_last else ()
            if sensed is not None:
                return watched_scene(self.match, sensed, at, passing, last)
            found = scene(
                self.match, view, at, passing, hint, faulty, self.opponents, mark, last=last
            )
            return found if self.guided is None else self.guided.light(found, view)

        told = (self.match.basis, view, self._others)
        basis = (*told, passing, hint, faulty, mark, marks_last, sensed)
        return replace(self._scene.get(basis, shown), since=at)

    @property
    def deadline(self) -> float | None:
        """When `advance` or `scene` next has something to do if nothing else happens."""
        pass_shown = None if self._passing(self._at) is None else self._passed_until
        clock = self.match.clock
        mark = None if clock is None else clock.next_mark(self._at)
        assistant = None if self.assistant is None else self.assistant.deadline
        return earliest(self.reader.deadline, pass_shown, mark, assistant)

    def _passing(self, at: float) -> Seat | None:
        return self.match.passed if at < self._passed_until else None

    # Events

    def advance(self, at: float) -> None:
        """Read the board at `at`, and play what it shows."""
        self._at = at
        if self.pieces is not None:
            self.reader.hold(self.pieces.in_hand, at)
        while signals := self.reader.advance(at) or self._look_at_pieces(at):
            self._play(signals, at)
        if self.assistant is not None:
            self.assistant.advance(at)
        self._switch_log.write(self.reader.faults)
        self._run_clock(at)

    @property
    def assisted(self) -> bool:
        """Whether the assistant moves simulated pieces."""
        return self.assistant is not None and self.assistant.on

    @property
    def refused(self) -> RefusedMove | None:
        """What hands have just done against the rules, and why that is wrong."""
        if self.assistant is not None and self.assistant.on:
            return self.assistant.refused
        moved = refused(self.match, self.reader.view)
        if moved is not None and self.guided is not None:
            return moved._replace(text=NOT_THIS_STEP)
        return moved

    def stop_clock(self, at: float) -> None:
        """Stop everybody's time until `advance` is called again."""
        if self.match.clock is not None:
            self.match.clock.stop(at)

    def compare(self, sensed: Occupancy | None, at: float) -> None:
        """Compare the board with a reading of all switches (None: it failed). Retry a failed
        journal write."""
        if self.match.journal.waiting or not self.match.over:
            self.match.journal.retry()
        if sensed is not None:
            self.reader.compare(sensed, at)

    def confirm(self, at: float, *, held: bool = False) -> None:
        """Confirm the move that the board shows, or a switch doubt. held: whether by a long press,
        which answers a question."""
        if self.remote is not None and self.asked_from_afar:
            if held:
                self._answer(self.remote, self.remote.picked, at)
            else:
                self.remote.picked = (self.remote.picked + 1) % len(ANSWERS)
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

    def press(self, at: float) -> None:
        """The button was pressed: confirm what the board shows or, if nothing needs that, show all
        of a hint whose start is lit."""
        quiet = self.reader.view.phase is Phase.REST and self.reader.doubt is None
        if quiet and self.hints.more:
            self.hints.ask()
        else:
            self.confirm(at)

    def _simulated(self) -> tuple[SimulatedPieces, Assistant]:
        """The simulated pieces and the assistant. Raises CompanionError on a wooden board."""
        if self.pieces is None or self.assistant is None:
            raise CompanionError(Text("these pieces are wooden: only hands can move them"))
        return self.pieces, self.assistant

    def obey(self, command: GameCommand, at: float) -> None:
        """Execute a command from a page. Raises CompanionError if that is impossible."""
        if self.watches:
            if isinstance(command, commands.Put):
                return  # from a closed page, which held a piece of the previous game
            raise CompanionError(Text("you are watching: only the players can do that"))
        match command:
            case commands.Lift() | commands.Put() | commands.Arrange() | commands.Sweep():
                pieces, assistant = self._simulated()
                assistant.obey(command, at)
                if isinstance(command, commands.Sweep) and not self.match.over:
                    self._set_up_anew(pieces.occupancy, at)  # clearing the board is no move
            case commands.Confirm():
                self.confirm(at)
            case commands.Choose(index):
                if self.remote is not None and self.asked_from_afar:
                    self._answer(self.remote, index, at)
                elif self.opponents.draws:
                    self._draw(index, at)
                else:
                    self._play(self.reader.choose(index, at), at)
            case commands.Back(moves) if self.remote is not None:
                plies = self.match.undone(self.match.plies_of(moves))
                self._ask(self.remote, "takeback", at, len(self.match.history) - plies)
            case commands.Resign() if self.remote is not None:
                self._ask(self.remote, "resign", at)
            case commands.Draw() if self.remote is not None:
                self.remote.offer_draw()
                self._follow_afar(self.remote, at)
            case commands.Pause(on):
                if self.remote is None:
                    raise CompanionError(
                        Text("everybody plays at this board: there is nobody to ask for a pause")
                    )
                self._ask(self.remote, "pause" if on else "resume", at)
            case commands.Rematch():
                if self.remote is None:
                    raise CompanionError(
                        Text("everybody plays at this board: choose a new game instead")
                    )
                self._ask(self.remote, "new", at)
            case commands.Back(moves):
                self.match.take_back(self.match.plies_of(moves))
                self._follow(at, set_up=True)
            case commands.Resign():
                self.match.resign()
                self._follow(at)
            case commands.Draw():
                self.match.offer_draw()
                if self.match.over:
                    self._follow(at)
            case commands.Assist(on):
                _, assistant = self._simulated()
                assistant.on = on
            case commands.Hint():
                if self.guided is not None:
                    raise CompanionError(Text("a guided game shows every move: there are no hints"))
                self.hints.ask()
            case commands.Watch(on):
                self.hints.watch(on)
            case _:
                assert_never(command)

    def take(self, result: SearchResult, at: float) -> None:
        """Take the result of a search."""
        if isinstance(result, HintResult):
            self.hints.take(result)
        elif self.opponents.take(result):
            self._follow(at, set_up=self.setting_up)
            self._explain(at)
            self._note_trouble()

    # Remote players

    def take_report(self, report: LinkReport, at: float) -> None:
        """Take a report from a remote board."""
        if self.remote is not None:
            self.remote.take(report)
            self._follow_afar(self.remote, at)
            self._note_trouble()

    def _ask(self, remote: RemoteTable, what: RequestKind, at: float, plies: int = 0) -> None:
        remote.ask(what, plies)
        self._follow_afar(remote, at)

    def _ask_to_take_back(self, remote: RemoteTable, plies: int) -> None:
        """Ask for the takeback that hands have just made. Ignored if another request is open."""
        with suppress(CompanionError):
            remote.ask("takeback", len(self.match.history) - plies)

    def _answer(self, remote: RemoteTable, index: int, at: float) -> None:
        remote.answer(index == 0)
        self._follow_afar(remote, at)

    def _follow_afar(self, remote: RemoteTable, at: float) -> None:
        """Follow the shared log. Hands that are moving a piece are left alone unless the log
        changes what may be played."""
        match, before = self.match, self._played
        taken_back = remote.follow(match, at)
        self.opponents.update()
        if taken_back or self._played != before:
            self._follow(at, set_up=taken_back or self.setting_up)
            self._explain(at)

    @property
    def _played(self) -> tuple[object, ...]:
        return (len(self.match.history), self.match.over, self.opponents.turns)

    def _note_trouble(self) -> None:
        """Log an engine's trouble, once."""
        trouble = self.opponents.trouble
        if trouble and trouble != self._noted:
            self.match.journal.append(NoteRecord(trouble))
        self._noted = trouble

    def resync(self, sensed: Occupancy, at: float) -> None:
        """Continue the game on a board that senses this. Changes in the meantime were not meant as
        a move: the board must be set up again, unless that is under way already."""
        if sensed == self.reader.sensed or self.setting_up:
            self.reader.resync(sensed, at)
        else:
            self._set_up_anew(sensed, at)

    def _set_up_anew(self, sensed: Occupancy, at: float) -> None:
        self.reader.restart(sensed, at)
        self._follow(at, set_up=True)

    def _draw(self, number: int, at: float) -> None:
        """Play what the players drew for the computer, by its index."""
        if 0 <= number < len(self.opponents.draws):
            self.match.play(self.opponents.draws[number], at)
            self._follow(at)

    def _play(self, signals: list[Signal], at: float) -> None:
        for signal in signals:
            match signal:
                case MoveMade(turn):
                    self.match.play(turn, at)
                    if self.assistant is not None:
                        self.assistant.forget()
                case TakenBack(plies) if self.remote is not None:
                    self._ask_to_take_back(self.remote, plies)
                    self._follow(at, set_up=True)  # until it is granted
                    continue
                case TakenBack(plies):
                    self.match.take_back(plies)
                case BoardReady():
                    self.match.record_setup(True)
                case _:
                    assert_never(signal)
            self._follow(at)

    def _run_clock(self, at: float) -> None:
        """Let time run unless the players are busy: setting up or mending the board, or making the
        computer's move. End the match if a flag has fallen."""
        match, clock, opponents = self.match, self.match.clock, self.opponents
        if clock is None or match.over:
            return
        mending = self.reader.view.phase in (Phase.SETUP, Phase.ASTRAY)
        resting = self.remote is not None and self.remote.paused
        if mending or resting or (opponents.acting and not opponents.thinking):
            clock.stop(at)
        else:
            clock.go_on(at)
        fallen = clock.fallen(at)
        if self.remote is not None:
            if fallen == self.remote.seat and clock.control.loses:
                self.remote.lose_on_time()
                self._follow_afar(self.remote, at)
            return  # in a remote game, a flag falls only by its own board's clock
        if fallen is not None and clock.control.loses and len(match.game.seats) == 2:
            match.lose_on_time(fallen)
            self._follow(at)

    def _time_left(self) -> TimeLeft | None:
        """The time on the clock; None without one."""
        clock = self.match.clock
        if clock is None:
            return None
        control = clock.control
        per_move = control.kind is ClockKind.MOVE
        return TimeLeft(clock.read(self._at).left, control.bonus, per_move)

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

    def _explain(self, at: float) -> None:
        """Have the board of a resumed game set up if nothing explains what it shows. The computer's
        move may explain it, so this waits until that is known."""
        if self._unexplained and not self.opponents.thinking:
            self._unexplained = False
            if not self.reader.explained:
                self._follow(at, set_up=True)

    def _follow(self, at: float, *, set_up: bool = False) -> None:
        """Follow the match, which may have changed. set_up: whether the board must be set up."""
        match = self.match
        self._at = at
        if self.remote is not None:
            set_up = (self.remote.follow(match, at) or set_up) and not self.watches
        self.opponents.update()  # it may end the match, by accepting a draw
        match.keep_time(at)
        if self.remote is not None:
            self.remote.keep_time(match, at)
        guided = self.guided
        self.reader.follow(
            match.position,
            self.opponents.turns if guided is None else guided.turns,
            match.history,
            at,
            wanted=set_up,
            over=match.over if guided is None else guided.done,
        )
        if set_up:
            match.record_setup(not self.setting_up)
        self.hints.update()
        self._passed_until = at + _PASSING if match.passed is not None else at
        if self.pieces is not None:
            # Hands may have just moved a piece, which the switches do not show yet.
            occupied = match.game.occupancy(match.position)
            if self.reader.sensed == self.pieces.occupancy == occupied:
                self.pieces.tidy()
                self.reader.trust_pieces(at)
            self.pieces.stock()


def _in_seconds(timing: TimingSettings) -> Timing:
    return Timing(
        settle=timing.settle / 1000,
        patience=timing.patience / 1000,
        pause=timing.pause / 1000 if timing.pause else None,
    )
