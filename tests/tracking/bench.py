"""A match, a tracker and a clock of their own: what a session does, without any of its devices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from companion.games.registry import make
from companion.geometry import Occupancy, Sensed
from companion.rules import Match
from companion.tracking import (
    BoardReady,
    Choose,
    Confirm,
    Debouncer,
    Event,
    MoveMade,
    Phase,
    TakenBack,
    Tick,
    Timing,
    Tracker,
    View,
)
from tests.tracking.table import Table

_BOUNCE = 0.001  # seconds between the edges of a bouncing switch


class Happened(NamedTuple):
    """What the tracker has made of the hands: when, its text, and the state of the match then."""

    at: float
    text: str
    state: tuple[int, Any]


class Bench:
    """Hands over a board: `lift` and `put` by the points' names, time by `wait`.

    log:      the texts of what was made and taken back.
    happened: the same, with its times.
    changes:  the boards that the tracker was told of, each with the time since when it shows.
    watch:    called whenever the tracker has judged something.
    """

    def __init__(
        self,
        game: str = "solomon",
        text: str = "",
        *,
        past: Sequence[str] = (),
        bag: int | None = 7,
        table: Table | None = None,
        debounce: float | None = None,
        **options: str,
    ) -> None:
        """A board that shows its match. text: the position to begin at; past: the plies that were
        played from there, by their texts; bag: as for a `Table`; table: a match to go on with
        instead; debounce: seconds, for switches that bounce."""
        if table is None:
            played = make(game, options)
            match = Match(played, played.parse_position(text) if text else None)
            for ply in past:
                match.play_text(ply)
            table = Table(match, bag)
        self.table = table
        self.match = match = table.match
        self.game = match.game
        self.at = 100.0
        self.log: list[str] = []
        self.happened: list[Happened] = []
        self.watch: Callable[[], None] | None = None
        sensed = self.game.occupancy(match.position)
        self.changes: list[tuple[float, int]] = [(self.at, int(sensed))]
        self._debouncer = None if debounce is None else Debouncer(debounce, sensed)
        self.tracker = Tracker(self.table.turns, Timing(), sensed)
        self.follow()
        self.wait(1)

    @property
    def view(self) -> View:
        return self.tracker.view

    @property
    def phase(self) -> Phase:
        return self.view.phase

    def follow(self, *, wanted: bool = False) -> None:
        self.tracker.follow(
            self.match.position,
            self.table.lines,
            self.match.history,
            self.at,
            wanted=wanted,
            over=self.match.over,
        )

    def feed(self, event: Event) -> None:
        if isinstance(event, Sensed):
            board = self.changes[-1][1]
            board = board | 1 << event.point if event.occupied else board & ~(1 << event.point)
            self.changes.append((event.at, board))
        signals = self.tracker.feed(event)
        while signals:
            for signal in signals:
                match signal:
                    case MoveMade(move):
                        text = self.table.play(move)[-1].text
                    case TakenBack(plies):
                        self.table.take_back(plies)
                        text = f"back {plies}"
                    case BoardReady():
                        text = "ready"
                self.log.append(text)
                self.happened.append(Happened(self.at, text, self.table.state))
                self.follow()
            signals = self.tracker.feed(Tick(self.at))
        if self.watch is not None:
            self.watch()

    def wait(self, seconds: float = 1.0) -> None:
        end = self.at + seconds
        while (due := self._due()) is not None and due <= end:
            self.at = max(self.at, due)
            self._advance()
        self.at = end
        self._advance()

    def _due(self) -> float | None:
        due = self.tracker.deadline
        if self._debouncer is None or self._debouncer.deadline is None:
            return due
        return self._debouncer.deadline if due is None else min(due, self._debouncer.deadline)

    def _advance(self) -> None:
        if self._debouncer is not None:
            for sensed in self._debouncer.settle(self.at):
                self.feed(sensed)
        self.feed(Tick(self.at))

    def sense(self, point: str, occupied: bool, after: float = 0.05) -> None:
        self.wait(after)
        self._edge(point, occupied)

    def _edge(self, point: str, occupied: bool) -> None:
        event = Sensed(self.game.board.index[point], occupied, self.at)
        if self._debouncer is None:
            self.feed(event)
        else:
            self._debouncer.feed(event)

    def lift(self, *points: str, after: float = 0.05) -> None:
        for point in points:
            self.sense(point, False, after)

    def put(self, *points: str, after: float = 0.05) -> None:
        for point in points:
            self.sense(point, True, after)

    def do(self, *acts: str) -> None:
        """`-14` lifts, `+9` puts down, `~1.5` waits so many seconds."""
        for act in acts:
            if act[0] != "~":
                self.wait(0.05)
            self.act(act)

    def act(self, act: str) -> None:
        """What `do` takes, without any time between; and `-14*3`, an edge that bounces so many
        times, `press` and `hold`, the button."""
        if act == "press" or act == "hold":
            self.confirm(held=act == "hold")
        elif act[0] == "~":
            self.wait(float(act[1:]))
        else:
            point, _, bounces = act[1:].partition("*")
            for _ in range(int(bounces or 0)):
                self._edge(point, act[0] == "+")
                self.wait(_BOUNCE)
                self._edge(point, act[0] != "+")
                self.wait(_BOUNCE)
            self._edge(point, act[0] == "+")

    def confirm(self, *, held: bool = False) -> None:
        self.feed(Confirm(self.at, held))

    def choose(self, candidate: int) -> None:
        self.feed(Choose(candidate, self.at))

    def points(self, mask: int) -> set[str]:
        return {self.game.board.names[p] for p in range(self.game.board.size) if mask >> p & 1}

    def texts(self, moves: tuple[object, ...]) -> list[str]:
        return [self.table.turns.text(self.match.position, move) for move in moves]

    @property
    def sensed(self) -> Occupancy:
        return self.tracker.sensed
