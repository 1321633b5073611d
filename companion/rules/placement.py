"""Placements: the pieces on all points as text.

Rows are written from the top, joined by `/`; `(…)` is a stack, bottom first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.base.errors import InvalidPosition
from companion.base.text import Text, joined, plural
from companion.rules.geometry import Board
from companion.rules.reasons import listed


def write(board: Board, cells: Sequence[str]) -> str:
    """Return the text of a placement.

    Args:
        board: The board.
        cells: The text of each point, by point index.
    """
    return "/".join("".join(cells[p] for p in row) for row in board.rows)


def read(board: Board, text: str, known: Callable[[str], bool], width: int = 1) -> list[str]:
    """Parse a placement into the text of each point.

    Args:
        board: The board.
        text: The placement.
        known: Returns whether a text is allowed on a point.
        width: The length of a piece's text (characters).

    Returns:
        The text of each point, by point index; a stack keeps its parentheses.

    Raises:
        InvalidPosition: If the text is not a placement on this board; the message names the row or
            point at fault.
    """
    rows = text.split("/")
    if len(rows) != len(board.rows):
        raise InvalidPosition(
            Text(
                "placement {text!r} has {number} rows; the {board} board has {expected}",
                text=text,
                number=len(rows),
                board=board.name,
                expected=len(board.rows),
            )
        )
    cells = [""] * board.size
    for number, (row, points) in enumerate(zip(rows, board.rows, strict=True), start=1):
        found = list(_cells(row, number, width))
        if len(found) != len(points):
            raise InvalidPosition(
                Text(
                    "row {row} of the placement, {text!r}, has {number} points; "
                    "that row of the {board} board has {expected}",
                    row=number,
                    text=row,
                    number=len(found),
                    board=board.name,
                    expected=len(points),
                )
            )
        for cell, point in zip(found, points, strict=True):
            if not known(cell):
                raise InvalidPosition(
                    Text(
                        "point {point} of the placement holds {text!r}, "
                        "which is not a piece of this game",
                        point=board.names[point],
                        text=cell,
                    )
                )
            cells[point] = cell
    return cells


def _cells(row: str, number: int, width: int) -> Sequence[str]:
    cells, at = [], 0
    while at < len(row):
        if row[at] == "(":
            end = row.find(")", at) + 1
            if not end:
                raise InvalidPosition(
                    Text(
                        "row {row} of the placement, {text!r}: '(' is not closed",
                        row=number,
                        text=row,
                    )
                )
        else:
            end = at + width
        cells.append(row[at:end])
        at = end
    return cells


def fields(text: str, names: Sequence[str]) -> list[str]:
    """Split text at single spaces, into one field for each of `names`.

    Raises:
        InvalidPosition: If there are more or fewer fields.
    """
    found = text.split(" ")
    if len(found) != len(names):
        raise InvalidPosition(
            plural(
                "position {text!r} has {number} field instead of {expected}, "
                "separated by single spaces: {fields}",
                "position {text!r} has {number} fields instead of {expected}, "
                "separated by single spaces: {fields}",
                len(found),
                text=text,
                expected=len(names),
                fields=joined(", ", names),
            )
        )
    return found


def one_of(field: str, name: str, values: tuple[str, ...]) -> str:
    """Return `field` if it is one of `values`.

    Args:
        field: The text.
        name: The name of the field, for the message.
        values: The allowed texts.

    Raises:
        InvalidPosition: If it is not one of them.
    """
    if field not in values:
        raise InvalidPosition(
            Text(
                "{field} is {text!r} instead of {values}",
                field=name,
                text=field,
                values=listed(list(values), "or"),
            )
        )
    return field
