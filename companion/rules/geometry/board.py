"""A board: named points, the lines through them, and the tables that moves are made from."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, degrees, hypot, isfinite
from typing import Literal, NewType

from companion.base.errors import InvalidBoard
from companion.base.text import Text
from companion.rules.geometry.diagram import draw

Point = NewType("Point", int)
"""A point of a board, numbered from 0 in reading order. Its name is `Board.names[point]`."""

Ray = tuple[Point, ...]
"""The points passed when leaving a point along a line, nearest first."""


Style = Literal["points", "lines", "squares"]
"""How a board is drawn.

`points` are joined by lines, each with its name beside it; `lines` cross, with files and ranks
named along the edge; `squares` are named likewise.
"""

_STRAIGHT = 1e-6
_FILE_AND_RANK = re.compile(r"[a-z][1-9][0-9]?")


class Board:
    """Points, the lines that join them, and the tables that the games look up.

    `str` draws the names of the points. A direction is an angle in whole degrees, counter-clockwise
    from east: on every board 90 is up the page.

    Attributes:
        name: The board's name.
        names: The points' names, in reading order.
        rows: The points of each row of the text form, top row first.
        columns: The points of each column from the left if all rows are equally long, else none.
        xy: Each point's coordinates, x to the right and y up, in the board's own unit.
        lines: Each line as its points from one end to the other.
        palaces: Points with a special mark on the printed board.
        style: How it is drawn. Where the edge names files and ranks, each point is called after
            both: `a1`.
        size: The number of points.
        full: The occupancy in which every point is occupied.
        index: The point of each name.
        rays: For each point, the points passed when leaving it, by direction.
    """

    __slots__ = (
        "_pitch",
        "columns",
        "full",
        "index",
        "lines",
        "name",
        "names",
        "palaces",
        "rays",
        "rows",
        "size",
        "style",
        "xy",
    )

    def __init__(
        self,
        name: str,
        names: Sequence[str],
        rows: Sequence[Sequence[int]],
        xy: Sequence[tuple[float, float]],
        lines: Sequence[Sequence[int]],
        palaces: Sequence[int] = (),
        style: Style = "lines",
    ) -> None:
        """Make the tables.

        Raises:
            ValueError: If the parts do not fit together; the message names the part.
        """
        self.name = name
        self.names = tuple(names)
        self.rows = tuple(tuple(Point(p) for p in row) for row in rows)
        even = len({len(row) for row in self.rows}) == 1
        self.columns = tuple(zip(*self.rows, strict=True)) if even else ()
        self.style: Style = style
        self.xy = tuple(xy)
        self.lines = tuple(tuple(Point(p) for p in line) for line in lines)
        self.palaces = tuple(Point(p) for p in palaces)
        self.size = len(self.names)
        _check_lines(self)
        self.full = (1 << self.size) - 1
        self.index = {text: Point(p) for p, text in enumerate(self.names)}
        rays: list[dict[int, Ray]] = [{} for _ in self.names]
        for line in self.lines:
            for way in (line, line[::-1]):
                angle = self._angle(way[0], way[-1])
                for i, p in enumerate(way[:-1]):
                    rays[p][angle] = way[i + 1 :]
        self._pitch = min((self._apart(line[0], line[1]) for line in self.lines), default=1.0)
        self.rays: tuple[dict[int, Ray], ...] = tuple(rays)

    @classmethod
    def from_rows(
        cls,
        name: str,
        rows: Sequence[str],
        lines: Sequence[str],
        style: Style | None = None,
    ) -> Board:
        """Return a board written down as it looks.

        If every point is named after a file and a rank, such as `b3`, it stands there on a square
        grid. Otherwise, it stands where its row has it: `.` leaves a place empty.

            Board.from_rows("cross", [". N .", "W M E", ". S ."], ["N M S", "W M E"])

        Args:
            name: The board's name.
            rows: The names of the points in each row, separated by spaces, top row first.
            lines: The names of the points on each line, from one end to the other. A line is
                straight: where it bends, another one begins.
            style: How it is drawn; by default, as `lines` if every point is named after a file and
                a rank, and otherwise as `points`.

        Raises:
            InvalidBoard: If a name stands twice, or a line has a point that no row has, fewer than
                two points, or a bend.
        """
        names, xy = list[str](), list[tuple[float, float]]()
        for down, row in enumerate(rows):
            for across, point in enumerate(row.split()):
                if point in names:
                    raise InvalidBoard(
                        Text("board {board}: point {point} stands twice", board=name, point=point)
                    )
                if point != ".":
                    names.append(point)
                    xy.append((float(across), float(len(rows) - 1 - down)))
        on_grid = all(_FILE_AND_RANK.fullmatch(point) for point in names)
        if on_grid:
            xy = [(float(ord(point[0]) - ord("a")), float(point[1:]) - 1) for point in names]
        index = {point: number for number, point in enumerate(names)}
        for line in lines:
            _check_line(name, line, {point: xy[number] for point, number in index.items()})
        return cls(
            name,
            names,
            [[index[point] for point in row.split() if point != "."] for row in rows],
            xy,
            [[index[point] for point in line.split()] for line in lines],
            style=style or ("lines" if on_grid else "points"),
        )

    def _angle(self, a: Point, b: Point) -> int:
        (ax, ay), (bx, by) = self.xy[a], self.xy[b]
        return round(degrees(atan2(by - ay, bx - ax))) % 360

    def neighbours(self, point: Point) -> tuple[Point, ...]:
        """Return the points one step from `point`, by angle."""
        return tuple(ray[0] for _, ray in sorted(self.rays[point].items()))

    def way(self, point: Point, other: Point) -> tuple[int, Ray] | None:
        """Return how a line leads from one point to another.

        Returns:
            The direction (degrees) and the points between the two; None if no line joins them.
        """
        for angle, ray in self.rays[point].items():
            if other in ray:
                return angle, ray[: ray.index(other)]
        return None

    def adjacent(self, point: Point, other: Point) -> bool:
        """Return whether two points are so near to each other that one piece can lie on both.

        They are neighbours, diagonally at most, with no point between them.
        """
        near = point != other and self._apart(point, other) < 1.5 * self._pitch
        return near and not any(other in ray[1:] for ray in self.rays[point].values())

    def _apart(self, a: int, b: int) -> float:
        (ax, ay), (bx, by) = self.xy[a], self.xy[b]
        return hypot(ax - bx, ay - by)

    def points_joined(self, text: str) -> int | None:
        """Return how many points a text names, joined by `-` or `x`; None if it is nothing else.

        The name of a point may itself have an `x`.
        """
        one, all_joined = _name_patterns(self.names)
        return len(one.findall(text)) if all_joined.fullmatch(text) else None

    def __str__(self) -> str:
        return draw(self.xy, self.names)

    def __repr__(self) -> str:
        return f"<Board {self.name}: {self.size} points, {len(self.lines)} lines>"


@lru_cache(maxsize=64)
def _name_patterns(names: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of one point's name between others, and of names that are joined."""
    name = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return (
        re.compile(rf"(?:^|(?<=[-x]))(?:{name})(?=[-x]|\Z)"),
        re.compile(rf"(?:{name})(?:[-x](?:{name}))*"),
    )


