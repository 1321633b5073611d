"""The boards by name: the star, the square grids, small boards, and those of installed packages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import get_args

from companion.base import plugins
from companion.base.plugins import InvalidPlugin
from companion.base.text import Text
from companion.rules.geometry import FIVE, NINE, STAR, Board, grid
from companion.rules.geometry.board import Style

_OWN = {board.name: board for board in (STAR, *map(grid, (7, 8, 9)), NINE, FIVE)}
_NAME = re.compile(r"[a-z][a-z0-9_-]*")

_POINT = re.compile(r"[^\W_]{1,4}\Z")
_LONGEST_NAME = 4  # of a point
_FILE_AND_RANK = re.compile(r"[a-z]+[0-9]+\Z")

MOST_POINTS = 400
"""The most points a board can have."""

LEAST = 5
"""The fewest points a board can have.

From seven points on, the menu's most needed entries have points of their own: those on its first
four points and on its last three. Where points are short, the button reaches the others.
"""


def boards() -> dict[str, Board]:
    """Return every board by name, the program's own first."""
    return {**_OWN, **_added()}


def find(name: str) -> Board | None:
    """Return the board of that name, or None.

    Packages are searched only if the program has no board of that name.
    """
    return _OWN.get(name) or _added().get(name)


def fault(board: Board) -> Text:
    """Return what is wrong with a board and how to fix it; empty if the board is valid."""
    if not isinstance(board.name, str) or not _NAME.fullmatch(board.name):
        return Text(
            "the board's name {name!r} must be lower-case letters, digits, - and _", name=board.name
        )
    if board.size < LEAST:
        return Text(
            "the board {name} has {size} points; the menu needs at least {least}",
            name=board.name,
            size=board.size,
            least=LEAST,
        )
    if board.size > MOST_POINTS:
        return Text(
            "the board {name} has {size} points; it can have {most} at most",
            name=board.name,
            size=board.size,
            most=MOST_POINTS,
        )
    wrong = [name for name in board.names if not isinstance(name, str) or not _POINT.match(name)]
    if wrong:
        return Text(
            "the board {name} calls a point {point!r}; use up to {most} letters and digits",
            name=board.name,
            point=wrong[0],
            most=_LONGEST_NAME,
        )
    if board.style not in get_args(Style):
        return Text(
            "the board {name} has the style {style!r}; choose from {styles}",
            name=board.name,
            style=board.style,
            styles=", ".join(get_args(Style)),
        )
    loose = [name for name in board.names if not _FILE_AND_RANK.match(name)]
    if board.style != "points" and loose:
        return Text(
            "the board {name} has files and ranks along its edge, so its point {point!r} must be "
            "named after both, as a1; or draw it with the style points",
            name=board.name,
            point=loose[0],
        )
    if len(board.index) < board.size or not all(board.names):
        return Text(
            "the board {name} uses a name for two points; give each point its own name",
            name=board.name,
        )
    if len(board.xy) != board.size or len(set(board.xy)) < board.size:
        return Text(
            "the board {name} must place its {size} points apart (xy)",
            name=board.name,
            size=board.size,
        )
    if sorted(p for row in board.rows for p in row) != list(range(board.size)):
        return Text(
            "the rows of the board {name} must contain each of its points once", name=board.name
        )
    own = find_own(board.name)
    if own is not None and (own.names, own.xy) != (board.names, board.xy):
        return Text(
            "the board {name} differs from the program's board of that name; give it another name",
            name=board.name,
        )
    return Text()


def find_own(name: str) -> Board | None:
    """Return the program's own board of that name, or None."""
    return _OWN.get(name)


@cache
def _added() -> dict[str, Board]:
    return plugins.load(plugins.BOARDS, lambda value, before, _: _accept(value, before))


def _accept(value: object, before: Mapping[str, Board]) -> tuple[str, Board]:
    if not isinstance(value, Board):
        raise InvalidPlugin(
            Text(
                "it is {value!r}, not a board; the entry point must name a "
                "companion.rules.geometry.Board",
                value=value,
            )
        )
    wrong = fault(value)
    if wrong:
        raise InvalidPlugin(wrong)
    if value.name in _OWN or value.name in before:
        raise InvalidPlugin(
            Text(
                "there is already a board {name!r}; rename it, or uninstall one of the packages",
                name=value.name,
            )
        )
    return value.name, value
