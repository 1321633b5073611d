"""Games with players at boards elsewhere: played, or only watched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.device.lamps.scene import Scene
from companion.device.ports.port import PieceTable
from companion.hands import BoardReader, Phase, UnreadBoard, earliest
from companion.protocol import commands
from companion.protocol.views import QuestionView
from companion.remote.table import RequestKind
from companion.remote.table.seat_link import LinkReport
from companion.rules import Seat
from companion.rules.geometry import Occupancy
from companion.session.match.last_move import last_move
from companion.session.match.recorded import RecordedMatch
from companion.session.play.exercise import Words
from companion.session.play.live_game import Beginning, Engines, LiveGame
from companion.session.play.open_board import OpenBoard
from companion.session.play.page_text import heard_from_afar
from companion.session.play.scene_builder import watched_scene
from companion.session.remote_play.remote_players import OtherPlayers, RemotePlayers
from companion.session.remote_play.remote_table import ANSWERS, RemoteTable


class RemoteGame(LiveGame):
    """A game with remote players; what needs their consent is requested.

    Args:
        table: This board's place at the table of the match.
        match: The match and its log.
        board: The open board.
        engines: The searches for hints and for the computer's moves.
        beginning: How the game begins or goes on.
        at: When play begins (seconds).
    """

    remote: RemoteTable

    def __init__(
        self,
        table: RemoteTable,
        match: RecordedMatch,
        board: OpenBoard,
        engines: Engines,
        beginning: Beginning,
        at: float,
    ) -> None:
        self.remote = table
        super().__init__(match, board, engines, beginning, at)

    def _other_players(self, engines: Engines) -> OtherPlayers:
        return RemotePlayers(self.match, self.remote)

    @property
    def _repeatable(self) -> bool:
        """The others have to agree to another game."""
        return False

    # Requests

    @property
    def _asked(self) -> bool:
        """Whether a remote player waits for an answer, with no other question before it."""
        return self.remote.must_answer and self.reader.view.phase is Phase.REST

    @property
    def storing(self) -> bool:
        """Whether what was played last is not on the card yet, here or in the table's log."""
        return super().storing or self.remote.storing

    @property
    def asks(self) -> bool:
        """Whether the players face a question that the button can answer."""
        return super().asks or self._asked

    def question(self, prompt: Text) -> QuestionView | None:
        """Return the question with its answers, for the page; None if there is none."""
        if self._asked:
            return QuestionView(prompt, tuple(map(str, ANSWERS)), self.remote.picked)
        return super().question(prompt)

    @property
    def words(self) -> Words:
        """The words about the game, and the messages and requests of other boards."""
        return heard_from_afar(self.match, super().words, self.reader.view, self.remote)

    def confirm(self, at: float, *, held: bool = False) -> None:
        """Pick the next answer to a request, or give it if the button is held.

        Without a request, confirm the move that the board shows, or a switch doubt.
        """
        remote = self.remote
        if not self._asked:
            super().confirm(at, held=held)
        elif held:
            self._answer(remote.picked, at)
        else:
            remote.picked = (remote.picked + 1) % len(ANSWERS)

    def _choose(self, index: int, at: float) -> None:
        if self._asked:
            self._answer(index, at)
        else:
            super()._choose(index, at)

    def _answer(self, index: int, at: float) -> None:
        self.remote.answer(index == 0)
        self._hear(at)

    def _ask(self, what: RequestKind, at: float, plies: int = 0) -> None:
        self.remote.ask(what, plies)
        self._hear(at)

    def _take_back(self, command: commands.Back, at: float) -> None:
        self._placed_for = frozenset()
        plies = self.match.undone(self.match.plies_of(command.moves))
        self._ask("takeback", at, len(self.match.history) - plies)

    def _resign(self, _: commands.Resign, at: float) -> None:
        self._ask("resign", at)

    def _offer_draw(self, _: commands.Draw, at: float) -> None:
        self.remote.offer_draw()
        self._hear(at)

    def _pause(self, command: commands.Pause, at: float) -> None:
        self._ask("pause" if command.on else "resume", at)

    def _rematch(self, _: commands.Rematch, at: float) -> None:
        self._ask("new", at)

    def _taken_back(self, plies: int) -> bool:
        """Request the takeback that hands have just made, unless another request is open.

        Until it is granted, the board must be set up.
        """
        self._placed_for = frozenset()
        with suppress(CompanionError):
            self.remote.ask("takeback", len(self.match.history) - plies)
        return True

    # The shared log

    def take_report(self, report: LinkReport, at: float) -> None:
        """Take a report from a remote board."""
        self.remote.take(report)
        self._hear(at)
        self._note_trouble()

    def _hear(self, at: float) -> None:
        """Follow the shared log.

        Hands that are moving a piece are left alone unless the log changes what may be played.
        """
        before = self._played
        taken_back = self.remote.reconcile(self.match, at)
        if taken_back:
            self._placed_for = frozenset()
        placed = self._place_pieces(at)
        self.opponents.respond()
        if taken_back or self._played != before:
            self._follow(at, set_up=taken_back or placed or self.setting_up)
            self._explain(at)
        else:
            self.remote.keep_time(self.match, at)

    @property
    def _played(self) -> tuple[object, ...]:
        return (len(self.match.history), self.match.over, self.opponents.turns)

    def _reconcile(self, at: float, set_up: bool) -> bool:
        return self.remote.reconcile(self.match, at) or set_up

    # The clock

    @property
    def _resting(self) -> bool:
        return super()._resting or self.remote.paused

    def _keep_time(self, at: float) -> None:
        super()._keep_time(at)
        self.remote.keep_time(self.match, at)

    def _run_clock(self, at: float) -> None:
        mine = self.match.seat == self.remote.seat and not self.match.over
        self.remote.show_thinking(mine and not self._resting)
        super()._run_clock(at)
        if self.remote.deadline is not None and at >= self.remote.deadline:
            self.remote.keep_time(self.match, at)

    @property
    def deadline(self) -> float | None:
        """When `advance` or `scene` next has something to do if nothing else happens (seconds)."""
        return earliest(super().deadline, self.remote.deadline)

    def _flag_has_fallen(self, seat: Seat, at: float) -> None:
        """Declare this board's own flag fallen; each board does so for its own seat."""
        if seat == self.remote.seat:
            self.remote.lose_on_time()
            self._hear(at)


