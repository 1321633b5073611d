"""What the page says: whose turn it is, what is forced, what went wrong and how to fix it."""

from __future__ import annotations

from typing import NamedTuple

from companion.geometry import points_of
from companion.rules import CHANCE, Action, TurnMatch
from companion.rules.reasons import conclusion, listed, must_jump, named, placing
from companion.session.guided_game import GuidedGame
from companion.session.opponents import Opponents
from companion.session.refused import NOT_THE_COMPUTERS, NOT_THIS_STEP, refused
from companion.session.switches import question
from companion.session.taking import takeable
from companion.tracking import Phase, View
from companion.tracking.faults import Doubt

_LISTED = 12  # the most pieces that a sentence lists


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
    guided: GuidedGame | None = None,
) -> Words:
    """What to say about a match whose tracker sees `view`, and about the computer's part in it.

    ignored: the points whose switches are ignored; doubt: the switches that the players are asked
    about; guided: the lesson that is played, or None."""
    if guided is not None and guided.done and view.phase is Phase.REST:
        headline = _ending(match) if match.over else "The guided game is over"
        return Words(headline, guided.ending or conclusion(match), "good")
    if match.over and view.phase is Phase.REST:
        return Words(_ending(match), conclusion(match), _ending_tone(match))
    if opponents.acting and view.phase is Phase.REST:
        message, tone = _computers_turn(match, opponents), "plain"
    else:
        message, tone = _message(match, view, ignored, computers=opponents.acting, guided=guided)
    if doubt is not None:
        message = f"{message} {question(match.game.board, doubt)}".lstrip()
    step = "" if guided is None else f"Step {guided.number} of {guided.steps}: "
    return Words(step + (opponents.headline or _turn(match)), message, tone)


def names(match: TurnMatch, mask: int) -> str:
    """The names of points: `14`, `9 or 12`, `1, 2 or 3`."""
    return listed([match.game.board.names[p] for p in points_of(mask)], "or")


def _ending(match: TurnMatch) -> str:
    outcome, seats = match.outcome, match.game.seats
    if len(seats) == 1 and match.ply_match.ended_by_players:
        return "Given up"
    if len(seats) == 1:
        return "Solved!" if outcome.winner is not None else "Lost"
    if outcome.winner is None:
        return "Draw"
    return f"{seats[outcome.winner]} wins"


def _ending_tone(match: TurnMatch) -> str:
    """Good only if somebody at the board has won."""
    winner = match.outcome.winner
    people = len(match.game.seats) > len(match.computers)
    lost = winner is None or (people and winner in match.computers)
    return "plain" if lost else "good"


def _turn(match: TurnMatch) -> str:
    if match.over:
        return _ending(match)
    seats = match.game.seats
    return f"{seats[match.seat]} to move" if len(seats) > 1 else "Your move"


def _computers_turn(match: TurnMatch, opponents: Opponents) -> str:
    """What to do on the computer's turn before any piece is in hand."""
    if opponents.draws:
        return (
            f"Draw from the bag for {match.game.seats[match.seat]}. What did you draw? Choose "
            "here, or press the button for the next answer and hold it to choose."
        )
    if opponents.turn is None:
        return ""
    steps = match.turn_game.steps(match.position, opponents.turn)
    first, point_names = steps[0], match.game.board.names
    if first.action is Action.ENTER:
        return f"Place {named(match, first.piece)} on {point_names[first.point]}."
    removed = sum(1 << step.point for step in steps if step.action is Action.REMOVE)
    taking = _taking(match, removed) if removed else ""
    placed = [step.point for step in steps if step.action is Action.PLACE]
    if not placed:
        return f"The computer's move: {_lower(taking)}"
    start = next(step.point for step in steps if step.action is Action.LIFT)
    text = match.turn_game.text(match.position, opponents.turn)
    chain = f" ({text})" if len(placed) > 1 else ""
    move = f"from {point_names[start]} to {point_names[placed[-1]]}{chain}"
    return f"Move the computer's piece {move}. {taking}".rstrip()


