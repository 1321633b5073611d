"""The page's words: whose turn it is, what is forced, what went wrong and how to fix it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from companion.base.text import Text, joined, plural, sense, sentences
from companion.hands import Phase, View
from companion.hands.switch_faults import Doubt
from companion.rules import CHANCE, Action, Piece, Seat, Turn, TurnMatch
from companion.rules.geometry import Point, points_of
from companion.rules.reasons import (
    conclusion,
    listed,
    must_jump,
    named,
    named_stack,
    placing,
)
from companion.session.match.spoken_move import said_turn
from companion.session.play.exercise import Exercise, Words
from companion.session.play.fault_reports import question
from companion.session.play.refused import not_theirs, refused
from companion.session.play.setting_up import next_pieces
from companion.session.play.taking import takeable

if TYPE_CHECKING:
    from companion.session.remote_play.remote_players import OtherPlayers
    from companion.session.remote_play.remote_table import RemoteTable

_LISTED = 12  # the most pieces that a sentence lists


def words(
    match: TurnMatch,
    view: View,
    opponents: OtherPlayers,
    exercise: Exercise,
    colours: Mapping[str, Text],
    ignored: int = 0,
    doubt: Doubt | None = None,
    *,
    helped: bool = False,
    assisted: bool = False,
) -> Words:
    """Return the words about a match, and the computer's or the remote players' part in it.

    Args:
        match: The match.
        view: What its tracker knows.
        opponents: The part of the computer, or of the remote players.
        exercise: What the match is played for.
        colours: The names of the lamps' colours by meaning, as in `Palette.colours`.
        ignored: The points whose switches are ignored, as bits by point index.
        doubt: The switches that the players are asked about, or None.
        helped: Whether the assistant is about to do what hands would have to do. Then the words say
            what happens, and order nothing.
        assisted: Whether the assistant moves simulated pieces at all.
    """
    if exercise.over and view.phase is Phase.REST:
        return exercise.ended(Words(_ending(match), conclusion(match), _ending_tone(match)))
    if opponents.acting and view.phase is Phase.REST:
        theirs = _their_move if helped else _proxy_turn
        message, tone = theirs(match, opponents), "plain"
    elif helped:
        message, tone = _helped(match, view, opponents, exercise.objection)
    else:
        objection = exercise.objection
        message, tone = _message(match, view, ignored, opponents.acting, objection)
    said = Words(opponents.headline or _turn(match), message, tone)
    said = exercise.asked(said, view, colours, assisted=assisted)
    if doubt is None:
        return said
    return said._replace(message=sentences(said.message, question(match.game.board, doubt)))


def heard_from_afar(match: TurnMatch, said: Words, view: View, remote: RemoteTable) -> Words:
    """Add to the words the messages and requests of other boards at a shared table."""
    if view.phase is not Phase.REST:
        return said
    if remote.must_answer:
        return said._replace(message=remote.prompt, tone="question")
    message = remote.draw_prompt(match) or said.message
    return said._replace(message=sentences(remote.heard, remote.prompt, message))


def and_again(match: TurnMatch, said: Words, *, set_up: bool) -> Words:
    """Add to the words at the end how another game begins, once pieces have been moved.

    Args:
        match: The match that has ended.
        said: The words at its end.
        set_up: Whether the board has been set up for the same game.
    """
    if set_up:
        asked = Text("The board is set up for the same game: confirm, and it begins.")
        return said._replace(message=sentences(said.message, asked), tone="question")
    other = Text("For another game, hold the button for the menu, or choose one here.")
    if match.game.occupancy(match.game.start()):
        other = sentences(Text("To play this game again, set up its start."), other)
    return said._replace(message=sentences(said.message, other))


def names(match: TurnMatch, mask: int) -> Text:
    """Return the names of points: `14`, `9 or 12`, `1, 2 or 3`."""
    return listed(_point_names(match, mask), "or")


def _ending(match: TurnMatch) -> Text:
    outcome, seats = match.outcome, match.game.seats
    if len(seats) == 1 and match.ply_match.ended_by_players:
        return Text("Given up")
    if len(seats) == 1:
        return Text("Solved!") if outcome.winner is not None else Text("Lost")
    if outcome.winner is None:
        return sense("how a game ended", "Draw")
    person = _only_person(match)
    if person is not None:
        return Text("You won") if outcome.winner == person else Text("You lost")
    return Text("{seat} wins", seat=seats[outcome.winner])


def _only_person(match: TurnMatch) -> Seat | None:
    """Return the seat of the one person at this board who plays against others; else None."""
    seats = map(Seat, range(len(match.game.seats)))
    people = [seat for seat in seats if seat not in match.proxy_seats]
    return people[0] if match.proxy_seats and len(people) == 1 else None


def _ending_tone(match: TurnMatch) -> str:
    """Return the tone of the ending: good only if a person at this board has won."""
    winner = match.outcome.winner
    people = len(match.game.seats) > len(match.proxy_seats)
    lost = winner is None or (people and winner in match.proxy_seats)
    return "plain" if lost else "good"


def _turn(match: TurnMatch) -> Text:
    if match.over:
        return _ending(match)
    seats = match.game.seats
    if len(seats) == 1 or match.seat == _only_person(match):
        return Text("Your move")
    return Text("{seat} to move", seat=seats[match.seat])


def _proxy_turn(match: TurnMatch, opponents: OtherPlayers) -> Text:
    """Return what to do for the computer or a remote player, before a piece is in hand."""
    if opponents.draws:
        return Text(
            "Draw from the bag for {seat}. What did you draw? Choose here, or press the button for "
            "the next answer and hold it to choose.",
            seat=match.game.seats[match.seat],
        )
    if opponents.turn is None:
        return Text()
    steps = match.turn_game.steps(match.position, opponents.turn)
    first, point_names = steps[0], match.game.board.names
    if first.action is Action.ENTER:
        return Text(
            "Place {piece} on {point}.",
            piece=named(match, first.piece),
            point=point_names[first.point],
        )
    removed = sum(1 << step.point for step in steps if step.action is Action.REMOVE)
    taking = _taking(match, removed) if removed else Text()
    placed = [step.point for step in steps if step.action is Action.PLACE]
    far = match.seat in match.remote_seats
    if not placed:
        return taking if far else Text("The computer's move: {what:lower}", what=taking)
    start = next(step.point for step in steps if step.action is Action.LIFT)
    ends = {"origin": point_names[start], "to": point_names[placed[-1]]}
    if far and len(placed) > 1:
        move = Text(
            "Move the piece from {origin} to {to} ({move}).",
            move=match.turn_game.text(match.position, opponents.turn),
            **ends,
        )
    elif far:
        move = Text("Move the piece from {origin} to {to}.", **ends)
    elif len(placed) > 1:
        move = Text(
            "Move the computer's piece from {origin} to {to} ({move}).",
            move=match.turn_game.text(match.position, opponents.turn),
            **ends,
        )
    else:
        move = Text("Move the computer's piece from {origin} to {to}.", **ends)
    turned = [named(match, step.piece) for step in steps if step.action is Action.TURN]
    becomes = (Text("It becomes {piece}.", piece=one) for one in turned)
    return sentences(move, *becomes, taking)


def _their_move(match: TurnMatch, opponents: OtherPlayers) -> Text:
    """Return the move of the computer or a remote player, while the assistant makes it."""
    if opponents.turn is None:
        return Text()
    move = said_turn(match, opponents.turn)
    if match.seat in match.remote_seats:
        return Text("{seat}: {move}.", seat=match.game.seats[match.seat], move=move)
    return Text("The computer: {move}.", move=move)


def _helped(
    match: TurnMatch, view: View, opponents: OtherPlayers, objection: Text
) -> tuple[Text, str]:
    """Return what the assistant is doing, and the tone."""
    match view.phase:
        case Phase.SETUP:
            return Text("The pieces are being set up."), "plain"
        case Phase.TAKING_BACK:
            return Text("The pieces go back."), "plain"
        case Phase.ASTRAY:
            moved = refused(match, view)
            why = objection or (moved.text if moved is not None else Text())
            return sentences(why, Text("The piece goes back.")), "wrong"
        case _ if opponents.acting:
            return _their_move(match, opponents), "plain"
        case _ if view.go_on:  # captured pieces leave meanwhile
            forced = match.game.forced(match.position)
            return _in_hand(match, replace(view, take_off=0), 0), "forced" if forced else "plain"
        case _:
            return Text("The rest of the move is made for you."), "plain"


def _message(
    match: TurnMatch, view: View, ignored: int, proxy: bool, objection: Text
) -> tuple[Text, str]:
    forced = match.game.forced(match.position)
    match view.phase:
        case Phase.SETUP:
            return _setting_up(match, view), "question"
        case Phase.REST:
            if match.ply_match.to_act == CHANCE:
                return Text("Draw from the bag and place what you drew."), "plain"
            if match.agreed:
                return _draw_offer(match), "question"
            return (must_jump(match), "forced") if forced else (placing(match), "plain")
        case Phase.HAND | Phase.CONFIRM:
            return _in_hand(match, view, ignored), "forced" if forced else "plain"
        case Phase.ASK:
            return _question(match, view, ignored), "question"
        case Phase.TAKING_BACK:
            if view.put_here or view.take_away:
                return Text("Taking back: {what:lower}", what=_pair(match, view)), "plain"
            return _in_hand(match, view, ignored), "plain"
        case Phase.ASTRAY:
            if objection:
                return sentences(objection, _pair(match, view), Text("Then try again.")), "wrong"
            return _astray(match, view, proxy), "wrong"
    raise AssertionError(view.phase)


def _draw_offer(match: TurnMatch) -> Text:
    seats = match.game.seats
    offerer, *others = (seats[seat] for seat in match.agreed)
    if match.seat == match.offered_by:
        return Text("Draw offered. Make your move to send it.")
    if others:
        offer = plural(
            "{offerer} offers a draw, and {others} agrees.",
            "{offerer} offers a draw, and {others} agree.",
            len(others),
            offerer=offerer,
            others=listed(others, "and"),
        )
    else:
        offer = Text("{offerer} offers a draw.", offerer=offerer)
    if match.seat in match.agreed:
        return sentences(offer, Text("Make your move."))
    return sentences(offer, Text("Accept it, or make your move."))


def _setting_up(match: TurnMatch, view: View) -> Text:
    count = view.put_here.bit_count()
    remove = sentences(
        _removing(match, view.take_away) if view.take_away else "",
        _stands(view) if view.stands else "",
    )
    if count > _LISTED:
        return sentences(_put_many(match, view), remove)
    if remove and not view.put_here:
        return Text("Set up the board: {what:lower}", what=remove)
    pieces: dict[str, list[str]] = {}
    stacks = match.game.stacks(match.position)
    kinds = {(stack[-1].seat, stack[-1].kind) for stack in stacks if stack}
    for point in points_of(view.put_here):
        top = stacks[point][-1]
        whose = match.game.seats[top.seat] if top.seat is not None else Text("a piece")
        if sum(seat == top.seat for seat, _ in kinds) > 1:
            whose = named(match, top)
        pieces.setdefault(whose, []).append(match.game.board.names[point])
    if not pieces:
        return Text("The board is set up.")
    missing = [
        Text("{pieces} on {points}", pieces=whose, points=", ".join(points))
        for whose, points in pieces.items()
    ]
    put = Text("Set up the board: {pieces}.", pieces=joined("; ", missing))
    return sentences(put, remove)


def _put_many(match: TurnMatch, view: View) -> Text:
    count, (points, kind) = view.put_here.bit_count(), next_pieces(match, view)
    if not kind:
        return Text("Set up the board: put {number} pieces where the lamps are lit.", number=count)
    now = points.bit_count()
    put = Text(
        "Set up the board, one kind after another: now {number} × {piece}, where the lamps are lit "
        "and in their colours.",
        number=now,
        piece=kind,
    )
    if now == count:
        return put
    return sentences(put, Text("{number} pieces are still to come.", number=count - now))


def _in_hand(match: TurnMatch, view: View, ignored: int) -> Text:
    if view.plies:
        return _taken_back(match, view)
    if view.take_off:
        return _moved_instead(match, view) or _taking(match, view.take_off)
    if view.go_on:
        points = {"origins": names(match, view.go_on), "targets": names(match, view.targets)}
        if view.phase is not Phase.CONFIRM:
            return Text("Keep jumping: from {origins} to {targets}.", **points)
        return Text(
            "You may keep jumping: from {origins} to {targets}, or confirm that the move is over.",
            **points,
        )
    if view.unseen:
        return _unseen(match, view, ignored)
    if view.phase is Phase.CONFIRM and view.movable and _only_removes(match):
        return Text("Take off another piece, or confirm that the move is over.")
    if view.phase is Phase.CONFIRM and view.movable:
        return Text("Go on, or confirm that the move is over.")
    if view.phase is Phase.CONFIRM:
        made = match.turn_game.text(match.position, view.candidates[0])
        if view.several:
            asked = Text("Were several moves made, the first of them {move}?", move=made)
            return sentences(asked, Text("Confirm, or put the pieces back."))
        asked = Text("Was the move {move}?", move=made)
        return sentences(asked, Text("Confirm with the button or here."))
    if view.targets:
        entering, points_there = _entering(match, view), names(match, view.targets)
        if entering:
            return Text("Put a {piece} on {points}.", piece=entering, points=points_there)
        return sentences(
            Text("Put it down on {points}.", points=points_there),
            _on_a_captured_one(match, view.targets & view.victims),
        )
    if takeable(match, view):
        return Text("Take off one piece: {points}.", points=names(match, takeable(match, view)))
    if view.movable and _only_removes(match):
        return Text("Take off one of these as well: {points}.", points=names(match, view.movable))
    if view.movable:
        return Text(
            "Now move the piece that takes it: {points}.", points=names(match, view.movable)
        )
    return Text()


def _on_a_captured_one(match: TurnMatch, mask: int) -> Text:
    """Return what to do if the piece in hand was put on the piece that it captures there.

    No switch shows that. Empty if it captures none where it lands.
    """
    if not mask:
        return Text()
    return Text(
        "If you have put it on another piece ({points}), take that one off.",
        points=names(match, mask),
    )


def _taken_back(match: TurnMatch, view: View) -> Text:
    """Return the question whether plies were taken back, with both ways out."""
    undone = match.history[-view.plies :]
    by_hand = sum(bool(match.game.steps(ply.position, ply.move)) for ply in undone)
    asked = Text("Was the move taken back?")
    if view.revived is not None:
        first = match.turn_game.text(undone[0].position, view.revived)
        asked = Text("Was {move} made before {other}?", move=first, other=undone[0].text)
    if by_hand > 1:
        asked = Text("Were the last {number} moves taken back?", number=by_hand)
    if not (view.put_here or view.take_away):
        return sentences(asked, Text("Confirm, or play on."))
    return sentences(asked, Text("Confirm, or {what:lower}", what=_pair(match, view)))


def _taking(match: TurnMatch, mask: int) -> Text:
    """Return what to do with the pieces that a turn takes off these points."""
    turns, position = match.turn_game, match.position
    count, where = mask.bit_count(), {"points": _all(match, mask)}
    moved = _moved_too(match, mask)
    if moved:
        return moved
    for turn in match.turns:
        actions = {step.action for step in turns.steps(position, turn)}
        if actions == {Action.REMOVE}:
            return _take_off(match, mask)
        if Action.REMOVE in actions:
            stacks = match.game.stacks
            kept = sum(map(len, stacks(turns.advance(position, turn))))
            if kept == sum(map(len, stacks(position))):  # it goes under its captor
                return plural(
                    "Put the top piece of {points} under the jumping piece.",
                    "Put the top pieces of {points} under the jumping piece.",
                    count,
                    **where,
                )
            break
    if count > 1 and not any(_takes_all(match, turn, mask) for turn in match.turns):
        return Text("Take off one captured piece: {points}.", points=names(match, mask))
    return plural(
        "Take the captured piece off {points}.",
        "Take the captured pieces off {points}.",
        count,
        **where,
    )


def _only_removes(match: TurnMatch) -> bool:
    """Return whether every turn does nothing but take pieces off."""
    turns, position = match.turn_game, match.position
    actions = {step.action for turn in match.turns for step in turns.steps(position, turn)}
    return actions == {Action.REMOVE}


def _takes_all(match: TurnMatch, turn: Turn, mask: int) -> bool:
    """Return whether a turn takes the pieces off all of these points."""
    taken = 0
    for action, point, *_ in match.turn_game.steps(match.position, turn):
        if action in (Action.REMOVE, Action.LIFT):
            taken |= 1 << point
    return not mask & ~taken


def _moved_instead(match: TurnMatch, view: View) -> Text:
    """Return the same as `_moved_too`, for a turn that is made instead of the last one."""
    if view.phase is not Phase.TAKING_BACK:
        return Text()
    game, last = match.turn_game, reversed(match.history)
    by_hand = (ply.position for ply in last if match.game.steps(ply.position, ply.move))
    position = next(by_hand, match.position)
    turns, seat = game.moves(position), game.seat(position)
    return _second_piece(match, position, turns, seat, view.take_off)


def _moved_too(match: TurnMatch, mask: int) -> Text:
    """Return where to move the player's piece on this point, as the second piece of a turn.

    Empty if no turn moves it second, or if turns differ in where.
    """
    return _second_piece(match, match.position, match.turns, match.seat, mask)


def _second_piece(
    match: TurnMatch, position: Any, turns: Sequence[Turn], seat: Seat, mask: int
) -> Text:
    names, ways = match.game.board.names, set[tuple[Piece, Point, Point]]()
    for turn in turns:
        steps = match.turn_game.steps(position, turn)
        for lifted, placed in pairwise(steps):
            carried = (lifted.action, placed.action) == (Action.LIFT, Action.PLACE)
            if carried and 1 << lifted.point == mask and lifted.point != steps[0].point:
                ways.add((lifted.piece, lifted.point, placed.point))
    if len(ways) != 1:
        return Text()
    ((piece, origin, to),) = ways
    if piece.seat != seat:
        return Text()
    return Text(
        "Move {piece} from {origin} to {to}.",
        piece=named(match, piece),
        origin=names[origin],
        to=names[to],
    )


def _take_off(match: TurnMatch, mask: int) -> Text:
    return plural(
        "Take the piece off {points}.",
        "Take the pieces off {points}.",
        mask.bit_count(),
        points=_all(match, mask),
    )


def _entering(match: TurnMatch, view: View) -> str:
    """Return the name of the piece that must come from beside the board.

    That is so if there were pieces on all targets before; otherwise the piece in hand goes there,
    and the name is empty.
    """
    position = match.position
    if view.targets & ~match.turn_game.occupancy(position):
        return ""
    kinds = {
        step.piece.kind
        for turn in match.turns
        for step in match.turn_game.steps(position, turn)
        if step.action is Action.ENTER and view.targets >> step.point & 1
    }
    return kinds.pop() if len(kinds) == 1 else ""


def _question(match: TurnMatch, view: View, ignored: int) -> Text:
    if view.unseen and not view.targets & ignored:
        return _unseen(match, view, ignored)
    if view.picked >= 0:
        last = match.turn_game.steps(match.position, view.candidates[view.picked])[-1]
        return Text(
            "Is it {piece} on {point}? If so, play on or confirm; a tap shows the next one.",
            piece=named(match, last.piece),
            point=match.game.board.names[last.point],
        )
    return Text("Which move was it? Tap a blinking point, or choose here.")


def _unseen(match: TurnMatch, view: View, ignored: int) -> Text:
    where = names(match, view.targets)
    if view.targets & ignored:
        return Text("Put it down on {points} and confirm: no piece is sensed there.", points=where)
    return sentences(
        Text("Put it down on {points}.", points=where) if view.targets else "",
        Text("If you have put it on another piece, tap that one (lift it and put it back)."),
    )


def _astray(match: TurnMatch, view: View, proxy: bool) -> Text:
    why = not_theirs(match) if proxy else Text("That is not a legal move.")
    moved = refused(match, view)
    if moved is not None:
        why = moved.text
    if view.stands:
        wrong = Text("A piece seems to stand in the wrong place.")
        return sentences(wrong, _pair(match, view), _stands(view))
    shown = Text("Or confirm the move that the board shows.") if view.confirmable else ""
    straddled = bool(view.straddled & (view.straddled - 1))
    if straddled and not view.confirmable:
        why = Text("One piece may lie on {points} at once.", points=_all(match, view.straddled))
    elif straddled:
        one = Text(
            "One piece may lie on two points. Put it on {points}.",
            points=names(match, view.straddled),
        )
        return sentences(one, shown)
    if shown:
        why = Text("Several pieces have been moved.")
    return sentences(why, _pair(match, view), shown)


def _stands(view: View) -> Text:
    return plural(
        "Or confirm if it stands right.",
        "Or confirm if they stand right.",
        view.take_away.bit_count() or 1,
    )


def _pair(match: TurnMatch, view: View) -> Text:
    away, here = view.take_away.bit_count(), view.put_here.bit_count()
    if away and here and away != here:
        return sentences(_take_off(match, view.take_away), _put(match, view))
    if away and here:
        piece = _body(match, view, view.take_away)
        ways = {"origin": _all(match, view.take_away), "to": _all(match, view.put_here)}
        if piece:
            return Text("Move {piece} from {origin} to {to}.", piece=piece, **ways)
        if away > 1:
            return Text("Move the pieces from {origin} to {to}.", **ways)
        return Text("Move the piece from {origin} to {to}.", **ways)
    if here:
        return sentences(_put(match, view), _then(match, view))
    if view.then or view.take_away & (view.take_away - 1):
        return sentences(_take_off(match, view.take_away), _then(match, view))
    piece, point = _body(match, view, view.take_away), names(match, view.take_away)
    if piece:
        return Text("Take {piece} off {point}.", piece=piece, point=point)
    return _take_off(match, view.take_away)


def _put(match: TurnMatch, view: View) -> Text:
    """Return which pieces to put on the board; those that were there before are put back."""
    known = match.game.occupancy(match.position)
    back = view.phase is Phase.TAKING_BACK or view.put_here & known
    count, points = view.put_here.bit_count(), {"points": _all(match, view.put_here)}
    piece = _body(match, view, view.put_here)
    if piece and back:
        return Text("Put {piece} back on {points}.", piece=piece, **points)
    if piece:
        return Text("Put {piece} on {points}.", piece=piece, **points)
    if back:
        return plural(
            "Put the piece back on {points}.", "Put the pieces back on {points}.", count, **points
        )
    return plural("Put the piece on {points}.", "Put the pieces on {points}.", count, **points)


def _then(match: TurnMatch, view: View) -> Text:
    """Return where the pieces go once unknown pieces have been taken off."""
    if not 0 < view.then.bit_count() <= _LISTED:
        return Text()
    point_names = match.game.board.names
    each = [
        Text(
            "{pieces} on {points}",
            pieces=_body(match, view, 1 << point) or Text("the piece"),
            points=point_names[point],
        )
        for point in points_of(view.then)
    ]
    return Text("Then put {pieces}.", pieces=listed(each, "and"))


def _body(match: TurnMatch, view: View, mask: int) -> Text:
    """Return the name of the piece on a point: owner and kind.

    Empty if the piece is not known, if all pieces on the board look alike, or if there are several
    points or none.
    """
    pieces, points = dict(view.pieces), list(points_of(mask))
    stack = pieces.get(points[0], ()) if len(points) == 1 else ()
    told_apart = len(match.game.pieces) > 1 or any(
        len(other) > 1 for other in (stack, *match.game.stacks(match.position))
    )
    return named_stack(match, stack) if stack and told_apart else Text()


def _removing(match: TurnMatch, mask: int) -> Text:
    return plural(
        "Remove the piece on {points}.",
        "Remove the pieces on {points}.",
        mask.bit_count(),
        points=_all(match, mask),
    )


def _all(match: TurnMatch, mask: int) -> Text:
    return listed(_point_names(match, mask), "and")


def _point_names(match: TurnMatch, mask: int) -> list[str]:
    return [match.game.board.names[p] for p in points_of(mask)]
