"""What the page says: whose turn it is, what is forced, what was wrong and how to mend it."""

from __future__ import annotations

from typing import NamedTuple

from companion.geometry import points_of
from companion.rules import CHANCE, Action, TurnMatch
from companion.session.opponents import Opponents
from companion.session.switches import question
from companion.session.taking import takeable
from companion.tracking import Phase, View
from companion.tracking.faults import Doubt

_LISTED = 12  # pieces that a sentence can name


class Words(NamedTuple):
    """headline: the state of the game; message: what to do now, or empty; tone: how to say it
    (plain, forced, wrong, question, good)."""

    headline: str
    message: str
    tone: str


def words(
    match: TurnMatch,
    view: View,
    opponents: Opponents,
    ignored: int = 0,
    doubt: Doubt | None = None,
) -> Words:
    """What to say of a match whose tracker sees `view`, and of the computer's part in it.

    ignored: the points whose switches are not believed; doubt: what is asked about others."""
    if match.over and view.phase is Phase.REST:
        return Words(_ending(match), match.ending, "good")
    if opponents.acting and view.phase is Phase.REST:
        message, tone = _theirs(match, opponents), "plain"
    else:
        message, tone = _message(match, view, ignored, theirs=opponents.acting)
    if doubt is not None:
        message = f"{message} {question(match.game.board, doubt)}".lstrip()
    return Words(opponents.headline or _turn(match), message, tone)


def names(match: TurnMatch, mask: int) -> str:
    """The names of points: `14`, `9 or 12`, `1, 2 or 3`."""
    found = [match.game.board.names[p] for p in points_of(mask)]
    return " or ".join(filter(None, [", ".join(found[:-1]), *found[-1:]]))


def _ending(match: TurnMatch) -> str:
    outcome, seats = match.outcome, match.game.seats
    again = match.ply_match.occurrences >= match.game.repetitions > 0
    why = ": the position came up again" if again else ""
    if len(seats) == 1:
        return "Solved!" if outcome.winner is not None else f"Lost{why or ': no move is left'}"
    if outcome.winner is None:
        return f"A draw{why}"
    return f"{seats[outcome.winner]} wins"


def _turn(match: TurnMatch) -> str:
    if match.over:
        return _ending(match)
    seats = match.game.seats
    return f"{seats[match.seat]} to move" if len(seats) > 1 else "Your move"


def _theirs(match: TurnMatch, opponents: Opponents) -> str:
    """What to do at the computer's turn before any piece is in hand."""
    if opponents.draws:
        return (
            f"Draw from the bag for {match.game.seats[match.seat]}. What came out? Choose here; "
            "or the button goes on, and, held, takes what is lit."
        )
    if opponents.turn is None:
        return ""
    steps = match.turn_game.steps(match.position, opponents.turn)
    first = steps[0]
    if first.action is not Action.ENTER:
        off = sum(1 << step.point for step in steps if step.action is Action.REMOVE)
        taken = f" {_taking(match, off)}" if off else ""
        return f"Carry out {match.turn_game.text(match.position, opponents.turn)}.{taken}"
    owner = "" if first.piece.seat is None else f" of {match.game.seats[first.piece.seat]}"
    where = match.game.board.names[first.point]
    return f"Place the {first.piece.kind}{owner} on {where}."


def _message(match: TurnMatch, view: View, ignored: int, *, theirs: bool) -> tuple[str, str]:
    forced = match.game.forced(match.position)
    match view.phase:
        case Phase.SETUP:
            return _setting_up(match, view), "question"
        case Phase.REST:
            if match.ply_match.to_act == CHANCE:
                return "Draw from the bag, and place what came out.", "plain"
            if match.offered_by is not None:
                mine = match.offered_by == match.seat
                then = ", once the move is made" if mine else ": accept it, or move on"
                return f"{match.game.seats[match.offered_by]} offers a draw{then}.", "question"
            return ("A jump is forced.", "forced") if forced else (_placing(match), "plain")
        case Phase.HAND | Phase.CONFIRM:
            return _in_hand(match, view, ignored), "forced" if forced else "plain"
        case Phase.ASK:
            return _question(match, view, ignored), "question"
        case Phase.TAKING_BACK:
            if view.put_here or view.take_away:
                return f"Taking back: {_lower(_pair(match, view))}", "plain"
            return _in_hand(match, view, ignored), "plain"
        case Phase.ASTRAY:
            return _astray(match, view, forced, theirs), "wrong"
    raise AssertionError(view.phase)


def _setting_up(match: TurnMatch, view: View) -> str:
    count = view.put_here.bit_count()
    also = f" Take away what is on {_all(match, view.take_away)}." if view.take_away else ""
    if count > _LISTED:
        return f"Set up the board: {count} pieces, where the lamps are lit.{also}"
    if view.take_away and not view.put_here:
        return f"Set up the board: take away what is on {_all(match, view.take_away)}."
    pieces: dict[str, list[str]] = {}
    stacks = match.game.stacks(match.position)
    for point in points_of(view.put_here):
        top = stacks[point][-1]
        owner = match.game.seats[top.seat] if top.seat is not None else "a piece"
        pieces.setdefault(owner, []).append(match.game.board.names[point])
    wanted = "; ".join(f"{owner} on {', '.join(points)}" for owner, points in pieces.items())
    return f"Set up the board: {wanted}.{also}" if wanted else "The board is set up."