def _message(
    match: TurnMatch, view: View, ignored: int, *, computers: bool, guided: GuidedGame | None
) -> tuple[str, str]:
    forced = match.game.forced(match.position)
    match view.phase:
        case Phase.SETUP:
            return _setting_up(match, view), "question"
        case Phase.REST if guided is not None:
            return guided.text, "forced" if forced else "plain"
        case Phase.REST:
            if match.ply_match.to_act == CHANCE:
                return "Draw from the bag and place what you drew.", "plain"
            if match.agreed:
                return _draw_offer(match), "question"
            return (must_jump(match), "forced") if forced else (placing(match), "plain")
        case Phase.HAND | Phase.CONFIRM:
            return _in_hand(match, view, ignored), "forced" if forced else "plain"
        case Phase.ASK:
            return _question(match, view, ignored), "question"
        case Phase.TAKING_BACK:
            if view.put_here or view.take_away:
                return f"Taking back: {_lower(_pair(match, view))}", "plain"
            return _in_hand(match, view, ignored), "plain"
        case Phase.ASTRAY:
            if guided is not None:
                again = f"{_pair(match, view)} Then try again."
                return f"{NOT_THIS_STEP} {again}", "wrong"
            return _astray(match, view, computers), "wrong"
    raise AssertionError(view.phase)


def _draw_offer(match: TurnMatch) -> str:
    seats = match.game.seats
    offerer, *others = (seats[seat] for seat in match.agreed)
    if match.seat == match.offered_by:
        return "Draw offered. Make your move to send it."
    agree = f", and {listed(others, 'and')} agree{'s' * (len(others) == 1)}" if others else ""
    mine = match.seat in match.agreed
    return f"{offerer} offers a draw{agree}. {'Make' if mine else 'Accept it, or make'} your move."


def _setting_up(match: TurnMatch, view: View) -> str:
    count = view.put_here.bit_count()
    remove = _removing(match, view.take_away) if view.take_away else ""
    if view.stands:
        remove += _stands(view)
    also = f" {remove}".rstrip()
    if count > _LISTED:
        return f"Set up the board: put {count} pieces where the lamps are lit.{also}"
    if remove and not view.put_here:
        return f"Set up the board: {_lower(remove)}"
    pieces: dict[str, list[str]] = {}
    stacks = match.game.stacks(match.position)
    kinds = {(stack[-1].seat, stack[-1].kind) for stack in stacks if stack}
    for point in points_of(view.put_here):
        top = stacks[point][-1]
        whose = match.game.seats[top.seat] if top.seat is not None else "a piece"
        if sum(seat == top.seat for seat, _ in kinds) > 1:
            whose = named(match, top)
        pieces.setdefault(whose, []).append(match.game.board.names[point])
    missing = "; ".join(f"{whose} on {', '.join(points)}" for whose, points in pieces.items())
    return f"Set up the board: {missing}.{also}" if missing else "The board is set up."


def _in_hand(match: TurnMatch, view: View, ignored: int) -> str:
    if view.take_off:
        return _taking(match, view.take_off)
    if view.go_on:
        more = "Keep jumping" if view.phase is not Phase.CONFIRM else "You may keep jumping"
        end = "" if view.phase is not Phase.CONFIRM else ", or confirm that the move is over"
        return f"{more}: from {names(match, view.go_on)} to {names(match, view.targets)}{end}."
    if view.unseen:
        return _unseen(match, view, ignored)
    if view.phase is Phase.CONFIRM and view.movable:
        return "Go on, or confirm that the move is over."
    if view.phase is Phase.CONFIRM:
        return f"{_complete(match, view)} Confirm with the button or here."
    if view.targets:
        return f"Put {_entering(match, view) or 'it down'} on {names(match, view.targets)}."
    if takeable(match, view):
        return f"Take off one piece: {names(match, takeable(match, view))}."
    if view.movable:
        return f"Now move the piece that takes it: {names(match, view.movable)}."
    return ""


def _complete(match: TurnMatch, view: View) -> str:
    """What is played or taken back if the board is confirmed."""
    if view.plies:
        undone = match.history[-view.plies :]
        by_hand = sum(bool(match.game.steps(ply.position, ply.move)) for ply in undone)
        many = by_hand > 1
        return f"Were the last {by_hand} moves taken back?" if many else "Was the move taken back?"
    text = match.turn_game.text(match.position, view.candidates[0])
    return f"Was the move {text}?"


