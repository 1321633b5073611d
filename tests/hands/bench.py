"""A match, its board's reader and a clock of their own: hands over a board, without any device."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

from companion.games.registry import make
from companion.hands import (
    BoardReader,
    BoardReady,
    Faults,
    MoveMade,
    Phase,
    Signal,
    TakenBack,
    Timing,
    View,
)
from companion.rules import AnyGame, Bag, Match, Played, TurnMatch
from companion.rules.geometry import Occupancy, Sensed

_BOUNCE = 0.001  # seconds between the edges of a bouncing switch

State = tuple[int, Any]
"""What tells one state of a match from another: its plies and its position."""


class Happened(NamedTuple):
    """What the reader has recognised: the time, its text, and the state of the match then."""

    at: float
    text: str
    state: State


def bag_of(seed: int | None) -> Bag | None:
    """A bag that always draws the same piece at a position; None if the players have a bag."""
    if seed is None:
        return None

    def draw(match: Match) -> Any:
        game, position, draws = match.game, match.position, match.moves
        chance = Random(f"{seed}/{game.position_text(position)}")
        return chance.choices(draws, [game.weight(position, draw) for draw in draws])[0]

    return draw


def state_of(match: TurnMatch) -> State:
    return len(match.history), match.position


def last_of_hands(match: TurnMatch) -> Played | None:
    """The last ply made by a hand."""
    game = match.game
    return next((p for p in reversed(match.history) if game.steps(p.position, p.move)), None)


def _answers(shown: View, signal: Signal) -> bool:
    """Whether a signal is what players have confirmed, if that was shown."""
    if shown.phase not in (Phase.CONFIRM, Phase.ASK):
        return True
    match signal:
        case TakenBack(plies):
            return shown.plies == plies
        case MoveMade(turn):
            return turn in shown.candidates
    return True


class WatchedFaults(Faults):
    """As in a session. changes: what was settled, as the board that it makes."""

    def __init__(self, at: float, board: int) -> None:
        super().__init__()
        self.changes = [(at, board)]

    def take(self, change: Sensed) -> bool:
        board = self.changes[-1][1]
        board = board | 1 << change.point if change.occupied else board & ~(1 << change.point)
        self.changes.append((change.at, board))
        return super().take(change)


class ToldFaults(WatchedFaults):
    """Switches that are at fault as the test says, and never otherwise. told: the faulty ones, as
    bits."""

    told = 0

    @property
    def ignored(self) -> int:
        return self.told

    def look(self, seen: object, at: float) -> None:
        """Nothing is doubted."""


class Bench:
    """Hands over a board: `lift` and `put` by the points' names, time by `wait`.

    log:      the texts of what was made and taken back.
    happened: the same, with its times.
    watch:    called whenever the reader has judged something.
    """

    def __init__(
        self,
        game: str = "solomon",
        text: str = "",
        *,
        past: Sequence[str] = (),
        bag: int | None = 7,
        match: TurnMatch | None = None,
        debounce: float | None = None,
        doubts: bool = False,
        **options: str,
    ) -> None:
        """A board that shows its match. text: the position to begin at; past: the plies that were
        played from there, by their texts; bag: a seed, None for a real one; match: one to go on
        with instead; debounce: seconds, for switches that bounce; doubts: whether switches may be
        doubted, as in a session."""
        if match is None:
            played = make(game, options)
            plies = Match(played, played.parse_position(text) if text else None)
            for ply in past:
                plies.play_text(ply)
            match = TurnMatch(plies, bag_of(bag))
        self.match = match
        self._bag = bag_of(bag)
        self.game = match.game
        self.at = 100.0
        self.log: list[str] = []
        self.happened: list[Happened] = []
        self.watch: Callable[[], None] | None = None
        sensed = self.game.occupancy(match.position)
        self._bounces = debounce is not None
        self._faults = (WatchedFaults if doubts else ToldFaults)(self.at, int(sensed))
        self.reader = BoardReader(
            match.turn_game,
            Timing(),
            sensed,
            self.at,
            self._faults,
            debounce=debounce or 0.0,
        )
        self.follow()
        self.wait(1)

    @property
    def view(self) -> View:
        return self.reader.view

    @property
    def phase(self) -> Phase:
        return self.view.phase

    @property
    def state(self) -> State:
        return state_of(self.match)

    @property
    def changes(self) -> list[tuple[float, int]]:
        """The boards that have settled, each with the time since when it shows."""
        return self._faults.changes

    def follow(self, *, wanted: bool = False) -> None:
        match = self.match
        self.reader.follow(
            match.position, match.turns, match.history, self.at, wanted=wanted, over=match.over
        )

    def ignore(self, *points: str) -> None:
        """From now on ignore the switches of these points, and of no others."""
        assert isinstance(self._faults, ToldFaults)
        self._faults.told = sum(1 << self.game.board.index[point] for point in points)
        self._advance()

    def wait(self, seconds: float = 1.0) -> None:
        end = self.at + seconds
        while (due := self.reader.deadline) is not None and due <= end:
            self.at = max(self.at, due)
            self._advance()
        self.at = end
        self._advance()

    def _advance(self) -> None:
        while signals := self.reader.advance(self.at):
            self._carry_out(signals)
        if self.watch is not None:
            self.watch()

    def _carry_out(self, signals: list[Signal]) -> None:
        for signal in signals:
            match signal:
                case MoveMade(turn):
                    text = self.match.play(turn)[-1].text
                case TakenBack(plies):
                    self.match.take_back(plies)
                    text = f"back {plies}"
                case BoardReady():
                    text = "ready"
            self.log.append(text)
            self.happened.append(Happened(self.at, text, self.state))
            self.follow()

    def sense(self, point: str, occupied: bool, after: float = 0.05) -> None:
        self.wait(after)
        self._edge(point, occupied)

    def _edge(self, point: str, occupied: bool) -> None:
        self.reader.feed(Sensed(self.game.board.index[point], occupied, self.at))
        if not self._bounces:
            self._advance()

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
        times; `press` and `hold`, the button; `?14`, a switch that is ignored from now on;
        `end`, the players agree to a draw; `new`, another match of the same game, to be set up."""
        if act == "press" or act == "hold":
            self.confirm(held=act == "hold")
        elif act == "end":
            self.match.ply_match.agree_draw()
            self.follow()
        elif act == "new":
            self.match = TurnMatch(Match(self.game), self._bag)
            self.follow(wanted=True)
        elif act[0] == "~":
            self.wait(float(act[1:]))
        elif act[0] == "?":
            self.ignore(*self.points(self.reader.ignored), act[1:])
        else:
            point, _, bounces = act[1:].partition("*")
            for _ in range(int(bounces or 0)):
                self._edge(point, act[0] == "+")
                self.wait(_BOUNCE)
                self._edge(point, act[0] != "+")
                self.wait(_BOUNCE)
            self._edge(point, act[0] == "+")

    def confirm(self, *, held: bool = False) -> None:
        if not held:
            doubt = self.reader.confirm_doubt(self.at)
            shown = self.phase is Phase.CONFIRM
            if doubt is not None and (shown or not doubt.moved):
                self._advance()
                return
        view = self.view
        signals = self.reader.confirm(self.at, held=held)
        if not all(_answers(view, signal) for signal in signals):
            raise ValueError(f"{signals} is not what was to be confirmed: {view}")
        self._carry_out(signals)
        self._advance()

    def choose(self, candidate: int) -> None:
        self._carry_out(self.reader.choose(candidate, self.at))
        self._advance()

    def points(self, mask: int) -> set[str]:
        return {self.game.board.names[p] for p in range(self.game.board.size) if mask >> p & 1}

    def texts(self, turns: Sequence[Any]) -> list[str]:
        return [self.match.turn_game.text(self.match.position, turn) for turn in turns]

    @property
    def sensed(self) -> Occupancy:
        return self.reader.sensed


def placing(
    game: str,
    options: dict[str, str],
    bag: int | None,
    text: str = "",
    *,
    past: Sequence[str] = (),
    debounce: float | None = None,
) -> Bench:
    """A board with a game of the program, or of one of the example packages (a module)."""
    if "." not in game:
        played: AnyGame = make(game, options)
    else:
        module = import_module(game)
        played = next(
            value()
            for value in vars(module).values()
            if isinstance(value, type) and value.__module__ == game and hasattr(value, "start")
        )
    match = Match(played, played.parse_position(text) if text else None)
    for ply in past:
        match.play_text(ply)
    return Bench(match=TurnMatch(match, bag_of(bag)), debounce=debounce)
