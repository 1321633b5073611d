"""Hints, and the warning that a puzzle has become hopeless.

A hint comes in two parts: the first request shows the piece to move, or the place for a piece that
enters; the second one shows the whole move. The search runs in the background. Its result is
dropped if the position has changed in the meantime.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from companion.base.errors import CompanionError
from companion.base.text import Text, joined, plural, sentences, verbatim
from companion.opponents.contract import Interrupted, Solver
from companion.opponents.question import Question, SearchLimits
from companion.opponents.search_jobs import HASTY, Cancel, OnResult, SearchResult, SearchRunner
from companion.rules import CHANCE, Action, AnyGame, Step, Turn, TurnMatch
from companion.rules.geometry import Point
from companion.rules.reasons import named
from companion.rules.step import path_of

if TYPE_CHECKING:  # the search is loaded with the first hint
    from companion.opponents.analysis import RatedMove

_MOST_LOOKS = 300_000
"""The position limit when searching for a puzzle's shortest solution: some seconds on a desktop.

The start of the Crowning Problem needs 208,608.
"""

_QUICK = 0.1
"""The effort of an analysis that quickly finds which moves leave a solution."""


class Suggestion(msgspec.Struct, frozen=True):
    """A suggested turn.

    Attributes:
        turn: The turn.
        rated: The rating of its last ply.
        hasty: Whether the search ran out of time, so that there may be a better turn.
    """

    turn: Turn
    rated: RatedMove
    hasty: bool = False


class HintResult(SearchResult, frozen=True):
    """The result of a search for a hint.

    Attributes:
        plies: The plies played before the search.
        hopeless: Whether the position is known to have no solution.
        suggestions: The turns to play, if requested: one, or one for each piece that may be drawn
            from the players' own bag; none if a puzzle has no solution, or none was found in time.
        failed: Whether the search failed.
    """

    plies: int
    hopeless: bool
    suggestions: tuple[Suggestion, ...] = ()
    failed: bool = False


class HintJob(msgspec.Struct, frozen=True):
    """A search for a hint, or only for whether a puzzle is hopeless.

    Attributes:
        game: The game.
        solver: The puzzle's solver; None if it has none.
        position: The position.
        before: The earlier positions.
        moves: Whether a move is wanted.
        effort: How hard to search, as for `analyse`.
    """

    game: AnyGame
    solver: Solver[Any, Any] | None
    position: Any
    before: tuple[Any, ...]
    moves: bool
    effort: float = 1.0

    def run(self, stop: Callable[[], bool], late: Callable[[], bool] = lambda: False) -> HintResult:
        """Search for the hint.

        Once `late` returns True, return what was found so far; for a puzzle, any move that leaves a
        solution.

        Raises:
            Interrupted: As soon as `stop` returns True.
        """
        if self.solver is not None:
            looks = _Looks(stop, late)
            try:
                return self._solved(self.solver, looks)
            except Interrupted:
                if not looks.spent:
                    raise
                return self._solvable(stop)
        game, position = self.game, self.position
        if game.to_act(position) != CHANCE:
            rated = self._best(position, self.before, SearchLimits(self.effort, stop, late))
            if len(game.seats) == 1 and rated.exact and not rated.value:
                return self._result(True)
            return self._result(False, _suggestion((rated.move,), rated, late))
        found = []
        draws = sorted(game.moves(position), key=lambda draw: -game.weight(position, draw))
        limits = SearchLimits(self.effort / len(draws), stop, late)
        for draw in draws:
            drawn, before = game.advance(position, draw), (*self.before, position)
            rated = self._best(drawn, before, limits)
            found.append(_suggestion((draw, rated.move), rated, late))
        return self._result(False, *found)

    def failed(self) -> HintResult:
        """Return a result without a hint."""
        return HintResult(self.position, len(self.before), False, failed=True)

    def _solved(self, solver: Solver[Any, Any], looks: _Looks) -> HintResult:
        """Return the result from the solver."""
        if not self.moves:
            return self._result(solver.hopeless(self.position, looks, self.before))
        from companion.opponents.analysis import RatedMove

        moves = solver.solve(self.position, looks, self.before)
        if moves is None:
            return self._result(True)
        rated = RatedMove(moves[0], 1.0, True, len(moves), moves)
        return self._result(False, Suggestion(Turn((moves[0],)), rated))

    def _solvable(self, stop: Callable[[], bool]) -> HintResult:
        """Return the result of a quick analysis, which ignores `late`."""
        if not self.moves:
            return self._result(False)
        from companion.opponents.analysis import analyse

        question = Question(self.game, self.position, self.before)
        found = analyse(question, SearchLimits(_QUICK, stop))
        best = found.moves[0]
        if not best.exact:
            return self._result(False)
        if not best.value:
            return self._result(True)
        return self._result(False, Suggestion(Turn((best.move,)), best))

    def _best(self, position: Any, before: tuple[Any, ...], limits: SearchLimits) -> RatedMove:
        from companion.opponents.analysis import analyse

        return analyse(Question(self.game, position, before), limits).moves[0]

    def _result(self, hopeless: bool, *suggestions: Suggestion) -> HintResult:
        return HintResult(self.position, len(self.before), hopeless, suggestions)


def _suggestion(plies: tuple[Any, ...], rated: RatedMove, late: Callable[[], bool]) -> Suggestion:
    """Return a suggestion; what is known for certain was not cut short."""
    return Suggestion(Turn(plies), rated, not rated.exact and late())


class _Looks:
    """The `stop` of a solver.

    It is True if the real `stop` is, or if the search has visited too many positions or is late.

    Attributes:
        spent: Whether the search was ended for one of the latter reasons.
    """

    def __init__(self, stop: Callable[[], bool], late: Callable[[], bool]) -> None:
        self.spent = False
        self._stop = stop
        self._late = late
        self._left = _MOST_LOOKS

    def __call__(self) -> bool:
        if self._stop():
            return True
        self._left -= 1
        self.spent = self._left < 0 or self._late()
        return self.spent


class Hints:
    """The hints for one match.

    Args:
        match: The match.
        search: Runs the searches.
        on_result: Receives their results.
        watched: Whether to warn the player at first.

    Attributes:
        text: The words for the player; else empty.
        path: The points to light: first where the piece to move is, or where one enters; then, for
            the whole move, also where it goes.
        watched: Whether to warn the player when the position becomes hopeless.
    """

    def __init__(
        self, match: TurnMatch, search: SearchRunner, on_result: OnResult, *, watched: bool
    ) -> None:
        self.text = Text()
        self.path: tuple[Point, ...] = ()
        self.watched = watched
        self._match = match
        self._search = search
        self._on_result = on_result
        self._asked = 0  # the number of requests for this position
        self._found: tuple[Suggestion, ...] = ()
        # What was suggested after these positions, for whoever asks there again.
        self._suggested: dict[tuple[Any, ...], tuple[Suggestion, ...]] = {}
        self._about: tuple[int, Any, bool] = (-1, None, False)  # plies, position, whether over
        self._cancel: Cancel = lambda: None

    @cached_property
    def _solver(self) -> Solver[Any, Any] | None:
        from companion.opponents import knowledge_for

        return knowledge_for(self._match.game).solver()

    @property
    def watchable(self) -> bool:
        """Whether the program can find out that a position of this game is hopeless."""
        return self._solver is not None

    @property
    def more(self) -> bool:
        """Whether another request shows more: so far, only the start of the move is shown."""
        return self._asked == 1 and bool(self._found)

    def ask(self) -> None:
        """Look for a hint or, if one is shown, show the whole move.

        Raises:
            CompanionError: If no hint is possible.
        """
        if self._match.over:
            raise CompanionError(Text("the game is over: there are no more hints"))
        if self._match.seat in self._match.remote_seats:
            raise CompanionError(Text("it is not your turn: ask for a hint on your own turn"))
        if self._match.seat in self._match.computers:
            raise CompanionError(Text("it is the computer's turn: ask for a hint on your own turn"))
        self._asked += 1
        self._found = self._found or self._suggested.get(self._reached, ())
        if self._found:
            self._tell()
        elif self._asked == 1:
            self.text = Text("Looking for a hint …")
            self._begin(moves=True)

    def watch(self, on: bool) -> None:
        """Turn the warning about hopeless positions on or off."""
        self.watched = on
        if not self._asked:
            self._renew()

    def update(self) -> None:
        """Start over if the position has changed."""
        match = self._match
        now = (len(match.history), match.position, match.over)
        if now != self._about:
            self._about = now
            self._renew()

    def _renew(self) -> None:
        self._cancel()
        self._asked, self._found, self.text, self.path = 0, (), Text(), ()
        if self.watched and self._solver is not None and not self._match.over:
            self._begin(moves=False)

    def take(self, result: HintResult) -> None:
        """Take the result of a search."""
        match = self._match
        here = (len(match.history), match.position)
        if (result.plies, result.position) != here or match.over:
            return
        if result.hopeless:
            self._asked = 0
            self.text = (
                Text("There is no solution from here: take a move back.")
                if match.history
                else Text("There is no solution from here: begin another game.")
            )
        elif self._asked and result.suggestions:
            self._found = self._suggested[self._reached] = result.suggestions
            self._tell()
        elif self._asked and result.failed:
            self._asked = 0
            self.text = Text("The search for a hint failed; the program's log says why.")
        elif self._asked:
            self._asked = 0
            self.text = Text("No solution was found in time. Make a move, then ask again.")

    def close(self) -> None:
        """Cancel the search: its result is no longer needed."""
        self._cancel()

    @property
    def _reached(self) -> tuple[Any, ...]:
        """All positions of the match, the present one last."""
        return (*(played.position for played in self._match.history), self._match.position)

    def _begin(self, *, moves: bool) -> None:
        self._cancel()
        match = self._match
        *before, position = self._reached
        job = HintJob(match.game, self._solver, position, tuple(before), moves)
        self._cancel = self._search(job, self._on_result)

    def _tell(self) -> None:
        """Show as much as was requested."""
        match, whole = self._match, self._asked > 1
        turns = [
            (each.turn, match.turn_game.steps(match.position, each.turn)) for each in self._found
        ]
        paths = [path_of(steps)[: None if whole else 1] for _, steps in turns]
        self.path = tuple(point for path in paths for point in path)
        hasty = HASTY if any(each.hasty for each in self._found) else Text()
        if len(turns) > 1:
            texts = (self._placing(turn, steps) for turn, steps in turns)
            self.text = sentences(
                Text("Hint, by what you draw: {moves}.", moves=joined("; ", texts)), hasty
            )
            return
        ((turn, steps),) = turns
        if whole or not steps:
            move = Text("Hint: {move}.", move=match.turn_game.text(match.position, turn))
        else:
            move = _beginning(steps[0], match.game.board.names[steps[0].point])
        self.text = sentences(move, _ending(self._found[0].rated, len(match.game.seats)), hasty)

    def _placing(self, turn: Turn, steps: Sequence[Step]) -> Text:
        """Return the words for placing the drawn piece."""
        match = self._match
        if [step.action for step in steps] != [Action.ENTER]:
            return verbatim(match.turn_game.text(match.position, turn))
        return Text(
            "{pieces} on {points}",
            pieces=named(match, steps[0].piece),
            points=match.game.board.names[steps[0].point],
        )


def _beginning(step: Step, point: str) -> Text:
    """Return the text for the start of a move."""
    match step.action:
        case Action.ENTER:
            return Text("Hint: place a piece on {point}.", point=point)
        case Action.REMOVE:
            return Text("Hint: begin with the piece on {point}.", point=point)
        case _:
            return Text("Hint: move the piece on {point}.", point=point)


def _ending(rated: RatedMove, seats: int) -> Text:
    """Return the text about the result of a move; empty if it is not known."""
    if not rated.exact:
        return Text()
    plies = rated.plies
    if seats == 1 and plies is not None:
        return plural(
            "That solves it in {number} move.", "That solves it in {number} moves.", plies
        )
    if seats == 1:
        return Text("After that, it can still be solved.")
    if rated.value == 1 and plies == 1:
        return Text("That wins at once.")
    if rated.value == 1:
        if plies is None:
            return Text("That wins.")
        return Text("That wins in {plies} moves at most, counting everybody's.", plies=plies)
    if rated.value == 0 and plies is None:
        return Text("Every move loses in the end.")
    if rated.value == 0:
        return Text(
            "Every move loses in the end; after this one, it takes {plies} moves at most, counting "
            "everybody's.",
            plies=plies,
        )
    return Text("That keeps the draw.")
