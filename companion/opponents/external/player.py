"""An engine as a player in one match, even if it fails.

The engine is started when it is first asked. If it fails, that is if it crashes, hangs, writes
garbage or chooses an illegal move, it is killed, started again, and asked once more: once in a
match. After that, or if it cannot play the game at all, the built-in engine plays on at the level
given in the configuration, and every choice says why.
"""

from __future__ import annotations

import logging
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from threading import Lock, Thread
from typing import Any, TypeVar

from companion.base.errors import CompanionError
from companion.base.monotonic import Clock
from companion.base.text import Text
from companion.opponents import Interrupted
from companion.opponents.analysis import Analysis, RatedMove, analyse
from companion.opponents.contract import Stop, never
from companion.opponents.external.dialogue import (
    Budget,
    Dialogue,
    EngineMove,
    EngineProtocol,
    EngineQuestion,
    LineProcess,
)
from companion.opponents.external.engine_faults import EngineFault, EngineRefusal
from companion.opponents.external.engine_settings import EngineSettings
from companion.opponents.external.introduction import EngineIntroduction
from companion.opponents.external.json_lines import JsonLines
from companion.opponents.external.process import QUIT_WITHIN
from companion.opponents.external.time_plan import EngineClock, plan
from companion.opponents.external.uci import Uci
from companion.opponents.opponent import Choice, choose_move
from companion.opponents.question import UNLIMITED, Question, SearchLimits
from companion.opponents.time_left import TimeLeft
from companion.rules import AnyGame, Seat

RESTARTS = 1
"""How often a failed engine is restarted in a match."""

_PROTOCOLS: dict[str, type[JsonLines | Uci]] = {"json": JsonLines, "uci": Uci}
_UNKNOWN = 1.0  # the value of a choice without one: it never accepts a draw

_T = TypeVar("_T")

_log = logging.getLogger(__name__)


class EngineFailed(CompanionError, RuntimeError):
    """An engine failed for good. The message names it."""


