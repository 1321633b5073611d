"""From what the switches read to the wire that is to blame: pure.

Theory of operation. A fault of a wire is a small model: it says what a piece on each point of that
wire reads. `_models` makes every fault that a harness can have. A model fits if all of the points
that were tried read as it says. Of those that fit, the one that explains the most odd readings is
taken, then the one that explains the most of the rest, and so on. What no fault of a wire explains
is reported point by point. So a cut row is one line, and not one for each of its points.

A board with a pin for each switch is a matrix of one row, that of ground; see
`companion.device.ports.harness`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import NamedTuple

from companion.base.text import Text, join_words
from companion.device.ports.harness import Harness, Wire
from companion.rules.geometry import Occupancy, Point, bits, points_of


class ButtonState(Enum):
    """What the test of the button has shown."""

    UNTESTED = "untested"
    WORKS = "works"
    DEAD = "dead"
    STUCK = "stuck"


@dataclass(frozen=True, slots=True)
class Readings:
    """What was seen of the switches and the button.

    Attributes:
        detected: The switches that closed (bits), by the point on which a piece was put.
        stuck: The switches that are closed without a piece, as bits.
        unstable: The switches that change faster than hands can move, as bits.
        button: The button.
    """

    detected: Mapping[Point, int]
    stuck: int = 0
    unstable: int = 0
    button: ButtonState = ButtonState.UNTESTED


class _Odd(NamedTuple):
    """A reading that needs an explanation: of a point, or of the button (-1)."""

    what: str
    point: int


_BUTTON = _Odd("button", -1)


class _Model(NamedTuple):
    """A fault of a wire.

    Attributes:
        said: What to report.
        reads: What a piece reads, by its point, wherever that is not this point alone.
        stuck: The switches that stay closed.
        loose: The points that read nothing, or flicker.
        button: Whether the button is dead as well.
        least: The fewest odd readings that make it worth considering.
    """

    said: Text
    reads: Mapping[Point, int] = {}
    stuck: int = 0
    loose: int = 0
    button: bool = False
    least: int = 2


def diagnose(readings: Readings, harness: Harness, names: Sequence[str]) -> list[Text]:
    """Return the faults, one line each; none if all readings are as they should be.

    Args:
        readings: What was seen.
        harness: The wires of the board.
        names: The names of its points.
    """
    left = _odd(readings)
    fitting = []
    for model in _models(readings, harness, names):
        explained = _explained(model, readings)
        if explained and len(explained & left) >= model.least:
            fitting.append((model, explained))
    found = []
    while fitting:
        model, explained = max(fitting, key=lambda each: len(each[1] & left))
        fitting.remove((model, explained))
        if len(explained & left) >= model.least:
            found.append(model.said)
            left -= explained
    return [*found, *_point_by_point(left, readings, harness, names)]


def _odd(readings: Readings) -> frozenset[_Odd]:
    aside = readings.stuck | readings.unstable
    odd = {_Odd("stuck", p) for p in points_of(Occupancy(readings.stuck))}
    odd |= {_Odd("unstable", p) for p in points_of(Occupancy(readings.unstable))}
    odd |= {
        _Odd("read", p)
        for p, mask in readings.detected.items()
        if mask != 1 << p and not aside >> p & 1
    }
    if readings.button in (ButtonState.DEAD, ButtonState.STUCK):
        odd.add(_BUTTON)
    return frozenset(odd)


def _explained(model: _Model, readings: Readings) -> frozenset[_Odd]:
    """Return the odd readings that a fault explains; none if it contradicts any reading."""
    odd = _odd(readings)
    aside = readings.stuck | readings.unstable
    explained = set()
    for point, mask in model.reads.items():
        if readings.unstable >> point & 1 or (readings.stuck & ~model.stuck) >> point & 1:
            return frozenset()  # it was closed at some time
        if point in readings.detected:
            if (readings.detected[point] ^ mask) & ~aside:
                return frozenset()
            explained.add(_Odd("read", point))
    if model.stuck & ~readings.stuck:
        return frozenset()
    explained |= {_Odd("stuck", p) for p in points_of(Occupancy(model.stuck))}
    if model.loose:
        if not model.loose & readings.unstable or model.loose & readings.stuck:
            return frozenset()
        for point in points_of(Occupancy(model.loose)):
            if readings.unstable >> point & 1:
                explained.add(_Odd("unstable", point))
            elif readings.detected.get(point, 0):
                return frozenset()
            else:
                explained.add(_Odd("read", point))
    if model.button:
        if readings.button in (ButtonState.WORKS, ButtonState.STUCK):
            return frozenset()
        explained.add(_BUTTON)
    return frozenset(explained & odd)


# The faults that wires can have


def _models(readings: Readings, harness: Harness, names: Sequence[str]) -> Iterator[_Model]:
    yield from _cut(harness, names)
    yield from _broken(readings, harness, names)
    yield from _shorted(harness, names)
    for axis, wires in enumerate((harness.rows, harness.columns)):
        for one, other in combinations(range(len(wires)), 2):
            yield from _paired(harness, axis, (one, other))
    yield from _without_pull_ups(harness)
    if harness.matrix or not harness.ground.place:
        everything = {Point(p): 0 for p in range(len(harness.cells))}
        yield _Model(
            Text(
                "nothing on any point: is the cable plugged in, the right way round, and is this "
                "the board that is configured?"
            ),
            everything,
        )


def _cut(harness: Harness, names: Sequence[str]) -> Iterator[_Model]:
    """Yield the wires that may be cut, or have a loose joint."""
    for wire, line in harness.lines:
        if line.bit_count() < 2 or not wire.place:
            continue
        dead = dict.fromkeys(points_of(line), 0)
        where = _range(line, names)
        ground = wire == harness.ground
        said = Text(
            "{wire}: nothing on {points}: that one wire, its joints or its pin",
            wire=wire.title,
            points=where,
        )
        if ground and harness.button is not None:
            yield _Model(said, dead, button=True)
            # The button works, so the wire to the connector does.
            said = Text(
                "{wire}: nothing on {points}, but the button works: the wire that joins the reeds "
                "to ground",
                wire=wire.title,
                points=where,
            )
        yield _Model(said, dead)
        yield _Model(
            Text(
                "{wire}: unstable on {points}: a loose joint of that one wire",
                wire=wire.title,
                points=where,
            ),
            loose=line,
        )


def _broken(readings: Readings, harness: Harness, names: Sequence[str]) -> Iterator[_Model]:
    """Yield the wires that may be broken on their way from point to point."""
    works = {p for p, mask in readings.detected.items() if mask >> p & 1}
    for wire, line in harness.lines:
        if not wire.place:
            continue
        points = tuple(points_of(line))
        least = 3 if wire == harness.ground else 2  # ground may take another way
        for along in (points, points[::-1]):
            dead = []
            for point in reversed(along):
                if readings.detected.get(point, -1):
                    break
                dead.append(point)
            last = along[-len(dead) - 1] if len(dead) < len(along) else None
            if len(dead) >= least and last in works:
                yield _Model(
                    Text(
                        "{wire}: nothing on {points}: that wire is broken between {one} and "
                        "{other}",
                        wire=wire.title,
                        points=_range(bits(dead), names),
                        one=names[last],
                        other=names[dead[-1]],
                    ),
                    dict.fromkeys(dead, 0),
                )


def _shorted(harness: Harness, names: Sequence[str]) -> Iterator[_Model]:
    """Yield the wires of a matrix that may touch ground."""
    if not harness.matrix:
        return
    for number, wire in enumerate(harness.columns):
        line = harness.along(1, number)
        said = Text(
            "{wire}: {points} are always closed: that one wire touches ground",
            wire=wire.title,
            points=_range(line, names),
        )
        yield _Model(said, stuck=line)
    for number, wire in enumerate(harness.rows):
        reads = {
            point: int(harness.along(1, harness.cells[point][1]))
            for point in points_of(harness.along(0, number))
        }
        said = Text(
            "{wire}: a piece there is read in every row: that one wire touches ground",
            wire=wire.title,
        )
        yield _Model(said, reads)


def _paired(harness: Harness, axis: int, numbers: tuple[int, int]) -> Iterator[_Model]:
    """Yield the rows or columns that may touch or be swapped."""
    wires = [(harness.rows, harness.columns)[axis][number] for number in numbers]
    at = {cell: Point(p) for p, cell in enumerate(harness.cells)}
    touching: dict[Point, int] = {}
    swapped: dict[Point, int] = {}
    for number, partner in (numbers, numbers[::-1]):
        for point in points_of(harness.along(axis, number)):
            cell = list(harness.cells[point])
            cell[axis] = partner
            other = at.get((cell[0], cell[1]))
            swapped[point] = 0 if other is None else 1 << other
            touching[point] = swapped[point] | 1 << point
    one, other_wire = (wire.title for wire in wires)
    many = len(swapped) > 2
    yield _Model(
        Text(
            "{one} and {other} read the same: these two wires touch, or one magnet reaches both "
            "reeds",
            one=one,
            other=other_wire,
        ),
        touching,
    )
    yield _Model(
        Text("{one} and {other} are swapped: exchange the two wires", one=one, other=other_wire)
        if many
        else Text(
            "{one} and {other} are swapped: run `companion calibrate`", one=one, other=other_wire
        ),
        swapped,
    )


def _without_pull_ups(harness: Harness) -> Iterator[_Model]:
    """Yield the loss of the pull-ups: columns then pull each other down through the resistors."""
    if harness.pull_ups is None:
        return
    reads = {Point(p): int(harness.along(0, row)) for p, (row, _) in enumerate(harness.cells)}
    yield _Model(
        Text(
            "{wire}: a piece is read on its whole row: that one wire to the resistors of the "
            "columns",
            wire=harness.pull_ups.title,
        ),
        reads,
    )


# What is left, point by point


def _point_by_point(
    left: frozenset[_Odd], readings: Readings, harness: Harness, names: Sequence[str]
) -> Iterator[Text]:
    titles = harness.titles(names)
    for what, point in sorted(left):
        if what == "stuck":
            yield Text(
                "{name} is stuck closed: a short to ground, a magnet nearby, or a welded reed",
                name=titles[point],
            )
        elif what == "unstable":
            yield Text(
                "{name} is unstable: it changes faster than hands can move; a loose joint",
                name=titles[point],
            )
        elif what == "read":
            yield _misread(Point(point), readings.detected[Point(point)], titles)
        elif harness.button is not None:
            yield _button(readings.button, harness.button, harness)


def _misread(point: Point, mask: int, titles: Sequence[Text]) -> Text:
    name = titles[point]
    if not mask:
        return Text(
            "{name} is dead: check its reed, its wire and the position of the magnet", name=name
        )
    read = join_words([titles[p] for p in points_of(Occupancy(mask))])
    if mask >> point & 1:
        return Text(
            "a piece on {name} is detected at {points}: shorted wires, or reeds too close",
            name=name,
            points=read,
        )
    if mask.bit_count() > 1:
        return Text("a piece on {name} is detected at {points} instead", name=name, points=read)
    return Text(
        "a piece on {name} is detected at {other}: run `companion calibrate`", name=name, other=read
    )


def _button(state: ButtonState, button: Wire, harness: Harness) -> Text:
    if state is ButtonState.STUCK:
        return Text(
            "{button} is stuck: it reads pressed all the time; a short to ground, or the wrong two "
            "of its contacts",
            button=button.title,
        )
    if harness.matrix:  # nothing else shows whether there is ground
        return Text(
            "{button} is dead: check its wire, and that of {ground}",
            button=button.title,
            ground=harness.ground.title,
        )
    return Text("{button} is dead: check that one wire, and its contacts", button=button.title)


def _range(points: int, names: Sequence[str]) -> Text:
    """Return the points of a line as its first and its last."""
    among = tuple(points_of(Occupancy(points)))
    return Text("{first}–{last}", first=names[among[0]], last=names[among[-1]])
