"""The puzzle of the day, and what is kept of solved puzzles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.coach.daily_names import (
    DAILY,
    KINDS,
    DailyKind,
    daily_name,
    daily_title,
    day_number,
    kind_of,
)
from companion.games.puzzles.puzzle_names import puzzle_names
from companion.games.registry import make
from companion.opponents.search_jobs import Cancel, SearchJob, SearchResult
from companion.protocol import commands
from companion.protocol.views import DailyView
from companion.rules.geometry import STAR
from companion.session.current_game import CurrentGame, Shown
from companion.session.features.feature import Feature, Features, Handler
from companion.session.features.people_feature import PeopleFeature
from companion.session.own_drill import DrillFound
from companion.session.play.exercise import Exercise

if TYPE_CHECKING:  # what makes puzzles is loaded when one is begun
    from companion.coach.daily import DailyPuzzle


class DailyFound(SearchResult, frozen=True):
    """The puzzle of a day; None if there is none, because there are no own games."""

    puzzle: DailyPuzzle | None


@dataclass(frozen=True, slots=True)
class DailyJob:
    """The search for the puzzle of a day.

    Attributes:
        day: The date.
        kind: The kind of puzzle.
        own: Looks through the players' own games, if that is the kind; else None.
        otherwise: Whether an ending is the puzzle if there are no such games.
    """

    day: str
    kind: DailyKind
    own: SearchJob | None
    otherwise: bool

    def run(self, stop: Callable[[], bool], late: Callable[[], bool] = lambda: False) -> DailyFound:
        """Return the puzzle.

        Raises:
            Interrupted: As soon as `stop` returns True.
        """
        if self.own is not None:
            found = self.own.run(stop, late)
            if isinstance(found, DrillFound) and found.drill is not None:
                title = Text("Puzzle of the day")
                return DailyFound(None, replace(found.drill, name=DAILY + self.day, title=title))
            if not self.otherwise:
                return DailyFound(None, None)
        from companion.coach.daily import daily_puzzle

        randrange = Random(f"{DAILY}{self.day} {self.kind}").randrange  # noqa: S311 - a puzzle
        return DailyFound(None, daily_puzzle(self.day, self.kind, randrange, stop))

    def failed(self) -> DailyFound:
        """Return the result of a failed search."""
        return DailyFound(None, None)


class DailyFeature(Feature):
    """Begins the puzzle of the day, and notes who has solved what."""

    def __init__(self, current: CurrentGame, others: Features) -> None:
        super().__init__(current, others)
        self._cancel: Cancel = lambda: None
        self._looked_at = 0  # the plies played when the search began
        self._noted: Exercise | None = None  # the exercise whose end has been noted

    def obeys(self) -> Mapping[type, Handler]:
        """Return the handler of the command that begins the puzzle."""
        return {commands.Daily: self._begin}

    def takes(self) -> Mapping[type, Handler]:
        """Return the handler of the puzzle that was found."""
        return {DailyFound: self._take}

    @property
    def kind(self) -> DailyKind | None:
        """The kind of today's puzzle; None if there is none on this board."""
        return self._kind(self.current.services.today())

    @property
    def fields(self) -> Mapping[str, object]:
        """The puzzle of the day as a page shows it, and what was found of the others."""
        kind, day = self.kind, self.current.services.today()
        own = self.others.find(PeopleFeature).household.own
        names = puzzle_names(self.current.live.match.game.board)
        finds = {name: len(own.found.get(name, ())) for name in names}
        if kind is None:
            return {"finds": finds}
        count = sum(name.startswith(DAILY) for name in own.solved)
        view = DailyView(day, daily_title(kind), kind, DAILY + day in own.solved, count)
        return {"daily": view, "finds": finds}

    def shown(self, shown: Shown) -> None:
        """Stop looking: another game has been chosen."""
        self._cancel()

    def advance(self, at: float) -> None:
        """Note that a drill has been solved."""
        if not self.current.begun:
            return
        exercise = self.current.live.exercise
        if exercise is self._noted or not exercise.solved:
            return
        self._noted = exercise
        self.others.find(PeopleFeature).note_solved(exercise.solved)

    def _kind(self, day: str) -> DailyKind | None:
        live, services = self.current.live, self.current.services
        kinds: tuple[DailyKind, ...] = KINDS if self._star else ("own",)
        without = services.own_drills is None or (
            not self._star and len(live.match.game.seats) != 2
        )
        possible = tuple(kind for kind in kinds if kind != "own" or not without)
        return kind_of(day, possible) if possible else None

    @property
    def _star(self) -> bool:
        """Whether a star is to be had: it is the board, or the board is simulated."""
        return self.current.config.port.simulated or self.current.live.match.game.board is STAR

    def _begin(self, command: commands.Daily, at: float) -> None:
        day = command.day or self.current.services.today()
        daily_name(day)
        kind, services = self._kind(day), self.current.services
        if kind is None:
            raise CompanionError(
                Text("there is no puzzle of the day on this board: choose a game for two first")
            )
        game = "solomon" if self._star else self.current.live.match.game.name
        own = None
        if kind == "own" and services.own_drills is not None:
            own = services.own_drills(game, day_number(day))
        self._cancel()
        self._looked_at = len(self.current.live.match.history)
        self.current.notice = Text("Looking for the puzzle of the day …")
        self._cancel = services.search(DailyJob(day, kind, own, self._star), services.listen)

    def _take(self, found: DailyFound, at: float) -> None:
        """Begin the puzzle. If moves have been made in the meantime, the game goes on."""
        current = self.current
        if len(current.live.match.history) != self._looked_at:
            return
        current.notice = Text()
        from companion.coach.daily import DailyLabelling
        from companion.coach.drills import Drill

        match found.puzzle:
            case Drill() as drill:
                current.show(current.starter.train(drill, at), at)
                current.arrange()
            case DailyLabelling(name, given):
                from companion.session.features.puzzle_feature import PuzzleFeature

                if current.live.match.game.board is not STAR:
                    current.begin_new(make("solomon"), {}, at)
                self.others.find(PuzzleFeature).begin(name, given)
            case None:
                current.say(
                    Text(
                        "your logged games have no position with just one winning move: play some "
                        "more"
                    )
                )