def _taking(match: TurnMatch, mask: int) -> str:
    """What to do with the pieces that a turn takes off these points."""
    turns, position, where = match.turn_game, match.position, _all(match, mask)
    for turn in match.turns:
        actions = {step.action for step in turns.steps(position, turn)}
        if actions == {Action.REMOVE}:
            return f"Take the piece{_plural(mask)} off {where}."
        if Action.REMOVE in actions:
            stacks = match.game.stacks
            kept = sum(map(len, stacks(turns.advance(position, turn))))
            if kept == sum(map(len, stacks(position))):  # it goes under its captor
                return f"Put the top piece{_plural(mask)} of {where} under the jumping piece."
            break
    return f"Take the captured piece{_plural(mask)} off {where}."


def _entering(match: TurnMatch, view: View) -> str:
    """The piece that has to come from beside the board, if pieces stood on all of the targets
    before; empty if the piece in hand goes there."""
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


def _question(match: TurnMatch, view: View, ignored: int) -> str:
    if view.unseen and not view.targets & ignored:
        return _unseen(match, view, ignored)
    return "Which move was it? Tap a blinking point, or choose here."


def _unseen(match: TurnMatch, view: View, ignored: int) -> str:
    if view.targets & ignored:
        where = names(match, view.targets)
        return f"Put it down on {where} and confirm: no piece is sensed there."
    put = f"Put it down on {names(match, view.targets)}. " if view.targets else ""
    return f"{put}If you have put it on another piece, tap that one (lift it and put it back)."


def _astray(match: TurnMatch, view: View, computers: bool) -> str:
    why = NOT_THE_COMPUTERS if computers else "That is not a legal move."
    moved = refused(match, view)
    if moved is not None:
        why = moved.text
    end = " Or confirm the move that the board shows." if view.confirmable else ""
    if view.stands:
        return f"A piece seems to stand in the wrong place. {_pair(match, view)}{_stands(view)}"
    return f"{why} {_pair(match, view)}{end}"


def _stands(view: View) -> str:
    return f" Or confirm if {'they stand' if _plural(view.take_away) else 'it stands'} right."


def _pair(match: TurnMatch, view: View) -> str:
    if view.put_here and view.take_away:
        (piece,) = _bodies(match, view, view.take_away)
        start, to = names(match, view.take_away), names(match, view.put_here)
        return f"Move {piece} from {start} to {to}."
    if view.put_here:
        known = match.game.occupancy(match.position)
        back = " back" if view.phase is Phase.TAKING_BACK or view.put_here & known else ""
        if view.put_here & (view.put_here - 1):
            return f"Put the pieces{back} on {_all(match, view.put_here)}."
        (piece,) = _bodies(match, view, view.put_here)
        return f"Put {piece}{back} on {names(match, view.put_here)}."
    if view.then or view.take_away & (view.take_away - 1):
        off = f"Take the piece{_plural(view.take_away)} off {_all(match, view.take_away)}."
        return f"{off} {_then(match, view)}".rstrip()
    (piece,) = _bodies(match, view, view.take_away)
    return f"Take {piece} off {names(match, view.take_away)}."


def _then(match: TurnMatch, view: View) -> str:
    """What goes where once unknown pieces have been taken off."""
    if not 0 < view.then.bit_count() <= _LISTED:
        return ""
    point_names = match.game.board.names
    each = [
        f"{piece} on {point_names[point]}"
        for point, piece in zip(points_of(view.then), _bodies(match, view, view.then), strict=True)
    ]
    return f"Then put {listed(each, 'and')}."


def _bodies(match: TurnMatch, view: View, mask: int) -> list[str]:
    """What the pieces on these points are called: by owner and kind, as far as they are known and
    the pieces of the game differ."""
    known = dict(view.pieces)
    called = []
    for point in points_of(mask):
        stack = known.get(point, ())
        if len(stack) > 1:
            top = f" with {named(match, stack[-1])} on top" if len(set(stack)) > 1 else ""
            called.append(f"the stack of {len(stack)}{top}")
        elif stack and len(match.game.pieces) > 1:
            called.append(named(match, stack[0]))
        else:
            called.append("the piece")
    return called


def _removing(match: TurnMatch, mask: int) -> str:
    return f"Remove the piece{_plural(mask)} on {_all(match, mask)}."


def _plural(mask: int) -> str:
    return "s" if mask & (mask - 1) else ""


def _all(match: TurnMatch, mask: int) -> str:
    return listed([match.game.board.names[p] for p in points_of(mask)], "and")


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
