"""The review of a logged game, move by move, on demand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.coach.review import COARSE, ReviewedMove, review_move
from companion.opponents.analysis import analyse
from companion.opponents.contract import Interrupted, Stop, never
from companion.opponents.question import Question, SearchLimits
from companion.opponents.roster import Analyst
from companion.records.game_logs import game_of
from companion.records.journal.reader import GameLog
from companion.rules import AnyGame, Match, Played

EFFORTS: dict[str, float] = {"quick": 0.1, "normal": 0.5, "thorough": 3.0}
"""The efforts of a review, by name."""


MOVES_AT_ONCE = 8
"""The number of moves reviewed in the background for each request."""

Work = Callable[[Stop, Stop], None]
"""A task, given the arguments `stop` and `late` of a search."""

Background = Callable[[Work], None]
"""Runs work in the background, one item after another.

Work that raises Interrupted has given way, and is started again later.
"""


class GameReview:
    """A review of the moves of a log that were not taken back: first coarsely, then again.

    Args:
        log: The log.
        effort: The effort of the second round.
        analyst: Returns the function that rates the moves of a game; by default, that of the
            built-in engine.

    Attributes:
        game: The log's game.
        found: The results so far, in the order in which they were found; a later result replaces an
            earlier one of the same move.
        trouble: The reason why the moves end before the log does; else empty.
        hasty: Whether the search for some move ran out of time.
    """

    def __init__(
        self, log: GameLog, effort: float, analyst: Callable[[AnyGame], Analyst] | None = None
    ) -> None:
        """Begin the review.

        Raises:
            CompanionError: If the game, or its position, cannot be played here.
        """
        self.game: AnyGame = game_of(log)
        self._analyst: Analyst = analyse if analyst is None else analyst(self.game)
        self.found: list[ReviewedMove] = []
        self.trouble = Text()
        self.hasty = False
        self._match = Match(self.game, self.game.parse_position(log.head.position))
        self._texts = [move.text for move in log.moves]
        self._efforts = (COARSE, effort)
        self._round = 0
        self._at = 0  # moves of this round reviewed so far

    @property
    def plies(self) -> Sequence[Played]:
        """The moves replayed so far."""
        return self._match.history

    @property
    def total(self) -> int:
        """The number of moves to review in each round, as far as it is known."""
        return len(self.plies) if self.trouble else len(self._texts)

    @property
    def rounds(self) -> int:
        """The number of times each move is reviewed."""
        return len(self._efforts)

    @property
    def done(self) -> int:
        """The number of moves reviewed, over all rounds."""
        return self._round * self.total + self._at

    @property
    def finished(self) -> bool:
        """Whether nothing is left to review."""
        return self.done >= self.rounds * self.total

    def go_on(self, stop: Stop = never, late: Stop = never) -> None:
        """Review the next move.

        Raises:
            Interrupted: If `stop` returns True.
        """
        if self._at == len(self.plies) and self._round == 0:
            self._replay_next()
        if self.finished:
            return
        if self._at == self.total:
            self._round, self._at = self._round + 1, 0
        played = self.plies[self._at]
        if self._round == 0 or len(self.game.moves(played.position)) > 1:
            before = [one.position for one in self.plies[: self._at]]
            question = Question(self.game, played.position, before)
            limits = SearchLimits(self._efforts[self._round], stop, late)
            self.found.append(review_move(question, played.move, limits, self._analyst))
            self.hasty = self.hasty or late()
        self._at += 1

    def better_texts(self, reviewed: ReviewedMove, most: int) -> list[str]:
        """Return the texts of the better continuation, `most` moves at most."""
        position = self.plies[reviewed.number - 1].position
        texts = []
        for move in better_moves(reviewed)[:most]:
            texts.append(self.game.move_text(position, move))
            position = self.game.advance(position, move)
        return texts

    def _replay_next(self) -> None:
        number = len(self.plies)
        if number == self.total:
            return
        try:
            self._match.play_text(self._texts[number])
        except CompanionError as error:
            self.trouble = Text(
                "move {number} is not possible, so the rest is not reviewed: {problem}",
                number=number + 1,
                problem=error.text,
            )


class BackgroundReview:
    """A review that continues in the background as long as it is requested.

    Args:
        review: The review.
        background: Runs its work.
        rest: Called in the background when there is no work for now.
        close: Called when the review is no longer needed.

    Attributes:
        review: The review.
        failed: Whether an error ended it.
        trouble: The fault of an engine, if one failed; other errors are in the program's log.
    """

    def __init__(
        self,
        review: GameReview,
        background: Background,
        rest: Callable[[], None] = lambda: None,
        close: Callable[[], None] = lambda: None,
    ) -> None:
        """Prepare the review; it begins with the first request."""
        self.review = review
        self.failed = False
        self.trouble = Text()
        self._rest = rest
        self._close = close
        self._closed = False
        self._background = background
        self._wanted = 0  # moves to review before waiting for the next request
        self._running = False

    def ask(self) -> None:
        """Request a review of some more moves."""
        self._wanted = MOVES_AT_ONCE
        if not self._running and not self.review.finished and not self.failed:
            self._running = True
            self._background(self._work)

    def close(self) -> None:
        """Stop reviewing."""
        self._closed = True
        self._close()

    def _work(self, stop: Stop, late: Stop) -> None:
        """Review one move, so that other background work gets its turn."""
        go_on = False
        try:
            if self._closed:
                return
            self.review.go_on(stop, late)
            self._wanted -= 1
            go_on = self._wanted > 0 and not self.review.finished
        except Interrupted:
            if self._closed:
                return
            go_on = True  # other work goes first; then this is started again
            raise
        except CompanionError as error:
            self.failed, self.trouble = True, error.text
        except Exception:
            self.failed = True
            raise
        finally:
            if not go_on:
                self._rest()
            self._running = go_on
        if go_on:
            self._background(self._work)


def work_now(work: Work) -> None:
    """Run the work at once: a `Background` for programs without other work."""
    work(never, never)


def better_moves(reviewed: ReviewedMove) -> tuple[Any, ...]:
    """Return the best move and its continuation; empty for a draw from the bag."""
    return () if reviewed.best is None else reviewed.best.line


def latest(found: Sequence[ReviewedMove]) -> list[ReviewedMove]:
    """Return the last result for each move, in move order."""
    last = {one.number: one for one in found}
    return [last[number] for number in sorted(last)]


def shares_after(reviewed: ReviewedMove, seats: int) -> tuple[float, ...]:
    """Return each seat's expected share after a move.

    Empty if unknown: with three or more seats, only the share of the seat that moved is known.
    """
    if reviewed.rated is None or seats > 2:
        return ()
    share = reviewed.rated.value
    if seats == 1:
        return (share,)
    return (1 - share, share) if reviewed.seat else (share, 1 - share)
