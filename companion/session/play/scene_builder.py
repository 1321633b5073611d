"""Turns the tracker's view into meanings of the lamps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.device.lamps.scene import Lamp, Meaning, Scene
from companion.hands import Phase, View
from companion.rules import SEAT_COLOURS, Action, AnyGame, Colour, Seat, Turn, TurnMatch
from companion.rules.clock import MARKS
from companion.rules.geometry import Occupancy, Point, points_of
from companion.session.play.setting_up import next_pieces
from companion.session.play.taking import takeable

if TYPE_CHECKING:
    from companion.session.remote_play.remote_players import OtherPlayers

_TO = Lamp(Meaning.THEIR_TO)
_TIMED = dict(
    zip(MARKS, (Meaning.LAST_MINUTE, Meaning.LAST_SECONDS, Meaning.LAST_SECONDS), strict=True)
)
_THEIRS = {
    Action.LIFT: Meaning.THEIR_FROM,
    Action.PLACE: Meaning.THEIR_TO,
    Action.ENTER: Meaning.THEIR_TO,
    Action.REMOVE: Meaning.VICTIM,
}


def scene(
    match: TurnMatch,
    view: View,
    since: float,
    passing: Seat | None = None,
    hint: Sequence[Point] = (),
    faulty: Iterable[Point] = (),
    opponents: OtherPlayers | None = None,
    mark: float | None = None,
    last: Sequence[Point] = (),
) -> Scene:
    """Return the scene for a board whose tracker sees `view`.

    Args:
        match: The match.
        view: What its tracker knows.
        since: When the scene begins (seconds).
        passing: A seat whose forced pass is to be shown.
        hint: The points to light for a hint: where it starts, then where the piece goes. While a
            piece is in hand, only where it goes.
        faulty: Points with faulty switches, shown while no piece is in hand.
        opponents: The computer's part.
        mark: The mark that the time of the seat to act has reached; None without a clock, or
            before the first.
        last: The points of the last move, to mark its start and end while no other move is shown.
    """
    shown = _shown(match, view, since, passing, hint, faulty, opponents)
    theirs = opponents is not None and opponents.acting
    quiet = view.phase is Phase.REST and not hint and passing is None and not theirs
    if quiet and not match.over:
        shown = _marked(shown, {*last[:1], *last[-1:]})
    return in_colours(shown, match.game, mark)


def watched_scene(
    match: TurnMatch,
    sensed: Occupancy,
    since: float,
    passing: Seat | None = None,
    last: Sequence[Point] = (),
) -> Scene:
    """Return the scene for a board on which a game is only watched.

    It shows the pieces of the position where the board senses none, and the last move.

    Args:
        match: The match.
        sensed: The occupied points.
        since: When the scene begins (seconds).
        passing: A seat whose forced pass is to be shown.
        last: The points of the last move, to mark its start and end.
    """
    if match.over:
        return in_colours(_sweep(match, since), match.game)
    if passing is not None:
        return in_colours(Scene(lamps=_passing(match, passing), since=since), match.game)
    stacks = match.game.stacks(match.position)
    missing = tuple(
        (Point(point), Lamp(Meaning.SET_UP, stack[-1].seat))
        for point, stack in enumerate(stacks)
        if stack and not sensed >> point & 1
    )
    return in_colours(_marked(Scene(missing, since=since), {*last[:1], *last[-1:]}), match.game)


def in_colours(shown: Scene, game: AnyGame, mark: float | None = None) -> Scene:
    """Replace a game's seats by the palette's seats of the same colours.

    Args:
        shown: The scene, with the game's seats.
        game: The game.
        mark: The mark that the time of the seat to act has reached; None without a clock, or
            before the first.
    """

    def coloured(lamp: Lamp) -> Lamp:
        if lamp.meaning is Meaning.MAY_MOVE and mark is not None:
            lamp = replace(lamp, meaning=_TIMED[mark])
        return lamp if lamp.seat is None else replace(lamp, seat=lit_as(game.colour(lamp.seat)))

    return replace(
        shown,
        lamps=tuple((point, coloured(lamp)) for point, lamp in shown.lamps),
        sweep=tuple(lit_as(game.colour(seat)) for seat in shown.sweep),
    )


def _marked(shown: Scene, points: Iterable[Point]) -> Scene:
    """Return the same scene, with the last move marked where lamps are dark."""
    lamps = {point: Lamp(Meaning.LAST_MOVE) for point in points} | dict(shown.lamps)
    return replace(shown, lamps=tuple(sorted(lamps.items(), key=lambda item: item[0])))


def lit_as(colour: Colour) -> Seat:
    """Return the palette's seat for a colour."""
    return Seat(SEAT_COLOURS.index("blue" if colour == "black" else colour))


def _shown(
    match: TurnMatch,
    view: View,
    since: float,
    passing: Seat | None,
    hint: Sequence[Point],
    faulty: Iterable[Point],
    opponents: OtherPlayers | None,
) -> Scene:
    if match.outcome.over and view.phase is Phase.REST:
        return _sweep(match, since)
    lamps: dict[Point, Lamp] = {}
    if view.phase in (Phase.REST, Phase.SETUP):
        lamps = {point: Lamp(Meaning.FAULT) for point in faulty}
    if passing is not None and view.phase is Phase.REST:
        return Scene(lamps=_passing(match, passing), since=since)
    theirs = None if opponents is None else opponents.turn
    for mask, lamp in _meanings(match, view, theirs is not None):
        for point in points_of(mask):
            lamps[point] = lamp
    if view.phase is Phase.REST and opponents is not None:
        lamps |= _theirs(match, theirs) if theirs else _draws(match, opponents.drawn)
    lamps |= dict.fromkeys(_hinted(view, hint), Lamp(Meaning.HINT))
    if view.phase is Phase.ASK:
        lamps |= _candidates(match, view)
    return Scene(
        lamps=tuple(sorted(lamps.items(), key=lambda item: item[0])),
        choices=len(view.candidates),
        picked=view.picked,
        since=since,
    )


