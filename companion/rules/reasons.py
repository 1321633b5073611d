"""Why hands may not move a piece as they did, and why a game is over: short sentences for people.

Every reason is derived from the rules: from the legal turns, from what a rule forces, and from what
the game itself says (`Game.objection`, `Game.conclusion`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from companion.geometry import Point
from companion.rules.piece import Piece
from companion.rules.step import Action, Step
from companion.rules.turn_match import TurnMatch

_LISTED = 3  # the most moves, or points, that a sentence lists
_TIMES = {2: "twice", 3: "three times", 4: "four times"}


def refusal(match: TurnMatch, origin: Point | None, to: Point | None, brought: str = "") -> str:
    """Why no legal turn carries the piece on `origin` to `to`.

    origin: None for a piece that comes from beside the board; then `brought` is its text, or empty
            if it is not known. to: None for a piece that is taken off the board.
    """
    if match.over:
        return "The game is over."
    game, position, names = match.game, match.position, match.game.board.names
    stacks = game.stacks(position)
    steps = [match.turn_game.steps(position, turn) for turn in match.turns]
    if origin is None:
        return _not_placed(match, steps, to, brought)
    if not stacks[origin]:  # it has moved before
        return f"{names[to]} is occupied." if to is not None and stacks[to] else ""
    said = game.objection(position, origin, to)
    if said:
        return said
    piece = stacks[origin][-1]
    if to is None and any(step[:2] == (Action.REMOVE, origin) for way in steps for step in way):
        return ""
    firsts = {way[0].point: way[0] for way in steps if way and way[0].action is Action.LIFT}
    owners = {step.piece.seat for step in firsts.values()}
    if steps and all(way[0].action is Action.ENTER for way in steps if way):
        return f"No piece on the board moves now: {_lower(placing(match))}"
    if piece.seat not in {None, match.seat} | owners:
        return f"It is {game.seats[match.seat]}'s turn."
    if game.forced(position) and not (to is None and origin in firsts):
        return must_jump(match)
    ends = {_landing(way) for way in steps if way and way[0].point == origin}
    if to is not None and stacks[to] and not any(stacks[end] for end in ends):
        return f"{names[to]} is occupied."
    if origin not in firsts:
        if len(firsts) == 1:
            (only,) = firsts.values()
            return f"Only {named(match, only.piece)} on {names[only.point]} can move now."
        return f"{named(match, piece, 'The')} on {names[origin]} cannot move now."
    if to is None:
        return f"Nothing captures {named(match, piece)} on {names[origin]}."
    return _not_there(match, piece, origin, to, sorted(ends))


def must_jump(match: TurnMatch) -> str:
    """What a rule forces now: `You must jump: 2 takes 9.`"""
    names = match.game.board.names
    jumps: dict[str, None] = {}
    for turn in match.turns:
        steps = match.turn_game.steps(match.position, turn)
        taken = [names[step.point] for step in steps if step.action is Action.REMOVE]
        start = names[steps[0].point]
        if taken:
            jumps[f"{start} takes {listed(taken, 'and')}"] = None
        else:
            jumps[f"{start} to {names[_landing(steps)]}"] = None
    if len(jumps) <= _LISTED:
        return f"You must jump: {listed(list(jumps), 'or')}."
    starts = dict.fromkeys(text.split()[0] for text in jumps)
    if len(starts) <= _LISTED:
        return f"You must jump with {listed(list(starts), 'or')}."
    return "You must jump with one of the pieces that are lit."


def placing(match: TurnMatch) -> str:
    """Which piece to place, if every legal turn begins by placing one; otherwise empty."""
    position = match.position
    firsts = [match.turn_game.steps(position, turn)[0] for turn in match.turns]
    if not firsts or any(step.action is not Action.ENTER for step in firsts):
        return ""
    pieces = list(dict.fromkeys(step.piece for step in firsts))
    if len(pieces) > 1:
        kinds = sorted({piece.kind for piece in pieces})
        if len(kinds) == 1:
            return f"Place a {kinds[0]} of any colour."
        return f"Place one of your pieces: {', '.join(kinds)}."
    return f"Place {named(match, pieces[0])}."


def conclusion(match: TurnMatch) -> str:
    """Why a match is over: by its players, by the clock, by repetition, or by the rules; empty if
    the game does not say."""
    if match.ply_match.ended_by_players or not match.over:
        return match.ending
    game, position = match.game, match.position
    if not game.outcome(position).over:
        times = match.ply_match.occurrences
        return f"The same position has come up {_TIMES.get(times, f'{times} times')}."
    said = game.conclusion(position)
    if said:
        return said
    owners = {piece.seat for stack in game.stacks(position) for piece in stack}
    beaten = [name for seat, name in enumerate(game.seats) if seat not in owners]
    if match.outcome.winner in owners and len(beaten) == len(game.seats) - 1:
        return f"{listed(beaten, 'and')} {'has' if len(beaten) == 1 else 'have'} no pieces left."
    return ""


def named(match: TurnMatch, piece: Piece, article: str = "the") -> str:
    """A piece with its owner: `White's counter`, `the stone`."""
    owner = article if piece.seat is None else f"{match.game.seats[piece.seat]}'s"
    return f"{owner} {piece.kind}"


def listed(texts: list[str], word: str) -> str:
    """Several texts as a list: `9`, `9 and 12`, `1, 2 and 3`."""
    return f" {word} ".join(filter(None, [", ".join(texts[:-1]), *texts[-1:]]))


def _not_placed(
    match: TurnMatch, steps: list[tuple[Step, ...]], to: Point | None, brought: str
) -> str:
    entering = list(_entering(steps))
    if to is None:
        return ""
    if not entering:
        return "No piece is placed on the board now."
    if brought and all(step.piece.text != brought for step in entering):
        return placing(match) or f"Place {named(match, entering[0].piece)}, no other piece."
    name = match.game.board.names[to]
    if match.game.stacks(match.position)[to]:
        return f"{name} is occupied."
    places = list(dict.fromkeys(match.game.board.names[step.point] for step in entering))
    if len(places) <= _LISTED:
        return f"The piece belongs on {listed(places, 'or')}."
    return f"No piece is placed on {name} now."


def _entering(steps: list[tuple[Step, ...]]) -> Iterator[Step]:
    return (step for way in steps for step in way if step.action is Action.ENTER)


def _not_there(match: TurnMatch, piece: Piece, origin: Point, to: Point, ends: list[Point]) -> str:
    names = match.game.board.names
    body = f"{named(match, piece, 'The')} on {names[origin]}"
    if len(ends) <= _LISTED:
        return f"{body} can only go to {listed([names[end] for end in ends], 'or')}."
    return f"{body} cannot go to {names[to]}."


def _landing(steps: tuple[Step, ...]) -> Point:
    """Where the first piece that is lifted comes to rest."""
    at = steps[0].point
    for lifted, placed in pairwise(steps):
        if lifted.action is Action.LIFT and lifted.point == at and placed.action is Action.PLACE:
            at = placed.point
    return at


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
