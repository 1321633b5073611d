"""The puzzle that is shown on the board, for lamps and page."""

from __future__ import annotations

from collections.abc import Callable

from companion.base.errors import CompanionError
from companion.base.text import Text, sentences
from companion.device.lamps.scene import Lamp, Meaning, Scene
from companion.games.puzzles.counting import Labels
from companion.games.puzzles.figures import Figure
from companion.games.puzzles.hunt import FigureHunt, open_puzzle
from companion.games.puzzles.puzzle_names import MAGIC, QUADRILATERALS, TRIANGLES
from companion.games.puzzles.viewer import FigureBrowser, MagicEditor
from companion.protocol import commands, views
from companion.protocol.commands import PuzzleCommand
from companion.rules.geometry import Board, Point
from companion.session.match.places import named_point

TAP = 2.0
"""Seconds within which a point must be touched and left unchanged to choose it as a corner."""

_TITLES = {TRIANGLES: Text("Triangles"), QUADRILATERALS: Text("Quadrilaterals")}
_KINDS = {"triangle": Text("triangle"), "convex": Text("convex"), "concave": Text("concave")}

EarlierFinds = Callable[[str], tuple[str, ...]]
"""A function that returns what was found of a puzzle before, as names."""

KeepFinds = Callable[[str, tuple[str, ...], bool], None]
"""A function that keeps what was found of a puzzle, and whether it is solved."""


