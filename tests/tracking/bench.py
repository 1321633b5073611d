"""A match, a tracker and a clock of their own: what a session does, without any of its devices."""

from __future__ import annotations

from companion.games.registry import make
from companion.geometry import Occupancy, Sensed
from companion.rules import Match
from companion.tracking import (
    Choose,
    Confirm,
    Event,
    Made,
    Phase,
    Ready,
    TakenBack,
    Tick,
    Timing,
    Tracker,
    View,
)


class Bench:
    """Hands over a board: `lift` and `put` by the points' names, time by `wait`."""

    def __init__(self, game: str = "solomon", text: str = "", **options: str) -> None:
        self.game = make(game, options)
        position = self.game.parse_position(text) if text else None
        self.match = Match(self.game, position)
        self.at = 100.0
        self.log: list[str] = []
        sensed = self.game.occupancy(self.match.position)
        self.tracker = Tracker(self.game, Timing(), sensed)
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
            self.match.position, self.match.moves, self.match.history, self.at, wanted=wanted
        )

    def feed(self, event: Event) -> None:
        signals = self.tracker.feed(event)
        while signals:
            for signal in signals:
                match signal:
                    case Made(move):
                        self.log.append(self.match.play(move).text)
                    case TakenBack(plies):
                        self.match.take_back(plies)
                        self.log.append(f"back {plies}")
                    case Ready():
                        self.log.append("ready")
                self.follow()
            signals = self.tracker.feed(Tick(self.at))

    def wait(self, seconds: float = 1.0) -> None:
        end = self.at + seconds
        while self.tracker.deadline is not None and self.tracker.deadline <= end:
            self.at = max(self.at, self.tracker.deadline)
            self.feed(Tick(self.at))
        self.at = end
        self.feed(Tick(self.at))

    def sense(self, point: str, occupied: bool, after: float = 0.05) -> None:
        self.wait(after)
        self.feed(Sensed(self.game.board.index[point], occupied, self.at))

    def lift(self, *points: str, after: float = 0.05) -> None:
        for point in points:
            self.sense(point, False, after)

    def put(self, *points: str, after: float = 0.05) -> None:
        for point in points:
            self.sense(point, True, after)

    def do(self, *acts: str) -> None:
        """`-14` lifts, `+9` puts down, `~1.5` waits so many seconds."""
        for act in acts:
            if act[0] == "~":
                self.wait(float(act[1:]))
            else:
                self.sense(act[1:], act[0] == "+")

    def confirm(self, *, held: bool = False) -> None:
        self.feed(Confirm(self.at, held))

    def choose(self, candidate: int) -> None:
        self.feed(Choose(candidate, self.at))

    def points(self, mask: int) -> set[str]:
        return {self.game.board.names[p] for p in range(self.game.board.size) if mask >> p & 1}

    def texts(self, moves: tuple[object, ...]) -> list[str]:
        return [self.game.move_text(self.match.position, move) for move in moves]

    @property
    def sensed(self) -> Occupancy:
        return self.tracker.sensed
