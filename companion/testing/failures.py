"""Hooks for pytest that draw boards instead of integers when a test fails.

`companion.testing.fixtures` includes them. To use them without the fixtures, in `conftest.py`:

    pytest_plugins = ["companion.testing.failures"]

Below a failed test, two positions or sets of points that should have been equal are drawn side by
side, and so is every match and table that its functions had in a variable.

A position does not say which game it belongs to. It is drawn for the first game, match or table in
a variable of the function with the assertion, or of its module. An int may be a position, a set of
points or just a number; its name decides, as in `match.position` and `game.occupancy(…)`.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import sys
from collections.abc import Generator, Iterator, Mapping
from contextlib import suppress
from itertools import zip_longest
from textwrap import dedent
from types import FrameType
from typing import Any, NamedTuple

from companion.base.errors import CompanionError
from companion.rules import AnyGame, Game, Match, Piece, TurnMatch, placement
from companion.rules.geometry import Board
from companion.rules.geometry.diagram import draw
from companion.rules.piece import stack_text
from companion.testing.needs import needed_by
from companion.testing.table import SessionFacts

with needed_by("companion.testing.failures"):
    import pytest

_OTHERS = ("_pytest", "pluggy", "companion")
"""The packages whose functions do not belong to a test."""

_POSITIONS = ("position", "start", "advance")
"""Parts of the names of positions, and of the methods that return them."""

_COMPARED = pytest.StashKey[str]()


class _Shown(NamedTuple):
    """The contents of each point of a board, and the text of the whole board."""

    cells: list[str]
    text: str


def pytest_assertrepr_compare(
    config: pytest.Config, op: str, left: object, right: object
) -> list[str] | None:
    """Draw two boards that should be equal, below the test."""
    frame = _asserting()
    if op != "==" or frame is None or type(left) is not type(right):
        return None
    names = _compared(frame)
    for game in _games(frame):
        ours, theirs = _read(game, left, names), _read(game, right, names)
        if ours is not None and theirs is not None:
            config.stash[_COMPARED] = _side_by_side(game.board, ours, theirs)
            return ["these boards are equal; both are drawn below:", ours.text, theirs.text]
    return None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Draw the boards that a failed test has compared, and its matches."""
    report = yield
    compared = item.config.stash.get(_COMPARED, "")
    item.config.stash[_COMPARED] = ""
    if report.failed and call.excinfo is not None:
        frames = [entry.frame.raw for entry in call.excinfo.traceback]
        variables = [frame.f_locals for frame in frames if not _is_other(frame)]
        matches = {id(match): (name, match) for each in variables for name, match in _matches(each)}
        shown = [_described(name, match) for name, match in matches.values()]
        report.sections += [("board", text) for text in (compared, *shown) if text]
    return report


def _described(name: str, match: Match) -> str:
    """Draw a match, with its name; empty if that fails, which may be why the test failed."""
    try:
        return f"{name}: {match!r}\n\n{match}"
    except Exception:
        return ""


def _asserting() -> FrameType | None:
    """Return the frame with the assertion."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and _is_other(frame):
        frame = frame.f_back
    return frame


def _is_other(frame: FrameType) -> bool:
    """Return whether a frame's function does not belong to the tests."""
    return frame.f_globals.get("__name__", "").split(".")[0] in _OTHERS


def _compared(frame: FrameType) -> str:
    """Return the outermost names on both sides of the comparison that a frame executes.

    For `match.position == game.start()`, these are `position` and `start`.
    """
    at = inspect.getframeinfo(frame, context=0).positions
    if at is None or at.lineno is None:
        return ""
    lines = linecache.getlines(frame.f_code.co_filename)[at.lineno - 1 : at.end_lineno]
    try:
        parsed = ast.parse(dedent("".join(lines)))
    except SyntaxError:  # part of a line
        return ""
    for node in ast.walk(parsed):
        if isinstance(node, ast.Compare):
            return " ".join(_outermost(side) for side in (node.left, *node.comparators))
    return ""


def _outermost(side: ast.expr) -> str:
    if isinstance(side, ast.Call):
        side = side.func
    if isinstance(side, ast.Attribute):
        return side.attr
    return side.id if isinstance(side, ast.Name) else ""


def _matches(variables: Mapping[str, object]) -> Iterator[tuple[str, Match]]:
    """Yield the matches among variables, and those of tables, with their names."""
    for name, value in variables.items():
        if isinstance(value, Match):
            yield name, value
        elif isinstance(value, TurnMatch):
            yield name, value.ply_match
        elif isinstance(value, SessionFacts):
            with suppress(CompanionError):  # no game has begun there
                yield f"{name}.match", value.match


def _games(frame: FrameType) -> Iterator[AnyGame]:
    """Yield the games that a position may belong to, the likeliest first."""
    for variables in (frame.f_locals, frame.f_globals):
        for value in variables.values():
            if isinstance(value, Game):
                yield value
        for _, match in _matches(variables):
            yield match.game


def _read(game: AnyGame, value: Any, names: str) -> _Shown | None:
    """Read a value as a position, the stacks or the occupied points of a game.

    Args:
        game: The game.
        value: The value.
        names: The names of the compared values, separated by spaces.

    Returns:
        The board to draw; None if the value is none of these.
    """
    board = game.board
    if isinstance(value, tuple) and len(value) == board.size and _are_stacks(value):
        return _placed([stack_text(stack) for stack in value], board)
    if type(value) is int and "occupancy" in names:
        if not 0 <= value <= board.full:
            return None
        return _placed([".o"[value >> point & 1] for point in range(board.size)], board)
    if type(value).__module__ == "builtins" and not any(name in names for name in _POSITIONS):
        return None
    try:
        if type(value) is not type(game.start()):
            return None
        cells = [stack_text(stack) for stack in game.stacks(value)]
        return _Shown(cells, game.position_text(value))
    except Exception:  # no position of this game, although of the same type
        return None


def _placed(cells: list[str], board: Board) -> _Shown:
    return _Shown(cells, placement.write(board, cells))


def _are_stacks(value: tuple[Any, ...]) -> bool:
    """Return whether a tuple has a stack of pieces for each point."""
    return all(isinstance(stack, tuple) for stack in value) and all(
        isinstance(piece, Piece) for stack in value for piece in stack
    )


def _side_by_side(board: Board, ours: _Shown, theirs: _Shown) -> str:
    """Draw two boards beside each other, with the points on which they differ."""
    left, right = (draw(board.xy, one.cells, board.names).splitlines() for one in (ours, theirs))
    width = max(map(len, left)) + 8
    lines = [f"{a:{width}}{b}".rstrip() for a, b in zip_longest(left, right, fillvalue="")]
    cells = zip(board.names, ours.cells, theirs.cells, strict=True)
    apart = [name for name, a, b in cells if a != b]
    said = f"They differ on {', '.join(apart)}." if apart else "The pieces are the same."
    return "\n".join([*lines, "", said])
