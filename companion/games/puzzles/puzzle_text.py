"""The puzzles as text for the terminal, and the parser of a player's labels there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from companion.base.errors import nearest
from companion.base.text import Text, joined
from companion.games.puzzles.counting import Labels
from companion.games.puzzles.figures import Figure
from companion.games.puzzles.magic import (
    EMPTY,
    NUMBERS,
    InvalidLabels,
    check_labels,
    complete,
    line_name,
    why_impossible,
)
from companion.games.puzzles.viewer import FigureBrowser, MagicEditor
from companion.rules.geometry import STAR

_SORTS = {
    "triangle": Text("triangle"),
    "convex": Text("convex"),
    "concave": Text("concave"),
}

_ACROSS = 4  # small pictures beside each other
_SPACE = 6  # columns between two of them

# Every point of the star lies on one of thirteen columns, this far apart.
_COLUMN = sqrt(3) / 6
_COLUMNS = tuple(round((x - min(x for x, _ in STAR.xy)) / _COLUMN) for x, _ in STAR.xy)
_WIDTH = max(_COLUMNS) + 1
_PADDED = f"{{part:<{_WIDTH + _SPACE}}}"


def format_gallery(shown: FigureBrowser) -> Text:
    """Format every figure of a puzzle: number, name, kind and a small picture of the star.

    In the picture, `@` is a corner, `o` another point of a side, `.` any other point.
    """
    blocks: list[list[str]] = [
        [f"{number}. {figure.name}", _SORTS[figure.kind], *_small(figure)]
        for number, figure in enumerate(shown.figures, start=1)
    ]
    rows = (blocks[i : i + _ACROSS] for i in range(0, len(blocks), _ACROSS))
    return _blocks(*(joined("\n", map(_beside, zip(*row, strict=True))) for row in rows))


def format_figure(shown: FigureBrowser) -> Text:
    """Format the current figure: its corners in brackets, the other points of its sides by name."""
    figure = shown.figure
    cells = ["."] * STAR.size
    for point in figure.on:
        name = STAR.names[point]
        cells[point] = f"[{name}]" if point in figure.corners else name
    sides = ", ".join("-".join(STAR.names[point] for point in side) for side in figure.sides)
    head = Text(
        "{number} of {count}: {figure}, {kind}",
        number=shown.number,
        count=shown.count,
        figure=figure.name,
        kind=figure.described,
    )
    return _blocks(head, _picture(cells), Text("sides {sides}", sides=sides))


def format_labels(labels: Labels) -> Text:
    """Format a labelling as a picture of the star with the sum of each line and its mistakes.

    An empty one shows the names of the points.
    """
    if labels == EMPTY:
        return _blocks(Text("The points:"), _picture(STAR.names), MagicEditor().message)
    found = check_labels(labels)
    cells = [str(number) if number else "." for number in labels]
    sums: list[str] = []
    for line, total, whole in zip(STAR.lines, found.sums, found.whole, strict=True):
        missing = sum(1 for point in line if not labels[point])
        left = "" if whole else Text("({number} to come)", number=missing)
        sums.append(joined("  ", [f"{line_name(line):>6} {total:3}", left]))
    said = [fault.text for fault in found.faults] or [MagicEditor(labels).message]
    return _blocks(_picture(cells), joined("\n", sums), joined("\n", said))


def format_completion(labels: Labels) -> Text:
    """Format a labelling after completing it.

    Raises:
        InvalidLabels: If that is impossible; the message gives the reason.
    """
    found = complete(labels)
    if found is None:
        raise InvalidLabels(
            Text("the labelling cannot be completed: {problem}", problem=why_impossible(labels))
        )
    return format_labels(found)


def parse_labels(words: Iterable[str]) -> Labels:
    """Parse a labelling.

    Args:
        words: `point=number` for some points, or 19 numbers in reading order with `.` for an empty
            point. Commas may separate them as well.

    Raises:
        InvalidLabels: If the words cannot be read; the message names the fault.
    """
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
            Text(
                "{number} labels are given: write {points} in reading order, `.` for none, "
                "or point=number",
                number=len(parts),
                points=STAR.size,
            )
        )
    where: dict[int, str] = {}
    for name, number in zip(STAR.names, labels, strict=True):
        if number in where:
            raise InvalidLabels(
                Text(
                    "{number} is on point {one} and on point {other}: write each number once",
                    number=number,
                    one=where[number],
                    other=name,
                )
            )
        if number:
            where[number] = name
    return tuple(labels)


def _by_name(parts: Sequence[str]) -> list[int]:
    labels = list(EMPTY)
    for part in parts:
        name, equals, text = part.partition("=")
        if not equals:
            raise InvalidLabels(Text("label {label!r}: write it as point=number", label=part))
        if name not in STAR.index:
            raise InvalidLabels(
                Text(
                    "label {label!r}: the star has no point {point!r}{similar}; "
                    "its points are 1 to {last}",
                    label=part,
                    point=name,
                    similar=nearest(name, STAR.names),
                    last=STAR.size,
                )
            )
        point = STAR.index[name]
        if labels[point]:
            raise InvalidLabels(
                Text(
                    "label {label!r}: point {point} already has {number}",
                    label=part,
                    point=name,
                    number=labels[point],
                )
            )
        labels[point] = _number(text, name)
    return labels


def _number(text: str, name: str) -> int:
    known = [str(number) for number in NUMBERS]
    if text not in known:
        raise InvalidLabels(
            Text(
                "{text!r} on point {point}: write a number from 1 to {most}",
                text=text,
                point=name,
                most=NUMBERS[-1],
            )
        )
    return int(text)


def _small(figure: Figure) -> list[str]:
    cells = ["."] * STAR.size
    for point in figure.on:
        cells[point] = "@" if point in figure.corners else "o"
    return _star(cells, 1)


def _star(cells: Sequence[str], scale: int) -> list[str]:
    """Return the star's rows.

    Each cell is centred in its point's column; the columns are `scale` apart.
    """
    rows = []
    for points in STAR.rows:
        row = ""
        for point in points:
            start = _COLUMNS[point] * scale + scale // 2 - (len(cells[point]) - 1) // 2
            row = row.ljust(start) + cells[point]
        rows.append(row)
    return rows


def _picture(cells: Sequence[str]) -> str:
    return "\n".join(_star(cells, 3))


def _beside(parts: Sequence[str]) -> Text:
    """Join the parts of one line, each in a column of its own."""
    *padded, last = parts
    columns = [Text(_PADDED, part=part) for part in padded]
    return joined("", [*columns, last])


def _blocks(*blocks: str) -> Text:
    """Join blocks of lines with an empty line between them."""
    return joined("", [joined("\n\n", blocks), "\n"])
