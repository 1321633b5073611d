"""How the computer thinks about its own move, and ahead while a person is to move.

The answers found ahead are those that it would give later, only sooner: an answer depends only on
the position, the earlier moves and the seed. An external engine may also look at the clock, but the
computer's own time will be the same by then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.engines.analysis import analyse
from companion.engines.opponent import Choice
from companion.engines.roster import BUILT_IN_PLAYER, Analyst, Chooser, ComputerPlayer
from companion.engines.time_left import TimeLeft
from companion.rules import AnyGame, TurnMatch
from companion.session.search import Cancel, OnResult, SearchResult, SearchRunner
from companion.text import Text

_EFFORT = 0.1  # of an analysis that finds the likeliest moves
_MOVES = 8  # the most moves to find answers to

Key = tuple[int, Any]
"""Identifies a decision: the number of plies played, and the position."""


@dataclass(frozen=True, slots=True)
class MoveResult(SearchResult):
    """The computer's choice in a position. plies: the plies played before it."""

    plies: int
    choice: Choice


@dataclass(frozen=True, slots=True)
class MoveJob:
    """A request for the computer's move. before: the earlier positions. chooser: who chooses; by
    default, the built-in engine. clock: the time on the match's clock, or None."""

    game: AnyGame
    position: Any
    before: tuple[Any, ...]
    level: str
    seed: int
    chooser: Chooser = BUILT_IN_PLAYER.choose
    clock: TimeLeft | None = None

    def run(self, stop: Callable[[], bool], late: Callable[[], bool] = lambda: False) -> MoveResult:
        """Choose a move; once `late` returns True, the best one found so far. Raises Interrupted as
        soon as `stop` returns True."""
        choice = self.chooser(
            self.game,
            self.position,
            self.level,
            before=self.before,
            seed=self.seed,
            stop=stop,
            late=late,
            clock=self.clock,
        )
        return MoveResult(self.position, len(self.before), choice)

    def failed(self) -> MoveResult:
        """Any move: a fault of an engine does not stop the game."""
        moves = self.game.moves(self.position)
        trouble = Text("the computer's search has failed, so it plays any move; the log says why")
        choice = Choice(moves[self.seed % len(moves)], 0.5, trouble)
        return MoveResult(self.position, len(self.before), choice)


@dataclass(frozen=True, slots=True)
class LikelyMoves(SearchResult):
    """The moves that a person may make in a position, likeliest first. plies: the plies played
    before it."""

    plies: int
    moves: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class LikelyJob:
    """A request for the likeliest moves of a person. before: the earlier positions. analyst: who
    rates them; by default, the built-in engine."""

    game: AnyGame
    position: Any
    before: tuple[Any, ...]
    analyst: Analyst = analyse

    def run(
        self, stop: Callable[[], bool], late: Callable[[], bool] = lambda: False
    ) -> LikelyMoves:
        """Rate the moves. Raises Interrupted as soon as `stop` returns True."""
        found = self.analyst(
            self.game, self.position, before=self.before, effort=_EFFORT, stop=stop, late=late
        )
        return LikelyMoves(
            self.position, len(self.before), tuple(rated.move for rated in found.moves)
        )

    def failed(self) -> LikelyMoves:
        """No moves: the computer thinks once it is its turn."""
        return LikelyMoves(self.position, len(self.before), ())


class ThinkingAhead:
    """Finds the computer's answers to a person's likeliest moves, one after the other.

    players:   returns the player at a level.
    time_left: returns the time on the match's clock; None without a clock.
    """

    def __init__(
        self,
        match: TurnMatch,
        seed: int,
        search: SearchRunner,
        on_result: OnResult,
        players: Callable[[str], ComputerPlayer],
        time_left: Callable[[], TimeLeft | None] = lambda: None,
    ) -> None:
        self._match = match
        self._players = players
        self._time_left = time_left
        self._seed = seed
        self._search = search
        self._on_result = on_result
        self._about: Key | None = None  # the position in which a person is to move
        self._next: list[MoveJob] = []  # to be done after the current job
        self._under_way: Key | None = None  # the answer being searched for
        self._cancel: Cancel = lambda: None

    def begin(self) -> None:
        """Think ahead from the current position, in which a person is to act."""
        match = self._match
        here = (len(match.history), match.position)
        if self._about == here:
            return
        self.close()
        self._about = here
        before = tuple(played.position for played in match.history)
        level = next(iter(match.computers.values()))
        job = LikelyJob(match.game, match.position, before, self._players(level).predict)
        self._cancel = self._search(job, self._on_result, ahead=True)

    def take(self, result: SearchResult) -> bool:
        """Take a result, and search for the next answer. Returns whether it was expected."""
        match result:
            case LikelyMoves(position, plies, moves) if (plies, position) == self._about:
                self._next = self._answers(moves)
            case MoveResult(position, plies) if (plies, position) == self._under_way:
                self._under_way = None
            case _:
                return False
        if self._next:
            job = self._next.pop(0)
            self._under_way = len(job.before), job.position
            self._cancel = self._search(job, self._on_result, ahead=True)
        return True

    def _answers(self, moves: tuple[Any, ...]) -> list[MoveJob]:
        """The jobs that find the answers to these moves, where the computer has a choice."""
        match, game = self._match, self._match.game
        before = (*(played.position for played in match.history), match.position)
        jobs = []
        for move in moves[:_MOVES]:
            after = game.advance(match.position, move)
            level = match.computers.get(game.to_act(after))
            if level is not None and len(game.moves(after)) > 1:
                chooser = self._players(level).choose
                clock = self._time_left()
                jobs.append(MoveJob(game, after, before, level, self._seed, chooser, clock))
        return jobs

    def hand_over(self, wanted: Key) -> Cancel | None:
        """Stop thinking ahead. If the search for the answer in `wanted` is under way, it goes on;
        returns the function that cancels it."""
        if self._under_way != wanted:
            self.close()
            return None
        cancel, self._cancel = self._cancel, lambda: None
        self.close()
        return cancel

    def close(self) -> None:
        """Cancel the search, whose result is no longer needed."""
        self._cancel()
        self._about = self._under_way = None
        self._next = []
