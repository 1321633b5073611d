"""The search for the figures of a puzzle: the player chooses corners, and the finds are counted.

The puzzle asks first: it gives the number of figures only when all have been found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from companion.base.errors import nearest
from companion.base.text import Text
from companion.games.puzzles.figures import Figure
from companion.games.puzzles.puzzle_names import MAGIC, PLURALS, TRIANGLES, puzzle_names
from companion.games.puzzles.viewer import FigureBrowser, MagicEditor, UnknownPuzzle
from companion.rules.geometry import STAR, Board, Point
from companion.rules.reasons import listed

_NOTHING = Text()


@dataclass(frozen=True, slots=True)
class FigureHunt:
    """The player's progress in `triangles` or `quadrilaterals`.

    Attributes:
        puzzle: The name of the puzzle.
        corners: The corners chosen, in the order chosen.
        found: The figures found, by their index, in the order found.
        message: The reply to the last choice; empty before the first one.
        tone: The tone of the message.
        shown: The figure that was chosen last, if it is one.
        hinted: The corners that hints have named, of a figure that has not been found.
    """

    puzzle: str
    corners: tuple[Point, ...] = ()
    found: tuple[int, ...] = ()
    message: Text = _NOTHING
    tone: str = "plain"
    shown: Figure | None = None
    hinted: tuple[Point, ...] = ()

    @property
    def needed(self) -> int:
        """The number of corners of a figure."""
        return 3 if self.puzzle == TRIANGLES else 4

    @property
    def question(self) -> Text:
        """The question that the puzzle asks."""
        if self.puzzle == TRIANGLES:
            return Text("How many triangles are there? Choose the three corners of a triangle.")
        return Text(
            "How many quadrilaterals are there? Choose the four corners of a quadrilateral."
        )

    @property
    def complete(self) -> bool:
        """Whether every figure has been found."""
        return len(self.found) == len(self._figures)

    def with_found(self, names: Sequence[str]) -> FigureHunt:
        """Return the hunt with these figures found before; names of no figure are left out."""
        index = {str(figure.name): i for i, figure in enumerate(self._figures)}
        return replace(self, found=tuple(index[name] for name in names if name in index))

    def choose(self, corner: Point) -> FigureHunt:
        """Choose a corner, or give it up if it is chosen already.

        With enough of them, the figure is judged, and the next corner begins another one.
        """
        before = () if len(self.corners) == self.needed else self.corners
        if corner in before:
            left = tuple(one for one in before if one != corner)
            return replace(self, corners=left, message=_NOTHING, tone="plain", shown=None)
        chosen = replace(
            self, corners=(*before, corner), message=_NOTHING, tone="plain", shown=None
        )
        return chosen._judged() if len(chosen.corners) == self.needed else chosen

    def hint(self) -> FigureHunt:
        """Name a corner of a figure that has not been found, then another one; never the last.

        The last corner is left to the player.
        """
        missing = next((i for i in range(len(self._figures)) if i not in self.found), None)
        if missing is None:
            return self
        corners = self._figures[missing].corners
        known = self.hinted if set(self.hinted) < set(corners) else ()
        named = corners[: min(len(known) + 1, self.needed - 1)]
        said = Text(
            "One that you have not found has a corner on {points}.",
            points=listed([STAR.names[corner] for corner in named], "and"),
        )
        return replace(self, corners=(), message=said, tone="question", shown=None, hinted=named)

    def browse(self) -> FigureBrowser:
        """Give up looking, and return all figures, one after another."""
        return FigureBrowser(self.puzzle)

    @property
    def _figures(self) -> tuple[Figure, ...]:
        return FigureBrowser(self.puzzle).figures

    def _judged(self) -> FigureHunt:
        wanted = set(self.corners)
        # Four corners can belong to several quadrilaterals: the one that is new counts first.
        fitting = [i for i, one in enumerate(self._figures) if set(one.corners) == wanted]
        new = [i for i in fitting if i not in self.found]
        if not fitting:
            return replace(self, message=self._why_none(), tone="wrong")
        figure = self._figures[(new or fitting)[0]]
        if not new:
            said = Text("You have found {figure} before. Look for another one.", figure=figure.name)
            return replace(self, message=said, tone="question", shown=figure)
        found = (*self.found, new[0])
        after = replace(self, found=found, tone="good", shown=figure, hinted=())
        count = len(after.found)
        said = Text(
            "{figure} is a {kind}: you have found {number}.",
            figure=figure.name,
            kind=figure.described,
            number=count,
        )
        if after.complete:
            said = Text(
                "{figure} was the last one: you have found all {number} {figures}.",
                figure=figure.name,
                number=count,
                figures=PLURALS[self.puzzle],
            )
        return replace(after, message=said)

    def _why_none(self) -> Text:
        """Return why the corners are those of no figure."""
        corners = listed([STAR.names[corner] for corner in self.corners], "and")
        if self.needed == 3:
            for pair in combinations(self.corners, 2):
                if not any(set(pair) <= set(line) for line in STAR.lines):
                    return Text(
                        "No triangle: {points} are not on one line. Choose another one.",
                        points=listed([STAR.names[corner] for corner in pair], "and"),
                    )
            return Text("No triangle: {points} are all on one line.", points=corners)
        return Text(
            "No quadrilateral: no sides along lines join {points} without crossing.",
            points=corners,
        )


def open_puzzle(board: Board, name: str) -> FigureHunt | MagicEditor:
    """Open a board's puzzle at its beginning.

    Raises:
        UnknownPuzzle: If the board has none with this name; the message lists those that it has.
    """
    known = puzzle_names(board)
    if name not in known:
        if not known:
            raise UnknownPuzzle(
                Text(
                    "the {board} board has no puzzle {puzzle!r}; it has none; the star has",
                    board=board.name,
                    puzzle=name,
                )
            )
        raise UnknownPuzzle(
            Text(
                "the {board} board has no puzzle {puzzle!r}{similar}; choose from {puzzles}",
                board=board.name,
                puzzle=name,
                similar=nearest(name, known),
                puzzles=", ".join(known),
            )
        )
    return MagicEditor() if name == MAGIC else FigureHunt(name)
