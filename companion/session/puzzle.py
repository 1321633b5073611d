"""The puzzle that is shown on the board, for lamps and page."""

from __future__ import annotations

from companion.geometry import Board, Point
from companion.lights.scene import Lamp, Meaning, Scene
from companion.protocol import commands, views
from companion.puzzles.viewer import FigureBrowser, MagicEditor, open_puzzle
from companion.rules import CompanionError

PuzzleCommand = commands.Puzzle | commands.Step | commands.Label | commands.Complete


class PuzzleViewer:
    """Shows at most one puzzle of a board. `figure` and `labelling` describe it to the page."""

    def __init__(self, board: Board) -> None:
        self.figure: views.FigureView | None = None
        self.labelling: views.LabellingView | None = None
        self._board = board
        self._shown: FigureBrowser | MagicEditor | None = None
        self._lamps: dict[Point, Lamp] = {}

    @property
    def looking(self) -> bool:
        """Whether a puzzle is shown."""
        return self._shown is not None

    @property
    def title(self) -> str:
        """The title of the puzzle."""
        match self._shown:
            case FigureBrowser(puzzle=name):
                return name.capitalize()
            case MagicEditor():
                return "Magic labelling"
        return ""

    @property
    def text(self) -> str:
        """What to do with the puzzle."""
        match self._shown:
            case FigureBrowser():
                return "Look at the lit points. The button shows the next figure."
            case MagicEditor():
                return "Choose a number, then the point to put it on."
        return ""

    def obey(self, command: PuzzleCommand) -> None:
        """Carry out a command of a page. Raises CompanionError if that is impossible."""
        match command, self._shown:
            case commands.Puzzle(name), _:
                self._show(open_puzzle(self._board, name) if name else None)
            case commands.Step(by), FigureBrowser() as shown:
                self._show(shown.step(by))
            case commands.Label(place, number), MagicEditor() as shown:
                if place not in self._board.index:
                    raise CompanionError(f"the {self._board.name} board has no point {place!r}")
                self._show(shown.label(self._board.index[place], number))
            case commands.Complete(), MagicEditor() as shown:
                self._show(shown.complete())
            case _:
                raise CompanionError("no such puzzle is shown: choose one first")

    def step(self) -> None:
        """Show the next figure, if figures are shown."""
        if isinstance(self._shown, FigureBrowser):
            self._show(self._shown.step())

    def scene(self, since: float) -> Scene:
        """The lamps of the puzzle."""
        return Scene(lamps=tuple(sorted(self._lamps.items(), key=lambda lit: lit[0])), since=since)

    def _show(self, shown: FigureBrowser | MagicEditor | None) -> None:
        self._shown = shown
        self.figure = self.labelling = None
        if isinstance(shown, FigureBrowser):
            figure = shown.figure
            self.figure = views.FigureView(
                puzzle=shown.puzzle,
                number=shown.number,
                count=shown.count,
                name=f"{figure.name} ({figure.kind})",
                corners=tuple(int(p) for p in figure.corners),
                on=tuple(int(p) for p in figure.on),
            )
            self._lamps = dict.fromkeys(figure.on, Lamp(Meaning.SIDE))
            self._lamps |= dict.fromkeys(figure.corners, Lamp(Meaning.CORNER))
        elif isinstance(shown, MagicEditor):
            self.labelling = views.LabellingView(
                shown.labels, shown.sums, shown.whole, shown.message, shown.tone
            )
            self._lamps = dict.fromkeys(shown.right, Lamp(Meaning.SIDE))
            self._lamps |= dict.fromkeys(shown.wrong, Lamp(Meaning.MISTAKE))
