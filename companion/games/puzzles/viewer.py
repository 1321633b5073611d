"""A puzzle on display: what the session shows, and what the player does."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.base.errors import CompanionError
from companion.base.text import Text
from companion.games.puzzles import magic
from companion.games.puzzles.counting import Labels
from companion.games.puzzles.figures import Figure, quadrilaterals, triangles
from companion.games.puzzles.magic import EMPTY, NUMBERS, InvalidLabels, LabelCheck
from companion.games.puzzles.puzzle_names import MAGIC, PLURALS, QUADRILATERALS, TRIANGLES
from companion.rules.geometry import STAR, Point
from companion.rules.reasons import listed

_LISTED = 4  # possible numbers that are named


class UnknownPuzzle(CompanionError, LookupError):
    """The board has no puzzle with this name."""


class UnknownFigure(CompanionError, LookupError):
    """The puzzle has no figure with this number."""


@dataclass(frozen=True, slots=True)
class FigureBrowser:
    """Steps through the figures of a puzzle.

    Attributes:
        puzzle: `triangles` or `quadrilaterals`.
        index: The index of the current figure, from 0.
    """

    puzzle: str
    index: int = 0

    def at(self, number: int) -> FigureBrowser:
        """Go to a figure.

        Args:
            number: Its number, from 1.

        Raises:
            UnknownFigure: If there is none with this number.
        """
        if not 1 <= number <= self.count:
            raise UnknownFigure(
                Text(
                    "there is no number {number}: the {figures} are numbered 1 to {count}",
                    number=number,
                    figures=PLURALS[self.puzzle],
                    count=self.count,
                )
            )
        return replace(self, index=number - 1)

    def step(self, by: int = 1) -> FigureBrowser:
        """Step forward or back; after the last figure comes the first."""
        return replace(self, index=(self.index + by) % self.count)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Every figure of the puzzle."""
        return {TRIANGLES: triangles, QUADRILATERALS: quadrilaterals}[self.puzzle](STAR)

    @property
    def figure(self) -> Figure:
        """The current figure."""
        return self.figures[self.index]

    @property
    def number(self) -> int:
        """The current figure's number, from 1."""
        return self.index + 1

    @property
    def count(self) -> int:
        """The number of figures."""
        return len(self.figures)


@dataclass(frozen=True, slots=True)
class MagicEditor:
    """A magic labelling being filled in.

    Attributes:
        labels: The numbers so far.
        refused: Whether completing it was tried and is impossible; the next change clears this.
        given: The numbers that the puzzle begins with, which stay; 0 for the others.
        name: The name of the puzzle, under which it is kept that it was solved.
        hinted: The point that the last hint was about, until the next change; or None.
        told: Whether somebody else has filled in the rest.
    """

    labels: Labels = EMPTY
    refused: bool = False
    given: Labels = EMPTY
    name: str = MAGIC
    hinted: Point | None = None
    told: bool = False

    @classmethod
    def begin(cls, name: str, given: Labels) -> MagicEditor:
        """Return a labelling to be completed, in which some numbers are given."""
        return cls(given, given=given, name=name)

    def label(self, point: Point, number: int) -> MagicEditor:
        """Write `number` on `point`; 0 clears it.

        Raises:
            InvalidLabels: If the number is not valid.
        """
        if number and number not in NUMBERS:
            raise InvalidLabels(
                Text(
                    "{number} on point {point}: write a number from 1 to {most}, or 0 to clear it",
                    number=number,
                    point=STAR.names[point],
                    most=STAR.size,
                )
            )
        if self.given[point]:
            raise InvalidLabels(
                Text("the number on point {point} is given: it stays", point=STAR.names[point])
            )
        return self._with((*self.labels[:point], number, *self.labels[point + 1 :]))

    def complete(self) -> MagicEditor:
        """Fill in all numbers, or mark the labelling as refused if that is impossible."""
        found = magic.complete(self.labels)
        if found is None:
            return replace(self, refused=True)
        return replace(self._with(found), told=True)

    def hint(self) -> MagicEditor:
        """Say which numbers one point may have; the second time, write the right one.

        The point is one with the fewest possibilities. What makes the labelling impossible is said
        instead.
        """
        if self.hinted is not None:
            right = magic.complete(self.labels)
            if right is not None:
                point = self.hinted
                return self._with((*self.labels[:point], right[point], *self.labels[point + 1 :]))
        if self.line_check.solved:
            return self
        found = magic.possible_numbers(self.labels)
        if not found:
            return replace(self, refused=True)
        fewest = min(found, key=lambda point: (len(found[point]), point))
        return replace(self, hinted=fewest)

    @property
    def solved(self) -> bool:
        """Whether it is complete and right, and nobody else has filled in the rest."""
        return self.line_check.solved and not self.told

    def _with(self, labels: Labels) -> MagicEditor:
        return replace(self, labels=labels, refused=False, hinted=None)

    @property
    def line_check(self) -> LabelCheck:
        """The check of the labelling, line by line."""
        return magic.check_labels(self.labels)

    @property
    def sums(self) -> tuple[int, ...]:
        """The sum of each line's numbers so far."""
        return self.line_check.sums

    @property
    def whole(self) -> tuple[bool, ...]:
        """Whether each line is complete."""
        return self.line_check.whole

    @property
    def wrong(self) -> tuple[Point, ...]:
        """The points of wrong lines and of numbers used twice.

        If there are none but it was refused, the points whose numbers conflict.
        """
        points = {point for fault in self.line_check.faults for point in fault.points}
        if self.refused and not points:
            points.update(magic.conflict(self.labels))
        return tuple(sorted(points))

    @property
    def right(self) -> tuple[Point, ...]:
        """The points of complete lines, except those in `wrong`."""
        check = self.line_check
        on_whole = {
            point
            for line, ready in zip(STAR.lines, check.whole, strict=True)
            if ready
            for point in line
        }
        return tuple(sorted(on_whole.difference(self.wrong)))

    @property
    def message(self) -> Text:
        """The message to show."""
        check = self.line_check
        if self.refused:
            return Text(
                "It cannot be completed: {problem}.", problem=magic.why_impossible(self.labels)
            )
        if self.hinted is not None:
            numbers = magic.possible_numbers(self.labels).get(self.hinted, ())
            where = STAR.names[self.hinted]
            if len(numbers) > _LISTED:
                return Text(
                    "Look at point {point}: {number} numbers are still possible there. Another "
                    "hint writes one.",
                    point=where,
                    number=len(numbers),
                )
            return Text(
                "Look at point {point}: only {numbers} can stand there. Another hint writes it.",
                point=where,
                numbers=listed([str(number) for number in numbers], "or"),
            )
        if check.faults:
            first, more = check.faults[0].text, len(check.faults) - 1
            if more:
                return Text("{problem:capital} (and {number} more).", problem=first, number=more)
            return Text("{problem:capital}.", problem=first)
        if check.solved:
            return Text("Every line adds up to {sum}: the star is magic.", sum=check.target)
        if check.target is None:
            return Text(
                "Write 1 to {most}, each once, so that every line adds up to the same.",
                most=STAR.size,
            )
        return Text(
            "Write 1 to {most}, each once, so that every line adds up to {sum}.",
            most=STAR.size,
            sum=check.target,
        )

    @property
    def tone(self) -> str:
        """The tone of the message: plain, wrong or good."""
        if self.refused or self.line_check.faults:
            return "wrong"
        return "good" if self.line_check.solved else "plain"
