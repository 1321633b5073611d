"""Short explanations for players: why a piece may not move as it did, and why a game is over.

Every reason is derived from the rules: from the legal turns, from forced moves, and from the game's
own explanations (`Game.objection`, `Game.conclusion`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Literal

from companion.base.text import Text, joined, plural, sentences, verbatim
from companion.rules.game import AnyGame
from companion.rules.geometry import Point
from companion.rules.piece import Piece, Stack
from companion.rules.step import Action, Step
from companion.rules.turn_match import TurnMatch
from companion.rules.turns import Turn

_LISTED = 3  # the most moves, or points, that a sentence lists
_TIMES = {
    2: Text("The same position has come up twice."),
    3: Text("The same position has come up three times."),
    4: Text("The same position has come up four times."),
}


def refusal(match: TurnMatch, origin: Point | None, to: Point | None, brought: str = "") -> Text:
    """Explain why no legal turn carries the piece on `origin` to `to`.

    Args:
        match: The match.
        origin: The point of the piece; None for a piece from beside the board.
        to: The point where it was put; None for a piece taken off the board.
        brought: The text of a piece from beside the board, or empty if not known.
    """
    if match.over:
        return Text("The game is over.")
    game, position, names = match.game, match.position, match.game.board.names
    stacks = game.stacks(position)
    steps = [match.turn_game.steps(position, turn) for turn in match.turns]
    if origin is None:
        return _not_placed(match, steps, to, brought)
    if not stacks[origin]:  # it has moved before
        return _occupied(names[to]) if to is not None and stacks[to] else Text()
    said = game.objection(position, origin, to)
    if said:
        return sentences(said)
    piece = stacks[origin][-1]
    if to is None and any(step[:2] == (Action.REMOVE, origin) for way in steps for step in way):
        return Text()
    firsts = {way[0].point: way[0] for way in steps if way and way[0].action is Action.LIFT}
    owners = {step.piece.seat for step in firsts.values()}
    if steps and all(way[0].action is Action.ENTER for way in steps if way):
        return Text("No piece on the board moves now: {place:lower}", place=placing(match))
    if piece.seat not in {None, match.seat} | owners:
        return Text("It is {seat}'s turn.", seat=game.seats[match.seat])
    if game.forced(position) and not (to is None and origin in firsts):
        return must_jump(match)
    ends = {_landing(way) for way in steps if way and way[0].point == origin}
    if to is not None and stacks[to] and not any(stacks[end] for end in ends):
        return _occupied(names[to])
    body = _body(match, stacks[origin])
    if origin not in firsts:
        return _not_lifted(match, body, origin, list(firsts.values()))
    if to is None:
        return Text("Nothing captures {piece} on {point}.", piece=body, point=names[origin])
    return _not_there(match, body, origin, to, sorted(ends))


def idle(match: TurnMatch, point: Point, turns: Sequence[Turn]) -> Text:
    """Explain why nothing can be done now with a point or with the piece on it.

    Args:
        match: The match.
        point: The point.
        turns: The turns that may be made now; none while the computer or a remote player decides.
    """
    if match.over:
        return Text("The game is over.")
    game, position = match.game, match.position
    stack = game.stacks(position)[point]
    if match.seat in match.proxy_seats or not turns:
        return Text("It is {seat}'s turn.", seat=game.seats[match.seat])
    steps = [match.turn_game.steps(position, turn) for turn in turns]
    placed = placing(match)
    if not stack:
        if any(way and way[0].action is Action.ENTER and way[0].point == point for way in steps):
            return Text("Choose a piece in the tray first, then where it goes.")
        lifts = any(way and way[0].action is Action.LIFT for way in steps)
        return placed or (Text("Choose a piece first, then where it goes.") if lifts else Text())
    if placed:
        return Text("No piece on the board moves now: {place:lower}", place=placed)
    piece = stack[-1]
    firsts = {way[0].point: way[0] for way in steps if way and way[0].action is Action.LIFT}
    owners = {step.piece.seat for step in firsts.values()}
    if piece.seat not in {None, match.seat} | owners:
        return Text("It is {seat}'s turn.", seat=game.seats[match.seat])
    if game.forced(position):
        return must_jump(match)
    if point in firsts or not firsts:
        return Text(
            "{piece:capital} on {point} has no part in this move.",
            piece=_body(match, stack),
            point=game.board.names[point],
        )
    return _not_lifted(match, _body(match, stack), point, list(firsts.values()))


def unplayable(game: AnyGame, position: Any) -> Text:
    """Explain why no game can begin with a position; empty if one can.

    A player who begins the game with pieces on the board must have some.
    """
    owners, wanted = (
        {piece.seat for stack in game.stacks(one) for piece in stack}
        for one in (position, game.start())
    )
    missing = [name for seat, name in enumerate(game.seats) if seat in wanted - owners]
    if not missing:
        return Text()
    return plural(
        "{seats} has no piece on the board: put at least one there",
        "{seats} have no pieces on the board: put at least one of each there",
        len(missing),
        seats=listed(missing, "and"),
    )


def _not_lifted(match: TurnMatch, body: Text, origin: Point, firsts: Sequence[Step]) -> Text:
    """Explain why no legal turn begins with this piece.

    Args:
        match: The match.
        body: The name of the piece.
        origin: Its point.
        firsts: The first steps of the turns that lift a piece.
    """
    names = match.game.board.names
    if len(firsts) == 1:
        only = firsts[0].point
        return Text(
            "Only {piece} on {point} can move now.",
            piece=_body(match, match.game.stacks(match.position)[only]),
            point=names[only],
        )
    return Text("{piece:capital} on {point} cannot move now.", piece=body, point=names[origin])


def must_jump(match: TurnMatch) -> Text:
    """Explain which moves a rule forces now, as in `You must jump: 2 takes 9.`."""
    names = match.game.board.names
    jumps: dict[Text, str] = {}  # with their origins
    for turn in match.turns:
        steps = match.turn_game.steps(match.position, turn)
        taken = [names[step.point] for step in steps if step.action is Action.REMOVE]
        start = names[steps[0].point]
        if taken:
            jumps[Text("{point} takes {taken}", point=start, taken=listed(taken, "and"))] = start
        else:
            jumps[along([start, names[_landing(steps)]])] = start
    if len(jumps) <= _LISTED:
        return Text("You must jump: {jumps}.", jumps=listed(list(jumps), "or"))
    starts = dict.fromkeys(jumps.values())
    if len(starts) <= _LISTED:
        return Text("You must jump with {points}.", points=listed(list(starts), "or"))
    return Text("You must jump with one of the pieces that are lit.")


def placing(match: TurnMatch) -> Text:
    """Return which piece to place, if every legal turn starts by placing one; else empty."""
    position = match.position
    firsts = [match.turn_game.steps(position, turn)[0] for turn in match.turns]
    if not firsts or any(step.action is not Action.ENTER for step in firsts):
        return Text()
    pieces = list(dict.fromkeys(step.piece for step in firsts))
    if len(pieces) > 1:
        kinds = sorted({piece.kind for piece in pieces})
        if len(kinds) == 1:
            return Text("Place a {piece} of any colour.", piece=kinds[0])
        return Text("Place one of your pieces: {pieces}.", pieces=joined(", ", kinds))
    return Text("Place {piece}.", piece=named(match, pieces[0]))


def conclusion(match: TurnMatch) -> Text:
    """Explain why a match is over.

    It ends by its players, by the clock, by repetition, or by the rules; empty if the game gives no
    reason.
    """
    if match.ply_match.ended_by_players or not match.over:
        return match.ending
    game, position = match.game, match.position
    if not game.outcome(position).over:
        times = match.ply_match.occurrences
        often = Text("The same position has come up {number} times.", number=times)
        return _TIMES.get(times, often)
    said = game.conclusion(position)
    if said:
        return sentences(said)
    owners = {piece.seat for stack in game.stacks(position) for piece in stack}
    beaten = [name for seat, name in enumerate(game.seats) if seat not in owners]
    if match.outcome.winner in owners and len(beaten) == len(game.seats) - 1:
        return plural(
            "{seats} has no pieces left.",
            "{seats} have no pieces left.",
            len(beaten),
            seats=listed(beaten, "and"),
        )
    return Text()


def named(match: TurnMatch, piece: Piece) -> Text:
    """Return a piece with its owner: `White's counter`, `the stone`."""
    if piece.seat is None:
        return Text("the {piece}", piece=piece.kind)
    return Text("{seat}'s {piece}", seat=match.game.seats[piece.seat], piece=piece.kind)


def named_stack(match: TurnMatch, stack: Stack) -> Text:
    """Return what stands on a point: a piece with its owner, or the stack.

    A piece that only its height tells from others is called a single one.
    """
    if len(set(stack)) > 1:
        top = named(match, stack[-1])
        return Text("the stack of {number} with {piece} on top", number=len(stack), piece=top)
    if len(stack) > 1:
        return Text("the stack of {number}", number=len(stack))
    game = match.game
    if len(game.pieces) == 1 and any(len(one) > 1 for one in game.stacks(match.position)):
        return Text("the single {piece}", piece=stack[0].kind)
    return named(match, stack[0])


def along(points: Sequence[str]) -> Text:
    """Return the path of a piece, by the names of points: `14 to 12`, `3 to 5 to 9`."""
    moved = verbatim(points[0])
    for point in points[1:]:
        moved = Text("{start} to {end}", start=moved, end=point)
    return moved


def listed(texts: Sequence[str], word: Literal["and", "or"]) -> Text:
    """Join texts to a list: `9`, `9 and 12`, `1, 2 and 3`."""
    if len(texts) < 2:
        return joined("", texts)
    *others, last = texts
    first = joined(", ", others)
    if word == "and":
        return Text("{others} and {last}", others=first, last=last)
    return Text("{others} or {last}", others=first, last=last)


def _not_placed(
    match: TurnMatch, steps: list[tuple[Step, ...]], to: Point | None, brought: str
) -> Text:
    entering = list(_entering(steps))
    if to is None:
        return Text()
    if not entering:
        return Text("No piece is placed on the board now.")
    if brought and all(step.piece.text != brought for step in entering):
        only = named(match, entering[0].piece)
        return placing(match) or Text("Place {piece}, no other piece.", piece=only)
    name = match.game.board.names[to]
    if match.game.stacks(match.position)[to]:
        return _occupied(name)
    places = list(dict.fromkeys(match.game.board.names[step.point] for step in entering))
    if name in places:
        return Text()
    if len(places) <= _LISTED:
        return Text("The piece belongs on {points}.", points=listed(places, "or"))
    return Text("No piece is placed on {point} now.", point=name)


def _occupied(point: str) -> Text:
    return Text("{point} is occupied.", point=point)


def _entering(steps: list[tuple[Step, ...]]) -> Iterator[Step]:
    return (step for way in steps for step in way if step.action is Action.ENTER)


def _body(match: TurnMatch, stack: Stack) -> Text:
    """Return the name of what a player moves: by its owner, or else by its height."""
    return named_stack(match, stack) if stack[-1].seat is None else named(match, stack[-1])


def _not_there(match: TurnMatch, body: Text, origin: Point, to: Point, ends: list[Point]) -> Text:
    names = match.game.board.names
    if len(ends) <= _LISTED:
        return Text(
            "{piece:capital} on {point} can only go to {ends}.",
            piece=body,
            point=names[origin],
            ends=listed([names[end] for end in ends], "or"),
        )
    return Text(
        "{piece:capital} on {point} cannot go to {end}.",
        piece=body,
        point=names[origin],
        end=names[to],
    )


def _landing(steps: tuple[Step, ...]) -> Point:
    """Return the point where the first lifted piece comes to rest."""
    at = steps[0].point
    for lifted, placed in pairwise(steps):
        if lifted.action is Action.LIFT and lifted.point == at and placed.action is Action.PLACE:
            at = placed.point
    return at