class WatchedGame(RemoteGame):
    """A game that is only watched here.

    New moves in the log are played at once, and neither hands nor pages can do anything. The pieces
    on the board have no meaning; on a simulated board there are none, and they all count as
    present.
    """

    watches = True

    def _playable(self, pieces: PieceTable | None) -> None:
        self._simulated_board = pieces is not None

    def _read(self, board: OpenBoard, beginning: Beginning, at: float) -> BoardReader:
        debounce = beginning.timing.debounce / 1000
        return UnreadBoard(self.match.turn_game, beginning.sensed, at, debounce=debounce)

    def _commands(self) -> Mapping[type, Callable[[Any, float], None]]:
        def refuse(*_: object) -> None:
            raise CompanionError(Text("you are watching: only the players can do that"))

        # A page that closed may have held a piece of the previous game.
        return dict.fromkeys(super()._commands(), refuse) | {commands.Put: lambda *_: None}

    @property
    def sensed(self) -> Occupancy:
        """The occupied points."""
        if self._simulated_board:
            return self.match.game.occupancy(self.match.position)
        return super().sensed

    def scene(self, at: float) -> Scene:
        """Return the meaning of the lamps."""
        match, sensed, passing, marks_last = (
            self.match,
            self.sensed,
            self._passing(at),
            self._marks_last,
        )

        def shown() -> Scene:
            return watched_scene(match, sensed, at, passing, last_move(match) if marks_last else ())

        basis = (match.cache_key, sensed, passing, marks_last)
        return replace(self._scene.get(basis, shown), since=at)

    def _reconcile(self, at: float, set_up: bool) -> bool:
        super()._reconcile(at, set_up)
        return False