def _check_lines(board: Board) -> None:
    """Check that points have places, and that lines join points; raises ValueError."""
    if len(board.xy) != board.size:
        raise ValueError(f"board {board.name}: {board.size} names, but {len(board.xy)} places (xy)")
    if not all(isfinite(x) and isfinite(y) for x, y in board.xy):
        raise ValueError(f"board {board.name}: the places of its points (xy) must be numbers")
    for line in board.lines:
        if len(line) < 2:
            raise ValueError(f"board {board.name}: the line {line} must join two points or more")
    for part in (*board.lines, *board.rows, board.palaces):
        for point in part:
            if not 0 <= point < board.size:
                raise ValueError(
                    f"board {board.name}: there is no point {point}; points are numbered from 0 "
                    f"to {board.size - 1}, in the order of names"
                )


def _check_line(board: str, line: str, xy: Mapping[str, tuple[float, float]]) -> None:
    """Refuse a line that `Board.from_rows` cannot draw."""
    points = line.split()
    for point in points:
        if point not in xy:
            raise InvalidBoard(
                Text(
                    "board {board}: no row has the point {point} of the line {line!r}",
                    board=board,
                    point=point,
                    line=line,
                )
            )
    if len(points) < 2:
        raise InvalidBoard(
            Text("board {board}: the line {line!r} needs two points", board=board, line=line)
        )
    ways = [(xy[b][0] - xy[a][0], xy[b][1] - xy[a][1]) for a, b in pairwise(points)]
    x, y = ways[0]
    if any(abs(x * v - y * u) > _STRAIGHT or x * u + y * v <= 0 for u, v in ways):
        raise InvalidBoard(
            Text(
                "board {board}: the line {line!r} is not straight; write one line for each "
                "straight part, or move points with . in the rows",
                board=board,
                line=line,
            )
        )