def _in_hand(match: TurnMatch, view: View, ignored: int) -> str:
    if view.take_off:
        return _taking(match, view.take_off)
    if view.go_on:
        more = "Keep jumping" if view.phase is not Phase.CONFIRM else "It may jump on"
        end = "" if view.phase is not Phase.CONFIRM else ", or confirm that the move is over"
        return f"{more}: from {names(match, view.go_on)} to {names(match, view.targets)}{end}."
    if view.unseen:
        return _unseen(match, view, ignored)
    if view.phase is Phase.CONFIRM and view.movable:
        return "Go on, or confirm that the move is over: the button, or here."
    if view.phase is Phase.CONFIRM:
        return "Confirm that this is what you meant: the button, or here."
    if view.targets:
        return f"Put {_entering(match, view) or 'it down'} on {names(match, view.targets)}."
    if takeable(match, view):
        return f"Take off one piece: {names(match, takeable(match, view))}."
    if view.movable:
        return f"Now the piece that captures it: from {names(match, view.movable)}."
    return ""


def _taking(match: TurnMatch, mask: int) -> str:
    """What to do with the pieces that a turn takes from these points."""
    turns, position, where = match.turn_game, match.position, _all(match, mask)
    for turn in match.turns:
        actions = {step.action for step in turns.steps(position, turn)}
        if actions == {Action.REMOVE}:
            return f"Take off {where}."
        if Action.REMOVE in actions:
            stacks = match.game.stacks
            kept = sum(map(len, stacks(turns.advance(position, turn))))
            if kept == sum(map(len, stacks(position))):  # it goes under its captor
                return f"Put the top piece of {where} under the one that jumps."
            break
    return f"Take the captured piece{'s' if mask & (mask - 1) else ''} off {where}."


def _entering(match: TurnMatch, view: View) -> str:
    """What has to come from beside the board onto all of the targets, which held something before;
    empty when it is the piece in hand that goes there."""
    position = match.position
    if view.targets & ~match.turn_game.occupancy(position):
        return ""
    kinds = {
        step.piece.kind
        for turn in match.turns
        for step in match.turn_game.steps(position, turn)
        if step.action is Action.ENTER and view.targets >> step.point & 1
    }
    return f"a {kinds.pop()}" if len(kinds) == 1 else ""


def _placing(match: TurnMatch) -> str:
    """What is to be brought onto the board, where that is all that a hand can do."""
    position = match.position
    firsts = [match.turn_game.steps(position, turn)[0] for turn in match.turns]
    if not firsts or any(step.action is not Action.ENTER for step in firsts):
        return ""
    pieces = list(dict.fromkeys(step.piece for step in firsts))
    if len(pieces) > 1:
        kinds = sorted({piece.kind for piece in pieces})
        if len(kinds) == 1:
            return f"Place a {kinds[0]}, of whichever colour."
        return f"Place one of your pieces: {', '.join(kinds)}."
    seat = pieces[0].seat
    owner = "" if seat is None else f" of {match.game.seats[seat]}"
    return f"Place the {pieces[0].kind}{owner}."


def _question(match: TurnMatch, view: View, ignored: int) -> str:
    if view.unseen and not view.targets & ignored:
        return _unseen(match, view, ignored)
    return "Which one was it? Tap a point that blinks, or choose here."


def _unseen(match: TurnMatch, view: View, ignored: int) -> str:
    if view.targets & ignored:
        return f"Put it down on {names(match, view.targets)} and confirm: nothing is felt there."
    put = f"Put it down on {names(match, view.targets)}. " if view.targets else ""
    return f"{put}If you have put it on another piece, tap that one (lift it and put it back)."


def _astray(match: TurnMatch, view: View, forced: bool, theirs: bool) -> str:
    why = "That is not the computer's move" if theirs else "That is no move"
    if not theirs and forced and view.put_here and view.take_away:
        why += ": a jump is forced"
    end = " Or confirm the move that the board shows." if view.confirmable else ""
    return f"{why}. {_pair(match, view)}{end}"


def _pair(match: TurnMatch, view: View) -> str:
    if view.put_here and view.take_away:
        return (
            f"Move the piece from {names(match, view.take_away)} to {names(match, view.put_here)}."
        )
    if view.put_here:
        stacks = match.game.stacks(match.position)
        points = list(points_of(view.put_here))
        known = [stacks[p][-1].seat for p in points if stacks[p]]
        whose = ""
        if len(points) == 1 and known and known[0] is not None and len(match.game.seats) > 1:
            whose = f" of {match.game.seats[known[0]]}"
        return f"Put the piece{whose} back on {_all(match, view.put_here)}."
    return f"Take away the piece on {_all(match, view.take_away)}."


def _all(match: TurnMatch, mask: int) -> str:
    return names(match, mask).replace(" or ", " and ")


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
