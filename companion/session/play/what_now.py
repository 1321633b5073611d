"""What to do now, in one sentence: the answer to *What now?* in every state of a game.

The words over the board say what is forced and what went wrong, and are silent while all is well.
This answer is never silent. It starts from those words, and adds what a newcomer does not know: how
to begin a move, whom to wait for, and how to begin another game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.base.text import Text, sentences
from companion.hands import Phase, View
from companion.rules import CHANCE, Action, TurnMatch
from companion.rules.geometry import bits
from companion.rules.reasons import placing
from companion.session.next_step import NextStep
from companion.session.play.exercise import Exercise, Words

if TYPE_CHECKING:
    from companion.session.remote_play.remote_players import OtherPlayers


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Where players stand in a game.

    Attributes:
        match: The match.
        view: What its tracker knows.
        opponents: The part of the computer, or of the remote players.
        exercise: What the match is played for.
        said: The words over the board.
        simulated: Whether the pieces are simulated, so that only a page moves them.
        assisted: Whether a click is enough to move them.
        helped: Whether the assistant is about to move some.
        watching: Whether the game is only watched here.
        set_up_again: Whether the board has been set up for the same game, after its end.
        unsettled: Whether the board has just changed, and it is not known yet what that means.
    """

    match: TurnMatch
    view: View
    opponents: OtherPlayers
    exercise: Exercise
    said: Words
    simulated: bool
    assisted: bool = False
    helped: bool = False
    watching: bool = False
    set_up_again: bool = False
    unsettled: bool = False


def what_now(now: Situation) -> NextStep:
    """Return what to do now."""
    view, said = now.view, now.said.message
    if now.watching:
        return NextStep(Text("You are watching. The players move at their own boards."))
    if now.helped:
        return NextStep(sentences(said, Text("Wait a moment.")))
    if now.exercise.over and view.phase is Phase.REST:
        return NextStep(_over(now))
    if now.unsettled and view.phase is Phase.REST:
        return NextStep(Text("Wait a moment."))
    match view.phase:
        case Phase.REST if now.opponents.acting:
            return _theirs(now)
        case Phase.REST:
            begin = _begin(now)
            told = said if said.endswith(begin) else sentences(said, begin)
            return NextStep(told, view.movable | view.targets)
        case Phase.SETUP | Phase.ASTRAY | Phase.TAKING_BACK:
            return NextStep(_or(said, now), view.put_here | view.take_away)
        case Phase.ASK:
            return NextStep(_or(said, now), view.targets or _ends(now))
        case _:
            points = view.take_off or view.targets or view.movable | view.go_on
            return NextStep(_or(said, now), points)


def with_first_click(now: Situation) -> Words:
    """Return the words over the board, which tell newcomers how to make the first of their moves.

    They tell it for each way to begin a move, such as placing pieces and then moving them. Only
    where clicks move the pieces: at a wooden board, the lamps are enough.
    """
    match, said = now.match, now.said
    busy = now.helped or now.unsettled or now.opponents.acting or now.view.phase is not Phase.REST
    if not now.assisted or busy or now.exercise.over or said.message != placing(match):
        return said
    firsts = _firsts(now)
    for played in reversed(match.history):
        if played.seat != CHANCE and played.seat not in match.proxy_seats:
            steps = match.game.steps(played.position, played.move)
            if steps and steps[0].action in firsts:
                return said
    return said._replace(message=sentences(said.message, _begin(now)))


def _firsts(now: Situation) -> set[Action]:
    """Return the actions with which a turn may begin."""
    match = now.match
    return {
        match.turn_game.steps(match.position, turn)[0].action
        for turn in now.exercise.turns(now.opponents.turns)
    }


def _or(said: Text, now: Situation) -> Text:
    """Return the words over the board, or what fits every move that has begun."""
    if said:
        return said
    if now.view.movable:
        return Text("Go on with one of the lit pieces.")
    return Text("Finish the move that you have begun, or put the piece back.")


def _over(now: Situation) -> Text:
    """Return how to begin another game."""
    if now.set_up_again:
        return Text("The board is set up for the same game: confirm, and it begins.")
    if now.simulated:
        return Text(
            "The game is over. Choose Play again for the same game, or New game for another one."
        )
    if not now.exercise.repeats or not now.match.game.occupancy(now.match.game.start()):
        return Text("The game is over. For another one, hold the button for the menu.")
    return Text(
        "The game is over. To play it again, set up its start; for another game, hold the button "
        "for the menu."
    )


def _theirs(now: Situation) -> NextStep:
    """Return what to do while it is the turn of the computer, or of a remote player."""
    match, opponents, said = now.match, now.opponents, now.said.message
    if opponents.draws:
        return NextStep(said)
    if opponents.turn is not None:
        steps = match.turn_game.steps(match.position, opponents.turn)
        text = said or Text("Make the move that the lamps show.")
        return NextStep(text, bits(step.point for step in steps))
    if match.seat in match.remote_seats:
        return NextStep(
            sentences(said, Text("Wait for {seat}'s move.", seat=match.game.seats[match.seat]))
        )
    return NextStep(sentences(said, Text("The computer is thinking: wait for its move.")))


def _begin(now: Situation) -> Text:
    """Return how to begin a move."""
    match, firsts = now.match, _firsts(now)
    if not firsts:
        return Text("Wait for the other boards.")
    if firsts == {Action.ENTER}:
        if not now.assisted:
            asked = Text("Put it on one of the points that are lit.")
        elif _one_kind(match):
            asked = Text("Click the point for it.")
        else:
            asked = Text("Click a piece in the tray, then the point for it.")
        return asked if now.said.message else sentences(placing(match), asked)
    if firsts == {Action.REMOVE}:
        if now.assisted:
            return Text("Click a lit piece to take it off.")
        return Text("Take one of the lit pieces off the board.")
    if now.assisted:
        return Text("Click one of the lit pieces, then a point that lights up.")
    return Text("Lift one of the lit pieces: the points where it may go light up.")


def _one_kind(match: TurnMatch) -> bool:
    """Return whether all turns place the same piece."""
    turns, position = match.turn_game, match.position
    return len({turns.steps(position, turn)[0].piece for turn in match.turns}) == 1


def _ends(now: Situation) -> int:
    """Return the last points of the candidates of a question, as bits."""
    match = now.match
    return bits(
        {match.turn_game.steps(match.position, turn)[-1].point for turn in now.view.candidates}
    )
