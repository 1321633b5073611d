"""Looking for the figures of a puzzle: the player chooses corners, and what is found is counted.

The puzzle asks before it tells: how many figures there are is said only when all have been found.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

from companion.geometry import STAR, Board, Point
from companion.puzzles.figures import Figure
from companion.puzzles.names import MAGIC, TRIANGLES, puzzle_names
from companion.puzzles.viewer import FigureBrowser, MagicEditor, UnknownPuzzle
from companion.rules.errors import nearest

_NUMBERS = {3: "three", 4: "four"}


@dataclass(frozen=True, slots=True)
class FigureHunt:
    """What the player has found of `triangles` or `quadrilaterals`.

    corners: the corners chosen, in the order chosen.
    found:   the figures found, by their index, in the order found.
    message: what to say about the last choice, with its tone; empty before the first one.
    shown:   the figure that was chosen last, if it is one.
    """

    puzzle: str
    corners: tuple[Point, ...] = ()
    found: tuple[int, ...] = ()
    message: str = ""
    tone: str = "plain"
    shown: Figure | None = None

    @property
    def needed(self) -> int:
        """How many corners a figure has."""
        return 3 if self.puzzle == TRIANGLES else 4

    @property
    def question(self) -> str:
        """What the puzzle asks."""
        corners = f"{_NUMBERS[self.needed]} corners of a {self.puzzle.removesuffix('s')}"
        return f"How many {self.puzzle} are there? Choose the {corners}."

    @property
    def complete(self) -> bool:
        """Whether every figure has been found."""
        return len(self.found) == len(self._figures)

    def choose(self, corner: Point) -> FigureHunt:
        """Choose a corner, or give it up if it is chosen already. With enough of them, the figure
        is judged, and the next corner begins another one."""
        before = () if len(self.corners) == self.needed else self.corners
        if corner in before:
            left = tuple(one for one in before if one != corner)
            return replace(self, corners=left, message="", tone="plain", shown=None)
        chosen = replace(self, corners=(*before, corner), message="", tone="plain", shown=None)
        return chosen._judged() if len(chosen.corners) == self.needed else chosen

    def browse(self) -> FigureBrowser:
        """Give up looking: all figures, one after another."""
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
            said = f"You have found {figure.name} before. Look for another one."
            return replace(self, message=said, tone="question", shown=figure)
        after = replace(self, found=(*self.found, new[0]), tone="good", shown=figure)
        kind = figure.kind if figure.kind == "triangle" else f"{figure.kind} quadrilateral"
        count = len(after.found)
        said = f"{figure.name} is a {kind}: you have found {count}."
        if after.complete:
            said = f"{figure.name} was the last one: you have found all {count} {self.puzzle}."
        return replace(after, message=said)

    def _why_none(self) -> str:
        """Why the corners are those of no figure."""
        names = [STAR.names[corner] for corner in self.corners]
        if self.needed == 3:
            for a, b in combinations(self.corners, 2):
                if not any(a in line and b in line for line in STAR.lines):
                    apart = f"{STAR.names[a]} and {STAR.names[b]}"
                    return f"No triangle: {apart} are not on one line. Choose another one."
            return f"No triangle: {', '.join(names[:-1])} and {names[-1]} are all on one line."
        listed = f"{', '.join(names[:-1])} and {names[-1]}"
        return f"No quadrilateral: no sides along lines join {listed} without crossing."


def open_puzzle(board: Board, name: str) -> FigureHunt | MagicEditor:
    """Open a board's puzzle at its beginning. Raises UnknownPuzzle if there is none with this
    name."""
    known = puzzle_names(board)
    if name not in known:
        said = f"choose from {', '.join(known)}" if known else "it has none; the star has"
        raise UnknownPuzzle(
            f"the {board.name} board has no puzzle {name!r}{nearest(name, known)}; {said}"
        )
    return MagicEditor() if name == MAGIC else FigureHunt(name)