class PuzzleViewer:
    """Shows at most one puzzle of a board.

    Args:
        board: The board.
        found: Returns what was found of a puzzle before; by default nothing.
        keep: Keeps what is found, and that a puzzle is solved.

    Attributes:
        figure: The page's view of a figure, or None.
        hunt: The page's view of a hunt for figures, or None.
        labelling: The page's view of a magic labelling, or None.
    """

    def __init__(
        self,
        board: Board,
        found: EarlierFinds = lambda _: (),
        keep: KeepFinds = lambda *_: None,
    ) -> None:
        self.figure: views.FigureView | None = None
        self.hunt: views.HuntView | None = None
        self.labelling: views.LabellingView | None = None
        self._board = board
        self._shown: FigureHunt | FigureBrowser | MagicEditor | None = None
        self._found = found
        self._keep = keep
        self._touched: dict[Point, float] = {}  # when each point last changed
        self._lamps: dict[Point, Lamp] = {}

    @property
    def looking(self) -> bool:
        """Whether a puzzle is shown."""
        return self._shown is not None

    @property
    def title(self) -> Text:
        """The title of the puzzle."""
        match self._shown:
            case FigureBrowser(puzzle=name) | FigureHunt(puzzle=name):
                return _TITLES[name]
            case MagicEditor():
                return Text("Magic labelling")
        return Text()

    @property
    def text(self) -> Text:
        """The instructions for the puzzle."""
        match self._shown:
            case FigureHunt() as hunt:
                return sentences(hunt.message or hunt.question)
            case FigureBrowser():
                return Text("Look at the lit points. The button shows the next figure.")
            case MagicEditor():
                return Text("Choose a number, then the point to put it on.")
        return Text()

    @property
    def tone(self) -> str:
        """The tone of `text`."""
        return self._shown.tone if isinstance(self._shown, FigureHunt) else "plain"

    def obey(self, command: PuzzleCommand) -> None:
        """Execute a command from a page.

        Raises:
            CompanionError: If the command does not fit the puzzle, or none is shown.
        """
        match command, self._shown:
            case commands.Puzzle(name), _:
                self._show(self._open(name) if name else None)
            case commands.Corner(place), FigureHunt() as shown:
                self._show(shown.choose(named_point(self._board, place)))
            case commands.Tell(), FigureHunt() as shown:
                self._show(shown.browse())
            case commands.Step(by), FigureBrowser() as shown:
                self._show(shown.step(by))
            case commands.Label(place, number), MagicEditor() as shown:
                self._show(shown.label(named_point(self._board, place), number))
            case commands.Complete(), MagicEditor() as shown:
                self._show(shown.complete())
            case commands.Clue(), (MagicEditor() | FigureHunt()) as shown:
                self._show(shown.hint())
            case _:
                raise CompanionError(Text("no such puzzle is shown: choose one first"))

    def begin(self, name: str, given: Labels) -> None:
        """Show a labelling in which some numbers are given."""
        self._show(MagicEditor.begin(name, given))

    def reopen(self) -> None:
        """Show what somebody else has found, who plays from now on."""
        if isinstance(self._shown, FigureHunt):
            self._show(self._open(self._shown.puzzle))

    def step(self) -> None:
        """Show the next figure; the first one if the player was still looking for them."""
        if isinstance(self._shown, FigureBrowser):
            self._show(self._shown.step())
        elif isinstance(self._shown, FigureHunt):
            self._show(self._shown.browse())

    def touch(self, point: Point, at: float) -> None:
        """Handle a piece that a hand put on a point at `at` (seconds), or lifted from it.

        Both together are a tap, which chooses a corner if the player is looking for figures.
        """
        if isinstance(self._shown, FigureHunt):
            if at <= self._touched.pop(point, -TAP) + TAP:
                self._show(self._shown.choose(point))
            else:
                self._touched[point] = at

    def scene(self, since: float) -> Scene:
        """Return the scene of the puzzle."""
        return Scene(lamps=tuple(sorted(self._lamps.items(), key=lambda lit: lit[0])), since=since)

    def _open(self, name: str) -> FigureHunt | MagicEditor:
        """Open a puzzle of the board, keeping earlier finds."""
        opened = open_puzzle(self._board, name)
        return opened.with_found(self._found(name)) if isinstance(opened, FigureHunt) else opened

    def _show(self, shown: FigureHunt | FigureBrowser | MagicEditor | None) -> None:
        self._shown = shown
        self._touched.clear()
        self.figure = self.hunt = self.labelling = None
        match shown:
            case FigureHunt():
                names = tuple(shown.browse().figures[index].name for index in shown.found)
                if names != self._found(shown.puzzle):
                    self._keep(shown.puzzle, names, shown.complete)
                self._show_hunt(shown)
            case FigureBrowser(puzzle=name):
                self.figure = self._view(shown, found=shown.figure.name in self._found(name))
                self._light(shown.figure)
            case MagicEditor():
                if shown.solved:
                    self._keep(shown.name, (), True)
                self.labelling = views.LabellingView(
                    shown.labels,
                    shown.sums,
                    shown.whole,
                    sentences(shown.message),
                    shown.tone,
                    tuple(point for point, number in enumerate(shown.given) if number),
                    None if shown.hinted is None else int(shown.hinted),
                    shown.name != MAGIC,
                )
                self._lamps = dict.fromkeys(shown.right, Lamp(Meaning.SIDE))
                if shown.hinted is not None:
                    self._lamps[shown.hinted] = Lamp(Meaning.HINT)
                self._lamps |= dict.fromkeys(shown.wrong, Lamp(Meaning.MISTAKE))

    def _show_hunt(self, hunt: FigureHunt) -> None:
        browser, figure = hunt.browse(), None
        if hunt.shown is not None:
            number = browser.figures.index(hunt.shown) + 1
            figure = self._view(browser.at(number), found=True)
        self.hunt = views.HuntView(
            hunt.puzzle,
            tuple(browser.figures[index].name for index in hunt.found),
            tuple(int(p) for p in hunt.corners),
            figure,
        )
        if hunt.shown is not None:
            self._light(hunt.shown)
        else:
            wrong = hunt.tone == "wrong"
            lamp = Lamp(Meaning.MISTAKE if wrong else Meaning.CORNER)
            named = hunt.hinted if hunt.tone == "question" and not hunt.corners else ()
            self._lamps = dict.fromkeys(named, Lamp(Meaning.HINT))
            self._lamps |= dict.fromkeys(hunt.corners, lamp)

    def _view(self, shown: FigureBrowser, *, found: bool) -> views.FigureView:
        figure = shown.figure
        return views.FigureView(
            puzzle=shown.puzzle,
            number=shown.number,
            count=shown.count,
            name=Text("{figure} ({kind})", figure=figure.name, kind=_KINDS[figure.kind]),
            corners=tuple(int(p) for p in figure.corners),
            on=tuple(int(p) for p in figure.on),
            found=found,
        )

    def _light(self, figure: Figure) -> None:
        self._lamps = dict.fromkeys(figure.on, Lamp(Meaning.SIDE))
        self._lamps |= dict.fromkeys(figure.corners, Lamp(Meaning.CORNER))
