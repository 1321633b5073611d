"""Somebody who plays by clicks alone, and knows of the program only what a page is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random

from companion.protocol.commands import Assist, Choose, Click, Confirm
from companion.rules import Action, Turn
from companion.rules.step import Step
from companion.testing import VirtualTable

_HAND = "click"
_SOON = 0.4  # seconds after which a click has been judged
_LATER = 2.5  # seconds after which the assistant has done its part
_TRIES = 8  # of answers and confirmations for one turn


class Clicker:
    """Plays the turns of everybody at a table by clicks.

    Args:
        table: The table; its game has begun.
        seed: The seed of the choice of turns.
        after: Called after each click.
        pace: The seconds that this person lets pass after each click.

    Attributes:
        clicks: The number of clicks so far.
    """

    def __init__(
        self,
        table: VirtualTable,
        seed: int = 0,
        after: Callable[[], None] = lambda: None,
        pace: float = _SOON,
    ) -> None:
        self.table = table
        self.clicks = 0
        self._rng = Random(seed)
        self._after = after
        self._pace = pace
        table.say(Assist(True))
        table.wait(_LATER)

    def click(self, place: str, piece: str = "", wait: float | None = None) -> None:
        """Click once, and let the program judge what came of it.

        Raises:
            AssertionError: If the program asks something: then a click on the page is an answer,
                and moves nothing.
        """
        assert self.table.state.phase != "ask", f"{place}: {self.table.state.message}"
        self.clicks += 1
        self.table.say(Click(place, _HAND, piece))
        self.table.wait(self._pace if wait is None else wait)
        self._after()

    def play_random(self) -> Turn:
        """Play one random legal turn, and return it."""
        turn = self._rng.choice(list(self.table.session.match.turns))
        self.play(turn)
        return turn

    def play(self, turn: Turn) -> None:
        """Click through the steps of a turn, in order, until it is played.

        Raises:
            AssertionError: If it is not, or another one is.
        """
        match = self.table.session.match
        text = match.turn_game.text(match.position, turn)
        wanted = match.turn_game.advance(match.position, turn)
        before, names = len(match.history), match.game.board.names
        steps = match.turn_game.steps(match.position, turn)
        if steps[0].action is Action.LIFT:
            for point in carried(steps):
                self.click(names[point])
        for step in steps:
            if step.action is Action.ENTER and not self._stands(step.point, step.piece.text):
                self._enter(names[step.point], step.piece.text)
        self.table.wait(_LATER)
        path = carried(steps)
        for step in steps:
            taken = step.action is Action.REMOVE and not step.occupied
            follows = step.action is Action.LIFT and step.point not in path
            undone = len(match.history) == before and bool(self._places()[step.point])
            if (taken or follows) and undone:
                self.click(names[step.point])
        for _ in range(_TRIES):
            if len(match.history) > before:
                break
            self._settle(turn)
        said = f"{text}: {self.table.state.message} {self.table.state.refusal}"
        assert len(match.history) > before, said
        after = [match.game.advance(ply.position, ply.move) for ply in match.history[before:]]
        assert wanted in after, said  # another way there would be as good

    def _enter(self, point: str, piece: str) -> None:
        self.click(point)
        if not self._stands(self.table.board.index[point], piece):
            self.click("tray", piece)
            self.click(point)

    def _settle(self, turn: Turn) -> None:
        """Answer what is asked about the turn that has been clicked."""
        state, view = self.table.state, self.table.view
        if state.question is not None and turn in view.candidates:
            self.table.say(Choose(view.candidates.index(turn)))
        elif state.confirm:
            self.table.say(Confirm())
        self.table.wait(_LATER)

    def _places(self) -> tuple[tuple[str, ...], ...]:
        assert self.table.port.pieces is not None
        return self.table.port.pieces.piece_places().points

    def _stands(self, point: int, piece: str) -> bool:
        return piece in self._places()[point]


def carried(steps: Sequence[Step]) -> list[int]:
    """Return the points of the piece that goes first: where it stands, and each landing."""
    path = [int(steps[0].point)]
    for lifted, placed in pairwise(steps):
        hop = (lifted.action, placed.action) == (Action.LIFT, Action.PLACE)
        if hop and lifted.point == path[-1]:
            path.append(int(placed.point))
    return path
