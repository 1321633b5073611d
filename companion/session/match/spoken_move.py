"""The last move in words, to be read aloud."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.base.text import Text, joined
from companion.rules import CHANCE, Action, Played, Step, Turn, TurnMatch
from companion.rules.geometry import Point
from companion.rules.reasons import along, listed, named


def spoken_move(match: TurnMatch) -> Text:
    """Return the last ply made by hands in words; empty before the first.

    An example: `White: 14 to 12, takes 13.`
    """
    for played in reversed(match.history):
        steps = match.game.steps(played.position, played.move)
        if steps:
            break
    else:
        return Text()
    seats, what = match.game.seats, said(match, played)
    if len(seats) < 2 or played.seat == CHANCE:
        return Text("{move}.", move=what)
    return Text("{seat}: {move}.", seat=seats[played.seat], move=what)


def said(match: TurnMatch, played: Played) -> Text:
    """Return a ply in words: as players of the game say it, or else as its steps show it."""
    own = _own_words(match, played.position, played.move)
    return own or described(match, match.game.steps(played.position, played.move), played.seat)


def said_turn(match: TurnMatch, turn: Turn) -> Text:
    """Return a turn that has yet to be made in the same words."""
    own = Text() if len(turn.plies) > 1 else _own_words(match, match.position, turn.plies[0])
    return own or described(match, match.turn_game.steps(match.position, turn), match.seat)


def _own_words(match: TurnMatch, position: Any, move: Any) -> Text:
    """Return a ply as players of the game say it; empty if its steps are to show it."""
    return Text("passes") if match.game.is_pass(move) else match.game.in_words(position, move)


def described(match: TurnMatch, steps: Sequence[Step], seat: int) -> Text:
    """Return a move in words, as in `14 to 12, takes 13`.

    Args:
        match: The match.
        steps: The steps of the move.
        seat: Who makes it.
    """
    names = match.game.board.names
    ways: list[list[Point]] = []
    others: list[Text] = []
    for action, point, piece, _ in steps:
        match action:
            case Action.LIFT if not ways or ways[-1][-1] != point:
                ways.append([point])
            case Action.PLACE if ways:
                ways[-1].append(point)
            case Action.ENTER:
                mine = piece.seat in (None, seat)
                body = Text("a {piece}", piece=piece.kind) if mine else named(match, piece)
                others.append(Text("{piece} on {point}", piece=body, point=names[point]))
            case Action.TURN:
                others.append(Text("now a {piece}", piece=piece.kind))
    taken = dict.fromkeys(names[step.point] for step in steps if step.action is Action.REMOVE)
    moved = [along([names[point] for point in way]) for way in ways]
    takes = [Text("takes {points}", points=listed(list(taken), "and"))] if taken else []
    return joined(", ", [*moved, *takes, *others])