class ExternalPlayer:
    """An engine at one level, in one match.

    Args:
        name: The engine's name in the configuration.
        settings: The settings of the level.
        game: The game.
        start: Starts its process. Raises EngineFault.
        clock: Returns seconds, for deadlines.
    """

    def __init__(
        self,
        name: str,
        settings: EngineSettings,
        game: AnyGame,
        start: Callable[[], LineProcess],
        clock: Clock,
    ) -> None:
        self._name = name
        self._settings = settings
        self._game = game
        self._start = start
        self._clock = clock
        self._engine: EngineProtocol | None = None
        self._met: EngineProtocol | None = None  # the last that was started, even if it failed
        self._process: LineProcess | None = None
        self._changing = Lock()  # held while the process is started or killed
        self._closed = False
        self._restarts = 0
        self._failed: EngineFault | None = None  # why it is not asked any more
        self._trouble = Text()  # what has gone wrong since the last choice
        self._made: dict[tuple[Any, Any], Any] = {}  # the move between two positions

    # What a match asks

    def choose(
        self, question: Question, _level: str = "", limits: SearchLimits = UNLIMITED, /
    ) -> Choice:
        """Let the engine choose a move, as in `companion.opponents.opponent.choose_move`.

        The engine has its own deadline, so `late` only matters to the built-in engine in its place.
        """
        game, position = question.game, question.position
        moves, began = game.moves(position), self._clock()

        def ask(engine: EngineProtocol) -> EngineMove:
            # The clock also runs while the engine starts.
            passed = self._clock() - began
            budget, told = self._timed(limits.clock, game.to_act(position), passed)
            return engine.choose(self._question(question, moves, budget, told), limits.stop)

        try:
            chosen = self._ask(ask, limits.stop)
        except EngineFault as fault:
            choice = choose_move(question, self._settings.fallback, limits)
            return replace(choice, trouble=self._gave_up(fault))
        trouble, self._trouble = self._trouble, Text()
        value = _UNKNOWN if chosen.value is None else chosen.value
        return Choice(chosen.move, value, trouble)

    def predict(
        self, question: Question, limits: SearchLimits = UNLIMITED, among: Sequence[Any] = (), /
    ) -> Analysis:
        """Rate moves with the engine or, if it has failed, with the built-in one."""
        try:
            return self.analyse(question, limits, among)
        except EngineFailed:
            return analyse(question, limits, among)

    def analyse(
        self, question: Question, limits: SearchLimits = UNLIMITED, among: Sequence[Any] = (), /
    ) -> Analysis:
        """Rate moves with the engine, as in `companion.opponents.analysis`.

        Exact values are looked up without it.

        Raises:
            EngineFailed: If the engine has failed for good.
        """

        def rater(moves: Sequence[Any]) -> list[RatedMove]:
            asked = self._question(question, moves, self._budget.times(limits.effort))
            return self._ask(lambda engine: self._rated(engine, asked, limits.stop), limits.stop)

        try:
            return analyse(question, limits, among, rater)
        except EngineFault as fault:
            raise EngineFailed(
                Text("engine {name}: {problem}", name=self._name, problem=fault.text)
            ) from None

    def begin(self, stop: Stop = never) -> str:
        """Start the engine.

        Returns:
            The engine's name for itself.

        Raises:
            EngineFault: If it fails; it is then not started again.
        """
        try:
            return self._greeted(stop).name
        except EngineFault:
            self._drop()
            raise

    @property
    def rates(self) -> bool:
        """Whether the engine, which must have begun, can rate moves."""
        return self._engine is not None and self._engine.rates

    @property
    def introduction(self) -> EngineIntroduction:
        """What the engine has said of itself when it was last started; empty before."""
        met = self._met
        return (
            EngineIntroduction()
            if met is None
            else EngineIntroduction(met.name, met.author, met.offers)
        )

    def attempt(self, question: Question, stop: Stop = never) -> EngineMove:
        """Let the engine choose a move, without a second start, and nobody in its place.

        Raises:
            EngineFault: If it fails; it is then killed.
            Interrupted: If `stop` returns True, or the engine is ended.
        """
        asked = self._question(question, question.game.moves(question.position), self._budget)
        try:
            return self._greeted(stop).choose(asked, stop)
        except EngineFault:
            self._drop()
            if self._closed:
                raise Interrupted from None
            raise

    def rest(self) -> None:
        """End the engine until it is next asked. Must be called by the thread that asks it."""
        with self._changing:
            process, engine = self._process, self._engine
            self._engine = None
            if process is not None:
                if engine is not None:
                    engine.quit()
                process.close(QUIT_WITHIN)
                self._process = None

    def close(self) -> None:
        """End the engine in the background, giving it a moment to exit by itself."""
        self._closed = True
        Thread(target=self.end, name="engine end", daemon=True).start()

    def end(self, grace: float = QUIT_WITHIN) -> None:
        """End the engine.

        Args:
            grace: The seconds it has to exit by itself before it is killed.
        """
        self._closed = True
        with self._changing:
            process, engine = self._process, self._engine
        if process is not None:
            if engine is not None:
                engine.quit()
            process.close(grace)

    # How the engine is asked

    @property
    def _budget(self) -> Budget:
        return Budget(self._settings.seconds, self._settings.nodes)

    def _timed(
        self, clock: TimeLeft | None, seat: Seat, passed: float
    ) -> tuple[Budget, EngineClock | None]:
        """Return how long to think about a move, and the clock to tell the engine."""
        budget = self._budget
        if clock is None:
            return budget, None
        seconds, told = plan(clock, seat, passed, budget.seconds)
        return Budget(seconds, budget.nodes), told

    @staticmethod
    def _rated(engine: EngineProtocol, question: EngineQuestion, stop: Stop) -> list[RatedMove]:
        if not engine.rates:
            raise EngineRefusal(
                Text("it only chooses moves, and does not say what others are worth")
            )
        return engine.rate(question, stop)

    def _ask(self, ask: Callable[[EngineProtocol], _T], stop: Stop) -> _T:
        """Ask the engine, and once more if it fails.

        Raises:
            EngineFault: If it is not asked any more.
            Interrupted: If `stop` returns True.
        """
        while True:
            if self._failed is not None:
                raise self._failed
            try:
                return ask(self._greeted(stop))
            except EngineRefusal as refusal:
                if self._engine is None:  # it cannot play at all
                    self._drop()
                    self._failed = refusal
                raise
            except EngineFault as fault:
                self._drop()
                if self._closed:
                    raise Interrupted from None
                if self._restarts >= RESTARTS:
                    self._failed = fault
                    raise
                self._restarts += 1
                self._trouble = Text(
                    "engine {name}: {problem}; it was started again",
                    name=self._name,
                    problem=fault.text,
                )
                _log.warning("%s", self._trouble)
                if stop():
                    raise Interrupted from None

    def _greeted(self, stop: Stop) -> EngineProtocol:
        """Return the engine, started and greeted."""
        if self._engine is not None:
            return self._engine
        with self._changing:
            if self._closed:
                raise Interrupted
            self._process = process = self._start()
        # Not every engine ends with its input, so nobody who drops a player leaves one behind.
        weakref.finalize(self, process.close)
        engine = _PROTOCOLS[self._settings.protocol](Dialogue(process, self._clock))
        self._met = engine
        try:
            engine.greet(self._game, self._settings.options, stop)
        except Interrupted:
            self._drop()  # its next output would be unpredictable
            raise
        self._engine = engine
        return engine

    def _drop(self) -> None:
        """Kill the engine. Until that is done, `end` can find its process and wait for it."""
        self._engine = None
        with self._changing:
            if self._process is not None:
                self._process.close()
                self._process = None

    def _gave_up(self, fault: EngineFault) -> Text:
        trouble = Text(
            "engine {name}: {problem}; the computer plays on at the level {level}",
            name=self._name,
            problem=fault.text,
            level=self._settings.fallback,
        )
        if trouble != self._trouble:
            _log.warning("%s", trouble)
        self._trouble = trouble
        return trouble

    def _question(
        self,
        question: Question,
        moves: Sequence[Any],
        budget: Budget,
        clock: EngineClock | None = None,
    ) -> EngineQuestion:
        """Build a question, with the moves that led to the position, where positions show them."""
        game, position = question.game, question.position
        played: list[tuple[Any, Any]] = []
        for here, there in pairwise((*question.before, position)):
            if (here, there) not in self._made:
                self._made[here, there] = next(
                    (move for move in game.moves(here) if game.advance(here, move) == there), None
                )
            move = self._made[here, there]
            if move is None:
                played.clear()
                continue
            played.append((here, move))
        start = played[0][0] if played else position
        return EngineQuestion(
            game, start, tuple(played), position, moves, budget, question.seed, clock
        )
