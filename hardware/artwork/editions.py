"""The printed boards, and what each shows of its game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from companion.games.registry import make
from companion.geometry import Board, Point
from companion.rules import AnyGame
from hardware.artwork.layout import Layout, Measures


@dataclass(frozen=True)
class Edition:
    """A printed board.

    game, options: what is played on it; its board and its areas are drawn.
    motto:         a line below the title.
    numbers:       whether every point has its number beside it.
    starts:        what stands on some points at first and is printed there, by the points' names.
    level:         whether the star's horizontal lines stand out: there men may move both ways.
    """

    name: str
    title: str
    motto: str
    game: str
    options: tuple[tuple[str, object], ...] = ()
    numbers: bool = False
    starts: tuple[tuple[str, str], ...] = ()
    level: bool = False

    @cached_property
    def played(self) -> AnyGame:
        """The game, with its areas."""
        return make(self.game, dict(self.options))

    @property
    def board(self) -> Board:
        """The board that the game is played on."""
        return self.played.board

    @property
    def star(self) -> bool:
        """Whether the board is the star rather than a grid."""
        return self.board.style == "points"

    @property
    def squares(self) -> bool:
        """Whether pieces stand on squares rather than where lines meet."""
        return self.board.style == "squares"

    def areas(self, point: Point) -> dict[str, int | None]:
        """The areas that a point belongs to, each as its kind and the seat that owns it."""
        return {area.kind: area.seat for area in self.played.areas if point in area.points}

    def layout(self, pitch: float, measures: Measures | None = None) -> Layout:
        """Return the layout at this pitch. Raises InvalidLayout if it cannot be built."""
        return Layout(self.board, pitch, measures)


def _coins() -> tuple[tuple[str, str], ...]:
    """Where Trinity's three coins start, from its first position."""
    game = make("trinity")
    stacks = game.stacks(game.start())
    return tuple(
        (game.board.names[point], stack[-1].text) for point, stack in enumerate(stacks) if stack
    )


EDITIONS = {
    edition.name: edition
    for edition in (
        Edition(
            "solomon",
            "Solomon",
            "Checkers on the star of nineteen points",
            "solomon",
            numbers=True,
            level=True,
        ),
        Edition(
            "trinity",
            "Solomon’s Trinity",
            "Three coins, nineteen points",
            "trinity",
            numbers=True,
            starts=_coins(),
        ),
        Edition("soli2", "Soli2", "Forty-nine points, two colours", "soli2"),
        Edition("gomony", "Gomony", "Checkers of columns", "gomony"),
        Edition(
            "halma",
            "Pythagoreic Halma",
            "Squares, triangles, circles and a diamond",
            "halma",
            # With four players every side has its start row and its goal.
            options=(("players", "4"),),
        ),
    )
}
