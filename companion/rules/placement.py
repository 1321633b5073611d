"""The text of who stands where: rows from the top, joined by `/`; `(…)` is a stack, lowest first"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.geometry import Board
from companion.rules.errors import InvalidPosition


def write(board: Board, cells: Sequence[str]) -> str:
    """The placement in which point p shows `cells[p]`."""
    return "/".join("".join(cells[p] for p in row) for row in board.rows)


def read(board: Board, text: str, known: Callable[[str], bool], width: int = 1) -> list[str]:
    """The text of each point. `width` is the characters of a piece; `known` says whether a cell
    without its parentheses can stand on a point. InvalidPosition names the row and the text at
    fault; a cell with parentheses keeps them."""
    rows = text.split("/")
    if len(rows) != len(board.rows):
        raise InvalidPosition(
            f"placement {text!r} has {len(rows)} rows; the {board.name} board has {len(board.rows)}"
        )
    cells: list[str] = []
    for number, (row, points) in enumerate(zip(rows, board.rows, strict=True), start=1):
        found = list(_cells(row, number, width))
        if len(found) != len(points):
            raise InvalidPosition(
                f"row {number} of the placement, {row!r}, holds {len(found)} points "
                f"where the {board.name} board has {len(points)}"
            )
        for cell, point in zip(found, points, strict=True):
            if not known(cell):
                raise InvalidPosition(
                    f"point {board.names[point]} of the placement shows {cell!r}, "
                    "which no piece of this game does"
                )
        cells += found
    return cells


def _cells(row: str, number: int, width: int) -> Sequence[str]:
    cells, at = [], 0
    while at < len(row):
        if row[at] == "(":
            end = row.find(")", at) + 1
            if not end:
                raise InvalidPosition(f"row {number} of the placement, {row!r}: '(' is not closed")
        else:
            end = at + width
        cells.append(row[at:end])
        at = end
    return cells


def fields(text: str, names: Sequence[str]) -> list[str]:
    """The text split at single spaces into as many fields as `names` lists."""
    found = text.split(" ")
    if len(found) != len(names):
        raise InvalidPosition(
            f"position {text!r} has {len(found)} field{'s' * (len(found) != 1)} instead of "
            f"{len(names)}, separated by single spaces: {', '.join(names)}"
        )
    return found


def one_of(field: str, name: str, values: tuple[str, ...]) -> str:
    """`field`, when it is one of `values`; InvalidPosition otherwise."""
    if field not in values:
        raise InvalidPosition(f"{name} is {field!r} instead of {' or '.join(values)}")
    return field
