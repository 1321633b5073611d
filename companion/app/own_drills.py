"""Finds drills in logged games: positions in which a single move is sure to win."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from companion.base.errors import CompanionError
from companion.coach.drills import Drill, DrillStart, own_drill
from companion.games.registry import make
from companion.opponents.analysis import RatedMove, analyse
from companion.opponents.contract import Interrupted
from companion.opponents.question import Question, SearchLimits
from companion.records.journal import reader
from companion.rules import CHANCE, Match
from companion.session.own_drill import DrillFound

_QUICK = 0.05  # the effort that every position gets
_CERTAIN = 0.5  # the effort that the promising ones get as well
_SHORTEST = 3  # plies; a win at once is nothing to train
_PLENTY = 5  # positions to choose from


@dataclass(frozen=True, slots=True)
class OwnDrillJob:
    """Looks through the newest logs of a folder for a position of a game.

    Attributes:
        folder: The folder of the logs.
        game: The name of the game.
        seed: Selects the position. Those whose winning move was missed go first.
    """

    folder: Path
    game: str
    seed: int

    def run(self, stop: Callable[[], bool], late: Callable[[], bool] = lambda: False) -> DrillFound:
        """Return the result; once `late` returns true, with the positions found so far.

        Raises:
            Interrupted: As soon as `stop` returns true.
        """
        missed: list[Drill] = []
        made: list[Drill] = []
        for drill, was_missed in self._wins(stop, late):
            (missed if was_missed else made).append(drill)
            if len(missed) >= _PLENTY or late():
                break
        found = missed or made
        one = Random(self.seed).choice(found) if found else None  # noqa: S311
        return DrillFound(None, self.game, one)

    def failed(self) -> DrillFound:
        """Return the result of a failed search: no drill."""
        return DrillFound(None, self.game, None, failed=True)

    def _wins(
        self, stop: Callable[[], bool], late: Callable[[], bool]
    ) -> Iterator[tuple[Drill, bool]]:
        """Yield the positions with a single winning move, the latest first.

        Each comes with whether that move was missed.
        """
        for match in self._matches():
            game, history = match.game, match.history
            for plies in reversed(range(len(history))):
                if stop():
                    raise Interrupted
                if late():
                    return
                played = history[plies]
                before = tuple(earlier.position for earlier in history[:plies])
                won = _only_win(Question(game, played.position, before), stop, late)
                if won is not None and won.plies is not None:
                    text = game.position_text(played.position)
                    start = DrillStart(text, won.plies)
                    yield own_drill(game, played.seat, start), played.move != won.move

    def _matches(self) -> Iterator[Match]:
        """Yield the logged games that can be replayed, the newest first."""
        for summary in reader.recent_logs(self.folder):
            log = summary.log
            if log is None or log.head.game != self.game:
                continue
            try:
                match = reader.replay(log, make(log.head.game, log.head.options))
            except CompanionError:
                continue  # `companion journal verify` says what is wrong with it
            if len(match.game.seats) == 2:
                yield match


def _only_win(
    question: Question, stop: Callable[[], bool], late: Callable[[], bool]
) -> RatedMove | None:
    """Return the only move that is sure to win, of several legal ones.

    None if there is not just one.
    """
    game, position = question.game, question.position
    if game.to_act(position) == CHANCE or len(game.moves(position)) < 2:
        return None
    won = None
    for effort in (_QUICK, _CERTAIN):
        found = analyse(question, SearchLimits(effort, stop, late))
        wins = [move for move in found.moves if move.exact and move.value == 1]
        if len(wins) != 1 or (wins[0].plies or 0) < _SHORTEST:
            return None
        won = wins[0]
    return won
