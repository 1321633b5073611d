"""The design of printed boards, and the printed boards of installed packages.

A package declares them in the group `companion.artwork`; each value is an `Edition`. A drawing
program draws every edition in each of its designs, from the board and the areas of the game, so a
package brings no drawing of squares, lamps or coordinates. `hardware/artwork` in the repository
makes the files to print; nothing here draws.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property

from companion.base import plugins
from companion.base.errors import CompanionError
from companion.base.plugins import InvalidPlugin
from companion.base.text import Text
from companion.games.border import is_words
from companion.games.registry import make
from companion.rules import AnyGame
from companion.rules.geometry import Board, Point

CONTRACT = 1
"""The version of an edition's contract.

It changes when editions written before cannot be drawn.
"""

_NAME = re.compile(r"[a-z][a-z0-9_-]*")


@dataclass(frozen=True, kw_only=True)
class Edition:
    """A printed board.

    Attributes:
        contract: The version of this contract that it was written for: 1.
        name: The name of the folder with its files: lower-case letters, digits, - and _.
        title: The name that is printed on it.
        motto: A line beside or below that.
        game: The game that is played on it; its board and its areas are drawn.
        options: The options of that game, as pairs of name and value.
        numbers: Whether every point of a star has its number beside it.
        starts: The start position of some points of a star, which is printed there; by the points'
            names.
        level: Whether a star's horizontal lines are emphasised: there men may move both ways.
    """

    contract: int
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
        """The game, with its areas.

        Raises:
            UnknownGame: If there is no game with this name.
            InvalidOption: If it has no such option.
        """
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
        """Return the areas that a point belongs to, each as its kind and the seat that owns it."""
        return {area.kind: area.seat for area in self.played.areas if point in area.points}


def installed(taken: Collection[str], draw: Callable[[Edition], object]) -> dict[str, Edition]:
    """Return the editions of all installed packages by name.

    A faulty one is left out, and one line in the log gives the reason.

    Args:
        taken: The names of other files.
        draw: Tries to draw an edition; its CompanionError is the fault.
    """
    return plugins.load(
        plugins.ARTWORK, lambda value, before, _: _accept(value, {*taken, *before}, draw)
    )


def _accept(
    value: object, taken: Collection[str], draw: Callable[[Edition], object]
) -> tuple[str, Edition]:
    # Before anything else, because a later contract may say the rest in another way.
    contract = getattr(value, "contract", CONTRACT)
    if contract != CONTRACT:
        raise InvalidPlugin(
            Text(
                "it is written for version {theirs!r} of the contract of artwork, and this program "
                "has version {ours}; install versions of both that fit",
                theirs=contract,
                ours=CONTRACT,
            )
        )
    if not isinstance(value, Edition):
        raise InvalidPlugin(
            Text(
                "it is {value!r}, not a printed board; the entry point must name a "
                "companion.games.artwork.Edition",
                value=value,
            )
        )
    if not isinstance(value.name, str) or not _NAME.fullmatch(value.name):
        raise InvalidPlugin(
            Text(
                "its name is {name!r}; use lower-case letters, digits, - and _",
                name=value.name,
            )
        )
    for name in ("title", "motto"):
        if not is_words(getattr(value, name)):
            raise InvalidPlugin(
                Text("its {name} must be words on one line, not too long", name=name)
            )
    if value.name in taken:
        raise InvalidPlugin(
            Text(
                "there is already a printed board {name!r}; rename it, or uninstall one of the "
                "packages",
                name=value.name,
            )
        )
    try:
        unknown = sorted({name for name, _ in value.starts} - value.board.index.keys())
        if unknown:
            raise InvalidPlugin(
                Text(
                    "the board {board} has no point {point!r}; mend starts",
                    board=value.board.name,
                    point=unknown[0],
                )
            )
        draw(value)
    except CompanionError as error:
        raise InvalidPlugin(error.text) from error
    return value.name, value
