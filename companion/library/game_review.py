"""The review of a logged game, move by move, on demand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.engines.analysis import analyse
from companion.engines.contract import Interrupted, Stop, never
from companion.engines.review import COARSE, ReviewedMove, review_move
from companion.engines.roster import Analyst
from companion.journal.reader import GameLog
from companion.library.records import game_of
from companion.rules import AnyGame, CompanionError, Match, Played
from companion.text import Text

EFFORTS: dict[str, float] = {"quick": 0.1, "normal": 0.5, "thorough": 3.0}
"""The efforts of a review, by name."""


MOVES_AT_ONCE = 8
"""The number of moves reviewed in the background for each request."""

Work = Callable[[Stop, Stop], None]
"""Something to do, given the arguments `stop` and `late` of a search."""

Background = Callable[[Work], None]
"""Runs work in the background, one item after another. Work that raises Interrupted has given way,
and is started again later."""


class GameReview:
    """Reviews the moves of a log that were not taken back: first all of them coarsely, then again.

    game:    the log's game.
    found:   the results so far, in the order in which they were found; a later result replaces an
             earlier one of the same move.
    trouble: why the moves end before the log does; else empty.
    """

    def __init__(
        self, log: GameLog, effort: float, analyst: Callable[[AnyGame], Analyst] | None = None
    ) -> None:
        """analyst: returns what rates the moves of a game; by default, the built-in engine. Raises
        CompanionError if the game, or its position, cannot be played here."""
        self.game: AnyGame = game_of(log)
        self._analyst: Analyst = analyse if analyst is None else analyst(self.game)
        self.found: list[ReviewedMove] = []
        self.trouble = Text()
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
        """Review the next move. Raises Interrupted if `stop` returns True."""
        if self._at == len(self.plies) and self._round == 0:
            self._replay_next()
        if self.finished:
            return
        if self._at == self.total:
            self._round, self._at = self._round + 1, 0
        played = self.plies[self._at]
        if self._round == 0 or len(self.game.moves(played.position)) > 1:
            before = [one.position for one in self.plies[: self._at]]
            effort = self._efforts[self._round]
            self.found.append(
                review_move(
                    self.game,
                    played.position,
                    played.move,
                    before,
                    effort=effort,
                    stop=stop,
                    late=late,
                    analyst=self._analyst,
                )
            )
        self._at += 1

    def better_texts(self, reviewed: ReviewedMove, most: int) -> list[str]:
        """The texts of the better continuation, `most` moves at most."""
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
    """A review that continues in the background as long as it is asked for.

    failed:  whether an error ended it.
    trouble: what was wrong, if an engine failed; other errors are in the program's log.
    """

    def __init__(
        self,
        review: GameReview,
        background: Background,
        rest: Callable[[], None] = lambda: None,
        close: Callable[[], None] = lambda: None,
    ) -> None:
        """rest: called in the background when there is nothing to do for now. close: called when
        nobody will ask any more."""
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
        """Have some more moves reviewed."""
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
    """Run the work at once; a `Background` for where nothing else waits."""
    work(never, never)


def better_moves(reviewed: ReviewedMove) -> tuple[Any, ...]:
    """The best move and its continuation; empty for a draw from the bag."""
    return () if reviewed.best is None else reviewed.best.line


def latest(found: Sequence[ReviewedMove]) -> list[ReviewedMove]:
    """The last result for each move, in move order."""
    last = {one.number: one for one in found}
    return [last[number] for number in sorted(last)]


def shares_after(reviewed: ReviewedMove, seats: int) -> tuple[float, ...]:
    """Each seat's expected share after a move. Empty if unknown: with three or more seats, only the
    share of the one that moved is known."""
    if reviewed.rated is None or seats > 2:
        return ()
    share = reviewed.rated.value
    if seats == 1:
        return (share,)
    return (1 - share, share) if reviewed.seat else (share, 1 - share)
