"""Reads a board: raw reports of its switches go in, and what the hands have done comes out.

    report -> Debouncer -> Faults -> Tracker -> signals

A level counts once it has held (`Debouncer`), unless its switch is faulty (`Faults`). The tracker
explains the levels that count as moves (`Tracker`). A single deadline gives the time at which time
alone changes anything.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from companion.hands.debounce import Debouncer
from companion.hands.signals import Choose, Confirm, Signal, Tick
from companion.hands.switch_faults import Doubt, Faults, Observation, SwitchFault
from companion.hands.timing import Timing, earliest
from companion.hands.tracker import Tracker
from companion.hands.view import Phase, View
from companion.rules import Played, TrackedGame
from companion.rules.geometry import Occupancy, Point, Sensed, points_of


class BoardReader:
    """Reads one board during one game.

    Call `follow` before anything else, and again after every signal that `advance`, `confirm` or
    `choose` returns, when the match has been updated.

    Args:
        game: The game being played.
        timing: How long the tracker waits.
        sensed: What the switches sense at `at`, as bits.
        at: The time of that reading (seconds).
        faults: What is known about the switches, which outlives a game; by default nothing.
        debounce: How long a level must hold to count (seconds).
        doubt_switches: Whether switches may be doubted; not if the pieces themselves can be seen.
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
        doubt_switches: bool = True,
    ) -> None:
        self._game = game
        self._timing = timing
        self._faults = Faults() if faults is None else faults
        self._doubt_switches = doubt_switches
        self._debouncer = Debouncer(debounce, sensed)
        self._tracker = Tracker(game, timing, sensed)
        self._tracker.ignore(self._faults.ignored, at)
        self._settled: deque[Sensed] = deque()  # changes that the tracker has still to be told
        self._signalled = False  # whether the tracker may have more to say about the same board
        self._position: Any = None
        self._turns: Sequence[Any] = ()

    # What is known

    @property
    def view(self) -> View:
        """The tracker's knowledge, for the lamps and the page."""
        return self._tracker.view

    @property
    def sensed(self) -> Occupancy:
        """The points that are occupied, as far as the tracker knows."""
        return self._tracker.sensed

    @property
    def explained(self) -> bool:
        """Whether the board shows the position, or a legal move or takeback, begun or complete."""
        return self._tracker.explained

    @property
    def ignored(self) -> int:
        """The points whose switches are ignored, as bits."""
        return self._faults.ignored

    @property
    def faults(self) -> Mapping[Point, SwitchFault]:
        """The known faults of switches, by point."""
        return self._faults.found

    @property
    def doubt(self) -> Doubt | None:
        """The switches that the players are asked about; None if there are none."""
        return self._faults.doubt

    @property
    def deadline(self) -> float | None:
        """When `advance` next has something to do without a report (seconds), or None."""
        return earliest(self._debouncer.deadline, self._tracker.deadline, self._faults.deadline)

    @property
    def settling(self) -> float | None:
        """When the next level will count (seconds), or None; the only deadline of `changes`."""
        return self._debouncer.deadline

    @property
    def settled(self) -> float | None:
        """When every level reported so far will count (seconds); None if all do."""
        return self._debouncer.settled

    @property
    def judged(self) -> float | None:
        """When the reported board will be acted on if it stays as it is (seconds).

        None if no action is due so soon.
        """
        settled = self._debouncer.settled
        return self._tracker.acting if settled is None else settled + self._timing.settle

    @property
    def ready(self) -> float | None:
        """When the reported set-up will count as complete if it stays as it is (seconds).

        None if it is not complete, or nothing has to be set up.
        """
        wrong = self._debouncer.reported ^ self._game.occupancy(self._position)
        setting_up = self.view.phase is Phase.SETUP
        return self.judged if setting_up and not wrong & ~self.ignored else None

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
        """Follow the match.

        Args:
            position: The match's position.
            turns: The legal turns there.
            history: The plies that led to it.
            at: The time (seconds).
            wanted: Whether the players must first set up the board for the position.
            over: Whether the match has ended there.
        """
        self._position, self._turns = position, turns
        self._tracker.follow(position, turns, history, at, wanted=wanted, over=over)

    def feed(self, report: Sensed) -> None:
        """Take a raw report. Reports must come in chronological order."""
        self._debouncer.feed(report)

    def compare(self, sensed: Occupancy, at: float) -> None:
        """Take a reading of all switches at `at` (seconds), in case an edge was never reported."""
        for point in range(self._game.board.size):
            self._debouncer.feed(Sensed(Point(point), bool(sensed >> point & 1), at))

    def changes(self, at: float) -> list[Sensed]:
        """Return the changes that count by `at` (seconds), without judging them as moves.

        A menu on the board uses this, for example. Call `resync` to inform the tracker later.
        """
        return [change for change in self._debouncer.settle(at) if self._faults.take(change)]

    def advance(self, at: float) -> list[Signal]:
        """Read the board at `at` (seconds).

        Returns:
            What the hands have done, in order. Play it, call `follow`, and call `advance` again
            until it returns nothing.
        """
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
        """Confirm the move that the board shows, for the players.

        Args:
            at: The time (seconds).
            held: Whether the button was pressed for long.
        """
        return self._signals(self._tracker.feed(Confirm(at, held)))

    def confirm_doubt(self, at: float) -> Doubt | None:
        """Confirm a doubt for the players: its switches count as faulty from now on.

        Returns:
            The doubt, or None if there was none.
        """
        doubt = self._faults.confirm(self._observed(), at)
        self._believe(at)
        return doubt

    def choose(self, candidate: int, at: float) -> list[Signal]:
        """Answer a question for the players, by the index of a candidate."""
        return self._signals(self._tracker.feed(Choose(candidate, at)))

    def resync(self, sensed: Occupancy, at: float) -> None:
        """Give the tracker what changed while `changes` was called instead of `advance`."""
        changed = self._tracker.sensed ^ sensed
        self._settled += [Sensed(p, bool(sensed >> p & 1), at) for p in points_of(changed)]

    def restart(self, sensed: Occupancy, at: float) -> None:
        """Forget what the hands have done, on a board that senses `sensed`. Call `follow` next."""
        self._settled.clear()
        self._debouncer.restart(sensed)
        self._tracker = Tracker(self._game, self._timing, sensed)
        self._tracker.ignore(self._faults.ignored, at)

    def retime(self, timing: Timing) -> None:
        """Use other waiting times from now on.

        They also apply to waits in progress, once `advance` is called.
        """
        self._timing = self._tracker.timing = timing

    def hold(self, in_hand: bool, at: float) -> None:
        """Record whether hands hold a piece at `at` (seconds), where that can be known.

        While they do, no pause ends a move.
        """
        self._tracker.hold(in_hand, at)

    def trust_pieces(self, at: float) -> None:
        """Assume that every piece is where it belongs, if the board shows the position."""
        self._tracker.trust_pieces(at)

    def prepare(self) -> None:
        """Prepare for the possible next events, while there is time."""
        self._tracker.prepare()

    def _signals(self, signals: list[Signal]) -> list[Signal]:
        self._signalled = self._signalled or bool(signals)
        return signals

    def _believe(self, at: float) -> bool:
        """Ignore the faulty switches, and believe those that have recovered.

        Returns whether that has changed anything.
        """
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
            confirmable=view.confirmable or not self._doubt_switches,
            position=position,
            ends=lambda: (game.occupancy(game.advance(position, turn)) for turn in self._turns),
        )
