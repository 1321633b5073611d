"""A puzzle as it is being looked at: values that the session shows, and what the player does."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.geometry import STAR, Board, Point
from companion.puzzles import magic
from companion.puzzles.counting import Labels
from companion.puzzles.figures import Figure, quadrilaterals, triangles
from companion.puzzles.magic import EMPTY, NUMBERS, Check, InvalidLabels
from companion.puzzles.names import MAGIC, QUADRILATERALS, TRIANGLES, puzzles
from companion.rules.errors import CompanionError, nearest


class UnknownPuzzle(CompanionError, LookupError):
    """A board has no puzzle of that name."""


class UnknownFigure(CompanionError, LookupError):
    """A puzzle has no figure of that number."""


def look_at(board: Board, name: str) -> Figures | Magic:
    """A puzzle of a board, from its beginning; UnknownPuzzle when it has none of that name."""
    known = puzzles(board)
    if name not in known:
        said = f"choose from {', '.join(known)}" if known else "it has none; the star has"
        raise UnknownPuzzle(
            f"the {board.name} board has no puzzle {name!r}{nearest(name, known)}; {said}"
        )
    return Magic() if name == MAGIC else Figures(name)


@dataclass(frozen=True, slots=True)
class Figures:
    """One figure of a puzzle after another: of `triangles` or `quadrilaterals`, the one at `index`,
    from 0."""

    puzzle: str
    index: int = 0

    def at(self, number: int) -> Figures:
        """The figure of that number, from 1; UnknownFigure when there is none."""
        if not 1 <= number <= self.count:
            raise UnknownFigure(
                f"there is no number {number}: the {self.puzzle} have the numbers 1 to {self.count}"
            )
        return replace(self, index=number - 1)

    def step(self, by: int = 1) -> Figures:
        """So many figures on, or back; after the last one comes the first."""
        return replace(self, index=(self.index + by) % self.count)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Every figure of the puzzle."""
        return {TRIANGLES: triangles, QUADRILATERALS: quadrilaterals}[self.puzzle](STAR)

    @property
    def figure(self) -> Figure:
        """The figure that is shown."""
        return self.figures[self.index]

    @property
    def number(self) -> int:
        """Its number, from 1."""
        return self.index + 1

    @property
    def count(self) -> int:
        """How many figures there are."""
        return len(self.figures)


@dataclass(frozen=True, slots=True)
class Magic:
    """A magic labelling in the making. `refused`: it was to be completed, and cannot be; whatever
    is written next wipes that off."""

    labels: Labels = EMPTY
    refused: bool = False

    def label(self, point: Point, number: int) -> Magic:
        """With `number` on `point`, 0 for nothing; InvalidLabels when there is no such number."""
        if number and number not in NUMBERS:
            raise InvalidLabels(
                f"{number} on point {STAR.names[point]}: write a number from 1 to {STAR.size}, "
                "or 0 to wipe it off"
            )
        return Magic((*self.labels[:point], number, *self.labels[point + 1 :]))

    def complete(self) -> Magic:
        """With all numbers, where that can be; else as it is, with the reason why not."""
        found = magic.complete(self.labels)
        return Magic(self.labels, refused=True) if found is None else Magic(found)

    @property
    def check(self) -> Check:
        """What can be said of it line by line."""
        return magic.check(self.labels)

    @property
    def sums(self) -> tuple[int, ...]:
        """The sum of each line of the star, as far as it goes."""
        return self.check.sums

    @property
    def whole(self) -> tuple[bool, ...]:
        """Whether each line has all its numbers."""
        return self.check.whole

    @property
    def wrong(self) -> tuple[Point, ...]:
        """The points of the lines that are wrong and of the numbers used twice; when it was refused
        although there are none, the points whose numbers cannot stand together."""
        points = {point for fault in self.check.faults for point in fault.points}
        if self.refused and not points:
            points.update(magic.clash(self.labels))
        return tuple(sorted(points))

    @property
    def right(self) -> tuple[Point, ...]:
        """The points of whole lines that have nothing wrong with them and are on none that has."""
        check = self.check
        on_whole = {
            point
            for line, ready in zip(STAR.lines, check.whole, strict=True)
            if ready
            for point in line
        }
        return tuple(sorted(on_whole.difference(self.wrong)))

    @property
    def message(self) -> str:
        """What is to be said of it."""
        check = self.check
        if self.refused:
            return f"It cannot be completed: {magic.refusal(self.labels)}."
        if check.faults:
            first = check.faults[0].text
            more = len(check.faults) - 1
            return f"{first[0].upper()}{first[1:]}{f' (and {more} more)' if more else ''}."
        if check.solved:
            return f"Every line adds up to {check.target}: the star is magic."
        goal = "the same" if check.target is None else str(check.target)
        return f"Write 1 to {STAR.size}, each once, so that every line adds up to {goal}."

    @property
    def tone(self) -> str:
        """How that is to be shown: plain, wrong or good."""
        if self.refused or self.check.faults:
            return "wrong"
        return "good" if self.check.solved else "plain"
