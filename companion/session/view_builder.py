"""Builds the messages to the page from what the session knows."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import TypeVar

import msgspec

from companion.base.foreign import PackageFault
from companion.base.text import Text, sentences
from companion.device.lamps.palette import PALETTES
from companion.games.puzzles.puzzle_names import puzzle_names
from companion.games.registry import kinds, make
from companion.hands import Phase
from companion.opponents.levels import LEVELS
from companion.opponents.roster import BUILT_IN, Roster
from companion.protocol.views import (
    AreaView,
    Choices,
    ClockView,
    DrillTitle,
    GameView,
    Hello,
    OptionView,
    PointView,
    RefusalView,
    State,
    TabletopView,
)
from companion.rules import AnyGame, Option, Seat
from companion.rules.clock import ClockKind
from companion.rules.geometry import Occupancy
from companion.session.display import FAILED
from companion.session.match.match_view import empty_view, view_piece
from companion.session.match.recorded import RecordedMatch
from companion.session.modes import Mode
from companion.session.play.exercise import Words
from companion.session.play.fault_reports import warning
from companion.session.play.live_game import LiveGame

_log = logging.getLogger(__name__)

_NO_WORDS = Words(Text(), Text(), "plain")

_T = TypeVar("_T")


def hello(live: LiveGame) -> Hello:
    """Return the message that describes the board and the game."""
    match = live.match
    return greeting(
        match.game,
        match.computers,
        match.players,
        simulated=live.pieces is not None,
        solvable=live.hints.watchable,
        puzzles=puzzle_names(match.game.board),
        roster=live.roster,
    )


def greeting(
    game: AnyGame,
    computers: Mapping[Seat, str],
    players: Mapping[Seat, str] = MappingProxyType({}),
    *,
    simulated: bool,
    solvable: bool,
    puzzles: tuple[str, ...],
    roster: Roster = BUILT_IN,
) -> Hello:
    """Return the message that describes the board and the game, from its parts.

    Args:
        game: The game.
        computers: The computer's seats, each with its level.
        players: The people's names, by seat.
        simulated: Whether the pieces on the board are simulated.
        solvable: Whether positions of the game can be known to be hopeless.
        puzzles: The names of the board's puzzles.
        roster: The available computer players.
    """
    board = game.board
    return Hello(
        game=game.name,
        title=game.title,
        options=game.chosen,
        seats=game.seats,
        board=board.name,
        points=tuple(
            PointView(name, x, y) for name, (x, y) in zip(board.names, board.xy, strict=True)
        ),
        areas=tuple(
            AreaView(area.kind, tuple(int(p) for p in area.points), area.seat)
            for area in game.areas
        ),
        lines=tuple(tuple(int(p) for p in line) for line in board.lines),
        palaces=tuple(int(p) for p in board.palaces),
        simulated=simulated,
        solvable=solvable,
        puzzles=puzzles,
        games=tuple(_with_engines(view, roster) for view in _games()),
        palettes=tuple(PALETTES),
        pieces=tuple(map(view_piece, game.pieces)),
        levels=LEVELS,
        computers={int(seat): level for seat, level in computers.items()},
        players={int(seat): name for seat, name in players.items()},
        style=board.style,
        colours=tuple(game.colour(seat) for seat in range(len(game.seats))),
    )


def board_greeting(game: AnyGame) -> Hello:
    """Return that message for a game that is only viewed: the board and its pieces."""
    told = greeting(game, {}, simulated=False, solvable=False, puzzles=())
    this = tuple(each for each in told.games if each.name == game.name)
    return msgspec.structs.replace(told, games=this, palettes=(), levels=())


def _with_engines(view: GameView, roster: Roster) -> GameView:
    levels = tuple(roster.levels(view.name))
    return msgspec.structs.replace(view, engines=levels) if levels else view


@cache
def _games() -> tuple[GameView, ...]:
    from companion.coach.drills import drills_of
    from companion.coach.game_summary import summary_of
    from companion.coach.lessons import LESSONS

    return tuple(
        GameView(
            name,
            kind.title,
            tuple(_options(kind.options)),
            _seats(name, kind.options),
            summary_of(kind),
            name in LESSONS,
            tuple(DrillTitle(drill.name, drill.title) for drill in drills_of(name)),
            minutes=kind.minutes,
        )
        for name, kind in kinds().items()
    )


def _seats(name: str, options: tuple[Option, ...]) -> tuple[Choices, ...]:
    """Return the seats of a game, for each value of the option that changes them, if any."""
    chosen: dict[str, str] = {}
    for option in options:
        if not option.many:
            values = option.values(chosen)
            games = {value: make(name, {**chosen, option.name: value}) for value in values}
            if len({game.seats for game in games.values()}) > 1:
                return tuple(_seated({option.name: v}, game) for v, game in games.items())
        chosen[option.name] = option.initial(chosen)
    return (_seated({}, make(name)),)


def _seated(when: dict[str, str], game: AnyGame) -> Choices:
    return Choices(when, game.seats, game.seats[game.computers_seat])


def _options(options: tuple[Option, ...]) -> Iterator[OptionView]:
    for i, option in enumerate(options):
        choices = [
            Choices(chosen, tuple(option.values(chosen)), option.initial(chosen))
            for chosen in _ways(options[:i])
        ]
        first = choices[0]
        if all((c.values, c.default) == (first.values, first.default) for c in choices):
            choices = [Choices({}, first.values, first.default)]
        yield OptionView(option.name, option.help, tuple(choices), option.many, dict(option.labels))


def _ways(options: tuple[Option, ...]) -> list[dict[str, str]]:
    """Return all combinations of values of the options."""
    ways: list[dict[str, str]] = [{}]
    for option in options:
        if option.many:  # too many to list, and no later option depends on them
            ways = [{**chosen, option.name: option.initial(chosen)} for chosen in ways]
        else:
            ways = [
                {**chosen, option.name: value} for chosen in ways for value in option.values(chosen)
            ]
    return ways


class Parts:
    """Makes the parts of a state.

    A part that fails is left empty, so pages still get all the others. Its failure is logged once.

    Attributes:
        broken: Whether a part of the present state has failed.
    """

    def __init__(self) -> None:
        self.broken = False
        self._failing: set[str] = set()

    def get(self, name: str, make: Callable[[], _T], otherwise: _T) -> _T:
        """Return a part, or `otherwise` if it fails.

        Args:
            name: Its name in the log.
            make: Makes it.
            otherwise: An empty one.
        """
        try:
            made = make()
        except PackageFault:  # the session closes the game
            raise
        except Exception:
            self.broken = True
            if name not in self._failing:
                self._failing.add(name)
                _log.exception("unexpected error; pages are not told %s", name)
            return otherwise
        self._failing.discard(name)
        return made


def state(
    live: LiveGame,
    mode: Mode,
    parts: Parts,
    *,
    stage: int,
    palette: str,
    trouble: Text,
    notice: Text,
    card: Text,
    fields: Callable[[], Mapping[str, object]],
) -> State:
    """Return the message that describes the current state.

    Args:
        live: The game in progress.
        mode: The active mode.
        parts: Makes its parts.
        stage: The number of the stage, which answers carry.
        palette: The name of the palette in use.
        trouble: Why the last command failed, or what is wrong with the board; or empty.
        notice: What is wrong with the board, though it can be played on; or empty.
        card: What is wrong with the card, which nothing else may hide; or empty.
        fields: Returns the fields that other features fill in.
    """
    match, view, reader = live.match, live.view, live.reader
    board, part = match.game.board, parts.get
    parts.broken = False
    nothing: Mapping[str, object] = {}
    text = part("its words", lambda: live.words, _NO_WORDS)
    seen = part("the position", lambda: live.viewer.view, empty_view(board.size))
    own = part("the exercise", lambda: live.exercise.fields, nothing)
    others = part("the features", fields, nothing)
    wrong = part(
        "what is wrong",
        lambda: trouble or sentences(warning(board, reader.faults), notice, live.opponents.trouble),
        trouble,
    )
    told = part("the mode", lambda: mode.text, Text())
    undo = None if live.watches else seen.undo
    said = State(
        phase="over" if match.over and view.phase is Phase.REST else view.phase.value,
        turn=None if match.over else int(match.seat),
        headline=part("the title", lambda: mode.title, Text()) or text.headline,
        message=told or text.message,
        tone=mode.tone if told else text.tone,
        sensed=_levels(live.sensed, board.size),
        believed=seen.believed,
        moves=seen.moves,
        outcome=match.outcome.text,
        confirm=live.confirmable,
        question=part("the question", lambda: live.question(text.message), None),
        draw_offered_by=match.offered_by,
        draw_agreed=tuple(map(int, match.agreed)),
        announcement=match.announcement,
        best=match.game.best,
        hint=part("the hint", lambda: live.hints.text, Text()),
        watched=live.hints.watched,
        hint_more=live.hints.more,
        figure=None,
        labelling=None,
        warning=sentences(wrong, card),
        log=str(match.journal.path) if match.journal.path.name else "",
        palette=palette,
        tabletop=part("the pieces", lambda: _tabletop(live), None),
        takeback=undo is not None,
        stage=stage,
        refusal=part("the refusal", lambda: _refusal(live), None),
        last=seen.last,
        undo=undo,
        assisted=None if live.assistant is None else live.assistant.on,
        position=seen.position,
        told=seen.told,
        placeable=part("what can be placed", lambda: live.placeable, ()),
    )
    if parts.broken:
        others = {**others, "warning": sentences(said.warning, FAILED)}
    return msgspec.structs.replace(said, **{**own, **others})


def clock(match: RecordedMatch, at: float) -> ClockView | None:
    """Return the message that describes the clock at `at` (seconds); None without a clock."""
    if match.clock is None:
        return None
    control, reading = match.clock.control, match.clock.read(at)
    return ClockView(
        control.text(match.game.seats),
        tuple(round(left, 3) for left in reading.left),
        reading.running,
        shares=control.kind is ClockKind.HOURGLASS,
    )


@lru_cache(maxsize=256)
def _levels(sensed: Occupancy, points: int) -> tuple[bool, ...]:
    return tuple(bool(sensed >> p & 1) for p in range(points))


def _refusal(live: LiveGame) -> RefusalView | None:
    moved = live.refused
    if moved is None:
        return None
    names = live.match.game.board.names
    origin, to = ("" if point is None else names[point] for point in moved[:2])
    return RefusalView(origin, to, moved.text)


def _tabletop(live: LiveGame) -> TabletopView | None:
    pieces, assistant = live.pieces, live.assistant
    if pieces is None:
        return None
    table = pieces.tabletop()
    taken = {} if assistant is None else assistant.origins
    origins = {hand: pieces.name(origin) for hand, origin in taken.items()}
    return TabletopView(table.points, table.tray, table.hands, origins)
