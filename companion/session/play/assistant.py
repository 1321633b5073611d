"""Moves simulated pieces for the players, as far as it is known what their hands should do.

Making the computer's move on the page with the mouse is tedious. If the page asks for it, the
assistant does what the lamps and the words ask for: it makes the computer's move, takes off
captured pieces, sets the board up after a takeback, and returns a piece that was put where it may
not go. It moves one piece at a time, as hands do, so the tracker need not know about it. While a
hand holds a piece, it waits.

A piece put on one that it captures takes its place even without the assistant's help: a mouse has
no second hand to remove the captured piece.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from companion.hands import Phase, View, earliest
from companion.protocol import commands
from companion.rules import Action, Turn, TurnMatch
from companion.rules.geometry import Point, points_of
from companion.rules.reasons import idle, must_jump, refusal
from companion.session.play.clicks import (
    ClickAct,
    ClickAction,
    Clicked,
    click_action,
    free_action,
)
from companion.session.play.exercise import Exercise
from companion.session.play.pieces import PieceCommand, PieceMove, SimulatedPieces
from companion.session.play.refused import RefusedMove, not_theirs
from companion.session.play.turn_progress import left_of

if TYPE_CHECKING:
    from companion.session.remote_play.remote_players import OtherPlayers

_BEFORE = 0.6  # seconds before the computer's move starts, and before a piece goes back
_BETWEEN = 0.45  # seconds from one piece to the next
_TAKEN = 0.1  # seconds between the removal of a captured piece and the arrival of its captor
_SHOWN = 6.0  # seconds to show a refusal once the piece is back
_GOES_ON = (Phase.HAND, Phase.SETUP)  # phases in which pieces are already being moved
_PLAYS = (Phase.REST, Phase.HAND, Phase.CONFIRM)  # phases in which a click is part of a turn
_SET_UP = PieceMove(None, None)  # all pieces at once


class Assistant:
    """Plays the hands of one match.

    Args:
        pieces: The simulated pieces.
        match: The match.
        opponents: The part of the computer, or of the remote players.
        exercise: What the match is played for.
        view: Returns what the tracker knows.
        on: Whether it helps at first.

    Attributes:
        on: Whether it helps at all.
        busy: Whether it is moving pieces, or about to.
        deadline: When `advance` next has something to do if nothing else happens (seconds), or
            None.
    """

    def __init__(
        self,
        pieces: SimulatedPieces,
        match: TurnMatch,
        opponents: OtherPlayers,
        exercise: Exercise,
        view: Callable[[], View],
        *,
        on: bool,
    ) -> None:
        self.on = on
        self.busy = False
        self.deadline: float | None = None
        self._pieces = pieces
        self._match = match
        self._opponents = opponents
        self._view = view
        self._exercise = exercise
        self._planned: PieceMove | None = None
        self._cleared = False  # whether somebody wants to set up the board by hand
        self._due = 0.0
        # A captor in the air, and until when.
        self._landing: tuple[float, commands.Put] | None = None
        self._lifted: dict[str, PieceMove] = {}  # where each hand took the piece that it holds
        self._led: PieceMove | None = None  # the last step of a moving piece that it has made
        self._dropped: list[PieceMove] = []  # the ways back of the pieces put down last
        self._refused: RefusedMove | None = None
        self._until = 0.0  # until when to show the refusal

    @property
    def refused(self) -> RefusedMove | None:
        """The last refused move while it matters, or None."""
        return self._refused

    @property
    def _turns(self) -> Sequence[Turn]:
        """The turns that may be made now."""
        return self._exercise.turns(self._opponents.turns)

    # Requests of the page

    def obey(self, command: PieceCommand | commands.Release, at: float) -> None:
        """Move a piece for the page; put it back if it must not be there."""
        self._land()
        match command:
            case commands.Lift(place, hand, piece):
                self._refused = None
                clicked = Clicked(self._pieces.point(place), piece)
                useless = self.on and self._useless(clicked)
                self._pieces.obey(command)
                self._note_lift(clicked.point, hand)
                if useless and clicked.point is not None:
                    self._explain(clicked.point, at)
            case commands.Release(hand):
                self._release(hand)
            case commands.Put(place, hand):
                put = self._put(place, hand, at)
                if self._captures(put):
                    self._pieces.carry(PieceMove(self._pieces.point(put.place), None))
                    self._landing = at + _TAKEN, put
                else:
                    self._pieces.obey(put)
                self._lifted.pop(hand, None)
            case _:
                self._cleared = isinstance(command, commands.Sweep)
                self._lifted.clear()
                self._dropped.clear()
                self._pieces.obey(command)

    def click(self, command: commands.Click, at: float, lit: int) -> None:
        """Do the one thing that a click means.

        Args:
            command: The click.
            at: When (seconds).
            lit: The points whose lamps ask for an action, as bits.

        Raises:
            CompanionError: If there is no such point, or no such piece in the tray.
        """
        self._land()
        self._refused = None
        clicked = Clicked(self._pieces.point(command.place), command.piece)
        held = self._lifted.get(command.hand)
        if held is not None and command.hand not in self._pieces.tabletop().hands:
            held = None
        act, carry, returns = self._meaning(clicked, held, lit)
        if act is ClickAct.BACK or returns:
            self._release(command.hand)
        match act:
            case ClickAct.LIFT:
                self._pieces.obey(commands.Lift(command.place, command.hand, command.piece))
                self._note_lift(clicked.point, command.hand)
            case ClickAct.PUT:
                self.obey(commands.Put(command.place, command.hand), at)
            case ClickAct.CARRY if carry is not None:
                if carry.leads:
                    self._led = carry
                self._pieces.carry(carry)
            case ClickAct.NOTHING if clicked.point is not None:
                if not (self.busy and lit >> clicked.point & 1):  # it does what the lamp asks for
                    self._explain(clicked.point, at)
            case _:
                pass

    def _meaning(self, clicked: Clicked, held: PieceMove | None, lit: int) -> ClickAction:
        """Return the action of a click; `held` is where the piece in hand came from."""
        view = self._view()
        there = self._as_before(held)
        setting_up = view.phase is Phase.SETUP
        if self.on and (setting_up or (view.phase in _PLAYS and not self._exercise.over)):
            ways = self._missing(view) if setting_up else self._ways(there)
            gone = {} if setting_up else self._gone(there)
            found = click_action(ways, there, held, clicked, lit, gone)
            if not setting_up or found.act is not ClickAct.NOTHING:
                return found
        return free_action(there, held, clicked)

    def _as_before(self, held: PieceMove | None) -> list[list[str]]:
        """Return the pieces on the board as if those in one hand were still where they were."""
        table = self._pieces.tabletop()
        there = [list(stack) for stack in table.points]
        for hand, carry in self._lifted.items():
            if carry == held and carry.origin is not None:
                there[carry.origin] += table.hands.get(hand, ())
        return there

    def _ways(self, there: Sequence[Sequence[str]]) -> list[list[PieceMove]]:
        """Return what is left of each turn that the pieces show in progress."""
        match, led = self._match, self._led
        left = (left_of(match, turn, there, led) for turn in self._turns)
        return [way for way in left if way is not None]

    def _gone(self, there: Sequence[Sequence[str]]) -> dict[Point, str]:
        """Return the pieces that a turn which only takes pieces off has taken, by point."""
        turns, position = self._match.turn_game, self._match.position
        steps = (step for turn in self._turns for step in turns.steps(position, turn))
        if any(step.action is not Action.REMOVE for step in steps):
            return {}
        stacks = self._match.game.stacks(position)
        return {
            Point(point): stack[-1].text
            for point, stack in enumerate(stacks)
            if stack and not there[point]
        }

    def _missing(self, view: View) -> list[list[PieceMove]]:
        """Return the pieces that the set-up still needs, each as a carry from the tray."""
        stacks, there = self._match.game.stacks(self._match.position), self._pieces.tabletop()
        return [
            [PieceMove(None, point, stacks[point][len(there.points[point])].text)]
            for point in points_of(view.put_here)
            if len(there.points[point]) < len(stacks[point])
        ]

    def _useless(self, clicked: Clicked) -> bool:
        """Return whether a piece that is lifted has nowhere to go."""
        return self._meaning(clicked, None, 0).act is ClickAct.NOTHING

    def _explain(self, point: Point, at: float) -> None:
        """Say why nothing can be done with a point now."""
        match = self._match
        if self._exercise.objection and not match.over:
            text = self._exercise.objection
        else:
            text = idle(match, point, self._turns)
        if text:
            self._refused, self._until = RefusedMove(point, point, text), at + _SHOWN

    def _note_lift(self, origin: Point | None, hand: str) -> None:
        held = self._pieces.tabletop().hands[hand]
        self._lifted[hand] = PieceMove(origin, None, held[-1] if origin is None else "")

    def _release(self, hand: str) -> None:
        """Put what a hand holds back where it came from, without a word; no effect if empty."""
        carry = self._lifted.pop(hand, None)
        origin = None if carry is None else carry.origin
        if origin is not None and self._pieces.tabletop().points[origin]:
            origin = None  # something else stands there now
        self._pieces.obey(commands.Put(self._pieces.name(origin), hand))

    @property
    def origins(self) -> dict[str, Point | None]:
        """Where each hand that holds pieces has taken them; None for the tray."""
        hands = self._pieces.tabletop().hands
        return {hand: carry.origin for hand, carry in self._lifted.items() if hand in hands}

    def _put(self, place: str, hand: str, at: float) -> commands.Put:
        """Return the command to execute when a hand puts down a piece."""
        began, to = self._lifted.get(hand), self._pieces.point(place)
        if self.on and began is not None and began.origin != to:
            if self._goes_back(began._replace(to=to), at):
                place = self._pieces.name(began.origin)
            else:
                self._drop(began._replace(to=to))
        return commands.Put(place, hand)

    def _captures(self, put: commands.Put) -> bool:
        """Return whether a piece is put on another one that it captures there in a legal turn."""
        began, to = self._lifted.get(put.hand), self._pieces.point(put.place)
        if began is None or to is None or not self._pieces.tabletop().points[to]:
            return False
        turns, position = self._match.turn_game, self._match.position
        capture = {(Action.LIFT, began.origin), (Action.REMOVE, to), (Action.PLACE, to)}
        return any(
            capture <= {step[:2] for step in turns.steps(position, turn)} for turn in self._turns
        )

    def _land(self) -> None:
        """Put down the captor that is still in the air."""
        if self._landing is not None:
            (_, put), self._landing = self._landing, None
            self._pieces.obey(put)

    def _drop(self, carry: PieceMove) -> None:
        """Remember where a piece came from, unless it has just returned there."""
        if self._dropped[-1:] == [carry]:
            self._dropped.pop()
        else:
            self._dropped.append(PieceMove(carry.to, carry.origin, carry.piece))

    def _goes_back(self, carry: PieceMove, at: float) -> bool:
        """Return whether a piece must go back at once.

        It would be on top of another one, or in the tray, where no switch shows that it is wrong.
        """
        view, match = self._view(), self._match
        origin, to = carry.origin, carry.to
        if match.over or view.phase is Phase.SETUP:
            return False
        if to is not None:
            wrong = bool(self._pieces.tabletop().points[to]) and not self._lands(origin, to)
        else:
            wrong = (
                origin is not None
                and bool(match.game.stacks(match.position)[origin])
                and not self._came(origin)
            )
        return wrong and (self._refuse(carry, at) or to is not None)

    def _lands(self, origin: Point | None, to: Point) -> bool:
        """Return whether a legal turn puts the piece of one point on top of another one."""
        turns, position = self._match.turn_game, self._match.position
        for turn in self._turns:
            done = {step[:2] for step in turns.steps(position, turn)}
            if (Action.PLACE, to) in done and {
                (Action.LIFT, origin),
                (Action.PLACE, origin),
            } & done:
                return True
        return False

    def _came(self, point: Point) -> bool:
        """Return whether the last ply entered the piece on a point; removing it is a takeback."""
        for played in self._match.history[-1:]:
            for step in self._match.game.steps(played.position, played.move):
                if step[:2] == (Action.ENTER, point):
                    return True
        return False

    # What it does on its own

    def forget(self) -> None:
        """Drop earlier refusals: the match has moved on."""
        self._refused = self._led = None
        self._dropped.clear()

    def _refuse(self, carry: PieceMove, at: float) -> bool:
        """Explain why a piece may not be moved like this, and return whether there is a reason."""
        match = self._match
        text = refusal(match, carry.origin, carry.to, carry.piece)
        if not text and match.turns and match.game.forced(match.position):
            text = must_jump(match)  # in the middle of a chain
        if self._exercise.objection:
            text = self._exercise.objection
        elif match.seat in match.proxy_seats and not match.over:
            text = not_theirs(match)
        if text:
            self._refused, self._until = RefusedMove(carry.origin, carry.to, text), at + _SHOWN
        return bool(text)

    def advance(self, at: float) -> None:
        """Move a piece if one is due by `at` (seconds)."""
        if self._landing is not None and at >= self._landing[0]:
            self._land()
        view = self._view()
        if view.phase is not Phase.SETUP:
            self._cleared = False
        if view.phase is Phase.REST and self._pieces.right:
            self._dropped.clear()
        if self._refused is not None and at >= self._until:
            self._refused = None
        wanted = self._wanted(view)
        if wanted is not None and wanted != _SET_UP and not self._pieces.there(wanted):
            lost = view.phase is Phase.ASTRAY or wanted in self._dropped
            wanted = _SET_UP if lost else None
        self.busy = wanted is not None or (self.busy and self._unseen(view))
        if wanted != self._planned:
            if wanted is not None and wanted in self._dropped:
                self._refuse(PieceMove(wanted.to, wanted.origin, wanted.piece), at)
            self._planned = wanted
            self._due = at + (_BETWEEN if view.phase in _GOES_ON else _BEFORE)
        elif wanted is not None and at >= self._due:
            self._planned = None
            self._do(wanted)
        self.deadline = earliest(
            self._due if wanted else None,
            self._until if self._refused else None,
            self._landing[0] if self._landing else None,
        )

    def _unseen(self, view: View) -> bool:
        """Return whether a turn that it has finished has still to be noticed by the reader."""
        if view.phase is Phase.REST:  # its hand was quicker than the switches settle
            return self._opponents.turn is not None and not self._pieces.in_hand
        asked = view.movable | view.take_off & self._pieces.occupancy
        return view.phase in _GOES_ON and not asked and not self._pieces.in_hand

    def _wanted(self, view: View) -> PieceMove | None:
        """Return the next carry to make, or None."""
        if not self.on or self._exercise.over or self._pieces.in_hand:
            return None
        match view.phase:
            case Phase.SETUP:
                return None if self._cleared else _SET_UP
            case Phase.REST | Phase.HAND:
                return self._rest(view)
            case Phase.TAKING_BACK:
                return self._as_told(view)
            case Phase.ASTRAY:
                return self._dropped[-1] if self._dropped else self._as_told(view)
            case _:
                return None

    def _do(self, carry: PieceMove) -> None:
        if carry == _SET_UP:
            self._pieces.obey(commands.Arrange())
            self._dropped.clear()
            return
        if self._dropped and carry == self._dropped[-1]:
            self._dropped.pop()
        if carry.leads:
            self._led = carry
        self._pieces.carry(carry)

    def _rest(self, view: View) -> PieceMove | None:
        """Return the next carry of the move in progress.

        That is the computer's move, or the player's own move once its main piece has arrived. A
        piece that no legal turn explains goes back.
        """
        carried_out = self._opponents.turn is not None
        if self._pieces.right and not carried_out:
            return None
        ways = self._ways(self._pieces.tabletop().points)
        if not ways and self._dropped:
            return self._dropped[-1]
        for point in points_of(view.take_off):
            if any(PieceMove(point, None) in left for left in ways):
                return PieceMove(point, None)
        if view.go_on and not carried_out:
            return None
        arrived = {
            tuple(left) for left in ways if carried_out or not any(carry.leads for carry in left)
        }
        return next(iter(arrived.pop()), None) if len(arrived) == 1 else None

    def _as_told(self, view: View) -> PieceMove | None:
        """Return the next carry that the guidance asks for; None if its piece is not certain."""
        origin = next(iter(points_of(view.take_away)), None)
        to = next(iter(points_of(view.put_here)), None)
        if origin is None and to is not None:
            stack = dict(view.pieces).get(to, ())
            return PieceMove(None, to, stack[0].text) if len(stack) == 1 else None
        return None if origin is None else PieceMove(origin, to)
