"""The computer's thinking about its own move, and ahead while a person is to move.

The answers found ahead are those that it would give later, only sooner: an answer depends only on
the position, the earlier moves and the seed. An external engine may also look at the clock, but the
computer's own time will be the same by then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from companion.base.text import Text
from companion.opponents.question import Question, SearchLimits
from companion.opponents.roster import BUILT_IN_PLAYER, Analyst, Chooser, ComputerPlayer
from companion.opponents.search_jobs import HASTY, Cancel, OnResult, SearchResult, SearchRunner
from companion.opponents.time_left import TimeLeft
from companion.rules import TurnMatch

if TYPE_CHECKING:
    from companion.opponents.opponent import Choice

_EFFORT = 0.1  # of an analysis that finds the likeliest moves
_MOVES = 8  # the most moves to find answers to

Key = tuple[int, Any]
"""The key of a decision: the number of plies played, and the position."""


class MoveResult(SearchResult, frozen=True):
    """The computer's choice in a position.

    Attributes:
        plies: The number of plies played before it.
        choice: The choice.
    """

    plies: int
    choice: Choice


class MoveJob(msgspec.Struct, frozen=True):
    """A request for the computer's move.

    Attributes:
        question: The position in which to move, and the seed of its choices.
        level: The computer's level.
        chooser: Chooses the move; by default, the built-in engine.
        clock: The time on the match's clock, or None.
    """

    question: Question
    level: str
    chooser: Chooser = BUILT_IN_PLAYER.choose
    clock: TimeLeft | None = None

    def run(self, stop: Callable[[], bool], late: Callable[[], bool] = lambda: False) -> MoveResult:
        """Choose a move.

        Args:
            stop: Returns whether the move is no longer needed.
            late: Returns whether time is up, so that the best move found so far has to do.

        Raises:
            Interrupted: As soon as `stop` returns True.
        """
        limits = SearchLimits(stop=stop, late=late, clock=self.clock)
        choice = self.chooser(self.question, self.level, limits)
        if late() and not choice.trouble:
            choice = replace(choice, trouble=HASTY)
        return self._result(choice)

    def failed(self) -> MoveResult:
        """Return any move: a fault of an engine does not stop the game."""
        from companion.opponents.opponent import Choice

        moves = self.question.game.moves(self.question.position)
        trouble = Text("the computer's search has failed, so it plays any move; the log says why")
        return self._result(Choice(moves[self.question.seed % len(moves)], 0.5, trouble))

    def _result(self, choice: Choice) -> MoveResult:
        return MoveResult(self.question.position, len(self.question.before), choice)


class LikelyMoves(SearchResult, frozen=True):
    """The moves that a person may make in a position.

    Attributes:
        plies: The number of plies played before it.
        moves: The moves, likeliest first.
    """

    plies: int
    moves: tuple[Any, ...]


class LikelyJob(msgspec.Struct, frozen=True):
    """A request for the likeliest moves of a person.

    Attributes:
        question: The position in which the person is to move.
        analyst: Rates the moves; by default, the built-in engine.
    """

    question: Question
    analyst: Analyst = BUILT_IN_PLAYER.predict

    def run(
        self, stop: Callable[[], bool], late: Callable[[], bool] = lambda: False
    ) -> LikelyMoves:
        """Rate the moves.

        Raises:
            Interrupted: As soon as `stop` returns True.
        """
        found = self.analyst(self.question, SearchLimits(_EFFORT, stop, late))
        return self._result(*(rated.move for rated in found.moves))

    def failed(self) -> LikelyMoves:
        """Return no moves: the computer then thinks when it is its turn."""
        return self._result()

    def _result(self, *moves: Any) -> LikelyMoves:
        return LikelyMoves(self.question.position, len(self.question.before), moves)


class ThinkingAhead:
    """Finds the computer's answers to a person's likeliest moves, one after the other.

    Args:
        match: The match.
        seed: The seed of the computer's choices.
        search: Runs searches.
        on_result: Takes their results.
        players: Returns the player at a level.
        time_left: Returns the time on the match's clock; None without a clock.
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
        question = Question(match.game, match.position, before)
        job = LikelyJob(question, self._players(level).predict)
        self._cancel = self._search(job, self._on_result, ahead=True)

    def take(self, result: SearchResult) -> bool:
        """Take a result, search for the next answer, and return whether the result was expected."""
        match result:
            case LikelyMoves(position, plies, moves) if (plies, position) == self._about:
                self._next = self._answers(moves)
            case MoveResult(position, plies) if (plies, position) == self._under_way:
                self._under_way = None
            case _:
                return False
        if self._next:
            job = self._next.pop(0)
            self._under_way = len(job.question.before), job.question.position
            self._cancel = self._search(job, self._on_result, ahead=True)
        return True

    def _answers(self, moves: tuple[Any, ...]) -> list[MoveJob]:
        """Return the jobs that find the answers to these moves, where the computer has a choice."""
        match, game = self._match, self._match.game
        before = (*(played.position for played in match.history), match.position)
        jobs = []
        for move in moves[:_MOVES]:
            after = game.advance(match.position, move)
            level = match.computers.get(game.to_act(after))
            if level is not None and len(game.moves(after)) > 1:
                chooser = self._players(level).choose
                clock = self._time_left()
                question = Question(game, after, before, self._seed)
                jobs.append(MoveJob(question, level, chooser, clock))
        return jobs

    def hand_over(self, wanted: Key) -> Cancel | None:
        """Stop thinking ahead, except about the answer in `wanted` if that search is in progress.

        Returns:
            A function that cancels that search; None if it is not in progress.
        """
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
