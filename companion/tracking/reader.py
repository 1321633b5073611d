"""Reads a board: raw reports of its switches go in, what the hands have done comes out.

    report -> Debouncer -> Faults -> Tracker -> signals

A level counts once it has held (`Debouncer`), unless its switch is at fault (`Faults`); what counts
is explained as moves (`Tracker`). One deadline says when time alone would change anything.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from companion.geometry import Occupancy, Point, Sensed, points_of
from companion.rules import Played, TrackedGame
from companion.tracking.debounce import Debouncer
from companion.tracking.faults import Doubt, Fault, Faults, Observation
from companion.tracking.signals import Choose, Confirm, Signal, Tick
from companion.tracking.timing import Timing
from companion.tracking.tracker import Tracker
from companion.tracking.view import View


class BoardReader:
    """Reads one board during one game.

    After every signal that `advance`, `confirm` or `choose` returns, call `follow` with what the
    match is by then; before `advance` for the first time, too.

    game:     its turns and boards.
    sensed:   what the switches sense at `at` (seconds).
    faults:   what is known of these switches, which outlives a game; left out: nothing yet.
    debounce: seconds for which a level must hold to count.
    doubts:   whether switches may be doubted; not where the pieces themselves can be seen.
    """

    def __init__(
        self,
        game: TrackedGame,
        timing: Timing,
        sensed: Occupancy,
        at: float,
        faults: Faults | None = None,
        *,
        debounce: float = 0.0,
        doubts: bool = True,
    ) -> None:
        self._game = game
        self._timing = timing
        self._faults = Faults() if faults is None else faults
        self._doubts = doubts
        self._debouncer = Debouncer(debounce, sensed)
        self._tracker = Tracker(game, timing, sensed)
        self._tracker.ignore(self._faults.ignored, at)
        self._settled: deque[Sensed] = deque()  # changes that the tracker has not been told of
        self._signalled = False  # whether the tracker has more to say about the same board
        self._position: Any = None
        self._turns: Sequence[Any] = ()

    # What is known

    @property
    def view(self) -> View:
        """What the tracker knows, for lamps and page."""
        return self._tracker.view

    @property
    def sensed(self) -> Occupancy:
        """The points that are occupied, as far as the tracker knows."""
        return self._tracker.sensed

    @property
    def explained(self) -> bool:
        """Whether the board is the believed one, or on the way of a legal move or of a takeback."""
        return self._tracker.explained

    @property
    def ignored(self) -> int:
        """The points whose switches count for nothing, as bits."""
        return self._faults.ignored

    @property
    def faults(self) -> Mapping[Point, Fault]:
        """The switches that are known to be at fault."""
        return self._faults.found

    @property
    def doubt(self) -> Doubt | None:
        """The switches that the players are asked about, if any."""
        return self._faults.doubt

    @property
    def deadline(self) -> float | None:
        """When `advance` will have something to do even if nothing is reported until then."""
        dues = (self._debouncer.deadline, self._tracker.deadline, self._faults.deadline)
        return min((due for due in dues if due is not None), default=None)

    @property
    def settling(self) -> float | None:
        """When the next level will count: the only deadline of `changes`."""
        return self._debouncer.deadline

    # What happens

    def follow(
        self,
        position: Any,
        turns: Sequence[Any],
        history: Sequence[Played],
        at: float,
        *,
        wanted: bool = False,
        over: bool = False,
    ) -> None:
        """Believe in `position`, reached by `history`, with these legal turns. wanted: the board
        may show anything else, and is to be made to show it; over: the match has ended there."""
        self._position, self._turns = position, turns
        self._tracker.follow(position, turns, history, at, wanted=wanted, over=over)

    def feed(self, report: Sensed) -> None:
        """Take a raw report; reports must come in the order of their times."""
        self._debouncer.feed(report)

    def compare(self, sensed: Occupancy, at: float) -> None:
        """Take the levels of all switches at `at`, for edges that were never reported."""
        for point in range(self._game.board.size):
            self._debouncer.feed(Sensed(Point(point), bool(sensed >> point & 1), at))

    def changes(self, at: float) -> list[Sensed]:
        """The believed changes that have settled by `at`, not judged as moves: for whoever else
        means something by them. `rejoin` tells the tracker later."""
        return [change for change in self._debouncer.settle(at) if self._faults.take(change)]

    def advance(self, at: float) -> list[Signal]:
        """Read the board at `at`. What the hands have done, in order; carry it out, `follow`, and
        call again until there is nothing more."""
        if self._signalled:
            self._signalled = False
            signals = self._signals(self._tracker.feed(Tick(at)))
            if signals:
                return signals
        self._settled += self.changes(at)
        while True:
            while self._settled:
                signals = self._signals(self._tracker.feed(self._settled.popleft()))
                if signals:
                    return signals
            signals = self._signals(self._tracker.feed(Tick(at)))
            if signals:
                return signals
            self._faults.look(self._observed(), at)
            if not self._believe(at):
                return []

    def confirm(self, at: float, *, held: bool = False) -> list[Signal]:
        """The players confirm the move that the board shows; `held`: by a long press."""
        return self._signals(self._tracker.feed(Confirm(at, held)))

    def confirm_doubt(self, at: float) -> Doubt | None:
        """The players confirm what they are asked about a switch: it is at fault from now on. The
        doubt, or None where nothing was asked."""
        doubt = self._faults.confirm(self._observed(), at)
        self._believe(at)
        return doubt

    def choose(self, candidate: int, at: float) -> list[Signal]:
        """The players answer a question by the number of a candidate."""
        return self._signals(self._tracker.feed(Choose(candidate, at)))

    def rejoin(self, sensed: Occupancy, at: float) -> None:
        """Tell the tracker what has changed while `changes` were somebody else's."""
        changed = self._tracker.sensed ^ sensed
        self._settled += [Sensed(p, bool(sensed >> p & 1), at) for p in points_of(changed)]

    def restart(self, sensed: Occupancy, at: float) -> None:
        """Forget what hands have done, on a board that senses this; `follow` has to come next."""
        self._settled.clear()
        self._tracker = Tracker(self._game, self._timing, sensed)
        self._tracker.ignore(self._faults.ignored, at)

    def prepare(self) -> None:
        """Work out what could come next, while there is time."""
        self._tracker.prepare()

    def _signals(self, signals: list[Signal]) -> list[Signal]:
        self._signalled = self._signalled or bool(signals)
        return signals

    def _believe(self, at: float) -> bool:
        """Ignore the switches that are at fault, and take up those that no longer are; whether that
        has changed anything."""
        ignored, tracker = self._faults.ignored, self._tracker
        sensed = self._debouncer.occupancy
        missed = (tracker.sensed ^ sensed) & ~ignored
        if not missed and tracker.ignored == ignored:
            return False
        tracker.ignore(ignored, at)
        self._settled += [Sensed(p, bool(sensed >> p & 1), at) for p in points_of(missed)]
        return True

    def _observed(self) -> Observation:
        game, position, view = self._game, self._position, self._tracker.view
        return Observation(
            sensed=self._debouncer.occupancy,
            believed=game.occupancy(position),
            phase=view.phase,
            confirmable=view.confirmable or not self._doubts,
            position=position,
            ends=lambda: (game.occupancy(game.advance(position, turn)) for turn in self._turns),
        )