def _sweep(match: TurnMatch, since: float) -> Scene:
    """Return the scene of a match that is over."""
    winner, count = match.outcome.winner, len(match.game.seats)
    seats = range(count) if winner is None else [winner]
    lost = count == 1 and winner is None
    return Scene(sweep=() if lost else tuple(Seat(seat) for seat in seats), since=since)


def _meanings(match: TurnMatch, view: View, theirs: bool) -> Iterator[tuple[int, Lamp]]:
    """Yield points (bits by index) with their meaning; for each point, the last one counts."""
    seat = match.seat
    if view.phase is Phase.SETUP:
        yield view.take_away, Lamp(Meaning.TAKE_AWAY)
        now = next_pieces(match, view).points
        for point, stack in enumerate(match.game.stacks(match.position)):
            if now >> point & 1:
                yield 1 << point, Lamp(Meaning.SET_UP, stack[-1].seat if stack else None)
        return
    if theirs:
        yield view.movable, Lamp(Meaning.THEIR_FROM)
    else:
        forced = match.game.forced(match.position)
        yield view.movable, Lamp(Meaning.MUST_JUMP) if forced else Lamp(Meaning.MAY_MOVE, seat)
    yield takeable(match, view), Lamp(Meaning.VICTIM)
    if view.phase is Phase.REST:
        yield _crowned(match), Lamp(Meaning.CROWN)
    yield view.victims, Lamp(Meaning.VICTIM)
    yield view.sources, Lamp(Meaning.FROM)
    yield view.targets, Lamp(Meaning.TO)
    yield view.go_on, Lamp(Meaning.KEEP_JUMPING)
    yield view.take_off, Lamp(Meaning.TAKE_OFF)
    back = view.phase in (Phase.TAKING_BACK, Phase.CONFIRM)
    yield view.put_here, Lamp(Meaning.TO if back else Meaning.PUT_HERE)
    yield view.take_away, Lamp(Meaning.FROM if back else Meaning.TAKE_AWAY)


def _hinted(view: View, hint: Sequence[Point]) -> Sequence[Point]:
    """Return the points of a hint to light now: once its piece is lifted, only where it goes."""
    if view.phase is Phase.REST:
        return hint
    if view.phase is Phase.HAND and any(view.sources >> point & 1 for point in hint):
        return [point for point in hint if view.targets >> point & 1]
    return ()


def _theirs(match: TurnMatch, turn: Turn) -> dict[Point, Lamp]:
    """Return the lamps of the computer's move before anything is lifted.

    They show where it starts and ends, and what it captures, but not the intermediate points of a
    chain.
    """
    lamps: dict[Point, Lamp] = {}
    touched: set[Point] = set()
    for step in match.turn_game.steps(match.position, turn):
        if step.point not in touched and step.action in _THEIRS:
            lamps[step.point] = Lamp(_THEIRS[step.action])
        elif step.action is Action.LIFT and lamps.get(step.point) == _TO:
            del lamps[step.point]
        touched.add(step.point)
    return lamps


def _draws(match: TurnMatch, drawn: Any) -> dict[Point, Lamp]:
    """Return where the drawn piece may enter, in its owner's colour."""
    if drawn is None:
        return {}
    game = match.game
    steps = [step for move in game.moves(drawn) for step in game.steps(drawn, move)]
    return {step.point: Lamp(Meaning.MAY_MOVE, step.piece.seat) for step in steps}


def _passing(match: TurnMatch, seat: Seat) -> tuple[tuple[Point, Lamp], ...]:
    """Return all pieces of a seat that cannot move; the whole board if it has none."""
    stacks = match.game.stacks(match.position)
    points = [Point(p) for p, stack in enumerate(stacks) if stack and stack[-1].seat == seat]
    lamp = Lamp(Meaning.PASSES, seat)
    return tuple((p, lamp) for p in points or map(Point, range(len(stacks))))


def _crowned(match: TurnMatch) -> int:
    """Return the points (bits by index) where the last move crowned a piece or turned it over."""
    if not match.history:
        return 0
    last = match.history[-1]
    steps = match.game.steps(last.position, last.move)
    return sum(1 << step.point for step in steps if step.action is Action.TURN)


def _candidates(match: TurnMatch, view: View) -> dict[Point, Lamp]:
    """Return the points of every candidate, except those that all of them share."""
    touched = [
        {step.point for step in match.turn_game.steps(match.position, turn)}
        for turn in view.candidates
    ]
    shared = set.intersection(*touched)
    if all(points == shared for points in touched):
        shared = set()  # they differ in something that the points do not show
    found: dict[Point, int] = {}
    for number, points in enumerate(touched):
        for point in points - shared:
            found[point] = found.get(point, 0) | 1 << number
    return {p: Lamp(Meaning.QUESTION, candidates=which) for p, which in found.items()}
