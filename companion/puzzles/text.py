"""The puzzles as text for the terminal, and parsing what a player types there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, zip_longest
from math import sqrt

from companion.geometry import STAR
from companion.puzzles.counting import Labels
from companion.puzzles.figures import Figure
from companion.puzzles.magic import (
    EMPTY,
    NUMBERS,
    InvalidLabels,
    check_labels,
    complete,
    line_name,
    why_impossible,
)
from companion.puzzles.viewer import FigureBrowser, MagicEditor
from companion.rules.errors import nearest

_ACROSS = 4  # small pictures beside each other
_SPACE = 6  # columns between two of them

# Every point of the star lies on one of thirteen columns, this far apart.
_COLUMN = sqrt(3) / 6
_COLUMNS = tuple(round((x - min(x for x, _ in STAR.xy)) / _COLUMN) for x, _ in STAR.xy)
_WIDTH = max(_COLUMNS) + 1


def format_gallery(shown: FigureBrowser) -> str:
    """Format every figure of a puzzle: number, name, kind and a small picture of the star, in which
    `@` is a corner, `o` another point of a side, `.` any other point."""
    blocks = [
        [f"{number}. {figure.name}", figure.kind, *_small(figure), ""]
        for number, figure in enumerate(shown.figures, start=1)
    ]
    rows = (blocks[i : i + _ACROSS] for i in range(0, len(blocks), _ACROSS))
    lines = (
        "".join(part.ljust(_WIDTH + _SPACE) for part in parts)
        for row in rows
        for parts in zip_longest(*row, fillvalue="")
    )
    return _text(lines)


def format_figure(shown: FigureBrowser) -> str:
    """Format the current figure: its corners in brackets, the other points of its sides by name."""
    figure = shown.figure
    cells = ["."] * STAR.size
    for point in figure.on:
        name = STAR.names[point]
        cells[point] = f"[{name}]" if point in figure.corners else name
    sides = ", ".join("-".join(STAR.names[point] for point in side) for side in figure.sides)
    kind = "triangle" if figure.kind == "triangle" else f"{figure.kind} quadrilateral"
    head = f"{shown.number} of {shown.count}: {figure.name}, {kind}"
    return _text([head, "", *_star(cells, 3), "", f"sides {sides}"])


def format_labels(labels: Labels) -> str:
    """Format a labelling as a picture of the star with the sum of each line and its mistakes; an
    empty one as the names of the points."""
    if labels == EMPTY:
        return _text(["The points:", "", *_star(STAR.names, 3), "", MagicEditor().message])
    found = check_labels(labels)
    cells = [str(number) if number else "." for number in labels]
    sums = []
    for line, total, whole in zip(STAR.lines, found.sums, found.whole, strict=True):
        missing = sum(1 for point in line if not labels[point])
        sums.append(f"{line_name(line):>6} {total:3}" + ("" if whole else f"  ({missing} to come)"))
    said = [fault.text for fault in found.faults] or [MagicEditor(labels).message]
    return _text([*_star(cells, 3), "", *sums, "", *said])


def format_completion(labels: Labels) -> str:
    """Format a labelling after completing it. Raises InvalidLabels with the reason if that is
    impossible."""
    found = complete(labels)
    if found is None:
        raise InvalidLabels(f"the labelling cannot be completed: {why_impossible(labels)}")
    return format_labels(found)


def parse_labels(words: Iterable[str]) -> Labels:
    """Parse a labelling: `point=number` for some points, or 19 numbers in reading order with `.`
    for an empty point. Commas may separate them as well. Raises InvalidLabels, saying what is
    wrong."""
    parts = " ".join(words).replace(",", " ").split()
    if not parts:
        return EMPTY
    if any("=" in part for part in parts):
        labels = _by_name(parts)
    elif len(parts) == STAR.size:
        labels = [
            0 if part == "." else _number(part, name)
            for part, name in zip(parts, STAR.names, strict=True)
        ]
    else:
        raise InvalidLabels(
            f"{len(parts)} labels are given: write {STAR.size} in reading order, `.` for none, "
            "or point=number"
        )
    where: dict[int, str] = {}
    for name, number in zip(STAR.names, labels, strict=True):
        if number in where:
            raise InvalidLabels(
                f"{number} is on point {where[number]} and on point {name}: write each number once"
            )
        if number:
            where[number] = name
    return tuple(labels)


def _by_name(parts: Sequence[str]) -> list[int]:
    labels = list(EMPTY)
    for part in parts:
        name, equals, text = part.partition("=")
        if not equals:
            raise InvalidLabels(f"label {part!r}: write it as point=number")
        if name not in STAR.index:
            raise InvalidLabels(
                f"label {part!r}: the star has no point {name!r}{nearest(name, STAR.names)}; "
                f"its points are 1 to {STAR.size}"
            )
        point = STAR.index[name]
        if labels[point]:
            raise InvalidLabels(f"label {part!r}: point {name} already has {labels[point]}")
        labels[point] = _number(text, name)
    return labels


def _number(text: str, name: str) -> int:
    known = [str(number) for number in NUMBERS]
    if text not in known:
        raise InvalidLabels(f"{text!r} on point {name}: write a number from 1 to {NUMBERS[-1]}")
    return int(text)


def _small(figure: Figure) -> list[str]:
    cells = ["."] * STAR.size
    for point in figure.on:
        cells[point] = "@" if point in figure.corners else "o"
    return _star(cells, 1)


def _star(cells: Sequence[str], scale: int) -> list[str]:
    """Return the star's rows, each cell centred in its point's column, with columns `scale`
    apart."""
    rows = []
    for points in STAR.rows:
        row = ""
        for point in points:
            start = _COLUMNS[point] * scale + scale // 2 - (len(cells[point]) - 1) // 2
            row = row.ljust(start) + cells[point]
        rows.append(row)
    return rows


def _text(lines: Iterable[str]) -> str:
    return "\n".join(chain((line.rstrip() for line in lines), ("",)))
