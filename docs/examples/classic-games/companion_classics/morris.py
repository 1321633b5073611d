"""Nine Men's Morris. The numbers of the rules are those of morris.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.base.text import Text
from companion.rules import (
    MenGame,
    MenMove,
    MenPosition,
    Shares,
    Symmetry,
    every_symmetry,
    lead_shares,
)
from companion.rules.geometry import Point
from companion.rules.option import choice
from companion_classics.board import MORRIS

_EACH = 9
_FEWEST = 3  # men that a player needs


class Morris(MenGame):
    """Two players, nine men each; three in a row take one of the opponent's."""

    name = "morris"
    title = Text("Nine Men's Morris")
    summary = Text("Get three men in a row to take an enemy man; whoever has only two left loses.")
    options = (
        choice("flying", Text("whether a player with three men may jump anywhere"), "yes", "no"),
    )
    board = MORRIS
    hands = (_EACH, _EACH)
    repetitions = 3  # Rule 8

    def legal(self, position: MenPosition) -> Iterator[MenMove]:
        own = self.letters[position.seat]
        takeable = self._takeable(position)
        for path in self._paths(position):
            cells = [*position.cells]
            cells[path[0]] = "."
            cells[path[-1]] = own
            if self._milled(cells, path[-1]):  # Rule 3: one man is taken, also for two mills.
                yield from (MenMove(path, (man,)) for man in takeable)
            else:
                yield MenMove(path)

    def _paths(self, position: MenPosition) -> Iterator[tuple[Point, ...]]:
        """Yield where a man enters, or how one moves, before any is taken."""
        men, hand = self.men(position), position.hands[position.seat]
        if len(men) + hand < _FEWEST:
            return  # Rule 7
        if hand:
            yield from (move.path for move in self.entries(position))  # Rule 2
        elif len(men) == _FEWEST and self.chosen["flying"] == "yes":
            yield from ((man, to) for man in men for to in self.vacant(position))  # Rule 6
        else:
            yield from (move.path for man in men for move in self.walks(position, man))  # Rule 5

    def _takeable(self, position: MenPosition) -> list[Point]:
        theirs = self.men(position, self.letters[1 - position.seat])
        # Rule 4: a man in a mill is safe, unless all are.
        return [man for man in theirs if not self._milled(position.cells, man)] or theirs

    def _milled(self, cells: Sequence[str], point: Point) -> bool:
        man = cells[point]
        return any(all(cells[p] == man for p in line) for line in MORRIS.lines if point in line)

    def conclusion(self, position: MenPosition) -> Text:
        if len(self.men(position)) + position.hands[position.seat] < _FEWEST:
            return Text("{seat} has two men left.", seat=self.seats[position.seat])  # Rule 7
        return super().conclusion(position)

    def evaluate(self, position: MenPosition) -> Shares:
        # A man counts wherever it is, and a little more for each point that it could move to.
        white, black = (
            hand
            + sum(1 + 0.1 * len([*self.walks(position, man)]) for man in self.men(position, letter))
            for hand, letter in zip(position.hands, self.letters, strict=True)
        )
        return lead_shares(white - black)

    def symmetries(self) -> Sequence[Symmetry]:
        return every_symmetry(MORRIS)

    def impossible(self, position: MenPosition) -> Text:
        white, black = position.hands
        if white + (position.seat if black else 0) != black:
            return Text("with these men in hand, it is not the turn of this player")
        other = 1 - position.seat
        if len(self.men(position, self.letters[other])) + position.hands[other] < _FEWEST:
            return Text("the player who is not to move has lost")
        return Text()
